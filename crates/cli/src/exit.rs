//! How a command ends: the exit statuses that scripts rely on, and failures with what to do about them.

use std::fmt;
use std::process::ExitCode;

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

    /// Of a file, with what is advised about it.
    pub(crate) fn of_file(file: &str, error: &dyn lode::job::Failure) -> Failure {
        Failure { what: format!("{file}: {error}"), hint: error.advice().as_ref().map(worded) }
    }

    pub(crate) fn with_hint(self, hint: impl fmt::Display) -> Failure {
        Failure { hint: Some(hint.to_string()), ..self }
    }
}

/// What to do about a failure, as somebody at a command line does it.
pub(crate) fn worded(advice: &lode::job::Advice) -> String {
    match advice {
        lode::job::Advice::Do(sentence) => sentence.clone(),
        other => format!("{other:?}"),
    }
}

impl From<lode::InputError> for Failure {
    fn from(error: lode::InputError) -> Failure {
        Failure::new(&error).with_hint(error.hint())
    }
}
