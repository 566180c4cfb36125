//! The wrapper file: a wrapper as JSON that a person can read and change. It owns its types, which change only with
//! [`FORMAT`].

use std::fmt;

use analysis::bartree::{Bar, Level, Reverse, surroundings};
use analysis::wrappers::locator::Locator;
use analysis::wrappers::places::BadPlace;
use analysis::wrappers::portrait::Portrait;
use analysis::wrappers::reading::Label;
use analysis::wrappers::records::RecordPlace;
use analysis::wrappers::slots::{CHAIN_OCCURRENCES, LABEL_OCCURRENCES};
use analysis::wrappers::wrapper::{self, Wrapper};
use knowledge::ontology::{Bounds, Pattern, Range};
use page::{NodeId, Page};
use serde::{Deserialize, Serialize};

use super::extent::Extent;

/// The version of the format that is written, and the latest that is read.
pub const FORMAT: u32 = 2;

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

impl Records {
    /// The same for the wrapper.
    pub fn place(&self) -> RecordPlace {
        RecordPlace { chain: self.chain.clone(), is_open: self.until_next }
    }
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
    /// For each level from the document down, which of how many elements holds the value (`2/5`), or `?` where the pages
    /// differ.
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
    pub siblings: String,
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

/// Why a wrapper file cannot be used.
#[derive(Debug)]
pub enum BadFile {
    /// It is no JSON, or not of this form.
    Json(serde_json::Error),
    /// It was written by a later version.
    TooNew(u32),
    /// A place of a field says nothing, or too much.
    Place {
        /// The field.
        field: String,
        /// What is wrong.
        problem: String,
    },
    /// Two fields have the same name.
    Twice(String),
    /// A list does not say where its records are, or something else does.
    Kind,
    /// The pattern cannot be read.
    Pattern(String),
}

impl fmt::Display for BadFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadFile::Json(error) => write!(f, "this is not a wrapper file: {error}"),
            BadFile::TooNew(version) => write!(f, "this wrapper has format {version}; this Lode reads up to {FORMAT}"),
            BadFile::Place { field, problem } => write!(f, "the field {field:?}: {problem}"),
            BadFile::Twice(name) => write!(f, "there are two fields with the name {name:?}"),
            BadFile::Kind => f.write_str("a template of kind \"list\" has \"records\", and no other has"),
            BadFile::Pattern(problem) => write!(f, "the pattern: {problem}"),
        }
    }
}

impl std::error::Error for BadFile {}

impl BadFile {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            BadFile::Json(_) => "mend it there, or learn a new one: lode learn PAGE PAGE -o FILE",
            BadFile::TooNew(_) => "install a newer Lode, or learn the wrapper again with this one",
            BadFile::Place { .. } => {
                r#"a place is {"after": "Label"}, {"starts_with": "Label"}, {"path": "/html[1]/…"} or {"in": "html …"}"#
            }
            BadFile::Twice(_) => "rename one, or put the places of both into one field",
            BadFile::Kind => r#"write "records": {"in": "html body … li"} into the template, or change its kind"#,
            BadFile::Pattern(_) => "a pattern is written as <tr><td>{property}</td><td>{value}</td></tr>",
        }
    }
}

impl WrapperFile {
    /// A new wrapper of some fields.
    pub(super) fn new(template: Template, fields: Vec<Field>, review: Vec<Review>, made: Made) -> WrapperFile {
        let (lode_wrapper, version, history) = (FORMAT, 1, Vec::new());
        WrapperFile { lode_wrapper, version, template, fields, review, pattern: None, made: Some(made), history }
    }

    /// Puts another wrapper in the place of this one, which goes into the history.
    pub(super) fn replaced_by(&self, new: WrapperFile) -> WrapperFile {
        let mut history = self.history.clone();
        history.push(self.as_version());
        WrapperFile { version: self.version + 1, history, ..new }
    }

    /// The wrapper as it was before it was healed. Nothing is lost: what is given up goes into the history too.
    pub fn rolled_back(&self) -> Option<WrapperFile> {
        let mut history = self.history.clone();
        let latest = history.iter().rposition(|version| !version.undone)?;
        let Version { template, fields, review, pattern, made, .. } = history.remove(latest);
        history.push(Version { undone: true, ..self.as_version() });
        let (lode_wrapper, version) = (FORMAT, self.version + 1);
        Some(WrapperFile { lode_wrapper, version, template, fields, review, pattern, made, history })
    }

    fn as_version(&self) -> Version {
        Version {
            version: self.version,
            undone: false,
            template: self.template.clone(),
            fields: self.fields.clone(),
            review: self.review.clone(),
            pattern: self.pattern.clone(),
            made: self.made.clone(),
        }
    }

    /// Reads a wrapper file and checks what no form can say.
    ///
    /// # Errors
    ///
    /// If it cannot be used.
    pub fn read(text: &str) -> Result<WrapperFile, BadFile> {
        #[derive(Deserialize)]
        struct Version {
            lode_wrapper: u32,
        }
        // A later format may have other keys; it is recognised before it is read.
        if let Ok(Version { lode_wrapper }) = serde_json::from_str(text)
            && lode_wrapper > FORMAT
        {
            return Err(BadFile::TooNew(lode_wrapper));
        }
        let file: WrapperFile = serde_json::from_str(text.trim_start_matches('\u{feff}')).map_err(BadFile::Json)?;
        if (file.template.kind == Kind::List) != file.template.records.is_some() {
            return Err(BadFile::Kind);
        }
        for (number, field) in file.fields.iter().enumerate() {
            if file.fields[..number].iter().any(|other| other.name == field.name) {
                return Err(BadFile::Twice(field.name.clone()));
            }
            if let Some(Values::Pattern(pattern)) = &field.values
                && let Err(problem) = Pattern::new(pattern)
            {
                return Err(BadFile::Place { field: field.name.clone(), problem });
            }
        }
        file.bars()?;
        file.levels()?;
        if let Some(pattern) = &file.pattern {
            let read = pattern.parse::<analysis::wrappers::paper::Pattern>();
            read.map_err(|error| BadFile::Pattern(error.to_string()))?;
        }
        if let Some(records) = &file.template.records {
            let problem = |BadPlace { step, expected }| format!("{step:?} is no step: it should be {expected}");
            let bad = |place| BadFile::Place { field: "records".to_owned(), problem: problem(place) };
            records.place().finder().map_err(bad)?;
        }
        file.wrapper()?;
        Ok(file)
    }

    /// The bars of each field, with nothing where the pages differ.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub(super) fn bars(&self) -> Result<Vec<Vec<Option<Bar>>>, BadFile> {
        let of_field = |field: &Field| {
            let read = |word: &str| if word == "?" { Ok(None) } else { read_bar(word).map(Some) };
            let bars = field.bars.split_whitespace().map(read).collect::<Result<_, _>>();
            bars.map_err(|problem| BadFile::Place { field: field.name.clone(), problem })
        };
        self.fields.iter().map(of_field).collect()
    }

    /// The levels around the region that is watched.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub(super) fn levels(&self) -> Result<Vec<Level>, BadFile> {
        let level = |around: &Around| {
            let siblings = u64::from_str_radix(&around.siblings, 16);
            let siblings = siblings.map_err(|_| format!("{:?} is no number of siblings", around.siblings))?;
            Ok(Level { element: around.element.clone(), bar: read_bar(&around.bar)?, siblings })
        };
        let around = self.template.region.iter().flat_map(|region| &region.around);
        let levels: Result<Vec<Level>, String> = around.map(level).collect();
        levels.map_err(|problem| BadFile::Place { field: "region".to_owned(), problem })
    }

    /// The file as text.
    pub fn to_json(&self) -> String {
        // A tree of strings and numbers always becomes JSON.
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The wrapper in the file: first the fields, then what is for review.
    ///
    /// # Errors
    ///
    /// If a place cannot be read.
    pub fn wrapper(&self) -> Result<Wrapper, BadFile> {
        let locators = |name: &str, find: &[Place]| {
            let bad = |problem| BadFile::Place { field: name.to_owned(), problem };
            find.iter().map(|place| Ok((place.locator().map_err(bad)?, place.weight))).collect::<Result<_, _>>()
        };
        let field = |field: &Field| {
            Ok(wrapper::Field {
                name: field.name.clone(),
                locators: locators(&field.name, &field.find)?,
                is_many: field.many,
                is_asked: true,
                examples: field.examples.clone(),
                doubt: field.doubt,
            })
        };
        let review = |review: &Review| {
            Ok(wrapper::Field {
                name: review.name.clone(),
                locators: locators(&review.name, &review.find)?,
                is_many: review.many,
                is_asked: false,
                examples: review.examples.clone(),
                doubt: 0.0,
            })
        };
        let fields = self.fields.iter().map(field).chain(self.review.iter().map(review)).collect::<Result<_, _>>()?;
        Ok(Wrapper { signature: self.template.signature.clone(), fields })
    }
}

/// A bar as it is written.
pub(super) fn written_bar(bar: Bar) -> String {
    format!("{}/{}", bar.place(), bar.parallel())
}

fn read_bar(word: &str) -> Result<Bar, String> {
    let parts =
        word.split_once('/').and_then(|(place, of)| Some((place.parse::<u32>().ok()?, of.parse::<u32>().ok()?)));
    match parts {
        Some((place, of)) if (1..=of).contains(&place) => Ok(Bar { left: place - 1, right: of - place }),
        _ => Err(format!("{word:?} is no bar: write which of how many, as in 2/5")),
    }
}

impl Region {
    /// Of the spot of a text on a page.
    pub(super) fn of(page: &Page, text: &str, (first, last): (NodeId, NodeId)) -> Region {
        let tree = &page.tree;
        let around = |(_, level): (NodeId, Level)| Around {
            element: level.element,
            bar: written_bar(level.bar),
            siblings: format!("{:016x}", level.siblings),
        };
        let sums = |reverse: Reverse| (reverse.upper.sum(), reverse.lower.sum());
        Region {
            text: text.to_owned(),
            around: surroundings(tree, first).into_iter().map(around).collect(),
            sums: Sums {
                tree: sums(Reverse::of_tree(tree, first, last)),
                source: sums(Reverse::of_source(tree, first, last)),
            },
        }
    }
}

impl Look {
    /// Of a portrait.
    pub(super) fn of(portrait: Portrait) -> Look {
        let rounded = |share: f64| (1000.0 * share).round() / 1000.0;
        Look {
            before: portrait.before,
            behind: portrait.behind,
            names: portrait.names,
            in_title: rounded(portrait.in_title),
            repeated: rounded(portrait.repeated),
        }
    }

    /// The same as a portrait.
    pub(super) fn portrait(&self) -> Portrait {
        Portrait {
            before: self.before.clone(),
            behind: self.behind.clone(),
            names: self.names.clone(),
            in_title: self.in_title,
            repeated: self.repeated,
        }
    }
}

impl Field {
    /// How much of a page is the value.
    pub(super) fn extent(&self) -> Extent {
        Extent { whole: self.whole.clone(), texts: self.texts, between: self.between.clone() }
    }

    /// The weight of all its places.
    pub fn weight(&self) -> f64 {
        self.find.iter().map(|place| place.weight).sum()
    }
}

impl Place {
    /// How far occurrences are counted.
    fn most(&self) -> u32 {
        match (&self.after, &self.starts_with, &self.path) {
            (None, None, None) => CHAIN_OCCURRENCES,
            (_, _, Some(_)) => 1,
            _ => LABEL_OCCURRENCES,
        }
    }

    /// Of a locator and its weight.
    pub fn of(locator: &Locator, weight: f64) -> Place {
        let place = Place { nth: 1, weight: (10000.0 * weight).round() / 10000.0, ..Place::default() };
        match locator.clone() {
            Locator::After { label, chain, nth } => Place { after: Some(label), chain, nth, ..place },
            Locator::Within { label, nth } => Place { starts_with: Some(label), nth, ..place },
            Locator::Path(path) => Place { path: Some(path), ..place },
            Locator::Chain { chain, nth } => Place { chain: Some(chain), nth, ..place },
        }
    }

    /// The locator, or what is wrong with the place.
    pub fn locator(&self) -> Result<Locator, String> {
        if self.nth == 0 || self.nth > self.most() {
            return Err(format!("\"nth\" counts from 1 to {}", self.most()));
        }
        if [&self.after, &self.starts_with].into_iter().flatten().any(|label| Label::of(label) == Label::SEPARATOR) {
            return Err("a label needs a letter or a digit".to_owned());
        }
        if self.chain.as_deref().is_some_and(|chain| chain.trim().is_empty()) {
            return Err("\"in\" names all elements from html (in a record, from its first) to the text".to_owned());
        }
        if self.path.as_deref().is_some_and(|path| !path.ends_with(']') || !path.contains("text()")) {
            return Err("a path ends with the text it leads to, as in /html[1]/body[1]/p[1]/text()[1]".to_owned());
        }
        if !(0.0..=1.0).contains(&self.weight) {
            return Err(format!("the weight {} is not between 0 and 1", self.weight));
        }
        let nth = self.nth;
        let locator = match (&self.after, &self.starts_with, &self.path, &self.chain) {
            (Some(label), None, None, chain) => Locator::After { label: label.clone(), chain: chain.clone(), nth },
            (None, Some(label), None, None) => Locator::Within { label: label.clone(), nth },
            (None, None, Some(path), None) => Locator::Path(path.clone()),
            (None, None, None, Some(chain)) => Locator::Chain { chain: chain.clone(), nth },
            (None, None, None, None) => return Err("a place says neither what it is after nor where it is".to_owned()),
            _ => return Err("a place says more than one thing that do not go together".to_owned()),
        };
        let problem = |BadPlace { step, expected }| format!("{step:?} is no step: it should be {expected}");
        locator.way().map_err(problem)?;
        Ok(locator)
    }
}

impl Values {
    /// What a range says, if it says anything.
    pub fn of(range: &Range) -> Option<Values> {
        Some(match range {
            Range::Any | Range::Text | Range::Individual(_) => return None,
            Range::Integer => Values::Kind(ValueKind::Integer),
            Range::Decimal => Values::Kind(ValueKind::Number),
            Range::Between(bounds) => Values::Between(bounds.least, bounds.most),
            Range::Boolean => Values::Kind(ValueKind::Boolean),
            Range::Date => Values::Kind(ValueKind::Date),
            Range::DateTime => Values::Kind(ValueKind::DateTime),
            Range::Time => Values::Kind(ValueKind::Time),
            Range::Year => Values::Kind(ValueKind::Year),
            Range::Address => Values::Kind(ValueKind::Address),
            Range::OneOf(texts) => Values::OneOf(texts.clone()),
            Range::Pattern(pattern) => Values::Pattern(pattern.source().to_owned()),
        })
    }

    /// The range that says the same.
    pub fn range(&self) -> Range {
        match self {
            Values::Kind(kind) => match kind {
                ValueKind::Integer => Range::Integer,
                ValueKind::Number => Range::Decimal,
                ValueKind::Boolean => Range::Boolean,
                ValueKind::Date => Range::Date,
                ValueKind::DateTime => Range::DateTime,
                ValueKind::Time => Range::Time,
                ValueKind::Year => Range::Year,
                ValueKind::Address => Range::Address,
            },
            // The file was checked when it was read.
            Values::Pattern(pattern) => Pattern::new(pattern).map_or(Range::Text, Range::Pattern),
            Values::OneOf(texts) => Range::OneOf(texts.clone()),
            &Values::Between(least, most) => Range::Between(Bounds { is_integer: false, least, most }),
        }
    }
}
