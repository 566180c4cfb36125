//! What can go wrong with a browser. Each error says what and where, keeps its cause, and has advice what to do.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use job::{Advice, Failure};

/// Why the browser could not be started or could not lay a page out.
#[derive(Debug)]
#[non_exhaustive]
pub enum BrowserError {
    /// No browser is installed.
    NotInstalled,
    /// The binary that was asked for is not there.
    NoSuchBinary(PathBuf),
    /// It could not be started.
    Start {
        /// The binary.
        binary: PathBuf,
        /// What the operating system says.
        cause: io::Error,
    },
    /// It ended while it was starting.
    DiedAtStart {
        /// The last it said.
        said: String,
    },
    /// It could not be started several times, and is not tried again.
    GivenUp,
    /// It ended while it was at work.
    Died,
    /// It crashed on a page.
    Crashed,
    /// It took longer than it may.
    TimedOut(Duration),
    /// It took more memory than it may, in bytes.
    TooMuchMemory(u64),
    /// What it made of a page is longer than so many bytes.
    TooLong(usize),
    /// A fault in Lode: the page made something panic beside the browser. The next page does not suffer from it.
    Fault,
    /// It could not be written to.
    Pipe(io::Error),
    /// It refused a command.
    Refused {
        /// The command.
        method: &'static str,
        /// What it says.
        message: String,
    },
    /// Its answer is not what the protocol promises.
    Answer {
        /// The command or event.
        method: &'static str,
        /// What is wrong with it.
        cause: serde_json::Error,
    },
}

impl Failure for BrowserError {
    fn code(&self) -> &'static str {
        match self {
            BrowserError::NotInstalled => "browser-not-installed",
            BrowserError::NoSuchBinary(_) => "browser-no-such-binary",
            BrowserError::Start { .. } => "browser-start",
            BrowserError::DiedAtStart { .. } => "browser-died-at-start",
            BrowserError::GivenUp => "browser-given-up",
            BrowserError::Died => "browser-died",
            BrowserError::Crashed => "browser-crashed",
            BrowserError::TimedOut(_) => "browser-time",
            BrowserError::TooMuchMemory(_) => "browser-memory",
            BrowserError::TooLong(_) => "browser-long-page",
            BrowserError::Fault => "browser-fault",
            BrowserError::Pipe(_) => "browser-pipe",
            BrowserError::Refused { .. } => "browser-refused",
            BrowserError::Answer { .. } => "browser-answer",
        }
    }

    fn advice(&self) -> Option<Advice> {
        Some(Advice::new(match self {
            BrowserError::NotInstalled => {
                "install Chromium (on Debian: apt install chromium), give its path, or use the embedded engine"
            }
            BrowserError::NoSuchBinary(_) => "check the path of the browser",
            BrowserError::Start { .. } | BrowserError::DiedAtStart { .. } | BrowserError::GivenUp => {
                "run the browser by hand to see what it lacks, or use the embedded engine"
            }
            BrowserError::TimedOut(_) | BrowserError::TooMuchMemory(_) => {
                "give it more, or use the embedded engine for this page"
            }
            _ => "use the embedded engine for this page",
        }))
    }
}

impl fmt::Display for BrowserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BrowserError::NotInstalled => f.write_str("no Chromium or Chrome was found on the PATH"),
            BrowserError::NoSuchBinary(path) => write!(f, "there is no browser at {}", path.display()),
            BrowserError::Start { binary, cause } => write!(f, "cannot start {}: {cause}", binary.display()),
            BrowserError::DiedAtStart { said } => write!(f, "the browser ended while starting; it said: {said}"),
            BrowserError::GivenUp => f.write_str("the browser did not start several times and is not tried again"),
            BrowserError::Died => f.write_str("the browser ended unexpectedly"),
            BrowserError::Crashed => f.write_str("the browser crashed on this page"),
            BrowserError::TimedOut(limit) => write!(f, "the browser took longer than {} s", limit.as_secs_f32()),
            BrowserError::TooMuchMemory(limit) => {
                write!(f, "the browser took more memory than {} MiB", limit >> 20)
            }
            BrowserError::TooLong(limit) => {
                write!(f, "the scripts of this page make more than {} MiB of it", limit >> 20)
            }
            BrowserError::Fault => f.write_str("a fault in Lode: this page made it panic, please report it"),
            BrowserError::Pipe(cause) => write!(f, "cannot talk to the browser: {cause}"),
            BrowserError::Refused { method, message } => write!(f, "the browser refused {method}: {message}"),
            BrowserError::Answer { method, cause } => write!(f, "the browser's answer to {method} is odd: {cause}"),
        }
    }
}

impl Error for BrowserError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            BrowserError::Start { cause, .. } | BrowserError::Pipe(cause) => Some(cause),
            BrowserError::Answer { cause, .. } => Some(cause),
            _ => None,
        }
    }
}
