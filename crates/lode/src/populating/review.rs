//! Names that pages have and the dictionary does not, for a person to decide on.

use std::collections::BTreeMap;

use knowledge::names::{Term, normalised};
use knowledge::population::facts::PageFacts;

use crate::wrapping::Vocabulary;

/// Examples, pages and suggestions of each name.
const MOST_EXAMPLES: usize = 3;
/// Names that are less like this are not worth a thought.
const WORTH_ASKING: f64 = 0.3;
/// Different names that are kept; a list that nobody reads to its end needs no more.
const MOST_NAMES: usize = 5000;

/// A name that pages have and the dictionary does not.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewName {
    /// As it was printed first.
    pub name: String,
    /// The IRI of the class of what it says something of.
    pub class: String,
    /// How often it was seen.
    pub count: usize,
    /// Values that stood behind it.
    pub examples: Vec<String>,
    /// Pages that have it, as they were given.
    pub pages: Vec<String>,
    /// The IRI of the property that its values were taken for, by their form and place: a guess to be confirmed.
    pub taken_for: Option<String>,
    /// Terms whose names resemble it, as IRIs with their likeness, the likeliest first.
    pub suggestions: Vec<(String, f64)>,
}

/// The names of many pages. It grows with the number of different names, not of pages.
#[derive(Clone, Debug, Default)]
pub struct ReviewList {
    names: BTreeMap<(String, String), ReviewName>,
}

impl ReviewList {
    /// Adds what a page has.
    pub fn add(&mut self, facts: &PageFacts) {
        for unknown in &facts.unknown {
            let key = (unknown.class.clone(), normalised(&unknown.name));
            if self.names.len() >= MOST_NAMES && !self.names.contains_key(&key) {
                continue;
            }
            let known = self.names.entry(key).or_insert_with(|| ReviewName {
                name: unknown.name.clone(),
                class: unknown.class.clone(),
                count: 0,
                examples: Vec::new(),
                pages: Vec::new(),
                taken_for: None,
                suggestions: Vec::new(),
            });
            known.count += 1;
            known.taken_for = known.taken_for.take().or_else(|| unknown.taken_for.clone());
            let examples = unknown.examples.iter().map(|example| page::clipped(example, 120));
            examples.for_each(|example| add_new(&mut known.examples, example));
            add_new(&mut known.pages, facts.page.clone());
        }
    }

    /// The names with suggestions, those that were seen most first.
    pub fn names(&self, vocabulary: &Vocabulary) -> Vec<ReviewName> {
        let mut names: Vec<ReviewName> = self.names.values().cloned().collect();
        names.sort_by(|a, b| b.count.cmp(&a.count).then(a.name.cmp(&b.name)).then(a.class.cmp(&b.class)));
        for name in &mut names {
            let suggestions = vocabulary.dictionary.suggestions(&name.name, MOST_EXAMPLES).into_iter();
            let worthy = suggestions.filter(|suggestion| suggestion.likeness >= WORTH_ASKING);
            name.suggestions =
                worthy.map(|suggestion| (term_iri(vocabulary, suggestion.term), suggestion.likeness)).collect();
        }
        names
    }
}

fn add_new(texts: &mut Vec<String>, text: String) {
    if texts.len() < MOST_EXAMPLES && !texts.contains(&text) {
        texts.push(text);
    }
}

fn term_iri(vocabulary: &Vocabulary, term: Term) -> String {
    match term {
        Term::Property(number) => vocabulary.ontology.properties[number].iri.clone(),
        Term::Class(number) => vocabulary.ontology.classes[number].iri.clone(),
    }
}
