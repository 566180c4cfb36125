//! Numbers for new terms.

use oxrdf::vocab::xsd;
use oxrdf::{NamedNodeRef, TermRef};
use rusqlite::{Connection, OptionalExtension, params};
use rustc_hash::FxHashMap;

use super::code::{Key, Tag, TermHash};
use super::read::{Block, find};
use super::{BLOCK, TermId, WELL_KNOWN};
use crate::about;
use crate::error::StoreError;
use crate::shelves::{Change, Row, Shelf, ShelfReader, apply};

/// Terms with more bytes are kept by themselves, so that a block stays small.
const LONG: usize = 2048;
/// Bytes of new terms that are kept in memory before they are written down.
const MOST_BYTES: usize = 64 << 20;
/// Numbers that are kept in memory. What is not kept is looked up.
const MOST_SEEN: usize = 4 << 20;

/// Gives terms their numbers. What is new is written down by [`TermWriter::flush`].
#[derive(Debug)]
pub(crate) struct TermWriter {
    key: Key,
    /// What was asked for since the last time it grew too large.
    seen: FxHashMap<TermHash, TermId>,
    /// What was on the shelf before.
    shelf: ShelfReader,
    /// The terms of the last block, and those that come behind it.
    terms: Vec<Vec<u8>>,
    /// The number of the first of them.
    first: TermId,
    long: Vec<(TermId, Vec<u8>)>,
    new: Vec<Row>,
    /// Bytes of what is new.
    bytes: usize,
}

impl TermWriter {
    /// For a database without a term.
    pub(crate) fn begin(db: &Connection, key: Key) -> Result<(), StoreError> {
        // Nothing has the number zero.
        let mut writer = TermWriter::empty(key, vec![Vec::new()], 0);
        for iri in WELL_KNOWN {
            writer.id(db, NamedNodeRef::new_unchecked(iri).into())?;
        }
        writer.flush(db)
    }

    fn empty(key: Key, terms: Vec<Vec<u8>>, first: TermId) -> TermWriter {
        let shelf = ShelfReader::default();
        TermWriter { key, seen: FxHashMap::default(), shelf, terms, first, long: Vec::new(), new: Vec::new(), bytes: 0 }
    }

    /// Goes on where the terms end.
    pub(crate) fn open(db: &Connection, key: Key) -> Result<TermWriter, StoreError> {
        let last = db
            .prepare_cached("SELECT block, data FROM terms ORDER BY block DESC LIMIT 1")?
            .query_row([], |row| {
                Ok((row.get::<_, u32>(0)?, Block::read(row.get_ref(1)?.as_blob().unwrap_or_default())))
            })
            .optional()?;
        let Some((number, block)) = last else { return Err(StoreError::Damaged("it has no terms at all".into())) };
        let block = block?;
        let terms = (0..block.count()).filter_map(|at| block.get(at).map(<[u8]>::to_vec)).collect();
        Ok(TermWriter::empty(key, terms, number * BLOCK))
    }

    /// The number of a term, a new one if it has none.
    pub(crate) fn id(&mut self, db: &Connection, term: TermRef<'_>) -> Result<TermId, StoreError> {
        let hash = TermHash::of(term, self.key);
        if let Some(id) = self.seen.get(&hash) {
            return Ok(*id);
        }
        let id = match find(db, &self.shelf, hash)? {
            Some(id) => id,
            None => self.add(db, term, hash)?,
        };
        self.seen.insert(hash, id);
        Ok(id)
    }

    /// The number of a term, if it has one.
    pub(crate) fn find(&self, db: &Connection, term: TermRef<'_>) -> Result<Option<TermId>, StoreError> {
        let hash = TermHash::of(term, self.key);
        match self.seen.get(&hash) {
            Some(id) => Ok(Some(*id)),
            None => find(db, &self.shelf, hash),
        }
    }

    fn add(&mut self, db: &Connection, term: TermRef<'_>, hash: TermHash) -> Result<TermId, StoreError> {
        let bytes = self.written(db, term)?;
        let id = self.first.checked_add(self.terms.len() as u32).ok_or(StoreError::TooManyTerms)?;
        self.bytes += bytes.len();
        if bytes.len() > LONG {
            self.long.push((id, bytes));
            self.terms.push(vec![Tag::Elsewhere as u8]);
        } else {
            self.terms.push(bytes);
        }
        let [a, b, c] = hash.numbers();
        self.new.push(Row::new([a, b, c, id]));
        Ok(id)
    }

    fn written(&mut self, db: &Connection, term: TermRef<'_>) -> Result<Vec<u8>, StoreError> {
        let plain = |tag: Tag, text: &str| [&[tag as u8], text.as_bytes()].concat();
        Ok(match term {
            TermRef::NamedNode(node) => plain(Tag::Iri, node.as_str()),
            TermRef::BlankNode(node) => plain(Tag::Blank, node.as_str()),
            TermRef::Literal(literal) if literal.language().is_some() => {
                let language = literal.language().unwrap_or_default().as_bytes();
                let length = (language.len() as u32).to_le_bytes();
                [&[Tag::LanguageText as u8], &length[..], language, literal.value().as_bytes()].concat()
            }
            TermRef::Literal(literal) if literal.datatype() == xsd::STRING => plain(Tag::Text, literal.value()),
            TermRef::Literal(literal) => {
                let datatype = self.id(db, literal.datatype().into())?;
                [&[Tag::Typed as u8], &datatype.to_le_bytes()[..], literal.value().as_bytes()].concat()
            }
        })
    }

    /// Whether so much is kept in memory that it should be written down.
    pub(crate) fn is_full(&self) -> bool {
        self.seen.len() >= MOST_SEEN || self.bytes >= MOST_BYTES
    }

    /// Writes down what is new.
    pub(crate) fn flush(&mut self, db: &Connection) -> Result<(), StoreError> {
        if self.new.is_empty() {
            return Ok(());
        }
        let mut put = db.prepare_cached("INSERT OR REPLACE INTO terms (block, data) VALUES (?1, ?2)")?;
        for (number, terms) in self.terms.chunks(BLOCK as usize).enumerate() {
            put.execute(params![self.first / BLOCK + number as u32, Block::encode(terms)])?;
        }
        let mut put = db.prepare_cached("INSERT INTO long_terms (id, data) VALUES (?1, ?2)")?;
        for (id, bytes) in self.long.drain(..) {
            put.execute(params![id, bytes])?;
        }
        self.new.sort_unstable();
        apply(db, Shelf::Terms, &self.new, Change::Add)?;
        self.new.clear();
        about::put(db, "terms", self.first + self.terms.len() as u32 - 1)?;
        // Only the last block goes on; a full one makes way for an empty one behind it.
        let done = self.terms.len() / BLOCK as usize * BLOCK as usize;
        self.terms.drain(..done);
        self.first += done as u32;
        self.shelf = ShelfReader::default();
        self.bytes = 0;
        if self.is_full() {
            self.seen.clear();
        }
        Ok(())
    }
}
