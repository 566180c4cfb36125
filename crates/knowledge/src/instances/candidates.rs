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

/// What counts how much for a slot being a property. Set by hand: only the order of slots matters, and there is no
/// truth about which of a page's texts are properties and which are not.
mod counts {
    /// Beyond this share of one value, what nearly all pages have is no property of theirs.
    pub(super) const SAME: f64 = 0.97;
    /// A label that is this strong is one beyond doubt.
    pub(super) const STRONG: f64 = 0.6;
    /// The share of template texts among its values that a slot behind such a label may have, and any other.
    pub(super) const FIXED_BEHIND_LABEL: f64 = 0.9;
    pub(super) const FIXED: f64 = 0.5;
    /// The share of texts in places of labels that makes it labels.
    pub(super) const LABELS: f64 = 0.3;
    /// What is left of values that are all the same, and from which share of different ones on they vary enough.
    pub(super) const UNVARIED: f64 = 0.4;
    pub(super) const VARIED: f64 = 0.6;
    /// What texts of the template take away.
    pub(super) const OF_TEMPLATE: f64 = 0.7;
    /// So many words are a value; what is longer is more and more of a text.
    pub(super) const BRIEF: f64 = 12.0;
    /// What others of its kind take away if there is no label.
    pub(super) const CROWD: f64 = 0.35;
    /// What a whole page between it and the heading takes away.
    pub(super) const FAR: f64 = 0.5;
    /// What is found by a label alone may be behind another text of the same words.
    pub(super) const LABEL_ALONE: f64 = 0.9;
    /// What each way that leads there adds.
    pub(super) const WAY: f64 = 0.05;
    /// What is left of values of many kinds.
    pub(super) const MIXED: f64 = 0.6;
    /// What words that all values share take away: sentences of the template with a word of the page in them, as in
    /// `Hotels near …`, tell nothing.
    pub(super) const SHARED_WORDS: f64 = 0.6;
    /// What is left without a label.
    pub(super) const UNLABELLED: f64 = 0.35;
    /// To be on half of the pages is more than half as good as to be on all.
    pub(super) const COVERAGE: f64 = 0.7;
}

/// How much a slot looks like a property; nothing if it cannot be one.
fn quality(readings: &[Reading<'_>], slot: &Slot, view: &View, context: &Context<'_>, heading: f64) -> Option<f64> {
    let is_same_everywhere = readings.len() > 2 && view.commonest > counts::SAME && view.coverage > 0.5;
    let strength = context.label.map_or(0.0, |label| label.strength) * context.labelled;
    let is_chance = strength == 0.0 && (view.coverage < LEAST_COVERAGE || readings.len() < 2);
    // Behind a label one value may be the usual one.
    let most_fixed = if strength > counts::STRONG { counts::FIXED_BEHIND_LABEL } else { counts::FIXED };
    if is_same_everywhere || context.fixed > most_fixed || context.labels > counts::LABELS || is_chance {
        return None;
    }
    let varies = (counts::UNVARIED + view.distinct.min(counts::VARIED)) * (1.0 - counts::OF_TEMPLATE * context.fixed);
    let brief = (counts::BRIEF / view.words.max(counts::BRIEF)).sqrt();
    let alone = 1.0 / (1.0 + counts::CROWD * (1.0 - strength) * view.crowd);
    let near = 1.0 - counts::FAR * (view.depth - heading).abs();
    let is_placed = slot.ways.iter().any(|way| !matches!(way, Way::After(..)));
    let placed = if is_placed { 1.0 } else { counts::LABEL_ALONE };
    let ways = 1.0 + counts::WAY * slot.ways_by_sort().len() as f64;
    let alike = counts::MIXED + (1.0 - counts::MIXED) * context.of_a_kind;
    let shared = if strength > counts::STRONG { 0.0 } else { view.affix * context.worded };
    let own_words = 1.0 - counts::SHARED_WORDS * shared;
    let labelled = counts::UNLABELLED + strength;
    let often = view.coverage.powf(counts::COVERAGE);
    Some(often * varies * brief * alone * labelled * near * placed * ways * alike * own_words)
}
