//! Open Graph: what a page tells those who show a preview of it, in `meta` elements. Names stay as written
//! (`og:title`), in lower case; `og:type` is the item's type, and `og:url` its id as well.
//!
//! It looks like RDFa and was meant to be, but pages neither declare its prefixes nor care which attribute they use.

use page::NodeId;

use super::reader::Reader;
use super::vocabulary::is_address;
use super::{Item, Property, Syntax, Value};

/// The protocol's own prefix and those of the kinds of pages that it and its users define.
const PREFIXES: [&str; 10] =
    ["og", "article", "book", "business", "music", "place", "product", "profile", "restaurant", "video"];

/// What the page's `meta` elements say, if they say anything.
pub(super) fn item(reader: &mut Reader<'_>) -> Option<Item> {
    let (mut types, mut id, mut properties) = (Vec::new(), None, Vec::new());
    let mut first = None;
    for node in reader.elements() {
        let Some(name) = name(reader, node) else { continue };
        let Some(content) = reader.attribute(node, &["content"]) else { continue };
        if !reader.spend_one() {
            break;
        }
        first.get_or_insert(node);
        let value = match content.trim() {
            address if name == "og:url" || is_address(address) => reader.address(address).map(Value::Link),
            text => reader.text(text),
        };
        match value {
            Some(Value::Text(text)) if name == "og:type" => types.push(text),
            Some(value) => {
                if let (None, "og:url", Value::Link(link)) = (&id, name.as_str(), &value) {
                    id = Some(link.clone());
                }
                properties.push(Property { name, value, node });
            }
            None => {}
        }
    }
    first.map(|node| Item { syntax: Syntax::OpenGraph, node, types, id, properties })
}

/// The name of what a `meta` element says, if it is one of Open Graph.
pub(super) fn name(reader: &Reader<'_>, node: NodeId) -> Option<String> {
    if reader.tree.name(node) != "meta" {
        return None;
    }
    let name = reader.attribute(node, &["property", "name"])?.trim();
    let (prefix, _) = name.split_once(':')?;
    PREFIXES.iter().any(|known| known.eq_ignore_ascii_case(prefix)).then(|| name.to_ascii_lowercase())
}
