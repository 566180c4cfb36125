//! Which pages list what, and so what is an instance of which concept.
//!
//! The page behind a concept lists its instances, page after page. The places in which most of what such pages lead to
//! stands are those of the lists; whatever else they lead to, such as a tip of the day, lists nothing.

use std::collections::BTreeMap;

use knowledge::taxonomy::Taxonomy;
use rustc_hash::FxHashSet;
use url::Url;

use super::graph::is_index;
use super::look::SiteLook;

/// Of what a place leads to, so much may be in the main list as well before it is no list of its own.
const OVERLAP: f64 = 0.2;
/// A list of its own has this share of the links of the main list.
const LEAST_SHARE: f64 = 0.25;

/// What the pages of a site are.
#[derive(Debug, Default)]
pub(crate) struct Members {
    /// By page, the concept whose instances it lists.
    pub(crate) lists: Vec<Option<usize>>,
    /// By page, the concepts that it is an instance of, and of none below them; sorted.
    pub(crate) concepts: Vec<Vec<usize>>,
    /// The places of links in lists.
    pub(crate) places: FxHashSet<u64>,
}

impl Members {
    /// Of a site. One without a home page is a heap of pages that are read alike.
    pub(crate) fn of(site: usize, look: &SiteLook, taxonomy: &Taxonomy) -> Members {
        let lists = match look.home {
            Some(_) => list_pages(site, look, taxonomy),
            None => vec![None; look.pages.len()],
        };
        let places = list_places(look, &lists);
        let mut concepts: Vec<Vec<usize>> = vec![Vec::new(); look.pages.len()];
        for (page, concept) in lists.iter().enumerate() {
            let Some(concept) = *concept else { continue };
            for (to, place) in look.graph.own_links(page) {
                if lists[to].is_none() && Some(to) != look.home && places.contains(&place) {
                    concepts[to].push(concept);
                }
            }
        }
        concepts.iter_mut().for_each(|concepts| keep_most_specific(concepts, taxonomy));
        Members { lists, concepts, places }
    }

    /// Whether the site lists anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.concepts.iter().all(Vec::is_empty)
    }
}

/// The pages behind concepts, with those that they go on with.
fn list_pages(site: usize, look: &SiteLook, taxonomy: &Taxonomy) -> Vec<Option<usize>> {
    let mut lists: Vec<Option<usize>> = vec![None; look.pages.len()];
    let mut queue: Vec<usize> = Vec::new();
    for (number, concept) in taxonomy.concepts.iter().enumerate() {
        for (_, target) in concept.targets.iter().filter(|(of, _)| *of == site) {
            if let Some(page) = look.graph.page(target).filter(|&page| Some(page) != look.home) {
                lists[page] = Some(number);
                queue.push(page);
            }
        }
    }
    // Pages of a template most of whose pages are lists are lists, too: of parts that few sites have.
    let mut counts = vec![(0, 0); look.groups.len()];
    for (page, list) in lists.iter().enumerate() {
        let (of, all) = &mut counts[look.group_of[page]];
        *of += usize::from(list.is_some());
        *all += 1;
    }
    let is_list_group = |group: usize| 2 * counts[group].0 > counts[group].1;
    let parts = places_of_parts(look, &lists);
    while let Some(page) = queue.pop() {
        for (to, place) in look.graph.own_links(page) {
            let group = look.group_of[to];
            let goes_on = || {
                goes_on_with(&look.pages[page].address, &look.pages[to].address)
                    || is_list_group(group)
                    || parts.contains(&place)
            };
            if lists[to].is_none() && Some(to) != look.home && group == look.group_of[page] && goes_on() {
                lists[to] = lists[page];
                queue.push(to);
            }
        }
    }
    // What only the menu leads to has the concept that its address stands below.
    let stems: Vec<String> = look.pages.iter().map(|page| stem(&page.address)).collect();
    for page in 0..lists.len() {
        if lists[page].is_none() && Some(page) != look.home && is_list_group(look.group_of[page]) {
            lists[page] = by_address(page, &stems, &lists, taxonomy);
        }
    }
    lists
}

/// The places in which lists lead to lists: to those of the parts of their concepts.
fn places_of_parts(look: &SiteLook, lists: &[Option<usize>]) -> FxHashSet<u64> {
    let mut counts: BTreeMap<u64, (usize, usize)> = BTreeMap::new();
    for page in (0..lists.len()).filter(|&page| lists[page].is_some()) {
        for (to, place) in look.graph.own_links(page) {
            let (known, all) = counts.entry(place).or_default();
            *known += usize::from(lists[to].is_some());
            *all += 1;
        }
    }
    let is_of_parts = |(known, all): (usize, usize)| known >= 2 && 2 * known > all;
    counts.into_iter().filter(|&(_, counts)| is_of_parts(counts)).map(|(place, _)| place).collect()
}

/// The concept of a page by its address: that of the nearest list above it, or the one above all lists below it.
fn by_address(page: usize, stems: &[String], lists: &[Option<usize>], taxonomy: &Taxonomy) -> Option<usize> {
    let known = || lists.iter().enumerate().filter_map(|(other, concept)| Some((other, (*concept)?)));
    let above = known().filter(|&(other, _)| is_below(&stems[page], &stems[other]));
    if let Some((_, concept)) = above.max_by_key(|&(other, _)| stems[other].len()) {
        return Some(concept);
    }
    let below = known().filter(|&(other, _)| is_below(&stems[other], &stems[page]));
    let parents: Vec<Option<usize>> = below.map(|(_, concept)| taxonomy.concepts[concept].parent).collect();
    let first = *parents.first()?;
    first.filter(|_| parents.iter().all(|parent| *parent == first))
}

/// An address without its ending: the same for a page and the folder of what stands below it.
fn stem(url: &Url) -> String {
    let path = url.path().trim_end_matches('/');
    let (folder, last) = path.rsplit_once('/').unwrap_or(("", path));
    let last = last.split('.').next().unwrap_or_default();
    if last.is_empty() || is_index(&format!("{last}.")) { folder.to_owned() } else { format!("{folder}/{last}") }
}

/// Whether the stem of one address goes on from that of another.
fn is_below(stem: &str, above: &str) -> bool {
    let rest = stem.strip_prefix(above).filter(|_| !above.is_empty());
    rest.is_some_and(|rest| rest.starts_with(|c: char| !c.is_alphanumeric()))
}

/// Whether an address is that of a further page of a list: the same with a number that differs or is added.
pub(crate) fn goes_on_with(first: &Url, next: &Url) -> bool {
    /// What stands around the number: `/page/2`, `?page=2&per=20`.
    const MOST_ADDED: usize = 24;
    let whole = |url: &Url| match url.query() {
        Some(query) => format!("{}?{query}", url.path()),
        None => url.path().to_owned(),
    };
    let (first, next) = (whole(first), whole(next));
    let common = first.bytes().zip(next.bytes()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&first.as_bytes()[common..], &next.as_bytes()[common..]);
    let ending = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - ending], &new[..new.len() - ending]);
    let letters = |part: &[u8]| part.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    new.iter().any(u8::is_ascii_digit) && new.len() <= MOST_ADDED && old.len() <= MOST_ADDED && letters(old) == 0
}

/// The places in which most of what lists lead to stands, be it there or not.
fn list_places(look: &SiteLook, lists: &[Option<usize>]) -> FxHashSet<u64> {
    let mut pairs: BTreeMap<u64, Vec<(usize, u64)>> = BTreeMap::new();
    for page in (0..lists.len()).filter(|&page| lists[page].is_some()) {
        for (to, place) in look.graph.own_links(page) {
            if lists[to].is_none() && Some(to) != look.home {
                pairs.entry(place).or_default().push((page, to as u64));
            }
        }
        for (to, place) in look.graph.own_links_to_absent(page) {
            pairs.entry(place).or_default().push((page, to));
        }
    }
    let Some((&main, most)) = pairs.iter().max_by_key(|(place, pairs)| (pairs.len(), std::cmp::Reverse(**place)))
    else {
        return FxHashSet::default();
    };
    let listed: FxHashSet<u64> = most.iter().map(|&(_, to)| to).collect();
    let in_main: FxHashSet<(usize, u64)> = most.iter().copied().collect();
    let is_list = |place: u64, pairs: &[(usize, u64)]| {
        let known = pairs.iter().filter(|(_, to)| listed.contains(to)).count() as f64;
        let same = pairs.iter().filter(|pair| in_main.contains(pair)).count();
        let enough = pairs.len() as f64 >= LEAST_SHARE * most.len() as f64;
        // Images and buttons that lead to what the list leads to are the same list again.
        place == main || same == pairs.len() || enough && known <= OVERLAP * pairs.len() as f64
    };
    pairs.iter().filter(|(place, pairs)| is_list(**place, pairs)).map(|(place, _)| *place).collect()
}

/// Leaves out concepts that stand above others.
pub(crate) fn keep_most_specific(concepts: &mut Vec<usize>, taxonomy: &Taxonomy) {
    concepts.sort_unstable();
    concepts.dedup();
    let above = |concept: usize| {
        let parent = |&at: &usize| taxonomy.concepts.get(at)?.parent;
        std::iter::successors(parent(&concept), parent).take(taxonomy.concepts.len())
    };
    let general: FxHashSet<usize> = concepts.iter().flat_map(|&concept| above(concept)).collect();
    concepts.retain(|concept| !general.contains(concept));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_go_on_with_numbers() {
        let goes_on = |first: &str, next: &str| {
            let url = |path: &str| Url::parse(&format!("http://x.example{path}")).unwrap();
            goes_on_with(&url(first), &url(next))
        };
        assert!(goes_on("/hotels.html", "/hotels_p2.html"));
        assert!(goes_on("/hotels/", "/hotels/page/2/"));
        assert!(goes_on("/hotels/index.html", "/hotels/index-2.html"));
        assert!(goes_on("/hotels", "/hotels?page=3"));
        assert!(goes_on("/hotels?page=2", "/hotels?page=3"));
        assert!(!goes_on("/hotels.html", "/restaurants_p2.html"));
        assert!(!goes_on("/hotels.html", "/hotels-spa.html"));
    }

    #[test]
    fn addresses_stand_below_each_other() {
        let stem = |path: &str| stem(&Url::parse(&format!("http://x.example{path}")).unwrap());
        assert_eq!((stem("/a/index.html"), stem("/a/"), stem("/a.html")), ("/a".into(), "/a".into(), "/a".into()));
        assert!(is_below(&stem("/a-b.html"), &stem("/a.html")) && is_below(&stem("/a/b/"), &stem("/a/")));
        assert!(!is_below(&stem("/ab.html"), &stem("/a.html")) && !is_below(&stem("/a.html"), &stem("/")));
    }
}
