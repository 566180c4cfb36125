//! What leaves and elements have in common: the same path of tags, the same look, the same class, the same place. What
//! shares a look may be the same part of different records.

use std::hash::Hash;

use page::tree::{LocalName, local_name};
use page::{NodeId, NodeKind, is_inline_element};
use rustc_hash::FxHashMap;

use crate::content::Content;

/// Numbers things in the order they are first met.
#[derive(Debug)]
struct Numbers<K>(FxHashMap<K, u32>);

impl<K: Hash + Eq> Numbers<K> {
    fn new() -> Self {
        Numbers(FxHashMap::default())
    }

    fn of(&mut self, key: K) -> u32 {
        let next = self.0.len() as u32 + 1;
        *self.0.entry(key).or_insert(next)
    }
}

/// The looks of a page's leaves, each a number that is shared by all that look alike in that respect.
#[derive(Debug)]
pub(super) struct Looks {
    /// By the tags from the root.
    pub(super) path: Vec<u32>,
    /// By the boxes it stands in, whatever formatting is written between them, and how its letters are shown.
    pub(super) seen: Vec<u32>,
    /// By the nearest class of an ancestor, and the tags below that.
    pub(super) class: Vec<u32>,
    /// By how its letters are shown and where its left edge is.
    pub(super) place: Vec<u32>,
    /// By how its letters are shown and the box they stand in.
    pub(super) letters: Vec<u32>,
    /// How many different looks there are in [`Looks::letters`], and one more.
    pub(super) letters_count: usize,
    /// Whether it is part of a link.
    pub(super) is_link: Vec<bool>,
    /// How many different looks there are in [`Looks::seen`], and one more.
    pub(super) seen_count: usize,
    /// For each node that is an element with leaves its path, by tags.
    pub(super) element_path: Vec<u32>,
    /// For each node that is an element with leaves its nearest class, and the tags below that.
    pub(super) element_class: Vec<u32>,
}

impl Looks {
    pub(super) fn of(content: &Content<'_>) -> Looks {
        let tree = content.tree();
        let nodes = tree.len();
        let (mut path, mut boxes, mut class) = (vec![0; nodes], vec![0; nodes], vec![0; nodes]);
        let mut box_name: Vec<Option<&LocalName>> = vec![None; nodes];
        let mut link = vec![false; nodes];
        let (mut paths, mut box_paths, mut classes) = (Numbers::new(), Numbers::new(), Numbers::new());
        let holds_leaves = holding_leaves(content);
        for element in tree.elements().filter(|element| holds_leaves[element.index()]) {
            let index = element.index();
            let parent = tree.parent(element).map_or(0, NodeId::index);
            let name = tree.local_name(element);
            let is_inline = is_inline_element(name);
            path[index] = paths.of((path[parent], name));
            boxes[index] = if is_inline { boxes[parent] } else { box_paths.of((boxes[parent], name)) };
            box_name[index] = if is_inline { box_name[parent] } else { Some(name) };
            class[index] = match tree.attr(element, "class") {
                Some(words) if !words.trim().is_empty() => classes.of((0, name, words)),
                _ => classes.of((class[parent], name, "")),
            };
            link[index] = link[parent] || *name == local_name!("a") && tree.attr(element, "href").is_some();
        }
        let mut shown = Numbers::new();
        let (mut leaf_paths, mut looks, mut leaf_classes, mut places, mut alike) =
            (Numbers::new(), Numbers::new(), Numbers::new(), Numbers::new(), Numbers::new());
        let count = content.leaves().len();
        let mut found = Looks {
            path: Vec::with_capacity(count),
            seen: Vec::with_capacity(count),
            class: Vec::with_capacity(count),
            place: Vec::with_capacity(count),
            letters: Vec::with_capacity(count),
            letters_count: 0,
            is_link: Vec::with_capacity(count),
            seen_count: 0,
            element_path: path,
            element_class: class,
        };
        for (leaf, &node) in content.leaves().iter().enumerate() {
            let is_text = tree.kind(node) == NodeKind::Text;
            let element = content.element(leaf);
            let index = element.index();
            let kind = if is_text { "" } else { tree.name(node) };
            let style = content.style(leaf);
            let letters = shown.of((
                style.font_size.round() as u32,
                style.is_bold(),
                style.italic,
                style.color.0,
                link[index],
                kind,
            ));
            let left = content.rect(node).map_or(0, |rect| (rect.x / 2.0).round() as i32);
            found.path.push(leaf_paths.of((found.element_path[index], is_text)));
            found.seen.push(looks.of((boxes[index], letters)));
            found.class.push(leaf_classes.of((found.element_class[index], is_text)));
            found.place.push(places.of((letters, left)));
            found.letters.push(alike.of((letters, box_name[index])));
            found.is_link.push(link[index]);
        }
        found.letters_count = alike.0.len() + 1;
        found.seen_count = looks.0.len() + 1;
        found
    }
}

/// For each node whether there are leaves at or below it.
fn holding_leaves(content: &Content<'_>) -> Vec<bool> {
    let tree = content.tree();
    let mut holds = vec![false; tree.len()];
    for &leaf in content.leaves() {
        let above = std::iter::once(leaf).chain(tree.ancestors(leaf));
        for node in above {
            if std::mem::replace(&mut holds[node.index()], true) {
                break;
            }
        }
    }
    holds
}
