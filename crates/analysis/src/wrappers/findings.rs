//! What the pages of a template tell of their subject when nobody says what is wanted: the main heading, what stands
//! behind a label, and what the markup itself has a name for. Values vary from page to page, labels do not.

use page::{NodeId, Tree};
use rustc_hash::FxHashSet;

use super::reading::{Reading, own_label};
use super::slots::{Slot, Way};
use super::texts::Texts;
use super::views::{View, page_looks};

/// Something that the pages of a template tell.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What it is called: the label as it is printed, or a name from the markup.
    pub name: String,
    /// Where the name comes from.
    pub sort: Sort,
    /// The slot with its values.
    pub slot: usize,
}

/// How something got its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// It is the main heading.
    Heading,
    /// A label stands before it, or it begins with one.
    Labelled,
    /// Its element has a class or a property of that name.
    Marked,
}

/// Findings of each sort beyond which a template tells more than anybody wants to read.
const MOST_LABELLED: usize = 80;
const MOST_MARKED: usize = 20;
/// How much a slot must look like the heading to be taken for it.
const LEAST_HEADING: f64 = 0.3;
/// Characters of a label at most.
const LONGEST_LABEL: usize = 48;

/// What some pages of a template tell, the heading first, then in the order of the pages.
pub fn findings(readings: &[Reading<'_>], slots: &[Slot]) -> Vec<Finding> {
    let texts = Texts::of(readings);
    let pages = page_looks(readings);
    let views: Vec<View> = slots.iter().map(|slot| View::of(slot, readings, &pages, &texts)).collect();
    let mut taken = Taken::default();
    let mut findings = Vec::new();
    let heading = (0..slots.len())
        .reduce(|best, slot| if views[slot].as_heading() > views[best].as_heading() { slot } else { best });
    if let Some(slot) = heading.filter(|&slot| views[slot].as_heading() >= LEAST_HEADING) {
        taken.take(&slots[slot]);
        findings.push(Finding { name: "heading".to_owned(), sort: Sort::Heading, slot });
    }
    let mut order: Vec<usize> = (0..slots.len()).collect();
    // What is found on more pages and in more ways comes first; what is left out then is a worse reading of the same.
    order.sort_by(|&a, &b| {
        let rank = |slot: usize| (slots[slot].found.len(), slots[slot].ways.len());
        rank(b).cmp(&rank(a)).then(a.cmp(&b))
    });
    let context = Around { readings, texts: &texts };
    for (sort, most) in [(Sort::Labelled, MOST_LABELLED), (Sort::Marked, MOST_MARKED)] {
        let mut count = 0;
        for &slot in &order {
            let name = match sort {
                Sort::Labelled => context.label(&slots[slot], &views[slot]),
                _ => context.mark(&slots[slot], &views[slot]),
            };
            let Some(name) = name else { continue };
            if count < most && taken.is_free(&slots[slot], &name) {
                taken.take(&slots[slot]);
                taken.names.insert(name.to_lowercase());
                findings.push(Finding { name, sort, slot });
                count += 1;
            }
        }
    }
    findings.sort_by(|a, b| {
        let place = |finding: &Finding| (finding.sort != Sort::Heading, views[finding.slot].position);
        place(a).partial_cmp(&place(b)).unwrap_or(std::cmp::Ordering::Equal).then(a.slot.cmp(&b.slot))
    });
    findings
}

/// The texts and names that have been told already.
#[derive(Default)]
struct Taken {
    texts: FxHashSet<(u32, u32)>,
    names: FxHashSet<String>,
}

impl Taken {
    fn take(&mut self, slot: &Slot) {
        self.texts.extend(&slot.found);
    }

    fn is_free(&self, slot: &Slot, name: &str) -> bool {
        let told = slot.found.iter().filter(|text| self.texts.contains(text)).count();
        told * 3 <= slot.found.len() && !self.names.contains(&name.to_lowercase())
    }
}

/// What stands around slots.
struct Around<'a> {
    readings: &'a [Reading<'a>],
    texts: &'a Texts<'a>,
}

impl Around<'_> {
    /// The label of a slot, if it has one.
    fn label(&self, slot: &Slot, view: &View) -> Option<String> {
        let &(page, text) = slot.found.first()?;
        let (page, text) = (page as usize, text as usize);
        if slot.ways.iter().any(|way| matches!(way, Way::Within(_, 1))) {
            return own_label(self.texts.look(page, text).text).map(|(label, _)| label.to_owned());
        }
        if !slot.ways.iter().any(|way| matches!(way, Way::After(_, 1) | Way::AfterIn(_, _, 1))) {
            return None;
        }
        let reading = &self.readings[page];
        let before = reading.before(text)?;
        let look = self.texts.look(page, before);
        let has_colon = look.text.ends_with([':', '：']);
        let is_constant = self.readings.len() < 2 || look.pages >= 0.8 * view.coverage;
        let is_short = look.text.chars().count() <= LONGEST_LABEL && look.text.contains(char::is_alphabetic);
        let is_set_off = has_colon || is_set_off(reading.tree(), reading.texts[before].node, reading.texts[text].node);
        // A value that most pages have and that looks like a label is the label of the next one.
        let value_is_label = view.constant > 0.5 && self.texts.look(page, text).text.ends_with([':', '：']);
        let varies = has_colon || self.readings.len() < 2 || view.commonest < 0.95;
        let name = look.text.trim_end_matches([':', '：', ' ']);
        (is_constant && is_short && is_set_off && varies && !value_is_label && !name.is_empty())
            .then(|| name.to_owned())
    }

    /// What the markup calls a slot that varies and stands alone on its page.
    fn mark(&self, slot: &Slot, view: &View) -> Option<String> {
        let is_alone = slot.ways.iter().any(|way| matches!(way, Way::Chain(_, 1))) && view.crowd < 0.5;
        if !is_alone || view.distinct < 0.3 || view.constant > 0.2 || self.readings.len() < 2 {
            return None;
        }
        let &(page, text) = slot.found.first()?;
        let reading = &self.readings[page as usize];
        let tree = reading.tree();
        let element = tree.parent(reading.texts[text as usize].node)?;
        let named = ["itemprop", "property"].iter().find_map(|name| tree.attr(element, name)).map(str::to_owned);
        let class = || tree.classes(element).find(|class| is_word(class)).map(str::to_owned);
        named.or_else(class).filter(|name| is_word(name))
    }
}

/// A class that a person may have chosen to say what something is.
fn is_word(class: &str) -> bool {
    (3..=32).contains(&class.len())
        && class.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '_'))
        && class.chars().filter(|c| c.is_alphabetic()).count() >= 3
}

/// Whether a text is set off from the one behind it as labels are: by an element for labels, by print, or by a cell of
/// its own in the same row.
fn is_set_off(tree: &Tree, label: NodeId, value: NodeId) -> bool {
    let own = tree.parent(label);
    let is_marked =
        tree.ancestors(label).take(3).take_while(|&element| !tree.contains(element, value)).any(|element| {
            matches!(
                tree.name(element),
                "th" | "dt" | "label" | "b" | "strong" | "em" | "h2" | "h3" | "h4" | "h5" | "h6"
            )
        });
    let row = tree.lca(label, value);
    let shares_row = tree.name(row) == "tr" && own.is_some();
    is_marked || shares_row
}
