//! Places of labels: kinds of places whose texts say on page after page what stands behind them. A label that only one
//! page has is known by standing where labels stand.

use analysis::wrappers::places::{read_chain, written_chain};
use analysis::wrappers::reading::Reading;
use analysis::wrappers::texts::Texts;
use page::{NodeId, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

use super::decoration::is_label;

/// Of the texts in such places, so many are said again on other pages.
const SAID_AGAIN: f64 = 0.6;
/// So many stand before a text in another kind of place.
const FOLLOWED: f64 = 0.8;
/// So many values there are at least for each label.
const VARIETY: f64 = 1.3;
/// So many there are on a page. A value that many pages share stands alone in its place.
const LABELS: usize = 2;
/// Texts there are at least.
const LEAST: usize = 4;

/// A kind of place in which labels stand, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LabelPlace {
    /// The elements around it.
    pub chain: String,
    /// The column, if it stands in a table.
    pub column: usize,
}

/// The places of labels, ready to be looked up.
#[derive(Debug, Default)]
pub(super) struct LabelPlaces(FxHashSet<(u64, usize)>);

/// What is seen of a kind of place.
#[derive(Default)]
struct Seen<'a> {
    texts: usize,
    pages: usize,
    last_page: Option<usize>,
    again: usize,
    followed: usize,
    labels: FxHashSet<&'a str>,
    pairs: FxHashSet<(&'a str, &'a str)>,
    first: Option<(usize, usize)>,
}

/// The places of labels on some pages, as they are kept.
pub(super) fn label_places(readings: &[Reading<'_>], texts: &Texts<'_>) -> Vec<LabelPlace> {
    let mut places: FxHashMap<(u64, usize), Seen<'_>> = FxHashMap::default();
    for (page, reading) in readings.iter().enumerate() {
        for (number, text) in reading.texts.iter().enumerate() {
            let place = place(reading, number);
            let seen = places.entry(place).or_default();
            let look = texts.look(page, number);
            seen.first.get_or_insert((page, number));
            seen.texts += 1;
            seen.pages += usize::from(seen.last_page.replace(page) != Some(page));
            seen.again += usize::from(look.pages * readings.len() as f64 > 1.5);
            seen.labels.insert(look.text);
            let next = reading.behind(number).filter(|&next| self::place(reading, next) != place);
            if let Some(next) = next.filter(|_| is_label(text.text.trim_end_matches([':', '：', ' ']))) {
                seen.followed += usize::from(!is_link(reading.tree(), text.node));
                seen.pairs.insert((look.text, texts.look(page, next).text));
            }
        }
    }
    let is_place = |seen: &Seen<'_>| {
        let of = seen.texts as f64;
        seen.texts >= LEAST
            && seen.texts >= LABELS * seen.pages
            && seen.labels.len() >= 2
            && seen.again as f64 >= SAID_AGAIN * of
            && seen.followed as f64 >= FOLLOWED * of
            && seen.pairs.len() as f64 >= VARIETY * seen.labels.len() as f64
    };
    let mut found: Vec<LabelPlace> = places
        .iter()
        .filter(|(_, seen)| is_place(seen))
        .filter_map(|((_, column), seen)| {
            let (page, number) = seen.first?;
            let (tree, node) = (readings[page].tree(), readings[page].texts[number].node);
            let chain = written_chain(tree, node, readings[page].around, readings[page].head);
            Some(LabelPlace { chain, column: *column })
        })
        .collect();
    found.sort();
    found
}

impl LabelPlaces {
    pub(super) fn of(places: &[LabelPlace]) -> LabelPlaces {
        LabelPlaces(places.iter().filter_map(|place| Some((read_chain(&place.chain).ok()?, place.column))).collect())
    }

    /// Whether a text stands where labels stand.
    pub(super) fn contains(&self, reading: &Reading<'_>, text: usize) -> bool {
        !self.0.is_empty() && self.0.contains(&place(reading, text))
    }

    /// Labels of a page with what stands behind each, in order.
    pub(super) fn pairs(&self, reading: &Reading<'_>) -> Vec<(usize, usize)> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let labels = (0..reading.texts.len()).filter(|&text| self.contains(reading, text));
        let pairs = labels.filter_map(|label| Some((label, reading.behind(label)?)));
        pairs.filter(|&(_, value)| !self.contains(reading, value)).collect()
    }
}

/// The kind of place of a text, and its column if it stands in a cell of a table.
fn place(reading: &Reading<'_>, text: usize) -> (u64, usize) {
    /// Further columns are alike.
    const MOST_COLUMNS: usize = 3;
    let (tree, text) = (reading.tree(), &reading.texts[text]);
    let cell = tree.ancestors(text.node).take(4).find(|&element| matches!(tree.name(element), "td" | "th"));
    let column = cell.map_or(0, |cell| {
        std::iter::successors(tree.previous_sibling(cell), |&other| tree.previous_sibling(other))
            .filter(|&other| matches!(tree.name(other), "td" | "th"))
            .take(MOST_COLUMNS)
            .count()
    });
    (text.places.chain, column)
}

fn is_link(tree: &Tree, node: NodeId) -> bool {
    tree.ancestors(node).take(3).any(|element| matches!(tree.name(element), "a" | "button"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::{Capture, Page};

    #[test]
    fn labels_are_known_by_their_places() {
        let row = |label: &str, value: &str| format!("<tr><td>{label}</td><td>{value}</td></tr>");
        let page = |name: &str, rows: &[(&str, &str)]| {
            let rows: String = rows.iter().map(|(label, value)| row(label, value)).collect();
            Page::new(Capture::new("p", format!("<h1>{name}</h1><table>{rows}</table><p><a>More</a> <a>Less</a></p>")))
        };
        let pages = [
            page("Moss", &[("Price", "5"), ("Pages", "12")]),
            page("Fern", &[("Pages", "14"), ("Price", "7"), ("Illustrator", "A. Reed")]),
            page("Reed", &[("Price", "9")]),
        ];
        let readings: Vec<Reading<'_>> = pages.iter().map(Reading::of).collect();
        let places = LabelPlaces::of(&label_places(&readings, &Texts::of(&readings)));
        let told: Vec<(&str, &str)> = places
            .pairs(&readings[1])
            .into_iter()
            .map(|(label, value)| (readings[1].texts[label].text.as_str(), readings[1].texts[value].text.as_str()))
            .collect();
        assert_eq!(told, [("Pages", "14"), ("Price", "7"), ("Illustrator", "A. Reed")]);
    }
}
