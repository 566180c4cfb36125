//! How a command ends: the exit statuses that scripts rely on, and failures with what to do about them.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

use lode::Upshot;
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
pub(crate) struct Diagnostic {
    pub(crate) what: String,
    pub(crate) hint: Option<String>,
}

impl Diagnostic {
    pub(crate) fn new(what: impl fmt::Display) -> Diagnostic {
        Diagnostic { what: what.to_string(), hint: None }
    }

    /// The same about a file that the user named.
    pub(crate) fn about(self, file: &Path) -> Diagnostic {
        Diagnostic { what: format!("{}: {}", file.display(), self.what), ..self }
    }

    pub(crate) fn with_hint(self, hint: impl fmt::Display) -> Diagnostic {
        Diagnostic { hint: Some(hint.to_string()), ..self }
    }
}

impl<E: lode::job::Failure> From<E> for Diagnostic {
    fn from(error: E) -> Diagnostic {
        Diagnostic { what: error.to_string(), hint: error.advice().as_ref().map(worded) }
    }
}

/// A failure in one line: what is wrong, and what to do about it.
pub(crate) fn told(reason: &str, advice: Option<&Advice>) -> String {
    match advice {
        Some(advice) => format!("{reason}; {}", worded(advice)),
        None => reason.to_owned(),
    }
}

impl From<Upshot> for Exit {
    fn from(upshot: Upshot) -> Exit {
        match upshot {
            Upshot::Nothing => Exit::NothingFound,
            Upshot::Drift => Exit::Drift,
            _ => Exit::Done,
        }
    }
}

/// Advice in the words of the command line.
pub(crate) fn worded(advice: &Advice) -> String {
    let words = match advice {
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
        Advice::AllowNetwork(range) => return format!("if you mean it, allow it: --allow-net {range}"),
        Advice::OtherTarget(otherwise) => return format!("name another file after -o, {otherwise}"),
        Advice::WaitOrOtherTarget => "wait for it to end, or name another file after -o",
        Advice::Authorize => "give a permission: --header 'Authorization: …'",
        Advice::AnotherPage => "give one more page, or leave out --method paper",
        Advice::NameWanted => "name what you see: --want NAME=TEXT",
        Advice::LearnAnew => "mend it there, or learn a new one: lode learn PAGE PAGE -o FILE",
        Advice::NameClassOrProperty => "give --class CLASS, or --where PROPERTY=VALUE, or both",
        Advice::SeeWaiting => "what waits for a decision: lode kb review KB",
        Advice::FetchFirst => "the same command without --offline fetches them",
        Advice::CheckAddresses => "are the addresses right? --allow-net allows those that are not on the public web",
        Advice::GiveOntology => "name one after --ontology",
        Advice::OneClass(names) => {
            return format!("write a file for each with -o FOLDER/, or take one with --class: {}", names.join(", "));
        }
        advice => return advice.to_string(),
    };
    words.to_owned()
}
