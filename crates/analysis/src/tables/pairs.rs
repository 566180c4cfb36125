//! Labels with values outside of `table`: definition lists, and lines such as `<b>Opened:</b> 1897`.
//!
//! Careful rather than complete: what is reported must be a table to any reader, so single pairs, prose with a colon in
//! it and menus are left alone.

use page::{NodeId, NodeKind, Page, fold, is_blank, visible_text};

use super::grid::Grid;
use super::kinds::{ValueKind, is_ideograph};
use super::words::is_usual_name;
use super::{Source, Table};

/// Fewer pairs than these are chance.
const FEWEST_IN_LIST: usize = 2;
const FEWEST_IN_LINES: usize = 3;
/// The longest label, in characters, and the longest value.
const LABEL_LENGTH: usize = 48;
const VALUE_LENGTH: usize = 240;
/// The share of a block's lines that must be pairs.
const LINE_SHARE: f32 = 0.7;
/// A line with more leaves than this is a block of its own.
const LEAVES_IN_LINE: usize = 12;

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
            _ => lines(page, id, &leaves),
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
        || page.layout.as_ref().is_some_and(|layout| layout.is_removed(id))
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
fn lines(page: &Page, block: NodeId, leaves: &[NodeId]) -> Option<Table> {
    let tree = &page.tree;
    if matches!(tree.name(block), "table" | "tbody" | "thead" | "tfoot" | "tr" | "html" | "head") {
        return None;
    }
    let below = |from: NodeId, to: NodeId| {
        &leaves[leaves.partition_point(|&leaf| leaf < from)..leaves.partition_point(|&leaf| leaf < to)]
    };
    let all = below(block, tree.end(block));
    if all.len() < FEWEST_IN_LINES {
        return None;
    }
    let mut pairs: Vec<Pair> = Vec::new();
    let (mut count, mut good) = (0, 0);
    let lines = split_in_lines(page, block);
    // All there is in one block: that block will be looked at itself.
    if let [(only, _)] = lines.as_slice()
        && is_block(page, *only)
    {
        return None;
    }
    for line in lines {
        let line = below(line.0, line.1);
        if line.is_empty() {
            continue;
        }
        count += 1;
        let found = if line.len() <= LEAVES_IN_LINE { pairs_of_line(page, line) } else { Vec::new() };
        good += usize::from(!found.is_empty());
        pairs.extend(found);
        // Long before the end it is plain that this is no list of pairs.
        if count > 8 && good * 4 < count {
            return None;
        }
    }
    let mut labels: Vec<&str> = pairs.iter().map(|pair| pair.label.1.as_str()).collect();
    labels.sort_unstable();
    labels.dedup();
    let is_table = pairs.len() >= FEWEST_IN_LINES
        && labels.len() == pairs.len()
        && pairs.iter().filter(|pair| pair.is_sure).count() * 2 >= pairs.len()
        && good as f32 >= LINE_SHARE * count as f32
        && !is_menu(page, block);
    is_table.then(|| table(block, Source::Pairs, pairs))
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
    let starts: Vec<usize> = (0..leaves.len())
        .filter(|&at| {
            let colon_follows = texts.get(at + 1).is_some_and(|next| next.starts_with([':', '：']));
            let is_named = texts[at].ends_with([':', '：']) || colon_follows;
            is_named
                && is_label(texts[at].trim_end_matches([':', '：']))
                && (at == 0 || is_emphasised(page, leaves[at]))
        })
        .collect();
    if starts.first() != Some(&0) {
        return whole_line(leaves, &texts).into_iter().collect();
    }
    let ends = starts.iter().skip(1).copied().chain([leaves.len()]);
    let pair = |(start, end): (usize, usize)| {
        let value = fold(&texts[start + 1..end].join(" "));
        let value = value.trim_start_matches([':', '：']).trim().to_owned();
        let label = texts[start].trim_end_matches([':', '：']).trim().to_owned();
        let is_pair = !is_blank(&value) && length(&value) <= VALUE_LENGTH && start + 1 < end;
        is_pair.then(|| Pair { label: (leaves[start], label), value: (leaves[start + 1], value), is_sure: true })
    };
    starts.iter().copied().zip(ends).filter_map(pair).collect()
}

/// A line of plain text: what stands before the first colon is the label.
fn whole_line(leaves: &[NodeId], texts: &[String]) -> Option<Pair> {
    let (label, value) = texts.first()?.split_once([':', '：'])?;
    let rest = texts[1..].iter().map(String::as_str);
    let value = fold(&std::iter::once(value).chain(rest).collect::<Vec<_>>().join(" "));
    // Clock times and addresses have colons, too.
    let is_value = !value.is_empty() && !value.starts_with("//") && length(&value) <= VALUE_LENGTH;
    let is_pair = is_value && is_label(label) && length(label) <= LABEL_LENGTH / 2;
    let is_sure = is_usual_name(label) || ValueKind::of(&value).is_value();
    is_pair.then(|| Pair { label: (leaves[0], label.trim().to_owned()), value: (leaves[0], value), is_sure })
}

/// Whether a text may be a label: short, a name, not a sentence and not a number.
fn is_label(text: &str) -> bool {
    let text = text.trim();
    let words = text.split_whitespace().count();
    !text.is_empty()
        && length(text) <= LABEL_LENGTH
        && words <= 5
        && text.starts_with(|c: char| c.is_alphabetic() || is_ideograph(c))
        && !text.ends_with(|c: char| c.is_ascii_digit())
        && !text.contains(['.', '。', '?', '!', ';', '"', '“'])
}

fn is_emphasised(page: &Page, leaf: NodeId) -> bool {
    let Some(parent) = page.tree.parent(leaf) else { return false };
    match page.layout.as_ref().and_then(|layout| layout.style(parent)) {
        Some(style) => style.font_weight >= 600 || matches!(page.tree.name(parent), "label" | "em" | "i"),
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
