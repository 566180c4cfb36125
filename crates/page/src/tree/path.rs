//! Node paths, both ways: `/html[1]/body[1]/div[2]/text()[1]`, every step indexed among its same-named siblings.
//!
//! The document and the content node of a `template` are no steps of their own.

use std::collections::HashMap;
use std::fmt::{self, Write as _};

use super::{LocalName, NodeId, NodeKind, Tree};

/// Why a path leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathError {
    /// It is not of the form `/name[1]/name[2]`.
    Malformed {
        /// The step that is not.
        step: String,
    },
    /// The page has no such node.
    NotFound {
        /// The first step that leads nowhere.
        step: String,
        /// How far the path leads, as a path.
        until: String,
    },
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PathError::Malformed { step } => {
                write!(f, "{step:?} is no step of a node path; one looks like div[2] or text()[1]")
            }
            PathError::NotFound { step, until } => write!(f, "there is no {step} below {until}"),
        }
    }
}

impl std::error::Error for PathError {}

impl Tree {
    /// The absolute path of a node.
    pub fn path(&self, id: NodeId) -> String {
        let mut steps: Vec<NodeId> = std::iter::once(id).chain(self.ancestors(id)).collect();
        steps.retain(|&step| !matches!(self.kind(step), NodeKind::Document | NodeKind::TemplateContent));
        let mut path = String::with_capacity(steps.len() * 8);
        for &step in steps.iter().rev() {
            // Writing to a string cannot fail.
            let _ = write!(path, "/{}[{}]", self.step_name(step), self.ordinals()[step.index()]);
        }
        if path.is_empty() { "/".to_owned() } else { path }
    }

    /// The node at an absolute path.
    pub fn find(&self, path: &str) -> Result<NodeId, PathError> {
        let mut node = self.root();
        for step in path.strip_prefix('/').unwrap_or(path).split('/').filter(|step| !step.is_empty()) {
            let (name, ordinal) = parse_step(step).ok_or_else(|| PathError::Malformed { step: step.to_owned() })?;
            let inside = self.first_child(node).filter(|&child| self.kind(child) == NodeKind::TemplateContent);
            let found = self
                .children(inside.unwrap_or(node))
                .filter(|&child| self.step_name(child) == name)
                .nth(ordinal - 1)
                .ok_or_else(|| PathError::NotFound { step: step.to_owned(), until: self.path(node) })?;
            node = found;
        }
        Ok(node)
    }

    fn step_name(&self, id: NodeId) -> &str {
        match self.kind(id) {
            NodeKind::Element => self.name(id),
            NodeKind::Text => "text()",
            NodeKind::Comment => "comment()",
            NodeKind::Doctype => "doctype()",
            NodeKind::Document | NodeKind::TemplateContent => "",
        }
    }

    /// Each node's position, from 1, among the siblings that have its name.
    fn ordinals(&self) -> &[u32] {
        self.ordinals.get_or_init(|| {
            let mut counts: HashMap<(u32, NodeKindKey, &LocalName), u32> = HashMap::with_capacity(self.len());
            self.nodes
                .iter()
                .map(|node| {
                    let count = counts.entry((node.parent, node.kind as NodeKindKey, &node.name)).or_default();
                    *count += 1;
                    *count
                })
                .collect()
        })
    }
}

/// A [`NodeKind`] as a number, which hashes.
type NodeKindKey = u8;

fn parse_step(step: &str) -> Option<(&str, usize)> {
    // Names may hold brackets themselves (`<a[b>` is an element), so the last one counts.
    let (name, index) = step.strip_suffix(']')?.rsplit_once('[')?;
    let index = index.parse().ok().filter(|&index| index > 0)?;
    (!name.is_empty()).then_some((name, index))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_found_by_its_path() {
        let html =
            "<!DOCTYPE html><p>a<!--c-->b<br>c<div><p><p></div><template><i>x</i></template><svg><g></g></svg><a[b>";
        let tree = Tree::parse(html).tree;
        for id in tree.nodes().filter(|&id| tree.kind(id) != NodeKind::TemplateContent) {
            assert_eq!(tree.find(&tree.path(id)), Ok(id), "{}", tree.path(id));
        }
        assert!(tree.find("/html[1]/body[1]/template[1]/i[1]/text()[1]").is_ok());
        assert!(tree.find("/html[1]/body[1]/p[1]/text()[2]").is_ok());
    }

    #[test]
    fn a_wrong_path_says_where_it_ends() {
        let tree = Tree::parse("<p>a").tree;
        assert_eq!(
            tree.find("/html[1]/body[1]/div[2]/p[1]"),
            Err(PathError::NotFound { step: "div[2]".into(), until: "/html[1]/body[1]".into() })
        );
        assert_eq!(tree.find("/html[1]/body"), Err(PathError::Malformed { step: "body".into() }));
        assert_eq!(tree.find("/html[0]"), Err(PathError::Malformed { step: "html[0]".into() }));
    }
}
