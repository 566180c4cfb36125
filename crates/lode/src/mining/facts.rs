//! What a page tells as individuals and statements with their evidence.
//!
//! What a list says of an instance, and what the instance's own page says, are statements about one individual: it is
//! named by its own page, or, if it has none, by the list and its name there.

use std::collections::{BTreeMap, BTreeSet};

use knowledge::instances::{Attribute, InstancePage, Value as InstanceValue};
use knowledge::mined::{THING, property_iri, relation_iri};
use knowledge::population::facts::{Evidence, Individual, PageFacts, Statement, Value};
use knowledge::population::iris::{Mark, individual_iri};
use page::NodeId;
use rustc_hash::FxHashMap;

use super::lists::ListRecord;
use super::plan::{OtherInstance, PageTold, SitePlan};
use super::site::SitePage;
use super::terms::{Terms, graph_of, literal, text_literal};

/// The class of what belongs to no concept.
const ANYTHING: &str = "http://www.w3.org/2002/07/owl#Thing";
/// What the name of a thing is called.
const NAME: &str = "name";
/// How sure what a template tells is: it varies where other pages have their values, but nobody said that it is one.
const CONFIDENCE: f64 = 0.7;

/// What a page tells, with the concepts of each statement's individual.
#[derive(Debug, Default)]
pub(crate) struct MinedPage {
    pub(crate) facts: PageFacts,
    pub(crate) concepts: Vec<Vec<usize>>,
    /// By number of statement, the concepts of the instance that its subject is related to.
    pub(crate) related: BTreeMap<usize, Vec<usize>>,
    /// Numbers of statements whose attribute has no printed label: what it is called here means nothing elsewhere.
    unlabelled: BTreeSet<usize>,
}

impl MinedPage {
    /// The values of attributes: whether the attribute has a printed label, its property, the name of the thing and
    /// the value.
    pub(crate) fn rows(&self) -> Vec<(bool, &str, &str, &str)> {
        let labels = self.facts.individuals.iter().filter_map(|one| Some((one.iri.as_str(), one.label.as_deref()?)));
        let labels: BTreeMap<&str, &str> = labels.collect();
        let name = property_iri(NAME);
        let mut rows = Vec::new();
        for (number, statement) in self.facts.statements.iter().enumerate() {
            let thing = labels.get(statement.subject.as_str());
            if let (Value::Literal(literal), Some(thing)) = (&statement.value, thing)
                && statement.property != name
            {
                let is_labelled = !self.unlabelled.contains(&number);
                rows.push((is_labelled, statement.property.as_str(), *thing, literal.lexical.as_str()));
            }
        }
        rows
    }

    /// Gives attributes other properties: `rename` is asked whether they have a printed label, and for the property.
    /// What the page calls them stays with their evidence.
    pub(crate) fn rename(&mut self, rename: impl Fn(bool, &str) -> Option<String>) {
        for (number, statement) in self.facts.statements.iter_mut().enumerate() {
            if let Some(property) = rename(!self.unlabelled.contains(&number), &statement.property) {
                statement.property = property;
            }
        }
    }
}

/// Makes statements of what a page tells.
pub(crate) fn facts(plan: &SitePlan, number: usize, placed: &SitePage, terms: &Terms) -> MinedPage {
    let others = plan.links_to_instances(number, placed);
    let mut making = Making { others, plan, placed, terms, page: MinedPage::default() };
    making.page.facts = PageFacts::of(&placed.page);
    match plan.read(number, placed) {
        PageTold::Nothing => {}
        PageTold::Instance(told) => {
            let name = told.name.as_ref().map(|name| (name.value.clone(), name.node));
            making.add(&making.iri_of(number), name, &plan.members.concepts[number], &told);
        }
        PageTold::Listed(records) => records.iter().for_each(|record| making.add_record(number, record)),
    }
    making.page
}

struct Making<'a> {
    /// Texts that are links to other instances: what is alike, what is popular, or what the thing is related to.
    others: FxHashMap<NodeId, OtherInstance>,
    plan: &'a SitePlan,
    placed: &'a SitePage,
    terms: &'a Terms,
    page: MinedPage,
}

impl Making<'_> {
    /// The IRI of what a page is about.
    fn iri_of(&self, number: usize) -> String {
        let look = &self.plan.look.pages[number];
        individual_iri(THING, &graph_of(&look.name, &look.address), Mark::Main)
    }

    fn add_record(&mut self, list: usize, record: &ListRecord) {
        let name = record.name.clone();
        match (record.to, &name) {
            (Some(to), _) => {
                let concepts = &self.plan.members.concepts[to];
                self.add(&self.iri_of(to), name, concepts, &record.told);
            }
            // Something that leads nowhere must have a name and something to tell.
            (None, Some((named, _))) if !record.told.attributes.is_empty() => {
                // Several lists of a site may name it.
                let site = self.plan.look.pages[list].address.host_str().unwrap_or_default();
                let iri = individual_iri(THING, site, Mark::Named(named, 0));
                let concepts = self.plan.concepts_of_listed(named, list);
                self.add(&iri, name, &concepts, &record.told);
            }
            _ => {}
        }
    }

    fn add(&mut self, iri: &str, name: Option<(String, NodeId)>, concepts: &[usize], told: &InstancePage) {
        let classes = concepts.iter().filter_map(|&concept| self.terms.concept(concept));
        let mut classes: Vec<&str> = classes.collect();
        if classes.is_empty() {
            classes.push(ANYTHING);
        }
        for class in classes {
            let label = name.as_ref().map(|(name, _)| name.clone()).or_else(|| self.placed.page.title());
            self.page.facts.individuals.push(Individual { iri: iri.to_owned(), class: class.to_owned(), label });
        }
        if let Some((text, node)) = &name {
            self.say(iri, NAME, None, (text, *node), concepts);
        }
        let is_name = |value: &str| name.as_ref().is_some_and(|(name, _)| name == value);
        let is_told = |value: &&InstanceValue| {
            !value.value.is_empty() && !is_name(&value.value) && !self.others.contains_key(&value.node)
        };
        // What is behind a label and leads to another instance says how the two are related.
        let related: Vec<(&Attribute, &str, &InstanceValue, usize)> = told
            .attributes
            .iter()
            .filter_map(|attribute| Some((attribute, attribute.label.as_deref()?)))
            .flat_map(|(attribute, label)| attribute.values.iter().map(move |value| (attribute, label, value)))
            .filter_map(|(attribute, label, value)| {
                let other = self.others.get(&value.node).filter(|other| other.may_be_related)?;
                Some((attribute, label, value, other.to))
            })
            .collect();
        let told: Vec<(&Attribute, &InstanceValue)> = told
            .attributes
            .iter()
            .flat_map(|attribute| attribute.values.iter().filter(is_told).map(move |value| (attribute, value)))
            .collect();
        for (attribute, value) in told {
            let label = attribute.label.as_deref();
            self.say(iri, &attribute.name, label, (&value.value, value.node), concepts);
        }
        for (attribute, label, value, to) in related {
            self.relate(iri, (&attribute.name, label), value, to, concepts);
        }
    }

    /// Says that an instance is related to that of another page.
    fn relate(&mut self, iri: &str, name: (&str, &str), value: &InstanceValue, to: usize, concepts: &[usize]) {
        let evidence = self.evidence(&value.value, value.node, name.1);
        let (subject, property) = (iri.to_owned(), relation_iri(name.0));
        let object = Value::Individual(self.iri_of(to));
        let of = self.plan.members.concepts[to].clone();
        self.page.related.insert(self.page.facts.statements.len(), of);
        self.page.facts.statements.push(Statement { subject, property, value: object, evidence });
        self.page.concepts.push(concepts.to_vec());
    }

    /// Where a text stands.
    fn evidence(&self, text: &str, node: NodeId, field: &str) -> Evidence {
        let path = self.placed.script.clone().unwrap_or_else(|| self.placed.page.tree.path(node));
        Evidence { node, path, text: text.to_owned(), field: field.to_owned(), confidence: CONFIDENCE }
    }

    fn say(&mut self, iri: &str, name: &str, label: Option<&str>, value: (&str, NodeId), concepts: &[usize]) {
        let (text, node) = value;
        if label.is_none() {
            self.page.unlabelled.insert(self.page.facts.statements.len());
        }
        let evidence = self.evidence(text, node, label.unwrap_or(name));
        let (subject, property) = (iri.to_owned(), property_iri(name));
        let value = Value::Literal(if name == NAME { text_literal(text) } else { literal(text) });
        self.page.facts.statements.push(Statement { subject, property, value, evidence });
        self.page.concepts.push(concepts.to_vec());
    }
}
