//! What the classes of an ontology are to each other: which properties an individual of a class has, and which links
//! lead from it to others.

use super::iris::Hash;
use crate::names::{Dictionary, Term};
use crate::ontology::{Class, Ontology, Property, Range};

/// A property that leads from an individual to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Link {
    /// Its place in the ontology.
    pub property: usize,
    /// The class at its end, by its place in the ontology.
    pub class: usize,
}

/// What things are of which nothing is said.
const THING: &str = "http://www.w3.org/2002/07/owl#Thing";

/// Adds the classes that an ontology uses without declaring them; to one that has none at all, the class of all things.
/// Those that are there keep their places.
pub fn complete(ontology: &mut Ontology) {
    let mut used: Vec<String> = Vec::new();
    for property in &ontology.properties {
        let ends: &[String] = match &property.range {
            Range::Individual(ends) => ends,
            _ => &[],
        };
        let undeclared = property.domain.iter().chain(ends);
        for iri in undeclared.filter(|iri| ontology.classes.iter().all(|class| class.iri != **iri)) {
            if !used.contains(iri) {
                used.push(iri.clone());
            }
        }
    }
    if used.is_empty() && ontology.classes.is_empty() {
        used.push(THING.to_owned());
    }
    let class = |iri: String| Class { iri, names: Vec::new(), comments: Vec::new(), parents: Vec::new() };
    ontology.classes.extend(used.into_iter().map(class));
}

/// The classes that a class is, itself first, then those above it.
pub fn lineage(ontology: &Ontology, class: usize) -> Vec<usize> {
    let mut found = vec![class];
    let mut at = 0;
    // Each class comes once, so a circle of superclasses ends.
    while let Some(&next) = found.get(at) {
        for parent in &ontology.classes[next].parents {
            let parent = ontology.classes.iter().position(|class| class.iri == *parent);
            found.extend(parent.filter(|parent| !found.contains(parent)));
        }
        at += 1;
    }
    found
}

/// Whether a property says something of individuals of a class.
fn is_of(ontology: &Ontology, property: &Property, classes: &[usize]) -> bool {
    property.domain.iter().any(|domain| classes.iter().any(|&class| ontology.classes[class].iri == *domain))
}

/// The properties of a class whose values are printed: its own and those of the classes above it, and what may be said
/// of any class, unless the class is only there to be linked to.
pub fn own_properties(ontology: &Ontology, class: usize) -> Vec<usize> {
    let classes = lineage(ontology, class);
    let is_free = !is_linked(ontology, class);
    let is_own = |property: &Property| is_of(ontology, property, &classes) || (property.domain.is_empty() && is_free);
    let properties = ontology.properties.iter().enumerate();
    let own = properties.filter(|(_, property)| !property.is_object && is_own(property));
    own.map(|(number, _)| number).collect()
}

/// The links of a class, each with the first class of its range that the ontology knows. Links back to the class itself
/// are left out: what a page lists of its own class are other pages' subjects.
pub fn links(ontology: &Ontology, class: usize) -> Vec<Link> {
    let classes = lineage(ontology, class);
    let mut found = Vec::new();
    for (number, property) in ontology.properties.iter().enumerate() {
        let Range::Individual(ends) = &property.range else { continue };
        let known = ends.iter().find_map(|end| ontology.classes.iter().position(|class| class.iri == *end));
        if let Some(end) = known.filter(|end| is_of(ontology, property, &classes) && !classes.contains(end)) {
            found.push(Link { property: number, class: end });
        }
    }
    found
}

/// The classes that pages may be about, those that no link leads to first; each has properties whose values are
/// printed.
pub fn subjects(ontology: &Ontology) -> Vec<usize> {
    let described: Vec<usize> =
        (0..ontology.classes.len()).filter(|&class| !own_properties(ontology, class).is_empty()).collect();
    let (linked, free): (Vec<usize>, Vec<usize>) = described.into_iter().partition(|&class| is_linked(ontology, class));
    free.into_iter().chain(linked).collect()
}

/// Whether a link leads to a class from another.
pub fn is_linked(ontology: &Ontology, class: usize) -> bool {
    let iri = &ontology.classes[class].iri;
    ontology.properties.iter().any(|property| match &property.range {
        Range::Individual(ends) => ends.contains(iri) && !property.domain.contains(iri),
        _ => false,
    })
}

/// A mark of all that is known of a class, of its properties, and of the classes that its links lead to: what was
/// learnt from pages with one mark may be learnt better with another.
pub fn known_mark(ontology: &Ontology, dictionary: &Dictionary, class: usize) -> String {
    let links = links(ontology, class);
    let mut classes: Vec<usize> = std::iter::once(class).chain(links.iter().map(|link| link.class)).collect();
    classes.sort_unstable();
    classes.dedup();
    let mut properties: Vec<usize> = classes.iter().flat_map(|&class| own_properties(ontology, class)).collect();
    properties.extend(links.iter().map(|link| link.property));
    properties.sort_unstable();
    properties.dedup();
    // In the order of their IRIs: other terms may come to stand before them.
    let classes = classes.into_iter().map(|class| (&ontology.classes[class].iri, String::new(), Term::Class(class)));
    let properties = properties.into_iter().map(|number| {
        let property = &ontology.properties[number];
        let Property { is_functional, comments, examples, unit, range, .. } = property;
        let said = format!("{is_functional} {comments:?} {examples:?} {unit:?} {range:?}");
        (&property.iri, said, Term::Property(number))
    });
    let mut terms: Vec<(&String, String, Term)> = classes.chain(properties).collect();
    terms.sort_unstable_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
    let mut hash = Hash::new();
    for (iri, said, term) in terms {
        hash.add(iri);
        hash.add(&said);
        let mut names: Vec<&str> = dictionary.names(term).map(|(name, _)| name).collect();
        names.sort_unstable();
        names.into_iter().for_each(|name| hash.add(name));
    }
    hash.number()
}
