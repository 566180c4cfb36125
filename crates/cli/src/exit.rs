//! How a command ends: the exit statuses that scripts rely on, and failures with what to do about them.

use std::fmt;
use std::process::ExitCode;

use lode::job::Advice;

/// The exit statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Done.
    Done,
    /// Done, and nothing was found.
    NothingFound,
    /// Wrong usage or unreadable input.
    Wrong,
    /// Most pages are of another template than the wrapper.
    Drift,
    /// Somebody stopped it before it was done.
    Stopped,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::NothingFound => 1,
            Exit::Wrong => 2,
            Exit::Drift => 3,
            Exit::Stopped => 4,
        })
    }
}

/// Why a command could not do its work: what is wrong, and what to do about it.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) what: String,
    pub(crate) hint: Option<String>,
}

impl Failure {
    pub(crate) fn new(what: impl fmt::Display) -> Failure {
        Failure { what: what.to_string(), hint: None }
    }

    pub(crate) fn with_hint(self, hint: impl fmt::Display) -> Failure {
        Failure { hint: Some(hint.to_string()), ..self }
    }
}

impl Failure {
    /// What an error says, with its advice in the words of the command line.
    pub(crate) fn of(error: &impl lode::job::Failure) -> Failure {
        Failure { what: error.to_string(), hint: error.advice().map(|advice| worded(&advice)) }
    }
}

/// Advice in the words of the command line.
pub(crate) fn worded(advice: &Advice) -> String {
    let words = match advice {
        Advice::Do(sentence) => sentence,
        Advice::MakeBase => "make one with `lode populate` or `lode kb load`",
        Advice::Verify(rest) => return format!("`lode kb verify` tells what is left; {rest}"),
        Advice::MoreTime => "give it more with --timeout, or ask for less: LIMIT, or a more precise pattern",
        Advice::MoreMemory => {
            "give it more with --memory, or ask for less: LIMIT, or patterns that have a variable in common"
        }
        Advice::MergeFirst => "run lode kb merge first: it learns what counts",
        Advice::WholeIri => "give its whole IRI, as lode instances prints it",
        Advice::OtherForm => "ask with CONSTRUCT or DESCRIBE, or take --format csv, json or xml",
        Advice::ChangeBase => "change it with `lode kb load`, `lode populate` or `lode kb merge`",
        Advice::LoadFirst => "load what you need with `lode kb load` and ask here",
        other => return format!("{other:?}"),
    };
    words.to_owned()
}

impl From<lode::InputError> for Failure {
    fn from(error: lode::InputError) -> Failure {
        Failure::new(&error).with_hint(error.hint())
    }
}
