//! Node paths, both ways: `/html[1]/body[1]/div[2]/text()[1]`, every step indexed among its same-named siblings.
//!
//! The document and the content node of a `template` are no steps of their own.

use std::collections::HashMap;
use std::fmt::{self, Write as _};

use job::Failure;

use super::{LocalName, NodeId, NodeKind, Tree};

/// Children that are looked through one by one before an index is made.
const FEW_CHILDREN: usize = 64;

/// Why a path leads nowhere.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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

impl Failure for PathError {
    fn code(&self) -> &'static str {
        match self {
            PathError::Malformed { .. } => "path-malformed",
            PathError::NotFound { .. } => "path-not-found",
        }
    }
}

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
            node = self
                .child_at(self.step_parent(node), name, ordinal)
                .ok_or_else(|| PathError::NotFound { step: step.to_owned(), until: self.path(node) })?;
        }
        Ok(node)
    }

    /// Where the steps below a node lead: into the content of a template, unless that was too deep to hold anything.
    fn step_parent(&self, node: NodeId) -> NodeId {
        let content = self.first_child(node).filter(|&child| self.kind(child) == NodeKind::TemplateContent);
        content.filter(|&content| self.first_child(content).is_some()).unwrap_or(node)
    }

    /// The child with this name that has this position among those of its name.
    fn child_at(&self, parent: NodeId, name: &str, ordinal: usize) -> Option<NodeId> {
        let is_wanted = |&child: &NodeId| self.step_name(child) == name;
        let mut children = self.children(parent);
        let mut seen = 0;
        for child in children.by_ref().take(FEW_CHILDREN) {
            seen += usize::from(is_wanted(&child));
            if seen == ordinal {
                return Some(child);
            }
        }
        children.next()?;
        let index = self.steps.get_or_init(|| self.index_steps());
        let key = |&id: &u32| (self.node(NodeId(id)).parent, self.step_name(NodeId(id)), self.ordinals()[id as usize]);
        let wanted = (parent.0, name, u32::try_from(ordinal).ok()?);
        index.binary_search_by(|id| key(id).cmp(&wanted)).ok().map(|at| NodeId(index[at]))
    }

    /// All nodes by parent, name and position, so that a step into many children is a binary search.
    fn index_steps(&self) -> Vec<u32> {
        let mut index: Vec<u32> = (0..self.len() as u32).collect();
        // Document order is order of position already, and a stable sort keeps it.
        index.sort_by_key(|&id| (self.node(NodeId(id)).parent, self.step_name(NodeId(id))));
        index
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
            // By the name of the step, not by the kind of node: `<text()>` is an element, too.
            let [text, comment, doctype] = ["text()", "comment()", "doctype()"].map(LocalName::from);
            let mut counts: HashMap<(u32, &LocalName), u32> = HashMap::with_capacity(self.len());
            self.nodes
                .iter()
                .map(|node| {
                    let name = match node.kind {
                        NodeKind::Text => &text,
                        NodeKind::Comment => &comment,
                        NodeKind::Doctype => &doctype,
                        NodeKind::Element | NodeKind::Document | NodeKind::TemplateContent => &node.name,
                    };
                    let count = counts.entry((node.parent, name)).or_default();
                    *count += 1;
                    *count
                })
                .collect()
        })
    }
}

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
        let html = "<!DOCTYPE html><p>a<!--c-->b<br>c<div><p><p></div><template><i>x</i></template><svg><g></g></svg><a[b>\
             x<text()>y</text()>z<text()>";
        let tree = Tree::parse(html).tree;
        for id in tree.nodes().filter(|&id| tree.kind(id) != NodeKind::TemplateContent) {
            assert_eq!(tree.find(&tree.path(id)), Ok(id), "{}", tree.path(id));
        }
        assert!(tree.find("/html[1]/body[1]/template[1]/i[1]/text()[1]").is_ok());
        assert!(tree.find("/html[1]/body[1]/p[1]/text()[2]").is_ok());
    }

    #[test]
    fn many_children_are_found_too() {
        let tree = Tree::parse(&"<p>x</p><i>y</i>z<!--c-->".repeat(200)).tree;
        for id in tree.nodes() {
            assert_eq!(tree.find(&tree.path(id)), Ok(id), "{}", tree.path(id));
        }
        for step in ["p[201]", "b[1]", "p[99999999999]", "text()[201]"] {
            let until = "/html[1]/body[1]".to_owned();
            let error = PathError::NotFound { step: step.to_owned(), until: until.clone() };
            assert_eq!(tree.find(&format!("{until}/{step}")), Err(error));
        }
    }

    #[test]
    fn templates_at_the_depth_limit_have_paths() {
        let tree = Tree::parse(&"<template><i>x</i>".repeat(600)).tree;
        for id in tree.nodes().filter(|&id| tree.kind(id) != NodeKind::TemplateContent) {
            assert_eq!(tree.find(&tree.path(id)), Ok(id));
        }
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
        let code = |path: &str| tree.find(path).map_err(|error| error.code());
        assert_eq!((code("/html[2]"), code("html")), (Err("path-not-found"), Err("path-malformed")));
    }
}
