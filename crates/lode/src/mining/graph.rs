//! Which page of a site leads to which, and from what place on it.
//!
//! A link that stands in the same place of many pages and leads to one page is part of the site's frame: a menu, a
//! footer, a box of what is popular. What a page itself lists are its other links.

use std::collections::VecDeque;

use page::{NodeId, Page, Tree, fold};
use rustc_hash::{FxHashMap, FxHashSet};
use url::Url;

use analysis::wrappers::places::{read_chain, written_chain};

/// A link on this part of a site's pages, or on more of them, is part of its frame.
const FRAME: f64 = 0.3;
/// On so many pages at least.
const LEAST_FRAME: usize = 3;

/// A link as a page has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SeenLink {
    /// The link's element.
    pub(crate) node: NodeId,
    /// The address that it leads to.
    to: u64,
    /// The file that it leads to.
    file: u64,
    /// The elements around it.
    pub(crate) place: u64,
}

/// The links of a page to other pages. `local` is the page's path in its folder, if it has one.
pub(crate) fn seen_links(page: &Page, local: Option<&Url>) -> Vec<SeenLink> {
    let tree = &page.tree;
    let base = page.link_base().unwrap_or_else(|| page.base_url());
    let mut links = Vec::new();
    for node in tree.elements().filter(|&node| matches!(tree.name(node), "a" | "area")) {
        let Some(href) = tree.attr(node, "href").map(str::trim).filter(|href| !href.starts_with('#')) else { continue };
        let Ok(to) = base.join(href) else { continue };
        let file = local.and_then(|local| local.join(href).ok()).filter(|file| file.scheme() == "file");
        let place = place(tree, node);
        links.push(SeenLink {
            node,
            to: address_number(&to),
            file: file.map_or(0, |file| address_number(&file)),
            place,
        });
    }
    links
}

/// The place of a link, as a number: the elements around it, and whether it is all that the innermost of them says.
/// Boxes of names alone are no lists of things of which something is told, even if their markup is the same.
fn place(tree: &Tree, link: NodeId) -> u64 {
    let chain = read_chain(&written_chain(tree, link, None, None)).unwrap_or_default();
    let length = |node: NodeId| fold(&tree.text_content(node)).len();
    let is_alone = tree.parent(link).is_some_and(|parent| length(parent) <= length(link));
    if is_alone { chain } else { chain.rotate_left(1) ^ 1 }
}

/// Stands for an address, whatever its scheme, fragment and the ways to write a folder.
pub(crate) fn address_number(url: &Url) -> u64 {
    let host = url.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let path = url.path();
    let (folder, last) = path.rsplit_once('/').unwrap_or(("", path));
    let path = if is_index(last) { folder } else { path };
    let query = url.query().unwrap_or_default();
    analysis_hash(&[host, path.trim_end_matches('/'), query])
}

/// Whether a file is what a server shows for its folder.
pub(crate) fn is_index(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    name.is_empty()
        || name.contains('.') && (stem.eq_ignore_ascii_case("index") || stem.eq_ignore_ascii_case("default"))
}

fn analysis_hash(parts: &[&str]) -> u64 {
    use std::hash::{Hash, Hasher};
    let mut hasher = rustc_hash::FxHasher::default();
    parts.hash(&mut hasher);
    hasher.finish() | 1
}

/// The pages of a site with their links to each other.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// By page: where it leads, and the place of the link, in the order of the page; no pair twice.
    links: Vec<Vec<(u32, u64)>>,
    /// Links of the frame.
    frame: FxHashSet<(u32, u64)>,
    by_address: FxHashMap<u64, u32>,
    by_file: FxHashMap<u64, u32>,
    /// The number of pages that are there. Greater numbers stand for pages that are not.
    pages: usize,
    /// The addresses of pages that are not there.
    absent: Vec<u64>,
}

impl Graph {
    /// Of pages with their addresses (and files, if they have any), and links. Links to `absent` addresses count too,
    /// though their pages are not there.
    pub(crate) fn new(addresses: &[(u64, u64)], seen: &[Vec<SeenLink>], absent: &FxHashMap<u64, Url>) -> Graph {
        let mut graph = Graph { pages: addresses.len(), ..Graph::default() };
        for (page, &(address, file)) in addresses.iter().enumerate() {
            graph.by_address.entry(address).or_insert(page as u32);
            if file != 0 {
                graph.by_file.entry(file).or_insert(page as u32);
            }
        }
        let mut counts: FxHashMap<(u32, u64), usize> = FxHashMap::default();
        let mut absent_numbers: FxHashMap<u64, u32> = FxHashMap::default();
        for (page, seen) in seen.iter().enumerate() {
            let mut own: Vec<(u32, u64)> = Vec::new();
            let mut told: FxHashSet<(u32, u64)> = FxHashSet::default();
            for link in seen {
                let to = match graph.target(link) {
                    Some(to) if to == page => continue,
                    Some(to) => to as u32,
                    None if absent.contains_key(&link.to) => *absent_numbers.entry(link.to).or_insert_with(|| {
                        graph.absent.push(link.to);
                        (graph.pages + graph.absent.len() - 1) as u32
                    }),
                    None => continue,
                };
                if told.insert((to, link.place)) {
                    own.push((to, link.place));
                    *counts.entry((to, link.place)).or_default() += 1;
                }
            }
            graph.links.push(own);
        }
        let least = ((FRAME * seen.len() as f64).ceil() as usize).max(LEAST_FRAME);
        graph.frame = counts.into_iter().filter(|(_, count)| *count >= least).map(|(link, _)| link).collect();
        graph
    }

    /// Where a link leads.
    pub(crate) fn target(&self, link: &SeenLink) -> Option<usize> {
        self.by_address.get(&link.to).or_else(|| self.by_file.get(&link.file)).map(|&to| to as usize)
    }

    /// Where a link leads that is not part of the frame.
    pub(crate) fn own_target(&self, link: &SeenLink) -> Option<usize> {
        self.target(link).filter(|&to| !self.frame.contains(&(to as u32, link.place)))
    }

    /// The page with an address.
    pub(crate) fn page(&self, url: &Url) -> Option<usize> {
        self.by_address.get(&address_number(url)).map(|&page| page as usize)
    }

    /// Where a page leads by itself, beside the frame, with the places of the links.
    pub(crate) fn own_links(&self, page: usize) -> impl Iterator<Item = (usize, u64)> {
        self.beside_frame(page).filter(|&(to, _)| to < self.pages)
    }

    /// The same for pages that are not there: the numbers of their addresses.
    pub(crate) fn own_links_to_absent(&self, page: usize) -> impl Iterator<Item = (u64, u64)> {
        let absent = |(to, place): (usize, u64)| Some((*self.absent.get(to.checked_sub(self.pages)?)?, place));
        self.beside_frame(page).filter_map(absent)
    }

    /// How many links lead from a page to those that are not there, at least, by the numbers of their addresses.
    pub(crate) fn distances_of_absent(&self, from: usize) -> FxHashMap<u64, u32> {
        let mut distances: Vec<Option<u32>> = vec![None; self.pages + self.absent.len()];
        let mut queue = VecDeque::from([(from, 0)]);
        while let Some((page, distance)) = queue.pop_front() {
            if distances.get(page).is_none_or(Option::is_some) {
                continue;
            }
            distances[page] = Some(distance);
            let links = self.links.get(page).into_iter().flatten();
            queue.extend(links.map(|&(to, _)| (to as usize, distance + 1)));
        }
        let absent = self.absent.iter().zip(&distances[self.pages..]);
        absent.filter_map(|(&address, distance)| Some((address, (*distance)?))).collect()
    }

    fn beside_frame(&self, page: usize) -> impl Iterator<Item = (usize, u64)> {
        let links = self.links.get(page).into_iter().flatten();
        links.filter(|link| !self.frame.contains(link)).map(|&(to, place)| (to as usize, place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::Capture;

    fn number(url: &str) -> u64 {
        address_number(&Url::parse(url).unwrap())
    }

    #[test]
    fn addresses_are_the_same_however_they_are_written() {
        assert_eq!(number("http://www.a.example/x/"), number("https://a.example/x#top"));
        assert_eq!(number("http://a.example/x/index.html"), number("http://a.example/x"));
        assert_ne!(number("http://a.example/x?p=1"), number("http://a.example/x?p=2"));
        assert_ne!(number("http://a.example/index"), number("http://a.example/"));
    }

    #[test]
    fn what_all_pages_lead_to_is_the_frame() {
        let names = ["index.html", "a.html", "b.html", "c.html", "d.html"];
        let menu = "<ul><li><a href=a.html>A</a><li><a href=b.html>B</a></ul>";
        let page = |name: &str| {
            let own = if name == "a.html" { "<p><a href=c.html>C</a> <a href=d.html>D</a></p>" } else { "" };
            let mut page = Page::new(Capture::new(name, format!("{menu}{own}")));
            page.url = Url::parse(&format!("file:///{name}")).ok();
            page
        };
        let pages: Vec<Page> = names.iter().map(|name| page(name)).collect();
        let addresses: Vec<(u64, u64)> =
            pages.iter().map(|page| (address_number(page.url.as_ref().unwrap()), 0)).collect();
        let seen: Vec<Vec<SeenLink>> = pages.iter().map(|page| seen_links(page, None)).collect();
        let graph = Graph::new(&addresses, &seen, &FxHashMap::default());
        let own = |page: usize| graph.own_links(page).map(|(to, _)| to).collect::<Vec<_>>();
        assert_eq!(own(1), [3, 4]);
        assert_eq!(own(0), Vec::<usize>::new());

        // Without the last page, what leads there is known, if somebody asks for it.
        let absent: FxHashMap<u64, Url> = [(addresses[4].0, pages[4].url.clone().unwrap())].into_iter().collect();
        let graph = Graph::new(&addresses[..4], &seen[..4], &absent);
        assert_eq!(graph.own_links(1).map(|(to, _)| to).collect::<Vec<_>>(), [3]);
        assert_eq!(graph.own_links_to_absent(1).map(|(to, _)| to).collect::<Vec<_>>(), [addresses[4].0]);
        assert_eq!(graph.distances_of_absent(0).get(&addresses[4].0), Some(&2));
    }
}
