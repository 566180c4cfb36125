//! Which cells of a table are headers where neither markup nor looks say so: two looks at each cell, the second of
//! which sees what the first has found. What the first look says to the second, and the lexicon to the first, was
//! learnt from tables of other folds, so that neither is trusted more than on a table that nobody has seen.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use analysis::evidence::{Evidence, Fact};
use analysis::tables::{self, Config, Lexicon, Unmarked};
use page::{Capture, Page};
use serde::Deserialize;

use super::{Source, Task};
use crate::decision::{Candidate, Decision};
use crate::parallel::in_parallel;
use crate::regression::{Kind, odds};
use crate::validation::by_site;

const CORPORA: &[&str] = &["tables-zh", "tables-wiki"];
/// The penalty of both looks.
const RIDGE: f64 = 0.0001;
/// An entry of the lexicon stands on so many sites at least, headers and others counted by themselves.
const LEAST_SITES: f64 = 10.0;
/// So many headers, and so many others, are taken to have been seen of each entry before any is counted.
const PRIOR: f64 = 2.0;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct FirstLook;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct SecondLook;

impl Task for FirstLook {
    fn name(&self) -> &'static str {
        "tables"
    }

    fn about(&self) -> &'static str {
        "What the facts of the first look weigh."
    }

    fn file(&self) -> &'static str {
        "crates/analysis/src/tables/first_weights.rs"
    }

    fn facts(&self) -> &'static [Fact] {
        tables::FirstLook::FACTS
    }

    fn kind(&self) -> Kind {
        Kind::Judgement
    }

    fn ridge(&self) -> f64 {
        RIDGE
    }

    fn corpora(&self) -> &'static [&'static str] {
        CORPORA
    }

    fn decisions(&self, source: &Source) -> std::io::Result<Vec<Decision>> {
        Ok(first_decisions(&read(source)?))
    }

    fn counted(&self, source: &Source) -> std::io::Result<Vec<(&'static str, String)>> {
        let seen = read(source)?;
        let entries = entries(&seen.iter().collect::<Vec<_>>());
        Ok(vec![("crates/analysis/src/tables/lexicon.rs", lexicon_source(&entries))])
    }
}

impl Task for SecondLook {
    fn name(&self) -> &'static str {
        "tables"
    }

    fn about(&self) -> &'static str {
        "What the facts of the second look weigh."
    }

    fn file(&self) -> &'static str {
        "crates/analysis/src/tables/second_weights.rs"
    }

    fn facts(&self) -> &'static [Fact] {
        tables::SecondLook::FACTS
    }

    fn kind(&self) -> Kind {
        Kind::Judgement
    }

    fn ridge(&self) -> f64 {
        RIDGE
    }

    fn corpora(&self) -> &'static [&'static str] {
        CORPORA
    }

    fn decisions(&self, source: &Source) -> std::io::Result<Vec<Decision>> {
        let seen = read(source)?;
        let first = held_out_odds(&first_decisions(&seen));
        let facts = seen.iter().zip(&first).map(|(seen, odds)| {
            let looked = seen.table.second_look(odds);
            seen.decision(looked.iter().map(Evidence::values))
        });
        Ok(facts.collect())
    }
}

/// A page of the truth: its headers are marked, and so are the tables whose headers are known.
#[derive(Deserialize)]
struct MarkedPage {
    corpus: String,
    site: String,
    html: String,
}

/// A table whose headers are known.
struct Seen {
    corpus: String,
    site: String,
    table: Unmarked,
    is_header: Vec<bool>,
}

impl Seen {
    /// The decision about its cells, each with its facts.
    fn decision(&self, facts: impl Iterator<Item = Vec<f64>>) -> Decision {
        let cells = self.table.cells().iter().zip(&self.is_header).zip(facts);
        let candidates = cells.map(|((cell, &is_header), facts)| Candidate {
            name: cell.text.clone(),
            facts,
            right: f64::from(is_header),
            ..Candidate::default()
        });
        Decision {
            corpus: self.corpus.clone(),
            site: self.site.clone(),
            name: format!("{} {:?}", self.site, self.table.node),
            candidates: candidates.collect(),
            gold: self.is_header.iter().filter(|&&is_header| is_header).count(),
            ..Decision::default()
        }
    }

    /// The entries of the lexicon that its headers have, and those that its other cells have.
    fn entries(&self, is_header: bool) -> BTreeSet<String> {
        let cells = self.table.cells().iter().zip(&self.is_header).enumerate();
        let own = cells.filter(|(number, (_, own))| **own == is_header && self.table.is_words(*number));
        own.flat_map(|(_, (cell, _))| Lexicon::entries_of(&cell.text)).collect()
    }
}

/// All tables whose headers are known.
fn read(source: &Source) -> std::io::Result<Vec<Seen>> {
    let text = std::fs::read_to_string(&source.truth)?;
    let pages: Vec<MarkedPage> =
        text.lines().map(|line| serde_json::from_str(line).map_err(std::io::Error::from)).collect::<Result<_, _>>()?;
    Ok(in_parallel(pages.len(), |number| tables_of(&pages[number])).into_iter().flatten().collect())
}

fn tables_of(marked: &MarkedPage) -> Vec<Seen> {
    let page = Page::new(Capture::new(marked.site.clone(), marked.html.clone()));
    let judged = Unmarked::all(&page, &Config::default()).into_iter();
    let judged = judged.filter(|table| page.tree.attr(table.node, "data-judged").is_some());
    let seen = judged.map(|table| Seen {
        corpus: marked.corpus.clone(),
        site: marked.site.clone(),
        is_header: table.cells().iter().map(|cell| page.tree.attr(cell.node, "data-header").is_some()).collect(),
        table,
    });
    seen.collect()
}

/// The decisions of the first look, each with a lexicon that was counted on tables of other folds.
fn first_decisions(seen: &[Seen]) -> Vec<Decision> {
    let bare: Vec<Decision> = seen.iter().map(|seen| seen.decision(std::iter::empty())).collect();
    let fold = by_site(&bare);
    let folds = fold.iter().max().map_or(0, |last| last + 1);
    let lexicons = in_parallel(folds, |held_out| {
        let rest = seen.iter().zip(&fold).filter(|&(_, &own)| own != held_out);
        Lexicon::new(entries(&rest.map(|(seen, _)| seen).collect::<Vec<_>>()))
    });
    let look = |number: usize| {
        let looked = seen[number].table.first_look(&lexicons[fold[number]]);
        seen[number].decision(looked.iter().map(Evidence::values))
    };
    in_parallel(seen.len(), look)
}

/// For each decision of the first look the odds of its cells, by weights that were fitted to other folds.
fn held_out_odds(decisions: &[Decision]) -> Vec<Vec<f64>> {
    let fold = by_site(decisions);
    let folds = fold.iter().max().map_or(0, |last| last + 1);
    let model = FirstLook.model();
    let weights = in_parallel(folds, |held_out| {
        let rest = decisions.iter().zip(&fold).filter(|&(_, &own)| own != held_out);
        model.fit(&rest.map(|(decision, _)| decision).collect::<Vec<_>>())
    });
    decisions.iter().zip(&fold).map(|(decision, &fold)| odds(decision, &weights[fold])).collect()
}

/// The lexicon that some tables make: for each entry the logarithm of the odds that it is a header's, in halves. On
/// each site an entry counts once for headers and once for others, since the tables of a site have the same names.
fn entries(seen: &[&Seen]) -> BTreeMap<String, f64> {
    let mut counts: BTreeMap<String, (f64, f64)> = BTreeMap::new();
    for site in seen.chunk_by(|one, next| one.site == next.site) {
        let all = |is_header: bool| site.iter().flat_map(move |seen| seen.entries(is_header)).collect::<BTreeSet<_>>();
        all(true).into_iter().for_each(|entry| counts.entry(entry).or_default().0 += 1.0);
        all(false).into_iter().for_each(|entry| counts.entry(entry).or_default().1 += 1.0);
    }
    let usual = counts.into_iter().filter(|(_, (headers, others))| headers + others >= LEAST_SITES);
    let odds = usual.map(|(entry, (headers, others))| (entry, ((headers + PRIOR) / (others + PRIOR)).ln()));
    odds.map(|(entry, odds)| (entry, (odds * 2.0).round() / 2.0)).filter(|(_, odds)| *odds != 0.0).collect()
}

/// The lexicon as source: a line for the ends and one for the pieces of equal odds.
fn lexicon_source(entries: &BTreeMap<String, f64>) -> String {
    let mut by_odds: BTreeMap<i64, (Vec<&str>, Vec<&str>)> = BTreeMap::new();
    for (entry, odds) in entries {
        let (ends, pieces) = by_odds.entry((odds * 2.0) as i64).or_default();
        match entry.strip_prefix('$') {
            Some(end) => ends.push(end),
            None => pieces.push(entry),
        }
    }
    let mut text = String::from(
        "//! How much the words of names are like names: odds, by what a text ends with and by its pieces.\n//!\n\
         //! Written by `cargo xtask fit tables`, never by hand.\n\n\
         /// For each odds (a logarithm) the ends of texts and the pieces of texts that have them.\n\
         #[rustfmt::skip]\npub(super) const LEXICON: &[(f64, &str, &str)] = &[\n",
    );
    for (odds, (ends, pieces)) in by_odds.iter().rev() {
        let _ = writeln!(text, "    ({:.1}, \"{}\",\n    \"{}\"),", *odds as f64 / 2.0, wrapped(ends), wrapped(pieces));
    }
    text.push_str("];\n");
    text
}

/// Entries in lines that an editor shows whole.
fn wrapped(entries: &[&str]) -> String {
    let mut text = String::new();
    let mut length = 0;
    for (number, entry) in entries.iter().enumerate() {
        if length > 50 {
            text.push_str(" \\\n        ");
            length = 0;
        } else if number > 0 {
            text.push(' ');
        }
        let _ = write!(text, "{entry}{}", if number + 1 < entries.len() { "," } else { "" });
        length += entry.chars().count() + 2;
    }
    text
}
