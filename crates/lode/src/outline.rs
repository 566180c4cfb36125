//! A page at a glance, as indented text: its blocks with their boxes and the first words in each.

use std::fmt::Write as _;

use page::{Display, NodeId, NodeKind, Page, fold};

/// How a page's outline is cut to a readable size.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    /// Lines at most.
    pub lines: usize,
    /// Characters of text shown for each block.
    pub words: usize,
}

impl Default for Outline {
    fn default() -> Self {
        Outline { lines: 40, words: 48 }
    }
}

/// A block that gets a line.
struct Entry {
    id: NodeId,
    level: usize,
    leaves: usize,
    text: String,
}

impl Outline {
    /// The outline of a page. Large blocks come first when not all can be shown; their order is the page's.
    pub fn of(&self, page: &Page) -> String {
        let entries = entries(page);
        let shown = self.most_important(&entries);
        let mut text = String::new();
        for (entry, _) in entries.iter().zip(&shown).filter(|(_, shown)| **shown) {
            self.write_line(page, entry, &mut text);
        }
        let hidden = shown.iter().filter(|shown| !**shown).count();
        if hidden > 0 {
            let _ = writeln!(text, "… and {hidden} smaller blocks");
        }
        text
    }

    /// The blocks of the three uppermost levels first, then the others; of either those with the most leaves.
    fn most_important(&self, entries: &[Entry]) -> Vec<bool> {
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by_key(|&index| (entries[index].level > 2, std::cmp::Reverse(entries[index].leaves), index));
        let mut shown = vec![false; entries.len()];
        for &index in order.iter().take(self.lines) {
            shown[index] = true;
        }
        shown
    }

    fn write_line(&self, page: &Page, entry: &Entry, out: &mut String) {
        let tree = &page.tree;
        let mut name = tree.name(entry.id).to_owned();
        if let Some(id) = tree.attr(entry.id, "id").filter(|id| !id.is_empty()) {
            let _ = write!(name, "#{id}");
        } else if let Some(class) = tree.classes(entry.id).next() {
            let _ = write!(name, ".{class}");
        }
        let rect = page.layout.as_ref().and_then(|layout| layout.rect(entry.id)).unwrap_or_default();
        let place = format!("{:.0}×{:.0} at {:.0},{:.0}", rect.width, rect.height, rect.x, rect.y);
        let label = format!("{}{}", "  ".repeat(entry.level), clip(&name, 28));
        let text = clip(&entry.text, self.words);
        let unit = if entry.leaves == 1 { "leaf  " } else { "leaves" };
        let line = format!("{label:<36} {place:<22} {:>4} {unit}  {text}", entry.leaves);
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// The blocks worth a line: those with leaves in them, without those that hold just what the block around them holds.
fn entries(page: &Page) -> Vec<Entry> {
    let tree = &page.tree;
    let leaves = page.leaves();
    let below =
        |id: NodeId| leaves.partition_point(|&leaf| leaf < id)..leaves.partition_point(|&leaf| leaf < tree.end(id));
    let mut entries: Vec<Entry> = Vec::new();
    // The entries that are open at this point, as indices.
    let mut open: Vec<usize> = Vec::new();
    let body = tree.body();
    for id in std::iter::once(body).chain(tree.descendants(body)).filter(|&id| tree.kind(id) == NodeKind::Element) {
        open.retain(|&outer| tree.contains(entries[outer].id, id));
        let inside = below(id);
        let is_all_of_outer = open.last().is_some_and(|&outer| entries[outer].leaves == inside.len());
        if inside.is_empty() || is_all_of_outer || !is_block(page, id) {
            continue;
        }
        // Only the first words are shown, so no more leaves than that are looked at.
        let words: Vec<&str> =
            leaves[inside.clone()].iter().take(FIRST_LEAVES).map(|&leaf| start(tree.text(leaf))).collect();
        open.push(entries.len());
        entries.push(Entry { id, level: open.len() - 1, leaves: inside.len(), text: fold(&words.join(" ")) });
    }
    entries
}

/// How many leaves, and how many bytes of each, the first words of a block are taken from.
const FIRST_LEAVES: usize = 64;
const FIRST_BYTES: usize = 1024;

fn start(text: &str) -> &str {
    &text[..text.floor_char_boundary(FIRST_BYTES)]
}

fn is_block(page: &Page, id: NodeId) -> bool {
    page.layout.as_ref().and_then(|layout| layout.style(id)).is_some_and(|style| {
        !matches!(style.display, Display::None | Display::Inline | Display::InlineBlock | Display::Contents)
    })
}

fn clip(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
