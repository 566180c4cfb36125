//! One thing as all sites tell it: every property with each value that somebody gives, who gives it, and where they
//! differ.

use std::collections::BTreeMap;
use std::path::Path;

use knowledge::ontology::local_name;
use store::{Described, Snapshot, StoreError, plain};

/// A thing as all sites tell it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Portrait {
    /// Its IRI.
    pub iri: String,
    /// What it is called.
    pub label: Option<String>,
    /// How many individuals it is made of.
    pub individuals: usize,
    /// What is told of it, where sites differ first.
    pub told: Vec<ToldProperty>,
}

/// What is told of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldProperty {
    /// The last word of its IRI.
    pub name: String,
    /// Each value once, as it is first told, with the pages that say so.
    pub values: Vec<(String, Vec<String>)>,
}

impl ToldProperty {
    /// Whether two sites give different values, each of them one.
    pub fn is_disputed(&self) -> bool {
        let folder = |pages: &[String]| pages.first().and_then(|page| Path::new(page).parent()).map(Path::to_owned);
        matches!(self.values.as_slice(), [(_, one), (_, other)] if folder(one) != folder(other))
    }
}

/// What a knowledge base knows of a thing and of all that are the same; nothing if it does not know it.
///
/// # Errors
///
/// If it cannot be read.
pub fn portrait(snapshot: &Snapshot, iri: &str) -> Result<Option<Portrait>, StoreError> {
    let Some(described) = snapshot.describe(iri)? else { return Ok(None) };
    let Described { iri, label, same, mut values, .. } = described;
    for other in &same {
        values.extend(snapshot.describe(other)?.into_iter().flat_map(|other| other.values));
    }
    let mut told: BTreeMap<&str, Vec<(String, Vec<String>)>> = BTreeMap::new();
    // What it is called is its label.
    for value in values.iter().filter(|value| local_name(&value.property) != "name") {
        let said = value.text.clone().unwrap_or_else(|| plain(&value.value));
        let (page, values) =
            (value.page.clone().unwrap_or_default(), told.entry(local_name(&value.property)).or_default());
        match values.iter_mut().find(|(known, _)| *known == said) {
            Some((_, pages)) => pages.push(page),
            None => values.push((said, vec![page])),
        }
    }
    let told = told.into_iter().map(|(name, values)| ToldProperty { name: name.to_owned(), values });
    let mut told: Vec<ToldProperty> = told.collect();
    told.sort_by_key(|property| !property.is_disputed());
    Ok(Some(Portrait { iri, label, individuals: same.len() + 1, told }))
}

/// The thing that most individuals are the same as, and of which most is known.
///
/// # Errors
///
/// If the knowledge base cannot be read.
pub fn best_known(snapshot: &Snapshot) -> Result<Option<Portrait>, StoreError> {
    let mut best: Option<Described> = None;
    for iri in snapshot.individuals(&[])? {
        let Some(described) = snapshot.describe(&iri)? else { continue };
        let score = |one: &Described| (one.same.len(), one.values.len());
        if best.as_ref().is_none_or(|best| score(&described) > score(best)) {
            best = Some(described);
        }
    }
    best.map_or(Ok(None), |best| portrait(snapshot, &best.iri))
}
