//! What is seen of a slot whatever it may mean: how often it is filled, how much it varies, how it is marked up, where
//! it stands on the page.

use super::reading::{Label, Reading};
use super::slots::Slot;
use page::{NodeId, Tree};
use rustc_hash::{FxHashMap, FxHashSet};

use super::texts::{Texts, plain};

/// A slot as it is seen. Shares are of the pages it is found on, but for `coverage`.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The share of all pages on which it is found.
    pub coverage: f64,
    /// How many different texts it has, as a share.
    pub distinct: f64,
    /// The share of its commonest text.
    pub commonest: f64,
    /// The share in links.
    pub link: f64,
    /// The share in the first sort of heading.
    pub first_heading: f64,
    /// The share in other headings.
    pub heading: f64,
    /// The share in bold or large print.
    pub bold: f64,
    /// The share whose text is part of the page's title.
    pub in_title: f64,
    /// How much of the title it makes up, where it is part of it.
    pub title_cover: f64,
    /// How well its words are those of the title that other pages do not have.
    pub title_likeness: f64,
    /// The share of words that all its texts begin or end with.
    pub affix: f64,
    /// The logarithm of the number of texts in places of the same kind.
    pub crowd: f64,
    /// The mean number of words.
    pub words: f64,
    /// The share of texts that most pages have.
    pub constant: f64,
    /// The share whose page has the same text elsewhere.
    pub repeated: f64,
    /// The median number of texts that stand before it.
    pub position: f64,
    /// The median share of the page's texts that stand before it.
    pub depth: f64,
}

/// All slots of some pages as they are seen.
#[derive(Debug)]
pub struct Views<'a> {
    /// The different texts of the pages.
    pub texts: Texts<'a>,
    /// Each slot.
    pub slots: Vec<View>,
    /// The slot that looks most like the main heading; of equal ones the first.
    pub heading: usize,
}

impl<'a> Views<'a> {
    /// Looks at the slots of some pages.
    pub fn of(readings: &'a [Reading<'_>], slots: &[Slot]) -> Views<'a> {
        let texts = Texts::of(readings);
        let pages = page_looks(readings);
        let slots: Vec<View> = slots.iter().map(|slot| View::of(slot, readings, &pages, &texts)).collect();
        let surer =
            |best: usize, next: usize| if slots[next].as_heading() > slots[best].as_heading() { next } else { best };
        let heading = (0..slots.len()).reduce(surer).unwrap_or_default();
        Views { texts, slots, heading }
    }
}

/// What is computed once for each page.
#[derive(Debug)]
struct PageLook {
    title: String,
    /// The words of the title that other pages do not have at its beginning or end.
    core: String,
    /// How many texts stand in places of each kind.
    chains: FxHashMap<u64, u32>,
    /// How often each text stands on the page.
    labels: FxHashMap<Label, u32>,
}

/// Looks at some pages of a template.
fn page_looks(readings: &[Reading<'_>]) -> Vec<PageLook> {
    let titles: Vec<String> = readings.iter().map(|reading| plain(&reading.page.title().unwrap_or_default())).collect();
    let (front, back) = common_affixes(titles.iter().map(String::as_str));
    let look = |(reading, title): (&Reading<'_>, String)| {
        let mut chains: FxHashMap<u64, u32> = FxHashMap::default();
        let mut labels: FxHashMap<Label, u32> = FxHashMap::default();
        for text in &reading.texts {
            *chains.entry(text.places.chain).or_default() += 1;
            *labels.entry(text.label).or_default() += 1;
        }
        let words: Vec<&str> = title.split(' ').collect();
        let core = if words.len() > front + back { words[front..words.len() - back].join(" ") } else { title.clone() };
        PageLook { title, core, chains, labels }
    };
    readings.iter().zip(titles).map(look).collect()
}

/// How many words nearly all texts begin with, and end with. Of a page or two nothing is known.
fn common_affixes<'a>(texts: impl Iterator<Item = &'a str>) -> (usize, usize) {
    const MOST: usize = 12;
    let texts: Vec<Vec<&str>> = texts.map(|text| text.split(' ').collect()).collect();
    if texts.len() < 3 {
        return (0, 0);
    }
    let is_common = |at: &dyn Fn(&Vec<&'a str>) -> Option<&'a str>| {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        texts.iter().filter_map(at).for_each(|word| *counts.entry(word).or_default() += 1);
        counts.values().any(|count| count * 5 >= texts.len() * 4)
    };
    let front = (0..MOST).take_while(|&index| is_common(&|words| words.get(index).copied())).count();
    let from_end = |words: &Vec<&'a str>, index: usize| words.len().checked_sub(index + 1).map(|at| words[at]);
    let back = (0..MOST).take_while(|&index| is_common(&|words| from_end(words, index))).count();
    (front, back)
}

impl View {
    fn of(slot: &Slot, readings: &[Reading<'_>], pages: &[PageLook], texts: &Texts<'_>) -> View {
        let n = slot.found.len() as f64;
        let mut view = View { coverage: n / readings.len() as f64, ..View::default() };
        let mut counts: FxHashMap<&str, u32> = FxHashMap::default();
        let mut positions: Vec<u32> = Vec::new();
        let mut depths: Vec<f64> = Vec::new();
        for &(page, index) in &slot.found {
            let (reading, look) = (&readings[page as usize], &pages[page as usize]);
            let text = &reading.texts[index as usize];
            let seen = texts.look(page as usize, index as usize);
            let words = seen.plain.as_str();
            *counts.entry(words).or_default() += 1;
            positions.push(index);
            depths.push(f64::from(index) / reading.texts.len() as f64);
            let marks = Marks::of(reading.tree(), text.node);
            view.link += f64::from(marks.link) / n;
            view.first_heading += f64::from(marks.first_heading) / n;
            view.heading += f64::from(marks.heading) / n;
            view.bold += f64::from(marks.bold) / n;
            view.words += words.split(' ').count() as f64 / n;
            view.title_likeness += shared_words(words, &look.core) / n;
            if words.len() >= 2 && contains_words(&look.title, words) {
                view.in_title += 1.0 / n;
                view.title_cover += words.len() as f64 / look.title.len() as f64 / n;
            }
            view.crowd += f64::from(look.chains.get(&text.places.chain).copied().unwrap_or(1)).log2() / n;
            view.repeated += f64::from(look.labels.get(&text.label).is_some_and(|&count| count > 1)) / n;
            view.constant += f64::from(readings.len() > 1 && seen.pages >= 0.7) / n;
        }
        if view.in_title > 0.0 {
            view.title_cover /= view.in_title;
        }
        if counts.len() > 2 {
            let plain =
                slot.found.iter().map(|&(page, index)| texts.look(page as usize, index as usize).plain.as_str());
            let (front, back) = common_affixes(plain);
            view.affix = ((front + back) as f64 / view.words.max(1.0)).min(1.0);
        }
        view.distinct = counts.len() as f64 / n;
        view.commonest = f64::from(counts.values().copied().max().unwrap_or_default()) / n;
        positions.sort_unstable();
        depths.sort_unstable_by(f64::total_cmp);
        view.position = positions.get(positions.len() / 2).copied().map_or(0.0, f64::from);
        view.depth = depths.get(depths.len() / 2).copied().unwrap_or_default();
        view
    }

    /// How much it looks like the heading that names what the page is about.
    pub fn as_heading(&self) -> f64 {
        let title = self.title_likeness + heading::WHOLE_IN_TITLE * self.in_title;
        let marks = 1.0 + heading::FIRST_RANK * self.first_heading + heading::OTHER_RANK * self.heading;
        // What most pages have somewhere is a category, unless it is marked as the heading and differs on every page:
        // pages may link to each other by their names.
        let is_own_name = self.first_heading > 0.5 && self.distinct > 0.9;
        let constant = if is_own_name { 0.0 } else { self.constant };
        let own_words = 1.0 - heading::SHARED_WORDS * self.affix;
        let varies = (heading::UNVARIED + self.distinct) * own_words * (1.0 - constant);
        self.coverage * title * marks * varies - heading::DEPTH * self.depth
    }
}

/// What counts how much for the main heading. Set by hand: a slot is the heading if the title says so, and all of this
/// only decides between slots of which it says the same.
mod heading {
    /// A text that the title has as it is, beside the words that the title shares with it.
    pub(super) const WHOLE_IN_TITLE: f64 = 0.3;
    /// A heading of the first sort is half as likely again, one of another a quarter.
    pub(super) const FIRST_RANK: f64 = 0.5;
    /// See [`FIRST_RANK`].
    pub(super) const OTHER_RANK: f64 = 0.25;
    /// Words that all texts begin or end with are no part of a name, but names have such words too.
    pub(super) const SHARED_WORDS: f64 = 0.5;
    /// What is left of texts that are all the same: a site may have saved one thing twice.
    pub(super) const UNVARIED: f64 = 0.3;
    /// Of equals the higher one.
    pub(super) const DEPTH: f64 = 0.05;
}

/// Twice the words that two texts share, as a share of all their words.
fn shared_words(left: &str, right: &str) -> f64 {
    let left: FxHashSet<&str> = left.split(' ').collect();
    let right: FxHashSet<&str> = right.split(' ').collect();
    2.0 * left.intersection(&right).count() as f64 / (left.len() + right.len()) as f64
}

/// Whether a text holds another as whole words. Both are plain.
pub fn contains_words(text: &str, words: &str) -> bool {
    let is_edge = |c: Option<char>| c.is_none_or(|c| c == ' ' || !c.is_ascii());
    text.match_indices(words)
        .any(|(at, _)| is_edge(text[..at].chars().next_back()) && is_edge(text[at + words.len()..].chars().next()))
}

/// How a text is marked up.
#[derive(Default)]
struct Marks {
    link: bool,
    first_heading: bool,
    heading: bool,
    bold: bool,
}

impl Marks {
    fn of(tree: &Tree, node: NodeId) -> Marks {
        let mut marks = Marks::default();
        for element in tree.ancestors(node).take(4) {
            match tree.name(element) {
                "a" => marks.link = true,
                "h1" => marks.first_heading = true,
                "h2" | "h3" | "h4" => marks.heading = true,
                "b" | "strong" | "big" => marks.bold = true,
                "font" if tree.attr(element, "size").is_some() => marks.bold = true,
                "td" | "tr" | "ul" | "body" => break,
                _ => {}
            }
        }
        marks
    }
}
