//! From a text to a query that may be evaluated.

use spargebra::algebra::{Expression, GraphPattern};
use spargebra::{Query, SparqlParser};

use super::growth::longest_text;
use super::{QueryError, guard};

/// The longest text that a query may make.
const MOST_TEXT: u64 = 1 << 28;

/// Prefixes that a query need not declare.
#[derive(Clone, Debug, Default)]
pub struct Prefixes(pub Vec<(String, String)>);

/// Parses a query, and refuses what must not be evaluated.
pub(super) fn parse(text: &str, prefixes: &Prefixes) -> Result<Query, QueryError> {
    guard::check(text)?;
    let mut parser = SparqlParser::new();
    for (prefix, iri) in &prefixes.0 {
        // One that is no IRI would be the ontology's fault; the query may do without it.
        parser = parser.clone().with_prefix(prefix, iri).unwrap_or(parser);
    }
    let query = parser.parse_query(text).map_err(|error| syntax(&error.to_string(), text))?;
    let (Query::Select { pattern, .. }
    | Query::Construct { pattern, .. }
    | Query::Describe { pattern, .. }
    | Query::Ask { pattern, .. }) = &query;
    if let Some(service) = service(pattern) {
        return Err(QueryError::Service(service));
    }
    if longest_text(pattern) > MOST_TEXT {
        return Err(QueryError::TooMuchText);
    }
    Ok(query)
}

fn syntax(message: &str, text: &str) -> QueryError {
    let _ = text;
    QueryError::Syntax { message: message.to_owned(), prefix: None }
}

/// The machine that a pattern asks, if it asks one.
fn service(pattern: &GraphPattern) -> Option<String> {
    match pattern {
        GraphPattern::Service { name, .. } => Some(name.to_string()),
        GraphPattern::Bgp { .. } | GraphPattern::Path { .. } | GraphPattern::Values { .. } => None,
        GraphPattern::Join { left, right }
        | GraphPattern::Lateral { left, right }
        | GraphPattern::Union { left, right }
        | GraphPattern::Minus { left, right } => service(left).or_else(|| service(right)),
        GraphPattern::LeftJoin { left, right, expression } => {
            service(left).or_else(|| service(right)).or_else(|| expression.as_ref().and_then(asked_within))
        }
        GraphPattern::Filter { expr, inner } => service(inner).or_else(|| asked_within(expr)),
        GraphPattern::Extend { inner, expression, .. } => service(inner).or_else(|| asked_within(expression)),
        GraphPattern::Graph { inner, .. }
        | GraphPattern::OrderBy { inner, .. }
        | GraphPattern::Project { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. }
        | GraphPattern::Group { inner, .. } => service(inner),
    }
}

/// The machine that a pattern within an expression asks. What is overlooked here, the evaluator refuses.
fn asked_within(expression: &Expression) -> Option<String> {
    match expression {
        Expression::Exists(pattern) => service(pattern),
        Expression::Not(inner) => asked_within(inner),
        Expression::And(a, b) | Expression::Or(a, b) => asked_within(a).or_else(|| asked_within(b)),
        _ => None,
    }
}
