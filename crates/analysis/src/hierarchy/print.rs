//! The label tree as people read it, and as the XML of the paper.

use std::fmt::Write as _;

use page::{Tree, clipped, xml_escaped};

use super::{Kind, LabelNode};

/// How much of a label tree is printed for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Characters of each label.
    pub characters: usize,
    /// Children of each node; the rest is counted.
    pub children: usize,
}

impl Default for Outline {
    fn default() -> Self {
        Outline { characters: 100, children: usize::MAX }
    }
}

impl LabelNode {
    /// The tree as indented lines. Instances of a group and records of a table begin with a dash; nodes without a label
    /// are named by their kind.
    pub fn outline(&self, outline: &Outline) -> String {
        let mut lines = String::new();
        self.write_children("", outline, &mut lines);
        lines
    }

    fn write_line(&self, indent: &str, outline: &Outline, lines: &mut String) {
        let label = match self.label.as_str() {
            "" => format!("({})", self.kind.as_str()),
            label => clipped(label, outline.characters),
        };
        let _ = write!(lines, "{indent}{label}");
        // A label and its only value stand on one line.
        if let ([value], false) = (&self.children[..], self.label.is_empty())
            && value.kind == Kind::Leaf
            && !value.label.is_empty()
        {
            let colon = if label.ends_with([':', '：']) { "" } else { ":" };
            let _ = writeln!(lines, "{colon} {}", clipped(&value.label, outline.characters));
            return;
        }
        lines.push('\n');
        let bullet = if matches!(self.kind, Kind::Group | Kind::Table) { "- " } else { "" };
        self.write_children(&format!("{}  {bullet}", indent.replace('-', " ")), outline, lines);
    }

    fn write_children(&self, indent: &str, outline: &Outline, lines: &mut String) {
        for child in self.children.iter().take(outline.children) {
            child.write_line(indent, outline, lines);
        }
        if let Some(more) = self.children.len().checked_sub(outline.children).filter(|&more| more > 0) {
            let _ = writeln!(lines, "{}… {more} more", indent.replace('-', " "));
        }
    }

    /// The tree as an XML element: `page`, `segment`, `partition`, `group` and `table` with an `instance` for each
    /// member, `record`, `label` and `leaf`. Each has the path of its node, and its label if there is one.
    pub fn to_xml(&self, tree: &Tree, page: &str) -> String {
        let mut xml = String::new();
        let _ = write!(xml, "<page name=\"{}\"", xml_escaped(page));
        self.write_rest(tree, "page", 0, &mut xml);
        xml
    }

    fn write_xml(&self, tree: &Tree, level: usize, xml: &mut String) {
        let _ = write!(xml, "{:1$}<{2}", "", 2 * level, self.kind.as_str());
        self.write_rest(tree, self.kind.as_str(), level, xml);
    }

    /// The attributes, the children and the end of an element whose name is written.
    fn write_rest(&self, tree: &Tree, name: &str, level: usize, xml: &mut String) {
        if !self.label.is_empty() {
            let _ = write!(xml, " label=\"{}\"", xml_escaped(&self.label));
        }
        let _ = write!(xml, " path=\"{}\"", xml_escaped(&tree.path(self.node)));
        if self.children.is_empty() {
            xml.push_str("/>\n");
            return;
        }
        xml.push_str(">\n");
        for child in &self.children {
            match self.kind {
                Kind::Group | Kind::Table => {
                    let _ = writeln!(xml, "{:1$}<instance>", "", 2 * level + 2);
                    child.write_xml(tree, level + 2, xml);
                    let _ = writeln!(xml, "{:1$}</instance>", "", 2 * level + 2);
                }
                _ => child.write_xml(tree, level + 1, xml),
            }
        }
        let _ = writeln!(xml, "{:1$}</{name}>", "", 2 * level);
    }
}
