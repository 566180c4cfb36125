//! Words in the texts of a knowledge base. SQLite's index of words holds the number of each literal under its words;
//! what has come since the index was last brought up to date is entered before the next search.

use knowledge::names::is_ideograph;
use rusqlite::{Connection, params};

use crate::database;
use crate::error::StoreError;
use crate::folder::KnowledgeBase;
use crate::harvest::plain;
use crate::snapshot::{Graphs, Pattern, Snapshot};
use crate::sums;
use crate::terms::{Stored, TermId, TermReader};
use crate::writer::Commit;

/// The index of words. It keeps no text: texts are with the terms.
pub(crate) const SCHEMA: &str = "
    CREATE VIRTUAL TABLE words USING fts5 (text, content='', tokenize='unicode61 remove_diacritics 2');
";

/// Bytes of a text that are entered.
const MOST_BYTES: usize = 16 << 10;

/// A text that has the words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// The IRI of the individual that it is said of.
    pub subject: String,
    /// What that is called.
    pub label: Option<String>,
    /// The IRI of the property.
    pub property: String,
    /// The text.
    pub text: String,
    /// The page, as it was given, or the graph.
    pub page: Option<String>,
}

impl KnowledgeBase {
    /// The texts that have all words, the best first. If somebody else is writing, what has come last may be missing.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be read.
    pub fn search(&self, words: &str, most: usize) -> Result<Vec<Hit>, StoreError> {
        let snapshot = self.read()?;
        if !snapshot.has_all_words()? {
            match self.write() {
                Ok(mut writer) => {
                    let mut commit = writer.begin("index words")?;
                    commit.index_words()?;
                    commit.finish()?;
                }
                Err(StoreError::Busy { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        snapshot.refreshed()?.search(words, most)
    }
}

impl Commit<'_> {
    /// Enters the words of all texts that have come since the last time.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn index_words(&mut self) -> Result<(), StoreError> {
        self.flush()?;
        let first = database::get::<TermId>(self.db(), "words")?.unwrap_or_default() + 1;
        let last = last_term(self.db())?;
        let reader = TermReader::new(database::key(self.db())?);
        let mut put = self.db().prepare_cached("INSERT INTO words (rowid, text) VALUES (?1, ?2)")?;
        for id in first..=last {
            let text = reader.look(self.db(), id, |stored| match stored {
                Stored::Text(text) | Stored::LanguageText(text, _) => Some(words_of(text)),
                Stored::Typed(text, _) => Some(words_of(text)),
                Stored::Iri(_) | Stored::Blank(_) => None,
            })?;
            if let Some(text) = text.filter(|text| !text.is_empty()) {
                put.execute(params![id, text])?;
            }
        }
        sums::add_up_words(self.db())?;
        database::put(self.db(), "words", last)
    }
}

impl Snapshot {
    fn has_all_words(&self) -> Result<bool, StoreError> {
        let last = last_term(self.db())?;
        Ok(database::get::<TermId>(self.db(), "words")?.unwrap_or_default() >= last)
    }

    fn search(&self, words: &str, most: usize) -> Result<Vec<Hit>, StoreError> {
        let asked = asked(words);
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let own = self.own_graphs()?;
        let mut statement =
            self.db().prepare_cached("SELECT rowid FROM words WHERE words MATCH ?1 ORDER BY rank, rowid")?;
        let mut rows = statement.query([asked])?;
        let (mut hits, mut last): (Vec<Hit>, _) = (Vec::new(), None);
        while let Some(row) = rows.next()? {
            let object: TermId = row.get(0)?;
            let pattern = Pattern { object: Some(object), graph: Graphs::Each, ..Pattern::default() };
            for quad in self.quads(pattern)? {
                let quad = quad?;
                if own.contains(&quad.graph) {
                    continue;
                }
                let subject = plain(&self.term(quad.subject)?);
                // A name is often said twice of a thing: as what it is called, and as one of its properties.
                if last.replace((quad.subject, object)) == Some((quad.subject, object)) {
                    continue;
                }
                if hits.len() == most {
                    return Ok(hits);
                }
                hits.push(Hit {
                    subject,
                    label: self.label(quad.subject)?,
                    property: plain(&self.term(quad.predicate)?),
                    text: plain(&self.term(object)?),
                    page: self.page(quad.graph)?,
                });
            }
        }
        Ok(hits)
    }
}

/// The number of the last term.
fn last_term(db: &Connection) -> Result<TermId, StoreError> {
    Ok(database::get::<TermId>(db, "terms")?.unwrap_or_default())
}

/// A text as the index takes it: what has no spaces between its words is cut into pairs of characters.
fn words_of(text: &str) -> String {
    let end = text.floor_char_boundary(MOST_BYTES);
    let mut words = String::with_capacity(end);
    for run in text[..end].split_inclusive(|c| !is_ideograph(c)) {
        let plain = run.trim_start_matches(is_ideograph);
        let characters: Vec<char> = run[..run.len() - plain.len()].chars().collect();
        match characters.as_slice() {
            [] => {}
            [one] => words.extend([' ', *one, ' ']),
            several => several.windows(2).for_each(|pair| words.extend([' ', pair[0], pair[1]])),
        }
        if !characters.is_empty() {
            words.push(' ');
        }
        words.push_str(plain);
    }
    words
}

/// What somebody asks for, as the index takes it: each word between quotes, so that nothing in it is an operator. The
/// last one may go on.
fn asked(words: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        let cut = words_of(word).split_whitespace().collect::<Vec<_>>().join(" ");
        parts.push(format!("\"{}\"", cut.replace('"', "\"\"")));
    }
    match parts.last_mut() {
        Some(last) => last.push_str(" *"),
        None => return String::new(),
    }
    parts.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_without_spaces_are_cut_into_pairs() {
        assert_eq!(words_of("平安银行 Bank").split_whitespace().collect::<Vec<_>>(), ["平安", "安银", "银行", "Bank"]);
        assert_eq!(asked("平安银行"), "\"平安 安银 银行\" *");
        assert_eq!(asked("  "), "");
        assert_eq!(asked("a \"b OR c"), "\"a\" \"\"\"b\" \"OR\" \"c\" *");
    }
}
