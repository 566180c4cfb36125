//! Expansion: the pages of sites on the web are fetched from the home pages on, led by what was found so far. First
//! come the pages behind what may be concepts, then those that lists go on with, then what lists lead to; again and
//! again, until nothing new is wanted, or the depth or the number of pages is reached. A site whose pages list nothing
//! gives no lead, and is fetched link by link.
//!
//! What is learnt here leads the way and is forgotten: what is mined in the end depends on the pages alone, not on the
//! order in which they came.

use std::ops::ControlFlow;

use job::Job;
use knowledge::taxonomy::{self, Survey, Taxonomy};
use rustc_hash::{FxHashMap, FxHashSet};
use url::Url;

use super::graph::address_number;
use super::look::{Seen, SiteLook};
use super::members::{Members, goes_on_with};
use super::site::Site;
use super::supply::{Order, Supply};

/// How sites are expanded.
#[derive(Clone, Debug)]
pub(crate) struct Expansion<'a> {
    /// How concepts are found.
    pub(crate) taxonomy: &'a taxonomy::Config,
    /// How many links away from the home page, if there is a limit.
    pub(crate) depth: Option<u32>,
}

/// How far a site has come.
#[derive(Debug, Default)]
struct Progress {
    seen: Seen,
    /// What was ordered: it is not asked for again, whatever came of it.
    ordered: FxHashSet<u64>,
    /// Whether it is fetched link by link.
    is_without_lead: bool,
}

impl Expansion<'_> {
    /// Fetches what is wanted of the sites on the web. Somebody may say to stop.
    pub(crate) fn run(&self, sites: &mut [Site], supply: &mut dyn Supply, job: &Job<'_>) -> ControlFlow<()> {
        let mut survey = Survey::default();
        let mut progress: Vec<Progress> = sites.iter().map(|_| Progress::default()).collect();
        // The home pages.
        let mut orders: Vec<Order> = sites.iter().filter_map(|site| order(site, site.addresses().to_vec())).collect();
        while !orders.is_empty() {
            supply.fetch(&orders, job)?;
            // What has come: saved sites are looked at once, since they too say what is a concept.
            for (number, (site, progress)) in sites.iter_mut().zip(&mut progress).enumerate() {
                site.reopen();
                if site.has_pages() && (site.is_on_the_web() || progress.seen.is_empty()) {
                    progress.seen.look(site, number, &mut survey, |_, _| job.goes_on());
                    if !progress.seen.has_home(site) {
                        survey.set_heap(number);
                    }
                }
            }
            job.goes_on()?;
            // What that leads to.
            let taxonomy = Taxonomy::mine(&survey, self.taxonomy);
            let sections = survey.wanted(self.taxonomy);
            orders = Vec::new();
            for (number, (site, progress)) in sites.iter().zip(&mut progress).enumerate() {
                if site.is_on_the_web() && !progress.seen.is_empty() && !progress.is_without_lead {
                    let sections = sections.get(number).map_or(&[][..], Vec::as_slice);
                    orders.extend(self.next(number, site, progress, &taxonomy, sections));
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// What is wanted of a site next.
    fn next(
        &self,
        number: usize,
        site: &Site,
        progress: &mut Progress,
        taxonomy: &Taxonomy,
        sections: &[Url],
    ) -> Option<Order> {
        let look = progress.seen.so_far(site);
        let members = Members::of(number, &look, taxonomy);
        let distances = look.home.map(|home| look.graph.distances_of_absent(home)).unwrap_or_default();
        let near = &progress.seen.near;
        let sections = sections.iter().map(address_number);
        let listed = listed(&look, &members, near);
        let is_in_reach = |address: &u64| {
            self.depth.is_none_or(|depth| distances.get(address).is_some_and(|distance| *distance <= depth))
        };
        let wanted: Vec<u64> = sections.chain(listed).collect();
        if wanted.is_empty() && members.lists.iter().all(Option::is_none) {
            progress.is_without_lead = true;
            return order(site, site.addresses().to_vec()).map(|order| Order { depth: self.depth, ..order });
        }
        let new = wanted.into_iter().filter(is_in_reach).filter(|address| progress.ordered.insert(*address));
        order(site, new.filter_map(|address| near.get(&address).cloned()).collect())
    }
}

/// Some pages of a site on the web, and no others.
fn order(site: &Site, pages: Vec<Url>) -> Option<Order> {
    let archive = site.archive().filter(|_| !pages.is_empty())?;
    Some(Order { archive: archive.to_owned(), pages, depth: Some(0) })
}

/// The pages that lists go on with, then what lists lead to: of each list some, so that none waits for all of another.
fn listed(look: &SiteLook, members: &Members, near: &FxHashMap<u64, Url>) -> Vec<u64> {
    let lists: Vec<usize> = (0..look.pages.len()).filter(|&page| members.lists[page].is_some()).collect();
    let mut further = Vec::new();
    let mut things: Vec<(usize, u64)> = Vec::new();
    for page in lists {
        let mut rank = 0;
        for (address, place) in look.graph.own_links_to_absent(page) {
            let goes_on = |url: &Url| goes_on_with(&look.pages[page].address, url);
            if near.get(&address).is_some_and(goes_on) {
                further.push(address);
            } else if members.places.contains(&place) {
                things.push((rank, address));
                rank += 1;
            }
        }
    }
    things.sort_by_key(|&(rank, _)| rank);
    further.into_iter().chain(things.into_iter().map(|(_, address)| address)).collect()
}
