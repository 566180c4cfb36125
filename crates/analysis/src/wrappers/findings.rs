//! What the pages of a template tell of their subject when nobody says what is wanted: the main heading, what stands
//! behind a label, and what the markup itself has a name for. Values vary from page to page, labels do not.

use page::{NodeId, Tree};
use rustc_hash::FxHashSet;

use super::reading::{Reading, own_label};
use super::slots::{Slot, Way};
use super::texts::Texts;
use super::views::{View, Views};

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
    /// It has no name; in a record everything that varies counts.
    Placed,
}

/// Findings of each sort beyond which a template tells more than anybody wants to read.
const MOST_LABELLED: usize = 80;
const MOST_MARKED: usize = 20;
const MOST_PLACED: usize = 24;
/// How much a slot must look like the heading to be taken for it.
const LEAST_HEADING: f64 = 0.3;
/// Characters of a label at most.
const LONGEST_LABEL: usize = 48;

/// What some pages of a template tell, the heading first, then in the order of the pages.
pub fn findings(readings: &[Reading<'_>], slots: &[Slot], seen: &Views<'_>) -> Vec<Finding> {
    let views = &seen.slots;
    let mut taken = Taken::default();
    let mut findings = Vec::new();
    let slot = seen.heading;
    if views.get(slot).is_some_and(|view| view.as_heading() >= LEAST_HEADING) {
        taken.take(&slots[slot]);
        taken.names.insert("heading".to_owned());
        findings.push(Finding { name: "heading".to_owned(), sort: Sort::Heading, slot });
    }
    let mut order: Vec<usize> = (0..slots.len()).collect();
    // What is found on more pages and in more ways comes first; what is left out then is a worse reading of the same.
    order.sort_by(|&a, &b| {
        let rank = |slot: usize| (slots[slot].found.len(), slots[slot].ways.len());
        rank(b).cmp(&rank(a)).then(a.cmp(&b))
    });
    let context = Around { readings, texts: &seen.texts };
    let are_records = readings.iter().any(|reading| reading.around.is_some());
    let placed = if are_records { MOST_PLACED } else { 0 };
    for (sort, most) in [(Sort::Labelled, MOST_LABELLED), (Sort::Marked, MOST_MARKED), (Sort::Placed, placed)] {
        let mut count = 0;
        for &slot in &order {
            let name = match sort {
                _ if count == most => break,
                Sort::Labelled => context.label(&slots[slot], &views[slot]),
                Sort::Placed => context.place(&slots[slot], &views[slot]).map(|name| taken.unused(name)),
                _ => context.mark(&slots[slot], &views[slot]),
            };
            let Some(name) = name else { continue };
            if taken.is_free(&slots[slot], &name) {
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

    /// A name that is not taken: the same with a number.
    fn unused(&self, name: String) -> String {
        let numbered = (1..).map(|number| if number == 1 { name.clone() } else { format!("{name} {number}") });
        numbered.into_iter().find(|name| !self.names.contains(&name.to_lowercase())).unwrap_or_default()
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
        // A property of many things is not the same for all of them.
        let varies = self.readings.len() < 3 || view.commonest < 0.95;
        // A text that has its label in itself does not belong to the text before it.
        if let Some(own) = self.readings[page].texts[text].own_label {
            let own_labels = slot
                .found
                .iter()
                .map(|&(page, text)| self.readings[page as usize].texts[text as usize].own_label == Some(own));
            let is_usual = 5 * own_labels.filter(|&is_same| is_same).count() > 4 * slot.found.len();
            let label = own_label(self.texts.look(page, text).text).map(|(label, _)| label);
            return label.filter(|label| is_usual && varies && is_label(label)).map(str::to_owned);
        }
        if !slot.ways.iter().any(|way| matches!(way, Way::After(_, 1) | Way::AfterIn(_, _, 1))) {
            return None;
        }
        let reading = &self.readings[page];
        let before = reading.before(text)?;
        let look = self.texts.look(page, before);
        let has_colon = look.text.ends_with([':', '：']);
        let is_constant = self.readings.len() < 2 || look.pages >= 0.8 * view.coverage;
        let is_set_off = has_colon || is_set_off(reading.tree(), reading.texts[before].node, reading.texts[text].node);
        // Values that most pages have, here or there, are labels themselves, or words of the template.
        let value_is_label = self.readings.len() > 2 && view.constant > 0.5;
        let name = look.text.trim_end_matches([':', '：', ' ']);
        (is_constant && is_label(name) && is_set_off && varies && !value_is_label).then(|| name.to_owned())
    }

    /// What to call a slot of a record that varies and has no name: by its elements.
    fn place(&self, slot: &Slot, view: &View) -> Option<String> {
        let is_own_place = slot.ways.iter().any(|way| matches!(way, Way::Chain(..)));
        if !is_own_place || view.coverage < 0.3 || view.constant > 0.5 || view.distinct < 0.05 {
            return None;
        }
        let &(page, text) = slot.found.first()?;
        let reading = &self.readings[page as usize];
        let tree = reading.tree();
        let inside = tree.ancestors(reading.texts[text as usize].node);
        let inside: Vec<NodeId> = inside.take_while(|&element| Some(element) != reading.around).take(4).collect();
        let class = inside.iter().find_map(|&element| tree.classes(element).find(|class| is_word(class)));
        let sort = inside.iter().find_map(|&element| match tree.name(element) {
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Some("heading"),
            "a" => Some("link"),
            _ => None,
        });
        Some(sort.filter(|sort| *sort == "heading").or(class).or(sort).unwrap_or("text").to_owned())
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

/// Whether a text may be a label: short, with words, and not beginning with a number.
fn is_label(text: &str) -> bool {
    let length = text.chars().count();
    (1..=LONGEST_LABEL).contains(&length)
        && text.contains(char::is_alphabetic)
        && !text.starts_with(|c: char| c.is_numeric() || matches!(c, ',' | '.' | '$' | '€' | '£'))
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
    let is_marked =
        tree.ancestors(label).take(3).take_while(|&element| !tree.contains(element, value)).any(|element| {
            matches!(
                tree.name(element),
                "th" | "dt" | "label" | "b" | "strong" | "em" | "h2" | "h3" | "h4" | "h5" | "h6"
            )
        });
    is_marked || tree.name(tree.lca(label, value)) == "tr"
}
