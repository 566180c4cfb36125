//! The floors of `quality.toml`: reading, and raising without losing a comment. The format is told in that file.
//! Comparing with what was measured is the matter of `report.rs`.

use std::fmt;
use std::path::Path;

use toml_edit::{DocumentMut, Item, TableLike, value};

use super::results::Results;
use crate::failure::Failure;

/// How much of a corpus was scored. The scores of a small sample and of the whole differ, so each has its floors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Sample {
    Quick,
    Full,
}

/// Whether a measure must not fall below its limit or must not rise above it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bound {
    AtLeast,
    AtMost,
}

/// One entry of the file: a measure of a task, and its limits so far.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Floor {
    pub(crate) task: String,
    /// The keys that lead to the number in the task's result.
    pub(crate) measure: Vec<String>,
    pub(crate) bound: Bound,
    quick: Option<f64>,
    full: Option<f64>,
    margin: f64,
}

/// The file, as values and as the text it came from.
#[derive(Debug)]
pub(crate) struct Floors {
    floors: Vec<Floor>,
    document: DocumentMut,
}

/// Raised limits are rounded to this many parts, away from what was measured.
const PARTS: f64 = 1000.0;

impl Floors {
    pub(crate) fn read(file: &Path) -> Result<Self, Failure> {
        let text = std::fs::read_to_string(file)
            .map_err(|error| Failure::new(format!("cannot read {}", file.display())).because(error))?;
        Self::parse(&text).map_err(|failure| Failure::new(format!("{} is wrong", file.display())).because(failure))
    }

    pub(crate) fn parse(text: &str) -> Result<Self, Failure> {
        let document: DocumentMut =
            text.parse().map_err(|error: toml_edit::TomlError| Failure::new("no valid TOML").because(error))?;
        let margin = document.get("margin").map_or(Ok(0.0), |item| number(item, "margin"))?;
        let mut floors = Vec::new();
        for (key, item) in document.iter().filter(|(key, _)| *key != "margin") {
            let bound = Bound::named(key)?;
            for (task, measures) in table(item, key)?.iter() {
                let mut reader = Reader { task, bound, margin, floors: &mut floors };
                reader.read(&mut Vec::new(), table(measures, task)?)?;
            }
        }
        Ok(Self { floors, document })
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Floor> {
        self.floors.iter()
    }

    /// Moves each limit to what was measured, less the margin, where that is stricter; returns a line for each.
    pub(crate) fn raise(&mut self, results: &Results, sample: Sample) -> Vec<String> {
        let mut raised = Vec::new();
        for floor in &mut self.floors {
            let Some(measured) = results.number(&floor.task, &floor.measure) else { continue };
            let limit = floor.bound.with_margin(measured, floor.margin);
            let before = floor.limit(sample);
            if before.is_some_and(|before| !floor.bound.is_stricter(limit, before)) {
                continue;
            }
            let entry = floor
                .measure
                .iter()
                .fold(&mut self.document[floor.bound.key()][&floor.task], |item, key| &mut item[key.as_str()]);
            entry[sample.key()] = value(limit);
            match sample {
                Sample::Quick => floor.quick = Some(limit),
                Sample::Full => floor.full = Some(limit),
            }
            let before = before.map_or_else(|| "none".to_owned(), |before| before.to_string());
            raised.push(format!("{} {} ({sample}): {before} -> {limit}", floor.task, floor.name()));
        }
        raised
    }

    pub(crate) fn write(&self, file: &Path) -> Result<(), Failure> {
        std::fs::write(file, self.document.to_string())
            .map_err(|error| Failure::new(format!("cannot write {}", file.display())).because(error))
    }
}

impl Floor {
    /// The limit for this sample, if it has one yet.
    pub(crate) fn limit(&self, sample: Sample) -> Option<f64> {
        match sample {
            Sample::Quick => self.quick,
            Sample::Full => self.full,
        }
    }

    /// The measure as it is written in the file: `healed.right`.
    pub(crate) fn name(&self) -> String {
        self.measure.join(".")
    }
}

impl Sample {
    fn key(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Full => "full",
        }
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl Bound {
    fn named(key: &str) -> Result<Self, Failure> {
        match key {
            "at_least" => Ok(Self::AtLeast),
            "at_most" => Ok(Self::AtMost),
            _ => Err(Failure::new(format!("unknown key {key}")).hint("known are margin, at_least.TASK, at_most.TASK")),
        }
    }

    fn key(self) -> &'static str {
        match self {
            Self::AtLeast => "at_least",
            Self::AtMost => "at_most",
        }
    }

    /// Whether the number keeps the limit. The small slack is for numbers that went through decimal text.
    pub(crate) fn holds(self, number: f64, limit: f64) -> bool {
        match self {
            Self::AtLeast => number >= limit - 1e-9,
            Self::AtMost => number <= limit + 1e-9,
        }
    }

    fn is_stricter(self, new: f64, old: f64) -> bool {
        match self {
            Self::AtLeast => new > old,
            Self::AtMost => new < old,
        }
    }

    /// The limit that leaves the margin, rounded to the lenient side. No measure of the scorers is negative.
    fn with_margin(self, measured: f64, margin: f64) -> f64 {
        // The slack keeps 0.8 - 0.02 from becoming 0.779 because its binary form is a hair below 0.78.
        match self {
            Self::AtLeast => (((measured - margin) * PARTS + 1e-6).floor() / PARTS).max(0.0),
            Self::AtMost => ((measured + margin) * PARTS - 1e-6).ceil() / PARTS,
        }
    }
}

/// Collects the entries of one task.
struct Reader<'a> {
    task: &'a str,
    bound: Bound,
    margin: f64,
    floors: &'a mut Vec<Floor>,
}

impl Reader<'_> {
    fn read(&mut self, path: &mut Vec<String>, measures: &dyn TableLike) -> Result<(), Failure> {
        for (key, item) in measures.iter() {
            path.push(key.to_owned());
            let below = table(item, &path.join("."))?;
            if is_entry(below) {
                self.floors.push(self.entry(path.clone(), below)?);
            } else {
                self.read(path, below)?;
            }
            path.pop();
        }
        Ok(())
    }

    fn entry(&self, measure: Vec<String>, entry: &dyn TableLike) -> Result<Floor, Failure> {
        let get = |key: &str| entry.get(key).map(|item| number(item, key)).transpose();
        Ok(Floor {
            task: self.task.to_owned(),
            measure,
            bound: self.bound,
            quick: get("quick")?,
            full: get("full")?,
            margin: get("margin")?.unwrap_or(self.margin),
        })
    }
}

/// Whether the table is an entry rather than a level of nested measures.
fn is_entry(table: &dyn TableLike) -> bool {
    table.iter().all(|(key, _)| matches!(key, "quick" | "full" | "margin"))
}

fn table<'a>(item: &'a Item, name: &str) -> Result<&'a dyn TableLike, Failure> {
    item.as_table_like().ok_or_else(|| {
        Failure::new(format!("{name} is no table")).hint("an entry looks like: f1 = { quick = 0.8, full = 0.82 }")
    })
}

fn number(item: &Item, name: &str) -> Result<f64, Failure> {
    let number = item.as_float().or_else(|| item.as_integer().map(|whole| whole as f64));
    number.filter(|number| number.is_finite()).ok_or_else(|| Failure::new(format!("{name} is no number")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"# Why this file is here.
margin = 0.02

[at_least.records]
f1 = { quick = 0.8, full = 0.82 } # steer by this

[at_least.heal]
healed.right = { full = 0.5 }
"by_set".dblp-acm = {}

[at_most.swde_teach]
wrong = { quick = 12, margin = 2 }
"#;

    fn limits(floors: &Floors) -> Vec<String> {
        let line = |f: &Floor| format!("{:?} {} {} {:?} {:?} {}", f.bound, f.task, f.name(), f.quick, f.full, f.margin);
        floors.iter().map(line).collect()
    }

    #[test]
    fn entries_may_be_nested_maxima_and_without_a_number() {
        let floors = Floors::parse(FILE).unwrap();
        assert_eq!(
            limits(&floors),
            [
                "AtLeast records f1 Some(0.8) Some(0.82) 0.02",
                "AtLeast heal healed.right None Some(0.5) 0.02",
                "AtLeast heal by_set.dblp-acm None None 0.02",
                "AtMost swde_teach wrong Some(12.0) None 2",
            ]
        );
        assert!(Floors::parse("# nothing yet\nmargin = 0.02\n").unwrap().iter().next().is_none());
    }

    #[test]
    fn mistakes_are_told() {
        for (text, told) in [
            ("[at_leats.records]", "unknown key at_leats"),
            ("[at_least.records]\nf1 = 0.8", "f1 is no table"),
            ("[at_least.records]\nf1 = { quick = \"0.8\" }", "quick is no number"),
            ("[at_least.records]\nf1 = { quick = nan }", "quick is no number"),
            ("f1 = ", "no valid TOML"),
        ] {
            let failure = Floors::parse(text).unwrap_err().to_string();
            assert!(failure.contains(told), "{failure}");
        }
    }

    #[test]
    fn raising_only_tightens_and_keeps_the_rest_of_the_file() {
        let mut floors = Floors::parse(FILE).unwrap();
        let results = Results::parse(
            r#"{"quick": true, "task": "records", "pages": 24, "f1": 0.9}
{"quick": true, "task": "heal", "healed": {"right": 0.4}, "by_set": {"dblp-acm": 0.98126}}
{"quick": true, "task": "swde_teach", "wrong": 30}"#,
        );
        assert_eq!(
            floors.raise(&results, Sample::Quick),
            [
                "records f1 (quick): 0.8 -> 0.88",
                "heal healed.right (quick): none -> 0.38",
                "heal by_set.dblp-acm (quick): none -> 0.961",
            ]
        );
        let text = floors.document.to_string();
        assert!(text.contains("f1 = { quick = 0.88, full = 0.82 } # steer by this"), "{text}");
        assert!(text.contains("wrong = { quick = 12, margin = 2 }"), "{text}");
        assert!(text.starts_with("# Why this file is here.\n"), "{text}");
        assert_eq!(limits(&Floors::parse(&text).unwrap()), limits(&floors));
        assert!(floors.raise(&results, Sample::Quick).is_empty());
    }

    #[test]
    fn a_first_floor_is_never_negative() {
        assert_eq!(Bound::AtLeast.with_margin(0.0, 0.02), 0.0);
        assert_eq!(Bound::AtLeast.with_margin(0.8, 0.02), 0.78);
        assert_eq!(Bound::AtMost.with_margin(0.0312, 0.01), 0.042);
    }

    #[test]
    fn a_maximum_is_raised_downwards() {
        let mut floors = Floors::parse(FILE).unwrap();
        let results = Results::parse(r#"{"task": "swde_teach", "wrong": 7}"#);
        assert_eq!(floors.raise(&results, Sample::Quick), ["swde_teach wrong (quick): 12 -> 9"]);
    }
}
