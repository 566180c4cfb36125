//! Whether the template of a page has changed since a wrapper was made: before a harvest, to know whether it can be
//! trusted.
//!
//! A page with the region that is watched is held against it exactly. Any other page of the template has other content,
//! so only that counts which does not depend on it: the kinds of places that all pages had, the levels around the
//! fields that were the same on all pages, and whether the places of a field still agree.

use analysis::bartree::{Bar, Bars, Case, Level, Signature, differences, is_same, surroundings};
use analysis::wrappers::pasted::{Spot, spots};
use analysis::wrappers::reading::Reading;
use analysis::wrappers::records::RecordFinder;
use analysis::wrappers::wrapper::{Found, Reader};
use page::{NodeId, Page};

use super::extract::{bad_place, bad_signature};
use super::file::{BadFile, Sums, WrapperFile};

/// A wrapper, ready to check pages.
#[derive(Clone, Debug)]
pub struct Checker {
    reader: Reader,
    names: Vec<String>,
    bars: Vec<Vec<Option<Bar>>>,
    region: Option<Watched>,
    records: Option<RecordFinder>,
}

/// A region that is watched.
#[derive(Clone, Debug)]
struct Watched {
    text: String,
    levels: Vec<Level>,
    sums: Sums,
}

/// What became of a template.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// Whether it has changed.
    pub changed: bool,
    /// On which side of the region.
    pub case: Case,
    /// Elements at which it has.
    pub places: Vec<NodeId>,
    /// The share of the template's kinds of places that the page does not have.
    pub lost: f64,
    /// The share of the levels around the fields that have changed.
    pub moved: f64,
    /// The fields around which they have, or whose places disagree.
    pub fields: Vec<String>,
    /// The numbers of the region on this page, if there is one.
    pub signature: Option<Signature>,
}

/// What each of these weighs; together 1 is a change. Fitted to 40 sites, their redesigns, and the same pages with
/// other text, in folds: between pages that are read as before and those that are not there is a wide gap.
const LOST: f64 = 1.64;
const MOVED: f64 = 1.7;
const DISPUTED: f64 = 0.5;
const DISTRUSTED: f64 = 3.5;
/// The share of a template's places that a page must have for a list without records to be just empty.
const SAME_PAGE: f64 = 0.7;
/// Elements that are named.
const MOST_PLACES: usize = 5;

impl Checker {
    /// Makes a wrapper ready.
    ///
    /// # Errors
    ///
    /// If the file cannot be used.
    pub fn new(file: &WrapperFile) -> Result<Checker, BadFile> {
        let wrapper = file.wrapper()?;
        let levels = file.levels()?;
        let region = file.template.region.as_ref();
        let records = file.template.records.as_ref().map(|records| records.place().finder());
        Ok(Checker {
            reader: Reader::new(&wrapper).map_err(bad_signature)?,
            names: file.fields.iter().map(|field| field.name.clone()).collect(),
            bars: file.bars()?,
            region: region.map(|region| Watched { text: region.text.clone(), levels, sums: region.sums }),
            records: records.transpose().map_err(|bad| bad_place("records", &bad))?,
        })
    }

    /// Holds a page against the template.
    pub fn check(&self, page: &Page) -> Check {
        let reading = Reading::of(page);
        let watched = self.region.as_ref().map(|region| (region, spots(&reading, &region.text)));
        match watched {
            Some((region, spots)) if !spots.is_empty() => region.check(&reading, &spots),
            _ => self.check_template(page, &reading, &reading),
        }
    }

    /// Holds a page with other content against what all pages have in common; `reading` is the part of it in which the
    /// fields are looked for.
    pub(crate) fn check_template(&self, page: &Page, whole: &Reading<'_>, reading: &Reading<'_>) -> Check {
        let fields_count = self.names.len().max(1) as f64;
        let lost = 1.0 - self.reader.likeness_with_classes(whole);
        let found: Vec<Option<Found>> = match &self.records {
            None => self.reader.read(reading).iter().map(|values| values.first().copied()).collect(),
            Some(_) => Vec::new(),
        };
        let mut levels = Levels::default();
        let mut fields: Vec<String> = Vec::new();
        let mut disputed = 0;
        let mut distrust = 0.0;
        for ((found, name), bars) in found.iter().zip(&self.names).zip(&self.bars) {
            let Some(found) = found else { continue };
            let has_moved = !bars.is_empty() && levels.compare(reading, reading.texts[found.text].node, bars);
            disputed += usize::from(found.is_disputed);
            distrust += 1.0 - found.agreement;
            if has_moved || found.is_disputed {
                fields.push(name.clone());
            }
        }
        let moved = match &self.records {
            // Without its records nothing of a list is where it was, unless it is empty today.
            Some(finder) => f64::from(u8::from(1.0 - lost < SAME_PAGE && finder.records(page).is_empty())),
            None => levels.moved(),
        };
        let (disputed, distrust) = (disputed as f64 / fields_count, distrust / fields_count);
        let changed = LOST * lost + MOVED * moved + DISPUTED * disputed + DISTRUSTED * distrust > 1.0;
        let texts = found.iter().flatten().map(|found| found.text);
        let region = texts.clone().min().zip(texts.max());
        let node = |text: usize| reading.texts[text].node;
        Check {
            changed,
            case: if changed { levels.case() } else { Case::Unchanged },
            places: if changed { levels.places } else { Vec::new() },
            lost,
            moved,
            fields: if changed { fields } else { Vec::new() },
            signature: region.map(|(first, last)| Signature::of(&page.tree, node(first), node(last))),
        }
    }
}

impl Watched {
    /// Holds the region against what it was. Of several places with its text the one most like it counts.
    fn check(&self, reading: &Reading<'_>, spots: &[Spot]) -> Check {
        let tree = reading.tree();
        let node = |text: usize| reading.texts[text].node;
        let compared = spots.iter().map(|spot| {
            let now = surroundings(tree, node(spot.first));
            let differing = differences(tree, &now, &self.levels);
            let pairs = now.iter().rev().zip(self.levels.iter().rev());
            let inner = pairs.take_while(|(now, before)| is_same(tree, now, before));
            (differing.is_empty(), inner.count(), spot, differing, now.len())
        });
        let best = compared.reduce(|best, next| if (next.0, next.1) > (best.0, best.1) { next } else { best });
        let Some((is_same, kept, spot, places, depth)) = best else { return Check::nothing() };
        let signature = Signature::of(tree, node(spot.first), node(spot.last));
        let change = |before: (i64, i64), now: analysis::bartree::Reverse| {
            Case::of_changes(now.upper.sum() - before.0, now.lower.sum() - before.1)
        };
        let case = match change(self.sums.tree, signature.tree) {
            _ if is_same => Case::Unchanged,
            Case::Unchanged => change(self.sums.source, signature.source),
            case => case,
        };
        let moved = (1.0 - kept as f64 / depth.max(self.levels.len()).max(1) as f64).max(0.0);
        Check {
            changed: !is_same,
            case: if is_same { case } else { case.at_least_alike() },
            places,
            lost: 0.0,
            moved: if is_same { 0.0 } else { moved },
            fields: Vec::new(),
            signature: Some(signature),
        }
    }
}

impl Check {
    /// Of a page without anything to compare.
    fn nothing() -> Check {
        let (places, fields) = Default::default();
        Check { changed: false, case: Case::Unchanged, places, lost: 0.0, moved: 0.0, fields, signature: None }
    }
}

/// The levels around fields, held against what they were.
#[derive(Default)]
struct Levels {
    /// For each field the share of its levels that differ.
    shares: Vec<f64>,
    /// How the elements above and below have changed, for the field that has moved most.
    worst: (f64, i64, i64),
    places: Vec<NodeId>,
}

impl Levels {
    /// Compares those around a value, and says whether any differs.
    fn compare(&mut self, reading: &Reading<'_>, node: NodeId, before: &[Option<Bar>]) -> bool {
        let tree = reading.tree();
        let now = Bars::around(tree, node);
        let known: Vec<(usize, Bar)> =
            before.iter().enumerate().filter_map(|(level, bar)| Some((level, (*bar)?))).collect();
        if known.is_empty() {
            return false;
        }
        let differing: Vec<usize> =
            known.iter().filter(|(level, bar)| now.0.get(*level) != Some(bar)).map(|(level, _)| *level).collect();
        let share = differing.len() as f64 / known.len() as f64;
        self.shares.push(share);
        let elements = Bars::elements(tree, node);
        for element in differing.iter().filter_map(|&level| elements.get(level)) {
            if self.places.len() < MOST_PLACES && !self.places.contains(element) {
                self.places.push(*element);
            }
        }
        if share > self.worst.0 {
            let depth = now.depth() as i64 - before.len() as i64;
            let (mut upper, mut lower) = (depth, depth);
            for (level, bar) in known {
                let now = now.0.get(level).copied().unwrap_or(bar);
                upper -= i64::from(now.left) - i64::from(bar.left);
                lower -= i64::from(now.right) - i64::from(bar.right);
            }
            self.worst = (share, upper, lower);
        }
        share > 0.0
    }

    fn moved(&self) -> f64 {
        self.shares.iter().sum::<f64>() / self.shares.len().max(1) as f64
    }

    fn case(&self) -> Case {
        Case::of_changes(self.worst.1, self.worst.2).at_least_alike()
    }
}
