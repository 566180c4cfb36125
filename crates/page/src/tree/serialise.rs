//! A tree as text again: well-formed XHTML for people and XML tools (the papers' Tidy step), and HTML with the node
//! ids written into it for browsers.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::{Namespace, NodeId, NodeKind, Quirks, Tree};

/// The attribute that carries a node's id into a browser and back.
const ID_ATTRIBUTE: &str = "data-lode-id";

impl Tree {
    /// The page as well-formed XML. Names and characters that XML forbids are replaced, so any page comes out.
    pub fn to_xhtml(&self) -> String {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        self.write(&mut out, &Xhtml);
        if !out.ends_with('\n') {
            out.push('\n');
        }
        out
    }

    /// The page as HTML in which every element carries its node id. Scripts, and what else a browser must not act
    /// on when it only lays the page out, are left empty.
    pub fn to_html_with_ids(&self) -> String {
        let mut out = String::new();
        if self.quirks == Quirks::None {
            out.push_str("<!DOCTYPE html>");
        } else if self.quirks == Quirks::Limited {
            out.push_str("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"\">");
        }
        self.write(&mut out, &HtmlWithIds);
        out
    }

    /// The id that [`Tree::to_html_with_ids`] wrote into an element.
    pub fn id_from_attribute(&self, name: &str, value: &str) -> Option<NodeId> {
        let index: usize = (name == ID_ATTRIBUTE).then(|| value.parse().ok()).flatten()?;
        (index < self.len()).then(|| NodeId::from_index(index))
    }

    /// Walks the tree without recursion: a tag is closed when the walk leaves its range.
    fn write(&self, out: &mut String, form: &dyn Form) {
        let mut open: Vec<NodeId> = Vec::new();
        for id in self.nodes() {
            while let Some(&innermost) = open.last().filter(|&&innermost| self.end(innermost) <= id) {
                form.end(self, innermost, out);
                open.pop();
            }
            if form.start(self, id, out) {
                open.push(id);
            }
        }
        for &id in open.iter().rev() {
            form.end(self, id, out);
        }
    }
}

/// One way of writing a node down.
trait Form {
    /// Writes the node or its start tag; says whether an end tag is to follow.
    fn start(&self, tree: &Tree, id: NodeId, out: &mut String) -> bool;
    /// Writes the end tag.
    fn end(&self, tree: &Tree, id: NodeId, out: &mut String);
}

struct Xhtml;

impl Form for Xhtml {
    fn start(&self, tree: &Tree, id: NodeId, out: &mut String) -> bool {
        match tree.kind(id) {
            NodeKind::Text => escape_xml(tree.text(id), out, Quote::Text),
            NodeKind::Comment => {
                out.push_str("<!--");
                // Two hyphens may not follow each other, nor one the end of the comment.
                let mut previous = ' ';
                for character in tree.text(id).chars().map(xml_character) {
                    out.push_str(if previous == '-' && character == '-' { " " } else { "" });
                    out.push(character);
                    previous = character;
                }
                out.push_str(if previous == '-' { " -->" } else { "-->" });
            }
            NodeKind::Doctype => out.push_str("<!DOCTYPE html>\n"),
            NodeKind::Document | NodeKind::TemplateContent => {}
            NodeKind::Element => return self.start_tag(tree, id, out),
        }
        false
    }

    fn end(&self, tree: &Tree, id: NodeId, out: &mut String) {
        let _ = write!(out, "</{}>", xml_name(tree.name(id)));
    }
}

impl Xhtml {
    fn start_tag(&self, tree: &Tree, id: NodeId, out: &mut String) -> bool {
        let _ = write!(out, "<{}", xml_name(tree.name(id)));
        let outer = tree.parent(id).filter(|&parent| tree.kind(parent) == NodeKind::Element);
        if outer.is_none_or(|outer| tree.namespace(outer) != tree.namespace(id)) {
            let namespace = match tree.namespace(id) {
                Namespace::Html => "http://www.w3.org/1999/xhtml",
                Namespace::Svg => "http://www.w3.org/2000/svg",
                Namespace::MathMl => "http://www.w3.org/1998/Math/MathML",
            };
            let _ = write!(out, " xmlns=\"{namespace}\"");
        }
        let (mut written, mut declares_xlink) = (HashSet::new(), false);
        for (name, value) in tree.attrs(id) {
            let name = xml_attribute_name(&name);
            // Namespace declarations are made above, and names that were distinct may have become the same.
            if name == "xmlns" || name.starts_with("xmlns:") || written.contains(&name) {
                continue;
            }
            if name == "xlink:href" && !std::mem::replace(&mut declares_xlink, true) {
                out.push_str(" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
            }
            let _ = write!(out, " {name}=\"");
            escape_xml(value, out, Quote::Attribute);
            out.push('"');
            written.insert(name);
        }
        let is_empty = tree.first_child(id).is_none();
        out.push_str(if is_empty && is_void(tree.name(id)) { " />" } else { ">" });
        if is_empty && !is_void(tree.name(id)) {
            self.end(tree, id, out);
        }
        !is_empty
    }
}

struct HtmlWithIds;

impl Form for HtmlWithIds {
    fn start(&self, tree: &Tree, id: NodeId, out: &mut String) -> bool {
        match tree.kind(id) {
            NodeKind::Text => self.text(tree, id, out),
            NodeKind::Element => {
                let _ = write!(out, "<{} {ID_ATTRIBUTE}=\"{}\"", tree.name(id), id.index());
                for (name, value) in tree.attrs(id) {
                    if !is_acted_on(&name) && name != ID_ATTRIBUTE {
                        let value = value.replace('&', "&amp;").replace('"', "&quot;");
                        let _ = write!(out, " {name}=\"{value}\"");
                    }
                }
                out.push('>');
                // A parser drops the first line break in these.
                if matches!(tree.name(id), "pre" | "textarea" | "listing") {
                    out.push('\n');
                }
                return !is_void(tree.name(id));
            }
            _ => {}
        }
        false
    }

    fn end(&self, tree: &Tree, id: NodeId, out: &mut String) {
        let _ = write!(out, "</{}>", tree.name(id));
    }
}

/// Attributes that would make a browser do something, or refuse a stylesheet that was saved with the page.
fn is_acted_on(name: &str) -> bool {
    name.starts_with("on") || matches!(name, "http-equiv" | "integrity" | "nonce" | "crossorigin")
}

impl HtmlWithIds {
    fn text(&self, tree: &Tree, id: NodeId, out: &mut String) {
        let text = tree.text(id);
        match tree.parent(id).map(|parent| tree.name(parent)) {
            Some("script" | "noscript" | "iframe" | "noframes" | "noembed") => {}
            Some("style") => out.push_str(&text.replace("</", "<\\/")),
            _ => out.push_str(&text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")),
        }
    }
}

/// Elements that HTML never closes.
fn is_void(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

#[derive(PartialEq)]
enum Quote {
    Text,
    Attribute,
}

/// Text as it may stand in XML, in attributes too. Characters that XML cannot hold at all become U+FFFD.
pub fn xml_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    escape_xml(text, &mut escaped, Quote::Attribute);
    escaped
}

fn escape_xml(text: &str, out: &mut String, quote: Quote) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if quote == Quote::Attribute => out.push_str("&quot;"),
            '\n' | '\t' if quote == Quote::Attribute => {
                let _ = write!(out, "&#{};", character as u32);
            }
            '\r' => out.push_str("&#13;"),
            other => out.push(xml_character(other)),
        }
    }
}

/// Characters that XML cannot hold at all become U+FFFD.
fn xml_character(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' | '\u{20}'..='\u{FFFD}' | '\u{10000}'.. => character,
        _ => char::REPLACEMENT_CHARACTER,
    }
}

/// An attribute's name with the prefixes that XML knows or that we declare; any other colon would be an undeclared
/// prefix.
fn xml_attribute_name(name: &str) -> String {
    match name.split_once(':') {
        Some(("xml", local)) if local == "lang" || local == "space" => name.to_owned(),
        Some(("xlink", "href")) => name.to_owned(),
        Some(("xmlns", _)) => name.to_owned(),
        _ => xml_name(name),
    }
}

/// The name itself if XML allows it, else with `_` for what it does not.
fn xml_name(name: &str) -> String {
    let is_start = |character: char| character.is_ascii_alphabetic() || character == '_' || is_wide_name(character);
    let is_part = |character: char| is_start(character) || character.is_ascii_digit() || matches!(character, '-' | '.');
    let mut legal: String = name.chars().map(|character| if is_part(character) { character } else { '_' }).collect();
    if !legal.starts_with(is_start) {
        legal.insert(0, '_');
    }
    legal
}

/// The non-ASCII characters XML allows anywhere in a name.
fn is_wide_name(character: char) -> bool {
    matches!(
        character,
        '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}' | '\u{370}'..='\u{37D}'
            | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}' | '\u{2C00}'..='\u{2FEF}'
            | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(html: &str, expected: Expect) {
        expected.assert_eq(&Tree::parse(html).tree.to_xhtml());
    }

    #[test]
    fn soup_becomes_well_formed() {
        check(
            "<!doctype html><P CLASS=x ALT='a\"b'>a & b<br><IMG src=y><i></i><script>if (a<b) x()</script>",
            expect![[r#"
                <?xml version="1.0" encoding="UTF-8"?>
                <!DOCTYPE html>
                <html xmlns="http://www.w3.org/1999/xhtml"><head></head><body><p class="x" alt="a&quot;b">a &amp; b<br /><img src="y" /><i></i><script>if (a&lt;b) x()</script></p></body></html>
            "#]],
        );
    }

    #[test]
    fn what_xml_forbids_is_replaced() {
        check(
            "<p 1=2 a:b=c \"x=1>\u{1}<!-- a --- b ---><o:p>x</o:p><svg viewBox=1 xlink:href=#a xmlns:q=z><g/></svg>",
            expect![[r##"
                <?xml version="1.0" encoding="UTF-8"?>
                <html xmlns="http://www.w3.org/1999/xhtml"><head></head><body><p _1="2" a_b="c" _x="1">�<!-- a - - - b - --><o_p>x</o_p><svg xmlns="http://www.w3.org/2000/svg" viewBox="1" xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#a"><g></g></svg></p></body></html>
            "##]],
        );
    }

    #[test]
    fn ids_survive_a_browser() {
        let tree =
            Tree::parse("<meta http-equiv=refresh content=0><p onclick=x()>a<pre>\n\nb</pre><script>c</script>").tree;
        let again = Tree::parse(&tree.to_html_with_ids()).tree;
        let ids: Vec<Option<NodeId>> = again
            .elements()
            .map(|id| again.attrs(id).find_map(|(name, value)| tree.id_from_attribute(&name, value)))
            .collect();
        assert_eq!(ids, tree.elements().map(Some).collect::<Vec<_>>());
        assert!(!tree.to_html_with_ids().contains("x()"));
        assert!(!tree.to_html_with_ids().contains("refresh"));
    }
}
