//! From texts that a person pasted to a wrapper.

use std::fmt;

use analysis::wrappers::pasted::{Spot, nearest, spots};
use analysis::wrappers::reading::{Label, Reading};
use analysis::wrappers::records::RecordPlace;
use analysis::wrappers::teaching::{Example, teach};
use analysis::wrappers::templates::{Kinds, kinds, templates};
use analysis::wrappers::wrapper::Reader;
use job::{Advice, Ended, Failure, Job, Next, Stage};
use page::{NodeId, Page, Tree, fold};
use rustc_hash::FxHashSet;

use super::extent::Extent;
use super::file::{Field, Kind, Made, Place, Records, Region, Template, WrapperFile};
use super::learn::{EXAMPLES, Learnt, signature, spread_all};
use super::memory::remember;
use crate::engine::StartedEngine;
use crate::parts::lists_of;

/// Records that are learnt from.
const MOST_RECORDS: usize = 200;
/// Candidates that are named if a text is not on the page.
const NEAREST: usize = 3;

/// What a person wants from pages like one that they look at.
#[derive(Clone, Debug, Default)]
pub struct Lesson<'a> {
    /// Names and the texts they are to have, as seen on the screen. A name that comes again begins the next record of a
    /// list, or has several values.
    pub wants: Vec<(String, String)>,
    /// The text of a region that is to be watched closely.
    pub region: Option<String>,
    /// What the page is laid out with, to see its lists; without it only its source tells.
    pub engine: Option<&'a StartedEngine>,
}

/// Why nothing was taught.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TeachError {
    /// There is no page, or nothing is wanted.
    Nothing,
    /// A text is not on the page.
    NotThere {
        /// What was pasted.
        text: String,
        /// The page.
        page: String,
        /// What is most like it, each with the text before it.
        nearest: Vec<(String, Option<String>)>,
        /// Whether it describes an image of the page.
        is_of_image: bool,
    },
    /// The examples of a list do not stand in records of one kind.
    NoRecords,
}

impl fmt::Display for TeachError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TeachError::Nothing => f.write_str("there is nothing to teach"),
            TeachError::NotThere { text, page, .. } => write!(f, "the text {text:?} is not on {page}"),
            TeachError::NoRecords => f.write_str("the examples do not stand in records of one list"),
        }
    }
}

impl std::error::Error for TeachError {}

impl Failure for TeachError {
    fn code(&self) -> &'static str {
        match self {
            TeachError::Nothing => "teach-nothing",
            TeachError::NotThere { .. } => "teach-text-not-there",
            TeachError::NoRecords => "teach-no-records",
        }
    }

    fn advice(&self) -> Option<Advice> {
        Some(match self {
            TeachError::Nothing => Advice::NameWanted,
            TeachError::NotThere { is_of_image: true, .. } => {
                Advice::new("it is the description of an image, which nobody sees; wrappers read text")
            }
            TeachError::NotThere { nearest, .. } if nearest.is_empty() => {
                Advice::new("paste it as the page shows it; text that a script writes is not in the saved page")
            }
            TeachError::NotThere { nearest, .. } => {
                let told = |(text, before): &(String, Option<String>)| match before {
                    Some(before) => format!("{text:?} (after {before:?})"),
                    None => format!("{text:?}"),
                };
                Advice::new(format!("nearest: {}", nearest.iter().map(told).collect::<Vec<_>>().join(", ")))
            }
            TeachError::NoRecords => Advice::new(
                "give all fields of one record, then the same fields of another; for several values of one field, give \
                 only those that follow each other",
            ),
        })
    }
}

/// A name with the spots of each of its values.
struct Want<'a> {
    name: &'a str,
    values: Vec<Vec<Spot>>,
}

impl Want<'_> {
    /// Says which of several texts was taken, if nothing tells which was meant.
    fn ambiguity(&self, reading: &Reading<'_>) -> Option<String> {
        let spots = self.values.iter().find(|spots| spots.len() > 1)?;
        let text = |spot: &Spot| page::clipped(&reading.texts[spot.first].text, 40);
        let after = reading.before(spots[0].first).map(|before| page::clipped(&reading.texts[before].text, 40));
        let taken = after.map_or_else(|| "the first".to_owned(), |after| format!("the one after {after:?}"));
        Some(format!("{}: {:?} is on the page {} times; took {taken}", self.name, text(&spots[0]), spots.len()))
    }
}

impl Lesson<'_> {
    /// More pages than this teach nothing new, and are kept in memory meanwhile.
    pub const PAGES: usize = 60;

    /// Learns a wrapper from the first page; the others are of the same template, and tell what its pages have in
    /// common. Those that are not are left out: `pages` of the result says which are used. There is none if it is
    /// stopped.
    ///
    /// # Errors
    ///
    /// If a text is not on the first page, or nothing can be learnt from it.
    pub fn teach(&self, pages: &mut [Page], job: &Job<'_>) -> Result<Ended<Option<Learnt>>, TeachError> {
        job.stage(Stage::Learn, Some(pages.len() as u64));
        Ok(match self.taught(pages, job)? {
            Some(learnt) => {
                job.advance(pages.len() as u64);
                Ended::Done(Some(learnt))
            }
            None => Ended::Stopped { so_far: None, next: Next::BeginsAnew },
        })
    }

    /// The same as a step of other work; nothing if that is to stop.
    pub(super) fn taught(&self, pages: &mut [Page], job: &Job<'_>) -> Result<Option<Learnt>, TeachError> {
        if pages.is_empty() || self.wants.is_empty() {
            return Err(TeachError::Nothing);
        }
        let wants = self.find(&Reading::of(&pages[0]))?;
        let all_kinds: Vec<Kinds> = pages.iter().map(|page| kinds(&Reading::of(page))).collect();
        let groups = templates(&all_kinds);
        let used = groups.into_iter().find(|group| group.contains(&0)).unwrap_or_else(|| vec![0]);
        let places = match is_list(&wants, &Reading::of(&pages[0])) {
            true => self.record_places(&mut pages[0], &wants),
            false => Vec::new(),
        };
        if job.is_cancelled() {
            return Ok(None);
        }
        let readings: Vec<Reading<'_>> = used.iter().map(|&page| Reading::of(&pages[page])).collect();
        let region = self.region.as_deref().map(|text| region(&readings[0], text)).transpose()?;
        let template = Template { signature: signature(&readings), region, ..Template::default() };
        let mut learnt = match is_list(&wants, &readings[0]) {
            true => {
                // Of all places around the examples that one is the list in which most records have all fields.
                let going_on = places.into_iter().take_while(|_| !job.is_cancelled());
                let tried = going_on.filter_map(|place| list_wrapper(&wants, &readings, place, &template));
                let best = tried.reduce(|best, next| if next.1 > best.1 { next } else { best });
                if job.is_cancelled() {
                    return Ok(None);
                }
                best.ok_or(TeachError::NoRecords)?.0
            }
            false => detail_wrapper(&wants, &readings, template),
        };
        learnt.pages = used;
        learnt.notes = wants.iter().filter_map(|want| want.ambiguity(&readings[0])).collect();
        Ok(Some(learnt).filter(|_| !job.is_cancelled()))
    }

    /// Finds what is wanted on the page.
    fn find(&self, reading: &Reading<'_>) -> Result<Vec<Want<'_>>, TeachError> {
        let mut wants: Vec<Want<'_>> = Vec::new();
        for (name, text) in &self.wants {
            let found = spots(reading, text);
            if found.is_empty() {
                return Err(not_there(reading, text));
            }
            let found = named_first(found, name, reading);
            match wants.iter_mut().find(|want| want.name == name) {
                Some(want) => want.values.push(found),
                None => wants.push(Want { name, values: vec![found] }),
            }
        }
        share_out(&mut wants);
        Ok(wants)
    }

    /// Where the records may stand of which two are given: as the page's lists are seen, and as the source tells.
    fn record_places(&self, page: &mut Page, wants: &[Want<'_>]) -> Vec<RecordPlace> {
        let seen = self.engine.map(|engine| lists_of(page, engine)).unwrap_or_default();
        let reading = Reading::of(page);
        let nodes = |record: usize| -> Vec<Vec<NodeId>> {
            let of_record = wants.iter().filter_map(|want| want.values.get(record));
            of_record.map(|spots| spots.iter().map(|spot| reading.texts[spot.first].node).collect()).collect()
        };
        let mut places: Vec<RecordPlace> = seen.into_iter().filter_map(|(place, _)| place).collect();
        for place in places_around(&page.tree, &nodes(0), &nodes(1)) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        places
    }
}

/// If the label of some spots is the name of the field, they are meant.
fn named_first(spots: Vec<Spot>, name: &str, reading: &Reading<'_>) -> Vec<Spot> {
    let name = Label::of(name);
    let is_named = |spot: &Spot| {
        let before = reading.before(spot.first).map(|before| reading.texts[before].label);
        before == Some(name) || reading.texts[spot.first].own_label == Some(name)
    };
    let named: Vec<Spot> = spots.iter().filter(|spot| is_named(spot)).cloned().collect();
    if named.is_empty() { spots } else { named }
}

/// Gives no text to two fields: what stands once is taken, and who comes first takes the first that is left.
fn share_out(wants: &mut [Want<'_>]) {
    let mut all: Vec<&mut Vec<Spot>> = wants.iter_mut().flat_map(|want| &mut want.values).collect();
    all.sort_by_key(|spots| spots.len() > 1);
    let mut taken: Vec<Spot> = Vec::new();
    for spots in all {
        let free: Vec<Spot> = spots.iter().filter(|spot| !taken.contains(spot)).cloned().collect();
        if !free.is_empty() {
            *spots = free;
        }
        taken.extend(spots.first().cloned());
    }
}

/// The region with a text, as it stands on the page.
fn region(reading: &Reading<'_>, text: &str) -> Result<Region, TeachError> {
    let spots = spots(reading, text);
    let Some(spot) = spots.first() else { return Err(not_there(reading, text)) };
    Ok(Region::of(reading.page, text, (reading.texts[spot.first].node, reading.texts[spot.last].node)))
}

/// Says that a text is not on a page, and what is most like it.
fn not_there(reading: &Reading<'_>, text: &str) -> TeachError {
    let told = |index: usize| {
        let before = reading.before(index).map(|before| page::clipped(&reading.texts[before].text, 40));
        (page::clipped(&reading.texts[index].text, 80), before)
    };
    let nearest = nearest(reading, text, NEAREST).into_iter().map(told).collect();
    let tree = reading.tree();
    let is_of_image = tree.elements().filter_map(|node| tree.attr(node, "alt")).any(|alt| fold(alt) == fold(text));
    TeachError::NotThere { text: text.to_owned(), page: reading.page.name.clone(), nearest, is_of_image }
}

/// Whether the wants are of several records. Values of one field that follow each other are not: beside other fields
/// they may be items of any kind, alone only words in one line.
fn is_list(wants: &[Want<'_>], reading: &Reading<'_>) -> bool {
    let mut repeated = wants.iter().filter(|want| want.values.len() > 1);
    let (Some(first), None) = (repeated.next(), repeated.next()) else {
        return wants.iter().any(|want| want.values.len() > 1);
    };
    let is_item = |spot: &Spot| is_item(reading.tree(), reading.texts[spot.first].node);
    let follows = |one: &Spot, other: &Spot| {
        let is_near = other.first > one.last && other.first - one.last <= 2;
        let between = one.last + 1..other.first.max(one.last + 1);
        let is_alike = reading.texts[one.first].places.chain == reading.texts[other.first].places.chain;
        let is_part = wants.len() > 1 || !is_item(one);
        is_near && is_alike && is_part && between.clone().all(|text| reading.texts[text].label == Label::SEPARATOR)
    };
    let near = |pair: &[Vec<Spot>]| pair[0].iter().any(|one| pair[1].iter().any(|other| follows(one, other)));
    !first.values.windows(2).all(near)
}

/// Whether a text stands in an element of a list or a table: then its likes are records.
fn is_item(tree: &Tree, node: NodeId) -> bool {
    tree.ancestors(node).take(3).any(|element| matches!(tree.name(element), "li" | "tr" | "article" | "dt"))
}

/// Elements of one kind around the first record and around the second, from the outermost.
fn places_around(tree: &Tree, first: &[Vec<NodeId>], second: &[Vec<NodeId>]) -> Vec<RecordPlace> {
    let around = |nodes: &[Vec<NodeId>]| -> Option<NodeId> {
        let firsts = nodes.iter().filter_map(|any| any.first().copied());
        firsts.reduce(|all, next| tree.lca(all, next))
    };
    let (Some(one), Some(other)) = (around(first), around(second)) else { return Vec::new() };
    let common = tree.lca(one, other);
    let ways = |node: NodeId| -> Vec<NodeId> {
        let mut elements: Vec<NodeId> =
            std::iter::once(node).chain(tree.ancestors(node)).take_while(|&element| element != common).collect();
        elements.reverse();
        elements
    };
    let (ones, others) = (ways(one), ways(other));
    let closed = ones.iter().zip(&others).filter_map(|(&one, &other)| RecordPlace::around(tree, one, other));
    // Records at different depths have no chain in common, but their classes may tell.
    let anywhere = ones.iter().flat_map(|&one| others.iter().map(move |&other| [one, other]));
    let anywhere = anywhere.filter_map(|pair| RecordPlace::anywhere(tree, &pair, usize::MAX / 4));
    // Records may have no element of their own: then each goes on until the next begins.
    let heads = (head(tree, common, first), head(tree, common, second));
    let open = match heads {
        (Some(one), Some(other)) => RecordPlace::around(tree, one, other),
        _ => None,
    };
    closed.chain(anywhere).chain(open.map(|place| RecordPlace { is_open: true, ..place })).collect()
}

/// The child of an element with the first of some nodes.
fn head(tree: &Tree, around: NodeId, nodes: &[Vec<NodeId>]) -> Option<NodeId> {
    let first = nodes.iter().filter_map(|any| any.first().copied()).min()?;
    std::iter::once(first).chain(tree.ancestors(first)).find(|&node| tree.parent(node) == Some(around))
}

/// What is wanted, as labels: none of it is a label of anything.
fn values_of(wants: &[Want<'_>], reading: &Reading<'_>) -> FxHashSet<Label> {
    let spots = wants.iter().flat_map(|want| &want.values).filter_map(|spots| spots.first());
    spots.map(|spot| reading.texts[spot.first].label).collect()
}

/// A wrapper for pages that are each about one thing.
fn detail_wrapper(wants: &[Want<'_>], readings: &[Reading<'_>], template: Template) -> Learnt {
    let values = values_of(wants, &readings[0]);
    let mut fields = Vec::new();
    let mut found = Vec::new();
    for want in wants {
        let spots = &want.values[0];
        let example = Example { reading: 0, texts: spots.iter().map(|spot| spot.first).collect() };
        let (field, pages) = field(want, &spots[0], readings, &[example], &values);
        fields.push(field);
        found.push(pages);
    }
    learnt(template, fields, found, readings)
}

/// A wrapper for the records of a list, and how good a list it is: how many records have all fields, and how few have
/// not. `None` if the examples do not stand in records of this place.
fn list_wrapper(
    wants: &[Want<'_>],
    pages: &[Reading<'_>],
    place: RecordPlace,
    template: &Template,
) -> Option<(Learnt, f64)> {
    let finder = place.finder().ok()?;
    let values = values_of(wants, &pages[0]);
    let taught: Vec<Reading<'_>> = finder.records(pages[0].page);
    let others: Vec<Reading<'_>> = pages[1..].iter().flat_map(|page| finder.records(page.page)).collect();
    let place = Records { chain: place.chain, until_next: place.is_open };
    let template = Template { kind: Kind::List, records: Some(place), ..template.clone() };
    // The records with the examples stand first, so that they are learnt from however many there are.
    let spot_nodes =
        |spots: &[Spot]| -> Vec<NodeId> { spots.iter().map(|spot| pages[0].texts[spot.first].node).collect() };
    let all_nodes: Vec<NodeId> =
        wants.iter().flat_map(|want| &want.values).flat_map(|spots| spot_nodes(spots)).collect();
    let has_example = |record: &Reading<'_>| record.texts.iter().any(|text| all_nodes.contains(&text.node));
    let (given, plain): (Vec<_>, Vec<_>) = taught.into_iter().partition(has_example);
    let mut records = given;
    records.extend(spread_all(plain.into_iter().chain(others).collect(), MOST_RECORDS));
    let mut fields = Vec::new();
    let mut found = Vec::new();
    for want in wants {
        let mut examples: Vec<Example> = Vec::new();
        let mut first_spot: Option<Spot> = None;
        for spots in &want.values {
            let nodes = spot_nodes(spots);
            let of_record = |(number, record): (usize, &Reading<'_>)| {
                let place = |node: &NodeId| record.texts.iter().position(|text| text.node == *node);
                let texts: Vec<usize> = nodes.iter().filter_map(place).collect();
                (!texts.is_empty()).then_some(Example { reading: number, texts })
            };
            let mut places = records.iter().enumerate().filter_map(of_record);
            let new = places.find(|example| examples.iter().all(|known| known.reading != example.reading));
            if first_spot.is_none() {
                first_spot = spots.first().cloned();
            }
            examples.extend(new);
        }
        // Two examples are of two records.
        let spot = first_spot.filter(|_| examples.len() == want.values.len())?;
        let (mut field, count) = field(want, &spot, &records, &examples, &values);
        if field.find.is_empty() {
            return None;
        }
        // In a list the same name again is the next record.
        field.many = false;
        fields.push(field);
        found.push(count);
    }
    let learnt = learnt(template, fields, found, &records);
    let complete = complete_records(&learnt, &records);
    let score = complete as f64 * complete as f64 / records.len().max(1) as f64;
    Some((learnt, score))
}

/// How many records have all fields.
fn complete_records(learnt: &Learnt, records: &[Reading<'_>]) -> usize {
    let reader = learnt.file.wrapper().ok().and_then(|wrapper| Reader::new(&wrapper).ok());
    let Some(reader) = reader else { return 0 };
    records.iter().filter(|record| reader.read(record).iter().all(|values| !values.is_empty())).count()
}

/// A field, and on how many pages or records it is found.
fn field(
    want: &Want<'_>,
    spot: &Spot,
    readings: &[Reading<'_>],
    examples: &[Example],
    values: &FxHashSet<Label>,
) -> (Field, usize) {
    let taught = teach(readings, examples, values);
    let of_example = examples.first().map_or(0, |example| example.reading);
    let first = examples.first().and_then(|example| example.texts.first().copied()).unwrap_or(spot.first);
    let others = readings.iter().zip(&taught.found).filter_map(|(reading, &text)| Some((reading, text?)));
    let extent = Extent::of(&readings[of_example], first, spot, &others.clone().collect::<Vec<_>>());
    let mut values: Vec<String> = Vec::new();
    for (reading, text) in others {
        let Some(value) = extent.text(reading, text).map(|value| page::clipped(&value, 120)) else { continue };
        if values.len() < EXAMPLES && !values.contains(&value) {
            values.push(value);
        }
    }
    let field = Field {
        name: want.name.to_owned(),
        term: None,
        many: want.values.len() > 1,
        values: None,
        whole: extent.whole,
        texts: extent.texts,
        between: extent.between,
        find: taught.locators.iter().map(|(locator, weight)| Place::of(locator, *weight)).collect(),
        examples: values,
        doubt: 0.0,
        bars: String::new(),
        never: Vec::new(),
        look: None,
    };
    (field, taught.found.iter().flatten().count())
}

/// What a wrapper was made from, and how.
pub(super) fn made_from(readings: &[Reading<'_>], verb: &str) -> Made {
    let mut from: Vec<String> = readings.iter().map(|reading| reading.page.name.clone()).collect();
    from.dedup();
    Made {
        by: format!("lode {}, {verb}", env!("CARGO_PKG_VERSION")),
        pages: from.len(),
        from: from.into_iter().take(EXAMPLES).collect(),
        vocabulary: Vec::new(),
    }
}

fn learnt(template: Template, fields: Vec<Field>, found: Vec<usize>, readings: &[Reading<'_>]) -> Learnt {
    let made = made_from(readings, "teach");
    let mut file = WrapperFile::new(template, fields, Vec::new(), made);
    remember(&mut file, readings);
    let (pages, missing, notes) = Default::default();
    Learnt { file, pages, of: readings.len(), found, missing, notes }
}
