//! Slots: what one way of looking finds on the pages of a template. Ways that find the same are one slot, and the more
//! independent ways lead to it the safer it is.

use rustc_hash::FxHashMap;

use super::reading::{Label, Reading};

/// A way to find a text on a page. Occurrences count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Way {
    /// Behind a label, at the label's n-th occurrence.
    After(Label, u32),
    /// Behind a label and at the end of a chain.
    AfterIn(Label, u64, u32),
    /// A text that begins with a label.
    Within(Label, u32),
    /// At a path counted from the root.
    Path(u64),
    /// At a path counted from an element with an id.
    Anchored(u64),
    /// The n-th text at the end of a chain.
    Chain(u64, u32),
    /// The n-th text of a record at the end of a chain of which only the end counts.
    Ending(u64, u32),
}

impl Way {
    /// The same without regard to which of several.
    pub fn uncounted(self) -> Way {
        match self {
            Way::After(label, _) => Way::After(label, 0),
            Way::AfterIn(label, chain, _) => Way::AfterIn(label, chain, 0),
            Way::Within(label, _) => Way::Within(label, 0),
            Way::Chain(chain, _) => Way::Chain(chain, 0),
            Way::Ending(ending, _) => Way::Ending(ending, 0),
            Way::Path(_) | Way::Anchored(_) => self,
        }
    }

    /// Whether it goes by a label.
    pub fn is_by_label(self) -> bool {
        matches!(self, Way::After(..) | Way::AfterIn(..) | Way::Within(..))
    }
}

/// What is found on each page by some ways.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The ways that find just this.
    pub ways: Vec<Way>,
    /// Page and text, at most one for each page, in order.
    pub found: Vec<(u32, u32)>,
}

impl Slot {
    /// The first way of each sort. Ways of one sort fail together, so one speaks for all.
    pub fn ways_by_sort(&self) -> Vec<Way> {
        let mut kept: Vec<Way> = Vec::new();
        for &way in &self.ways {
            if kept.iter().all(|other| std::mem::discriminant(other) != std::mem::discriminant(&way)) {
                kept.push(way);
            }
        }
        kept
    }
}

/// Occurrences of a label that are told apart by counting.
pub const LABEL_OCCURRENCES: u32 = 2;
/// Texts at the end of one chain that are told apart by counting.
pub const CHAIN_OCCURRENCES: u32 = 6;

/// Tells all ways that lead to a text of the page, in the order of the texts. No way is told twice.
pub fn each_way(reading: &Reading<'_>, mut tell: impl FnMut(Way, usize)) {
    let mut counts: FxHashMap<Way, u32> = FxHashMap::default();
    let heading = reading.main_heading();
    for (index, text) in reading.texts.iter().enumerate() {
        // What only separates others, or ends with a colon, is no value; but the main heading is no label of what
        // follows it, whatever it ends with.
        let is_label = text.text.ends_with([':', '：']) && heading != Some(index);
        if text.label == Label::SEPARATOR || is_label {
            continue;
        }
        let mut count = |uncounted: Way, most: u32| {
            let count = counts.entry(uncounted).or_default();
            *count += 1;
            (*count <= most).then_some(*count)
        };
        let places = text.places;
        if count(Way::Path(places.path), 1).is_some() {
            tell(Way::Path(places.path), index);
        }
        // An id that stands twice on a page leads to the first.
        if count(Way::Anchored(places.anchored), 1).is_some() {
            tell(Way::Anchored(places.anchored), index);
        }
        if let Some(nth) = count(Way::Chain(places.chain, 0), CHAIN_OCCURRENCES) {
            tell(Way::Chain(places.chain, nth), index);
        }
        // Records of one list differ in what is around their texts; whole pages do so less, and are larger.
        if reading.around.is_some()
            && places.ending != 0
            && let Some(nth) = count(Way::Ending(places.ending, 0), CHAIN_OCCURRENCES)
        {
            tell(Way::Ending(places.ending, nth), index);
        }
        if let Some(before) = reading.before(index) {
            let label = reading.texts[before].label;
            if let Some(nth) = count(Way::After(label, 0), LABEL_OCCURRENCES) {
                tell(Way::After(label, nth), index);
            }
            if let Some(nth) = count(Way::AfterIn(label, places.chain, 0), LABEL_OCCURRENCES) {
                tell(Way::AfterIn(label, places.chain, nth), index);
            }
        }
        if let Some(label) = text.own_label
            && let Some(nth) = count(Way::Within(label, 0), LABEL_OCCURRENCES)
        {
            tell(Way::Within(label, nth), index);
        }
    }
}

/// All slots of the pages, in the order of what they find; those on fewer pages than `least_pages` are left out.
pub fn slots(readings: &[Reading<'_>], least_pages: usize) -> Vec<Slot> {
    let mut found: FxHashMap<Way, Vec<(u32, u32)>> = FxHashMap::default();
    for (page, reading) in readings.iter().enumerate() {
        each_way(reading, |way, text| found.entry(way).or_default().push((page as u32, text as u32)));
    }
    let frequent = found.into_iter().filter(|(_, found)| found.len() >= least_pages);
    let mut ways: Vec<(Vec<(u32, u32)>, Way)> = frequent.map(|(way, found)| (found, way)).collect();
    ways.sort_unstable();
    let mut slots: Vec<Slot> = Vec::new();
    for (found, way) in ways {
        match slots.last_mut() {
            Some(slot) if slot.found == found => slot.ways.push(way),
            _ => slots.push(Slot { ways: vec![way], found }),
        }
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use page::{Capture, Page};

    /// For each slot how many ways lead to it, and what they find.
    fn check(pages: &[&str], expected: Expect) {
        let pages: Vec<Page> = pages.iter().map(|html| Page::new(Capture::new("p", *html))).collect();
        let readings: Vec<Reading<'_>> = pages.iter().map(Reading::of).collect();
        let told = |slot: &Slot| {
            let texts = slot.found.iter().map(|&(page, text)| &readings[page as usize].texts[text as usize].text);
            format!("{} {:?}", slot.ways.len(), texts.collect::<Vec<_>>())
        };
        expected.assert_eq(&slots(&readings, 2).iter().map(told).collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn a_value_that_moves_is_found_behind_its_label() {
        check(
            &["<h1>A</h1><p><b>Price:</b> 1</p>", "<h1>B</h1><p>Sale!</p><p><b>Price:</b> 2</p>"],
            expect![[r#"
                3 ["A", "B"]
                3 ["1", "Sale!"]
                2 ["1", "2"]"#]],
        );
    }

    #[test]
    fn the_main_heading_is_a_value_whatever_it_ends_with() {
        check(
            &["<h1>A:</h1><h2>Price:</h2> 1", "<h1>B</h1><h2>Price:</h2> 2", "<h1>C：</h1><h2>Price:</h2> 3"],
            expect![[r#"
                3 ["A:", "B", "C："]
                5 ["1", "2", "3"]"#]],
        );
        // A label in a heading is none.
        check(&["<h1>Club: <b>A</b></h1>", "<h1>Club: <b>B</b></h1>"], expect![[r#"5 ["A", "B"]"#]]);
    }

    #[test]
    fn a_label_may_be_part_of_the_text() {
        check(
            &["<p>Colour: red</p><p>Size: 3</p>", "<p>Size: 4</p>"],
            expect![[r#"
                3 ["Colour: red", "Size: 4"]
                1 ["Size: 3", "Size: 4"]"#]],
        );
    }
}
