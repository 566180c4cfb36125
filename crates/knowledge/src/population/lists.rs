//! Where the pages of a template list individuals of a class: elements of one kind in which the properties of the class
//! are found, each once.
//!
//! 1. each text hints at properties, by name or by form (`hints.rs`)
//! 2. each element counts the hints in it
//! 3. elements of one kind are weighed together: what tells several properties of one individual speaks for a kind, what
//!    tells one property twice speaks against it
//! 4. the best kind is a list; what it covers is taken, and the rest is looked at again

use analysis::wrappers::reading::Reading;
use analysis::wrappers::records::{RecordPlace, kinds_of_elements};
use page::{NodeId, Page, Tree, leaves_below};
use rustc_hash::{FxHashMap, FxHashSet};

use super::hints::{Hint, Hinter};

/// Kinds of records that one template lists of one class.
const MOST_LISTS: usize = 3;
/// Records that a list must have on all pages together.
const LEAST_RECORDS: usize = 3;
/// What one property that is told twice in an element costs.
const TWICE: f64 = 1.5;
/// What an element costs that is of the kind, but tells nothing.
const IDLE: f64 = 0.5;
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
        let body = page.tree.body();
        let leaves = leaves_below(&page.tree, body);
        let reading = Reading::of_open_record(page, &leaves, body);
        let mut hints = hinter.hints(&reading);
        hints.truncate(MOST_HINTS);
        Look { page, kinds: kinds_of_elements(&page.tree), hints }
    }

    /// The elements with hints, each with what it tells.
    fn told(&self) -> FxHashMap<NodeId, Told> {
        let tree = &self.page.tree;
        let mut told: FxHashMap<NodeId, Told> = FxHashMap::default();
        for &hint in &self.hints {
            let around =
                tree.ancestors(hint.node).take_while(|&element| !matches!(tree.name(element), "body" | "html"));
            around.for_each(|element| told.entry(element).or_default().add(hint));
        }
        told
    }

    /// Forgets the hints that stand in the records of a list.
    fn take(&mut self, place: &RecordPlace) {
        let Ok(finder) = place.finder() else { return };
        let heads: Vec<NodeId> = finder.heads(&self.page.tree);
        let tree = &self.page.tree;
        self.hints.retain(|hint| !tree.ancestors(hint.node).any(|element| heads.binary_search(&element).is_ok()));
    }
}

/// A kind of elements that may be records.
struct Kind {
    weight: f64,
    depth: usize,
    records: usize,
    /// The page and the elements from which its place is read.
    heads: Vec<(usize, Vec<NodeId>)>,
}

/// The best list of all pages.
fn best(looks: &[Look<'_>]) -> Option<RecordPlace> {
    let told: Vec<FxHashMap<NodeId, Told>> = looks.iter().map(Look::told).collect();
    let mut kinds: FxHashMap<u64, Kind> = FxHashMap::default();
    for (number, (look, told)) in looks.iter().zip(&told).enumerate() {
        let mut elements: Vec<(&NodeId, &Told)> = told.iter().filter(|(_, told)| told.gain() > 0.0).collect();
        elements.sort_by_key(|(node, _)| **node);
        for (&node, _) in elements {
            let fresh = || Kind { weight: 0.0, depth: look.page.tree.depth(node), records: 0, heads: Vec::new() };
            let kind = kinds.entry(look.kinds[node.index()]).or_insert_with(fresh);
            kind.records += 1;
            match kind.heads.last_mut() {
                Some((page, heads)) if *page == number => heads.push(node),
                _ => kind.heads.push((number, vec![node])),
            }
        }
    }
    let mut worthy: Vec<(Kind, RecordPlace)> = kinds
        .into_iter()
        .map(|(_, kind)| kind)
        .filter(|kind| kind.records >= LEAST_RECORDS && kind.heads.iter().any(|(_, heads)| heads.len() > 1))
        .filter_map(|kind| weighed(kind, looks, &told))
        .collect();
    // Of kinds that gain nearly the same the outermost holds what has no hint, such as a name.
    let most = worthy.iter().map(|(kind, _)| kind.weight).fold(0.0, f64::max);
    worthy.retain(|(kind, _)| kind.weight >= NEARLY * most);
    worthy
        .sort_by(|(a, one), (b, other)| a.depth.cmp(&b.depth).then(b.weight.total_cmp(&a.weight)).then(one.cmp(other)));
    worthy.into_iter().next().map(|(_, place)| place)
}

/// A kind with its place and the weight of all elements that stand in it.
fn weighed(mut kind: Kind, looks: &[Look<'_>], told: &[FxHashMap<NodeId, Told>]) -> Option<(Kind, RecordPlace)> {
    let place = place(&kind, looks)?;
    let finder = place.finder().ok()?;
    let mut weight = 0.0;
    for (look, told) in looks.iter().zip(told) {
        for head in finder.heads(&look.page.tree) {
            weight += told.get(&head).map_or(-IDLE, Told::gain);
        }
    }
    kind.weight = weight;
    (weight > 0.0).then_some((kind, place))
}

/// Where the elements of a kind stand: by their classes alone if nothing else has them, else by the elements around them.
fn place(kind: &Kind, looks: &[Look<'_>]) -> Option<RecordPlace> {
    let tree = |page: usize| -> &Tree { &looks[page].page.tree };
    let by_class = kind.heads.iter().map(|(page, heads)| RecordPlace::anywhere(tree(*page), heads, heads.len()));
    let together = |places: Vec<RecordPlace>| {
        let mut places = places.into_iter();
        let first = places.next()?;
        places.try_fold(first, |all, next| all.common(&next))
    };
    let by_class = by_class.collect::<Option<Vec<RecordPlace>>>().and_then(together);
    // Classes that pages do not share leave only the name of an element.
    let by_class = by_class.filter(|place| place.chain.contains('.'));
    by_class.or_else(|| {
        let places = kind.heads.iter().map(|(page, heads)| RecordPlace::of_heads(tree(*page), heads));
        places.collect::<Option<Vec<RecordPlace>>>().and_then(together)
    })
}

/// The elements of a page that stand in records of some lists, in document order and not in each other.
pub fn covered(page: &Page, places: &[RecordPlace]) -> Vec<NodeId> {
    let heads = places.iter().filter_map(|place| place.finder().ok()).flat_map(|finder| finder.heads(&page.tree));
    let heads: FxHashSet<NodeId> = heads.collect();
    let mut heads: Vec<NodeId> = heads.into_iter().collect();
    heads.sort_unstable();
    let mut kept: Vec<NodeId> = Vec::new();
    for head in heads {
        if kept.last().is_none_or(|&last| head >= page.tree.end(last)) {
            kept.push(head);
        }
    }
    kept
}
