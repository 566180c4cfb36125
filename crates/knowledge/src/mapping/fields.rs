//! From likely slots to the locators of a field.

use analysis::wrappers::choice::Likely;
use analysis::wrappers::locator::Locator;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::slots::{Slot, Way};

/// Slots whose locators a wrapper keeps for a field.
const MOST_SLOTS: usize = 8;

/// What locators are written from.
pub(super) struct Source<'a> {
    pub(super) readings: &'a [Reading<'a>],
    pub(super) slots: &'a [Slot],
}

impl Source<'_> {
    /// The locators of a field: of each likely slot one of each sort, sharing the slot's likelihood.
    pub(super) fn locators(&self, likely: &Likely) -> Vec<(Locator, f64)> {
        let mut locators = Vec::new();
        for &(number, likelihood) in likely.iter().take(MOST_SLOTS) {
            let slot = &self.slots[number];
            let Some(&(page, text)) = slot.found.first() else { continue };
            let written = |way: Way| Locator::of(way, &self.readings[page as usize], text as usize);
            let written: Vec<Locator> = slot.ways_by_sort().into_iter().filter_map(written).collect();
            let share = likelihood / written.len().max(1) as f64;
            // The same path is written once, whether it was counted from the root or from an id that is not there.
            for locator in written {
                match locators.iter_mut().find(|(known, _)| *known == locator) {
                    Some((_, weight)) => *weight += share,
                    None => locators.push((locator, share)),
                }
            }
        }
        locators
    }
}
