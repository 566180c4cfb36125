//! Table parts without their table, and tables without parts. Browsers complete them with boxes that no element stands
//! for; the engine drops them. Where style makes such a table, a display that looks alike takes its place.

use blitz_dom::{BaseDocument, Node, NodeId as EngineId, QualName, local_name, ns};
use style::values::specified::box_::{DisplayInside, DisplayOutside};

use super::intrinsic::{Stated, stated_width};

/// Gives such boxes another display.
pub(super) fn adopt(document: &mut BaseDocument) {
    let changes: Vec<(EngineId, String)> = document
        .tree()
        .iter()
        .filter(|(_, node)| node.flags.is_in_document() && node.is_element())
        .filter_map(|(id, node)| {
            let declarations = replacement(document, node)?;
            let own = node.attr(local_name!("style")).unwrap_or_default();
            Some((id, format!("{own}; {declarations}")))
        })
        .collect();
    let mut mutator = document.mutate();
    for (id, style) in &changes {
        mutator.set_attribute(*id, QualName::new(None, ns!(), local_name!("style")), style);
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
