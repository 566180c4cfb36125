//! Cases that are only parsed.

use spargebra::SparqlParser;

use super::manifest::Case;
use crate::sparql::QueryError;
use crate::sparql::parse::{Prefixes, parse};

/// The text, relative to where the suite has it.
fn text(case: &Case) -> String {
    let resource = case.query.as_ref().unwrap_or_else(|| panic!("{} has no text", case.name));
    format!("BASE <{}>\n{}", resource.iri, resource.text())
}

/// That a text is taken for a query. One that asks other machines is, although it is refused.
pub(super) fn is_query(case: &Case) -> Result<(), String> {
    let text = text(case);
    match parse(&text, &Prefixes::default()) {
        Ok(_) | Err(QueryError::Service(_)) => Ok(()),
        Err(error) => Err(format!("{text}\nis a query, and yet: {error}")),
    }
}

/// That a text is not taken for a query.
pub(super) fn is_no_query(case: &Case) -> Result<(), String> {
    let text = text(case);
    match parse(&text, &Prefixes::default()) {
        Err(QueryError::Syntax { .. } | QueryError::Update(_)) => Ok(()),
        Err(error) => Err(format!("{text}\nis no query, but for another reason than: {error}")),
        Ok(query) => Err(format!("{text}\nis no query, but was read as {query}")),
    }
}

/// Updates are not offered; whoever offers them will use this parser.
pub(super) fn is_update(case: &Case) -> Result<(), String> {
    let text = text(case);
    SparqlParser::new().parse_update(&text).map(|_| ()).map_err(|error| format!("{text}\nis an update: {error}"))
}

/// That a text is not taken for an update.
pub(super) fn is_no_update(case: &Case) -> Result<(), String> {
    let text = text(case);
    match SparqlParser::new().parse_update(&text) {
        Err(_) => Ok(()),
        Ok(update) => Err(format!("{text}\nis no update, but was read as {update}")),
    }
}
