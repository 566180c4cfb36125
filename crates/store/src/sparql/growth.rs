//! How long the texts can become that a query makes. A few nested calls of `CONCAT` or `REPLACE` make a text that no
//! memory holds, in one step that nothing can interrupt; such a query is refused before it runs.

use std::collections::HashMap;

use oxrdf::Variable;
use spargebra::algebra::{AggregateExpression, Expression, Function, GraphPattern, OrderExpression};

/// What a text of the knowledge base is taken to have.
const USUAL: u64 = 1 << 10;
/// What anything else than a text has when it is written out.
const SHORT: u64 = 64;

/// Bytes of the longest text that a pattern can make, if the texts of the knowledge base are of the usual length.
pub(super) fn longest_text(pattern: &GraphPattern) -> u64 {
    let mut texts = Texts::default();
    texts.pattern(pattern);
    texts.longest
}

#[derive(Default)]
struct Texts {
    variables: HashMap<Variable, u64>,
    longest: u64,
}

impl Texts {
    fn bind(&mut self, variable: &Variable, length: u64) {
        let known = self.variables.entry(variable.clone()).or_default();
        *known = length.max(*known);
    }

    fn pattern(&mut self, pattern: &GraphPattern) {
        match pattern {
            GraphPattern::Bgp { .. } | GraphPattern::Path { .. } => {}
            GraphPattern::Values { variables, bindings } => {
                for (at, variable) in variables.iter().enumerate() {
                    let texts = bindings.iter().filter_map(|row| row.get(at).and_then(Option::as_ref));
                    let longest = texts.map(|term| term.to_string().len() as u64).max().unwrap_or_default();
                    self.bind(variable, longest.max(USUAL));
                }
            }
            GraphPattern::Join { left, right }
            | GraphPattern::Lateral { left, right }
            | GraphPattern::Union { left, right }
            | GraphPattern::Minus { left, right } => {
                self.pattern(left);
                self.pattern(right);
            }
            GraphPattern::LeftJoin { left, right, expression } => {
                self.pattern(left);
                self.pattern(right);
                if let Some(expression) = expression {
                    self.expression(expression);
                }
            }
            GraphPattern::Filter { expr, inner } => {
                self.pattern(inner);
                self.expression(expr);
            }
            GraphPattern::Extend { inner, variable, expression } => {
                self.pattern(inner);
                let length = self.expression(expression);
                self.bind(variable, length);
            }
            GraphPattern::OrderBy { inner, expression } => {
                self.pattern(inner);
                for order in expression {
                    let (OrderExpression::Asc(expression) | OrderExpression::Desc(expression)) = order;
                    self.expression(expression);
                }
            }
            GraphPattern::Group { inner, aggregates, .. } => {
                self.pattern(inner);
                for (variable, aggregate) in aggregates {
                    // Texts that are put together from many rows grow row by row, which can be stopped at any time.
                    let length = match aggregate {
                        AggregateExpression::CountSolutions { .. } => SHORT,
                        AggregateExpression::FunctionCall { expr, .. } => self.expression(expr).saturating_mul(64),
                    };
                    self.bind(variable, length);
                }
            }
            GraphPattern::Graph { inner, .. }
            | GraphPattern::Project { inner, .. }
            | GraphPattern::Distinct { inner }
            | GraphPattern::Reduced { inner }
            | GraphPattern::Slice { inner, .. }
            | GraphPattern::Service { inner, .. } => self.pattern(inner),
        }
    }

    fn expression(&mut self, expression: &Expression) -> u64 {
        let length = match expression {
            Expression::NamedNode(node) => node.as_str().len() as u64,
            Expression::Literal(literal) => literal.value().len() as u64,
            Expression::Variable(variable) => self.variables.get(variable).copied().unwrap_or(USUAL),
            Expression::Or(a, b)
            | Expression::And(a, b)
            | Expression::Equal(a, b)
            | Expression::SameTerm(a, b)
            | Expression::Greater(a, b)
            | Expression::GreaterOrEqual(a, b)
            | Expression::Less(a, b)
            | Expression::LessOrEqual(a, b)
            | Expression::Add(a, b)
            | Expression::Subtract(a, b)
            | Expression::Multiply(a, b)
            | Expression::Divide(a, b) => {
                self.expression(a);
                self.expression(b);
                SHORT
            }
            Expression::In(a, members) => {
                self.expression(a);
                members.iter().for_each(|member| _ = self.expression(member));
                SHORT
            }
            Expression::UnaryPlus(a) | Expression::UnaryMinus(a) | Expression::Not(a) => {
                self.expression(a);
                SHORT
            }
            Expression::Exists(pattern) => {
                self.pattern(pattern);
                SHORT
            }
            Expression::Bound(_) => SHORT,
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
            Query::Select { pattern, .. } => longest_text(&pattern),
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
}
