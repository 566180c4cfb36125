//! A template of pages about one thing each: what is read from them, and how it is found. It is learnt once and can be
//! kept, so that further pages are read alike.

use std::collections::{BTreeMap, BTreeSet};

use analysis::wrappers::locator::Locator;
use analysis::wrappers::places::written_chain;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::slots::slots;
use analysis::wrappers::views::Views;
use page::NodeId;

use super::candidates::candidates;
use super::choice::Choice;
use super::decoration::Common;
use super::heading::{affixes, name_slots};
use super::known_labels::KnownLabels;
use super::label_places::{LabelPlace, label_places};
use super::reader::{InstancePage, InstanceReader};

/// Pages that are learnt from; more teach nothing new.
const MOST_PAGES: usize = 60;
/// Texts of the template that are longer than this are never mistaken for values.
const LONGEST_FIXED: usize = 120;

/// What is read from the pages of a template.
#[derive(Clone, Debug, PartialEq)]
pub struct InstanceTemplate {
    /// Where the name of the thing stands.
    pub name: LearntName,
    /// What is told of it, in the order of the pages.
    pub attributes: Vec<LearntAttribute>,
    /// Texts that are part of the template.
    pub fixed: Fixed,
    /// Where labels stand: what is behind one is told, whether the label was seen before or not.
    pub label_places: Vec<LabelPlace>,
}

/// Texts that are part of the template and no values, by the chain of elements around them.
pub type Fixed = BTreeMap<String, BTreeSet<String>>;

/// How the name of what a page is about is found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LearntName {
    /// The places where it may stand, the likeliest first, each with the ways to it.
    pub places: Vec<Vec<Locator>>,
    /// The words that nearly all texts in the likeliest place begin with and end with: they are no part of names.
    pub affixes: (Vec<String>, Vec<String>),
    /// The same for the titles of the pages.
    pub title_affixes: (Vec<String>, Vec<String>),
}

/// Something that is read from each page.
#[derive(Clone, Debug, PartialEq)]
pub struct LearntAttribute {
    /// What it is called, the same for labels that are the same to a reader.
    pub name: String,
    /// Its label as it is printed, if it has one.
    pub label: Option<String>,
    /// The ways to it. They agree on the pages it was learnt from.
    pub locators: Vec<Locator>,
    /// Whether there can be several values, one after the other.
    pub is_many: bool,
    /// How much it looks like a property of what the page is about.
    pub quality: f64,
}

impl InstanceTemplate {
    /// Learns from some pages of one template. From one page alone only what has a label is learnt, and the heading.
    pub fn learn(readings: &[Reading<'_>]) -> Option<InstanceTemplate> {
        InstanceTemplate::learn_with(readings, &KnownLabels::default())
    }

    /// The same with labels that are known from other templates.
    pub fn learn_with(readings: &[Reading<'_>], known: &KnownLabels) -> Option<InstanceTemplate> {
        let readings = &readings[..readings.len().min(MOST_PAGES)];
        let least = if readings.len() < 2 { 1 } else { (readings.len() / 12).max(2) };
        let slots = slots(readings, least);
        let seen = Views::of(readings, &slots);
        let label_places = label_places(readings, &seen.texts);
        let common = Common::of(readings, &seen.texts, &label_places, known);
        let fixed = fixed(readings, &common);
        let mut choice = Choice::new(readings, &slots, &fixed);
        let names = name_slots(readings, &slots, &seen, &common);
        let texts = names.first().map(|&slot| &slots[slot].found);
        let texts = texts.into_iter().flatten().map(|&(page, text)| seen.texts.look(page as usize, text as usize).text);
        let titles: Vec<String> = readings.iter().filter_map(|reading| reading.page.title()).collect();
        let name = LearntName {
            places: names.iter().map(|&slot| choice.locators(slot)).collect(),
            affixes: affixes(&texts.collect::<Vec<&str>>()),
            title_affixes: affixes(&titles.iter().map(String::as_str).collect::<Vec<&str>>()),
        };
        if let Some(&slot) = names.first() {
            choice.take(slot, false);
        }
        let attributes = choice.attributes(&candidates(readings, &slots, &seen, &common), &seen);
        let is_empty = name.places.is_empty() && attributes.is_empty();
        (!is_empty).then_some(InstanceTemplate { name, attributes, fixed, label_places })
    }

    /// Leaves out attributes whose values stand mostly in places of the pages it was learnt from that tell nothing of
    /// the thing, as the caller knows: given the number of a page and a node.
    pub fn leave_out(&mut self, readings: &[Reading<'_>], is_left_out: impl Fn(usize, NodeId) -> bool) {
        let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
        let reader = self.reader();
        for (page, reading) in readings.iter().enumerate() {
            for attribute in reader.read(reading).attributes {
                let (out, all) = counts.entry(attribute.name).or_default();
                *out += attribute.values.iter().filter(|value| is_left_out(page, value.node)).count();
                *all += attribute.values.len();
            }
        }
        self.attributes.retain(|attribute| counts.get(&attribute.name).is_none_or(|(out, all)| 2 * out <= *all));
    }

    /// Makes it ready to read pages.
    pub fn reader(&self) -> InstanceReader<'_> {
        InstanceReader::new(self)
    }

    /// Reads one page.
    pub fn read(&self, reading: &Reading<'_>) -> InstancePage {
        self.reader().read(reading)
    }
}

/// The texts that are part of the template.
fn fixed(readings: &[Reading<'_>], common: &Common<'_>) -> Fixed {
    let mut fixed = Fixed::new();
    for (page, reading) in readings.iter().enumerate() {
        for (number, text) in reading.texts.iter().enumerate() {
            if text.text.len() <= LONGEST_FIXED && common.is_fixed(page, number) {
                let chain = written_chain(reading.tree(), text.node, None, None);
                fixed.entry(chain).or_default().insert(text.text.clone());
            }
        }
    }
    fixed
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use page::{Capture, Page};

    fn pages(html: &[String]) -> Vec<Page> {
        html.iter().map(|html| Page::new(Capture::new("p", html.as_str()))).collect()
    }

    /// What is read of the first page by what was learnt of all.
    #[track_caller]
    fn check(html: &[String], expected: Expect) {
        let pages = pages(html);
        let readings: Vec<Reading<'_>> = pages.iter().map(Reading::of).collect();
        let template = InstanceTemplate::learn(&readings).unwrap();
        let page = template.read(&readings[0]);
        let mut told = vec![format!("{:?}", page.name.map(|name| name.value).unwrap_or_default())];
        for attribute in page.attributes {
            let values: Vec<String> = attribute.values.into_iter().map(|value| value.value).collect();
            told.push(format!("{} = {values:?}", attribute.name));
        }
        expected.assert_eq(&told.join("\n"));
    }

    fn book(title: &str, author: &str, price: &str, subjects: &[&str]) -> String {
        let subjects: Vec<String> = subjects.iter().map(|subject| format!("<a href=#>{subject}</a>")).collect();
        format!(
            "<title>Books: {title}</title><ul><li><a>Home</a><li><a>Ink</a><li><a>Oak</a></ul><h1>{title}</h1>\
             by <a>{author}</a><p class=bookPrice>{price}</p><table><tr><td>Subjects</td><td>{}</td></tr></table>\
             <p>Weight: {}0 g</p><p>Printed with care</p>",
            subjects.join(", "),
            title.len(),
        )
    }

    #[test]
    fn values_vary_and_are_called_what_the_pages_call_them() {
        let books = [
            book("Moss", "A. Fern", "$ 5", &["Ink", "Oak"]),
            book("Lichens", "B. Reed", "$ 6", &["Oak"]),
            book("Ferns of Wales", "C. Moor", "$ 7", &["Ink"]),
            book("Algae", "D. Sand", "$ 8", &["Tide", "Ink"]),
        ];
        check(
            &books,
            expect![[r#"
            "Moss"
            by = ["A. Fern"]
            book price = ["$ 5"]
            subjects = ["Ink", "Oak"]
            weight = ["40 g"]"#]],
        );
    }

    #[test]
    fn one_page_tells_what_has_a_label() {
        check(
            &[book("Moss", "A. Fern", "$ 5", &["Ink", "Oak"])],
            expect![[r#"
            "Moss"
            by = ["A. Fern"]
            subjects = ["Ink", "Oak"]
            weight = ["40 g"]"#]],
        );
    }

    #[test]
    fn what_is_in_a_menu_too_may_be_a_value() {
        let player = |name: &str, team: &str| {
            format!(
                "<title>{name}</title><ul><li>Reds<li>Blues<li>Greens</ul><h1>{name}</h1><h2 class=team>{team}</h2>"
            )
        };
        check(
            &[player("Al", "Reds"), player("Bo", "Blues"), player("Cy", "Reds"), player("Di", "Greens")],
            expect![[r#"
                "Al"
                team = ["Reds"]"#]],
        );
    }
}
