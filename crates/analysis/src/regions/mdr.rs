//! MDR, the rival that eMine's paper compares itself with: neighbours whose tags are alike are the records of a list
//! (Liu, Grossman, Zhai: Mining Data Records in Web Pages, 2003).
//!
//! A generalised node is one to ten adjacent children of one element. Two are alike if the edits between their strings
//! of tags, for each tag of their mean length, are at most 0.3. Adjacent alike ones of equally many components are a
//! data region; below a region no other is looked for. From each generalised node come its records.
//!
//! What is read differently, or where the paper is silent:
//! - The original looks at tables and forms only; like later work we look at all tags. Elements that are not displayed
//!   are no part of the tag tree.
//! - Of two candidates for a region the published `IdenDRs` takes the one that covers more tags, so that ten records of
//!   which two neighbours differ become two generalised nodes of five records each: over long strings such differences
//!   level out. Word for word it finds about half of what is found here. We take the region with the most
//!   records, of those with equally many the longest one.
//! - Several records in one generalised node must be alike, the paper says, but only for those of one component it says
//!   how they are found. We divide one of several components into the smallest equal parts of which, over the whole
//!   region, more neighbours are alike than not.
//! - Records beside a region are looked for among the children that adjoin it on either side: one that is like any of
//!   the nearest ten records belongs to it, though it is not like its neighbour. They make no region of their own.
//! - All children of an element are similar if each is similar to the next.
//! - What makes a row that of a data table is not said. We say: none of its cells holds more than one element. Cells of
//!   such a row are values; cells that hold more are things.
//! - A row with a single child has no neighbours to compare. If other rows of its region are divided into their
//!   children, it is too: it is the last row of a grid.
//! - Where rows of names and rows of pictures take turns, the paper makes each column of such a group a record of
//!   pieces that do not adjoin. A record here is a run of leaves, so that the group stays one record.
//! - MDR does not rank: the authors count the records of all regions. Where one list is asked for, the region that
//!   holds the most text comes first, and its share of the page's text is its score. By the number of records menus
//!   would win.
//!
//! Effort: each of the n children of an element is compared once for each number of components, which the paper has
//! too, and those beside a region with ten records more. What would exceed that is bounded: a string of tags has at
//! most 512 (`Tags::is_alike`), there are at most 4096 different tags, and runs are counted once, backwards, where the
//! paper scans anew for each region.

use page::{NodeId, NodeKind, is_muted_element};
use rustc_hash::FxHashMap;

use super::Region;
use super::edits::{Edits, LONGEST};
use super::published::region_of;
use crate::content::Content;

/// No generalised node has more components: the paper's K.
const MOST_COMPONENTS: usize = 10;
/// A lone child is compared with so many records of the region beside it, the nearest ones, at most.
const MOST_MODELS: usize = 10;
/// Elements with fewer levels of tags, themselves included, hold no region, as in the paper.
const FEWEST_LEVELS: u16 = 3;
/// Tags are numbered up to this; all that first come up later count as one. No page for readers has so many.
const MOST_NAMES: usize = 4096;

/// The regions that MDR finds, those with the most text first.
pub fn regions(content: &Content<'_>) -> Vec<Region> {
    let mut letters = vec![0];
    for leaf in 0..content.leaves().len() {
        letters.push(letters[leaf] + content.text(leaf).chars().count());
    }
    let all = letters[content.leaves().len()].max(1) as f64;
    let mut regions: Vec<Region> = records(content)
        .into_iter()
        .filter_map(|records| region_of(content, records, 0.0))
        // One record beside others that say nothing repeats nothing.
        .filter(|region| region.records.len() > 1)
        .collect();
    for region in &mut regions {
        let counted = region.records.iter().map(|record| letters[record.leaves.end] - letters[record.leaves.start]);
        region.score = counted.sum::<usize>() as f64 / all;
    }
    regions.sort_by(|a, b| b.score.total_cmp(&a.score));
    regions
}

/// The regions in document order, each a list of records, each some sibling elements.
pub fn records(content: &Content<'_>) -> Vec<Vec<Vec<NodeId>>> {
    Tags::of(content).records()
}

/// The tag tree: the displayed elements at and below `body`, in document order, so that the tags of a subtree, and of
/// adjacent siblings, are a range.
#[derive(Debug)]
struct Tags {
    nodes: Vec<NodeId>,
    /// The number of each element's tag.
    names: Vec<u16>,
    /// For each element one behind the last of its subtree.
    ends: Vec<usize>,
    /// For each element how many levels its subtree has, itself included.
    levels: Vec<u16>,
    edits: Edits,
    /// Where the strings that are compared are put together.
    strings: [Vec<u16>; 2],
}

/// Generalised nodes that are alike: `count` times `size` children of one element, from the one numbered `start`.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: usize,
    size: usize,
    count: usize,
}

impl Run {
    fn end(&self) -> usize {
        self.start + self.size * self.count
    }
}

/// Which adjacent generalised nodes are alike: for each size, less one, and each child that the first may begin with.
#[derive(Debug)]
struct AlikePairs {
    /// How many alike pairs follow each other from here on, in steps of that size.
    follow: Vec<Vec<usize>>,
    /// Where the first alike pair is from here on, in such steps.
    nearest: Vec<Vec<Option<usize>>>,
}

impl AlikePairs {
    /// The region from here on that has the most records, of those with equally many the longest, if it begins no later
    /// than those of fewer components.
    fn most_records(&self, from: usize) -> Option<Run> {
        let mut best: Option<Run> = None;
        for (size, (follow, nearest)) in (1..).zip(self.follow.iter().zip(&self.nearest)) {
            for start in nearest.iter().skip(from).take(size).flatten().copied() {
                let run = Run { start, size, count: follow[start] + 1 };
                if best.is_none_or(|best| (run.count, run.size) > (best.count, best.size) && start <= best.start) {
                    best = Some(run);
                }
            }
        }
        best
    }

    /// The same children in the smallest parts of which more neighbours are alike than not: several records in one
    /// generalised node must be alike.
    fn divided(&self, run: Run) -> Run {
        let has_alike_parts = |&size: &usize| {
            let neighbours = (run.start..run.end() - size).step_by(size);
            let alike = neighbours.filter(|&start| self.follow[size - 1][start] > 0).count();
            run.size.is_multiple_of(size) && 2 * alike >= run.size * run.count / size
        };
        let size = (1..run.size).find(has_alike_parts).unwrap_or(run.size);
        Run { size, count: run.count * run.size / size, ..run }
    }
}

impl Tags {
    fn of(content: &Content<'_>) -> Tags {
        let tree = content.tree();
        let (mut nodes, mut names, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut parents: Vec<usize> = Vec::new();
        let mut numbers = FxHashMap::default();
        let mut open: Vec<usize> = Vec::new();
        let (body, mut id) = (tree.body(), tree.body());
        while id < tree.end(body) {
            if tree.kind(id) == NodeKind::Element {
                let is_gone = match content.layout() {
                    Some(layout) => layout.is_removed(id),
                    None => is_muted_element(tree, id),
                };
                if is_gone && id != body {
                    id = tree.end(id);
                    continue;
                }
                while let Some(above) = open.pop_if(|&mut above| tree.end(nodes[above]) <= id) {
                    ends[above] = nodes.len();
                }
                let next = numbers.len().min(MOST_NAMES - 1) as u16;
                names.push(*numbers.entry(tree.local_name(id)).or_insert(next));
                parents.push(open.last().copied().unwrap_or(0));
                open.push(nodes.len());
                nodes.push(id);
                ends.push(0);
            }
            id = id.next();
        }
        for above in open {
            ends[above] = nodes.len();
        }
        let mut levels: Vec<u16> = vec![1; nodes.len()];
        for element in (1..nodes.len()).rev() {
            levels[parents[element]] = levels[parents[element]].max(levels[element] + 1);
        }
        let edits = Edits::new(numbers.len().min(MOST_NAMES));
        Tags { nodes, names, ends, levels, edits, strings: Default::default() }
    }

    fn children(&self, element: usize) -> impl Iterator<Item = usize> {
        let within = move |child: usize| Some(child).filter(|&child| child < self.ends[element]);
        std::iter::successors(within(element + 1), move |&child| within(self.ends[child]))
    }

    /// The paper's `FindDRs`, from the top: below a region no other counts, so none is looked for.
    fn records(mut self) -> Vec<Vec<Vec<NodeId>>> {
        let mut found = Vec::new();
        let mut open = if self.nodes.is_empty() { Vec::new() } else { vec![0] };
        while let Some(element) = open.pop() {
            if self.levels[element] < FEWEST_LEVELS {
                continue;
            }
            let children: Vec<usize> = self.children(element).collect();
            let runs = self.runs(&children);
            let mut uncovered = Vec::with_capacity(children.len());
            let mut next = 0;
            for run in &runs {
                uncovered.extend_from_slice(&children[next..run.start]);
                next = run.end();
                found.push((children[run.start], self.records_of(&children[run.start..next], run.size)));
            }
            uncovered.extend_from_slice(&children[next..]);
            open.extend(uncovered.into_iter().rev());
        }
        // An element's own regions were noted before those of the children between them.
        found.sort_by_key(|&(first, _)| first);
        found.into_iter().map(|(_, records)| records).collect()
    }

    /// The paper's `IdenDRs`: the regions among the children of one element, which do not overlap.
    fn runs(&mut self, children: &[usize]) -> Vec<Run> {
        let pairs = self.alike_pairs(children);
        let mut runs: Vec<Run> = Vec::new();
        let mut from = 0;
        while let Some(run) = pairs.most_records(from) {
            let run = self.joined_by_lone_records(pairs.divided(run), children, from);
            from = run.end();
            runs.push(run);
        }
        runs
    }

    /// The paper's `CombComp`: all adjacent children are compared, in generalised nodes of each size.
    fn alike_pairs(&mut self, children: &[usize]) -> AlikePairs {
        let count = children.len();
        let (mut follow, mut nearest) = (Vec::new(), Vec::new());
        for size in 1..=MOST_COMPONENTS.min(count / 2) {
            let (mut pairs, mut first) = (vec![0; count], vec![None; count]);
            for start in (0..=count - 2 * size).rev() {
                if self.is_alike(&children[start..start + size], &children[start + size..start + 2 * size]) {
                    pairs[start] = pairs[start + size] + 1;
                    first[start] = Some(start);
                } else {
                    first[start] = first[start + size];
                }
            }
            follow.push(pairs);
            nearest.push(first);
        }
        AlikePairs { follow, nearest }
    }

    /// The region with the uncovered children that adjoin it and are like one of its records, though not like the
    /// record that is next to them.
    fn joined_by_lone_records(&mut self, mut run: Run, children: &[usize], from: usize) -> Run {
        let size = run.size;
        let nodes = |start: usize| &children[start..start + size];
        while run.end() + size <= children.len() {
            let mut models = (run.start..run.end()).step_by(size).rev().take(MOST_MODELS);
            if !models.any(|model| self.is_alike(nodes(model), nodes(run.end()))) {
                break;
            }
            run.count += 1;
        }
        while run.start >= from + size {
            let mut models = (run.start..run.end()).step_by(size).take(MOST_MODELS);
            if !models.any(|model| self.is_alike(nodes(run.start - size), nodes(model))) {
                break;
            }
            run.start -= size;
            run.count += 1;
        }
        run
    }

    /// Whether two generalised nodes are alike, each given by its components: at most three edits for each ten tags of
    /// their mean length. If all tags of a generalised node were more than [`LONGEST`], each component would speak with
    /// an equal share of that, from its beginning: what a record begins with tells best what it is.
    fn is_alike(&mut self, left: &[usize], right: &[usize]) -> bool {
        let share = LONGEST / left.len();
        let string = |&element: &usize| element..self.ends[element].min(element + share);
        let length = |elements: &[usize]| elements.iter().map(|element| string(element).len()).sum::<usize>();
        let (left_length, right_length) = (length(left), length(right));
        let limit = 3 * (left_length + right_length) / 20;
        if left_length.abs_diff(right_length) > limit {
            return false;
        }
        for (text, elements) in self.strings.iter_mut().zip([left, right]) {
            text.clear();
            elements.iter().for_each(|element| text.extend_from_slice(&self.names[string(element)]));
        }
        self.edits.are_within(&self.strings[0], &self.strings[1], limit)
    }

    /// The paper's `FindRecords-1` and `FindRecords-n`: the records of a region. A generalised node of several
    /// components is a record; one of a single component is a record too, or else each of its children is.
    fn records_of(&mut self, children: &[usize], size: usize) -> Vec<Vec<NodeId>> {
        if size > 1 {
            let record = |components: &[usize]| components.iter().map(|&element| self.nodes[element]).collect();
            return children.chunks(size).map(record).collect();
        }
        let is_row: Vec<bool> = children.iter().map(|&element| self.is_row_of_things(element)).collect();
        let has_rows = is_row.contains(&true);
        let mut records = Vec::new();
        for (&element, is_row) in children.iter().zip(is_row) {
            if is_row || has_rows && self.children(element).count() == 1 {
                records.extend(self.children(element).map(|child| vec![self.nodes[child]]));
            } else {
                records.push(vec![self.nodes[element]]);
            }
        }
        records
    }

    /// Whether all children of an element are alike, and more than the cells of a data table.
    fn is_row_of_things(&mut self, element: usize) -> bool {
        let children: Vec<usize> = self.children(element).collect();
        let is_thing = |&child: &usize| self.ends[child] - child > 2;
        children.len() > 1
            && children.iter().any(is_thing)
            && children.windows(2).all(|pair| self.is_alike(&pair[..1], &pair[1..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::{Capture, Page};
    use proptest::prelude::*;

    /// The regions in order, each on a line, the records of each by what they say.
    fn found(html: &str) -> String {
        let page = Page::new(Capture::new("p", html));
        let content = Content::of(&page);
        let mut lines = String::new();
        for region in regions(&content) {
            let texts: Vec<String> = region.records.iter().map(|record| content.texts(record.leaves.clone())).collect();
            lines += &format!("{}: {}\n", page.tree.name(region.node), texts.join(" | "));
        }
        lines
    }

    #[test]
    fn alike_neighbours_are_a_region() {
        let html = "<h1>Shop</h1><div><p><b>A</b><i>1</i></p><p><b>B</b><i>2</i></p><p><b>C</b><i>3</i></p></div>";
        assert_eq!(found(html), "div: A1 | B2 | C3\n");
        assert_eq!(found("<h1>Shop</h1><div><p><b>A</b><i>1</i></p></div>"), "", "one record repeats nothing");
    }

    #[test]
    fn records_of_several_siblings_are_found() {
        let html = "<dl><dt><b>A</b><dd><p>1<p>2<dt><b>B</b><dd><p>3<p>4<dt><b>C</b><dd><p>5<p>6</dl>";
        assert_eq!(found(html), "dl: A 1 2 | B 3 4 | C 5 6\n");
        // Two alike neighbours within each record do not hide that three make one.
        let html =
            "<div><h3><a>A</a></h3><p><i>1</i></p><p><i>2</i></p><h3><a>B</a></h3><p><i>3</i></p><p><i>4</i></p></div>";
        assert_eq!(found(html), "div: A 1 2 | B 3 4\n");
    }

    #[test]
    fn regions_are_found_as_in_the_papers_illustration() {
        // Of the children of one element two are alike, of those of the next three, and of the third's six each two in
        // turn; beside each region stands what is like nothing.
        let (row, list) =
            (|name: u8| format!("<p>{name}<b><i></i></b></p>"), |name: u8| format!("<ol>{name}<li></ol>"));
        let other = |name: u8| format!("<table><tr><td>{name}<td><hr><hr><hr></table>");
        let html = format!(
            "<main><div>{}{}{}</div><section>{}{}{}{}</section><ul>{}{}{}{}{}{}{}</ul></main>",
            row(5),
            row(6),
            other(7),
            list(8),
            list(9),
            list(10),
            other(11),
            row(14),
            list(15),
            row(16),
            list(17),
            row(18),
            list(19),
            other(20),
        );
        assert_eq!(found(&html), "ul: 14 15 | 16 17 | 18 19\nsection: 8 | 9 | 10\ndiv: 5 | 6\n");
    }

    /// What is found among paragraphs of so many tags, named by the letters.
    fn found_among<const COUNT: usize>(tags: [usize; COUNT]) -> String {
        let item = |(name, tags): (char, usize)| format!("<p>{name}{}</p>", "<b></b>".repeat(tags - 1));
        found(&format!("<div>{}</div>", ('A'..).zip(tags).map(item).collect::<String>()))
    }

    #[test]
    fn more_records_beat_longer_ones() {
        // Pairs of records would cover all: over two of them the difference between D and E is small enough.
        assert_eq!(found_among([10, 10, 10, 10, 15, 15]), "div: A | B | C | D\ndiv: E | F\n");
        assert_eq!(found_among([10, 15, 10, 15]), "div: A B | C D\n", "what takes turns stays together");
    }

    #[test]
    fn alike_parts_of_a_generalised_node_are_records() {
        // Three pairs of records are no fewer than three records, and longer, but most neighbours in them are alike.
        assert_eq!(found_among([10, 10, 10, 15, 15, 15]), "div: A | B | C | D | E | F\n");
    }

    #[test]
    fn a_child_beside_a_region_that_is_like_one_of_its_records_belongs_to_it() {
        assert_eq!(found_among([10, 10, 13, 13, 9]), "div: A | B | C | D | E\n");
        assert_eq!(found_among([9, 13, 13, 10, 10]), "div: A | B | C | D | E\n");
        assert_eq!(found_among([10, 10, 13, 13, 21]), "div: A | B | C | D\n");
    }

    #[test]
    fn three_edits_for_ten_tags_are_alike() {
        let item = |tags: usize, text: &str| format!("<div>{}{text}</div>", "<b></b>".repeat(tags - 1));
        // Ten and 13 tags differ by 3, of a mean length of 11.5 with a limit of 3.45; ten and 14 by 4 of 12.
        assert_eq!(found(&format!("<main>{}{}</main>", item(10, "A"), item(13, "B"))), "main: A | B\n");
        assert_eq!(found(&format!("<main>{}{}</main>", item(10, "A"), item(14, "B"))), "");
    }

    #[test]
    fn a_region_is_left_out_if_one_above_covers_it() {
        let list = |name: &str| format!("<li><b>{name}</b><ul><li><i>1</i><li><i>2</i></ul>");
        assert_eq!(found(&format!("<ul>{}{}</ul>", list("A"), list("B"))), "ul: A 1 2 | B 1 2\n");
        // Beside what is covered the descent goes on, and the region with more text is first.
        let part = |name: &str| format!("<div><b>{name}</b><p><i>1</i><i>2</i></p></div>");
        let html = format!("<main>{}{}<ul><li><i>three</i><li><i>four</i></ul></main>", part("A"), part("B"));
        assert_eq!(found(&html), "ul: three | four\nmain: A 12 | B 12\n");
    }

    #[test]
    fn cells_of_a_grid_are_records_and_those_of_a_data_table_are_not() {
        let thing = |name: &str| format!("<td><img alt='of'><b>{name}</b><i>€</i>");
        let grid = format!("<table><tr>{}{}<tr>{}{}</table>", thing("A"), thing("B"), thing("C"), thing("D"));
        assert_eq!(found(&grid), "tbody: of A€ | of B€ | of C€ | of D€\n");
        let data = "<table><tr><td>A<td><a>1</a><tr><td>B<td><a>2</a></table>";
        assert_eq!(found(data), "tbody: A 1 | B 2\n");
        // A last row of one thing is divided as the others are, if it is like them at all.
        let row = |cells: &str| format!("<section>{cells}</section>");
        let cell = |name: &str| format!("<p>{name}<b></b><b></b><b></b><b></b></p>");
        let pair = |a: &str, b: &str| row(&format!("<div>{}</div><div>{}</div>", cell(a), cell(b)));
        let wide = row(&format!("<div>{}{}</div>", cell("E"), cell("F")));
        let html = format!("<main>{}{}{wide}</main>", pair("A", "B"), pair("C", "D"));
        assert_eq!(found(&html), "main: A | B | C | D | E F\n");
    }

    #[test]
    fn what_is_not_displayed_is_no_tag() {
        let html = "<ul><li><b>A</b><script>1</script><li><b>B</b><script>1</script><style></style>\
             <div hidden><i><i><i></i></i></i></div></ul><ul hidden><li><b>C</b><li><b>D</b></ul>";
        assert_eq!(found(html), "ul: A | B\n");
    }

    /// The paper's procedure, which scans anew from each start, for the region with the most records.
    fn most_records_by_scanning(tags: &mut Tags, children: &[usize], from: usize) -> Option<[usize; 3]> {
        let mut best: Option<[usize; 3]> = None;
        for size in 1..=MOST_COMPONENTS {
            for offset in from..from + size {
                let mut run: Option<[usize; 3]> = None;
                for at in (offset..children.len()).step_by(size) {
                    let (mid, end) = (at + size, at + 2 * size);
                    let is_alike = end <= children.len() && tags.is_alike(&children[at..mid], &children[mid..end]);
                    match &mut run {
                        Some([count, ..]) if is_alike => *count += 1,
                        Some(_) => break,
                        None => run = is_alike.then_some([2, size, at]),
                    }
                }
                let Some([count, size, start]) = run else { continue };
                if best.is_none_or(|[most, long, first]| (count, size) > (most, long) && start <= first) {
                    best = run;
                }
            }
        }
        best
    }

    proptest! {
        #[test]
        fn counting_finds_what_scanning_finds(kinds in prop::collection::vec(0usize..4, 0..40)) {
            let parts = ["<p><b></b></p>", "<h2><i></i></h2>", "<ul><li><li></ul>", "<hr>"];
            let html: String = kinds.iter().map(|&kind| parts[kind]).collect();
            let page = Page::new(Capture::new("p", &*html));
            let mut tags = Tags::of(&Content::of(&page));
            let children: Vec<usize> = tags.children(0).collect();
            let pairs = tags.alike_pairs(&children);
            for from in 0..children.len() {
                let run = pairs.most_records(from).map(|run| [run.count, run.size, run.start]);
                prop_assert_eq!(run, most_records_by_scanning(&mut tags, &children, from));
            }
        }
    }

    /// How many words of edit distances a page takes.
    fn effort(html: &str) -> usize {
        let page = Page::new(Capture::new("p", html));
        let mut tags = Tags::of(&Content::of(&page));
        let children: Vec<usize> = tags.children(0).collect();
        tags.runs(&children);
        tags.edits.effort
    }

    #[test]
    fn effort_grows_with_the_page() {
        // Neighbours that are just not alike, the dearest case: strings that fit, and strings that are cut.
        for tags in [4, 100] {
            let part = |tag: &str| format!("<div>{}</div>", format!("<b></b><{tag}></{tag}>").repeat(tags));
            let parts = part("i") + &part("u") + &part("s");
            let (once, twice) = (effort(&parts.repeat(20)), effort(&parts.repeat(40)));
            assert!(once > 1000 && twice < once * 5 / 2, "{tags}: {once}, {twice}");
        }
    }
}
