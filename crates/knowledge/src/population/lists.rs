//! Where the pages of a template list individuals of a class: elements of one kind in which the properties of the class
//! are found, each once.
//!
//! 1. each text hints at properties, by name or by form (`hints.rs`)
//! 2. each element counts the hints in it
//! 3. elements of one kind are weighed together: what tells several properties of one individual speaks for a kind,
//!    what tells one property twice speaks against it
//! 4. the best kind is a list; what it covers is taken, and the rest is looked at again

use analysis::wrappers::reading::Reading;
use analysis::wrappers::records::{RecordPlace, kinds_of_elements};
use page::{NodeId, NodeKind, Page, Tree, leaves_shown_or_not};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

use super::hints::{Hint, Hinter};

/// Kinds of records that one template lists of one class.
const MOST_LISTS: usize = 3;
/// Records that a list must have on all pages together.
const LEAST_RECORDS: usize = 2;
/// What one property that is told twice in an element costs.
const TWICE: f64 = 1.5;
/// What an element costs that is of the kind, but tells nothing.
const IDLE: f64 = 0.5;
/// What is left of the weight of records that have no element of their own: if they could have one, they do.
const OPEN: f64 = 0.9;
/// Kinds of elements that are weighed.
const MOST_KINDS: usize = 200;
/// Children of an element among which records without an element of their own are looked for.
const MOST_CHILDREN: usize = 3000;
/// The share of the best kind's weight from which another is as good. Prose beside what is told in a few words holds a
/// hint now and then.
const NEARLY: f64 = 0.85;
/// Hints on a page beyond which it is not looked at: the work grows with hints and depth.
const MOST_HINTS: usize = 20_000;

/// The lists of individuals on some pages of a template, the best first.
pub fn lists(pages: &[&Page], hinter: &Hinter<'_>) -> Vec<RecordPlace> {
    let mut looks: Vec<Look<'_>> = pages.iter().map(|page| Look::of(page, hinter)).collect();
    let mut found: Vec<RecordPlace> = Vec::new();
    while found.len() < MOST_LISTS {
        let Some(place) = best(&looks) else { break };
        looks.iter_mut().for_each(|look| look.take(&place));
        if found.contains(&place) {
            break;
        }
        found.push(place);
    }
    found
}

/// What is seen of a page.
struct Look<'p> {
    page: &'p Page,
    kinds: Vec<u64>,
    hints: Vec<Hint>,
}

/// How often each property is named and valued in an element.
#[derive(Clone, Debug, Default)]
struct Told(Vec<(usize, u32, u32)>);

impl Told {
    fn add(&mut self, hint: Hint) {
        let at = match self.0.iter().position(|&(property, ..)| property == hint.property) {
            Some(at) => at,
            None => {
                self.0.push((hint.property, 0, 0));
                self.0.len() - 1
            }
        };
        let (_, names, values) = &mut self.0[at];
        *(if hint.is_name { names } else { values }) += 1;
    }

    fn add_all(&mut self, other: &Told) {
        for &(property, names, values) in &other.0 {
            match self.0.iter_mut().find(|(known, ..)| *known == property) {
                Some((_, own_names, own_values)) => {
                    *own_names += names;
                    *own_values += values;
                }
                None => self.0.push((property, names, values)),
            }
        }
    }

    /// Whether some property is told more than once.
    fn tells_several(&self) -> bool {
        self.0.iter().any(|(_, names, values)| *names.max(values) > 1)
    }

    /// What an element gains as a record. A record has one individual, so one property is no gain, and cutting a record
    /// in two gains less than leaving it whole.
    fn gain(&self) -> f64 {
        let once = self.0.iter().filter(|(_, names, values)| *names.max(values) == 1).count() as f64;
        let twice = self.0.len() as f64 - once;
        once - 1.0 - TWICE * twice
    }
}

impl<'p> Look<'p> {
    fn of(page: &'p Page, hinter: &Hinter<'_>) -> Look<'p> {
        // Lists may stand in parts that are shown later.
        let reading = Reading::of_open_record(page, &leaves_shown_or_not(&page.tree), page.tree.root());
        let mut hints = hinter.hints(&reading);
        hints.truncate(MOST_HINTS);
        Look { page, kinds: kinds_of_elements(&page.tree), hints }
    }

    /// The elements with hints, and the texts themselves, each with what it tells.
    fn told(&self) -> FxHashMap<NodeId, Told> {
        let tree = &self.page.tree;
        let mut told: FxHashMap<NodeId, Told> = FxHashMap::default();
        for &hint in &self.hints {
            told.entry(hint.node).or_default().add(hint);
            let around = tree.ancestors(hint.node).take_while(|&element| !matches!(tree.name(element), "html"));
            around.for_each(|element| told.entry(element).or_default().add(hint));
        }
        told
    }

    /// What is told from an element until the next of some that stand beside it.
    fn told_until(&self, heads: &[NodeId], number: usize, told: &FxHashMap<NodeId, Told>) -> Told {
        let tree = &self.page.tree;
        let (head, next) = (heads[number], heads.get(number + 1));
        let siblings = std::iter::successors(Some(head), |&sibling| tree.next_sibling(sibling));
        let mut all = Told::default();
        for sibling in siblings.take_while(|sibling| Some(sibling) != next).take(MOST_CHILDREN) {
            told.get(&sibling).into_iter().for_each(|told| all.add_all(told));
        }
        all
    }

    /// Forgets the hints that stand in the records of a list.
    fn take(&mut self, place: &RecordPlace) {
        let taken = covered(self.page, std::slice::from_ref(place));
        self.hints.retain(|hint| taken.binary_search(&hint.node).is_err());
    }
}

/// A kind of elements that records may begin with.
struct Kind {
    is_open: bool,
    depth: usize,
    /// The pages and the elements from which its place is read.
    heads: Vec<(usize, Vec<NodeId>)>,
}

/// Elements of one kind: what stands in the same elements; for open records, with the same classes.
type KindKey = (bool, u64, Vec<String>);

/// The best list of all pages.
fn best(looks: &[Look<'_>]) -> Option<RecordPlace> {
    let told: Vec<FxHashMap<NodeId, Told>> = looks.iter().map(Look::told).collect();
    let mut kinds: BTreeMap<KindKey, Kind> = BTreeMap::new();
    for (number, (look, told)) in looks.iter().zip(&told).enumerate() {
        for (node, key) in closed_heads(look, told).into_iter().chain(open_heads(look, told)) {
            let fresh = || Kind { is_open: key.0, depth: look.page.tree.depth(node), heads: Vec::new() };
            let kind = kinds.entry(key.clone()).or_insert_with(fresh);
            match kind.heads.last_mut() {
                Some((page, heads)) if *page == number => heads.push(node),
                _ => kind.heads.push((number, vec![node])),
            }
        }
    }
    let is_worth = |kind: &Kind| {
        let records: usize = kind.heads.iter().map(|(_, heads)| heads.len()).sum();
        records >= LEAST_RECORDS && kind.heads.iter().any(|(_, heads)| heads.len() > 1)
    };
    let mut kinds: Vec<Kind> = kinds.into_values().filter(is_worth).collect();
    // Each kind is looked for on all pages, so a page of ever new kinds must not decide how many there are.
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.heads.iter().map(|(_, heads)| heads.len()).sum::<usize>()));
    let kinds = kinds.into_iter().take(MOST_KINDS);
    let mut worthy: Vec<Candidate> = kinds.filter_map(|kind| weighed(&kind, looks, &told)).collect();
    // Of kinds that gain nearly the same the outermost holds what has no hint, such as a name; of several that begin
    // records beside each other, the first.
    let most = worthy.iter().map(|candidate| candidate.weight).fold(0.0, f64::max);
    worthy.retain(|candidate| candidate.weight >= NEARLY * most);
    worthy.sort_by(|a, b| {
        let rank = |candidate: &Candidate| (candidate.place.is_open, candidate.depth, candidate.first);
        rank(a).cmp(&rank(b)).then(b.weight.total_cmp(&a.weight)).then(a.place.cmp(&b.place))
    });
    worthy.into_iter().next().map(|candidate| candidate.place)
}

/// The elements that may be records.
fn closed_heads(look: &Look<'_>, told: &FxHashMap<NodeId, Told>) -> Vec<(NodeId, KindKey)> {
    let tree = &look.page.tree;
    let is_record = |(node, told): &(&NodeId, &Told)| told.gain() > 0.0 && tree.kind(**node) == NodeKind::Element;
    let heads = told.iter().filter(is_record).map(|(&node, _)| node);
    let mut heads: Vec<NodeId> = heads.filter(|&node| tree.name(node) != "body").collect();
    heads.sort_unstable();
    heads.into_iter().map(|node| (node, (false, look.kinds[node.index()], Vec::new()))).collect()
}

/// The elements with which records may begin that have no element of their own: of children of one element those with
/// the same name and classes.
fn open_heads(look: &Look<'_>, told: &FxHashMap<NodeId, Told>) -> Vec<(NodeId, KindKey)> {
    let tree = &look.page.tree;
    // Only where more is told than of one individual there are several.
    let mut parents: Vec<NodeId> =
        told.iter().filter(|(_, told)| told.tells_several()).map(|(&node, _)| node).collect();
    parents.sort_unstable();
    let mut found = Vec::new();
    for parent in parents {
        let mut kinds: BTreeMap<KindKey, Vec<NodeId>> = BTreeMap::new();
        for child in tree.children(parent).filter(|&child| tree.kind(child) == NodeKind::Element).take(MOST_CHILDREN) {
            let mut classes: Vec<String> = tree.classes(child).map(str::to_owned).collect();
            classes.sort_unstable();
            kinds.entry((true, look.kinds[child.index()], classes)).or_default().push(child);
        }
        for (key, heads) in kinds.into_iter().filter(|(_, heads)| heads.len() > 1) {
            let gains = (0..heads.len()).filter(|&number| look.told_until(&heads, number, told).gain() > 0.0);
            found.extend(gains.map(|number| (heads[number], key.clone())));
        }
    }
    found.sort();
    found
}

/// A kind with its place and the weight of all elements that stand in it.
struct Candidate {
    place: RecordPlace,
    weight: f64,
    depth: usize,
    /// How many siblings stand before the first.
    first: usize,
}

fn weighed(kind: &Kind, looks: &[Look<'_>], told: &[FxHashMap<NodeId, Told>]) -> Option<Candidate> {
    let place = place(kind, looks)?;
    let finder = place.finder().ok()?;
    let mut weight = 0.0;
    let mut first = usize::MAX;
    for (look, told) in looks.iter().zip(told) {
        let tree = &look.page.tree;
        let heads = finder.heads(tree);
        for (number, head) in heads.iter().enumerate() {
            let all = match kind.is_open {
                true => look.told_until(&heads, number, told),
                false => told.get(head).cloned().unwrap_or_default(),
            };
            weight += if all.0.is_empty() { -IDLE } else { all.gain() };
        }
        let before = |&head: &NodeId| {
            std::iter::successors(tree.previous_sibling(head), |&node| tree.previous_sibling(node)).take(100).count()
        };
        first = first.min(heads.first().map_or(usize::MAX, before));
    }
    let weight = if kind.is_open { OPEN * weight } else { weight };
    (weight > 0.0).then_some(Candidate { place, weight, depth: kind.depth, first })
}

/// Where the elements of a kind stand: by their classes alone if nothing else has them, else by the elements around
/// them.
fn place(kind: &Kind, looks: &[Look<'_>]) -> Option<RecordPlace> {
    let tree = |page: usize| -> &Tree { &looks[page].page.tree };
    let together = |places: Vec<RecordPlace>| {
        let mut places = places.into_iter();
        let first = places.next()?;
        places.try_fold(first, |all, next| all.common(&next))
    };
    let by_class = kind.heads.iter().map(|(page, heads)| RecordPlace::anywhere(tree(*page), heads, heads.len()));
    let by_class = by_class.collect::<Option<Vec<RecordPlace>>>().and_then(together);
    // Classes that pages do not share leave only the name of an element.
    let by_class = by_class.filter(|place| place.chain.contains('.'));
    let place = by_class.or_else(|| {
        let places = kind.heads.iter().map(|(page, heads)| RecordPlace::of_heads(tree(*page), heads));
        places.collect::<Option<Vec<RecordPlace>>>().and_then(together)
    });
    place.map(|place| if kind.is_open { place.open() } else { place })
}

/// The leaves of a page that stand in records of some lists, sorted.
pub fn covered(page: &Page, places: &[RecordPlace]) -> Vec<NodeId> {
    let records =
        places.iter().filter_map(|place| place.finder().ok()).flat_map(|finder| finder.records_anywhere(page));
    let leaves = records.flat_map(|record| record.texts.into_iter().map(|text| text.node));
    let mut leaves: Vec<NodeId> = leaves.collect();
    leaves.sort_unstable();
    leaves.dedup();
    leaves
}
