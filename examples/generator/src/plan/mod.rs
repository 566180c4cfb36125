//! What a domain is made of before anything is drawn: its concepts with the words for them, the sorts of attributes,
//! and the phrases that its pages are written in. No page stands here.

mod books;
mod travel;

use crate::Domain;
use crate::words::Vocabulary;

/// A domain.
pub(crate) struct Plan {
    pub(crate) tops: &'static [Top],
    pub(crate) vocabulary: Vocabulary,
    /// Patterns of the sites' names.
    pub(crate) site_names: &'static [&'static str],
    pub(crate) slogans: &'static [&'static str],
    /// What people buy here, in one word, for advertisements and service pages.
    pub(crate) topic: &'static str,
    /// News with a title and a text.
    pub(crate) news: &'static [(&'static str, &'static str)],
    pub(crate) adverts: &'static [&'static str],
}

/// A concept of the first level, whose instances are of one sort.
pub(crate) struct Top {
    pub(crate) name: Wording,
    pub(crate) attributes: &'static [Attribute],
    pub(crate) rates: Option<Rates>,
    /// Sentences about an instance; `{name}` is its name, `{w}` an invented one.
    pub(crate) sentences: &'static [&'static str],
    pub(crate) leaves: &'static [Leaf],
}

/// A concept of the second or third level.
pub(crate) struct Leaf {
    pub(crate) name: Wording,
    /// Patterns of the instances' names, each with another spelling of the same name.
    pub(crate) names: &'static [(&'static str, &'static str)],
    pub(crate) below: &'static [Leaf],
    /// How far above the lowest price its things may cost, in hundredths of the span.
    pub(crate) dearness: usize,
}

/// The words for a concept.
#[derive(Clone, Copy)]
pub(crate) struct Wording {
    pub(crate) slug: &'static str,
    /// Labels that share a stem.
    pub(crate) labels: &'static [&'static str],
    /// Labels that share none: at most one site uses one, with the shared slug in its addresses.
    pub(crate) synonyms: &'static [&'static str],
}

/// An attribute of a sort of instances.
pub(crate) struct Attribute {
    pub(crate) key: &'static str,
    pub(crate) labels: &'static [&'static str],
    /// In how many of a hundred sites lists show it too.
    pub(crate) listed: usize,
    pub(crate) kind: Kind,
}

/// How the values of an attribute are drawn.
pub(crate) enum Kind {
    Phone,
    Address,
    Mail,
    /// From and to, in cents, in such steps.
    Money(usize, usize, usize),
    Rating,
    Count(usize, usize),
    Year(usize, usize),
    Hours,
    OneOf(&'static [&'static str]),
    /// Two or three of them.
    Several(&'static [&'static str]),
    Person,
    /// A company, drawn from few.
    Company(&'static [&'static str]),
    Isbn,
}

/// A table of prices by row and column.
pub(crate) struct Rates {
    pub(crate) titles: &'static [&'static str],
    pub(crate) rows: &'static [&'static str],
    pub(crate) columns: &'static [&'static str],
    /// The lowest and the highest price, in whole money.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// The plan of a domain.
pub(crate) fn plan(domain: Domain) -> &'static Plan {
    match domain {
        Domain::Travel => &travel::PLAN,
        Domain::Books => &books::PLAN,
    }
}

const fn wording(slug: &'static str, labels: &'static [&'static str], synonyms: &'static [&'static str]) -> Wording {
    Wording { slug, labels, synonyms }
}

const fn leaf(name: Wording, names: &'static [(&'static str, &'static str)]) -> Leaf {
    Leaf { name, names, below: &[], dearness: 100 }
}

/// A leaf whose things cost less than others of their sort.
const fn cheaper(dearness: usize, leaf: Leaf) -> Leaf {
    Leaf { dearness, ..leaf }
}

const fn attribute(key: &'static str, labels: &'static [&'static str], listed: usize, kind: Kind) -> Attribute {
    Attribute { key, labels, listed, kind }
}
