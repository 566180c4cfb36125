//! From a wrapper file and a page to values, each with the place it stands at and how sure it is.

use analysis::wrappers::paper::{self, Pattern};
use analysis::wrappers::places::BadPlace;
use analysis::wrappers::reading::{Label, Reading, own_label};
use analysis::wrappers::records::RecordFinder;
use analysis::wrappers::wrapper::{BadWrapper, Found, Reader};
use knowledge::values::{Fit, Judge};
use page::{NodeId, Page};
use rustc_hash::FxHashMap;

use super::extent::Extent;
use super::file::{BadFile, Field, Place, WrapperFile};

/// A wrapper, ready to read pages.
#[derive(Clone, Debug)]
pub struct Extractor {
    names: Vec<String>,
    /// How many of the names are fields; the others are for review.
    fields: usize,
    reader: Reader,
    judges: Vec<Option<Judge>>,
    /// How much of a page is a value of each field.
    extents: Vec<Extent>,
    /// The labels that values of each field begin with.
    labels: Vec<Vec<Label>>,
    /// The separators that all values of each field end with.
    ends: Vec<Vec<char>>,
    pattern: Option<Pattern>,
    records: Option<RecordFinder>,
}

/// What a wrapper found on a page.
#[derive(Clone, Debug, Default)]
pub struct Extraction {
    /// How the page did as a whole.
    pub status: Status,
    /// The share of the template's signature that the page has.
    pub likeness: f64,
    /// The values of each field that has any.
    pub values: NamedValues,
    /// The same for what nobody asked for.
    pub raw: NamedValues,
    /// Of a list, the values of each record.
    pub records: Option<Vec<NamedValues>>,
    /// Fields that are missing or doubtful.
    pub notes: Vec<ValueNote>,
}

impl Extraction {
    /// What was found on a page of another template is chance.
    fn doubt_all(&mut self) {
        let records = self.records.iter_mut().flatten();
        for (_, values) in self.values.iter_mut().chain(&mut self.raw).chain(records.flatten()) {
            values.iter_mut().for_each(|value| value.confidence *= CHANCE);
        }
    }
}

/// Values by the name of their field, in the order of the wrapper.
pub type NamedValues = Vec<(String, Vec<Value>)>;

/// How a page did as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// There are values.
    #[default]
    Ok,
    /// The page is of the template, but has none of the values.
    Empty,
    /// The page is of another template.
    Drift,
}

impl Status {
    /// In the output.
    pub fn as_str(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Empty => "empty",
            Status::Drift => "drift",
        }
    }
}

/// A value on a page.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The whole text.
    pub text: String,
    /// The text without its label and what separates it from others.
    pub value: String,
    /// Where it stands.
    pub node: NodeId,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
}

/// A field that is missing or doubtful.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueNote {
    /// The field.
    pub name: String,
    /// What is the matter.
    pub note: String,
}

/// Below this share of the signature a page is of another template.
const LEAST_LIKENESS: f64 = 0.3;
/// Below this confidence a value is doubtful.
const DOUBTFUL: f64 = 0.5;
/// What is left of the confidence of values on a page of another template.
const CHANCE: f64 = 0.3;
/// What is left of the confidence of a value that is not as the wrapper says values are.
const ODD: f64 = 0.5;

impl Extractor {
    /// Makes a wrapper ready.
    ///
    /// # Errors
    ///
    /// If the file cannot be used.
    pub fn new(file: &WrapperFile) -> Result<Extractor, BadFile> {
        let wrapper = file.wrapper()?;
        let reader = Reader::new(&wrapper).map_err(bad_signature)?;
        let pattern = file.pattern.as_deref().map(str::parse::<Pattern>).transpose();
        let judges = file.fields.iter().map(|field| field.values.as_ref().map(|values| Judge::new(&values.range())));
        // What the pages themselves call a field is its label too.
        let labels_of = |name: &str, find: &[Place]| -> Vec<Label> {
            let starts = find.iter().filter_map(|place| place.starts_with.as_deref());
            std::iter::once(name).chain(starts).map(Label::of).collect()
        };
        let labels = file.fields.iter().map(|field| labels_of(&field.name, &field.find));
        let records = file.template.records.as_ref().map(|records| records.place().finder()).transpose();
        Ok(Extractor {
            fields: file.fields.len(),
            judges: judges.chain(file.review.iter().map(|_| None)).collect(),
            labels: labels.chain(file.review.iter().map(|review| labels_of(&review.name, &review.find))).collect(),
            ends: (file.fields.iter().map(|field| &field.examples))
                .chain(file.review.iter().map(|review| &review.examples))
                .map(|examples| shared_ends(examples))
                .collect(),
            extents: file
                .fields
                .iter()
                .map(Field::extent)
                .chain(file.review.iter().map(|_| Extent::default()))
                .collect(),
            names: wrapper.fields.into_iter().map(|field| field.name).collect(),
            reader,
            pattern: pattern.map_err(|error| BadFile::Pattern(error.to_string()))?,
            records: records.map_err(|bad| bad_place("records", &bad))?,
        })
    }

    /// The names of the fields, in order.
    pub fn names(&self) -> &[String] {
        &self.names[..self.fields]
    }

    /// Reads a page.
    pub fn extract(&self, page: &Page) -> Extraction {
        let reading = Reading::of(page);
        let likeness = self.reader.likeness(&reading);
        let mut extraction = match &self.records {
            Some(finder) => self.records(&finder.records(page)),
            None => self.detail(&reading),
        };
        if let Some(pattern) = &self.pattern {
            add_pairs(&mut extraction, page, pattern);
        }
        extraction.likeness = likeness;
        let is_empty = extraction.values.is_empty() && extraction.records.as_ref().is_none_or(Vec::is_empty);
        extraction.status = match () {
            () if likeness < LEAST_LIKENESS => Status::Drift,
            () if is_empty => Status::Empty,
            () => Status::Ok,
        };
        if extraction.status == Status::Drift {
            extraction.doubt_all();
        }
        extraction
    }

    /// The share of the template's signature that a page has.
    pub(crate) fn likeness(&self, reading: &Reading<'_>) -> f64 {
        self.reader.likeness(reading)
    }

    /// The values of a page about one thing.
    pub(crate) fn detail(&self, reading: &Reading<'_>) -> Extraction {
        let mut extraction = Extraction::default();
        for (number, found) in self.reader.read(reading).iter().enumerate() {
            let name = &self.names[number];
            let values: Vec<Value> = found.iter().filter_map(|found| self.value(number, *found, reading)).collect();
            if number >= self.fields {
                if !values.is_empty() {
                    extraction.raw.push((name.clone(), values));
                }
                continue;
            }
            if let Some(note) = self.note(number, &values, found, reading) {
                extraction.notes.push(ValueNote { name: name.clone(), note });
            }
            if !values.is_empty() {
                extraction.values.push((name.clone(), values));
            }
        }
        extraction
    }

    /// The values of each record of a list. A field that no record has is missing.
    fn records(&self, records: &[Reading<'_>]) -> Extraction {
        let mut extraction = Extraction::default();
        let mut is_found = vec![false; self.fields];
        let mut rows = Vec::new();
        for record in records {
            let (row, _) = self.record(record);
            for (name, _) in &row {
                self.names
                    .iter()
                    .position(|known| known == name)
                    .into_iter()
                    .for_each(|number| is_found[number] = true);
            }
            if !row.is_empty() {
                rows.push(row);
            }
        }
        for (name, _) in self.names.iter().zip(is_found).filter(|(_, is_found)| !is_found) {
            extraction.notes.push(ValueNote { name: name.clone(), note: "not found in any record".to_owned() });
        }
        extraction.records = Some(rows);
        extraction
    }

    /// The values of one record, and those that nobody asked for.
    pub(crate) fn record(&self, record: &Reading<'_>) -> (NamedValues, NamedValues) {
        let (mut row, mut raw): (NamedValues, NamedValues) = (Vec::new(), Vec::new());
        for (number, found) in self.reader.read(record).iter().enumerate() {
            let values: Vec<Value> = found.iter().filter_map(|found| self.value(number, *found, record)).collect();
            if !values.is_empty() {
                let of_sort = if number < self.fields { &mut row } else { &mut raw };
                of_sort.push((self.names[number].clone(), values));
            }
        }
        (row, raw)
    }

    /// A value; nothing if the text that was found has another form than the values of the field.
    fn value(&self, field: usize, found: Found, reading: &Reading<'_>) -> Option<Value> {
        let text = self.extents[field].text(reading, found.text)?;
        let judge = self.judges[field].as_ref();
        let value = bare(&text, &self.labels[field], &self.ends[field], judge).to_owned();
        let is_odd = judge.is_some_and(|judge| judge.fit(&text) == Fit::No && judge.fit(&value) == Fit::No);
        let confidence = if is_odd { ODD * found.confidence } else { found.confidence };
        Some(Value { text, value, node: reading.texts[found.text].node, confidence })
    }

    /// What is the matter with a field, if anything.
    fn note(&self, field: usize, values: &[Value], found: &[Found], reading: &Reading<'_>) -> Option<String> {
        let Some(found) = found.first() else { return Some("not found on this page".to_owned()) };
        let Some(first) = values.first() else {
            let text = page::clipped(&reading.texts[found.text].text, 60);
            return Some(format!("not found on this page: {text:?} stands in its place and has another form"));
        };
        if first.confidence >= DOUBTFUL && !found.is_disputed {
            return None;
        }
        let is_odd = self.judges[field].as_ref().is_some_and(|judge| judge.fit(&first.value) == Fit::No);
        let why = if is_odd { "it does not look like the other values" } else { "the places to look do not agree" };
        Some(format!("doubtful: {why}"))
    }
}

/// Says what is wrong with a place.
pub(super) fn bad_place(field: &str, bad: &BadPlace) -> BadFile {
    BadFile::Place { field: field.to_owned(), problem: bad.to_string() }
}

/// Says what is wrong with a wrapper.
pub(super) fn bad_signature(bad: BadWrapper) -> BadFile {
    bad_place(bad.field.as_deref().unwrap_or("signature"), &bad.place)
}

/// A text without the label it begins with and without what separates it from others. A label is one that the wrapper
/// knows, or one without which the text is a better value.
fn bare<'a>(text: &'a str, labels: &[Label], ends: &[char], judge: Option<&Judge>) -> &'a str {
    let begins = |c: char| c.is_whitespace() || SEPARATORS.contains(&c) || OWN_ENDS.contains(&c);
    let trimmed = text.trim_start_matches(begins);
    let trimmed = trimmed.trim_end_matches(|c: char| c.is_whitespace() || SEPARATORS.contains(&c) || ends.contains(&c));
    let is_label = |&(label, value): &(&str, &str)| {
        labels.contains(&Label::of(label)) || judge.is_some_and(|judge| judge.fit(value) > judge.fit(trimmed))
    };
    let value = own_label(trimmed).filter(is_label).map_or(trimmed, |(_, value)| value);
    if value.is_empty() { text } else { value }
}

/// What separates texts, and ends none.
const SEPARATORS: [char; 4] = ['|', '•', ',', ';'];
/// What separates texts, but may also be the end of one.
const OWN_ENDS: [char; 4] = [':', '：', '>', '»'];

/// Which of these the values of a field are separated by: what all examples end with.
fn shared_ends(examples: &[String]) -> Vec<char> {
    let is_shared =
        |end: &char| examples.len() > 1 && examples.iter().all(|example| example.trim_end().ends_with(*end));
    OWN_ENDS.into_iter().filter(is_shared).collect()
}

/// What the published method finds: pairs, whose names are on the page.
fn add_pairs(extraction: &mut Extraction, page: &Page, pattern: &Pattern) {
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    for pair in paper::pairs(page, pattern) {
        let (node, text) = pair.value;
        let name = pair.property.map_or_else(String::new, |(_, name)| name);
        let name = name.trim_end_matches([':', '：', ' ']).to_owned();
        let value = Value { value: text.clone(), text, node, confidence: 1.0 };
        match places.get(&name) {
            Some(&place) => extraction.values[place].1.push(value),
            None => {
                places.insert(name.clone(), extraction.values.len());
                extraction.values.push((name, vec![value]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_all_values_end_with_is_cut_from_their_ends() {
        let cut = |text: &'static str, examples: &[&str]| {
            let examples: Vec<String> = examples.iter().map(|&example| example.to_owned()).collect();
            bare(text, &[], &shared_ends(&examples), None)
        };
        assert_eq!(cut("Foo <x>", &["Yahoo!", "Foo <x>"]), "Foo <x>");
        assert_eq!(cut("A & B »", &["A & B »", "C++"]), "A & B »");
        assert_eq!(cut("Ends with colon:", &["Dots...", "C++"]), "Ends with colon:");
        assert_eq!(cut("Home »", &["Home »", "News »"]), "Home");
        assert_eq!(cut(" : red, ", &["green"]), "red");
    }
}
