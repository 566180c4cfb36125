//! The wrapper itself: a regular expression over the tags of a page, whose texts are properties and values.
//!
//! It prints as what a person can read and edit, and is read back from that:
//! `<tr><td>{property}</td><td>{value}</td></tr>`. Tags are written without attributes; `{property}`, `{value}` and
//! `{text}` stand for the text between two tags, the last for text that nobody wants; `( … )?` may be missing, `( …
//! )+` comes at least once, `( … )*` any number of times. Spaces and line breaks between these mean nothing.

mod matching;
mod parse;

use std::fmt;

pub use matching::{Filled, Match};
pub use parse::{PatternError, Problem};

use super::tags::{Alphabet, Letter};

/// What a text in a pattern is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// The name of a property.
    Property,
    /// A value: of the property before it, if there is one.
    Value,
    /// Text that must be there but is not wanted.
    Text,
}

/// A wrapper.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    parts: Vec<Part>,
}

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    Open(String),
    Close(String),
    Slot(Slot),
    Group(Vec<Part>, Times),
}

/// How many times a group may come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Times {
    /// `?`
    Optional,
    /// `+`
    Once,
    /// `*`
    Any,
}

impl Pattern {
    /// The pattern of a substring whose texts have these roles, in order; texts past the last role are not wanted.
    pub(super) fn of_symbols(alphabet: &Alphabet, symbols: &[u32], roles: &[Slot]) -> Pattern {
        let mut roles = roles.iter().copied();
        let part = |&symbol: &u32| match alphabet.letter(symbol) {
            Letter::Text => Part::Slot(roles.next().unwrap_or(Slot::Text)),
            Letter::Open(name) => Part::Open(name.to_owned()),
            Letter::Close(name) => Part::Close(name.to_owned()),
        };
        Pattern { parts: symbols.iter().map(part).collect() }
    }

    /// The slots, in order.
    pub fn slots(&self) -> Vec<Slot> {
        fn collect(parts: &[Part], slots: &mut Vec<Slot>) {
            for part in parts {
                match part {
                    Part::Slot(slot) => slots.push(*slot),
                    Part::Group(parts, _) => collect(parts, slots),
                    Part::Open(_) | Part::Close(_) => {}
                }
            }
        }
        let mut slots = Vec::new();
        collect(&self.parts, &mut slots);
        slots
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.parts.iter().try_for_each(|part| part.fmt(f))
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Open(name) => write!(f, "<{name}>"),
            Part::Close(name) => write!(f, "</{name}>"),
            Part::Slot(slot) => slot.fmt(f),
            Part::Group(parts, times) => {
                f.write_str("(")?;
                parts.iter().try_for_each(|part| part.fmt(f))?;
                f.write_str(match times {
                    Times::Optional => ")?",
                    Times::Once => ")+",
                    Times::Any => ")*",
                })
            }
        }
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Slot::Property => "{property}",
            Slot::Value => "{value}",
            Slot::Text => "{text}",
        })
    }
}
