//! Step 6, second half: the raw result, pairs of property and value with the nodes they come from, and the same as XML.

use std::fmt::Write as _;

use page::{NodeId, Page, xml_escaped};

use super::pattern::{Match, Pattern, Slot};

/// A value and what it is a value of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The property's name as the page writes it, if the pattern names one before the value in the same record.
    pub property: Option<(NodeId, String)>,
    /// The value.
    pub value: (NodeId, String),
}

/// What a pattern finds in a page, in document order.
pub fn pairs(page: &Page, pattern: &Pattern) -> Vec<Pair> {
    pattern.matches(page).into_iter().flat_map(pairs_of).collect()
}

fn pairs_of(found: Match) -> Vec<Pair> {
    let mut property = None;
    let mut pairs = Vec::new();
    for filled in found.texts {
        match filled.slot {
            Slot::Property => property = Some((filled.node, filled.text)),
            Slot::Value => pairs.push(Pair { property: property.clone(), value: (filled.node, filled.text) }),
            Slot::Text => {}
        }
    }
    pairs
}

/// The raw result as the paper saves it: an XML document with one `record` for each match, holding `property` and
/// `value` elements in the order of the page.
pub fn raw_xml(page: &Page, pattern: &Pattern) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<page name=\"");
    let _ = writeln!(xml, "{}\">", xml_escaped(&page.name));
    for found in pattern.matches(page) {
        xml.push_str("  <record>\n");
        for filled in found.texts {
            let name = match filled.slot {
                Slot::Property => "property",
                Slot::Value => "value",
                Slot::Text => continue,
            };
            let _ = writeln!(xml, "    <{name}>{}</{name}>", xml_escaped(&filled.text));
        }
        xml.push_str("  </record>\n");
    }
    xml.push_str("</page>\n");
    xml
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use page::Capture;

    fn check(pattern: &str, html: &str, expected_pairs: Expect, expected_xml: Expect) {
        let page = Page::new(Capture::new("a & b", html));
        let pattern = pattern.parse().unwrap();
        let print = |pair: &Pair| match &pair.property {
            Some((_, property)) => format!("{property} = {}", pair.value.1),
            None => pair.value.1.clone(),
        };
        expected_pairs.assert_eq(&pairs(&page, &pattern).iter().map(print).collect::<Vec<_>>().join("\n"));
        expected_xml.assert_eq(&raw_xml(&page, &pattern));
    }

    #[test]
    fn values_belong_to_the_property_before_them() {
        check(
            "<tr>(<th>{property}</th>)?(<td>{value}</td>)+</tr>",
            "<table><tr><th>Name<td>A &lt; B<tr><th>Sites<td>x<td>y<tr><td>z</table>",
            expect![[r#"
                Name = A < B
                Sites = x
                Sites = y
                z"#]],
            expect![[r#"
                <?xml version="1.0" encoding="UTF-8"?>
                <page name="a &amp; b">
                  <record>
                    <property>Name</property>
                    <value>A &lt; B</value>
                  </record>
                  <record>
                    <property>Sites</property>
                    <value>x</value>
                    <value>y</value>
                  </record>
                  <record>
                    <value>z</value>
                  </record>
                </page>
            "#]],
        );
    }
}
