//! One vocabulary of failure: every public error says what is wrong, has a code that stays the same in every version, and
//! advice as data. How the advice is worded is the matter of whoever shows it: an option for a command line, a field of
//! an answer for a server.

use std::error::Error;

/// An error that people and programs can act on.
pub trait Failure: Error {
    /// A word for it that programs may rely on, such as `store-busy`.
    fn code(&self) -> &'static str;

    /// What to do about it, if anything can be done.
    fn advice(&self) -> Option<Advice> {
        None
    }
}

/// What to do about a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// Something that is the same wherever it is shown: a sentence without a capital and a full stop.
    Do(String),
    /// Make a knowledge base first, by filling or loading one.
    MakeBase,
    /// Ask the knowledge base whether it is whole; this is said behind.
    Verify(String),
    /// Allow connections to a range of addresses that is not public.
    AllowNetwork(String),
    /// Give the query more time, or ask for less.
    MoreTime,
    /// Give the query more memory, or ask for less.
    MoreMemory,
    /// Name another place for the result; this is said behind.
    OtherTarget(String),
    /// Give a permission with the request.
    Authorize,
    /// Give a name for each place, such as the one in this example.
    Names(String),
    /// Merge first, which learns what counts.
    MergeFirst,
    /// Give the whole IRI of an individual.
    WholeIri,
    /// Ask for statements, or take a form that holds rows.
    OtherForm,
    /// Change the knowledge base by loading, filling or merging: questions only read.
    ChangeBase,
    /// Load what is asked for first: no other machine is asked.
    LoadFirst,
}

impl Advice {
    /// A sentence that is the same wherever it is shown.
    pub fn new(sentence: impl Into<String>) -> Advice {
        Advice::Do(sentence.into())
    }
}
