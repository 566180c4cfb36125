//! Draws the four sites of a world: what each covers, what it calls it, and where it puts it.

use std::collections::BTreeSet;

use crate::formats::Formats;
use crate::plan::{Attribute, Top};
use crate::random::Random;
use crate::services::{adverts, articles, services};
use crate::site::{Address, Entry, Fact, RateTable, Section, SectionPage, Site, Template};
use crate::style::Style;
use crate::words::{Fillings, slug};
use crate::world::{Thing, Value, World};

/// No site has more entries than these, so that it stays small enough to look through.
const MOST_ENTRIES: usize = 26;

/// Each site has so many concepts of the second level, where its branches have as many.
const FEWEST_BELOW: usize = 5;

/// The four sites.
pub(crate) fn sites(world: &World, random: &Random) -> Vec<Site> {
    let mut general = random.fork("sites");
    let coverage = coverage(world, &mut random.fork("coverage"));
    let labels = labels(world, &coverage, &mut random.fork("labels"));
    // Two menus at least show the second level, and one site at least has lists that are long enough for pages.
    let mut nested = [true, true, general.chance(50), false];
    general.shuffle(&mut nested);
    let mut whole = [true, general.chance(50), general.chance(50), false];
    general.shuffle(&mut whole);
    // The site that is made by script says where its pages belong; one of the others does not.
    let mut addresses = vec![Address::Canonical, Address::OpenGraph, Address::Unsaid];
    general.shuffle(&mut addresses);
    addresses.push(Address::Canonical);
    let rated = rated(world, &coverage, &mut general);
    let palette = general.below(7);
    let mut hosts = BTreeSet::new();
    let mut sites = Vec::new();
    for (at, template) in Template::ALL.into_iter().enumerate() {
        let mut own = random.fork(template.folder());
        let style = Style::draw(&mut own, nested[at], whole[at], palette + at);
        let formats = Formats::draw(&mut own, &world.city, world.currency);
        let name = loop {
            let fillings = Fillings::draw(&mut own, &world.plan.vocabulary);
            let name = fillings.fill(own.pick(world.plan.site_names));
            if hosts.insert(slug(&name)) {
                break name;
            }
        };
        let builder = Builder { world, style, formats, has_rates: at == rated, paths: Paths::draw(&mut own) };
        let drawn = (template, name, addresses[at]);
        sites.push(builder.build(drawn, &coverage[at], &labels[at], &mut own));
    }
    sites
}

/// The one site that shows prices by row and column: of tables or of cards, and with things that have such prices.
fn rated(world: &World, coverage: &[BTreeSet<usize>], random: &mut Random) -> usize {
    let first = random.below(2);
    let has_rates = |concept: &usize| world.concepts[*concept].top.rates.is_some();
    if coverage[first].iter().any(has_rates) { first } else { 1 - first }
}

/// Which concepts each site has: those of the first level nearly everywhere, each other on two sites at least.
fn coverage(world: &World, random: &mut Random) -> Vec<BTreeSet<usize>> {
    let mut coverage = vec![BTreeSet::new(); Template::ALL.len()];
    let mut lacks_one = [false; 4];
    for (at, concept) in world.concepts.iter().enumerate() {
        let Some(parent) = concept.parent else {
            let without = Some(random.below(4)).filter(|site| random.chance(45) && !lacks_one[*site]);
            for (site, covered) in coverage.iter_mut().enumerate() {
                if without == Some(site) {
                    lacks_one[site] = true;
                } else {
                    covered.insert(at);
                }
            }
            continue;
        };
        let able: Vec<usize> = (0..4).filter(|site| coverage[*site].contains(&parent)).collect();
        let count = random.between(2, able.len().max(2)).max(random.between(2, able.len().max(2)));
        for chosen in random.sample(able.len(), count) {
            coverage[able[chosen]].insert(at);
        }
    }
    for covered in &mut coverage {
        let is_second = |at: &usize| world.concepts[*at].parent.is_some_and(|up| world.concepts[up].parent.is_none());
        let able = |at: &usize| world.concepts[*at].parent.is_some_and(|parent| covered.contains(&parent));
        let has = covered.iter().filter(|at| is_second(at)).count();
        let second = (0..world.concepts.len()).filter(|at| is_second(at) && able(at) && !covered.contains(at));
        let more: Vec<usize> = second.take(FEWEST_BELOW.saturating_sub(has)).collect();
        covered.extend(more);
    }
    coverage
}

/// What each site calls each concept. At most one site uses words that share nothing with those of the others.
fn labels(world: &World, coverage: &[BTreeSet<usize>], random: &mut Random) -> Vec<Vec<(&'static str, bool)>> {
    let mut labels = vec![vec![("", false); world.concepts.len()]; coverage.len()];
    for (at, concept) in world.concepts.iter().enumerate() {
        let able: Vec<usize> = (0..coverage.len()).filter(|site| coverage[*site].contains(&at)).collect();
        let odd = Some(random.pick(&able)).filter(|_| random.chance(35) && !concept.wording.synonyms.is_empty());
        for (site, labels) in labels.iter_mut().enumerate() {
            let plain = if random.chance(50) { concept.wording.labels[0] } else { random.pick(concept.wording.labels) };
            let is_odd = odd == Some(site);
            labels[at] = if is_odd { (random.pick(concept.wording.synonyms), true) } else { (plain, false) };
        }
    }
    labels
}

/// How a site names its files.
struct Paths {
    has_folders: bool,
    numbers_entries: bool,
    /// Sections are named by their labels rather than by the words that sites share.
    by_label: bool,
    with_parent: bool,
    page: &'static str,
    taken: BTreeSet<String>,
}

impl Paths {
    fn draw(random: &mut Random) -> Self {
        Self {
            has_folders: random.chance(45),
            numbers_entries: random.chance(30),
            by_label: random.chance(35),
            with_parent: random.chance(60),
            page: random.pick(&["-2", "-page-2", "_p2"]),
            taken: BTreeSet::from(["index.html".to_owned()]),
        }
    }

    /// The path, or one like it that is still free.
    fn free(&mut self, wanted: &str) -> String {
        let mut path = format!("{wanted}.html");
        let mut number = 2;
        while !self.taken.insert(path.clone()) {
            path = format!("{wanted}-{number}.html");
            number += 1;
        }
        path
    }

    fn section(&mut self, words: &[String]) -> String {
        let own = words.last().cloned().unwrap_or_default();
        if self.has_folders {
            let file = if words.len() == 1 { "index".to_owned() } else { words[1..].join("-") };
            self.free(&format!("{}/{file}", words[0]))
        } else if self.with_parent {
            self.free(&words.join("-"))
        } else {
            self.free(&own)
        }
    }

    /// The further pages of a section.
    fn page(&mut self, first: &str, number: usize) -> String {
        let stem = first.trim_end_matches(".html");
        self.free(&format!("{stem}{}", self.page.replace('2', &number.to_string())))
    }

    fn entry(&mut self, folder: &str, name: &str, number: usize) -> String {
        let file = if self.numbers_entries { format!("{}", 100 + 7 * number) } else { slug(name) };
        match (self.has_folders, self.numbers_entries) {
            (true, _) => self.free(&format!("{folder}/{file}")),
            (false, true) => self.free(&format!("item-{file}")),
            (false, false) => self.free(&file),
        }
    }
}

struct Builder<'a> {
    world: &'a World,
    style: Style,
    formats: Formats,
    has_rates: bool,
    paths: Paths,
}

impl Builder<'_> {
    fn build(
        mut self,
        (template, name, address): (Template, String, Address),
        covered: &BTreeSet<usize>,
        labels: &[(&'static str, bool)],
        random: &mut Random,
    ) -> Site {
        let (mut sections, words) = self.sections(covered, labels, random);
        let chosen = self.choose(&sections, random);
        let mut entries = self.entries(&chosen, &sections, &words, random);
        if self.style.parents_list_all || template == Template::Tables {
            entries.sort_by_key(|entry| entry.section);
        }
        self.leave_details_out(&mut entries, &sections, random);
        self.fill_pages(&mut sections, &entries);
        let with_page: Vec<usize> = (0..entries.len()).filter(|at| entries[*at].path.is_some()).collect();
        let popular = random.sample(with_page.len(), 4).iter().map(|at| with_page[*at]).collect();
        let inside = entries[random.pick(&with_page)].path.clone().unwrap_or_default();
        Site {
            template,
            host: format!("{}.example", slug(&name)),
            slogan: random.pick(self.world.plan.slogans).to_owned(),
            address,
            services: services(&name, self.world.plan.topic, &mut |path| self.paths.free(path), random),
            articles: articles(self.world.plan.news, &mut |path| self.paths.free(path), random),
            adverts: adverts(self.world.plan.adverts, inside, random),
            name,
            sections,
            entries,
            popular,
            style: self.style,
        }
    }

    /// The sections in the order of the menu, each with the words of its address.
    fn sections(
        &mut self,
        covered: &BTreeSet<usize>,
        labels: &[(&'static str, bool)],
        random: &mut Random,
    ) -> (Vec<Section>, Vec<Vec<String>>) {
        let world = self.world;
        let mut sections: Vec<Section> = Vec::new();
        let mut words: Vec<Vec<String>> = Vec::new();
        let mut tops: Vec<usize> = covered.iter().copied().filter(|at| world.concepts[*at].parent.is_none()).collect();
        random.shuffle(&mut tops);
        let mut waiting: Vec<(usize, Option<usize>)> = tops.into_iter().rev().map(|top| (top, None)).collect();
        while let Some((concept, parent)) = waiting.pop() {
            let at = sections.len();
            let (label, is_odd) = labels[concept];
            let word = if self.paths.by_label && !is_odd {
                slug(label)
            } else {
                world.concepts[concept].wording.slug.to_owned()
            };
            let mut way = parent.map_or_else(Vec::new, |parent: usize| words[parent].clone());
            way.push(word);
            let path = self.paths.section(&way);
            words.push(way);
            let mut lower: Vec<usize> = world.below(concept).into_iter().filter(|at| covered.contains(at)).collect();
            random.shuffle(&mut lower);
            waiting.extend(lower.into_iter().map(|lower| (lower, Some(at))));
            if let Some(parent) = parent {
                sections[parent].children.push(at);
            }
            sections.push(Section {
                concept,
                label: label.to_owned(),
                parent,
                children: Vec::new(),
                pages: vec![SectionPage { path, entries: Vec::new() }],
                blurb: blurb(label, random),
                picture: format!("img/{}.svg", world.concepts[concept].top.name.slug),
            });
        }
        (sections, words)
    }

    /// Which things the site has, each with its section: the nearest that the site has above it.
    fn choose(&self, sections: &[Section], random: &mut Random) -> Vec<(usize, usize)> {
        let world = self.world;
        let place = |concept: usize| {
            world.upwards(concept).find_map(|up| sections.iter().position(|section| section.concept == up))
        };
        // A site with few concepts has more of each.
        let leaves = sections.iter().filter(|section| section.children.is_empty()).count();
        let mut groups: Vec<Vec<(usize, usize)>> = Vec::new();
        for concept in 0..world.concepts.len() {
            let Some(section) = place(concept) else { continue };
            let things: Vec<usize> =
                (0..world.things.len()).filter(|at| world.things[*at].concept == concept).collect();
            let is_at_home = sections[section].concept == concept;
            let has_lower = !sections[section].children.is_empty();
            let count = match (is_at_home, has_lower) {
                (true, false) => random.between(3, 4) + usize::from(leaves < 7) + usize::from(leaves < 5),
                (true, true) => random.between(1, 2),
                (false, _) => random.below(2) * random.below(2),
            };
            let group = random.sample(things.len(), count);
            groups.push(group.into_iter().map(|at| (things[at], section)).collect());
        }
        // The fullest give first, and no concept is left with fewer than two.
        while groups.iter().map(Vec::len).sum::<usize>() > MOST_ENTRIES {
            let fullest = (0..groups.len()).rev().max_by_key(|at| groups[*at].len()).unwrap_or(0);
            groups[fullest].pop();
        }
        let mut chosen = groups.concat();
        random.shuffle(&mut chosen);
        chosen
    }

    fn entries(
        &mut self,
        chosen: &[(usize, usize)],
        sections: &[Section],
        words: &[Vec<String>],
        random: &mut Random,
    ) -> Vec<Entry> {
        let world = self.world;
        let shown: Vec<Shown> = world.plan.tops.iter().map(|top| Shown::draw(top, random)).collect();
        let mut entries = Vec::new();
        for (number, (thing, section)) in chosen.iter().enumerate() {
            let (at, known) = (*thing, &world.things[*thing]);
            let name = if random.chance(15) { known.variant.clone() } else { known.name.clone() };
            let top = world.concepts[sections[*section].concept].top;
            let sort = world.plan.tops.iter().position(|each| each.name.slug == top.name.slug).unwrap_or(0);
            let (facts, listed) = self.facts(top, known, &shown[sort], random);
            let path = self.paths.entry(&words[*section][0], &name, number);
            let sentences = known.sentences.iter().map(|each| each.replace(&known.name, &name)).collect();
            let rates = self.rates(top, known);
            entries.push(Entry {
                thing: at,
                name,
                section: *section,
                path: Some(path),
                sentences,
                facts,
                listed,
                rates,
            });
        }
        entries
    }

    /// What the entry's page says and what lists say. A little is left out, and a little of that stands on lists only.
    fn facts(&self, top: &'static Top, thing: &Thing, shown: &Shown, random: &mut Random) -> (Vec<Fact>, Vec<Fact>) {
        let fact = |at: usize, random: &mut Random| {
            let value = match &thing.values[at] {
                Value::Money(cents) if random.chance(20) => Value::Money(cents + cents / 2000 * 100 + 100),
                other => other.clone(),
            };
            let Attribute { key, .. } = top.attributes[at];
            Fact { attribute: key, label: shown.labels[at].to_owned(), text: self.formats.write(&value) }
        };
        let all: Vec<(usize, Fact)> = shown.order.iter().map(|at| (*at, fact(*at, random))).collect();
        let mut facts: Vec<(usize, Fact)> = Vec::new();
        let mut listed = Vec::new();
        for (at, fact) in all {
            let is_left_out = random.chance(10);
            let stays_listed = !is_left_out || random.chance(50);
            if let Some(place) = shown.listed.iter().position(|each| *each == at).filter(|_| stays_listed) {
                listed.push((place, fact.clone()));
            }
            if !is_left_out {
                facts.push((at, fact));
            }
        }
        listed.sort_by_key(|(place, _)| *place);
        (facts.into_iter().map(|(_, fact)| fact).collect(), listed.into_iter().map(|(_, fact)| fact).collect())
    }

    fn rates(&self, top: &'static Top, thing: &Thing) -> Option<RateTable> {
        let rates = top.rates.as_ref().filter(|_| self.has_rates)?;
        let cells = |row: &Vec<usize>| row.iter().map(|whole| self.formats.money(whole * 100)).collect();
        let rows = rates.rows.iter().zip(&thing.rates).map(|(head, row)| (*head, cells(row))).collect();
        Some(RateTable { title: rates.titles[self.style.page_size % rates.titles.len()], columns: rates.columns, rows })
    }

    /// A few entries stand on lists only: where others do have pages and lists say something.
    fn leave_details_out(&self, entries: &mut [Entry], sections: &[Section], random: &mut Random) {
        let count = random.between(1, 3);
        for _ in 0..count {
            let at = random.below(entries.len());
            let in_section = |entry: &&Entry| entry.section == entries[at].section && entry.path.is_some();
            let is_leaf = sections[entries[at].section].children.is_empty();
            if is_leaf && !entries[at].listed.is_empty() && entries.iter().filter(in_section).count() > 2 {
                entries[at].path = None;
            }
        }
    }

    /// Spreads the entries over the pages of their sections.
    fn fill_pages(&mut self, sections: &mut [Section], entries: &[Entry]) {
        for at in 0..sections.len() {
            let belongs = |section: usize| {
                let mut upwards = std::iter::successors(Some(section), |section| sections[*section].parent);
                section == at || (self.style.parents_list_all && upwards.any(|up| up == at))
            };
            let own: Vec<usize> = (0..entries.len()).filter(|entry| belongs(entries[*entry].section)).collect();
            let first = sections[at].pages[0].path.clone();
            let mut pages: Vec<SectionPage> = Vec::new();
            for (number, chunk) in own.chunks(self.style.page_size).enumerate() {
                let path = if number == 0 { first.clone() } else { self.paths.page(&first, number + 1) };
                pages.push(SectionPage { path, entries: chunk.to_vec() });
            }
            if !pages.is_empty() {
                sections[at].pages = pages;
            }
        }
    }
}

/// Which attributes of a sort a site shows, in which order and under which labels.
struct Shown {
    order: Vec<usize>,
    /// Those that lists show, in their order.
    listed: Vec<usize>,
    labels: Vec<&'static str>,
}

impl Shown {
    fn draw(top: &'static Top, random: &mut Random) -> Self {
        let left_out = random.below(3).min(top.attributes.len().saturating_sub(6));
        let mut order = random.sample(top.attributes.len(), top.attributes.len() - left_out);
        random.shuffle(&mut order);
        let mut listed: Vec<usize> =
            order.iter().copied().filter(|at| random.chance(top.attributes[*at].listed)).take(3).collect();
        if listed.is_empty() {
            listed.extend(order.iter().copied().filter(|at| top.attributes[*at].listed > 50).take(2));
        }
        random.shuffle(&mut listed);
        let labels = top.attributes.iter().map(|each| random.pick(each.labels)).collect();
        Self { order, listed, labels }
    }
}

fn blurb(label: &str, random: &mut Random) -> String {
    let patterns = [
        "Our choice of {}, kept up to date by the editors.",
        "{}: all that we can recommend.",
        "Looking for {}? Start here.",
        "Tried, tested and put in order: {}.",
    ];
    random.pick(&patterns).replace("{}", label)
}
