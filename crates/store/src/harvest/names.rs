//! Names that sites use: those that nobody knew, for a person to decide on, and what was decided.

use std::collections::BTreeMap;

use knowledge::names::normalised;
use knowledge::population::facts::PageFacts;
use rusqlite::{OptionalExtension as _, params};

use crate::error::StoreError;
use crate::snapshot::Snapshot;
use crate::writer::Commit;

/// A name of a term that was learnt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Synonym {
    /// The IRI of the term.
    pub term: String,
    /// The name, as it was printed.
    pub name: String,
    /// Who accepted it.
    pub who: String,
    /// When.
    pub time: String,
    /// A page that has it.
    pub place: Option<String>,
}

/// A name that pages have and nobody knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReviewedName {
    /// As it was printed first.
    pub name: String,
    /// The IRI of the class of what it says something of.
    pub class: String,
    /// How many pages have it.
    pub pages: usize,
    /// One of them.
    pub page: String,
    /// Some values that stood behind it.
    pub examples: Vec<String>,
}

/// Examples that are told of a name.
const EXAMPLES: usize = 3;
/// Pages that are looked at for a name that is told on a page of names.
const LOOKED_AT: usize = 64;

impl Commit<'_> {
    pub(super) fn put_unknown_names(&mut self, graph: u32, facts: &PageFacts) -> Result<(), StoreError> {
        for unknown in &facts.unknown {
            self.db()
                .prepare_cached(
                    "INSERT OR IGNORE INTO unknown_names (graph, name, class, printed, example)
                     VALUES (?1, ?2, ?3, ?4, ?5)",
                )?
                .execute(params![
                    graph,
                    normalised(&unknown.name),
                    unknown.class,
                    unknown.name,
                    unknown.examples.first()
                ])?;
        }
        Ok(())
    }

    /// Remembers that a term is called so.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn accept_name(&mut self, name: &str, term: &str, who: &str) -> Result<(), StoreError> {
        let key = normalised(name);
        let place: Option<String> = self
            .db()
            .prepare_cached(
                "SELECT min(sources.name) FROM unknown_names JOIN sources USING (graph) WHERE unknown_names.name = ?1",
            )?
            .query_row([&key], |row| row.get(0))?;
        let time = self.time().to_owned();
        self.db()
            .prepare_cached(
                "INSERT OR REPLACE INTO synonyms (name, term, printed, who, time, place)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![key, term, name, who, time, place])?;
        Ok(())
    }

    /// Takes back what was decided about a name, which then waits for a decision again. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn reopen_name(&mut self, name: &str) -> Result<bool, StoreError> {
        let key = normalised(name);
        let accepted = self.db().prepare_cached("DELETE FROM synonyms WHERE name = ?1")?.execute([&key])?;
        let dismissed = self.db().prepare_cached("DELETE FROM dismissed_names WHERE name = ?1")?.execute([&key])?;
        Ok(accepted + dismissed > 0)
    }

    /// Remembers that a name is of no interest.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub fn dismiss_name(&mut self, name: &str, who: &str) -> Result<(), StoreError> {
        let time = self.time().to_owned();
        self.db()
            .prepare_cached("INSERT OR REPLACE INTO dismissed_names (name, who, time) VALUES (?1, ?2, ?3)")?
            .execute(params![normalised(name), who, time])?;
        Ok(())
    }
}

impl Snapshot {
    /// The names that were learnt, in the order of the terms.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn synonyms(&self) -> Result<Vec<Synonym>, StoreError> {
        let mut statement =
            self.db().prepare_cached("SELECT term, printed, who, time, place FROM synonyms ORDER BY term, name")?;
        let synonym = |row: &rusqlite::Row<'_>| {
            Ok(Synonym {
                term: row.get(0)?,
                name: row.get(1)?,
                who: row.get(2)?,
                time: row.get(3)?,
                place: row.get(4)?,
            })
        };
        Ok(statement.query_map([], synonym)?.collect::<Result<_, _>>()?)
    }

    /// The names that wait for a decision, those of most pages first.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn names_to_review(&self) -> Result<Vec<ReviewedName>, StoreError> {
        let mut statement = self.db().prepare_cached(
            "SELECT unknown_names.name, class, printed, example, sources.name
             FROM unknown_names JOIN sources USING (graph)
             WHERE unknown_names.name NOT IN (SELECT name FROM synonyms)
               AND unknown_names.name NOT IN (SELECT name FROM dismissed_names)
             ORDER BY unknown_names.name, class, sources.name",
        )?;
        let mut rows = statement.query([])?;
        let mut names: BTreeMap<(String, String), ReviewedName> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let (key, class): (String, String) = (row.get(0)?, row.get(1)?);
            let (name, example, page): (String, Option<String>, String) = (row.get(2)?, row.get(3)?, row.get(4)?);
            let new = || ReviewedName { name, class: class.clone(), pages: 0, page, examples: Vec::new() };
            let known = names.entry((key, class.clone())).or_insert_with(new);
            known.pages += 1;
            if let Some(example) = example
                && known.examples.len() < EXAMPLES
                && !known.examples.contains(&example)
            {
                known.examples.push(example);
            }
        }
        let mut names: Vec<ReviewedName> = names.into_values().collect();
        names.sort_by(|a, b| b.pages.cmp(&a.pages).then(a.name.cmp(&b.name)).then(a.class.cmp(&b.class)));
        Ok(names)
    }

    /// The names that wait for a decision, by their letters and classes, behind one of them: the first so many.
    /// That takes as long as it takes to count the pages of these.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn names_to_review_after(
        &self,
        after: Option<(&str, &str)>,
        most: usize,
    ) -> Result<Vec<ReviewedName>, StoreError> {
        let (mut key, mut class) =
            after.map_or_else(Default::default, |(name, class)| (normalised(name), class.into()));
        let mut next = self.db().prepare_cached(
            "SELECT name, class,
                 EXISTS (SELECT 1 FROM synonyms WHERE synonyms.name = unknown_names.name)
                 OR EXISTS (SELECT 1 FROM dismissed_names WHERE dismissed_names.name = unknown_names.name)
             FROM unknown_names WHERE (name, class) > (?1, ?2) ORDER BY name, class LIMIT 1",
        )?;
        let mut names = Vec::new();
        while names.len() < most {
            let found = next.query_row([&key, &class], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?))).optional()?;
            let is_decided: bool;
            let Some(found) = found else { break };
            (key, class, is_decided) = found;
            if !is_decided {
                names.extend(self.reviewed(&key, &class)?);
            }
        }
        Ok(names)
    }

    /// A name with some of its pages and values.
    fn reviewed(&self, key: &str, class: &str) -> Result<Option<ReviewedName>, StoreError> {
        let mut count =
            self.db().prepare_cached("SELECT count(*) FROM unknown_names WHERE name = ?1 AND class = ?2")?;
        let pages: i64 = count.query_row([key, class], |row| row.get(0))?;
        let mut some = self.db().prepare_cached(
            "SELECT printed, example, sources.name FROM unknown_names JOIN sources USING (graph)
             WHERE unknown_names.name = ?1 AND class = ?2 ORDER BY graph LIMIT ?3",
        )?;
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(2)?, row.get(0)?, row.get(1)?));
        let mut rows: Vec<(String, String, Option<String>)> =
            some.query_map(params![key, class, LOOKED_AT as i64], row)?.collect::<Result<_, _>>()?;
        rows.sort();
        let mut examples: Vec<String> = Vec::new();
        for example in rows.iter().filter_map(|(_, _, example)| example.as_ref()) {
            if examples.len() < EXAMPLES && !examples.contains(example) {
                examples.push(example.clone());
            }
        }
        let first = rows.into_iter().next();
        Ok(first.map(|(page, name, _)| ReviewedName {
            name,
            class: class.to_owned(),
            pages: pages as usize,
            page,
            examples,
        }))
    }
}
