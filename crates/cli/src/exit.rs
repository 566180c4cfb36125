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

impl From<Exit> for u8 {
    fn from(exit: Exit) -> u8 {
        match exit {
            Exit::Done => 0,
            Exit::NothingFound => 1,
            Exit::Wrong => 2,
            Exit::Drift => 3,
            Exit::Stopped => 4,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(u8::from(exit))
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

impl From<lode::InputError> for Failure {
    fn from(error: lode::InputError) -> Failure {
        Failure::new(&error).with_hint(error.hint())
    }
}
