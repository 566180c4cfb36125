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
    /// The tree as indented lines. Instances of a group and records of a table begin with a dash; what has no label is
    /// written by what it holds, but for tables and segments, which are named by their kind.
    pub fn outline(&self, outline: &Outline) -> String {
        let mut lines = String::new();
        self.write_children("", "", outline, &mut lines);
        lines
    }

    /// Writes a node, its first line behind one indent and the others behind another.
    fn write_lines(&self, first: &str, indent: &str, outline: &Outline, lines: &mut String) {
        let is_bare = self.label.is_empty() && matches!(self.kind, Kind::Group | Kind::Partition | Kind::Record);
        if is_bare && !self.children.is_empty() {
            return self.write_children(first, indent, outline, lines);
        }
        let label = match self.label.as_str() {
            "" => format!("({})", self.kind.as_str()),
            label => clipped(label, outline.characters),
        };
        let _ = write!(lines, "{first}{label}");
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
        let indent = format!("{indent}  ");
        self.write_children(&indent, &indent, outline, lines);
    }

    fn write_children(&self, first: &str, indent: &str, outline: &Outline, lines: &mut String) {
        let has_dashes = matches!(self.kind, Kind::Group | Kind::Table);
        for (at, child) in self.children.iter().take(outline.children).enumerate() {
            let first = if at == 0 { first } else { indent };
            match has_dashes {
                true => child.write_lines(&format!("{first}- "), &format!("{indent}  "), outline, lines),
                false => child.write_lines(first, indent, outline, lines),
            }
        }
        if let Some(more) = self.children.len().checked_sub(outline.children).filter(|&more| more > 0) {
            let _ = writeln!(lines, "{indent}… {more} more");
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
