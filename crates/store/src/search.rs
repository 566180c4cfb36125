//! Words in the texts of a knowledge base. SQLite's index of words holds the number of each literal under its words.
//! Whoever writes much brings it up to date; a search changes nothing, and indexes what has come since for itself
//! alone.

use knowledge::names::is_ideograph;
use rusqlite::{Connection, params};

use crate::about;
use crate::error::StoreError;
use crate::harvest::plain;
use crate::snapshot::{Graphs, Pattern, Snapshot};
use crate::sums;
use crate::tables::WORDS;
use crate::terms::{Key, Stored, TermId, TermReader};
use crate::writer::Commit;

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

impl Commit<'_> {
    /// Enters the words of all texts that have come since the last time.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn index_words(&mut self) -> Result<(), StoreError> {
        self.flush()?;
        let terms = TermReader::new(Key::of(self.db())?);
        let last = last_term(self.db())?;
        enter_new_words(self.db(), self.db(), |id, look| terms.look(self.db(), id, look))?;
        sums::add_up_words(self.db())?;
        about::put(self.db(), "words", last)
    }
}

impl Snapshot {
    /// The texts that have all words, the best first.
    ///
    /// # Errors
    ///
    /// If the knowledge base cannot be read.
    pub fn search(&self, words: &str, most: usize) -> Result<Vec<Hit>, StoreError> {
        let asked = asked(words);
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let mut ranked = ranked(self.db(), &asked)?;
        // What is not in the index yet is put into one that nobody else sees.
        if last_term(self.db())? > last_indexed(self.db())? {
            let fresh = Connection::open_in_memory()?;
            fresh.execute_batch(WORDS)?;
            enter_new_words(self.db(), &fresh, |id, look| self.look(id, look))?;
            ranked.extend(self::ranked(&fresh, &asked)?);
            ranked.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        }
        self.hits(ranked.into_iter().map(|(id, _)| id), most)
    }

    /// What is said with some texts, as far as it is wanted.
    fn hits(&self, texts: impl Iterator<Item = TermId>, most: usize) -> Result<Vec<Hit>, StoreError> {
        let own = self.own_graphs()?;
        let (mut hits, mut last): (Vec<Hit>, _) = (Vec::new(), None);
        for object in texts {
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

/// The texts of an index that have what is asked for, each with its rank: the less, the better.
fn ranked(index: &Connection, asked: &str) -> Result<Vec<(TermId, f64)>, StoreError> {
    let mut statement =
        index.prepare_cached("SELECT rowid, rank FROM words WHERE words MATCH ?1 ORDER BY rank, rowid")?;
    Ok(statement.query_map([asked], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<Result<_, _>>()?)
}

/// Enters the words of the texts of a database that are not in its index yet into an index, be it its own.
fn enter_new_words(
    db: &Connection,
    index: &Connection,
    look: impl Fn(TermId, fn(Stored<'_>) -> Option<String>) -> Result<Option<String>, StoreError>,
) -> Result<(), StoreError> {
    let mut put = index.prepare_cached("INSERT INTO words (rowid, text) VALUES (?1, ?2)")?;
    for id in last_indexed(db)? + 1..=last_term(db)? {
        let text = look(id, |stored| match stored {
            Stored::Text(text) | Stored::LanguageText(text, _) | Stored::Typed(text, _) => Some(words_of(text)),
            Stored::Iri(_) | Stored::Blank(_) => None,
        })?;
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            put.execute(params![id, text])?;
        }
    }
    Ok(())
}

/// The number of the last term whose words are in the index.
fn last_indexed(db: &Connection) -> Result<TermId, StoreError> {
    Ok(about::get::<TermId>(db, "words")?.unwrap_or_default())
}

/// The number of the last term.
fn last_term(db: &Connection) -> Result<TermId, StoreError> {
    Ok(about::get::<TermId>(db, "terms")?.unwrap_or_default())
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
