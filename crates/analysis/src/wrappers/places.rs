//! Places: where on a page a text stands, in three descriptions from the strictest to the loosest, each with a written
//! form for people and a number for machines.
//!
//! A path counts every step among siblings of the same name, from the root (`/html[1]/body[1]/p[2]/text()[1]`) or from
//! the nearest element with an id (`#price/b[1]/text()[1]`). A chain names elements with their classes and counts
//! nothing (`html body div.info p`).

use std::error::Error;
use std::fmt;
use std::hash::{Hash, Hasher};

use job::Failure;
use page::{NodeId, NodeKind, Tree};
use rustc_hash::FxHasher;

/// The places of a node, as numbers that are equal where the places are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Places {
    /// The path from the root.
    pub path: u64,
    /// The path from the nearest element with an id.
    pub anchored: u64,
    /// The chain of elements around it.
    pub chain: u64,
    /// The chain without classes.
    pub names: u64,
    /// The end of the chain, from the nearest element with a class; 0 if there is none.
    pub ending: u64,
}

/// One step from an element to a child.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    name: &'a str,
    index: u32,
    id: Option<&'a str>,
    /// The sum over the classes, so that their order does not matter.
    classes: u64,
}

impl<'a> Step<'a> {
    /// To a node that is the `index`-th of its name among its siblings.
    pub fn of(tree: &'a Tree, node: NodeId, index: u32) -> Step<'a> {
        Step {
            name: Step::name(tree, node),
            index,
            id: tree.attr(node, "id").map(str::trim).filter(|id| !id.is_empty()),
            classes: class_sum(lasting_classes(tree, node)),
        }
    }

    /// The same without regard to classes.
    pub fn without_classes(self) -> Step<'a> {
        Step { classes: 0, ..self }
    }

    /// What a node is called in a path.
    pub fn name(tree: &Tree, node: NodeId) -> &str {
        match tree.kind(node) {
            NodeKind::Element => tree.name(node),
            NodeKind::Text => "text()",
            _ => "",
        }
    }
}

impl Places {
    /// Of the document.
    pub const ROOT: Places = Places { path: 0, anchored: 0, chain: 0, names: 0, ending: 0 };

    /// Of a child.
    pub fn below(&self, step: &Step<'_>) -> Places {
        let counted = |outer: u64| hash(&(outer, step.name, step.index));
        Places {
            path: counted(self.path),
            anchored: step.id.map_or_else(|| counted(self.anchored), anchor),
            // The text itself is no part of a chain.
            chain: if step.name == "text()" { self.chain } else { chained(self.chain, step.name, step.classes) },
            names: if step.name == "text()" { self.names } else { chained(self.names, step.name, 0) },
            ending: if step.name == "text()" { self.ending } else { ended(self.ending, step.name, step.classes) },
        }
    }
}

/// Where a path is counted from that begins at an id.
fn anchor(id: &str) -> u64 {
    hash(&('#', id))
}

/// What a chain begins with of which only the end is written.
pub const ANYWHERE: &str = "*";

/// The end of a chain that begins anew with each element that has a class.
fn ended(outer: u64, name: &str, classes: u64) -> u64 {
    match (outer, classes) {
        (0, 0) => 0,
        (outer, 0) => chained(outer, name, 0),
        (_, classes) => chained(hash(&ANYWHERE), name, classes),
    }
}

fn chained(outer: u64, name: &str, classes: u64) -> u64 {
    hash(&(outer, name, classes))
}

fn class_sum<'a>(classes: impl Iterator<Item = &'a str>) -> u64 {
    classes.fold(0, |sum, class| sum.wrapping_add(hash(&class)))
}

/// The classes that pages of a template share. One with a digit is often made for one page, and those of the whole page
/// often name it, so neither counts.
pub(super) fn lasting_classes(tree: &Tree, node: NodeId) -> impl Iterator<Item = &str> {
    let is_whole_page = is_whole_page(tree.name(node));
    tree.classes(node).filter(move |class| !is_whole_page && is_lasting(class))
}

fn is_whole_page(name: &str) -> bool {
    matches!(name, "html" | "body")
}

fn is_lasting(class: &str) -> bool {
    !class.bytes().any(|byte| byte.is_ascii_digit())
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// What is wrong with a written place.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadPlace {
    /// The step that cannot be read.
    pub step: String,
    /// What a step looks like.
    pub expected: &'static str,
}

impl fmt::Display for BadPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no step: it should be {}", self.step, self.expected)
    }
}

impl Error for BadPlace {}

impl Failure for BadPlace {
    fn code(&self) -> &'static str {
        "place-malformed"
    }
}

/// A path in its written form: from the root, or from the nearest id.
pub fn written_path(tree: &Tree, node: NodeId, from_id: bool) -> String {
    let mut steps: Vec<String> = Vec::new();
    let mut next = Some(node);
    while let Some(here) = next.filter(|&here| here != tree.root()) {
        let id = tree.attr(here, "id").map(str::trim).filter(|id| from_id && !id.is_empty());
        if let Some(id) = id {
            steps.push(format!("#{}", escaped(id)));
            steps.reverse();
            return steps.join("/");
        }
        let name = Step::name(tree, here);
        let before = std::iter::successors(tree.previous_sibling(here), |&other| tree.previous_sibling(other));
        let index = 1 + before.filter(|&other| Step::name(tree, other) == name).count();
        let name = if name == "text()" { name.to_owned() } else { escaped(name) };
        steps.push(format!("{name}[{index}]"));
        next = tree.parent(here);
    }
    steps.reverse();
    format!("/{}", steps.join("/"))
}

/// A path within a record in its written form: the element that is the record, and counted steps below it
/// (`tr/td[2]/text()[1]`).
pub fn written_record_path(tree: &Tree, node: NodeId, head: NodeId) -> Option<String> {
    let path = written_path(tree, node, false);
    let own = written_path(tree, head, false);
    let below = path.strip_prefix(&own).filter(|below| below.starts_with('/'))?;
    Some(format!("{}{below}", escaped(tree.name(head))))
}

/// Signs that mean something in a written place are written as in addresses.
pub(super) fn escaped(name: &str) -> String {
    const SIGNS: [char; 9] = ['%', '/', '.', '#', '[', ']', '>', ' ', '"'];
    if !name.contains(SIGNS) {
        return name.to_owned();
    }
    name.chars().fold(String::new(), |mut written, c| {
        match SIGNS.contains(&c) {
            true => written.push_str(&format!("%{:02X}", u32::from(c))),
            false => written.push(c),
        }
        written
    })
}

/// What was written by [`escaped`].
fn unescaped(written: &str) -> String {
    let mut parts = written.split('%');
    let mut name = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(code) if code.is_ascii() => {
                name.push(char::from(code));
                name.push_str(&part[2..]);
            }
            _ => {
                name.push('%');
                name.push_str(part);
            }
        }
    }
    name
}

/// The number of a written path, as in [`Places::path`] or, if it begins with an id, as in [`Places::anchored`].
pub fn read_path(path: &str) -> Result<u64, BadPlace> {
    const EXPECTED: &str = "a name with its place among its likes, as in `div[2]`";
    let (mut number, steps) = match path.strip_prefix('#') {
        Some(rest) => {
            let (id, steps) = rest.split_once('/').unwrap_or((rest, ""));
            (anchor(&unescaped(id)), steps)
        }
        None => (0, path.strip_prefix('/').unwrap_or(path)),
    };
    for (place, step) in steps.split('/').filter(|step| !step.is_empty()).enumerate() {
        // A path within a record begins with the record, which is not counted.
        if place == 0 && !path.starts_with(['/', '#']) && !step.contains(['[', ']']) {
            number = hash(&(number, unescaped(step).as_str(), 0u32));
            continue;
        }
        let parts = step.strip_suffix(']').and_then(|step| step.rsplit_once('['));
        let counted = parts.and_then(|(name, index)| Some((name, index.parse::<u32>().ok()?)));
        let Some((name, index)) = counted.filter(|(name, _)| !name.is_empty()) else {
            return Err(BadPlace { step: step.to_owned(), expected: EXPECTED });
        };
        number = hash(&(number, unescaped(name).as_str(), index));
    }
    Ok(number)
}

/// A chain in its written form, from the outermost element below `around` to the node's parent, or to the node itself
/// if it is an element. The classes of `bare` are left out.
pub fn written_chain(tree: &Tree, node: NodeId, around: Option<NodeId>, bare: Option<NodeId>) -> String {
    let own = (tree.kind(node) == NodeKind::Element).then_some(node);
    let above = tree.ancestors(node).take_while(|&element| Some(element) != around);
    let elements = own.into_iter().chain(above).filter(|&element| tree.kind(element) == NodeKind::Element);
    let written = |element| if bare == Some(element) { escaped(tree.name(element)) } else { link(tree, element) };
    let mut links: Vec<String> = elements.map(written).collect();
    links.reverse();
    links.join(" ")
}

/// The end of a chain in its written form, from the nearest element with a class to the node's parent.
pub fn written_ending(tree: &Tree, node: NodeId) -> String {
    let mut links: Vec<String> = Vec::new();
    for element in tree.ancestors(node).filter(|&element| tree.kind(element) == NodeKind::Element) {
        links.push(link(tree, element));
        if lasting_classes(tree, element).next().is_some() {
            break;
        }
    }
    links.push(ANYWHERE.to_owned());
    links.reverse();
    links.join(" ")
}

/// The number of the end of a chain, as in [`Places::ending`].
pub fn read_ending(chain: &str) -> Result<u64, BadPlace> {
    let links = read_links(chain.strip_prefix(ANYWHERE).unwrap_or(chain))?;
    let number = links.iter().fold(0, |number, (name, classes)| ended(number, name, *classes));
    match number {
        0 => Err(BadPlace {
            step: chain.to_owned(),
            expected: "an element with a class behind the *, as in `* p.price`",
        }),
        number => Ok(number),
    }
}

fn link(tree: &Tree, element: NodeId) -> String {
    escaped(tree.name(element)) + &written_classes(lasting_classes(tree, element).collect())
}

/// Classes as they stand behind a name.
pub(super) fn written_classes(mut classes: Vec<&str>) -> String {
    classes.sort_unstable();
    classes.into_iter().map(|class| format!(".{}", escaped(class))).collect()
}

/// The names of an element and of those around it, in their written form.
pub(super) fn written_names(tree: &Tree, element: NodeId) -> String {
    let above = tree.ancestors(element).filter(|&outer| tree.kind(outer) == NodeKind::Element);
    let mut names: Vec<String> = std::iter::once(element).chain(above).map(|outer| escaped(tree.name(outer))).collect();
    names.reverse();
    names.join(" ")
}

/// The number of the names in a written chain, as in [`Places::names`], and the classes of its last element.
pub(super) fn read_names(chain: &str) -> Result<(u64, Vec<String>), BadPlace> {
    read_chain(chain)?;
    let mut links = chain.split(' ').filter(|link| !link.is_empty());
    let names = links.clone().map(|link| unescaped(link.split('.').next().unwrap_or_default()));
    let number = names.fold(0, |number, name| chained(number, &name, 0));
    let classes = links.next_back().into_iter().flat_map(|last| last.split('.').skip(1)).map(unescaped).collect();
    Ok((number, classes))
}

/// The number of a written chain, as in [`Places::chain`].
pub fn read_chain(chain: &str) -> Result<u64, BadPlace> {
    Ok(read_links(chain)?.iter().fold(0, |number, (name, classes)| chained(number, name, *classes)))
}

/// The elements of a written chain, each with the sum of its classes.
fn read_links(chain: &str) -> Result<Vec<(String, u64)>, BadPlace> {
    const EXPECTED: &str = "an element with its classes, as in `div.info`";
    let mut read: Vec<(String, u64)> = Vec::new();
    for link in chain.split(' ').filter(|link| !link.is_empty()) {
        let mut parts = link.split('.');
        let name = parts.next().unwrap_or_default();
        if name.is_empty() || name.contains(['/', '[', '#', '>', '*']) {
            return Err(BadPlace { step: link.to_owned(), expected: EXPECTED });
        }
        let name = unescaped(name);
        // What is left out where pages are read is left out here, whatever a person writes.
        let classes: Vec<String> = parts.map(unescaped).filter(|class| is_lasting(class)).collect();
        let sum = class_sum(classes.iter().map(String::as_str).filter(|_| !is_whole_page(&name)));
        read.push((name, sum));
    }
    if read.is_empty() {
        return Err(BadPlace { step: chain.to_owned(), expected: EXPECTED });
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::super::reading::Reading;
    use super::*;
    use page::{Capture, Page};

    #[test]
    fn what_is_written_is_read_back() {
        let html = "<body class='b'><div id='a/b%'><p>1<p class='c.d'>2<b>3</b><x[1]>6</x[1]></div><ul class='z y x2'><li>4<li>5</ul>";
        let page = Page::new(Capture::new("p", html));
        let reading = Reading::of(&page);
        assert_eq!(reading.texts.len(), 6);
        for text in &reading.texts {
            let tree = &page.tree;
            assert_eq!(read_path(&written_path(tree, text.node, false)), Ok(text.places.path));
            assert_eq!(read_path(&written_path(tree, text.node, true)), Ok(text.places.anchored));
            assert_eq!(read_chain(&written_chain(tree, text.node, None, None)), Ok(text.places.chain));
            match text.places.ending {
                0 => assert!(read_ending(&written_ending(tree, text.node)).is_err()),
                ending => assert_eq!(read_ending(&written_ending(tree, text.node)), Ok(ending)),
            }
        }
        let third = reading.texts[2].node;
        assert_eq!(written_path(&page.tree, third, true), "#a%2Fb%25/p[2]/b[1]/text()[1]");
        assert_eq!(written_chain(&page.tree, third, None, None), "html body div p.c%2Ed b");
    }

    #[test]
    fn what_is_no_place_is_named() {
        assert_eq!(read_path("/html[1]/body/p[1]").unwrap_err().step, "body");
        assert_eq!(read_path("/html[x]").unwrap_err().step, "html[x]");
        assert_eq!(read_chain("html div>p").unwrap_err().step, "div>p");
    }
}
