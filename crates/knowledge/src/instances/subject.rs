//! Whether the pages of a template are about one thing each or list many, decided without an ontology.
//!
//! Pages about one thing hold lists too: what others bought, editions, reviews. They lead to pages of their own sort,
//! while a list of things leads to pages of another; and a page about one thing tells something of it outside lists.

use analysis::wrappers::reading::{Reading, Text};
use analysis::wrappers::records::{RecordFinder, RecordPlace};
use page::{NodeId, NodeKind, Tree};
use rustc_hash::{FxHashMap, FxHashSet};
use url::Url;

use super::template::InstanceTemplate;

/// Records that make a list.
const LEAST_RECORDS: usize = 3;
/// The share of records that must have a name of their own, if nobody knows where they lead.
const LEAST_NAMED: f64 = 0.5;
/// Pages that are looked at; more would say the same.
const MOST_PAGES: usize = 12;

/// What the pages of a template are about.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// One thing each.
    OneThing,
    /// The many things that they list, one in each record.
    List(RecordPlace),
}

/// What the verdict rests on. Counts are means over the pages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SubjectEvidence {
    /// How many pages were looked at.
    pub pages: usize,
    /// How many records the main list has.
    pub records: f64,
    /// The share of the texts that are not part of the template that stand in records.
    pub listed: f64,
    /// How many attributes with a label are told outside the records.
    pub told: f64,
    /// The share of records whose link says something that no other record of the page says: a list names each thing
    /// once, while a table of results names the same opponents again and again.
    pub named: f64,
    /// The share of records that lead to pages of the same template, of those whose target is known.
    pub to_likes: Option<f64>,
    /// The share of records that lead to a page whose template is known.
    pub known: f64,
}

/// Where the links of a site lead.
pub trait LinkTargets {
    /// The template of the page at an address, if the page is known.
    fn template(&self, address: &Url) -> Option<usize>;
}

/// Nothing is known of where links lead.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnknownTargets;

impl LinkTargets for UnknownTargets {
    fn template(&self, _: &Url) -> Option<usize> {
        None
    }
}

/// What some pages of a template are about. `list` is their main list if it has been found by its looks; else it is
/// looked for in their elements. `own` is the number of their template among the targets.
pub fn subject(
    readings: &[Reading<'_>],
    list: Option<RecordPlace>,
    own: usize,
    targets: &impl LinkTargets,
) -> (Subject, SubjectEvidence) {
    let readings = &readings[..readings.len().min(MOST_PAGES)];
    let Some(place) = list.or_else(|| main_list(readings)) else {
        return (Subject::OneThing, SubjectEvidence::default());
    };
    let Ok(finder) = place.finder() else { return (Subject::OneThing, SubjectEvidence::default()) };
    let evidence = SubjectEvidence::of(readings, &finder, own, targets);
    let subject = if evidence.is_list() { Subject::List(place) } else { Subject::OneThing };
    (subject, evidence)
}

impl SubjectEvidence {
    fn of(readings: &[Reading<'_>], finder: &RecordFinder, own: usize, targets: &impl LinkTargets) -> SubjectEvidence {
        let pages = readings.len().max(1) as f64;
        let mut evidence = SubjectEvidence { pages: readings.len(), ..SubjectEvidence::default() };
        let (mut records, mut named, mut known, mut likes) = (0, 0, 0, 0);
        let mut outside: Vec<Reading<'_>> = Vec::new();
        let often = said_on_most(readings);
        for reading in readings {
            let mut leaves: Vec<NodeId> = Vec::new();
            let mut names: FxHashSet<String> = FxHashSet::default();
            for record in finder.records(reading.page) {
                records += 1;
                named += usize::from(first_link(&record).is_some_and(|(text, _)| names.insert(text)));
                leaves.extend(record.texts.iter().map(|text| text.node));
                let base = record.page.link_base();
                let address = first_link(&record).and_then(|(_, link)| base?.join(link).ok());
                let target = address.and_then(|address| targets.template(&address));
                known += usize::from(target.is_some());
                likes += usize::from(target == Some(own));
            }
            leaves.sort_unstable();
            let own = reading.texts.iter().filter(|text| !often.contains(text.text.as_str()));
            let (inside, beside): (Vec<_>, Vec<_>) = own.partition(|text| leaves.binary_search(&text.node).is_ok());
            evidence.listed += inside.len() as f64 / (inside.len() + beside.len()).max(1) as f64 / pages;
            outside.push(Reading::without(reading.page, &leaves));
        }
        evidence.records = f64::from(records) / pages;
        evidence.named = named as f64 / f64::from(records.max(1));
        evidence.known = known as f64 / f64::from(records.max(1));
        evidence.to_likes = (known > 0).then(|| likes as f64 / known as f64);
        if let Some(template) = InstanceTemplate::learn(&outside) {
            let reader = template.reader();
            let labelled = |reading| reader.read(reading).attributes.iter().filter(|told| told.label.is_some()).count();
            evidence.told = outside.iter().map(labelled).sum::<usize>() as f64 / pages;
        }
        evidence
    }

    /// The more of the page is list and the less is told beside it, the more it is a list; where records lead to
    /// says how much of either is needed.
    fn is_list(&self) -> bool {
        /// Pages from which on it is known what varies. On fewer, menus and forms look as if they told something.
        const SURE_PAGES: usize = 3;
        let told = if self.pages < SURE_PAGES { self.told / 40.0 } else { self.told / 6.0 };
        let listed = self.listed - told;
        let is_list = match self.to_likes.filter(|_| self.known >= 0.5) {
            Some(likes) if likes < 0.5 => listed >= 0.0,
            Some(_) => listed >= 0.7,
            None => listed >= 0.35 && self.named >= LEAST_NAMED,
        };
        is_list && self.records >= LEAST_RECORDS as f64
    }
}

/// Texts that most of several pages have.
fn said_on_most<'a>(readings: &'a [Reading<'_>]) -> FxHashSet<&'a str> {
    let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
    for reading in readings {
        let texts: FxHashSet<&str> = reading.texts.iter().map(|text| text.text.as_str()).collect();
        texts.into_iter().for_each(|text| *counts.entry(text).or_default() += 1);
    }
    let is_often = |&(_, count): &(&str, usize)| readings.len() > 1 && 2 * count > readings.len();
    counts.into_iter().filter(is_often).map(|(text, _)| text).collect()
}

/// What the first link of a record says, and where it leads.
fn first_link<'a>(record: &Reading<'a>) -> Option<(String, &'a str)> {
    let tree = record.tree();
    record.texts.iter().find_map(|text| {
        let around = tree.ancestors(text.node).take(4).find(|&element| tree.name(element) == "a")?;
        Some((text.text.clone(), tree.attr(around, "href")?))
    })
}

/// The list that most of what the pages do not share stands in: elements of one kind beside each other, most of them
/// with a link.
fn main_list(readings: &[Reading<'_>]) -> Option<RecordPlace> {
    let often = said_on_most(readings);
    let mut found: Vec<(RecordPlace, usize)> = Vec::new();
    for reading in readings {
        let Some((place, texts)) = largest_list(reading, &often) else { continue };
        match found.iter_mut().find(|(known, _)| *known == place) {
            Some((_, sum)) => *sum += texts,
            None => found.push((place, texts)),
        }
    }
    found.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(place, _)| place)
}

/// The largest list of a page, and how many texts stand in it that other pages do not have.
fn largest_list(reading: &Reading<'_>, often: &FxHashSet<&str>) -> Option<(RecordPlace, usize)> {
    let tree = reading.tree();
    let mut best: Option<(Vec<NodeId>, usize)> = None;
    for parent in tree.elements() {
        let mut groups: Vec<(&str, Vec<NodeId>)> = Vec::new();
        for child in tree.children(parent).filter(|&child| tree.kind(child) == NodeKind::Element) {
            match groups.iter_mut().find(|(name, _)| *name == tree.name(child)) {
                Some((_, heads)) => heads.push(child),
                None => groups.push((tree.name(child), vec![child])),
            }
        }
        for (_, mut heads) in groups.into_iter().filter(|(_, heads)| heads.len() >= LEAST_RECORDS) {
            heads.retain(|&head| texts_of(reading, head).iter().any(|text| !often.contains(text.text.as_str())));
            let texts = heads.iter().map(|&head| texts_of(reading, head).len()).sum::<usize>();
            let is_larger = best.as_ref().is_none_or(|(_, most)| texts > *most);
            if heads.len() >= LEAST_RECORDS && is_larger && are_alike(reading, &heads, often) {
                best = Some((heads, texts));
            }
        }
    }
    let (heads, texts) = best?;
    Some((RecordPlace::of_heads(tree, &heads)?, texts))
}

/// The texts in an element.
fn texts_of<'a>(reading: &'a Reading<'_>, element: NodeId) -> &'a [Text] {
    let start = reading.texts.partition_point(|text| text.node < element);
    let length = reading.texts[start..].partition_point(|text| text.node < reading.tree().end(element));
    &reading.texts[start..start + length]
}

/// Whether elements beside each other are records of one list: most have a link, and what they hold is of the same
/// kinds. The parts of a page are not; nor are lines that begin with a label, which tell of one thing.
fn are_alike(reading: &Reading<'_>, heads: &[NodeId], often: &FxHashSet<&str>) -> bool {
    const LEAST_SHARED: f64 = 0.6;
    let linked = heads.iter().filter(|&&head| has_link(reading.tree(), head)).count();
    let kinds =
        |&head: &NodeId| texts_of(reading, head).iter().map(|text| text.places.names).collect::<FxHashSet<u64>>();
    let kinds: Vec<FxHashSet<u64>> = heads.iter().map(kinds).collect();
    let shared = |pair: &[FxHashSet<u64>]| {
        2.0 * pair[0].intersection(&pair[1]).count() as f64 / (pair[0].len() + pair[1].len()).max(1) as f64
    };
    let likeness = kinds.windows(2).map(shared).sum::<f64>() / (kinds.len() - 1) as f64;
    let facts = heads.iter().filter_map(|&head| texts_of(reading, head).first());
    let facts = facts.filter(|first| first.text.ends_with([':', '：']) || often.contains(first.text.as_str())).count();
    2 * linked > heads.len() && 2 * facts < heads.len() && likeness >= LEAST_SHARED
}

fn has_link(tree: &Tree, element: NodeId) -> bool {
    let mut inside = std::iter::once(element).chain(tree.descendants(element));
    inside.any(|node| tree.name(node) == "a" && tree.attr(node, "href").is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::{Capture, Page};

    /// Pages by the first word of their address: `hotels` are of one template, `hotel` of another.
    struct ByWord;

    impl LinkTargets for ByWord {
        fn template(&self, address: &Url) -> Option<usize> {
            ["hotels", "hotel"].iter().position(|word| address.path().split('/').nth(1) == Some(word))
        }
    }

    fn page(name: &str, facts: &str, links: &[&str]) -> Page {
        let items =
            links.iter().map(|link| format!("<li><a href='/{link}/{name}-x'>{link} by {name} {link}</a> 12</li>"));
        let items: Vec<String> =
            items.enumerate().map(|(number, item)| item.replace("-x", &number.to_string())).collect();
        let html = format!("<title>{name}</title><h1>{name}</h1>{facts}<ul>{}</ul>", items.concat());
        let mut page = Page::new(Capture::new(name, html));
        page.url = Url::parse("http://site.example/").ok();
        page
    }

    #[track_caller]
    fn check(pages: &[Page], own: usize, is_list: bool) {
        let readings: Vec<Reading<'_>> = pages.iter().map(Reading::of).collect();
        let (subject, evidence) = subject(&readings, None, own, &ByWord);
        assert_eq!(matches!(subject, Subject::List(_)), is_list, "{evidence:?}");
    }

    #[test]
    fn lists_lead_to_pages_of_another_template() {
        let links = ["hotel"; 5];
        check(&["Berlin", "Bonn", "Ulm"].map(|name| page(name, "", &links)), 0, true);
        check(&[page("Berlin", "", &links)], 0, true);
        let facts = "<p><b>Stars:</b> 4</p><p><b>Rooms:</b> 31</p>";
        let told = |name: &str| facts.replace("31", &name.len().to_string()).replace('4', &name[..1]);
        check(&["Adler", "Krone", "Post"].map(|name| page(name, &told(name), &links)), 1, false);
    }

    #[test]
    fn pages_without_a_list_are_about_one_thing() {
        check(&["Adler", "Krone", "Post"].map(|name| page(name, "<p>x", &[])), 1, false);
    }
}
