//! What the published ways find, as regions. They find nodes; leaves are looked up here, fields elsewhere.

use page::NodeId;

use super::{Record, Region};
use crate::content::Content;

/// The region of these records, each some siblings in order. A record without a leaf says nothing and is left out; if
/// no other is left, there is no region.
pub(super) fn region_of(content: &Content<'_>, records: Vec<Vec<NodeId>>, score: f64) -> Option<Region> {
    let records: Vec<Record> = records.into_iter().filter_map(|nodes| record_of(content, nodes)).collect();
    let (first, last) = (*records.first()?.nodes.first()?, *records.last()?.nodes.last()?);
    Some(Region { node: content.tree().lca(first, last), score, records, columns: Vec::new() })
}

fn record_of(content: &Content<'_>, nodes: Vec<NodeId>) -> Option<Record> {
    let leaves = content.below(*nodes.first()?).start..content.below(*nodes.last()?).end;
    (!leaves.is_empty()).then_some(Record { nodes, leaves, fields: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::{Capture, Page};

    #[test]
    fn a_record_reaches_from_its_first_node_to_its_last() {
        let page = Page::new(Capture::new("p", "<h1>0</h1><dl><dt>1<dd>2<dt><dd><dt>3<dd>4<b>5</b></dl>6"));
        let content = Content::of(&page);
        let dl = page.tree.elements().find(|&id| page.tree.name(id) == "dl").unwrap();
        let parts: Vec<NodeId> = page.tree.children(dl).collect();
        let pairs = parts.chunks(2).map(<[NodeId]>::to_vec).collect();
        let region = region_of(&content, pairs, 0.5).unwrap();
        assert_eq!(region.node, dl);
        let leaves: Vec<_> = region.records.iter().map(|record| record.leaves.clone()).collect();
        assert_eq!(leaves, [1..3, 3..6], "the pair that says nothing is no record");
        let alone = region_of(&content, vec![vec![parts[0]]], 1.0).unwrap();
        assert_eq!(alone.node, parts[0], "of one record, its own node");
        assert!(region_of(&content, vec![vec![parts[2], parts[3]]], 1.0).is_none());
    }
}
