//! Texts that hint at a property of a class: its name as a label, or a value of a form that no other text has.

use analysis::wrappers::reading::{Reading, own_label};
use page::NodeId;

use crate::names::{Dictionary, Term};
use crate::ontology::Ontology;
use crate::values::Converter;

/// The properties of a class, ready to be recognised.
#[derive(Clone, Debug)]
pub struct Hinter<'o> {
    dictionary: &'o Dictionary,
    /// Places in the ontology.
    properties: Vec<usize>,
    converters: Vec<Converter>,
}

/// What a text hints at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hint {
    /// The text.
    pub node: NodeId,
    /// The property, by its place among those of the class.
    pub property: usize,
    /// Whether it is the name, rather than a value.
    pub is_name: bool,
}

/// Bytes of a text that may be a name.
const LONGEST_NAME: usize = 80;

impl<'o> Hinter<'o> {
    /// Of some properties of an ontology.
    pub fn new(ontology: &'o Ontology, dictionary: &'o Dictionary, properties: &[usize]) -> Hinter<'o> {
        let converters = properties.iter().map(|&number| Converter::new(&ontology.properties[number])).collect();
        Hinter { dictionary, properties: properties.to_vec(), converters }
    }

    /// The property of the class that has a name, by its place among those of the class.
    pub fn named(&self, text: &str) -> Option<usize> {
        if text.len() > LONGEST_NAME {
            return None;
        }
        let found = self.dictionary.lookup(text).iter().filter_map(|found| match found.term {
            Term::Property(number) => self.properties.iter().position(|&own| own == number),
            Term::Class(_) => None,
        });
        found.into_iter().next()
    }

    /// All hints on a page, or in a part of it. A name counts if something follows it that is no name itself: the
    /// header of a table names what stands below.
    pub fn hints(&self, reading: &Reading<'_>) -> Vec<Hint> {
        let names: Vec<Option<usize>> = reading.texts.iter().map(|text| self.named(&text.text)).collect();
        let mut hints = Vec::new();
        for (number, text) in reading.texts.iter().enumerate() {
            let own = own_label(&text.text).and_then(|(label, value)| Some((self.named(label)?, value)));
            let follows = reading.behind(number).is_some_and(|next| names[next].is_none());
            let name = names[number].filter(|_| follows).or(own.map(|(property, _)| property));
            hints.extend(name.map(|property| Hint { node: text.node, property, is_name: true }));
            let value = own.map_or(text.text.as_str(), |(_, value)| value);
            for (property, converter) in self.converters.iter().enumerate() {
                if converter.is_in(value) {
                    hints.push(Hint { node: text.node, property, is_name: false });
                }
            }
        }
        hints
    }
}
