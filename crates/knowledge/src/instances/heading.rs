//! The name of what a page is about: what looks like its main heading, or else its title without what all titles share.

use analysis::ValueKind;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::slots::Slot;
use analysis::wrappers::views::{View, Views, contains_words};

use super::decoration::Common;

/// How much a slot must look like the heading to be the name.
const LEAST_HEADING: f64 = 0.3;
/// How much another slot must look like it, as a share of the best, to stand in where the best finds nothing.
const STANDS_IN: f64 = 0.5;
/// Slots that stand in at most.
const MOST: usize = 6;

/// The slots that hold the name, the best first.
pub(super) fn name_slots(
    readings: &[Reading<'_>],
    slots: &[Slot],
    seen: &Views<'_>,
    common: &Common<'_>,
) -> Vec<usize> {
    let like_title = ranked(slots.len(), |slot| seen.slots[slot].as_heading());
    if like_title.first().is_some_and(|&(_, score)| score >= LEAST_HEADING) {
        return like_title.into_iter().map(|(slot, _)| slot).collect();
    }
    // The titles of the pages tell nothing. What is different on every page and set in large letters is the name.
    if readings.len() < 3 {
        return Vec::new();
    }
    let alone = |slot: usize| as_name(&slots[slot], &seen.slots[slot], seen, common);
    let mut best: Vec<(usize, f64)> = ranked(slots.len(), alone);
    for (slot, score) in &mut best {
        *score *= 1.0 + said_within(&slots[*slot], readings, seen);
    }
    best.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    best.into_iter().map(|(slot, _)| slot).take(1).collect()
}

/// The share of pages on which a slot's text is part of a longer one: pages speak of their subject by its name.
fn said_within(slot: &Slot, readings: &[Reading<'_>], seen: &Views<'_>) -> f64 {
    let is_said = |&&(page, text): &&(u32, u32)| {
        let plain = &seen.texts.look(page as usize, text as usize).plain;
        let others = (0..readings[page as usize].texts.len()).map(|other| &seen.texts.look(page as usize, other).plain);
        others.into_iter().any(|other| other.len() > plain.len() && contains_words(other, plain))
    };
    slot.found.iter().filter(is_said).count() as f64 / slot.found.len().max(1) as f64
}

/// The slots that come near the best.
fn ranked(slots: usize, score: impl Fn(usize) -> f64) -> Vec<(usize, f64)> {
    let mut ranked: Vec<(usize, f64)> = (0..slots).map(|slot| (slot, score(slot))).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let best = ranked.first().map_or(0.0, |best| best.1);
    ranked.retain(|(_, score)| *score > 0.0 && *score >= STANDS_IN * best);
    ranked.truncate(MOST);
    ranked
}

/// What counts how much for a name. Set by hand: it is asked only where no title says what the name is, and there is no
/// truth about such pages.
mod counts {
    /// Beside a heading of the first sort, another one, bold print, and that the text stands elsewhere too.
    pub(super) const HEADING: f64 = 0.6;
    pub(super) const BOLD: f64 = 0.6;
    pub(super) const REPEATED: f64 = 0.3;
    /// A label that is this strong is one beyond doubt, and what stands behind one is half as likely a name.
    pub(super) const STRONG: f64 = 0.7;
    pub(super) const LABELLED: f64 = 0.5;
    /// So many words are a name; what is longer is a text.
    pub(super) const BRIEF: f64 = 8.0;
    /// What the end of the page loses.
    pub(super) const AT_END: f64 = 0.7;
}

/// How much a slot looks like a name where no title says so.
fn as_name(slot: &Slot, view: &View, seen: &Views<'_>, common: &Common<'_>) -> f64 {
    let of = slot.found.len() as f64;
    let found = || slot.found.iter().map(|&(page, text)| (page as usize, text as usize));
    let is_word = |&(page, text): &(usize, usize)| seen.texts.look(page, text).kind == ValueKind::Words;
    let words = found().filter(is_word).count() as f64 / of;
    let labelled =
        found().filter(|&(page, text)| common.before(page, text).is_some_and(|label| label.strength > counts::STRONG));
    let labelled = labelled.count() as f64 / of;
    let fixed = found().filter(|&(page, text)| common.is_fixed(page, text)).count() as f64 / of;
    let headed = view.first_heading + counts::HEADING * view.heading;
    let marks = 1.0 + headed + counts::BOLD * view.bold + counts::REPEATED * view.repeated;
    let brief = counts::BRIEF / view.words.max(counts::BRIEF);
    let plain = words * (1.0 - counts::LABELLED * labelled) * (1.0 - fixed) * (1.0 - view.affix);
    let above = 1.0 - counts::AT_END * view.depth;
    view.coverage.powi(2) * view.distinct.powi(2) * plain * marks * brief * above / (1.0 + view.crowd)
}

/// The words that nearly all texts begin with, and those they end with. Of a page or two nobody can tell.
pub(super) fn affixes(texts: &[&str]) -> (Vec<String>, Vec<String>) {
    const MOST: usize = 12;
    let split: Vec<Vec<&str>> = texts.iter().map(|text| text.split(' ').collect()).collect();
    let shared = |from_end: bool| -> Vec<String> {
        let word = |words: &Vec<&'_ str>, index: usize| {
            let at = if from_end { words.len().checked_sub(index + 1) } else { Some(index) };
            at.and_then(|at| words.get(at).map(|word| (*word).to_owned()))
        };
        let commonest = |index: usize| {
            let words: Vec<String> = split.iter().filter_map(|words| word(words, index)).collect();
            let count = |word: &String| words.iter().filter(|other| *other == word).count();
            let most = words.iter().max_by_key(|word| (count(word), word.as_str()))?;
            (5 * count(most) >= 4 * texts.len()).then(|| most.clone())
        };
        (0..MOST).map_while(commonest).collect()
    };
    if texts.len() < 3 {
        return (Vec::new(), Vec::new());
    }
    let (before, mut behind) = (shared(false), shared(true));
    behind.reverse();
    (before, behind)
}

/// A text without the words that others begin and end with too; the whole of it if nothing else would be left.
pub(super) fn without_affixes<'a>(text: &'a str, before: &[String], behind: &[String]) -> &'a str {
    let mut core = text;
    for word in before {
        match core.strip_prefix(word.as_str()).filter(|rest| rest.starts_with(' ')) {
            Some(rest) => core = rest.trim_start(),
            None => break,
        }
    }
    for word in behind.iter().rev() {
        match core.strip_suffix(word.as_str()).filter(|rest| rest.ends_with(' ')) {
            Some(rest) => core = rest.trim_end(),
            None => break,
        }
    }
    if core.contains(char::is_alphanumeric) { core } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_all_titles_share_is_no_part_of_a_name() {
        let titles = ["Cars - Fiat Panda | Autos", "Cars - Volvo 240 | Autos", "Cars - Trabant | Autos"];
        let (before, behind) = affixes(&titles);
        assert_eq!(without_affixes(titles[0], &before, &behind), "Fiat Panda");
        assert_eq!(without_affixes("Cars - | Autos", &before, &behind), "Cars - | Autos");
        assert_eq!(without_affixes("Skoda", &before, &behind), "Skoda");
    }
}
