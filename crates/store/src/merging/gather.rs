//! The individuals of a knowledge base as merging wants them: by class, with the texts of their values and their
//! source.

use std::collections::BTreeMap;

use knowledge::merging::{Individual, MAX_PROPERTIES, Profile, Settings};
use oxrdf::NamedNodeRef;
use rustc_hash::FxHashMap;

use super::apart::Apart;
use super::sites::sites;
use crate::error::StoreError;
use crate::individuals::Individuals;
use crate::snapshot::{Graphs, Pattern, Quad, Snapshot};
use crate::terms::{Stored, TermId};
use crate::vocabulary::{LABEL, SAME_AS};

const SUB_CLASS_OF: &str = "http://www.w3.org/2000/01/rdf-schema#subClassOf";
const INVERSE_FUNCTIONAL: &str = "http://www.w3.org/2002/07/owl#InverseFunctionalProperty";

/// Individuals of related classes.
#[derive(Debug, Default)]
pub(super) struct Kin {
    /// The class that stands for them.
    pub(super) class: TermId,
    /// In order.
    pub(super) individuals: Vec<TermId>,
    pub(super) profiles: Vec<Profile>,
    /// The properties by their numbers.
    pub(super) properties: Properties,
}

/// Numbers for properties, in the order in which they come.
#[derive(Clone, Debug, Default)]
pub(super) struct Properties {
    pub(super) ids: Vec<TermId>,
    numbers: FxHashMap<TermId, u16>,
}

impl Properties {
    pub(super) fn of(ids: Vec<TermId>) -> Properties {
        let numbers = ids.iter().enumerate().map(|(number, id)| (*id, number as u16)).collect();
        Properties { ids, numbers }
    }

    fn number(&mut self, id: TermId) -> u16 {
        if let Some(number) = self.numbers.get(&id) {
            return *number;
        }
        // All that come after the last share its place.
        let number = self.ids.len().min(MAX_PROPERTIES - 1) as u16;
        self.numbers.insert(id, number);
        if self.ids.len() < MAX_PROPERTIES {
            self.ids.push(id);
        }
        number
    }

    /// What is known beforehand, given the properties that are keys.
    pub(super) fn settings(&self, keys: &[TermId]) -> Settings {
        let numbered = self.ids.iter().enumerate().filter(|(_, id)| keys.contains(id));
        Settings { keys: numbered.map(|(number, _)| number as u16).collect(), ..Settings::default() }
    }
}

/// An individual with its values as they are stored.
pub(super) struct Raw {
    pub(super) id: TermId,
    /// The class that stands for its classes.
    pub(super) class: TermId,
    source: u32,
    values: Vec<(TermId, TermId)>,
}

/// Reads individuals.
pub(super) struct Gatherer<'a> {
    snapshot: &'a Snapshot,
    individuals: Individuals<'a>,
    label: Option<TermId>,
    same: Option<TermId>,
    /// Each class that is related to others, with the one that stands for all of them.
    classes: FxHashMap<TermId, TermId>,
    keys: Vec<TermId>,
    sites: FxHashMap<TermId, u32>,
}

impl<'a> Gatherer<'a> {
    pub(super) fn new(snapshot: &'a Snapshot) -> Result<Gatherer<'a>, StoreError> {
        let find = |iri: &str| snapshot.find(NamedNodeRef::new_unchecked(iri).into());
        let individuals = Individuals::of(snapshot)?;
        let mut keys = Vec::new();
        if let (Some(kind), Some(class)) = (individuals.kind(), find(INVERSE_FUNCTIONAL)?) {
            let pattern = Pattern { predicate: Some(kind), object: Some(class), ..Pattern::default() };
            keys = snapshot.quads(pattern)?.map(|quad| quad.map(|quad| quad.subject)).collect::<Result<_, _>>()?;
        }
        Ok(Gatherer {
            snapshot,
            label: find(LABEL)?,
            same: find(SAME_AS)?,
            classes: related_classes(snapshot, find(SUB_CLASS_OF)?)?,
            keys,
            sites: sites(snapshot, &individuals)?,
            individuals,
        })
    }

    pub(super) fn keys(&self) -> &[TermId] {
        &self.keys
    }

    /// How many individuals a class and its relatives have.
    pub(super) fn count(&self, class: TermId) -> Result<usize, StoreError> {
        let relatives = self.classes.iter().filter(|(_, first)| **first == class).map(|(relative, _)| *relative);
        let mut found: Vec<TermId> = Vec::new();
        for class in relatives.chain([class]) {
            let pattern = Pattern { predicate: self.individuals.kind(), object: Some(class), ..Pattern::default() };
            let subjects = self.snapshot.quads(pattern)?.map(|quad| quad.map(|quad| quad.subject));
            found.append(&mut subjects.collect::<Result<_, _>>()?);
        }
        found.sort_unstable();
        found.dedup();
        Ok(found.len())
    }

    /// The individuals that must stay apart.
    pub(super) fn different(&self) -> Result<Apart, StoreError> {
        Apart::of(self.snapshot)
    }

    /// All individuals, by class.
    pub(super) fn all(&self) -> Result<Vec<Kin>, StoreError> {
        let mut all: BTreeMap<TermId, Kin> = BTreeMap::new();
        self.each(|raw| {
            let kin = all.entry(raw.class).or_insert_with(|| Kin { class: raw.class, ..Kin::default() });
            let profile = self.profile(&raw, &mut kin.properties)?;
            kin.individuals.push(raw.id);
            kin.profiles.push(profile);
            Ok(())
        })?;
        Ok(all.into_values().collect())
    }

    /// Some individuals, which are of one class.
    pub(super) fn some(&self, class: TermId, individuals: &[TermId]) -> Result<Kin, StoreError> {
        let mut kin = Kin { class, ..Kin::default() };
        for &id in individuals {
            if let Some(raw) = self.one(id)? {
                let profile = self.profile(&raw, &mut kin.properties)?;
                kin.individuals.push(raw.id);
                kin.profiles.push(profile);
            }
        }
        Ok(kin)
    }

    /// All individuals of one class after the other, with what the published method makes of them: clusters, unless
    /// they are too many.
    pub(super) fn each_as_published(
        &self,
        mut merge: impl FnMut(&[TermId], &[Individual<'_>]),
    ) -> Result<(), StoreError> {
        type Texts = (Vec<TermId>, Vec<(u32, Vec<(u16, String)>)>, Properties);
        let mut all: BTreeMap<TermId, Texts> = BTreeMap::new();
        self.each(|raw| {
            let (ids, texts, properties) = all.entry(raw.class).or_default();
            ids.push(raw.id);
            texts.push((raw.source, self.texts(&raw, properties)?));
            Ok(())
        })?;
        for (ids, texts, _) in all.values() {
            let mut borrowed: Vec<(u32, Vec<(u16, &str)>)> = Vec::with_capacity(texts.len());
            for (source, values) in texts {
                borrowed.push((*source, values.iter().map(|(number, text)| (*number, text.as_str())).collect()));
            }
            let individuals: Vec<Individual<'_>> =
                borrowed.iter().map(|(source, values)| Individual { source: *source, values }).collect();
            merge(ids, &individuals);
        }
        Ok(())
    }

    /// One individual, if it is one.
    pub(super) fn one(&self, id: TermId) -> Result<Option<Raw>, StoreError> {
        let pattern = Pattern { subject: Some(id), graph: Graphs::Each, ..Pattern::default() };
        let quads: Vec<Quad> = self.snapshot.quads(pattern)?.collect::<Result<_, _>>()?;
        self.raw(&quads)
    }

    /// What is compared of an individual.
    pub(super) fn profile(&self, raw: &Raw, properties: &mut Properties) -> Result<Profile, StoreError> {
        let texts = self.texts(raw, properties)?;
        let values: Vec<(u16, &str)> = texts.iter().map(|(number, text)| (*number, text.as_str())).collect();
        let keys = properties.settings(&self.keys).key_bits();
        Ok(Profile::new(&Individual { source: raw.source, values: &values }, keys))
    }

    /// Goes through all statements once, subject by subject.
    fn each(&self, mut take: impl FnMut(Raw) -> Result<(), StoreError>) -> Result<(), StoreError> {
        let mut quads: Vec<Quad> = Vec::new();
        for quad in self.snapshot.quads(Pattern { graph: Graphs::Each, ..Pattern::default() })? {
            let quad = quad?;
            if quads.first().is_some_and(|first| first.subject != quad.subject) {
                if let Some(raw) = self.raw(&quads)? {
                    take(raw)?;
                }
                quads.clear();
            }
            quads.push(quad);
        }
        if let Some(raw) = self.raw(&quads)? {
            take(raw)?;
        }
        Ok(())
    }

    /// What all statements about a subject make of it.
    fn raw(&self, quads: &[Quad]) -> Result<Option<Raw>, StoreError> {
        let mut made: Option<(&Quad, TermId)> = None;
        for quad in quads {
            if self.individuals.makes_one(quad)? {
                let class = self.classes.get(&quad.object).copied().unwrap_or(quad.object);
                made = Some(made.map_or((quad, class), |(first, lowest)| (first, lowest.min(class))));
            }
        }
        let Some((kind, class)) = made else { return Ok(None) };
        let about = || quads.iter().filter(|quad| !self.individuals.is_own(quad.graph));
        let is_value =
            |quad: &&Quad| Some(quad.predicate) != self.individuals.kind() && Some(quad.predicate) != self.same;
        let mut values: Vec<(TermId, TermId)> =
            about().filter(is_value).map(|quad| (quad.predicate, quad.object)).collect();
        values.dedup();
        // A label that repeats another value says nothing more.
        let repeats = |value: &(TermId, TermId)| {
            Some(value.0) == self.label && values.iter().any(|other| other.0 != value.0 && other.1 == value.1)
        };
        let doubled: Vec<(TermId, TermId)> = values.iter().copied().filter(|value| repeats(value)).collect();
        values.retain(|value| !doubled.contains(value));
        let source = self.sites.get(&kind.graph).copied().unwrap_or(kind.graph);
        Ok(Some(Raw { id: kind.subject, class, source, values }))
    }

    fn texts(&self, raw: &Raw, properties: &mut Properties) -> Result<Vec<(u16, String)>, StoreError> {
        raw.values.iter().map(|&(property, value)| Ok((properties.number(property), self.text(value)?))).collect()
    }

    /// A value as a text. Another individual is what it is called.
    fn text(&self, value: TermId) -> Result<String, StoreError> {
        let text = self.snapshot.look(value, |stored| match stored {
            Stored::Text(text) | Stored::LanguageText(text, _) | Stored::Typed(text, _) => Ok(text.to_owned()),
            Stored::Iri(iri) => Err(knowledge::ontology::local_name(iri).to_owned()),
            Stored::Blank(_) => Err(String::new()),
        })?;
        match text {
            Ok(text) => Ok(text),
            Err(name) => Ok(self.snapshot.label(value)?.unwrap_or(name)),
        }
    }
}

/// Classes that are related by `rdfs:subClassOf`, each with the lowest number among its relatives.
fn related_classes(snapshot: &Snapshot, sub_class_of: Option<TermId>) -> Result<FxHashMap<TermId, TermId>, StoreError> {
    let mut roots: FxHashMap<TermId, TermId> = FxHashMap::default();
    let Some(sub_class_of) = sub_class_of else { return Ok(roots) };
    let root = |roots: &FxHashMap<TermId, TermId>, mut class: TermId| {
        while let Some(&above) = roots.get(&class).filter(|above| **above != class) {
            class = above;
        }
        class
    };
    for quad in snapshot.quads(Pattern { predicate: Some(sub_class_of), ..Pattern::default() })? {
        let quad = quad?;
        let (below, above) = (root(&roots, quad.subject), root(&roots, quad.object));
        let (low, high) = (below.min(above), below.max(above));
        roots.insert(high, low);
        roots.entry(low).or_insert(low);
    }
    let all: Vec<TermId> = roots.keys().copied().collect();
    Ok(all.into_iter().map(|class| (class, root(&roots, class))).collect())
}
