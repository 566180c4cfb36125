//! What the command says to people, on standard error: news, notes, failures. Results go through `output`.

use std::io::Write as _;

use anstyle::{AnsiColor, Style};

use crate::args::Talk;
use crate::exit::{Diagnostic, Exit};

const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = AnsiColor::Yellow.on_default();
const DIM: Style = Style::new().dimmed();

/// Talks to the user. Colours are used on a terminal only, and never when `NO_COLOR` is set.
#[derive(Debug)]
pub(crate) struct Printer {
    talk: Talk,
}

impl Printer {
    pub(crate) fn new(talk: Talk) -> Printer {
        Printer { talk }
    }

    pub(crate) fn is_quiet(&self) -> bool {
        self.talk.quiet
    }

    pub(crate) fn is_verbose(&self) -> bool {
        self.talk.verbose && !self.talk.quiet
    }

    /// What was done, in a sentence.
    pub(crate) fn say(&self, line: &str) {
        if !self.talk.quiet {
            self.line(&format!("{DIM}{line}{DIM:#}"));
        }
    }

    /// Something odd about a page.
    pub(crate) fn note(&self, page: &str, note: &str) {
        self.line(&format!("{NOTE}note{NOTE:#}: {page}: {note}"));
    }

    /// Something about a page that somebody should look at. Said even when quiet.
    pub(crate) fn warning(&self, page: &str, warning: &str) {
        self.line(&format!("{NOTE}warning{NOTE:#}: {page}: {warning}"));
    }

    /// A page that was left out. Said even when quiet: it is an error.
    pub(crate) fn page_error(&self, page: &str, error: &str) {
        self.line(&format!("{ERROR}error{ERROR:#}: {page}: {error}"));
    }

    /// Why the command did nothing.
    pub(crate) fn failure(&self, failure: &Diagnostic) -> Exit {
        self.line(&format!("{ERROR}error{ERROR:#}: {}", failure.what));
        if let Some(hint) = &failure.hint {
            self.line(&format!("  {hint}"));
        }
        Exit::Wrong
    }

    /// That somebody stopped the command. Said even when quiet: not all that was asked for is done.
    pub(crate) fn stopped(&self, what: &str, hint: &str) -> Exit {
        self.line(&format!("{NOTE}stopped{NOTE:#} {what}"));
        self.line(&format!("  {hint}"));
        Exit::Stopped
    }

    fn line(&self, line: &str) {
        // If standard error is closed there is nobody to tell.
        let _ = writeln!(anstream::stderr(), "{line}");
    }
}

/// A panic inside the layout engine is caught and becomes a note on its page; the usual report would only alarm.
pub(crate) fn keep_contained_panics_quiet() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some(lode::CONTAINED_THREAD) {
            report(panic);
        }
    }));
}
