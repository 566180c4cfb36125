//! What stands beside the content of a page and has a tree of its own: menus, side columns, the head and the foot.

use page::{NodeId, NodeKind, Rect};

use super::parts::Part;
use super::{LINK_LEVELS, Outliner, Scope};
use crate::hierarchy::ranks::Rank;

/// A column is at least so high; what is less is a row of things beside each other.
const COLUMN_HEIGHT: f32 = 160.0;

/// A side column has no more than this share of the width of the one beside it.
const NARROW: f32 = 0.45;

/// Columns beside each other are no further apart among their siblings.
const NEAR: usize = 4;

impl Outliner<'_> {
    /// Whether an element is a part of the page beside its content: a menu, a side column, the foot.
    pub(super) fn is_area(&self, element: NodeId) -> bool {
        let tree = self.tree();
        if tree.kind(element) != NodeKind::Element {
            return false;
        }
        match (tree.name(element), tree.attr(element, "role").unwrap_or_default()) {
            ("nav" | "aside" | "footer", _) => true,
            (_, "navigation" | "complementary" | "contentinfo" | "search" | "menu" | "menubar" | "dialog") => true,
            // The head of a page, unless it has its title.
            ("header", _) | (_, "banner") => {
                let is_top = |rank: &Option<Rank>| rank.is_some() && *rank == self.top;
                !self.ranks[self.content.below(element)].iter().any(is_top)
            }
            _ => false,
        }
    }

    /// Whether a part is a narrow column beside a wide one.
    pub(super) fn stands_beside(&self, at: usize, parts: &[Part]) -> bool {
        let part = &parts[at];
        let rect = |part: &Part| self.content.rect(part.node);
        let near = &parts[at.saturating_sub(NEAR)..parts.len().min(at + NEAR + 1)];
        let Some(own) = rect(part).filter(|own| own.height >= COLUMN_HEIGHT && part.leaves.len() > 2) else {
            return false;
        };
        let is_wide = |other: &Rect| {
            let shared = own.bottom().min(other.bottom()) - own.y.max(other.y);
            own.width <= NARROW * other.width
                && (own.right() <= other.x + 1.0 || other.right() <= own.x + 1.0)
                && 2.0 * shared >= own.height.min(other.height)
                && other.height >= COLUMN_HEIGHT
        };
        near.iter().filter_map(rect).any(|other| is_wide(&other))
    }

    /// Whether parts are a menu in a row: several links beside each other and nothing else, behind what is said
    /// already.
    pub(super) fn is_row_of_links(&self, parts: &[Part], scope: &Scope) -> bool {
        let leaves = parts[0].leaves.start..parts[parts.len() - 1].leaves.end;
        let has_said = scope.open.last().is_none_or(|&(_, head)| !self.drafts[head].children.is_empty());
        let (Some(first), true) = (self.content.rect(self.content.leaves()[leaves.start]), has_said) else {
            return false;
        };
        let middle = first.y + first.height / 2.0;
        let is_link_in_row = |leaf: usize| {
            let node = self.content.leaves()[leaf];
            let is_in_row = self.content.rect(node).is_some_and(|rect| rect.y <= middle && middle <= rect.bottom());
            is_in_row && self.tree().ancestors(node).take(LINK_LEVELS).any(|above| self.tree().name(above) == "a")
        };
        leaves.len() > 2 && leaves.clone().all(is_link_in_row)
    }
}
