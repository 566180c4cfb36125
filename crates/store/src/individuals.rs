//! What an individual is: whatever some page or file says is of a class, unless the class is one of those by which
//! ontologies and records of provenance speak of themselves.

use std::cell::RefCell;

use oxrdf::NamedNodeRef;
use rustc_hash::FxHashMap;

use crate::error::StoreError;
use crate::snapshot::{Quad, Snapshot};
use crate::terms::{Stored, TermId};
use crate::vocabulary::TYPE;

/// Vocabularies whose classes are of terms, pages, places on pages and activities.
const ABOUT_TERMS: [&str; 5] = [
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "http://www.w3.org/2000/01/rdf-schema#",
    "http://www.w3.org/2002/07/owl#",
    "http://www.w3.org/ns/prov#",
    "http://www.w3.org/ns/oa#",
];

/// The one class among them that says nothing of its members.
const THING: &str = "http://www.w3.org/2002/07/owl#Thing";

/// Tells statements that make individuals from others.
pub(crate) struct Individuals<'a> {
    snapshot: &'a Snapshot,
    kind: Option<TermId>,
    /// Graphs that are not about individuals.
    own_graphs: Vec<TermId>,
    /// By class, whether its members are individuals.
    classes: RefCell<FxHashMap<TermId, bool>>,
}

impl<'a> Individuals<'a> {
    pub(crate) fn of(snapshot: &'a Snapshot) -> Result<Individuals<'a>, StoreError> {
        let kind = snapshot.find(NamedNodeRef::new_unchecked(TYPE).into())?;
        Ok(Individuals { snapshot, kind, own_graphs: snapshot.own_graphs()?, classes: RefCell::default() })
    }

    /// The property that says of which class something is, if anything says so.
    pub(crate) fn kind(&self) -> Option<TermId> {
        self.kind
    }

    /// Whether a graph is one of our own, which are not about individuals.
    pub(crate) fn is_own(&self, graph: TermId) -> bool {
        self.own_graphs.contains(&graph)
    }

    /// Whether a statement says that its subject is an individual of a class.
    pub(crate) fn makes_one(&self, quad: &Quad) -> Result<bool, StoreError> {
        if Some(quad.predicate) != self.kind || self.is_own(quad.graph) {
            return Ok(false);
        }
        self.are_members_of(quad.object)
    }

    /// Whether members of a class are individuals.
    pub(crate) fn are_members_of(&self, class: TermId) -> Result<bool, StoreError> {
        if let Some(known) = self.classes.borrow().get(&class) {
            return Ok(*known);
        }
        let are_members = self.snapshot.look(class, |class| match class {
            Stored::Iri(iri) => *iri == *THING || !ABOUT_TERMS.iter().any(|vocabulary| iri.starts_with(vocabulary)),
            _ => true,
        })?;
        self.classes.borrow_mut().insert(class, are_members);
        Ok(are_members)
    }
}
