//! The first and the last record of a list: what begins or ends a page is soon taken for one more record, and the first
//! record is often written unlike the others.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::choice::extent;
use super::cuts::Cut;
use super::evidence::Setting;
use super::looks::Looks;
use super::places::Places;

/// What this share of the records has, the others are expected to have too.
const USUAL: f64 = 0.8;
/// Of so few looks nothing can be expected.
const MIN_USUAL: usize = 3;
/// So few records are all kept.
const MIN_KEPT: usize = 4;

/// A cut without records at its ends that lack most of what the others have, as a link to more of the same does, or the
/// number that the others have.
///
/// It is asked of the cut of which the facts were told last.
pub(super) fn without_odd_ends(setting: &Setting<'_>, looks: &Looks, mut cut: Cut) -> Cut {
    if cut.len() <= MIN_KEPT {
        return cut;
    }
    let usual = setting.usual_letters(cut.len(), USUAL);
    let number = |record: &Range<usize>| setting.number(record.start);
    let continues = |pair: &&[Range<usize>]| number(&pair[1]).is_some_and(|own| number(&pair[0]) == own.checked_sub(1));
    let is_numbered = 2 * cut.windows(2).filter(continues).count() > cut.len();
    let is_odd = |record: &Range<usize>| {
        let has = usual.iter().filter(|look| looks.letters[record.clone()].contains(look)).count();
        usual.len() >= MIN_USUAL && 2 * has < usual.len() || is_numbered && number(record).is_none()
    };
    while cut.len() > MIN_KEPT && cut.last().is_some_and(is_odd) {
        cut.pop();
    }
    let odd = cut.iter().take(cut.len().saturating_sub(MIN_KEPT)).take_while(|record| is_odd(record)).count();
    cut.drain(..odd);
    cut
}

/// A cut with what stands right before it, if that begins at the same edge as its records do and has links where
/// another record has them: old pages put each result but the first into a paragraph.
pub(super) fn with_missed_first(places: &Places<'_>, looks: &Looks, mut cut: Cut) -> Cut {
    let mut heads: FxHashMap<u32, usize> = FxHashMap::default();
    for record in &cut {
        *heads.entry(looks.place[record.start]).or_default() += 1;
    }
    let is_usual = |&(_, &count): &(&u32, &usize)| count as f64 >= USUAL * cut.len() as f64;
    let Some((&head, _)) = heads.iter().find(is_usual).filter(|_| cut.len() >= MIN_KEPT) else { return cut };
    let own = extent(&cut);
    let inside = places.leaves(places.content.common_node(&own));
    let missed = (inside.start..own.start).rev().find(|&leaf| looks.place[leaf] == head).map(|start| start..own.start);
    let has_links_of = |leaves: &Range<usize>| {
        leaves.len() > 1 && cut.iter().any(|record| looks.is_link[record.clone()] == looks.is_link[leaves.clone()])
    };
    if let Some(missed) = missed.filter(has_links_of) {
        cut.insert(0, missed);
    }
    cut
}
