//! Which classes have which properties, and where these lead: what a map of a knowledge base shows. Of each property
//! some statements are looked at, so that it takes no longer for a million of them.

use std::collections::BTreeMap;

use crate::error::StoreError;
use crate::harvest::plain;
use crate::individuals::Individuals;
use crate::snapshot::{Graphs, Pattern, Snapshot};
use crate::terms::{Stored, TermId};
use crate::vocabulary::{LABEL, SAME_AS};

/// Statements of each property that are looked at.
const SAMPLE: usize = 2000;

/// Individuals of a class have a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The IRI of the class.
    pub class: String,
    /// The IRI of the property.
    pub property: String,
    /// The IRI of the class that it leads to, if it leads to individuals of one.
    pub to: Option<String>,
    /// How often, of the statements that were looked at.
    pub count: u64,
}

impl Snapshot {
    /// The properties of classes, by class and property, the most frequent ends first.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn connections(&self) -> Result<Vec<Connection>, StoreError> {
        let individuals = Individuals::of(self)?;
        let mut counts: BTreeMap<(TermId, TermId, Option<TermId>), u64> = BTreeMap::new();
        for predicate in self.predicates()? {
            if Some(predicate) == individuals.kind() || self.look(predicate, is_about_names)? {
                continue;
            }
            let pattern = Pattern { predicate: Some(predicate), graph: Graphs::Each, ..Pattern::default() };
            for quad in self.quads(pattern)?.take(SAMPLE) {
                let quad = quad?;
                if individuals.is_own(quad.graph) {
                    continue;
                }
                let leads = self.look(quad.object, |object| matches!(object, Stored::Iri(_)))?;
                let to = if leads { self.class_of(quad.object, &individuals)? } else { None };
                if let Some(class) = self.class_of(quad.subject, &individuals)? {
                    *counts.entry((class, predicate, to)).or_default() += 1;
                }
            }
        }
        let iri = |id: TermId| self.term(id).map(|term| plain(&term));
        let mut connections = Vec::new();
        for ((class, property, to), count) in counts {
            let to = to.map(iri).transpose()?;
            connections.push(Connection { class: iri(class)?, property: iri(property)?, to, count });
        }
        connections.sort_by(|a, b| {
            let key = |one: &Connection| (one.class.clone(), std::cmp::Reverse(one.count), one.property.clone());
            key(a).cmp(&key(b)).then_with(|| a.to.cmp(&b.to))
        });
        Ok(connections)
    }

    /// The first class of an individual.
    fn class_of(&self, individual: TermId, individuals: &Individuals<'_>) -> Result<Option<TermId>, StoreError> {
        let pattern = Pattern {
            subject: Some(individual),
            predicate: individuals.kind(),
            graph: Graphs::Each,
            ..Pattern::default()
        };
        if individuals.kind().is_none() {
            return Ok(None);
        }
        for quad in self.quads(pattern)? {
            let quad = quad?;
            if individuals.makes_one(&quad)? {
                return Ok(Some(quad.object));
            }
        }
        Ok(None)
    }
}

/// Labels and links between what is the same say nothing of a class.
fn is_about_names(predicate: Stored<'_>) -> bool {
    matches!(predicate, Stored::Iri(iri) if *iri == *LABEL || *iri == *SAME_AS)
}
