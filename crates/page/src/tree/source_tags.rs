//! The tags of a page as they stand in its source, misnested or not: what the repaired tree no longer tells.
//!
//! They are noted while the page is parsed. Text goes into the tree's buffer in the order of the source, so how long
//! that was when a tag came tells which texts stand before it.

use html5ever::LocalName;

use super::{NodeId, NodeKind, Tree};

/// A tag of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceTag {
    /// Its name.
    pub name: LocalName,
    /// What it does.
    pub kind: TagKind,
    /// How much text had been read before it.
    pub(super) at: u32,
}

/// What a tag does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagKind {
    /// Opens an element.
    Opens,
    /// Closes an element.
    Closes,
    /// Is an element by itself, as `br` is.
    Stands,
}

impl Tree {
    /// The tags of the source before a text, and those behind another.
    pub fn tags_around(&self, first: NodeId, last: NodeId) -> (&[SourceTag], &[SourceTag]) {
        debug_assert!(self.kind(first) == NodeKind::Text && self.kind(last) == NodeKind::Text, "both are texts");
        let (first, last) = (self.node(first), self.node(last));
        let upper = self.tags.partition_point(|tag| tag.at <= first.start);
        let lower = self.tags.partition_point(|tag| tag.at < last.start + last.len);
        (&self.tags[..upper], &self.tags[lower.max(upper)..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_told_as_the_source_has_them() {
        let tree = Tree::parse("<div class=a><b><p>before</b><i>here</i><br>behind</div>").tree;
        let here = tree.nodes().find(|&node| tree.text(node) == "here").unwrap();
        let (upper, lower) = tree.tags_around(here, here);
        let told =
            |tags: &[SourceTag]| tags.iter().map(|tag| format!("{}{:?}", tag.name, tag.kind)).collect::<Vec<_>>();
        assert_eq!(told(upper), ["divOpens", "bOpens", "pOpens", "bCloses", "iOpens"]);
        assert_eq!(told(lower), ["iCloses", "brStands", "divCloses"]);
    }
}
