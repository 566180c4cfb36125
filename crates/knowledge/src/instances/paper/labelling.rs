//! What is told on a page, by its labels (OntoMiner, section 6.3): the segments of the instance are partitioned, labels
//! that many pages have are promoted whenever possible, and what stands below a label is its value.

use std::ops::Range;

use analysis::Content;
use analysis::hierarchy::{self, Kind, LabelNode, hierarchy_of_instance};
use analysis::segments::{self, segments};
use analysis::tables::{self, tables};
use page::{NodeId, NodeKind, Page, fold};

use super::{PaperTemplate, path_of};
use crate::instances::heading::without_affixes;
use crate::instances::reader::{Attribute, InstancePage, Value};
use crate::names::normalised;

/// Reads a page by a template.
pub(super) fn read(template: &PaperTemplate, page: &Page) -> InstancePage {
    // 1. The segments in which most leaves are on the paths of the template, and of these only such leaves.
    let all = Content::of(page);
    let on_path: Vec<bool> =
        all.leaves().iter().map(|&leaf| template.paths.contains(&path_of(&page.tree, leaf))).collect();
    let config = segments::Config { method: segments::Method::Paper, ..segments::Config::default() };
    let (mut leaves, mut ranges): (Vec<NodeId>, Vec<Range<usize>>) = Default::default();
    for range in segments(&all, &[], &config) {
        let told: Vec<NodeId> = range.clone().filter(|&leaf| on_path[leaf]).map(|leaf| all.leaves()[leaf]).collect();
        if 2 * told.len() >= range.len() && !told.is_empty() {
            ranges.push(leaves.len()..leaves.len() + told.len());
            leaves.extend(told);
        }
    }
    // 2. The tree of their labels, with those of tables.
    let content = Content::with_leaves(page, leaves);
    let found = tables(page, &tables::Config::default());
    let tree = hierarchy_of_instance(&content, &ranges, &found, &hierarchy::Method::default(), &|text| {
        template.is_frequent(text)
    });
    // 3. Labels are attributes, and what is below them values.
    let mut telling = Telling { template, page, attributes: Vec::new() };
    tree.children.iter().for_each(|child| telling.tell(child, None));
    InstancePage { name: telling.name(), attributes: telling.attributes }
}

struct Telling<'a> {
    template: &'a PaperTemplate,
    page: &'a Page,
    attributes: Vec<Attribute>,
}

impl Telling<'_> {
    fn tell(&mut self, node: &LabelNode, label: Option<&str>) {
        let is_value = node.kind == Kind::Leaf || node.children.is_empty();
        if is_value {
            return self.add(node, label);
        }
        let own = Some(node.label.as_str()).filter(|own| !own.is_empty() && !normalised(own).is_empty());
        node.children.iter().for_each(|child| self.tell(child, own.or(label)));
    }

    /// Adds a value below a label. Without one it is called after its path, the same on all pages.
    fn add(&mut self, node: &LabelNode, label: Option<&str>) {
        if node.label.is_empty() || self.template.is_frequent(&node.label) {
            return;
        }
        let label = label.map(|label| label.trim_end_matches([':', '：', ' ']).to_owned());
        let name = match &label {
            Some(label) => normalised(label),
            None => {
                let path = path_of(&self.page.tree, node.node);
                let number = self.template.paths.iter().position(|known| *known == path).map_or(0, |place| place + 1);
                format!("text {number}")
            }
        };
        let value = Value { text: node.label.clone(), value: node.label.clone(), node: node.node };
        match self.attributes.iter_mut().find(|known| known.name == name) {
            Some(known) => known.values.push(value),
            None => self.attributes.push(Attribute { name, label, values: vec![value] }),
        }
    }

    /// The title of the page, without what other titles have too.
    fn name(&self) -> Option<Value> {
        let tree = &self.page.tree;
        let title = tree.elements().find(|&element| tree.name(element) == "title")?;
        let node = tree.children(title).find(|&node| tree.kind(node) == NodeKind::Text)?;
        let text = fold(tree.text(node));
        let (before, behind) = &self.template.title_affixes;
        let value = without_affixes(&text, before, behind).trim_end_matches([' ', '-', '|', '–']).to_owned();
        (!value.is_empty()).then_some(Value { text, value, node })
    }
}
