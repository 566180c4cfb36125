//! What a query is once it is parsed: how deep, how hard to plan, and whether it asks other machines. It is walked
//! with a list rather than with calls, since it may still be too deep for those.

use spargebra::Query;
use spargebra::algebra::{AggregateExpression, Expression, GraphPattern, OrderExpression, PropertyPathExpression};

/// What a query is.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    /// The levels of its algebra. The statements of a pattern count as levels, since they become joins of joins.
    pub(super) depth: usize,
    /// Repetitions within repetitions in a path, as in `((p*)*)*`.
    pub(super) repetitions: usize,
    /// About how many nanoseconds it takes to plan it.
    pub(super) planning: u64,
    /// A machine that it asks.
    pub(super) service: Option<String>,
}

/// Nanoseconds that the planner takes to join as many patterns, as measured: it tries each of them at each step, and
/// goes through all that it has joined and all their variables to know what that costs.
fn joining(patterns: usize) -> u64 {
    25_u64.saturating_mul((patterns as u64).saturating_pow(4))
}

/// Nanoseconds that the planner takes for as many `OPTIONAL` in a row.
fn adding(optionals: usize) -> u64 {
    250_u64.saturating_mul((optionals as u64).saturating_pow(3))
}

/// A part of a query.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    Pattern(&'a GraphPattern),
    Expression(&'a Expression),
    Path(&'a PropertyPathExpression),
}

/// The shape of a query.
pub(super) fn shape(query: &Query) -> Shape {
    let mut shape = Shape::default();
    let mut rest = vec![(Part::Pattern(pattern_of(query)), 1, Above::Other)];
    let mut found = Vec::new();
    while let Some((part, depth, above)) = rest.pop() {
        let levels = match part {
            Part::Pattern(GraphPattern::Bgp { patterns }) => patterns.len(),
            Part::Pattern(GraphPattern::Service { name, .. }) => {
                shape.service.get_or_insert_with(|| name.to_string());
                1
            }
            Part::Path(path) if above != Above::Path => {
                shape.repetitions = shape.repetitions.max(repetitions(path));
                1
            }
            _ => 1,
        };
        shape.depth = shape.depth.max(depth + levels);
        let kind = Above::of(part);
        if let Part::Pattern(pattern) = part
            && kind != above
        {
            shape.planning = shape.planning.saturating_add(match kind {
                Above::Join => joining(joined(pattern)),
                Above::Optional => adding(optionals(pattern)),
                Above::Path | Above::Other => 0,
            });
        }
        within(part, &mut found);
        rest.extend(found.drain(..).map(|part| (part, depth + 1, kind)));
    }
    shape
}

/// What a part stands below. What is below a join is planned together with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Above {
    Join,
    Optional,
    Path,
    Other,
}

impl Above {
    fn of(part: Part<'_>) -> Above {
        match part {
            Part::Pattern(GraphPattern::Bgp { .. } | GraphPattern::Join { .. } | GraphPattern::Graph { .. }) => {
                Above::Join
            }
            Part::Pattern(GraphPattern::LeftJoin { .. }) => Above::Optional,
            Part::Path(_) => Above::Path,
            _ => Above::Other,
        }
    }
}

/// How many patterns a join puts together.
fn joined(pattern: &GraphPattern) -> usize {
    let mut rest = vec![pattern];
    let mut count = 0;
    while let Some(pattern) = rest.pop() {
        match pattern {
            GraphPattern::Join { left, right } => rest.extend([left.as_ref(), right.as_ref()]),
            GraphPattern::Graph { inner, .. } => rest.push(inner),
            GraphPattern::Bgp { patterns } => count += patterns.len(),
            _ => count += 1,
        }
    }
    count
}

/// How many repetitions stand within each other.
fn repetitions(path: &PropertyPathExpression) -> usize {
    let mut most = 0;
    let mut rest = vec![(path, 0)];
    while let Some((path, around)) = rest.pop() {
        most = most.max(around);
        match path {
            PropertyPathExpression::NamedNode(_) | PropertyPathExpression::NegatedPropertySet(_) => {}
            PropertyPathExpression::Reverse(inner) => rest.push((inner, around)),
            PropertyPathExpression::ZeroOrMore(inner)
            | PropertyPathExpression::OneOrMore(inner)
            | PropertyPathExpression::ZeroOrOne(inner) => rest.push((inner, around + 1)),
            PropertyPathExpression::Sequence(a, b) | PropertyPathExpression::Alternative(a, b) => {
                rest.extend([(a.as_ref(), around), (b.as_ref(), around)]);
            }
        }
    }
    most
}

/// How many `OPTIONAL` stand in a row.
fn optionals(mut pattern: &GraphPattern) -> usize {
    let mut count = 0;
    while let GraphPattern::LeftJoin { left, .. } = pattern {
        count += 1;
        pattern = left;
    }
    count
}

/// The parts that a part is made of, in their order.
pub(super) fn within<'a>(part: Part<'a>, found: &mut Vec<Part<'a>>) {
    match part {
        Part::Pattern(pattern) => within_pattern(pattern, found),
        Part::Expression(expression) => within_expression(expression, found),
        Part::Path(path) => within_path(path, found),
    }
}

/// The pattern of a query of any kind.
pub(super) fn pattern_of(query: &Query) -> &GraphPattern {
    let (Query::Select { pattern, .. }
    | Query::Construct { pattern, .. }
    | Query::Describe { pattern, .. }
    | Query::Ask { pattern, .. }) = query;
    pattern
}

fn within_pattern<'a>(pattern: &'a GraphPattern, found: &mut Vec<Part<'a>>) {
    match pattern {
        GraphPattern::Bgp { .. } | GraphPattern::Values { .. } => {}
        GraphPattern::Path { path, .. } => found.push(Part::Path(path)),
        GraphPattern::Join { left, right }
        | GraphPattern::Lateral { left, right }
        | GraphPattern::Union { left, right }
        | GraphPattern::Minus { left, right } => found.extend([Part::Pattern(left), Part::Pattern(right)]),
        GraphPattern::LeftJoin { left, right, expression } => {
            found.extend([Part::Pattern(left), Part::Pattern(right)]);
            found.extend(expression.iter().map(Part::Expression));
        }
        GraphPattern::Filter { expr, inner } => found.extend([Part::Expression(expr), Part::Pattern(inner)]),
        GraphPattern::Extend { inner, expression, .. } => {
            found.extend([Part::Expression(expression), Part::Pattern(inner)]);
        }
        GraphPattern::OrderBy { inner, expression } => {
            found.push(Part::Pattern(inner));
            found.extend(expression.iter().map(|order| {
                let (OrderExpression::Asc(expression) | OrderExpression::Desc(expression)) = order;
                Part::Expression(expression)
            }));
        }
        GraphPattern::Group { inner, aggregates, .. } => {
            found.push(Part::Pattern(inner));
            found.extend(aggregates.iter().filter_map(|(_, aggregate)| match aggregate {
                AggregateExpression::CountSolutions { .. } => None,
                AggregateExpression::FunctionCall { expr, .. } => Some(Part::Expression(expr)),
            }));
        }
        GraphPattern::Graph { inner, .. }
        | GraphPattern::Project { inner, .. }
        | GraphPattern::Distinct { inner }
        | GraphPattern::Reduced { inner }
        | GraphPattern::Slice { inner, .. }
        | GraphPattern::Service { inner, .. } => found.push(Part::Pattern(inner)),
    }
}

fn within_expression<'a>(expression: &'a Expression, found: &mut Vec<Part<'a>>) {
    match expression {
        Expression::NamedNode(_) | Expression::Literal(_) | Expression::Variable(_) | Expression::Bound(_) => {}
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
        | Expression::Divide(a, b) => found.extend([Part::Expression(a), Part::Expression(b)]),
        Expression::UnaryPlus(a) | Expression::UnaryMinus(a) | Expression::Not(a) => found.push(Part::Expression(a)),
        Expression::Exists(pattern) => found.push(Part::Pattern(pattern)),
        Expression::If(a, b, c) => found.extend([a, b, c].map(|part| Part::Expression(part))),
        Expression::In(a, members) => {
            found.push(Part::Expression(a));
            found.extend(members.iter().map(Part::Expression));
        }
        Expression::Coalesce(members) | Expression::FunctionCall(_, members) => {
            found.extend(members.iter().map(Part::Expression));
        }
    }
}

fn within_path<'a>(path: &'a PropertyPathExpression, found: &mut Vec<Part<'a>>) {
    match path {
        PropertyPathExpression::NamedNode(_) | PropertyPathExpression::NegatedPropertySet(_) => {}
        PropertyPathExpression::Reverse(path)
        | PropertyPathExpression::ZeroOrMore(path)
        | PropertyPathExpression::OneOrMore(path)
        | PropertyPathExpression::ZeroOrOne(path) => found.push(Part::Path(path)),
        PropertyPathExpression::Sequence(a, b) | PropertyPathExpression::Alternative(a, b) => {
            found.extend([Part::Path(a), Part::Path(b)]);
        }
    }
}
