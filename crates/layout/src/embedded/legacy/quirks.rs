//! What browsers do on pages without a proper document type, as far as it depends on what stands beside what.

use page::tree::{Quirks, Tree};
use page::{NodeId, NodeKind};

use super::{AbsentImage, Declarations, absent_image};

impl Declarations<'_> {
    /// In quirks mode a line with nothing but images in it is as high as the images, not as a line of text.
    pub(super) fn image_line(&mut self) {
        let tree = self.tree;
        let is_other = |id: NodeId| match tree.kind(id) {
            NodeKind::Text => !page::is_blank(tree.text(id)),
            NodeKind::Element => match tree.name(id) {
                "a" | "font" | "b" | "center" | "script" => false,
                // An image that becomes text is text.
                "img" => absent_image(tree, id) != AbsentImage::Box,
                _ => true,
            },
            _ => false,
        };
        let has_image = tree.descendants(self.id).any(|id| tree.name(id) == "img");
        if tree.quirks() != Quirks::None && has_image && !tree.descendants(self.id).any(is_other) {
            self.css.push_str("line-height: 0; font-size: 0; ");
        }
    }

    /// In quirks mode the default margins of the first and the last thing in a cell or in the body are left out.
    pub(super) fn quirky_margins(&mut self) {
        let has_default_margins = matches!(
            self.tree.name(self.id),
            "p" | "ul" | "ol" | "dl" | "dir" | "menu" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "blockquote" | "pre"
        );
        if self.tree.quirks() != Quirks::Full || !has_default_margins {
            return;
        }
        if self.is_at_edge(|tree, id| tree.previous_sibling(id)) {
            self.push("margin-block-start", "0");
        }
        if self.is_at_edge(|tree, id| tree.next_sibling(id)) {
            self.push("margin-block-end", "0");
        }
    }

    /// Whether nothing that is seen stands between this element and the edge of the cell or body around it.
    fn is_at_edge(&self, beside: impl Fn(&Tree, NodeId) -> Option<NodeId>) -> bool {
        let tree = self.tree;
        let is_nothing = |id: NodeId| match tree.kind(id) {
            NodeKind::Text => page::is_blank(tree.text(id)),
            NodeKind::Element => page::is_muted_element(tree, id),
            _ => true,
        };
        let mut inner = self.id;
        loop {
            let mut neighbour = beside(tree, inner);
            while let Some(id) = neighbour {
                if !is_nothing(id) {
                    return false;
                }
                neighbour = beside(tree, id);
            }
            let Some(outer) = tree.parent(inner) else { return false };
            match tree.name(outer) {
                "td" | "th" | "body" => return true,
                "div" | "form" | "center" => inner = outer,
                _ => return false,
            }
        }
    }
}
