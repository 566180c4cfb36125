//! Why something could not be read. Each error says what and where, keeps its cause, and has advice what to do.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use job::{Advice, Failure};

use super::warc::RecordError;
use super::web::WebError;

/// Why what the user named cannot be an input.
#[derive(Debug)]
#[non_exhaustive]
pub enum InputError {
    /// It looks like an address of the web, but is none.
    BadAddress {
        /// As given.
        url: String,
        /// What is wrong with it.
        cause: url::ParseError,
    },
    /// The standard input is named more than once.
    StandardInputTwice,
    /// There is nothing of that name.
    Missing {
        /// The path as given.
        path: PathBuf,
        /// What the operating system says.
        cause: io::Error,
    },
    /// There is something, but it cannot be looked at.
    Unreadable {
        /// The path as given.
        path: PathBuf,
        /// What the operating system says.
        cause: io::Error,
    },
}

impl InputError {
    pub(super) fn unreadable(path: &Path, cause: io::Error) -> InputError {
        let path = path.to_owned();
        match cause.kind() {
            io::ErrorKind::NotFound => InputError::Missing { path, cause },
            _ => InputError::Unreadable { path, cause },
        }
    }
}

impl Failure for InputError {
    fn code(&self) -> &'static str {
        match self {
            InputError::BadAddress { .. } => "input-bad-address",
            InputError::StandardInputTwice => "input-standard-input-twice",
            InputError::Missing { .. } => "input-missing",
            InputError::Unreadable { .. } => "input-unreadable",
        }
    }

    fn advice(&self) -> Option<Advice> {
        Some(Advice::new(match self {
            InputError::BadAddress { .. } => "an address looks like https://site.example/",
            InputError::StandardInputTwice => "name - once",
            InputError::Missing { .. } => {
                "check the path; an input is a file, a folder, a WARC, an address or - for standard input"
            }
            InputError::Unreadable { .. } => "check that you may read it",
        }))
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::BadAddress { url, cause } => write!(f, "{url} is no address: {cause}"),
            InputError::StandardInputTwice => f.write_str("the standard input (-) can be read only once"),
            InputError::Missing { path, .. } => {
                write!(f, "cannot read {}: there is no such file or folder", path.display())
            }
            InputError::Unreadable { path, cause } => write!(f, "cannot read {}: {cause}", path.display()),
        }
    }
}

impl Error for InputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            InputError::BadAddress { cause, .. } => Some(cause),
            InputError::StandardInputTwice => None,
            InputError::Missing { cause, .. } | InputError::Unreadable { cause, .. } => Some(cause),
        }
    }
}

/// Why one page could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// A file or folder could not be read.
    File {
        /// Which.
        path: PathBuf,
        /// What the operating system says.
        cause: io::Error,
    },
    /// A record of a WARC is damaged.
    Record {
        /// The WARC.
        path: PathBuf,
        /// Where the record starts, in bytes; in a compressed WARC where its compressed part starts.
        offset: u64,
        /// What is wrong with it.
        cause: RecordError,
    },
    /// A page of the web could not be had.
    Web(Box<WebError>),
}

impl Failure for ReadError {
    fn code(&self) -> &'static str {
        match self {
            ReadError::File { .. } => "input-unreadable",
            ReadError::Record { cause, .. } => cause.code(),
            ReadError::Web(cause) => cause.code(),
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            // One page of many: what the system or the record says of it is all there is to say.
            ReadError::File { .. } | ReadError::Record { .. } => None,
            ReadError::Web(cause) => cause.advice(),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::File { path, cause } => write!(f, "cannot read {}: {cause}", path.display()),
            ReadError::Record { path, offset, cause } => {
                write!(f, "cannot read the record at byte {offset} of {}: {cause}", path.display())
            }
            ReadError::Web(cause) => write!(f, "cannot read it from the web: {cause}"),
        }
    }
}

impl Error for ReadError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ReadError::File { cause, .. } => Some(cause),
            ReadError::Record { cause, .. } => Some(cause),
            ReadError::Web(cause) => Some(cause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::{DialError, FetchError, Forbidden};

    #[test]
    fn what_is_wrong_at_the_bottom_is_known_at_the_top() {
        let forbidden = Forbidden::Address { address: [127, 0, 0, 1].into(), what: "this machine" };
        let cause = WebError::NoAnswer(FetchError::Unreachable(DialError::Forbidden(forbidden.clone())));
        let error = ReadError::Web(Box::new(cause));
        assert_eq!(error.code(), "net-forbidden");
        assert_eq!(error.advice(), Some(Advice::AllowNetwork("127.0.0.1".to_owned())));
        let words = "cannot read it from the web: 127.0.0.1 is not on the public web (this machine)";
        assert_eq!(error.to_string(), words, "no option is named");
        let mut bottom: &dyn Error = &error;
        while let Some(source) = bottom.source() {
            bottom = source;
        }
        assert_eq!(bottom.downcast_ref(), Some(&forbidden));
    }
}
