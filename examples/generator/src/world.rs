//! The world that all sites of a domain tell of: its concepts, its things and what is true of them. How a site writes
//! it down is the matter of `site.rs` and `formats.rs`.

use std::collections::BTreeSet;

use crate::plan::{Attribute, Kind, Leaf, Plan, Rates, Top, Wording};
use crate::random::Random;
use crate::words::{Fillings, name};

pub(crate) struct World {
    pub(crate) plan: &'static Plan,
    pub(crate) concepts: Vec<Concept>,
    pub(crate) things: Vec<Thing>,
    pub(crate) city: String,
    pub(crate) currency: Currency,
}

pub(crate) struct Concept {
    /// The slugs from the first level down, joined by slashes.
    pub(crate) id: String,
    pub(crate) wording: Wording,
    pub(crate) parent: Option<usize>,
    pub(crate) top: &'static Top,
    names: &'static [(&'static str, &'static str)],
    dearness: usize,
}

impl Concept {
    /// A price as it is among things of this concept.
    fn priced(&self, value: Value, attribute: &Attribute) -> Value {
        match (value, &attribute.kind) {
            (Value::Money(cents), Kind::Money(low, _, step)) => {
                Value::Money(low + (cents - low) * self.dearness / 100 / step * step)
            }
            (value, _) => value,
        }
    }
}

/// A hotel, a book.
pub(crate) struct Thing {
    pub(crate) name: String,
    /// The name as another site spells it.
    pub(crate) variant: String,
    pub(crate) concept: usize,
    /// One value for each attribute of its sort.
    pub(crate) values: Vec<Value>,
    pub(crate) sentences: Vec<String>,
    /// Whole money, row by row.
    pub(crate) rates: Vec<Vec<usize>>,
}

/// A value before a site writes it in its manner.
#[derive(Clone)]
pub(crate) enum Value {
    Text(String),
    /// Cents.
    Money(usize),
    /// Tenths of a point, of 50.
    Rating(usize),
    Phone(usize, usize),
    Street(String, usize),
    Hours(&'static str, usize, usize),
    Isbn(Vec<usize>),
}

#[derive(Clone, Copy)]
pub(crate) struct Currency {
    pub(crate) symbol: &'static str,
    pub(crate) code: &'static str,
}

const CURRENCIES: [Currency; 3] = [
    Currency { symbol: "€", code: "EUR" },
    Currency { symbol: "£", code: "GBP" },
    Currency { symbol: "$", code: "USD" },
];
const STREETS: [&str; 6] = ["Street", "Lane", "Quay", "Square", "Road", "Alley"];
const FIRST_NAMES: [&str; 16] = [
    "Ada", "Bruno", "Carla", "Dario", "Elin", "Fergus", "Greta", "Henrik", "Ines", "Jonas", "Kira", "Leon", "Mara",
    "Nils", "Oda", "Pia",
];
const DAYS: [&str; 5] = ["daily", "Tue – Sun", "Mon – Sat", "Wed – Mon", "Thu – Sun"];

impl World {
    pub(crate) fn draw(plan: &'static Plan, random: &Random) -> Self {
        let mut general = random.fork("world");
        let concepts = concepts(plan, &mut random.fork("concepts"));
        let things = things(plan, &concepts, &mut random.fork("things"));
        let currency = general.pick(&CURRENCIES);
        Self { plan, concepts, things, city: name(&mut general), currency }
    }

    /// The concept and those above it, the nearest first.
    pub(crate) fn upwards(&self, concept: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(concept), |concept| self.concepts[*concept].parent)
    }

    /// Concepts right below this one.
    pub(crate) fn below(&self, concept: usize) -> Vec<usize> {
        (0..self.concepts.len()).filter(|other| self.concepts[*other].parent == Some(concept)).collect()
    }
}

/// All first levels, some of their second levels, and in one branch often a third.
fn concepts(plan: &'static Plan, random: &mut Random) -> Vec<Concept> {
    let mut concepts: Vec<Concept> = Vec::new();
    for top in plan.tops {
        let parent = concepts.len();
        concepts.push(Concept {
            id: top.name.slug.to_owned(),
            wording: top.name,
            parent: None,
            top,
            names: &[],
            dearness: 100,
        });
        let count = random.between(2, 3);
        for at in random.sample(top.leaves.len(), count) {
            let leaf = &top.leaves[at];
            let own = concepts.len();
            concepts.push(concept(leaf, parent, &concepts, top));
            if !leaf.below.is_empty() && random.chance(70) {
                for lower in leaf.below {
                    concepts.push(concept(lower, own, &concepts, top));
                }
            }
        }
    }
    concepts
}

fn concept(leaf: &'static Leaf, parent: usize, before: &[Concept], top: &'static Top) -> Concept {
    let id = format!("{}/{}", before[parent].id, leaf.name.slug);
    Concept { id, wording: leaf.name, parent: Some(parent), top, names: leaf.names, dearness: leaf.dearness }
}

fn things(plan: &'static Plan, concepts: &[Concept], random: &mut Random) -> Vec<Thing> {
    let mut taken = BTreeSet::new();
    let mut things = Vec::new();
    for (at, concept) in concepts.iter().enumerate().filter(|(_, concept)| !concept.names.is_empty()) {
        let has_lower = concepts.iter().any(|other| other.parent == Some(at));
        let count = if has_lower { 2 } else { random.between(5, 6) };
        let companies: Vec<String> = (0..4).map(|_| name(random)).collect();
        while things.iter().filter(|thing: &&Thing| thing.concept == at).count() < count {
            let fillings = Fillings::draw(random, &plan.vocabulary);
            let (main, other) = random.pick(concept.names);
            let (name, variant) = (fillings.fill(main), fillings.fill(other));
            if !taken.insert(name.to_lowercase()) || !taken.insert(variant.to_lowercase()) {
                continue;
            }
            let draw = |each: &Attribute| concept.priced(value(each, &name, &companies, random), each);
            let values = concept.top.attributes.iter().map(draw).collect();
            let sentences = sentences(concept.top, &name, &fillings, random);
            let rates =
                concept.top.rates.as_ref().map_or_else(Vec::new, |rates| prices(rates, concept.dearness, random));
            things.push(Thing { name, variant, concept: at, values, sentences, rates });
        }
    }
    things
}

fn sentences(top: &Top, name: &str, fillings: &Fillings, random: &mut Random) -> Vec<String> {
    let count = random.between(2, 3);
    let mut chosen: Vec<&str> = random.sample(top.sentences.len(), count).iter().map(|at| top.sentences[*at]).collect();
    random.shuffle(&mut chosen);
    chosen.iter().map(|sentence| fillings.fill(&sentence.replace("{w}", "{v}").replace("{name}", name))).collect()
}

/// Dearer from row to row and from column to column.
fn prices(rates: &Rates, dearness: usize, random: &mut Random) -> Vec<Vec<usize>> {
    let step = (rates.to - rates.from) * dearness / 100 / (rates.rows.len() * rates.columns.len() + 1);
    let start = rates.from + random.below(step.max(1));
    let row = |row: usize, random: &mut Random| {
        let first = start + row * step * rates.columns.len();
        (0..rates.columns.len()).map(|column| first + column * step + random.below(step.max(2) - 1)).collect()
    };
    (0..rates.rows.len()).map(|at| row(at, random)).collect()
}

fn value(attribute: &Attribute, thing: &str, companies: &[String], random: &mut Random) -> Value {
    match attribute.kind {
        Kind::Phone => Value::Phone(random.between(1, 9), random.between(550_000, 559_999)),
        Kind::Address => Value::Street(format!("{} {}", name(random), random.pick(&STREETS)), random.between(1, 180)),
        Kind::Mail => {
            let word = crate::words::slug(thing).rsplit('-').next().unwrap_or_default().to_owned();
            Value::Text(format!("{}@{word}.example", random.pick(&["info", "desk", "hello", "mail"])))
        }
        Kind::Money(low, high, step) => Value::Money(low + random.below((high - low) / step) * step),
        Kind::Rating => Value::Rating(random.between(31, 49)),
        Kind::Count(low, high) => Value::Text(random.between(low, high).to_string()),
        Kind::Year(low, high) => Value::Text(random.between(low, high).to_string()),
        Kind::Hours => Value::Hours(random.pick(&DAYS), random.between(8, 12), random.between(16, 23)),
        Kind::OneOf(texts) => Value::Text(random.pick(texts).to_owned()),
        Kind::Several(texts) => {
            let count = random.between(2, 3);
            let chosen: Vec<&str> = random.sample(texts.len(), count).iter().map(|at| texts[*at]).collect();
            Value::Text(chosen.join(", "))
        }
        Kind::Person => Value::Text(format!("{} {}", random.pick(&FIRST_NAMES), name(random))),
        Kind::Company(patterns) => {
            let at = random.below(companies.len());
            Value::Text(patterns[at % patterns.len()].replace("{w}", &companies[at]))
        }
        Kind::Isbn => Value::Isbn((0..9).map(|_| random.below(10)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Domain, plan::plan};

    #[test]
    fn names_are_told_apart() {
        for domain in [Domain::Travel, Domain::Books] {
            let world = World::draw(plan(domain), &Random::new(5));
            let mut names: Vec<_> = world.things.iter().flat_map(|t| [&t.name, &t.variant]).collect();
            let count = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count);
        }
    }

    #[test]
    fn labels_belong_to_one_concept() {
        for domain in [Domain::Travel, Domain::Books] {
            let mut labels = Vec::new();
            let wordings = plan(domain).tops.iter().flat_map(|top| {
                let lower = top.leaves.iter().flat_map(|leaf| leaf.below.iter().chain([leaf]));
                lower.map(|leaf| leaf.name).chain([top.name])
            });
            for wording in wordings {
                labels.extend(wording.labels.iter().chain(wording.synonyms).map(|label| label.to_lowercase()));
            }
            let count = labels.len();
            labels.sort();
            labels.dedup();
            assert_eq!(labels.len(), count);
        }
    }
}
