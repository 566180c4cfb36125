//! The label tree of a data table: a node for each record, and in it the values below the names of their headers.

use page::NodeId;

use super::{Kind, LabelNode};
use crate::tables::{Field, Record, Role, Table};

/// The table as a node, labelled by its caption.
pub(super) fn label_tree(table: &Table) -> LabelNode {
    let records = table.records.iter().map(|record| record_node(table, record));
    let label = table.caption.clone().unwrap_or_default();
    let mut children: Vec<LabelNode> = records.collect();
    // A table of one record is that record.
    if let [only] = &mut children[..] {
        children = std::mem::take(&mut only.children);
    }
    node(Kind::Table, label, table.node, children)
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
    LabelNode { label, node, kind, children, leaf: None }
}
