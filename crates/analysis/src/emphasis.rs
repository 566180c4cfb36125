//! Which leaves stand out: what a reader takes for a heading or a label.

use std::collections::HashMap;

use page::{NodeId, NodeKind, Tree};

use crate::content::Content;

/// Letters this much larger than the page's usual ones are emphasised.
pub(crate) const LARGE: f32 = 1.2;

/// For each leaf whether it is emphasised: it stands out, is all capitals as few others on its path are, or is followed
/// by a list.
pub(crate) fn emphasised(content: &Content<'_>) -> Vec<bool> {
    let tree = content.tree();
    let capitals: Vec<bool> = content.leaves().iter().map(|&node| is_all_capitals(tree.text(node))).collect();
    let paths = content.paths();
    let mut on_path: HashMap<u32, (usize, usize)> = HashMap::new();
    for (&path, &capitals) in paths.iter().zip(&capitals) {
        let (in_capitals, all) = on_path.entry(path).or_default();
        *in_capitals += usize::from(capitals);
        *all += 1;
    }
    // A leaf that is alone on its path has nothing to be compared with.
    let is_unusual = |path: u32| on_path.get(&path).is_some_and(|&(capitals, all)| all == 1 || 2 * capitals <= all);
    let mut emphasised = standing_out(content);
    for (leaf, emphasised) in emphasised.iter_mut().enumerate() {
        let node = content.leaves()[leaf];
        let has_letter = tree.kind(node) == NodeKind::Text && tree.text(node).contains(char::is_alphabetic);
        let next = content.leaves().get(leaf + 1);
        *emphasised |= has_letter
            && (capitals[leaf] && is_unusual(paths[leaf]) || next.is_some_and(|&next| enters_list(tree, node, next)));
    }
    emphasised
}

/// For each leaf whether it stands out: bold or a heading by its tags or its style, or larger than usual. What has no
/// letter, such as a price, is no label however large it is.
pub(crate) fn standing_out(content: &Content<'_>) -> Vec<bool> {
    let (tree, usual_font_size) = (content.tree(), content.usual_font_size());
    let in_bold_tag = |leaf: NodeId| {
        let bold = ["b", "strong", "h1", "h2", "h3", "h4", "h5", "h6", "th", "dt", "legend", "caption"];
        tree.ancestors(leaf).any(|element| bold.contains(&tree.name(element)))
    };
    let stands_out = |leaf: usize| {
        let node = content.leaves()[leaf];
        let style = content.style(leaf);
        tree.kind(node) == NodeKind::Text
            && tree.text(node).contains(char::is_alphabetic)
            && (style.is_bold() || style.font_size >= LARGE * usual_font_size || in_bold_tag(node))
    };
    (0..content.leaves().len()).map(stands_out).collect()
}

/// Two capitals at least, and no small letter. Scripts without capitals have neither.
fn is_all_capitals(text: &str) -> bool {
    text.chars().filter(|letter| letter.is_uppercase()).take(2).count() == 2 && !text.chars().any(char::is_lowercase)
}

/// Whether a list begins on the way from a leaf to the next one, and none ends.
fn enters_list(tree: &Tree, leaf: NodeId, next: NodeId) -> bool {
    let common = tree.lca(leaf, next);
    let crosses_list = |node: NodeId| {
        tree.ancestors(node).take_while(|&step| step != common).any(|step| matches!(tree.name(step), "ul" | "ol"))
    };
    crosses_list(next) && !crosses_list(leaf)
}
