//! From a wrapper file to a wrapper, and back to text.

use analysis::bartree::{Bar, Beside, Level};
use analysis::wrappers::locator::Locator;
use analysis::wrappers::places::{ANYWHERE, BadPlace};
use analysis::wrappers::reading::Label;
use analysis::wrappers::records::RecordPlace;
use analysis::wrappers::slots::{CHAIN_OCCURRENCES, LABEL_OCCURRENCES};
use analysis::wrappers::wrapper::{self, Wrapper};
use knowledge::ontology::{Bounds, Pattern, Range};
use serde::Deserialize;

use super::{Around, BadFile, FORMAT, Field, Kind, Place, Records, Review, ValueKind, Values, WrapperFile};
use crate::wrapping::extent::Extent;

impl WrapperFile {
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
                return Err(BadFile::Place { field: field.name.clone(), problem: problem.to_string() });
            }
        }
        file.bars()?;
        file.levels()?;
        if let Some(pattern) = &file.pattern {
            let read = pattern.parse::<analysis::wrappers::paper::Pattern>();
            read.map_err(|error| BadFile::Pattern(error.to_string()))?;
        }
        if let Some(records) = &file.template.records {
            let bad = |place: BadPlace| BadFile::Place { field: "records".to_owned(), problem: place.to_string() };
            records.place().finder().map_err(bad)?;
        }
        file.wrapper()?;
        Ok(file)
    }

    /// The same locator as it is used: the classes of the element that is a record say nothing of what stands in it.
    fn in_record(&self, locator: Locator) -> Locator {
        let is_closed = self.template.records.as_ref().is_some_and(|records| !records.until_next);
        let bare = |chain: String| match chain.split_once(' ') {
            _ if !is_closed || chain.starts_with(ANYWHERE) => chain,
            Some((head, rest)) => format!("{} {rest}", head.split('.').next().unwrap_or(head)),
            None => chain.split('.').next().unwrap_or(&chain).to_owned(),
        };
        match locator {
            Locator::After { label, chain, nth } => Locator::After { label, chain: chain.map(bare), nth },
            Locator::Chain { chain, nth } => Locator::Chain { chain: bare(chain), nth },
            other => other,
        }
    }

    /// The bars of each field, with nothing where the pages differ.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub(in crate::wrapping) fn bars(&self) -> Result<Vec<Vec<Option<Bar>>>, BadFile> {
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
    pub(in crate::wrapping) fn levels(&self) -> Result<Vec<Level>, BadFile> {
        let level = |around: &Around| {
            let number = |text: &str| {
                u64::from_str_radix(text, 16).map_err(|_| format!("{text:?} is no number of the elements beside it"))
            };
            let beside = match (&around.beside, &around.siblings) {
                (Some(text), None) => Beside::Fingerprint(number(text)?),
                (None, Some(text)) => Beside::Older(number(text)?),
                _ => return Err("a level has either `beside` or, in older files, `siblings`".to_owned()),
            };
            Ok(Level { element: around.element.clone(), bar: read_bar(&around.bar)?, beside })
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
            let located = |place: &Place| Ok((self.in_record(place.locator().map_err(bad)?), place.weight));
            find.iter().map(located).collect::<Result<_, _>>()
        };
        let field = |field: &Field| {
            Ok(wrapper::Field {
                name: field.name.clone(),
                locators: locators(&field.name, &field.find)?,
                is_many: field.many,
                is_asked: true,
                examples: field.examples.clone(),
                doubt: field.doubt,
                never: field.never.clone(),
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
                never: Vec::new(),
            })
        };
        let fields = self.fields.iter().map(field).chain(self.review.iter().map(review)).collect::<Result<_, _>>()?;
        Ok(Wrapper { signature: self.template.signature.clone(), fields })
    }
}
fn read_bar(word: &str) -> Result<Bar, String> {
    let parts =
        word.split_once('/').and_then(|(place, of)| Some((place.parse::<u32>().ok()?, of.parse::<u32>().ok()?)));
    match parts {
        Some((place, of)) if (1..=of).contains(&place) => Ok(Bar { left: place - 1, right: of - place }),
        _ => Err(format!("{word:?} is no bar: write which of how many, as in 2/5")),
    }
}

impl Records {
    /// The same for the wrapper.
    pub fn place(&self) -> RecordPlace {
        RecordPlace { chain: self.chain.clone(), is_open: self.until_next }
    }
}

impl Field {
    /// How much of a page is the value.
    pub(in crate::wrapping) fn extent(&self) -> Extent {
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
        locator.way().map_err(|bad| bad.to_string())?;
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
