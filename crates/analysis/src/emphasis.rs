//! Which leaves stand out: what a reader takes for a heading or a label.

use page::{NodeId, NodeKind};

use crate::content::Content;

/// Letters this much larger than the page's usual ones are emphasised.
pub(crate) const LARGE: f32 = 1.2;

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
