//! Measures cuts: what is seen of their records, of what is between and around them.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use crate::kinds::ValueKind;
use page::{NodeId, NodeKind, Rect};
use rustc_hash::{FxHashMap, FxHasher};

use super::cuts::Cut;
use super::facts::Facts;
use super::is_on_page;
use super::looks::Looks;
use super::places::Places;

/// A look is usual if it is met in this share of the records.
const USUAL: f64 = 0.6;
/// A record with fewer characters says next to nothing.
const TINY: f64 = 12.0;
/// A lone link of fewer characters may be an entry of a menu.
const MENU: f64 = 25.0;
/// A share of the text below this is as good as none.
const NO_SHARE: f64 = 0.02;
/// Of what stands between two records no more leaves are looked at.
const MAX_BETWEEN: usize = 32;
/// Beyond so many records it does not matter any more that there are not few.
const FEW: f64 = 8.0;

/// What the cuts of a page are measured by.
pub(super) struct Setting<'a> {
    places: &'a Places<'a>,
    looks: &'a Looks,
    leaves: Vec<Leaf>,
    /// How many leaves of the page have each look.
    of_look: Vec<u32>,
    text: f64,
    prose: f64,
    page: Rect,
    /// For each leaf the space above it, in pixels, if it stands in a line below the leaf before.
    spaces: Vec<f32>,
    seen: Counter,
    letters: Counter,
    /// How many leaves before each one are values.
    values: Vec<u32>,
    /// The records that are measured already, by their leaves.
    known: FxHashMap<(usize, usize), Measured>,
}

/// What a cut is measured by, of one record.
#[derive(Clone, Copy)]
struct Measured {
    length: f64,
    /// What of that is no link.
    prose: f64,
    in_landmark: usize,
    /// The first link, as a number; 0 if there is none.
    link: u64,
    /// The look of its first words.
    head: u32,
    rect: Option<Rect>,
    /// Whether its lowest node holds nothing else.
    is_whole: bool,
    /// The name of the highest node that holds it alone, as a number.
    tag: u64,
    /// Whether that is one that authors use for items.
    is_item: bool,
}

/// What a cut is measured by, of one leaf.
struct Leaf {
    rect: Option<Rect>,
    /// Its length, where any space counts once.
    length: f64,
    is_text: bool,
    in_landmark: bool,
    /// The link it is part of, as a number; 0 if it is of none.
    link: u64,
    is_value: bool,
    begins_with_digit: bool,
    /// The number that it begins with.
    number: Option<u32>,
    ends_sentence: bool,
    /// What it says, as a number.
    text: u64,
}

impl<'a> Setting<'a> {
    pub(super) fn of(places: &'a Places<'a>, looks: &'a Looks) -> Setting<'a> {
        let leaves = leaves(places, looks);
        let mut of_look = vec![0; looks.seen_count];
        for &look in &looks.seen {
            of_look[look as usize] += 1;
        }
        let length = |leaf: &Leaf| leaf.length;
        let prose = leaves.iter().zip(&looks.is_link).filter(|&(_, &is_link)| !is_link).map(|(leaf, _)| leaf.length);
        Setting {
            places,
            looks,
            of_look,
            text: leaves.iter().map(length).sum::<f64>().max(1.0),
            prose: prose.sum::<f64>().max(1.0),
            page: leaves.iter().filter_map(|leaf| leaf.rect).reduce(|all, rect| all.union(&rect)).unwrap_or_default(),
            values: counted(&leaves),
            spaces: spaces(&leaves),
            leaves,
            known: FxHashMap::default(),
            seen: Counter::new(looks.seen_count),
            letters: Counter::new(looks.letters_count),
        }
    }

    /// The looks that at least this share of the records of a cut have, of which the facts were told last.
    pub(super) fn usual_letters(&self, records: usize, share: f64) -> Vec<u32> {
        let is_usual = |&&look: &&u32| self.letters.share(look, records as f64) >= share;
        let mut usual: Vec<u32> = self.letters.looks.iter().filter(is_usual).copied().collect();
        usual.sort_unstable();
        usual
    }

    /// The number that a leaf begins with.
    pub(super) fn number(&self, leaf: usize) -> Option<u32> {
        self.leaves[leaf].number
    }

    /// Says what can be said about a cut.
    pub(super) fn facts(&mut self, cut: &Cut) -> Facts {
        self.seen.count(cut, &self.looks.seen);
        self.letters.count(cut, &self.looks.letters);
        let records: Vec<Measured> = cut.iter().map(|record| self.measured(record)).collect();
        let mut facts = Facts::default();
        self.measure_size(cut, &records, &mut facts);
        self.measure_looks(cut, &mut facts);
        self.measure_heads(cut, &records, &mut facts);
        self.measure_boxes(cut, &records, &mut facts);
        self.measure_between(cut, &mut facts);
        self.measure_contents(cut, &mut facts);
        measure_nodes(&records, &mut facts);
        facts
    }

    /// What a record is measured by. Most records are those of several cuts.
    fn measured(&mut self, record: &Range<usize>) -> Measured {
        if let Some(&known) = self.known.get(&(record.start, record.end)) {
            return known;
        }
        let measured = self.measure(record);
        self.known.insert((record.start, record.end), measured);
        measured
    }

    fn measure(&self, record: &Range<usize>) -> Measured {
        let leaves = &self.leaves[record.clone()];
        let tree = self.places.content.tree();
        let mut node = self.places.content.common_node(record);
        let is_whole = self.places.leaves(node) == *record;
        while let Some(parent) = tree.parent(node).filter(|&parent| self.places.leaves(parent) == *record) {
            node = parent;
        }
        let is_head = |leaf: &Leaf| leaf.is_text && leaf.length > 2.0;
        let head = record.start + leaves.iter().position(is_head).unwrap_or(0);
        let is_prose = |&(_, &is_link): &(&Leaf, &bool)| !is_link;
        let prose = leaves.iter().zip(&self.looks.is_link[record.clone()]).filter(is_prose);
        Measured {
            length: leaves.iter().map(|leaf| leaf.length).sum(),
            prose: prose.map(|(leaf, _)| leaf.length).sum(),
            in_landmark: leaves.iter().filter(|leaf| leaf.in_landmark).count(),
            link: leaves.iter().map(|leaf| leaf.link).find(|&link| link != 0).unwrap_or(0),
            head: self.looks.seen[head],
            rect: leaves.iter().filter_map(|leaf| leaf.rect).reduce(|all, rect| all.union(&rect)),
            is_whole,
            tag: tree.local_name(node).get_hash(),
            is_item: matches!(tree.name(node), "li" | "tr" | "article" | "dt"),
        }
    }

    /// How much the records say.
    fn measure_size(&self, cut: &Cut, measured: &[Measured], facts: &mut Facts) {
        let records = cut.len() as f64;
        facts.ln_records = records.ln();
        facts.ln_few_records = records.min(FEW).ln();
        let share = |count: usize| count as f64 / records;
        let lengths: Vec<f64> = measured.iter().map(|record| record.length).collect();
        let prose: f64 = measured.iter().map(|record| record.prose).sum();
        let in_landmark: usize = measured.iter().map(|record| record.in_landmark).sum();
        let is_menu = |&(leaves, record): &(&Range<usize>, &Measured)| {
            leaves.len() == 1 && record.link != 0 && record.length < MENU
        };
        facts.text_share = lengths.iter().sum::<f64>() / self.text;
        facts.ln_text_share = (NO_SHARE + facts.text_share).ln();
        facts.ln_prose_share = (NO_SHARE + prose / self.prose).ln();
        facts.uneven_text = deviation(&lengths);
        facts.tiny = share(lengths.iter().filter(|&&length| length < TINY).count());
        facts.menu = share(cut.iter().zip(measured).filter(is_menu).count());
        let mut links: Vec<u64> = measured.iter().map(|record| record.link).filter(|&link| link != 0).collect();
        facts.linked = share(links.len());
        links.sort_unstable();
        links.dedup();
        facts.different_links = share(links.len());
        facts.in_landmark = in_landmark as f64 / held(cut);
    }

    /// How alike the records look, and whether a look repeats in them.
    fn measure_looks(&self, cut: &Cut, facts: &mut Facts) {
        let records = cut.len() as f64;
        let alike = |leaves: Range<usize>| {
            let length = leaves.len().max(1) as f64;
            leaves.map(|leaf| self.letters.share(self.looks.letters[leaf], records)).sum::<f64>() / length
        };
        let likeness: Vec<f64> = cut.iter().map(|record| alike(record.clone())).collect();
        facts.alike = likeness.iter().sum::<f64>() / records;
        facts.least_alike = likeness.iter().copied().fold(1.0, f64::min);
        let (mut usual, mut times, mut least, mut looks) = (0, 0.0, f64::MAX, 0.0);
        for (in_records, count) in self.seen.met() {
            looks += in_records / records;
            if in_records >= USUAL * records {
                usual += 1;
                times += count / in_records;
                least = least.min(count / in_records);
            }
        }
        facts.ln_looks = (1.0 + looks).ln();
        // Records that share no look are as bad as records that are joined.
        facts.repetition = if usual > 0 { (times / usual as f64).ln() } else { 1.0 };
        facts.least_repetition = if usual > 0 { least.ln() } else { 0.0 };
        let is_usual = |leaf: usize| self.seen.share(self.looks.seen[leaf], records) >= USUAL;
        let first = cut[0].start;
        facts.orphan_before = f64::from(first > 0 && is_usual(first - 1));
    }

    /// What the records begin with.
    fn measure_heads(&self, cut: &Cut, measured: &[Measured], facts: &mut Facts) {
        let (mut numbered, mut last) = (0, None);
        for record in cut {
            let number = self.leaves[record.start].number;
            numbered += usize::from(number.is_some() && last.is_some_and(|last: u32| last.checked_add(1) == number));
            last = number;
        }
        let mut heads: Vec<u32> = measured.iter().map(|record| record.head).collect();
        let (head, _) = modal(&mut heads);
        facts.head_complete = self.seen.times(head) / self.of_look[head as usize] as f64;
        facts.numbered = numbered as f64 / cut.len() as f64;
    }

    /// Where the records stand and how high they are.
    fn measure_boxes(&self, cut: &Cut, measured: &[Measured], facts: &mut Facts) {
        let rects: Vec<Rect> = measured.iter().filter_map(|record| record.rect).collect();
        let Some(top) = rects.iter().map(|rect| rect.y).reduce(f32::min) else { return };
        facts.top = f64::from((top - self.page.y) / self.page.height.max(1.0));
        facts.uneven_height = deviation(&rects.iter().map(|rect| f64::from(rect.height)).collect::<Vec<_>>());
        let Some(all) = rects.iter().copied().reduce(|all, rect| all.union(&rect)) else { return };
        facts.width_share = f64::from(all.width / self.page.width.max(1.0));
        let mut lefts: Vec<i64> = rects.iter().map(|rect| (rect.x / 4.0).round() as i64).collect();
        facts.same_left = modal(&mut lefts).1 as f64 / cut.len() as f64;
        let gaps: Vec<f64> = rects.windows(2).map(|pair| f64::from((pair[1].y - pair[0].bottom()).max(0.0))).collect();
        facts.uneven_gaps = if gaps.is_empty() { 0.0 } else { deviation(&gaps) };
        facts.set_apart = self.set_apart(cut);
    }

    /// The share of records that stand further from the next one than their lines from each other. What stands in
    /// another column is apart as well.
    fn set_apart(&self, cut: &Cut) -> f64 {
        let is_apart = |pair: &&[Range<usize>]| {
            let within = &self.spaces[pair[0].start + 1..pair[0].end];
            let behind = self.spaces[pair[1].start];
            within.iter().all(|&space| space < behind)
        };
        cut.windows(2).filter(is_apart).count() as f64 / (cut.len() - 1).max(1) as f64
    }

    /// What kinds of things the records hold.
    fn measure_contents(&self, cut: &Cut, facts: &mut Facts) {
        let records = cut.len() as f64;
        let valued = cut.iter().filter(|record| self.values[record.end] > self.values[record.start]);
        facts.valued = valued.count() as f64 / records;
        let digits = cut.iter().filter(|record| self.leaves[record.start].begins_with_digit);
        facts.begin_with_digit = digits.count() as f64 / records;
        let sentences = cut.iter().filter(|record| self.leaves[record.end - 1].ends_sentence);
        facts.sentences = sentences.count() as f64 / records;
        let mut heads: Vec<u64> = cut.iter().map(|record| self.leaves[record.start].text).collect();
        heads.sort_unstable();
        heads.dedup();
        facts.different_heads = heads.len() as f64 / records;
    }

    /// What the cut leaves out between records.
    fn measure_between(&self, cut: &Cut, facts: &mut Facts) {
        let records = cut.len() as f64;
        let mut met: FxHashMap<u32, (u32, usize)> = FxHashMap::default();
        let (mut alike, mut count) = (0.0, 0.0);
        for (gap, pair) in cut.windows(2).enumerate() {
            for leaf in (pair[0].end..pair[1].start).take(MAX_BETWEEN) {
                alike += self.letters.share(self.looks.letters[leaf], records);
                count += 1.0;
                let (gaps, last) = met.entry(self.looks.seen[leaf]).or_insert((0, usize::MAX));
                if *last != gap {
                    (*gaps, *last) = (*gaps + 1, gap);
                }
            }
        }
        // A leaf or two between records mean little, whatever they look like.
        facts.alike_between = alike / (count + 3.0);
        let most = met.values().map(|&(gaps, _)| gaps).max().filter(|&gaps| gaps > 1);
        facts.regular_between = most.map_or(0.0, |gaps| gaps as f64 / (records - 1.0));
    }
}

/// What nodes the records are.
fn measure_nodes(measured: &[Measured], facts: &mut Facts) {
    let records = measured.len() as f64;
    let mut tags: Vec<u64> = measured.iter().map(|record| record.tag).collect();
    facts.same_tag = modal(&mut tags).1 as f64 / records;
    facts.item_markup = measured.iter().filter(|record| record.is_item).count() as f64 / records;
    facts.whole_nodes = measured.iter().filter(|record| record.is_whole).count() as f64 / records;
}

/// For each leaf how far below the leaf before it begins. One that is higher up begins another column, and is as far
/// away as can be; a pixel more or less is nothing.
fn spaces(leaves: &[Leaf]) -> Vec<f32> {
    let space = |pair: &[Leaf]| match (pair[0].rect, pair[1].rect) {
        (Some(before), Some(next)) if next.bottom() <= before.y => f32::INFINITY,
        (Some(before), Some(next)) => (next.y - before.bottom()).max(0.0).round(),
        _ => 0.0,
    };
    std::iter::once(0.0).chain(leaves.windows(2).map(space)).take(leaves.len()).collect()
}

/// How many of the leaves before each one, and of all, are values.
fn counted(leaves: &[Leaf]) -> Vec<u32> {
    let mut count = 0;
    let counts = leaves.iter().map(|leaf| {
        count += u32::from(leaf.is_value);
        count
    });
    std::iter::once(0).chain(counts).collect()
}

fn leaves(places: &Places<'_>, looks: &Looks) -> Vec<Leaf> {
    let content = places.content;
    let tree = content.tree();
    let mut marks = vec![(false, 0); tree.len()];
    for element in tree.elements().filter(|&element| !places.leaves(element).is_empty()) {
        let (in_landmark, link) = marks[tree.parent(element).map_or(0, NodeId::index)];
        let name = tree.name(element);
        let role = tree.attr(element, "role").unwrap_or_default();
        let is_landmark = matches!(name, "nav" | "header" | "footer" | "aside")
            || matches!(role, "navigation" | "banner" | "contentinfo" | "complementary" | "menu" | "menubar");
        let address = if name == "a" { tree.attr(element, "href") } else { None };
        marks[element.index()] = (in_landmark || is_landmark, address.map_or(link, hash));
    }
    let leaf = |(number, &node): (usize, &NodeId)| {
        let (in_landmark, link) = marks[content.element(number).index()];
        let text = tree.text(node).trim();
        let rect = content.rect(node);
        // What stands beside the page is a menu that a script shows, or text for those who do not see.
        let is_off_page = rect.is_some_and(|rect| !is_on_page(&rect));
        let (rect, in_landmark) = (rect.filter(|_| !is_off_page), in_landmark || is_off_page);
        Leaf {
            rect,
            length: tree.text(node).split_whitespace().map(|word| word.chars().count() + 1).sum::<usize>() as f64,
            is_text: tree.kind(node) == NodeKind::Text,
            in_landmark,
            link: if looks.is_link[number] { link } else { 0 },
            is_value: text.len() < 40
                && text.contains(|letter: char| letter.is_ascii_digit())
                && ValueKind::of(text).is_value(),
            begins_with_digit: text.starts_with(|letter: char| letter.is_numeric()),
            number: leading_number(text),
            ends_sentence: text.ends_with(['.', '!', '?', '。']),
            text: hash(text),
        }
    };
    content.leaves().iter().enumerate().map(leaf).collect()
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    text.hash(&mut hasher);
    hasher.finish().max(1)
}

/// How often looks are met in the records of a cut. Kept from cut to cut, since most looks are met in few cuts.
struct Counter {
    /// For each look in how many records it was met, how often, and in which record last.
    met: Vec<(u32, u32, u32)>,
    /// The looks that were met at all.
    looks: Vec<u32>,
}

impl Counter {
    fn new(looks: usize) -> Counter {
        Counter { met: vec![(0, 0, 0); looks], looks: Vec::new() }
    }

    fn count(&mut self, cut: &Cut, look: &[u32]) {
        for look in self.looks.drain(..) {
            self.met[look as usize] = (0, 0, 0);
        }
        for (record, leaves) in (1..).zip(cut) {
            for &look in &look[leaves.clone()] {
                let (records, times, last) = &mut self.met[look as usize];
                if *times == 0 {
                    self.looks.push(look);
                }
                *times += 1;
                if *last != record {
                    (*records, *last) = (*records + 1, record);
                }
            }
        }
    }

    /// The share of the records in which a look is met.
    fn share(&self, look: u32, records: f64) -> f64 {
        self.met[look as usize].0 as f64 / records
    }

    /// How often a look is met.
    fn times(&self, look: u32) -> f64 {
        self.met[look as usize].1 as f64
    }

    /// Of each look that is met in how many records it is, and how often.
    fn met(&self) -> impl Iterator<Item = (f64, f64)> {
        self.looks.iter().map(|&look| {
            let (records, times, _) = self.met[look as usize];
            (records as f64, times as f64)
        })
    }
}

/// The number that a text begins with.
fn leading_number(text: &str) -> Option<u32> {
    let text = text.trim_start();
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    text[..digits].parse().ok()
}

fn held(cut: &Cut) -> f64 {
    cut.iter().map(Range::len).sum::<usize>() as f64
}

/// The most frequent of some things, and how often it is there; of equals the smallest.
fn modal<T: Ord + Copy>(things: &mut [T]) -> (T, usize) {
    things.sort_unstable();
    let runs = things.chunk_by(|one, other| one == other);
    let most = runs.max_by_key(|run| (run.len(), std::cmp::Reverse(run[0])));
    most.map_or((things[0], 0), |run| (run[0], run.len()))
}

/// The standard deviation in parts of the mean, 3 at most.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>() / count;
    (variance.sqrt() / mean.max(1.0)).min(3.0)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;
    use page::{Capture, Page};

    use super::*;
    use crate::content::Content;
    use crate::evidence::Evidence;

    #[test]
    fn records_are_measured() {
        let html = "<nav><a href=/>Home</a></nav><ol><li><a href=/1>1. Red lamp</a> for desks<li><a href=/2>2. Blue chair</a>\
                    for guests<li>An advertisement<li><a href=/3>3. Green rug</a> for floors</ol>";
        let page = Page::new(Capture::new("p", html));
        let content = Content::of(&page);
        let (places, looks) = (Places::of(&content), Looks::of(&content));
        let facts = Setting::of(&places, &looks).facts(&vec![1..3, 3..5, 6..8]);
        let lines: Vec<String> = facts.named().map(|(name, value)| format!("{name} {value:.2}\n")).collect();
        expect![[r#"
            ln_records 1.10
            ln_few_records 1.10
            text_share 0.76
            ln_text_share -0.24
            ln_prose_share -0.40
            ln_looks 1.10
            tiny 0.00
            menu 0.00
            top 0.00
            width_share 0.00
            in_landmark 0.00
            alike 1.00
            least_alike 1.00
            uneven_text 0.05
            uneven_height 0.00
            linked 1.00
            different_links 1.00
            numbered 0.67
            valued 0.00
            begin_with_digit 1.00
            sentences 0.00
            different_heads 1.00
            same_left 0.00
            uneven_gaps 0.00
            set_apart 0.00
            whole_nodes 1.00
            same_tag 1.00
            item_markup 1.00
            repetition 0.00
            least_repetition 0.00
            head_complete 1.00
            orphan_before 0.00
            alike_between 0.25
            regular_between 0.00
        "#]]
        .assert_eq(&lines.concat());
    }
}
