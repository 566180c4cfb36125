//! How a term is written down, and what it hashes to.

use std::hash::Hasher;

use oxrdf::TermRef;
use oxrdf::vocab::xsd;
use rusqlite::Connection;
use siphasher::sip128::{Hasher128, SipHasher13};

use crate::about;
use crate::error::StoreError;

/// What sort of term follows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tag {
    Iri = 0,
    Blank = 1,
    /// A literal of `xsd:string`.
    Text = 2,
    /// A length, a language of that length, a text.
    LanguageText = 3,
    /// The number of the datatype, a text.
    Typed = 4,
    /// What is too long to stand among others: it is in a table of its own.
    Elsewhere = 5,
}

impl Tag {
    pub(crate) fn of(byte: u8) -> Option<Tag> {
        [Tag::Iri, Tag::Blank, Tag::Text, Tag::LanguageText, Tag::Typed, Tag::Elsewhere]
            .into_iter()
            .find(|tag| *tag as u8 == byte)
    }
}

/// The secret of a knowledge base: nobody who does not know it can make terms that hash alike.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key(pub(crate) [u8; 16]);

impl Key {
    /// The one that the terms of a database are hashed with.
    pub(crate) fn of(db: &Connection) -> Result<Key, StoreError> {
        about::get(db, "key")?.map(Key).ok_or_else(|| StoreError::Damaged("it has lost its key".to_owned()))
    }
}

/// What a term hashes to: 96 bits, in a row of a shelf three numbers. Of ten million terms two hash alike once in
/// 10^15 knowledge bases, so that nobody looks whether they are the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct TermHash(pub(crate) u128);

impl TermHash {
    pub(crate) fn of(term: TermRef<'_>, key: Key) -> TermHash {
        let mut hasher = SipHasher13::new_with_key(&key.0);
        // No IRI and no language has a zero byte, so that what is hashed can be taken apart in one way only.
        match term {
            TermRef::NamedNode(node) => {
                hasher.write_u8(Tag::Iri as u8);
                hasher.write(node.as_str().as_bytes());
            }
            TermRef::BlankNode(node) => {
                hasher.write_u8(Tag::Blank as u8);
                hasher.write(node.as_str().as_bytes());
            }
            TermRef::Literal(literal) => {
                let (tag, sort) = match literal.language() {
                    Some(language) => (Tag::LanguageText, language),
                    None if literal.datatype() == xsd::STRING => (Tag::Text, ""),
                    None => (Tag::Typed, literal.datatype().as_str()),
                };
                hasher.write_u8(tag as u8);
                hasher.write(sort.as_bytes());
                hasher.write_u8(0);
                hasher.write(literal.value().as_bytes());
            }
        }
        TermHash(hasher.finish128().as_u128() >> 32)
    }

    /// The numbers it is in a row.
    pub(crate) fn numbers(self) -> [u32; 3] {
        [(self.0 >> 64) as u32, (self.0 >> 32) as u32, self.0 as u32]
    }
}

#[cfg(test)]
mod tests {
    use oxrdf::{BlankNodeRef, LiteralRef, NamedNodeRef};

    use super::*;

    #[test]
    fn different_terms_hash_differently() {
        let iri = |iri| NamedNodeRef::new_unchecked(iri);
        let terms: Vec<TermRef<'_>> = vec![
            iri("a").into(),
            BlankNodeRef::new_unchecked("a").into(),
            LiteralRef::new_simple_literal("a").into(),
            LiteralRef::new_language_tagged_literal_unchecked("a", "en").into(),
            LiteralRef::new_language_tagged_literal_unchecked("na", "e").into(),
            LiteralRef::new_typed_literal("a", iri("en")).into(),
            LiteralRef::new_typed_literal("", iri("ena")).into(),
        ];
        for (number, term) in terms.iter().enumerate() {
            for other in &terms[..number] {
                assert_ne!(TermHash::of(*term, Key([7; 16])), TermHash::of(*other, Key([7; 16])), "{term} {other}");
            }
        }
    }

    #[test]
    fn another_key_is_another_hash() {
        let term = TermRef::from(LiteralRef::new_simple_literal("a"));
        assert_ne!(TermHash::of(term, Key([1; 16])), TermHash::of(term, Key([2; 16])));
    }
}
