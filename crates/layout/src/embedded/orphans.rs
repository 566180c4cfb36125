//! Table parts without their table, and tables without parts. Browsers complete them with boxes that no element stands
//! for; the engine drops them. Where style makes such a table, a display that looks alike takes its place.

use blitz_dom::{BaseDocument, Node, NodeId as EngineId};
use style::values::specified::box_::{DisplayInside, DisplayOutside};

use super::intrinsic::{Stated, stated_width};
use super::style_attribute::declare;

/// Gives such boxes another display.
pub(super) fn adopt(document: &mut BaseDocument) {
    let changes: Vec<(EngineId, &str)> = document
        .tree()
        .iter()
        .filter(|(_, node)| node.flags.is_in_document() && node.is_element())
        .filter_map(|(id, node)| Some((id, replacement(document, node)?)))
        .collect();
    for (id, declarations) in changes {
        declare(document, id, declarations);
    }
}

fn replacement(document: &BaseDocument, node: &Node) -> Option<&'static str> {
    let style = node.primary_styles()?;
    let display = style.clone_display();
    let children: Vec<DisplayInside> = node
        .children
        .iter()
        .filter_map(|&id| document.get_node(id))
        .filter(|child| child.is_element() && !child.is_out_of_flow())
        .filter_map(|child| Some(child.primary_styles()?.clone_display().inside()))
        .filter(|inside| *inside != DisplayInside::None)
        .collect();
    match display.inside() {
        // A table in which nothing is part of a table is a block as wide as its content.
        DisplayInside::Table if !children.iter().any(|&inside| is_table_part(inside)) => {
            Some(match stated_width(&style) {
                Stated::Auto => "display: flow-root !important; width: fit-content !important",
                _ => "display: flow-root !important",
            })
        }
        // Cells that stand in a block make a row.
        DisplayInside::Flow | DisplayInside::FlowRoot
            if display.outside() == DisplayOutside::Block
                && !children.is_empty()
                && children.iter().all(|&inside| inside == DisplayInside::TableCell) =>
        {
            Some("display: flex !important")
        }
        _ => None,
    }
}

fn is_table_part(inside: DisplayInside) -> bool {
    matches!(
        inside,
        DisplayInside::TableCell
            | DisplayInside::TableRow
            | DisplayInside::TableRowGroup
            | DisplayInside::TableHeaderGroup
            | DisplayInside::TableFooterGroup
    )
}
