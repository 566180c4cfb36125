//! The wrapper file: a wrapper as JSON that a person can read and change. It owns its types, which change only with
//! [`FORMAT`].

mod bad;
mod read;
mod remembered;
mod versions;

use analysis::wrappers::agreement::confidence;
use serde::{Deserialize, Serialize};

pub use bad::BadFile;
pub(super) use remembered::written_bar;

/// The version of the format that is written, and the latest that is read.
pub const FORMAT: u32 = 3;

/// A wrapper file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrapperFile {
    /// The version of the format.
    pub lode_wrapper: u32,
    /// The version of the wrapper: one more each time it is healed or rolled back.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub version: u32,
    /// What the pages have in common.
    pub template: Template,
    /// What is looked for.
    pub fields: Vec<Field>,
    /// What else the pages tell; for a person to accept into the fields, or not.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub review: Vec<Review>,
    /// The pattern of the published method, if that was used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// What it was learnt from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
    /// What it was before it was healed, the latest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub history: Vec<Version>,
}

/// A wrapper as it was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Version {
    /// Its number.
    pub version: u32,
    /// Whether it was given up by a roll back, rather than replaced by something newer.
    #[serde(default, skip_serializing_if = "is_false")]
    pub undone: bool,
    /// As in the wrapper.
    pub template: Template,
    /// As in the wrapper.
    pub fields: Vec<Field>,
    /// As in the wrapper.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub review: Vec<Review>,
    /// As in the wrapper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// As in the wrapper.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
}

/// What the pages of a template have in common.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// What its pages are: `detail` for one thing a page, `list` for many.
    pub kind: Kind,
    /// Chains of elements with their classes that nearly all of its pages have around their texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signature: Vec<String>,
    /// Where the records of a list stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<Records>,
    /// The region of a page that is watched closely.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
}

/// Where the records of a list stand. Then the places of the fields are within a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Records {
    /// Each begins with the last of these elements.
    #[serde(rename = "in")]
    pub chain: String,
    /// Each goes on until the next begins, rather than ending with that element.
    #[serde(default, skip_serializing_if = "is_false")]
    pub until_next: bool,
}

/// What pages are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Each about one thing.
    #[default]
    Detail,
    /// Lists of things.
    List,
}

impl Field {
    /// How sure a value is on whose place all agree, from 0 to 1.
    pub fn confidence(&self) -> f64 {
        confidence(self.find.iter().map(|place| place.weight).sum())
    }
}

/// Something that is looked for on each page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Field {
    /// What it is called in the output.
    pub name: String,
    /// The term of the ontology.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub term: Option<String>,
    /// Whether there can be several values.
    #[serde(default, skip_serializing_if = "is_false")]
    pub many: bool,
    /// What the values look like. One that does not is doubtful.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Values>,
    /// The value is not the text that is found, but all of the nearest element with this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<String>,
    /// The value is so many texts, beginning with the one that is found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub texts: Option<usize>,
    /// The value is only what stands between these two.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub between: Option<(String, String)>,
    /// Where a value may stand. The more weight agrees, the surer it is.
    pub find: Vec<Place>,
    /// Values from the pages it was learnt from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
    /// How much its places disagree on those pages, from 0 to 1: as much is normal on others.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub doubt: f64,
    /// Texts around it that are never its value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never: Vec<String>,
    /// For each level from the document down, which of how many elements holds the value (`2/5`), or `?` where the
    /// pages differ.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub bars: String,
    /// What it looks like, whatever the markup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub look: Option<Look>,
}

/// What a field looks like, whatever the markup: by this it is found again when the template has changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// Texts before it that its pages have in common, the nearest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<String>,
    /// Texts behind it that its pages have in common, the nearest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub behind: Vec<String>,
    /// Classes and ids of the elements around it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The share of its values that are in the title of their page.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub in_title: f64,
    /// The share of its values that stand elsewhere on the page too.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub repeated: f64,
}

/// A region of a page, and all that stands around it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Its text, by which it is found again.
    pub text: String,
    /// The elements around it, from the outermost.
    pub around: Vec<Around>,
    /// Σ above and below it, in the repaired tree and in the source.
    pub sums: Sums,
}

/// An element around a region.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Around {
    /// Its name, id and classes.
    pub element: String,
    /// Which of how many elements beside each other it is, as `2/5`.
    pub bar: String,
    /// A number that is equal if the elements beside it are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<String>,
    /// The same as files before format 3 have it, whose number was made in another way.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub siblings: Option<String>,
}

/// Open tags less closed ones, above and below a region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    /// In the repaired tree.
    pub tree: (i64, i64),
    /// In the source.
    pub source: (i64, i64),
}

/// Something that the pages tell and nobody asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// What the pages call it.
    pub name: String,
    /// Terms of the ontology that it may be, the likeliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
    /// Whether there can be several values.
    #[serde(default, skip_serializing_if = "is_false")]
    pub many: bool,
    /// Where a value may stand.
    pub find: Vec<Place>,
    /// Values from the pages it was learnt from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<String>,
}

/// What values look like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Values {
    /// Of a kind with a name.
    Kind(ValueKind),
    /// As a regular expression says, from the first character to the last.
    Pattern(String),
    /// One of these.
    OneOf(Vec<String>),
    /// Numbers from the first to the second.
    Between(Option<f64>, Option<f64>),
}

/// Kinds of values with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ValueKind {
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// Yes or no.
    Boolean,
    /// A date, or a month, or a year.
    Date,
    /// A date with a time.
    DateTime,
    /// A time of day.
    Time,
    /// A year.
    Year,
    /// An address on the web.
    Address,
}

/// A place where a value may stand: `after` a label, at a `path`, or `in` a chain of elements.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The text behind this label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The text that begins with this label and a colon.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_with: Option<String>,
    /// The text at this path, from the root or from an id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// A text directly in the last of these elements, each within the one before.
    #[serde(default, rename = "in", skip_serializing_if = "Option::is_none")]
    pub chain: Option<String>,
    /// Which of those that are found so, if there are several.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub nth: u32,
    /// How much it counts, from 0 to 1.
    #[serde(default = "whole", skip_serializing_if = "is_whole")]
    pub weight: f64,
}

/// What a wrapper was learnt from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The program and the method.
    pub by: String,
    /// How many pages.
    pub pages: usize,
    /// Some of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub from: Vec<String>,
    /// Ontology and names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vocabulary: Vec<String>,
}

fn is_false(value: &bool) -> bool {
    !value
}

fn is_zero(value: &f64) -> bool {
    *value == 0.0
}

fn one() -> u32 {
    1
}

fn is_one(value: &u32) -> bool {
    *value == 1
}

fn whole() -> f64 {
    1.0
}

fn is_whole(value: &f64) -> bool {
    *value == 1.0
}
