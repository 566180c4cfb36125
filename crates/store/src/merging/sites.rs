//! Which graphs are of one source: pages of one site tell of different things.
//!
//! Pages that were harvested stand in the table of sources. Those of another knowledge base come with what its graph of
//! sources says of them. Any other graph is a source of its own, unless many of one host or folder have few individuals
//! each, as pages have.

use std::collections::BTreeMap;

use oxrdf::NamedNodeRef;
use rustc_hash::FxHashMap;

use crate::error::StoreError;
use crate::individuals::Individuals;
use crate::snapshot::{Graphs, Pattern, Snapshot};
use crate::terms::{Stored, TermId};
use crate::vocabulary::{PAGE, SOURCES};

/// Graphs that have fewer individuals than this on average are pages.
const FEW: usize = 10;

/// Graphs, each with the number of its site: that of the site's first graph.
pub(super) fn sites(snapshot: &Snapshot, individuals: &Individuals<'_>) -> Result<FxHashMap<TermId, u32>, StoreError> {
    let harvested = harvested(snapshot)?;
    let sources = snapshot.find(NamedNodeRef::new_unchecked(SOURCES).into())?;
    let (mut pages, mut others) = (Vec::new(), BTreeMap::<String, Vec<TermId>>::new());
    let mut next = snapshot.graph_from(1)?;
    while let Some(graph) = next {
        next = graph.checked_add(1).map_or(Ok(None), |after| snapshot.graph_from(after))?;
        if individuals.is_own(graph) {
            continue;
        }
        if let Some(site) = harvested.get(&graph) {
            pages.push((graph, site.clone()));
            continue;
        }
        let site = snapshot.look(graph, |stored| match stored {
            Stored::Iri(iri) => Some(site_of_graph(iri)),
            _ => None,
        })?;
        let Some(site) = site else { continue };
        if is_told(snapshot, sources, graph)? {
            pages.push((graph, site));
        } else {
            others.entry(site).or_default().push(graph);
        }
    }
    for (site, graphs) in others {
        let mut count = 0;
        for &graph in &graphs {
            let pattern = Pattern { predicate: individuals.kind(), graph: Graphs::One(graph), ..Pattern::default() };
            count += snapshot.quads(pattern)?.take(FEW * FEW).count();
        }
        if count < FEW * graphs.len() {
            pages.extend(graphs.into_iter().map(|graph| (graph, site.clone())));
        }
    }
    pages.sort_unstable();
    let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
    Ok(pages.into_iter().map(|(graph, site)| (graph, *numbers.entry(site).or_insert(graph))).collect())
}

/// The graphs of pages that were harvested, with their sites.
fn harvested(snapshot: &Snapshot) -> Result<FxHashMap<TermId, String>, StoreError> {
    let mut statement = snapshot.db().prepare("SELECT graph, name, address FROM sources")?;
    let site = |row: &rusqlite::Row<'_>| {
        let (name, address): (String, Option<String>) = (row.get(1)?, row.get(2)?);
        Ok((row.get(0)?, site(&name, address.as_deref())))
    };
    Ok(statement.query_map([], site)?.collect::<Result<_, _>>()?)
}

/// Whether the graph of sources knows a page.
fn is_told(snapshot: &Snapshot, sources: Option<TermId>, graph: TermId) -> Result<bool, StoreError> {
    let Some(sources) = sources else { return Ok(false) };
    let pattern = Pattern { subject: Some(graph), graph: Graphs::One(sources), ..Pattern::default() };
    Ok(snapshot.quads(pattern)?.next().transpose()?.is_some())
}

/// The site of a page, by the name of its graph.
fn site_of_graph(iri: &str) -> String {
    match iri.strip_prefix(PAGE) {
        Some(name) => site(name, None),
        None if iri.contains("://") => site(iri, None),
        None => iri.rsplit_once(['/', '#', ':']).map_or("", |(folder, _)| folder).to_owned(),
    }
}

/// The host of an address, or the folder of a file.
fn site(name: &str, address: Option<&str>) -> String {
    let behind = |address: &str| address.split_once("://").map(|(_, rest)| rest.to_owned());
    match address.and_then(behind).or_else(|| behind(name)) {
        Some(rest) => rest.split(['/', '?', '#']).next().unwrap_or_default().to_owned(),
        None => name.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_has_the_site_of_its_page() {
        assert_eq!(site_of_graph("https://a.example/x?y"), site("x.warc", Some("https://a.example/z")));
        assert_eq!(site_of_graph("urn:lode:page:pages/a%20b.html"), site("pages/c.html", None));
        assert_eq!(site_of_graph("urn:x:shelf:7"), "urn:x:shelf");
    }
}
