//! Which text of a page is the label of which.

use std::fmt;

use analysis::hierarchy::LabelNode;
use page::Page;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// The label tree of a page.
#[derive(Debug, Serialize)]
pub struct LabelTree<'a> {
    /// The page, as it was given.
    pub page: &'a str,
    /// The root, whose label is the title.
    pub tree: LabelTreeNode<'a>,
}

/// A node: `label`, `path`, `kind`, `children`. Its path is made when it is written: on deep pages the paths are longer
/// than all else.
pub struct LabelTreeNode<'a>(&'a Page, &'a LabelNode);

impl fmt::Debug for LabelTreeNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.1.fmt(f)
    }
}

impl<'a> LabelTree<'a> {
    /// The label tree of a page.
    pub fn of(page: &'a Page, tree: &'a LabelNode) -> LabelTree<'a> {
        LabelTree { page: &page.name, tree: LabelTreeNode(page, tree) }
    }
}

impl Serialize for LabelTreeNode<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let LabelTreeNode(page, node) = self;
        let mut line = serializer.serialize_struct("node", 4)?;
        line.serialize_field("label", &node.label)?;
        line.serialize_field("path", &page.tree.path(node.node))?;
        line.serialize_field("kind", node.kind.as_str())?;
        let children: Vec<LabelTreeNode<'_>> = node.children.iter().map(|child| LabelTreeNode(page, child)).collect();
        line.serialize_field("children", &children)?;
        line.end()
    }
}
