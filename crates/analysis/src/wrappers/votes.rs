//! Votes: locators that lead to texts of a page, and which text wins.

use super::reading::Reading;

/// A text that a locator leads to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vote {
    pub(super) text: usize,
    pub(super) weight: f64,
    /// Whether the locator goes by a label.
    pub(super) by_label: bool,
}

/// How the votes on a page were cast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Poll {
    /// The text with most weight, with all of its weight.
    pub(super) winner: Vote,
    /// The weight of the text that comes second.
    pub(super) rival: f64,
}

/// What is left of the weight of a text that was there on all pages and is now in doubt.
const PART_OF_TEMPLATE: f64 = 0.3;
/// The share of its weight from which another text puts it in doubt.
const DOUBT: f64 = 0.25;

/// Counts votes. Texts that say the same stand by each other; of equal ones the first wins.
///
/// If all pages so far said the same, nobody knows whether that was the value or a part of the template, such as a menu
/// in which it happens to stand. Where locators disagree, it was the template: a value would have changed.
pub(super) fn poll(votes: &[Vote], reading: &Reading<'_>, always: Option<&str>) -> Option<Poll> {
    let said = |vote: &Vote| reading.texts[vote.text].text.as_str();
    let mut sums: Vec<Vote> = Vec::new();
    for vote in votes {
        match sums.iter_mut().find(|sum| said(sum) == said(vote)) {
            Some(sum) => {
                sum.weight += vote.weight;
                sum.text = sum.text.min(vote.text);
                sum.by_label |= vote.by_label;
            }
            None => sums.push(*vote),
        }
    }
    sums.sort_by(|a, b| b.weight.total_cmp(&a.weight).then(a.text.cmp(&b.text)));
    if let [first, second, ..] = &mut sums[..]
        && always == Some(said(first))
        && second.weight > DOUBT * first.weight
    {
        first.weight *= PART_OF_TEMPLATE;
        if first.weight < second.weight {
            sums.swap(0, 1);
        }
    }
    let rival = sums.get(1).map_or(0.0, |second| second.weight);
    sums.first().map(|&winner| Poll { winner, rival })
}
