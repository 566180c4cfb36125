//! Whether two answers are the same: rows in any order or in theirs, graphs, and blank nodes by whatever name.

use std::collections::{BTreeMap, HashMap};

use oxrdf::graph::CanonicalizationAlgorithm;
use oxrdf::vocab::xsd;
use oxrdf::{BlankNode, Graph, Literal, Term, Triple};

/// An answer as a value.
#[derive(Clone, Debug)]
pub(super) enum Table {
    Rows(Vec<BTreeMap<String, Term>>),
    Boolean(bool),
    Graph(Vec<Triple>),
}

/// In which order rows have to come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Any,
    AsExpected,
}

pub(super) fn same(got: &Table, expected: &Table, order: Order) -> bool {
    match (got, expected) {
        (Table::Boolean(got), Table::Boolean(expected)) => got == expected,
        (Table::Graph(got), Table::Graph(expected)) => canonical(got) == canonical(expected),
        (Table::Rows(got), Table::Rows(expected)) => {
            let mut used = vec![false; got.len()];
            got.len() == expected.len() && fits(got, expected, order, &mut used, &mut Names::default())
        }
        _ => false,
    }
}

fn canonical(triples: &[Triple]) -> Graph {
    let mut graph: Graph = triples.iter().collect();
    graph.canonicalize(CanonicalizationAlgorithm::Unstable);
    graph
}

/// Which blank node of the one side is which of the other.
#[derive(Clone, Default)]
struct Names {
    to: HashMap<BlankNode, BlankNode>,
    from: HashMap<BlankNode, BlankNode>,
}

impl Names {
    fn is(&mut self, a: &Term, b: &Term) -> bool {
        match (a, b) {
            (Term::BlankNode(a), Term::BlankNode(b)) => match (self.to.get(a), self.from.get(b)) {
                (None, None) => {
                    self.to.insert(a.clone(), b.clone());
                    self.from.insert(b.clone(), a.clone());
                    true
                }
                (Some(other), _) => other == b,
                (None, Some(_)) => false,
            },
            (Term::Literal(a), Term::Literal(b)) => a == b || is_same_number(a, b),
            (a, b) => a == b,
        }
    }
}

/// Whether two numbers of the same datatype have the same value. The suite writes what is computed in one of several
/// ways, `2.0` or `2`, and means the value.
fn is_same_number(a: &Literal, b: &Literal) -> bool {
    let is_numeric = [xsd::DECIMAL, xsd::DOUBLE, xsd::FLOAT].contains(&a.datatype()) && a.datatype() == b.datatype();
    let value = |literal: &Literal| literal.value().parse::<f64>().ok();
    is_numeric && value(a).is_some() && value(a) == value(b)
}

/// Tries each row that is left for the next expected one. Answers of the suite are small.
fn fits(
    got: &[BTreeMap<String, Term>],
    expected: &[BTreeMap<String, Term>],
    order: Order,
    used: &mut [bool],
    names: &mut Names,
) -> bool {
    let Some((next, rest)) = expected.split_first() else { return true };
    let first = got.len() - expected.len();
    let candidates = if order == Order::AsExpected { first..first + 1 } else { 0..got.len() };
    for at in candidates {
        if used[at] || got[at].len() != next.len() {
            continue;
        }
        let mut tried = names.clone();
        if next.iter().all(|(name, term)| got[at].get(name).is_some_and(|found| tried.is(found, term))) {
            used[at] = true;
            if fits(got, rest, order, used, &mut tried) {
                return true;
            }
            used[at] = false;
        }
    }
    false
}
