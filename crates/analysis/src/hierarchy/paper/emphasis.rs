//! Which leaves are emphasised: bold or a heading by their tags, bold by their style, all in capitals, or followed by a
//! list (OntoMiner, section 4.3.3).

use std::collections::HashMap;

use page::{NodeId, NodeKind, Tree};

use super::Departures;
use crate::content::Content;
use crate::emphasis::standing_out;

/// For each leaf whether it is emphasised.
pub(super) fn emphasised(content: &Content<'_>, departures: &Departures) -> Vec<bool> {
    let tree = content.tree();
    let capitals: Vec<bool> = content.leaves().iter().map(|&node| is_all_capitals(tree.text(node))).collect();
    let is_unusual = unusual_capitals(content, &capitals);
    let stands_out = match departures.size_emphasises {
        true => standing_out(content),
        false => (0..content.leaves().len()).map(|leaf| is_bold(content, leaf)).collect(),
    };
    let is_emphasised = |leaf: usize| {
        let node = content.leaves()[leaf];
        let is_word = tree.kind(node) == NodeKind::Text && tree.text(node).contains(char::is_alphabetic);
        let next = content.leaves().get(leaf + 1);
        is_word
            && (stands_out[leaf]
                || capitals[leaf] && (is_unusual[leaf] || !departures.usual_capitals_are_plain)
                || next.is_some_and(|&next| enters_list(tree, node, next)))
    };
    (0..content.leaves().len()).map(is_emphasised).collect()
}

/// For each leaf whether capitals are unusual on its path. One that is alone there has nothing to be compared with.
fn unusual_capitals(content: &Content<'_>, capitals: &[bool]) -> Vec<bool> {
    let paths = content.paths();
    let mut on_path: HashMap<u32, (usize, usize)> = HashMap::new();
    for (&path, &capitals) in paths.iter().zip(capitals) {
        let (in_capitals, all) = on_path.entry(path).or_default();
        *in_capitals += usize::from(capitals);
        *all += 1;
    }
    let is_unusual = |path| on_path.get(path).is_some_and(|&(capitals, all)| all == 1 || 2 * capitals <= all);
    paths.iter().map(is_unusual).collect()
}

fn is_bold(content: &Content<'_>, leaf: usize) -> bool {
    let tree = content.tree();
    let is_tag = |element| matches!(tree.name(element), "b" | "strong" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
    content.style(leaf).is_bold() || tree.ancestors(content.leaves()[leaf]).any(is_tag)
}

/// Two capitals at least, and no small letter. Scripts without capitals have neither.
fn is_all_capitals(text: &str) -> bool {
    text.chars().filter(|letter| letter.is_uppercase()).take(2).count() == 2 && !text.chars().any(char::is_lowercase)
}

/// Whether a list begins on the way from a leaf to the next one, and none ends.
fn enters_list(tree: &Tree, leaf: NodeId, next: NodeId) -> bool {
    let common = tree.lca(leaf, next);
    let crosses_list = |node: NodeId| {
        tree.ancestors(node).take_while(|&step| step != common).any(|step| matches!(tree.name(step), "ul" | "ol"))
    };
    crosses_list(next) && !crosses_list(leaf)
}
