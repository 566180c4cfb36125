//! Slots that may hold a property of what the page is about, and how much each looks like one.

use analysis::ValueKind;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::slots::{Slot, Way};
use analysis::wrappers::views::{View, Views};
use rustc_hash::FxHashMap;

use super::labels::{Labels, Printed};

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

/// All candidates, in the order of the slots.
pub(super) fn candidates<'a>(
    readings: &'a [Reading<'a>],
    slots: &[Slot],
    seen: &'a Views<'a>,
    labels: &Labels<'a>,
) -> Vec<Candidate<'a>> {
    let heading = seen.slots.get(seen.heading).map_or(0.0, |view| view.depth);
    let all = slots.iter().enumerate().zip(&seen.slots);
    all.filter_map(|((slot, found), view)| {
        let context = Context::of(found, seen, labels);
        let label = context.label.filter(|_| context.label_share > 0.7);
        let quality = quality(readings, found, view, &context, heading)?;
        Some(Candidate { slot, label, quality })
    })
    .collect()
}

/// What stands around the texts of a slot.
struct Context<'a> {
    /// The label that most of its texts have.
    label: Option<Printed<'a>>,
    /// How many of them have it.
    label_share: f64,
    /// How many of its texts are of its commonest kind.
    kind_share: f64,
}

impl<'a> Context<'a> {
    fn of(slot: &Slot, seen: &Views<'a>, labels: &Labels<'a>) -> Context<'a> {
        let mut counts: FxHashMap<(&str, bool), (u32, Printed<'a>)> = FxHashMap::default();
        let mut kinds: FxHashMap<ValueKind, u32> = FxHashMap::default();
        for &(page, text) in &slot.found {
            let (page, text) = (page as usize, text as usize);
            *kinds.entry(seen.texts.look(page, text).kind).or_default() += 1;
            let within = labels.within(page, text);
            let is_within = within.is_some();
            if let Some(label) = within.or_else(|| labels.before(page, text)) {
                counts.entry((label.text, is_within)).or_insert((0, label)).0 += 1;
            }
        }
        let of = slot.found.len() as f64;
        let commonest = counts.iter().max_by_key(|((text, is_within), (count, _))| (*count, *is_within, *text));
        let kind = kinds.values().copied().max().unwrap_or_default();
        Context {
            label: commonest.map(|(_, (_, label))| *label),
            label_share: commonest.map_or(0.0, |(_, (count, _))| f64::from(*count) / of),
            kind_share: f64::from(kind) / of,
        }
    }
}

/// How much a slot looks like a property; nothing if it cannot be one.
fn quality(readings: &[Reading<'_>], slot: &Slot, view: &View, context: &Context<'_>, heading: f64) -> Option<f64> {
    let many = readings.len() > 2;
    // What is the same on all pages, or stands on most pages somewhere, is of the template.
    if many && (view.commonest > 0.97 && view.coverage > 0.5 || view.constant > 0.7) {
        return None;
    }
    let strength = context.label.map_or(0.0, |label| label.strength) * context.label_share;
    if readings.len() < 2 && strength < 0.7 {
        return None;
    }
    let is_own_place = slot.ways.iter().any(|way| !matches!(way, Way::After(..)));
    let varies = (0.4 + view.distinct.min(0.6)) * (1.0 - view.constant);
    let brief = if view.words <= 12.0 { 1.0 } else { (12.0 / view.words).powf(0.5) };
    let crowd = 1.0 / (1.0 + 0.35 * (1.0 - strength) * view.crowd);
    let label = 0.35 + strength;
    let near = 1.0 - 0.5 * (view.depth - heading).abs();
    let own_place = if is_own_place { 1.0 } else { 0.9 };
    let ways = 1.0 + 0.05 * slot.ways_by_sort().len() as f64;
    let kind = 0.6 + 0.4 * context.kind_share;
    Some(view.coverage.powf(0.7) * varies * brief * crowd * label * near * own_place * ways * kind)
}
