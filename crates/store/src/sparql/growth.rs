//! How long the texts can become that a query makes. A few nested calls of `CONCAT` or `REPLACE` make a text that no
//! memory holds, in one step that nothing can interrupt. Such a query is refused before it runs, or when it reads a
//! text that is too long for what it does with it.

use std::collections::HashMap;

use oxrdf::Variable;
use spargebra::Query;
use spargebra::algebra::{AggregateExpression, AggregateFunction, Expression, Function, GraphPattern};

use super::shape::{Part, pattern_of, within};

/// What a text of the knowledge base has at most, as a rule.
const USUAL: u64 = 1 << 10;
/// What anything else than a text has when it is written out.
const SHORT: u64 = 64;

/// How many bytes a text that a pattern reads may have, so that none that it makes has more than `most`. `None` if
/// those of the usual length are too long already.
pub(super) fn longest_to_read(pattern: &GraphPattern, most: u64) -> Option<u64> {
    let is_fine = |read: &u64| longest_made(pattern, *read) <= most;
    std::iter::successors(Some(USUAL), |read| Some(2 * read))
        .take_while(|read| *read <= most.max(USUAL) && is_fine(read))
        .last()
}

/// Bytes of the longest text that a pattern can make of texts that have no more than `read`.
fn longest_made(pattern: &GraphPattern, read: u64) -> u64 {
    let mut texts = Texts { read, variables: HashMap::new(), longest: 0 };
    texts.part(Part::Pattern(pattern));
    texts.longest
}

/// What the evaluator may keep of the texts that a query reads, where nobody counts it: texts that are put together or
/// told apart row by row, and statements that were told already.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unseen {
    /// Nothing.
    Nothing,
    /// All that is read, so many times over, and in each step so many bytes besides.
    AsRead { times: u64, each: u64 },
    /// As much as a step can make, in each step.
    Anything,
}

/// What the evaluator may keep unseen of a query of so many bytes that makes texts at most so many times as long as it
/// reads them.
pub(super) fn unseen(query: &Query, length: usize, times: u64) -> Unseen {
    /// Beyond these, it is easier to think of anything.
    const MOST_TIMES: u64 = 64;
    const MOST_EACH: u64 = 4 << 10;
    let is_told = matches!(query, Query::Construct { .. } | Query::Describe { .. });
    if !is_told && !keeps_texts(pattern_of(query)) {
        return Unseen::Nothing;
    }
    let constants = if is_told { length as u64 } else { 0 };
    let each = SHORT + constants.max(longest_made(pattern_of(query), 0));
    if times > MOST_TIMES || each > MOST_EACH { Unseen::Anything } else { Unseen::AsRead { times: times.max(1), each } }
}

/// Whether something is gathered from many rows that are not terms.
fn keeps_texts(pattern: &GraphPattern) -> bool {
    let mut rest = vec![Part::Pattern(pattern)];
    while let Some(part) = rest.pop() {
        if let Part::Pattern(GraphPattern::Group { aggregates, .. }) = part
            && aggregates.iter().any(|(_, aggregate)| keeps_text(aggregate))
        {
            return true;
        }
        within(part, &mut rest);
    }
    false
}

fn keeps_text(aggregate: &AggregateExpression) -> bool {
    match aggregate {
        AggregateExpression::CountSolutions { .. } => false,
        AggregateExpression::FunctionCall { name, expr, distinct } => match name {
            AggregateFunction::Count if matches!(expr, Expression::Variable(_)) => false,
            AggregateFunction::Count | AggregateFunction::Sum | AggregateFunction::Avg => *distinct,
            _ => true,
        },
    }
}

struct Texts {
    read: u64,
    variables: HashMap<Variable, u64>,
    longest: u64,
}

impl Texts {
    fn bind(&mut self, variable: &Variable, length: u64) {
        let known = self.variables.entry(variable.clone()).or_default();
        *known = length.max(*known);
    }

    fn part(&mut self, part: Part<'_>) {
        match part {
            Part::Pattern(pattern) => self.pattern(pattern),
            Part::Expression(expression) => _ = self.expression(expression),
            Part::Path(_) => {}
        }
    }

    /// All that is within something, in its order.
    fn all_within(&mut self, part: Part<'_>) {
        let mut parts = Vec::new();
        within(part, &mut parts);
        parts.into_iter().for_each(|part| self.part(part));
    }

    fn pattern(&mut self, pattern: &GraphPattern) {
        match pattern {
            GraphPattern::Values { variables, bindings } => {
                for (at, variable) in variables.iter().enumerate() {
                    let texts = bindings.iter().filter_map(|row| row.get(at).and_then(Option::as_ref));
                    let longest = texts.map(|term| term.to_string().len() as u64).max().unwrap_or_default();
                    self.bind(variable, longest.max(self.read));
                }
            }
            GraphPattern::Extend { inner, variable, expression } => {
                self.pattern(inner);
                let length = self.expression(expression);
                self.bind(variable, length);
            }
            GraphPattern::Group { inner, aggregates, .. } => {
                self.pattern(inner);
                for (variable, aggregate) in aggregates {
                    // Texts that are put together from many rows grow row by row, which can be stopped at any time;
                    // how long they have become is seen when they are read.
                    let length = match aggregate {
                        AggregateExpression::CountSolutions { .. } => SHORT,
                        AggregateExpression::FunctionCall { expr, .. } => self.expression(expr).max(self.read),
                    };
                    self.bind(variable, length);
                }
            }
            pattern => self.all_within(Part::Pattern(pattern)),
        }
    }

    fn expression(&mut self, expression: &Expression) -> u64 {
        let length = match expression {
            Expression::NamedNode(node) => node.as_str().len() as u64,
            Expression::Literal(literal) => literal.value().len() as u64,
            Expression::Variable(variable) => self.variables.get(variable).copied().unwrap_or(self.read),
            Expression::If(condition, a, b) => {
                self.expression(condition);
                self.expression(a).max(self.expression(b))
            }
            Expression::Coalesce(members) => {
                members.iter().map(|member| self.expression(member)).max().unwrap_or_default()
            }
            Expression::FunctionCall(function, arguments) => {
                let lengths: Vec<u64> = arguments.iter().map(|argument| self.expression(argument)).collect();
                called(function, &lengths)
            }
            // A number, or yes or no.
            expression => {
                self.all_within(Part::Expression(expression));
                SHORT
            }
        };
        self.longest = self.longest.max(length);
        length
    }
}

/// How long the result of a function can be, from how long its arguments are.
fn called(function: &Function, arguments: &[u64]) -> u64 {
    let argument = |at: usize| arguments.get(at).copied().unwrap_or_default();
    match function {
        Function::Concat => arguments.iter().fold(0, |all, length| all.saturating_add(*length)),
        // At worst every place of the text is replaced.
        Function::Replace => argument(0).saturating_add(1).saturating_mul(argument(2).saturating_add(1)),
        Function::EncodeForUri | Function::UCase | Function::LCase => argument(0).saturating_mul(3),
        _ => arguments.iter().copied().max().unwrap_or_default().saturating_add(SHORT),
    }
}

#[cfg(test)]
mod tests {
    use spargebra::{Query, SparqlParser};

    use super::*;

    fn longest(query: &str) -> u64 {
        match SparqlParser::new().parse_query(query).unwrap() {
            Query::Select { pattern, .. } => longest_made(&pattern, USUAL),
            _ => panic!("not a SELECT"),
        }
    }

    #[test]
    fn ordinary_texts_are_short() {
        assert!(longest("SELECT (CONCAT(?a, ' ', ?b) AS ?c) { ?a ?p ?b }") < 10_000);
        assert!(longest("SELECT ?a { ?a ?p ?b FILTER(CONTAINS(LCASE(REPLACE(?b, '-', '')), 'x')) }") < 10_000);
    }

    #[test]
    fn doubling_is_seen_through_variables_and_subqueries() {
        let mut query = "SELECT * { BIND('a' AS ?x0) ".to_owned();
        for n in 0..40 {
            query += &format!("BIND(CONCAT(?x{n}, ?x{n}) AS ?x{}) ", n + 1);
        }
        assert_eq!(longest(&format!("{query} }}")), 1 << 40);
        assert_eq!(
            longest(&format!("SELECT * {{ {{ {query} }} }} BIND(?x40 AS ?y) }}").replace("} }} BIND", "} } BIND")),
            1 << 40
        );
    }

    #[test]
    fn replacing_multiplies() {
        let nested =
            (0..8).fold("'aaaaaaaaaa'".to_owned(), |inner, _| format!("REPLACE({inner}, 'a', 'aaaaaaaaaaaaaaaaaaaa')"));
        assert!(longest(&format!("SELECT ({nested} AS ?x) {{}}")) > 1 << 32);
    }

    #[test]
    fn the_more_a_query_makes_of_a_text_the_shorter_it_has_to_be() {
        let read = |query: &str| match SparqlParser::new().parse_query(query).unwrap() {
            Query::Select { pattern, .. } => longest_to_read(&pattern, 1 << 27),
            _ => panic!("not a SELECT"),
        };
        assert_eq!(read("SELECT ?o { ?s ?p ?o }"), Some(1 << 27));
        assert_eq!(read("SELECT (CONCAT(?o, ?o, ?o, ?o) AS ?x) { ?s ?p ?o }"), Some(1 << 25));
        assert_eq!(read("SELECT (REPLACE(?o, 'a', ?p) AS ?x) { ?s ?p ?o }"), Some(1 << 13));
        let chain: String = (0..20).map(|n| format!("BIND(CONCAT(?x{n}, ?x{n}) AS ?x{}) ", n + 1)).collect();
        assert_eq!(read(&format!("SELECT * {{ ?s ?p ?x0 {chain} }}")), None);
    }
}
