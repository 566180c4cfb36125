//! From numbers to terms, and back.

use std::cell::{Ref, RefCell};
use std::str::from_utf8;

use oxrdf::{BlankNode, Literal, NamedNode, Term, TermRef};
use rusqlite::{Connection, OptionalExtension};
use rustc_hash::FxHashMap;

use super::code::{Key, Tag, TermHash};
use super::{BLOCK, TermId};
use crate::error::StoreError;
use crate::shelves::{Row, Scan, Shelf, ShelfReader};

/// Bytes of terms that are kept in memory.
const ROOM: usize = 64 << 20;

/// A term as it is written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stored<'a> {
    Iri(&'a str),
    Blank(&'a str),
    Text(&'a str),
    LanguageText(&'a str, &'a str),
    Typed(&'a str, TermId),
}

impl<'a> Stored<'a> {
    fn of(bytes: &'a [u8]) -> Option<Stored<'a>> {
        let (tag, rest) = bytes.split_first()?;
        Some(match Tag::of(*tag)? {
            Tag::Iri => Stored::Iri(from_utf8(rest).ok()?),
            Tag::Blank => Stored::Blank(from_utf8(rest).ok()?),
            Tag::Text => Stored::Text(from_utf8(rest).ok()?),
            Tag::LanguageText => {
                let (length, rest) = rest.split_first_chunk::<4>()?;
                let (language, text) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
                Stored::LanguageText(from_utf8(text).ok()?, from_utf8(language).ok()?)
            }
            Tag::Typed => {
                let (datatype, text) = rest.split_first_chunk::<4>()?;
                Stored::Typed(from_utf8(text).ok()?, u32::from_le_bytes(*datatype))
            }
            Tag::Elsewhere => return None,
        })
    }
}

/// A block of terms: a checksum, the ends of all terms but the first begin where one before ends, and their bytes.
#[derive(Debug)]
pub(super) struct Block(Vec<u8>);

impl Block {
    const CHECKSUM: usize = 4;

    /// The terms of a block, written down.
    pub(super) fn encode(terms: &[Vec<u8>]) -> Vec<u8> {
        let mut bytes = vec![0; Self::CHECKSUM];
        let mut end = 0u32;
        bytes.extend((terms.len() as u32).to_le_bytes());
        for term in terms {
            end += term.len() as u32;
            bytes.extend(end.to_le_bytes());
        }
        terms.iter().for_each(|term| bytes.extend(term));
        let checksum = crc32fast::hash(&bytes[Self::CHECKSUM..]);
        bytes[..Self::CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    pub(super) fn read(bytes: &[u8]) -> Result<Block, StoreError> {
        let damaged = || StoreError::Damaged("a block of terms has another checksum than when it was written".into());
        let (checksum, rest) = bytes.split_first_chunk::<4>().ok_or_else(damaged)?;
        if crc32fast::hash(rest) != u32::from_le_bytes(*checksum) {
            return Err(damaged());
        }
        Ok(Block(rest.to_vec()))
    }

    fn number(&self, at: usize) -> Option<usize> {
        let bytes: [u8; 4] = self.0.get(4 * at..4 * at + 4)?.try_into().ok()?;
        Some(u32::from_le_bytes(bytes) as usize)
    }

    pub(super) fn count(&self) -> usize {
        self.number(0).unwrap_or_default()
    }

    pub(super) fn get(&self, at: usize) -> Option<&[u8]> {
        let count = self.count();
        if at >= count {
            return None;
        }
        let begin = if at == 0 { 0 } else { self.number(at)? };
        self.0.get(4 * (1 + count)..)?.get(begin..self.number(at + 1)?)
    }
}

/// Terms as they were when the reader was made.
#[derive(Debug)]
pub(crate) struct TermReader {
    key: Key,
    kept: RefCell<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    blocks: FxHashMap<u32, Block>,
    datatypes: FxHashMap<TermId, NamedNode>,
    bytes: usize,
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key")
    }
}

impl TermReader {
    pub(crate) fn new(key: Key) -> TermReader {
        TermReader { key, kept: RefCell::default() }
    }

    /// A block that was read before. Whoever holds it must not read another one meanwhile.
    fn kept(&self, number: u32) -> Option<Ref<'_, Block>> {
        Ref::filter_map(self.kept.borrow(), |kept| kept.blocks.get(&number)).ok()
    }

    fn block(&self, db: &Connection, number: u32) -> Result<Ref<'_, Block>, StoreError> {
        if let Some(block) = self.kept(number) {
            return Ok(block);
        }
        let mut statement = db.prepare_cached("SELECT data FROM terms WHERE block = ?1")?;
        let read = |row: &rusqlite::Row<'_>| Ok(Block::read(row.get_ref(0)?.as_blob().unwrap_or_default()));
        let block = statement.query_row([number], read).optional()?;
        let block = block.ok_or_else(|| missing(number * BLOCK))??;
        let mut kept = self.kept.borrow_mut();
        if kept.bytes + block.0.len() > ROOM {
            kept.blocks.clear();
            kept.bytes = 0;
        }
        kept.bytes += block.0.len();
        kept.blocks.insert(number, block);
        drop(kept);
        self.kept(number).ok_or_else(|| missing(number * BLOCK))
    }

    /// Looks at a term without making one. Whoever looks must not read other terms meanwhile.
    pub(crate) fn look<T>(
        &self,
        db: &Connection,
        id: TermId,
        look: impl FnOnce(Stored<'_>) -> T,
    ) -> Result<T, StoreError> {
        let block = self.block(db, id / BLOCK)?;
        let bytes = block.get((id % BLOCK) as usize).ok_or_else(|| missing(id))?;
        if bytes.first() == Some(&(Tag::Elsewhere as u8)) {
            let mut statement = db.prepare_cached("SELECT data FROM long_terms WHERE id = ?1")?;
            let bytes: Option<Vec<u8>> = statement.query_row([id], |row| row.get(0)).optional()?;
            let bytes = bytes.ok_or_else(|| missing(id))?;
            return Stored::of(&bytes).map(look).ok_or_else(|| missing(id));
        }
        Stored::of(bytes).map(look).ok_or_else(|| missing(id))
    }

    /// The term with a number.
    pub(crate) fn term(&self, db: &Connection, id: TermId) -> Result<Term, StoreError> {
        let term = self.look(db, id, |stored| {
            Ok(match stored {
                Stored::Iri(iri) => NamedNode::new_unchecked(iri).into(),
                Stored::Blank(label) => BlankNode::new_unchecked(label).into(),
                Stored::Text(text) => Literal::new_simple_literal(text).into(),
                Stored::LanguageText(text, language) => {
                    Literal::new_language_tagged_literal_unchecked(text, language).into()
                }
                Stored::Typed(text, datatype) => return Err((text.to_owned(), datatype)),
            })
        })?;
        match term {
            Ok(term) => Ok(term),
            Err((text, datatype)) => Ok(Literal::new_typed_literal(text, self.datatype(db, datatype)?).into()),
        }
    }

    /// There are few of them, and they are asked for with each literal.
    fn datatype(&self, db: &Connection, id: TermId) -> Result<NamedNode, StoreError> {
        if let Some(datatype) = self.kept.borrow().datatypes.get(&id) {
            return Ok(datatype.clone());
        }
        let datatype = self.look(db, id, |stored| match stored {
            Stored::Iri(iri) => Some(NamedNode::new_unchecked(iri)),
            _ => None,
        })?;
        let datatype = datatype.ok_or_else(|| missing(id))?;
        self.kept.borrow_mut().datatypes.insert(id, datatype.clone());
        Ok(datatype)
    }

    /// The number of a term, if it has one.
    pub(crate) fn find(
        &self,
        db: &Connection,
        shelf: &ShelfReader,
        term: TermRef<'_>,
    ) -> Result<Option<TermId>, StoreError> {
        find(db, shelf, TermHash::of(term, self.key))
    }
}

/// The number of the term with a hash.
pub(super) fn find(db: &Connection, shelf: &ShelfReader, hash: TermHash) -> Result<Option<TermId>, StoreError> {
    let bounds = Row::bounds(&hash.numbers());
    let row = Scan::begin(db, shelf, Shelf::Terms, bounds)?.next(db, shelf, Shelf::Terms)?;
    Ok(row.map(|row| row.number(3)))
}

fn missing(id: TermId) -> StoreError {
    StoreError::Damaged(format!("there is no term {id}"))
}
