//! Labels with values outside of `table`: definition lists, and lines such as `<b>Opened:</b> 1897`.
//!
//! Careful rather than complete: what is reported must be a table to any reader, so single pairs, prose with a colon in
//! it and menus are left alone.

use page::{NodeId, NodeKind, Page, fold, is_blank, visible_text};

use super::grid::Grid;
use super::words::is_usual_name;
use super::{Source, Table};
use crate::kinds::{ValueKind, is_ideograph};

/// Fewer pairs than these are chance.
const FEWEST_IN_LIST: usize = 2;
const FEWEST_IN_LINES: usize = 3;
/// The longest label, in characters, and the longest value.
const LABEL_LENGTH: usize = 48;
const VALUE_LENGTH: usize = 240;
/// The share of a block's lines that must be pairs.
const LINE_SHARE: f32 = 0.7;
/// A line with more leaves than this, or than so many for each label, is a block of its own.
const LEAVES_IN_LINE: usize = 12;
const LEAVES_FOR_LABEL: usize = 4;
/// No line has more leaves, and lines are looked for no deeper inside of a line.
const MOST_LEAVES: usize = 240;
const MOST_LEVELS: usize = 4;

/// A label with its value, and where each begins.
struct Pair {
    label: (NodeId, String),
    value: (NodeId, String),
    /// Whether it says more than that there is a colon: the label has a node of its own or is a usual one, or the value
    /// is one by its form.
    is_sure: bool,
}

/// The definition lists and lines of pairs, in document order, none inside a data table or inside each other.
pub(super) fn find(page: &Page, tables: &[Table]) -> Vec<Table> {
    let tree = &page.tree;
    let leaves = page.leaves();
    let mut found: Vec<Table> = Vec::new();
    let mut taken: Vec<NodeId> = tables.iter().filter(|table| table.is_data).map(|table| table.node).collect();
    taken.sort_unstable();
    let mut id = tree.body();
    let end = tree.end(id);
    while id < end {
        if tree.kind(id) != NodeKind::Element {
            id = id.next();
            continue;
        }
        if taken.binary_search(&id).is_ok() || is_elsewhere(page, id) {
            id = tree.end(id);
            continue;
        }
        let table = match tree.name(id) {
            "dl" => definition_list(page, id),
            _ => lines(&Reader { page, leaves: &leaves, taken: &taken }, id),
        };
        match table {
            // What stands inside is part of it.
            Some(table) => {
                found.push(table);
                id = tree.end(id);
            }
            None => id = id.next(),
        }
    }
    found
}

/// Menus, and what is not displayed.
fn is_elsewhere(page: &Page, id: NodeId) -> bool {
    let tree = &page.tree;
    page::is_muted_element(tree, id)
        || matches!(tree.name(id), "nav" | "svg" | "math" | "select" | "pre" | "code")
        || matches!(tree.attr(id, "role"), Some("navigation" | "menu" | "menubar"))
        || (tree.kind(id) == NodeKind::Element && page.layout.as_ref().is_some_and(|layout| layout.is_removed(id)))
}

/// A `dl` as pairs: the terms that stand together are one label, and so are the descriptions one value.
fn definition_list(page: &Page, list: NodeId) -> Option<Table> {
    let tree = &page.tree;
    let parts = tree.children(list).flat_map(|child| {
        // Pairs may be wrapped, one `div` each.
        let wrapped: Vec<NodeId> = if tree.name(child) == "div" { tree.children(child).collect() } else { vec![child] };
        wrapped
    });
    let mut pairs: Vec<Pair> = Vec::new();
    let mut is_open = false;
    for part in parts {
        let text = visible_text(tree, part);
        match tree.name(part) {
            "dt" if is_open => {
                let last = pairs.last_mut()?;
                last.label.1 = format!("{} {text}", last.label.1);
            }
            "dt" => {
                pairs.push(Pair { label: (part, text), value: (part, String::new()), is_sure: true });
                is_open = true;
            }
            "dd" => {
                let last = pairs.last_mut()?;
                let is_first = std::mem::take(&mut is_open);
                last.value = match is_first {
                    true => (part, text),
                    false => (last.value.0, format!("{} {text}", last.value.1)),
                };
            }
            _ => {}
        }
    }
    pairs.retain(|pair| !pair.label.1.is_empty() && !pair.value.1.is_empty());
    let is_short = |pair: &Pair| length(&pair.label.1) <= 2 * LABEL_LENGTH && length(&pair.value.1) <= 2 * VALUE_LENGTH;
    let short = pairs.iter().filter(|pair| is_short(pair)).count();
    let is_table = pairs.len() >= FEWEST_IN_LIST && short as f32 >= LINE_SHARE * pairs.len() as f32;
    (is_table && !is_menu(page, list)).then(|| table(list, Source::DefinitionList, pairs))
}

/// Whether nearly all text of an element is in links.
fn is_menu(page: &Page, element: NodeId) -> bool {
    let tree = &page.tree;
    let (mut all, mut linked) = (0, 0);
    for id in tree.descendants(element).filter(|&id| tree.kind(id) == NodeKind::Text) {
        let size = tree.text(id).trim().len();
        all += size;
        if tree.ancestors(id).take_while(|&above| above > element).any(|above| tree.name(above) == "a") {
            linked += size;
        }
    }
    linked * 10 > all * 7
}

/// The lines of a block as pairs, if most of them are.
fn lines(reader: &Reader<'_>, block: NodeId) -> Option<Table> {
    let page = reader.page;
    let tree = &page.tree;
    if matches!(tree.name(block), "table" | "tbody" | "thead" | "tfoot" | "tr" | "html" | "head") {
        return None;
    }
    if reader.below(block, tree.end(block)).len() < FEWEST_IN_LINES {
        return None;
    }
    let lines = split_in_lines(page, block);
    // All there is in one block: that block will be looked at itself.
    if let [(only, _)] = lines.as_slice()
        && is_block(page, *only)
    {
        return None;
    }
    let mut all = Lines::default();
    // Pairs that are in no block of pairs which can stand for itself.
    let (mut own, mut lists) = (0, 0);
    for line in lines {
        let found = reader.read(line, 0);
        let is_list = found.count > 1 && found.good >= FEWEST_IN_LINES;
        lists += usize::from(is_list);
        own += if is_list { 0 } else { found.pairs.len() };
        all.add(found);
        // Long before the end it is plain that this is no list of pairs.
        if all.count > 8 && all.good * 4 < all.count {
            return None;
        }
    }
    let pairs = &all.pairs;
    let mut labels: Vec<&str> = pairs.iter().map(|pair| pair.label.1.as_str()).collect();
    labels.sort_unstable();
    labels.dedup();
    // The same label with numbers is a list and not what is known of one thing.
    let mut kinds: Vec<&str> =
        labels.iter().map(|label| label.trim_end_matches(|c: char| !c.is_alphabetic() && !is_ideograph(c))).collect();
    kinds.dedup();
    // One list with little beside it is the table itself; several with something between them are one.
    let is_whole = lists == 0 || (own > 0 && (lists > 1 || own * 2 >= pairs.len()));
    let is_table = is_whole
        && kinds.len() * 2 > labels.len()
        && pairs.len() >= FEWEST_IN_LINES
        && labels.len() == pairs.len()
        && pairs.iter().filter(|pair| pair.is_sure).count() * 2 >= pairs.len()
        && all.is_mostly_pairs()
        && !is_menu(page, block);
    is_table.then(|| table(block, Source::Pairs, all.pairs))
}

/// What lines say.
#[derive(Default)]
struct Lines {
    /// How many there are, and how many of them have pairs.
    count: usize,
    good: usize,
    pairs: Vec<Pair>,
}

impl Lines {
    fn add(&mut self, other: Lines) {
        self.count += other.count;
        self.good += other.good;
        self.pairs.extend(other.pairs);
    }

    fn is_mostly_pairs(&self) -> bool {
        self.good as f32 >= LINE_SHARE * self.count as f32
    }
}

/// Reads lines of a page.
struct Reader<'a> {
    page: &'a Page,
    leaves: &'a [NodeId],
    /// The tables found already, in order.
    taken: &'a [NodeId],
}

impl Reader<'_> {
    /// The leaves of a range of nodes.
    fn below(&self, from: NodeId, to: NodeId) -> &[NodeId] {
        let at = |end: NodeId| self.leaves.partition_point(|&leaf| leaf < end);
        &self.leaves[at(from)..at(to)]
    }

    /// The pairs of a line. A block that has lines of pairs itself counts as these.
    fn read(&self, line: (NodeId, NodeId), level: usize) -> Lines {
        let leaves = self.below(line.0, line.1);
        if leaves.is_empty() {
            return Lines::default();
        }
        let name = self.page.tree.name(line.0);
        let next = self.taken.partition_point(|&table| table < line.0);
        let holds_table = self.taken.get(next).is_some_and(|&table| table < line.1);
        if leaves.len() > MOST_LEAVES || holds_table {
            return Lines { count: 1, ..Lines::default() };
        }
        if level < MOST_LEVELS && leaves.len() > 2 && !matches!(name, "dl" | "table") && is_block(self.page, line.0) {
            let mut inner = Lines::default();
            for line in split_in_lines(self.page, line.0) {
                inner.add(self.read(line, level + 1));
            }
            if inner.good >= 2 && inner.is_mostly_pairs() {
                return inner;
            }
        }
        let pairs = pairs_of_line(self.page, leaves);
        Lines { count: 1, good: usize::from(!pairs.is_empty()), pairs }
    }
}

/// The lines of a block as ranges of nodes: each child that is a block, and what stands between blocks and breaks.
fn split_in_lines(page: &Page, block: NodeId) -> Vec<(NodeId, NodeId)> {
    let tree = &page.tree;
    let mut lines = Vec::new();
    let mut start: Option<NodeId> = None;
    for child in tree.children(block).filter(|&child| !is_elsewhere(page, child)) {
        let is_break = tree.name(child) == "br";
        if is_break || is_block(page, child) {
            lines.extend(start.take().map(|start| (start, child)));
            if !is_break {
                lines.push((child, tree.end(child)));
            }
        } else {
            start = start.or(Some(child));
        }
    }
    lines.extend(start.map(|start| (start, tree.end(block))));
    lines
}

fn is_block(page: &Page, id: NodeId) -> bool {
    use page::Display::{Contents, Inline, InlineBlock};
    match page.layout.as_ref().and_then(|layout| layout.style(id)) {
        Some(style) => !matches!(style.display, Inline | InlineBlock | Contents),
        None => matches!(page.tree.name(id), "p" | "div" | "li" | "ul" | "ol" | "section" | "article" | "table" | "dl"),
    }
}

/// The pairs of one line: from each label to the next.
fn pairs_of_line(page: &Page, leaves: &[NodeId]) -> Vec<Pair> {
    let tree = &page.tree;
    let texts: Vec<String> = leaves.iter().map(|&leaf| fold(tree.text(leaf))).collect();
    // Bullets are no part of the line.
    let first = texts.iter().position(|text| text.contains(char::is_alphanumeric)).unwrap_or_default();
    let starts: Vec<usize> = (first..leaves.len()).filter(|&at| is_start(page, leaves, &texts, first, at)).collect();
    if leaves.len() > LEAVES_IN_LINE.max(LEAVES_FOR_LABEL * starts.len()) {
        return Vec::new();
    }
    let mut pairs: Vec<Pair> = Vec::new();
    let until = starts.first().copied().unwrap_or(leaves.len());
    if until > first {
        match whole_line(&leaves[first..until], &texts[first..until]) {
            Some(pair) => pairs.push(pair),
            None => return Vec::new(),
        }
    }
    let ends = starts.iter().skip(1).copied().chain([leaves.len()]);
    let pair = |(start, end): (usize, usize)| {
        let value = fold(&texts[start + 1..end].join(" "));
        let value = value.trim_start_matches([':', '：']).trim_end_matches(SEPARATORS).trim().to_owned();
        let label = label_text(&texts[start]).to_owned();
        let is_pair = !is_blank(&value) && length(&value) <= VALUE_LENGTH && start + 1 < end;
        is_pair.then(|| Pair { label: (leaves[start], label), value: (leaves[start + 1], value), is_sure: true })
    };
    pairs.extend(starts.iter().copied().zip(ends).filter_map(pair));
    pairs
}

/// What stands between pairs in a line.
const SEPARATORS: [char; 5] = ['|', '•', '·', ',', '/'];

/// A label without its colon, and without what separates it from the pair before.
fn label_text(text: &str) -> &str {
    text.trim_end_matches([':', '：']).trim_start_matches(SEPARATORS).trim()
}

/// Whether a leaf is a label: the first of a line, and later ones that are emphasised or made like the first.
fn is_start(page: &Page, leaves: &[NodeId], texts: &[String], first: usize, at: usize) -> bool {
    let ends = texts[at].ends_with([':', '：']);
    let is_named = ends || texts.get(at + 1).is_some_and(|next| next.starts_with([':', '：']));
    let label = label_text(&texts[at]);
    if !is_named || !is_label(label) {
        return false;
    }
    let place = |at: usize| page.tree.parent(leaves[at]).map(|parent| page.tree.name(parent));
    let is_name = label.starts_with(|c: char| c.is_uppercase() || is_ideograph(c));
    at == first || is_emphasised(page, leaves[at]) || (ends && is_name && place(at) == place(first))
}

/// A line of plain text: what stands before the first colon is the label.
fn whole_line(leaves: &[NodeId], texts: &[String]) -> Option<Pair> {
    let rest = texts[1..].iter().map(String::as_str);
    let (label, value, is_sure) =
        split_pair(&std::iter::once(texts.first()?.as_str()).chain(rest).collect::<Vec<_>>().join(" "))?;
    // The colon must be in the first text.
    let is_first = texts[0].contains([':', '：']);
    is_first.then(|| Pair { label: (leaves[0], label), value: (leaves[0], value), is_sure })
}

/// A text of the form `label: value` in its two parts, and whether it is plain that they are a name and its value.
pub(super) fn split_pair(text: &str) -> Option<(String, String, bool)> {
    let (label, value) = text.split_once([':', '：'])?;
    let label = label.trim_start_matches(SEPARATORS).trim();
    let kind = ValueKind::of(&fold(value));
    // Clock times and addresses have colons, too.
    let is_spaced = value.starts_with(char::is_whitespace) || text.contains('：');
    let is_counted = label.ends_with(|c: char| c.is_ascii_digit());
    let value = fold(value);
    let is_value = !value.is_empty() && !value.starts_with("//") && length(&value) <= VALUE_LENGTH;
    let is_pair = is_value
        && is_label(label)
        && length(label) <= LABEL_LENGTH / 2
        && (!is_counted || (is_spaced && kind.is_value()));
    is_pair.then(|| (label.to_owned(), value, is_usual_name(label) || kind.is_value()))
}

/// Whether a text may be a label: short, a name, not a sentence and not a number.
pub(super) fn is_label(text: &str) -> bool {
    let text = text.trim();
    let words = text.split_whitespace().count();
    !text.is_empty()
        && length(text) <= LABEL_LENGTH
        && words <= 5
        && text.starts_with(|c: char| c.is_alphabetic() || is_ideograph(c))
        && !text.contains(['.', '。', '?', '!', ';', '"', '“'])
}

fn is_emphasised(page: &Page, leaf: NodeId) -> bool {
    let Some(parent) = page.tree.parent(leaf) else { return false };
    match page.layout.as_ref().and_then(|layout| layout.style(parent)) {
        Some(style) => style.is_bold() || matches!(page.tree.name(parent), "label" | "em" | "i"),
        None => matches!(page.tree.name(parent), "b" | "strong" | "label" | "em" | "i"),
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn table(node: NodeId, source: Source, pairs: Vec<Pair>) -> Table {
    let rows: Vec<_> = pairs.into_iter().map(|pair| vec![pair.label, pair.value]).collect();
    let grid = Grid::from_rows(rows);
    let is_header = grid.cells().iter().map(|cell| cell.column == 0).collect();
    Table::of_headers(node, source, None, grid, is_header)
}
