//! Why there is no page where one was expected.

use std::fmt;

use fetch::source::{InputError, ReadError};
use job::{Advice, Failure};

/// Why there is no page where one was expected.
#[derive(Debug)]
#[non_exhaustive]
pub enum PageError {
    /// What was named is no input.
    NoInput(InputError),
    /// It could not be read.
    Unreadable(ReadError),
    /// It is something else than a page, such as a PDF.
    NotHtml(&'static str),
    /// A fault in Lode. The page is left out; the run goes on.
    Internal,
}

impl Failure for PageError {
    fn code(&self) -> &'static str {
        match self {
            PageError::NoInput(error) => error.code(),
            PageError::Unreadable(error) => error.code(),
            PageError::NotHtml(_) => "page-not-html",
            PageError::Internal => "page-fault",
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            PageError::Unreadable(error) => error.advice(),
            // One of many: that it is not there is all there is to say.
            PageError::NoInput(_) | PageError::NotHtml(_) | PageError::Internal => None,
        }
    }
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PageError::NoInput(error) => error.fmt(f),
            PageError::Unreadable(error) => error.fmt(f),
            PageError::NotHtml(kind) => write!(f, "this is not HTML but {kind}"),
            PageError::Internal => f.write_str("a fault in Lode: this page made it panic, please report it"),
        }
    }
}

impl std::error::Error for PageError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PageError::NoInput(error) => Some(error),
            PageError::Unreadable(error) => Some(error),
            PageError::NotHtml(_) | PageError::Internal => None,
        }
    }
}
