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

impl From<lode::InputError> for Failure {
    fn from(error: lode::InputError) -> Failure {
        failure(&error)
    }
}

/// A failure of Lode, with its advice in the words of the command line.
pub(crate) fn failure(error: &impl lode::job::Failure) -> Failure {
    let hint = error.advice().map(|advice| worded(&advice));
    Failure { hint, ..Failure::new(error) }
}

/// A failure in one line: what is wrong, and what to do about it.
pub(crate) fn told(reason: &str, advice: Option<&Advice>) -> String {
    match advice {
        Some(advice) => format!("{reason}; {}", worded(advice)),
        None => reason.to_owned(),
    }
}

/// Advice in the words of the command line.
pub(crate) fn worded(advice: &Advice) -> String {
    match advice {
        Advice::Do(sentence) => sentence.clone(),
        Advice::AllowNetwork(range) => format!("if you mean it, allow it: --allow-net {range}"),
        Advice::OtherTarget(otherwise) => format!("name another file after -o, {otherwise}"),
        Advice::WaitOrOtherTarget => "wait for it to end, or name another file after -o".to_owned(),
        Advice::Authorize => "give a permission: --header 'Authorization: …'".to_owned(),
        other => format!("{other:?}"),
    }
}
