//! A wrapper for a template that has changed: its fields are found again and learnt anew.
//!
//! If the new pages still have the values it was taught with, they are taught again. Otherwise the fields are
//! recognised by what they look like and what stands around them. Nothing is replaced on a guess: who is not sure only
//! proposes.

use analysis::wrappers::healing::{Missing, Recovered, recover};
use analysis::wrappers::locator::Locator;
use analysis::wrappers::pasted::spots;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::records::RecordPlace;
use analysis::wrappers::teaching::{Example, teach};
use analysis::wrappers::templates::{Kinds, kinds, templates};
use analysis::wrappers::wrapper::Reader;
use job::{Ended, Job, Next, Stage};
use page::{Page, Tree, is_inline_element};
use rustc_hash::FxHashSet;

use super::check::Checker;
use super::explain::main_place;
use super::file::{BadFile, Field, Kind, Place, Records, Template, WrapperFile};
use super::learn::{EXAMPLES, signature, spread_all};
use super::memory::remember;
use super::teach::{Lesson, made_from};
use crate::engine::StartedEngine;
use crate::parts::lists_of;
use crate::upshot::Upshot;

/// Below this confidence a healed wrapper is only proposed. On sites that were left out of all fitting nearly all that
/// was right is above it, and what was found on pages of other sites, where nothing could be right, is below.
const SURE: f64 = 0.65;
/// How sure it is that the values it was taught with are the same values.
const TAUGHT_AGAIN: f64 = 0.97;
/// Pages that are laid out to see their lists, and lists that are tried.
const LIST_PAGES: usize = 3;
const LISTS: usize = 12;
/// Records that are learnt from.
const MOST_RECORDS: usize = 200;

/// What became of a wrapper.
#[derive(Clone, Debug)]
pub struct Healing {
    /// The new wrapper, with the old one in its history; the old one if nothing has changed.
    pub file: WrapperFile,
    /// How it went.
    pub outcome: Outcome,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
    /// The fields that are found elsewhere now.
    pub moved: Vec<Moved>,
    /// How many of the pages have changed.
    pub changed: usize,
}

impl Healing {
    /// More pages than this say nothing new, and are kept in memory meanwhile.
    pub const PAGES: usize = 60;

    /// Whether it may be used without anybody having looked at it.
    pub fn is_sure(&self) -> bool {
        matches!(self.outcome, Outcome::NotNeeded | Outcome::Healed)
    }

    /// What it comes to.
    pub fn upshot(&self) -> Upshot {
        if self.is_sure() { Upshot::Found } else { Upshot::Drift }
    }
}

/// How healing went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The wrapper still reads most of these pages.
    NotNeeded,
    /// It was made anew.
    Healed,
    /// It was made anew, but is not to be trusted before somebody has looked at it.
    Proposed,
    /// Nothing was found again.
    Lost,
}

impl Outcome {
    /// A word for it, the same in every version.
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::NotNeeded => "not needed",
            Outcome::Healed => "healed",
            Outcome::Proposed => "proposed",
            Outcome::Lost => "lost",
        }
    }
}

/// A field that is found elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The field.
    pub name: String,
    /// Where it was mostly found.
    pub from: String,
    /// Where it is mostly found now; nothing if it is not.
    pub to: Option<String>,
}

/// Makes a wrapper anew for pages of its template as it is now. Nothing comes of it if it is stopped.
///
/// # Errors
///
/// If the wrapper cannot be used.
pub fn heal(
    file: &WrapperFile,
    pages: &mut [Page],
    engine: Option<&StartedEngine>,
    job: &Job<'_>,
) -> Result<Ended<Option<Healing>>, BadFile> {
    job.stage(Stage::Learn, Some(pages.len() as u64));
    let healing = healed(file, pages, engine, job)?;
    Ok(match job.is_cancelled() {
        true => Ended::Stopped { so_far: None, next: Next::BeginsAnew },
        false => Ended::Done(Some(healing)),
    })
}

/// The same. If the job is to stop meanwhile, what this says does not count.
pub(crate) fn healed(
    file: &WrapperFile,
    pages: &mut [Page],
    engine: Option<&StartedEngine>,
    job: &Job<'_>,
) -> Result<Healing, BadFile> {
    let checker = Checker::new(file)?;
    let is_changed = |&page: &usize| {
        job.advance(1);
        !job.is_cancelled() && checker.check(&pages[page]).changed
    };
    let changed: Vec<usize> = (0..pages.len()).filter(is_changed).collect();
    let unhealed = |outcome| Healing {
        file: file.clone(),
        outcome,
        confidence: if outcome == Outcome::NotNeeded { 1.0 } else { 0.0 },
        moved: Vec::new(),
        changed: changed.len(),
    };
    if 2 * changed.len() <= pages.len() {
        return Ok(unhealed(Outcome::NotNeeded));
    }
    let all_kinds: Vec<Kinds> = changed.iter().map(|&page| kinds(&Reading::of(&pages[page]))).collect();
    let Some(group) = templates(&all_kinds).into_iter().next() else { return Ok(unhealed(Outcome::Lost)) };
    let used: Vec<usize> = group.into_iter().map(|index| changed[index]).collect();
    let healed = match file.template.kind {
        Kind::Detail => taught_again(file, pages, &used, job).or_else(|| detail(file, pages, &used, job)),
        Kind::List => list(file, pages, &used, engine, job),
    };
    let Some((new, confidence)) = healed else { return Ok(unhealed(Outcome::Lost)) };
    let moved = moved(file, &new);
    let outcome = if confidence >= SURE { Outcome::Healed } else { Outcome::Proposed };
    let confidence = (1000.0 * confidence).round() / 1000.0;
    Ok(Healing { file: file.replaced_by(new), outcome, confidence, moved, changed: changed.len() })
}

/// Teaches the same values again, if a page still has all of them.
fn taught_again(file: &WrapperFile, pages: &mut [Page], used: &[usize], job: &Job<'_>) -> Option<(WrapperFile, f64)> {
    /// A few letters may stand anywhere by chance.
    const TELLING: usize = 8;
    let wants: Vec<(String, String)> = file
        .fields
        .iter()
        .map(|field| field.examples.first())
        .zip(&file.fields)
        .filter_map(|(example, field)| Some((field.name.clone(), example?.clone())))
        .collect();
    let is_telling = wants.len() > 1 && wants.iter().any(|(_, text)| text.chars().count() >= TELLING);
    if !is_telling || wants.len() < file.fields.len() {
        return None;
    }
    let has_all = |page: &Page| {
        let reading = Reading::of(page);
        wants.iter().all(|(_, text)| spots(&reading, text).first().is_some_and(|spot| spot.cut.is_none()))
    };
    let taught = *used.iter().find(|&&page| has_all(&pages[page]))?;
    let region = file.template.region.as_ref().map(|region| region.text.clone());
    let mut lesson = Lesson { wants, region, engine: None };
    // The taught page comes first.
    pages.swap(0, taught);
    let learnt = lesson.taught(pages, job).or_else(|_| {
        lesson.region = None;
        lesson.taught(pages, job)
    });
    pages.swap(0, taught);
    let mut new = learnt.ok()??.file;
    for (new, old) in new.fields.iter_mut().zip(&file.fields) {
        *new = Field { term: old.term.clone(), many: old.many, values: old.values.clone(), ..new.clone() };
    }
    Some((new, TAUGHT_AGAIN))
}

/// Finds the fields of pages that are each about one thing.
fn detail(file: &WrapperFile, pages: &[Page], used: &[usize], job: &Job<'_>) -> Option<(WrapperFile, f64)> {
    if job.is_cancelled() {
        return None;
    }
    let readings: Vec<Reading<'_>> = used.iter().map(|&page| Reading::of(&pages[page])).collect();
    let template = Template { signature: signature(&readings), ..Template::default() };
    fields(file, &readings, template)
}

/// Finds the records of lists, where they were or in any other list, and their fields.
fn list(
    file: &WrapperFile,
    pages: &mut [Page],
    used: &[usize],
    engine: Option<&StartedEngine>,
    job: &Job<'_>,
) -> Option<(WrapperFile, f64)> {
    let mut places: Vec<RecordPlace> = file.template.records.iter().map(Records::place).collect();
    for &page in used.iter().take(LIST_PAGES).take_while(|_| !job.is_cancelled()) {
        let seen = engine.map(|engine| lists_of(&mut pages[page], engine)).unwrap_or_default();
        for place in seen.into_iter().filter_map(|(place, _)| place).take(LISTS) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    let readings: Vec<Reading<'_>> = used.iter().map(|&page| Reading::of(&pages[page])).collect();
    let signature = signature(&readings);
    let tried = places.into_iter().take_while(|_| !job.is_cancelled()).filter_map(|place| {
        let finder = place.finder().ok()?;
        let records: Vec<Reading<'_>> = used.iter().flat_map(|&page| finder.records(&pages[page])).collect();
        let records = spread_all(records, MOST_RECORDS);
        if records.len() < 2 {
            return None;
        }
        let place = Records { chain: place.chain, until_next: place.is_open };
        let template =
            Template { kind: Kind::List, signature: signature.clone(), records: Some(place), ..Template::default() };
        fields(file, &records, template)
    });
    tried.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// Finds the fields of a wrapper on pages, or in records.
fn fields(file: &WrapperFile, readings: &[Reading<'_>], template: Template) -> Option<(WrapperFile, f64)> {
    let missing: Vec<Missing> = file.fields.iter().map(missing).collect();
    let recovered = recover(readings, &missing);
    let asked = file.fields.iter().filter(|field| !field.find.is_empty()).count();
    let sure: f64 = recovered.iter().flatten().map(|recovered| recovered.confidence).sum();
    let confidence = sure / asked.max(1) as f64;
    let fields: Vec<Field> =
        file.fields.iter().zip(&recovered).map(|(old, recovered)| field(old, recovered.as_ref(), readings)).collect();
    if fields.iter().all(|field| field.find.is_empty()) {
        return None;
    }
    let mut new = WrapperFile::new(template, fields, Vec::new(), made_from(readings, "heal"));
    remember(&mut new, readings);
    let confidence = confidence * undisputed(&new, readings);
    Some((new, confidence))
}

/// The share of the values on these pages that the new places agree on: what they cannot agree on was not learnt.
fn undisputed(file: &WrapperFile, readings: &[Reading<'_>]) -> f64 {
    let reader = file.wrapper().ok().and_then(|wrapper| Reader::new(&wrapper).ok());
    let Some(reader) = reader else { return 0.0 };
    let (mut all, mut agreed) = (0.0, 0.0);
    for found in readings.iter().flat_map(|reading| reader.read(reading)) {
        if let Some(found) = found.first() {
            all += 1.0;
            agreed += found.agreement;
        }
    }
    agreed / f64::max(all, 1.0)
}

/// What is known of a field.
fn missing(field: &Field) -> Missing {
    let locators = field.find.iter().filter_map(|place| Some((place.locator().ok()?, place.weight)));
    let way = |(locator, weight): (Locator, f64)| Some((locator.way().ok()?, weight));
    Missing {
        portrait: field.look.as_ref().map(|look| look.portrait()).unwrap_or_default(),
        ways: locators.filter_map(way).collect(),
        examples: field.examples.clone(),
        starts_with: field.find.iter().find_map(|place| place.starts_with.clone()),
    }
}

/// A field at its new place, or without one.
fn field(old: &Field, recovered: Option<&Recovered>, readings: &[Reading<'_>]) -> Field {
    let Some(recovered) = recovered.filter(|_| !old.find.is_empty()) else {
        return Field { find: Vec::new(), bars: String::new(), ..old.clone() };
    };
    let example = |&(reading, text): &(usize, usize)| Example { reading, texts: vec![text] };
    let examples: Vec<Example> = recovered.found.iter().map(example).collect();
    let taught = teach(readings, &examples, &FxHashSet::default());
    let whole = old.whole.as_ref().map(|name| whole_element(name, recovered, readings));
    let mut new = Field {
        find: taught.locators.iter().map(|(locator, weight)| Place::of(locator, *weight)).collect(),
        examples: Vec::new(),
        never: Vec::new(),
        doubt: 0.0,
        whole,
        ..old.clone()
    };
    let extent = new.extent();
    for &(reading, text) in &recovered.found {
        let value = extent.text(&readings[reading], text).map(|value| page::clipped(&value, 120));
        let Some(value) = value else { continue };
        if new.examples.len() < EXAMPLES && !new.examples.contains(&value) {
            new.examples.push(value);
        }
    }
    new
}

/// The name of the element that is the whole value: as before if there is one, else the nearest that is a block.
fn whole_element(name: &str, recovered: &Recovered, readings: &[Reading<'_>]) -> String {
    let Some(&(reading, text)) = recovered.found.first() else { return name.to_owned() };
    let tree: &Tree = readings[reading].tree();
    let node = readings[reading].texts[text].node;
    let has_name = tree.ancestors(node).take(4).any(|element| tree.name(element) == name);
    let block = tree.ancestors(node).find(|&element| !is_inline_element(tree.name(element)));
    match block {
        Some(block) if !has_name => tree.name(block).to_owned(),
        _ => name.to_owned(),
    }
}

/// The fields that are found elsewhere than before.
fn moved(old: &WrapperFile, new: &WrapperFile) -> Vec<Moved> {
    let pairs = old.fields.iter().filter(|field| !field.find.is_empty()).filter_map(|old| {
        let new = new.fields.iter().find(|new| new.name == old.name)?;
        let to = (!new.find.is_empty()).then(|| main_place(new));
        Some(Moved { name: old.name.clone(), from: main_place(old), to })
    });
    pairs.filter(|moved| moved.to.as_ref() != Some(&moved.from)).collect()
}
