//! Which lines are headings, and which of two headings stands above the other: by what is seen (size, weight,
//! capitals), and by markup where it agrees with what is seen.

use page::{NodeId, NodeKind, Tree};

use crate::content::Content;
use crate::emphasis;

/// The rank of a heading: the less, the higher it stands.
pub(super) type Rank = u16;

/// The rank of what heads a frame of its own: the term of a description, the summary of details, the legend of a
/// form. Within its frame nothing stands above it.
pub(super) const TERM: Rank = 0;

/// Letters this much larger than the page's usual ones make a heading, be they bold or not.
const LARGE: f32 = 1.15;

/// A line with more characters is text, however it is set. Marked headings may have as many as they like.
const MOST_CHARACTERS: usize = 140;

/// Sizes that differ by no more than this share look the same.
const SAME_SIZE: f32 = 0.04;

/// Only so many elements around a text are looked at for a heading's mark. In pages made by people there are two or
/// three.
const MAX_LEVELS: usize = 8;

/// How a heading is set.
#[derive(Clone, Copy, Debug)]
struct Look {
    size: f32,
    is_bold: bool,
    is_capital: bool,
    /// Its level by markup, 1 to 6.
    level: Option<u8>,
}

/// For each leaf that is a heading its rank.
pub(super) fn ranks(content: &Content<'_>, starts: &[bool]) -> Vec<Option<Rank>> {
    let looks = looks(content, starts);
    let levels = agreeing_levels(&looks);
    let keys: Vec<Option<Key>> = looks.iter().map(|look| look.map(|look| key(&look, levels.as_deref()))).collect();
    let mut order: Vec<Key> = keys.iter().flatten().copied().collect();
    order.sort_unstable();
    order.dedup();
    // Ranks of headings begin behind that of terms.
    let rank = |key: Key| Rank::try_from(order.partition_point(|&other| other < key) + 1).unwrap_or(Rank::MAX);
    let of_leaf = |(leaf, key): (usize, Option<Key>)| match is_term(content, leaf, starts[leaf]) {
        true => Some(TERM),
        false => key.map(rank),
    };
    keys.into_iter().enumerate().map(of_leaf).collect()
}

/// What orders headings: the level by markup, in halves so that what is between two levels has a place, then how large,
/// bold and capital the letters are, all such that the least comes first.
type Key = (i32, i32, bool, bool);

fn key(look: &Look, levels: Option<&[(u8, Look)]>) -> Key {
    let size = -(look.size * 2.0).round() as i32;
    let Some(levels) = levels else { return (0, size, !look.is_bold, !look.is_capital) };
    if let Some(level) = look.level {
        return (2 * i32::from(level), 0, false, false);
    }
    // A heading without a mark stands beside the marked ones that look like it, or else between those that are larger
    // and those that are smaller.
    let is_like = |other: &Look| is_same_size(look.size, other.size) && look.is_bold == other.is_bold;
    match levels.iter().find(|(_, other)| is_like(other)) {
        Some(&(level, _)) => (2 * i32::from(level), 0, false, false),
        None => {
            let stands_below = |other: &Look| {
                !is_same_size(look.size, other.size) && other.size > look.size
                    || is_same_size(look.size, other.size) && other.is_bold && !look.is_bold
            };
            let above = levels.iter().rfind(|(_, other)| stands_below(other));
            (above.map_or(1, |&(level, _)| 2 * i32::from(level) + 1), size, !look.is_bold, !look.is_capital)
        }
    }
}

fn is_same_size(one: f32, other: f32) -> bool {
    (one - other).abs() <= SAME_SIZE * one.max(other)
}

/// The levels of the page's markup with how their headings mostly look, if what is seen agrees: no level is set larger
/// than the one above it.
fn agreeing_levels(looks: &[Option<Look>]) -> Option<Vec<(u8, Look)>> {
    let usual = |level: u8| {
        let mut own: Vec<Look> = looks.iter().flatten().filter(|look| look.level == Some(level)).copied().collect();
        own.sort_by(|one, other| one.size.total_cmp(&other.size));
        own.get(own.len() / 2).map(|look| (level, *look))
    };
    let levels: Vec<(u8, Look)> = (1..=6).filter_map(usual).collect();
    let agrees = |pair: &[(u8, Look)]| {
        let (upper, lower) = (pair[0].1.size, pair[1].1.size);
        upper >= lower || is_same_size(upper, lower)
    };
    levels.windows(2).all(agrees).then_some(levels)
}

/// For each leaf that is a heading how it is set.
fn looks(content: &Content<'_>, starts: &[bool]) -> Vec<Option<Look>> {
    let tree = content.tree();
    let usual_size = content.usual_font_size();
    let bold = emphasis::standing_out(content);
    let is_mostly_bold = is_mostly_bold(content);
    let look = |leaf: usize| {
        let node = content.leaves()[leaf];
        let text = content.text(leaf);
        if !starts[leaf] || !text.contains(char::is_alphabetic) {
            return None;
        }
        let level = level(content, leaf);
        let (size, is_bold) = match content.layout() {
            Some(_) => letters(content, leaf),
            None => (level.map_or(usual_size, |level| usual_size * size_of(level)), bold[leaf]),
        };
        let is_alone = starts.get(leaf + 1).is_none_or(|&starts| starts);
        let stands_out = size >= LARGE * usual_size || is_bold && !is_mostly_bold;
        let is_seen = is_alone && stands_out && is_title(&text) && !is_control(tree, node);
        (level.is_some() || is_seen).then(|| Look { size, is_bold, is_capital: is_capital(&text), level })
    };
    (0..content.leaves().len()).map(look).collect()
}

/// How large the letters of a line are, and whether they are bold: as the box around the line says, whatever parts of
/// it are set in, such as code in a heading.
fn letters(content: &Content<'_>, leaf: usize) -> (f32, bool) {
    let own = content.style(leaf);
    let (mut size, mut is_bold) = (own.font_size, own.is_bold());
    for element in content.tree().ancestors(content.leaves()[leaf]).take(MAX_LEVELS) {
        if content.below(element) != (leaf..leaf + 1) {
            break;
        }
        if let Some(style) = content.layout().and_then(|layout| layout.style(element)) {
            size = size.max(style.font_size);
            is_bold |= style.is_bold();
        }
        if !content.is_inline(element) {
            break;
        }
    }
    (size, is_bold)
}

/// Whether most letters of the page are bold, so that bold ones say nothing.
fn is_mostly_bold(content: &Content<'_>) -> bool {
    let (mut all, mut bold) = (0, 0);
    for (leaf, &node) in content.leaves().iter().enumerate() {
        let length = content.tree().text(node).len();
        all += length;
        bold += if content.style(leaf).is_bold() { length } else { 0 };
    }
    2 * bold > all
}

/// The size of headings where there is no layout, as browsers set them.
fn size_of(level: u8) -> f32 {
    match level {
        1 => 2.0,
        2 => 1.5,
        3 => 1.17,
        _ => 1.0,
    }
}

/// The level by the markup of a heading that begins with this leaf.
fn level(content: &Content<'_>, leaf: usize) -> Option<u8> {
    let node = content.leaves()[leaf];
    let around = std::iter::once(node).chain(content.tree().ancestors(node)).take(MAX_LEVELS);
    let mut begun = around.take_while(|&element| content.below(element).start == leaf);
    begun.find_map(|element| marked_level(content.tree(), element))
}

/// Whether a leaf begins a line, and with it what heads a frame.
fn is_term(content: &Content<'_>, leaf: usize, begins_line: bool) -> bool {
    let node = content.leaves()[leaf];
    let mut around = std::iter::once(node).chain(content.tree().ancestors(node)).take(MAX_LEVELS);
    let tree = content.tree();
    let is_described = |term: NodeId| {
        let mut siblings = tree.parent(term).into_iter().flat_map(|list| tree.children(list));
        siblings.any(|sibling| tree.name(sibling) == "dd")
    };
    let heads_frame = |element: NodeId| match tree.name(element) {
        "dt" => is_described(element),
        "summary" | "legend" => true,
        _ => false,
    };
    begins_line && around.any(|element| heads_frame(element) && content.below(element).start == leaf)
}

/// The level that an element says it has as a heading.
pub(super) fn marked_level(tree: &Tree, element: NodeId) -> Option<u8> {
    if tree.kind(element) != NodeKind::Element {
        return None;
    }
    match tree.name(element) {
        "h1" => Some(1),
        "h2" => Some(2),
        "h3" => Some(3),
        "h4" => Some(4),
        "h5" => Some(5),
        "h6" => Some(6),
        _ if tree.attr(element, "role") == Some("heading") => {
            let level = tree.attr(element, "aria-level").and_then(|level| level.trim().parse().ok());
            Some(level.unwrap_or(2u8).clamp(1, 6))
        }
        _ => None,
    }
}

/// Whether words may be a title: few, and no sentence that ends as sentences do.
fn is_title(text: &str) -> bool {
    text.chars().nth(MOST_CHARACTERS).is_none() && !text.ends_with(['.', ',', ';', '。', '，', '；'])
}

/// Whether a leaf is something to be pressed or filled in.
fn is_control(tree: &Tree, node: NodeId) -> bool {
    let is_control =
        |id: NodeId| matches!(tree.name(id), "button" | "input" | "select" | "option" | "textarea" | "label");
    is_control(node) || tree.ancestors(node).take(MAX_LEVELS).any(is_control)
}

/// Two capitals at least, and no small letter.
fn is_capital(text: &str) -> bool {
    text.chars().filter(|letter| letter.is_uppercase()).take(2).count() == 2 && !text.chars().any(char::is_lowercase)
}
