//! The label tree of a data table: a node for each record, and in it the values below the names of their headers.

use page::NodeId;

use super::{Kind, LabelNode};
use crate::content::Content;
use crate::tables::{Field, Record, Role, Table};

/// The table as a node, labelled by its caption.
pub(super) fn label_tree(content: &Content<'_>, table: &Table) -> LabelNode {
    let records = table.records.iter().map(|record| record_node(table, record));
    let label = table.caption.clone().unwrap_or_default();
    let mut children: Vec<LabelNode> = records.collect();
    // A table of one record is that record.
    if let [only] = &mut children[..] {
        children = std::mem::take(&mut only.children);
    }
    children.extend(beside_cells(content, table));
    node(Kind::Table, label, table.node, children)
}

/// The leaves of a table that stand in no cell and not in the caption: lines between pairs, terms without a value.
fn beside_cells(content: &Content<'_>, table: &Table) -> Vec<LabelNode> {
    let mut cells: Vec<NodeId> = table.grid.cells().iter().map(|cell| cell.node).collect();
    cells.sort_unstable();
    let caption = table.caption.as_deref().unwrap_or_default();
    let is_in_cell = |leaf: NodeId| {
        let before = cells.partition_point(|&cell| cell <= leaf);
        before > 0 && content.tree().contains(cells[before - 1], leaf)
    };
    let leaf_node = |leaf: usize| {
        let text = content.text(leaf);
        let place = content.leaves()[leaf];
        let is_told = text.is_empty() || is_in_cell(place) || caption.contains(&text);
        (!is_told).then(|| node(Kind::Leaf, text, place, Vec::new()))
    };
    content.below(table.node).filter_map(leaf_node).collect()
}

/// A record, labelled by the header of its row if it has one.
fn record_node(table: &Table, record: &Record) -> LabelNode {
    let own = record.fields.iter().rfind(|field| field.role != Role::Value);
    let values = record.fields.iter().filter(|field| field.role == Role::Value);
    let children = values.filter(|field| !field.text.is_empty()).map(|field| value_node(table, field)).collect();
    let place = own.or(record.fields.first()).and_then(|field| field.node).unwrap_or(table.node);
    match own {
        Some(own) if !own.text.is_empty() => node(Kind::Label, own.text.clone(), place, children),
        _ => node(Kind::Record, String::new(), place, children),
    }
}

/// A value below the name of its header.
fn value_node(table: &Table, field: &Field) -> LabelNode {
    let place = field.node.unwrap_or(table.node);
    let value = node(Kind::Leaf, field.text.clone(), place, Vec::new());
    node(Kind::Label, field.name.clone(), place, vec![value])
}

fn node(kind: Kind, label: String, node: NodeId, children: Vec<LabelNode>) -> LabelNode {
    LabelNode { label, node, kind, children }
}
