//! Lines in quirks mode. There a line is as high as what is in it; the font of the block around it counts only if the
//! block has text of its own. The engine always counts it, so such a block is given lines without a height, and
//! everything in it keeps the line height that it had.

use blitz_dom::{BaseDocument, Node, NodeId as EngineId, QualName, local_name, ns};
use style::properties::ComputedValues;
use style::values::computed::font::LineHeight;
use style::values::specified::box_::DisplayOutside;

/// Lowers the lines of all blocks without text of their own.
pub(super) fn lower(document: &mut BaseDocument) {
    let mut changes: Vec<(EngineId, String)> = Vec::new();
    for (id, node) in document.tree().iter().filter(|(_, node)| node.flags.is_in_document() && node.is_element()) {
        let Some(style) = node.primary_styles() else { continue };
        if style.clone_display().outside() == DisplayOutside::Inline || !has_lines_without_text(document, node) {
            continue;
        }
        changes.push((id, "line-height: 0 !important".to_owned()));
        for child in node.children.iter().filter_map(|&child| document.get_node(child)) {
            if let Some(style) = child.primary_styles() {
                changes.push((child.id, format!("line-height: {}", line_height(&style))));
            }
        }
    }
    let name = QualName::new(None, ns!(), local_name!("style"));
    for (id, declaration) in changes {
        let own = document.get_node(id).and_then(|node| node.attr(local_name!("style"))).unwrap_or_default();
        // An element may be both: a block whose lines are lowered, in one whose lines are. Its own lowering wins.
        let style = format!("{declaration}; {own}");
        document.mutate().set_attribute(id, name.clone(), &style);
    }
}

/// Whether a block has something in lines, but no text of its own.
fn has_lines_without_text(document: &BaseDocument, node: &Node) -> bool {
    let mut has_inline = false;
    for child in node.children.iter().filter_map(|&id| document.get_node(id)) {
        if let Some(text) = child.text_data() {
            if !text.content.trim_ascii().is_empty() {
                return false;
            }
        } else if let Some(style) = child.primary_styles() {
            match style.clone_display().outside() {
                DisplayOutside::Inline => has_inline = true,
                DisplayOutside::None => {}
                // What stands beside a block is in an anonymous one, of which no element can be told.
                _ if child.is_out_of_flow() => {}
                _ => return false,
            }
        }
    }
    has_inline
}

fn line_height(style: &ComputedValues) -> String {
    match style.get_font().clone_line_height() {
        LineHeight::Normal => "normal".to_owned(),
        LineHeight::Number(factor) => factor.0.to_string(),
        LineHeight::Length(length) => format!("{}px", length.0.px()),
    }
}
