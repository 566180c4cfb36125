//! One vocabulary of failure: every public error says what is wrong, has a code that stays the same in every version,
//! and advice as data. How the advice is worded is the matter of whoever shows it: an option for a command line, a
//! field of an answer for a server.

use std::error::Error;
use std::fmt;

/// An error that people and programs can act on.
pub trait Failure: Error {
    /// A word for it that programs may rely on, such as `store-busy`.
    fn code(&self) -> &'static str;

    /// What to do about it, if anything can be done.
    fn advice(&self) -> Option<Advice> {
        None
    }
}

/// What to do about a failure. Each can be said in neutral words; whoever shows it may know better ones, such as the
/// option of a command line.
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
    /// Wait for the work that is under way to end, or name another place for the result.
    WaitOrOtherTarget,
    /// Give a permission with the request.
    Authorize,
    /// Take one of these names, which there are.
    Names(Vec<String>),
    /// Give one more page, or use the method that needs but one.
    AnotherPage,
    /// Name what is wanted with the text that it has.
    NameWanted,
    /// Mend the wrapper, or learn a new one.
    LearnAnew,
    /// Ask for a class, or for a value of a property, or both.
    NameClassOrProperty,
    /// See what waits for a decision.
    SeeWaiting,
    /// Merge first, which learns what counts.
    MergeFirst,
    /// Give the whole IRI of an individual.
    WholeIri,
    /// Ask for statements, or take a form that holds rows.
    OtherForm,
    /// Fetch the sites first.
    FetchFirst,
    /// Look whether the addresses are right, or allow such as are not public.
    CheckAddresses,
    /// Give an ontology.
    GiveOntology,
    /// Write a table for each class, or choose one of these.
    OneClass(Vec<String>),
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

    /// A word for it that programs may rely on.
    pub fn kind(&self) -> &'static str {
        match self {
            Advice::Do(_) => "do",
            Advice::MakeBase => "make-base",
            Advice::Verify(_) => "verify",
            Advice::AllowNetwork(_) => "allow-network",
            Advice::MoreTime => "more-time",
            Advice::MoreMemory => "more-memory",
            Advice::OtherTarget(_) => "other-target",
            Advice::WaitOrOtherTarget => "wait-or-other-target",
            Advice::Authorize => "authorize",
            Advice::Names(_) => "names",
            Advice::AnotherPage => "another-page",
            Advice::NameWanted => "name-wanted",
            Advice::LearnAnew => "learn-anew",
            Advice::NameClassOrProperty => "name-class-or-property",
            Advice::SeeWaiting => "see-waiting",
            Advice::MergeFirst => "merge-first",
            Advice::WholeIri => "whole-iri",
            Advice::OtherForm => "other-form",
            Advice::FetchFirst => "fetch-first",
            Advice::CheckAddresses => "check-addresses",
            Advice::GiveOntology => "give-ontology",
            Advice::OneClass(_) => "one-class",
            Advice::ChangeBase => "change-base",
            Advice::LoadFirst => "load-first",
        }
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Advice::Do(sentence) => f.write_str(sentence),
            Advice::MakeBase => f.write_str("fill or load a knowledge base first"),
            Advice::Verify(rest) => write!(f, "verifying it tells what is left; {rest}"),
            Advice::AllowNetwork(range) => write!(f, "allow the range {range} if that is meant"),
            Advice::MoreTime => f.write_str("ask for less, or give it more time"),
            Advice::MoreMemory => f.write_str("ask for less, or give it more memory"),
            Advice::OtherTarget(rest) => write!(f, "name another place {rest}"),
            Advice::WaitOrOtherTarget => f.write_str("wait for it to end, or name another place"),
            Advice::Authorize => f.write_str("give a permission with the request"),
            Advice::Names(names) => write!(f, "there are: {}", names.join(", ")),
            Advice::AnotherPage => f.write_str("give one more page, or use another method"),
            Advice::NameWanted => f.write_str("name what you see with the text that it has"),
            Advice::LearnAnew => f.write_str("mend it there, or learn a new one"),
            Advice::NameClassOrProperty => f.write_str("name a class, or a property with a value, or both"),
            Advice::SeeWaiting => f.write_str("look at what waits for a decision"),
            Advice::MergeFirst => f.write_str("merge first: that learns what counts"),
            Advice::WholeIri => f.write_str("give the whole IRI"),
            Advice::OtherForm => f.write_str("ask with CONSTRUCT or DESCRIBE, or take a form for rows"),
            Advice::FetchFirst => f.write_str("fetch them first"),
            Advice::CheckAddresses => f.write_str("are the addresses right? such as are not public must be allowed"),
            Advice::GiveOntology => f.write_str("give an ontology"),
            Advice::ChangeBase => f.write_str("change it by loading, filling or merging"),
            Advice::LoadFirst => f.write_str("load what you need and ask here"),
            Advice::OneClass(names) => write!(f, "write a table for each, or choose one: {}", names.join(", ")),
        }
    }
}
