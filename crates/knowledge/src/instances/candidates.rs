//! Slots that may hold a property of what the page is about, and how much each looks like one.

use analysis::ValueKind;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::slots::{Slot, Way};
use analysis::wrappers::views::{View, Views};
use rustc_hash::FxHashMap;

use super::decoration::{Common, Printed};

/// The share of pages from which a slot without a label counts. Labels say what is told on few pages; without one it is
/// chance what stands in the same place on a few of them.
const LEAST_COVERAGE: f64 = 0.35;
/// The share of a slot's texts that must have its label.
const LEAST_LABELLED: f64 = 0.7;

/// A slot that may hold a property.
#[derive(Debug)]
pub(super) struct Candidate<'a> {
    /// Its slot.
    pub(super) slot: usize,
    /// What is printed before its values, or at their beginning.
    pub(super) label: Option<Printed<'a>>,
    /// How much it looks like a property.
    pub(super) quality: f64,
}

/// All candidates, the best first.
pub(super) fn candidates<'a>(
    readings: &'a [Reading<'a>],
    slots: &[Slot],
    seen: &Views<'a>,
    common: &Common<'a>,
) -> Vec<Candidate<'a>> {
    let heading = seen.slots.get(seen.heading).map_or(0.0, |view| view.depth);
    let all = slots.iter().enumerate().zip(&seen.slots);
    let candidates = all.filter_map(|((slot, found), view)| {
        let context = Context::of(found, seen, common);
        // A sentence with a colon that some pages have is no label with a value.
        if context.label.is_some() && context.prose > 0.5 && view.coverage < LEAST_COVERAGE {
            return None;
        }
        let quality = quality(readings, found, view, &context, heading)?;
        Some(Candidate { slot, label: context.label, quality })
    });
    let mut candidates: Vec<Candidate<'a>> = candidates.collect();
    candidates.sort_by(|a, b| b.quality.total_cmp(&a.quality).then(a.slot.cmp(&b.slot)));
    candidates
}

/// What stands around the texts of a slot. Shares are of its texts.
struct Context<'a> {
    /// The label that most of its texts have.
    label: Option<Printed<'a>>,
    /// Those that have it.
    labelled: f64,
    /// Those of its commonest kind of value.
    of_a_kind: f64,
    /// Those that are words, rather than a number, a date, an address.
    worded: f64,
    /// Those that are sentences.
    prose: f64,
    /// Those that are part of the template.
    fixed: f64,
    /// Those that stand where labels stand.
    labels: f64,
}

impl<'a> Context<'a> {
    fn of(slot: &Slot, seen: &Views<'a>, common: &Common<'a>) -> Context<'a> {
        let mut labels: FxHashMap<&str, (u32, Printed<'a>)> = FxHashMap::default();
        let mut kinds: FxHashMap<ValueKind, u32> = FxHashMap::default();
        let (mut fixed, mut standing) = (0, 0);
        for &(page, text) in &slot.found {
            let (page, text) = (page as usize, text as usize);
            *kinds.entry(seen.texts.look(page, text).kind).or_default() += 1;
            fixed += u32::from(common.is_fixed(page, text));
            standing += u32::from(common.is_label(page, text));
            if let Some(label) = common.within(page, text).or_else(|| common.before(page, text)) {
                labels.entry(label.text).or_insert((0, label)).0 += 1;
            }
        }
        let of = slot.found.len() as f64;
        let commonest = labels.values().max_by_key(|(count, label)| (*count, label.text));
        let labelled = commonest.map_or(0.0, |(count, _)| f64::from(*count) / of);
        Context {
            label: commonest.map(|(_, label)| *label).filter(|_| labelled >= LEAST_LABELLED),
            labelled,
            of_a_kind: f64::from(kinds.values().copied().max().unwrap_or_default()) / of,
            worded: [ValueKind::Words, ValueKind::Prose].iter().filter_map(|kind| kinds.get(kind)).sum::<u32>() as f64
                / of,
            prose: f64::from(kinds.get(&ValueKind::Prose).copied().unwrap_or_default()) / of,
            fixed: f64::from(fixed) / of,
            labels: f64::from(standing) / of,
        }
    }
}

/// How much a slot looks like a property; nothing if it cannot be one.
fn quality(readings: &[Reading<'_>], slot: &Slot, view: &View, context: &Context<'_>, heading: f64) -> Option<f64> {
    let is_same_everywhere = readings.len() > 2 && view.commonest > 0.97 && view.coverage > 0.5;
    let strength = context.label.map_or(0.0, |label| label.strength) * context.labelled;
    let is_chance = strength == 0.0 && (view.coverage < LEAST_COVERAGE || readings.len() < 2);
    // Behind a label one value may be the usual one.
    let most_fixed = if strength > 0.6 { 0.9 } else { 0.5 };
    if is_same_everywhere || context.fixed > most_fixed || context.labels > 0.3 || is_chance {
        return None;
    }
    let varies = (0.4 + view.distinct.min(0.6)) * (1.0 - 0.7 * context.fixed);
    let brief = if view.words <= 12.0 { 1.0 } else { (12.0 / view.words).sqrt() };
    let alone = 1.0 / (1.0 + 0.35 * (1.0 - strength) * view.crowd);
    let near = 1.0 - 0.5 * (view.depth - heading).abs();
    // What is found by a label alone may be behind another text of the same words.
    let placed = if slot.ways.iter().any(|way| !matches!(way, Way::After(..))) { 1.0 } else { 0.9 };
    let ways = 1.0 + 0.05 * slot.ways_by_sort().len() as f64;
    let alike = 0.6 + 0.4 * context.of_a_kind;
    // Sentences of the template with a word of the page in them, as in `Hotels near …`, tell nothing.
    let own_words = if strength > 0.6 { 1.0 } else { 1.0 - 0.6 * view.affix * context.worded };
    Some(
        view.coverage.powf(0.7) * varies * brief * alone * (0.35 + strength) * near * placed * ways * alike * own_words,
    )
}
