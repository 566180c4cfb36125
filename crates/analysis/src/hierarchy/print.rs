//! The label tree as people read it, and as the XML of the paper.

use std::fmt::Write as _;

use page::{Tree, xml_escaped};

use super::{Kind, LabelNode};

impl LabelNode {
    /// The tree as indented lines, each label cut to so many characters. Instances of a group and records of a table
    /// begin with a dash; nodes without a label are named by their kind.
    pub fn outline(&self, characters: usize) -> String {
        let mut lines = String::new();
        for child in &self.children {
            child.write_line("", characters, &mut lines);
        }
        lines
    }

    fn write_line(&self, indent: &str, characters: usize, lines: &mut String) {
        let label = match self.label.as_str() {
            "" => format!("({})", self.kind.as_str()),
            label => clipped(label, characters),
        };
        let _ = write!(lines, "{indent}{label}");
        // A label and its only value stand on one line.
        if let ([value], false) = (&self.children[..], self.label.is_empty())
            && value.kind == Kind::Leaf
            && !value.label.is_empty()
        {
            let colon = if label.ends_with([':', '：']) { "" } else { ":" };
            let _ = writeln!(lines, "{colon} {}", clipped(&value.label, characters));
            return;
        }
        lines.push('\n');
        let bullet = if matches!(self.kind, Kind::Group | Kind::Table) { "- " } else { "" };
        let inner = format!("{}  {bullet}", indent.replace('-', " "));
        for child in &self.children {
            child.write_line(&inner, characters, lines);
        }
    }

    /// The tree as an XML element: `page`, `segment`, `partition`, `group` with an `instance` for each member, `label`
    /// and `leaf`. Each has the path of its node, and its label if there is one.
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

/// The first characters of a text.
fn clipped(text: &str, characters: usize) -> String {
    match text.char_indices().nth(characters) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
