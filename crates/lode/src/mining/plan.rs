//! How the pages of a site are read: which list instances, which are instances, and what was learnt of each template.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use analysis::wrappers::reading::Reading;
use fetch::source::Choice;
use knowledge::instances::paper::PaperTemplate;
use knowledge::instances::{InstancePage, InstanceTemplate, KnownLabels, UnsureTexts};
use knowledge::taxonomy::Taxonomy;
use page::{NodeId, Page, leaves_below};
use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::seen_links;
use super::lists::{ListLink, ListPlan, ListRecord};
use super::look::SiteLook;
use super::matrices::add_matrices;
use super::members::{Members, keep_most_specific};
use super::site::{Site, SitePage};
use super::trails::trails;

/// Pages of a template that are learnt from.
const SAMPLE: usize = 40;
/// Other instances that a page leads to from one place at most, if it is related to them.
const MOST_RELATED: usize = 3;
/// From so many pages and more a template tells its labels by itself: on measured sites nothing changed any more.
const FEW: usize = 6;
/// Pages of a site that are learnt from; those of the largest templates come first.
const MOST_SAMPLED: usize = 800;

/// Pages that are learnt from, by the number of their template and whether they are lists.
type Samples = BTreeMap<(usize, bool), Vec<usize>>;

/// How the pages of a site are read.
#[derive(Debug)]
pub(crate) struct SitePlan {
    pub(crate) look: SiteLook,
    pub(crate) members: Members,
    /// By page, what it is.
    roles: Vec<Role>,
    numbers: FxHashMap<String, usize>,
    details: BTreeMap<usize, Detail>,
    lists: BTreeMap<usize, ListPlan>,
    /// By name, the concepts of things that are only listed and have no page of their own.
    listed_only: BTreeMap<String, Vec<usize>>,
    /// Boxes of links, by template and place: what stands there is no relation of the thing to others.
    boxes: FxHashSet<(usize, u64)>,
}

/// Another instance that a page leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OtherInstance {
    /// Its page.
    pub(crate) to: usize,
    /// Whether the link stands by itself or beside few: behind a label it says how the two are related.
    pub(crate) may_be_related: bool,
}

/// How pages about one thing each are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Many pages of a template are compared, and values are found by several ways that vote.
    #[default]
    Best,
    /// Two pages of each group are compared, as OntoMiner does.
    Paper,
}

/// What was learnt of a template of pages about one thing each.
#[derive(Debug)]
enum Detail {
    /// With what may be labels, and is not known to be.
    Best(InstanceTemplate, UnsureTexts),
    Paper(PaperTemplate),
}

impl Detail {
    /// Learns from some pages, each with the nodes that hold the way to it.
    fn learn(pages: &[(&Page, Vec<NodeId>)], method: Method, known: &KnownLabels) -> Option<Detail> {
        match method {
            Method::Best => {
                let readings: Vec<Reading<'_>> = pages.iter().map(|(page, _)| Reading::of(page)).collect();
                let mut template = InstanceTemplate::learn_with(&readings, known)?;
                template.leave_out(&readings, |page, node| {
                    let (page, trails) = &pages[page];
                    trails.iter().any(|&trail| page.tree.contains(trail, node))
                });
                let is_few = readings.len() <= FEW;
                let unsure = if is_few { UnsureTexts::of(Some(&template), &readings) } else { UnsureTexts::default() };
                Some(Detail::Best(template, unsure))
            }
            // Neighbours are compared: each two stand for a group of links.
            Method::Paper => {
                let groups = pages.chunks(2).map(|two| two.iter().map(|(page, _)| *page).collect());
                let groups: Vec<Vec<&Page>> = groups.collect();
                PaperTemplate::learn(&groups).map(Detail::Paper)
            }
        }
    }

    fn read(&self, page: &Page) -> InstancePage {
        match self {
            Detail::Best(template, _) => {
                let mut told = template.read(&Reading::of(page));
                add_matrices(page, &mut told);
                told
            }
            Detail::Paper(template) => template.read(page),
        }
    }
}

/// What a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It lists instances of a concept.
    List(usize),
    /// It is about an instance.
    Instance,
    /// Something else: the home page, a service.
    Other,
}

/// What a page tells.
pub(crate) enum PageTold {
    /// Of the instances that it lists.
    Listed(Vec<ListRecord>),
    /// Of the one that it is about.
    Instance(InstancePage),
    /// Nothing.
    Nothing,
}

impl SitePlan {
    /// Decides what the pages of a site are, and learns how to read them from some of each template.
    pub(crate) fn learn(method: Method, site: &Site, number: usize, look: SiteLook, taxonomy: &Taxonomy) -> SitePlan {
        let members = Members::of(number, &look, taxonomy);
        let numbers = look.pages.iter().enumerate().map(|(number, page)| (page.name.clone(), number)).collect();
        let is_alike = members.is_empty();
        let role = |page: usize| match members.lists[page] {
            Some(concept) => Role::List(concept),
            None if !members.concepts[page].is_empty() => Role::Instance,
            // A site that lists nothing is a heap of pages that are read alike.
            None if is_alike && look.home != Some(page) => Role::Instance,
            None => Role::Other,
        };
        let roles: Vec<Role> = (0..look.pages.len()).map(role).collect();
        let mut plan = SitePlan {
            look,
            members,
            roles,
            numbers,
            details: BTreeMap::new(),
            lists: BTreeMap::new(),
            listed_only: BTreeMap::new(),
            boxes: FxHashSet::default(),
        };
        plan.boxes = plan.boxes();
        let samples = plan.samples();
        plan.learn_templates(site, samples, method, &KnownLabels::default());
        plan.listed_only.values_mut().for_each(|concepts| keep_most_specific(concepts, taxonomy));
        plan
    }

    /// Learns again what can be read better by labels that other templates have taught: pages about one thing each, of
    /// which there are few. Lists have records enough to tell by themselves.
    pub(crate) fn learn_again(&mut self, site: &Site, known: &KnownLabels) {
        let may_gain = |group: &usize| match self.details.get(group) {
            Some(Detail::Best(_, unsure)) => known.may_repair(unsure),
            Some(Detail::Paper(_)) | None => false,
        };
        let mut samples = self.samples();
        samples.retain(|(group, is_list), _| !*is_list && may_gain(group));
        if !samples.is_empty() {
            self.learn_templates(site, samples, Method::Best, known);
        }
    }

    /// The templates that teach labels to others.
    pub(crate) fn templates(&self) -> impl Iterator<Item = &InstanceTemplate> {
        let details = self.details.values().filter_map(|detail| match detail {
            Detail::Best(template, _) => Some(template),
            Detail::Paper(_) => None,
        });
        details.chain(self.lists.values().filter_map(|plan| plan.template.as_ref()))
    }

    /// Some pages of each template, by whether they are lists.
    fn samples(&self) -> Samples {
        let mut samples = Samples::new();
        let mut left = MOST_SAMPLED;
        for (group, pages) in self.look.groups.iter().enumerate() {
            for is_list in [false, true] {
                let is_wanted = |page: &&usize| match self.roles[**page] {
                    Role::List(_) => is_list,
                    Role::Instance => !is_list,
                    Role::Other => false,
                };
                let pages: Vec<usize> = pages.iter().filter(is_wanted).copied().collect();
                let sample = spread(&pages, SAMPLE.min(left));
                left -= sample.len();
                if !sample.is_empty() {
                    samples.insert((group, is_list), sample);
                }
            }
        }
        samples
    }

    /// Learns what the pages of each sample have in common; only those of one are held at a time.
    fn learn_templates(&mut self, site: &Site, samples: Samples, method: Method, known: &KnownLabels) {
        for ((group, is_list), sample) in samples {
            let read = self.read_sample(site, &sample);
            if is_list {
                self.learn_list(group, &read);
            } else {
                let pages: Vec<(&Page, Vec<NodeId>)> =
                    read.iter().map(|(_, placed)| (&placed.page, self.trails(placed))).collect();
                self.details.extend(Detail::learn(&pages, method, known).map(|detail| (group, detail)));
            }
        }
    }

    /// Some pages, with their numbers.
    fn read_sample(&self, site: &Site, sample: &[usize]) -> Vec<(usize, SitePage)> {
        let names = sample.iter().map(|&page| self.look.pages[page].name.clone()).collect();
        let mut read: Vec<(usize, SitePage)> = Vec::new();
        site.for_each(
            Choice::Only(Arc::new(names)),
            |page| page,
            |name, result| {
                if let (Some(&number), Ok(page)) = (self.numbers.get(name), result) {
                    read.push((number, page));
                }
                ControlFlow::Continue(())
            },
        );
        read
    }

    /// Learns how the lists of a template are read, and which things are only listed.
    fn learn_list(&mut self, group: usize, pages: &[(usize, SitePage)]) {
        let linked: Vec<(&Page, Vec<ListLink>)> =
            pages.iter().map(|(_, placed)| (&placed.page, self.list_links(placed))).collect();
        let Some(plan) = ListPlan::learn(&linked) else { return };
        for ((number, _), (page, links)) in pages.iter().zip(&linked) {
            let only = plan.read(page, links).into_iter().filter(|record| record.to.is_none());
            for (name, _) in only.filter_map(|record| record.name) {
                self.listed_only.entry(name).or_default().extend(self.members.lists[*number]);
            }
        }
        self.lists.insert(group, plan);
    }

    /// The number of a page by its name.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The concepts of something that a page lists and that has no page of its own.
    pub(crate) fn concepts_of_listed(&self, name: &str, list: usize) -> Vec<usize> {
        match self.listed_only.get(name) {
            Some(concepts) => concepts.clone(),
            None => self.members.lists[list].into_iter().collect(),
        }
    }

    /// Whether a page tells of instances.
    pub(crate) fn is_telling(&self, number: usize) -> bool {
        self.roles[number] != Role::Other
    }

    /// Whether a page is about an instance.
    pub(crate) fn is_instance(&self, number: usize) -> bool {
        self.roles[number] == Role::Instance
    }

    /// What a page tells.
    pub(crate) fn read(&self, number: usize, placed: &SitePage) -> PageTold {
        let group = self.look.group_of[number];
        match self.roles[number] {
            Role::Other => PageTold::Nothing,
            Role::List(_) => match self.lists.get(&group) {
                Some(plan) => PageTold::Listed(plan.read(&placed.page, &self.list_links(placed))),
                None => PageTold::Nothing,
            },
            Role::Instance => match self.details.get(&group) {
                Some(detail) => PageTold::Instance(detail.read(&placed.page)),
                None => PageTold::Nothing,
            },
        }
    }

    /// The texts of a page that are links to pages of instances other than its own.
    pub(crate) fn links_to_instances(&self, number: usize, placed: &SitePage) -> FxHashMap<NodeId, OtherInstance> {
        let tree = &placed.page.tree;
        let mut others = FxHashMap::default();
        for link in seen_links(&placed.page, placed.local.as_ref()) {
            let Some(to) = self.look.graph.target(&link) else { continue };
            if to == number || self.roles[to] != Role::Instance {
                continue;
            }
            let place = (self.look.group_of[number], link.place);
            let is_own = self.roles[number] == Role::Instance && self.look.graph.own_target(&link).is_some();
            let other = OtherInstance { to, may_be_related: is_own && !self.boxes.contains(&place) };
            others.extend(leaves_below(tree, link.node).into_iter().map(|leaf| (leaf, other)));
        }
        others
    }

    /// The places, by template, in which some page about one thing leads to many other things, or to several that are
    /// told of in the same way: boxes of what is alike or popular.
    fn boxes(&self) -> FxHashSet<(usize, u64)> {
        let mut boxes = FxHashSet::default();
        for page in (0..self.roles.len()).filter(|&page| self.roles[page] == Role::Instance) {
            let group = self.look.group_of[page];
            let mut counts: FxHashMap<u64, (usize, usize)> = FxHashMap::default();
            for (to, place) in self.look.graph.own_links(page).filter(|(to, _)| self.roles[*to] == Role::Instance) {
                let (all, alike) = counts.entry(place).or_default();
                *all += 1;
                *alike += usize::from(self.look.group_of[to] == group);
            }
            let is_box = |(_, (all, alike)): &(u64, (usize, usize))| *all > MOST_RELATED || *alike > 1;
            boxes.extend(counts.into_iter().filter(is_box).map(|(place, _)| (group, place)));
        }
        boxes
    }

    /// The nodes that hold the way to a page.
    fn trails(&self, placed: &SitePage) -> Vec<NodeId> {
        let links = seen_links(&placed.page, placed.local.as_ref()).into_iter();
        let is_above = |to: usize| Some(to) == self.look.home || matches!(self.roles[to], Role::List(_));
        let above = links.filter(|link| self.look.graph.target(link).is_some_and(is_above));
        let above: FxHashSet<NodeId> = above.map(|link| link.node).collect();
        trails(&placed.page, |link| above.contains(&link))
    }

    /// The links of a page to what it lists.
    fn list_links(&self, placed: &SitePage) -> Vec<ListLink> {
        let own = self.number(&placed.page.name);
        let links = seen_links(&placed.page, placed.local.as_ref()).into_iter();
        let links = links.filter(|link| self.members.places.contains(&link.place));
        let leads = links.filter_map(|link| Some((link, self.look.graph.own_target(&link)?)));
        let is_listed = |to: usize| Some(to) != own && self.roles[to] == Role::Instance;
        leads
            .filter(|&(_, to)| is_listed(to))
            .map(|(link, to)| ListLink { node: link.node, place: link.place, to })
            .collect()
    }
}

/// The second pass over all sites: what their templates call values repairs the reading of the others.
pub(crate) fn learn_from_each_other(planned: &mut [(Site, SitePlan)]) {
    let known = KnownLabels::of(planned.iter().flat_map(|(_, plan)| plan.templates()));
    for (site, plan) in planned {
        plan.learn_again(site, &known);
    }
}

/// At most so many of some things, evenly spread.
pub(crate) fn spread(things: &[usize], most: usize) -> Vec<usize> {
    let count = things.len().min(most);
    (0..count).map(|number| things[number * things.len() / count]).collect()
}
