//! Rows of four numbers in order, so many that they do not fit into memory: kept in blocks of about a thousand, each
//! one row of a SQLite table. SQLite gives the transactions and finds a block; within a block rows are found by
//! halving.
//!
//! One row of a table for each row of numbers would be simpler. But then a look-up costs a microsecond and every order
//! in which statements are kept its own hundred bytes each; in blocks it is a tenth of both, and loading is writing
//! down what was sorted. Nothing here knows what the numbers mean.

mod block;
mod read;
mod row;
mod write;

pub(crate) use read::{Scan, ShelfReader};
pub(crate) use row::Row;
pub(crate) use write::{Change, apply};

/// What stands on a shelf, by the order of its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shelf {
    /// Statements: subject, predicate, object, graph.
    Subjects = 0,
    /// Statements: predicate, object, subject, graph.
    Predicates = 1,
    /// Statements: object, subject, predicate, graph.
    Objects = 2,
    /// Statements: graph, subject, predicate, object.
    Graphs = 3,
    /// Terms by what they hash to: three numbers of hash, and the number of the term.
    Terms = 4,
    /// Individuals by what they may be recognised by: two numbers of key, the number of the individual, and zero.
    Keys = 5,
}

impl Shelf {
    pub(crate) const ALL: [Shelf; 6] =
        [Shelf::Subjects, Shelf::Predicates, Shelf::Objects, Shelf::Graphs, Shelf::Terms, Shelf::Keys];
    /// Those that all have the same statements.
    pub(crate) const STATEMENTS: [Shelf; 4] = [Shelf::Subjects, Shelf::Predicates, Shelf::Objects, Shelf::Graphs];

    pub(crate) fn number(self) -> i64 {
        self as i64
    }
}

#[cfg(test)]
mod tests;
