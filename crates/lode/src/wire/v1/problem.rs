//! What went wrong.

use job::{Advice, Failure};
use serde::Serialize;

use crate::page_error::PageError;

/// A page that could not be read, in the place of what would have been said of it.
#[derive(Debug, Serialize)]
pub struct PageFailure<'a> {
    /// The page, as it was given.
    pub page: &'a str,
    /// What went wrong, for people.
    pub error: String,
    /// The same for programs.
    pub code: &'static str,
    /// What can be done about it, if anything can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<Remedy>,
}

impl<'a> PageFailure<'a> {
    /// Why there is no page.
    pub fn of(page: &'a str, error: &PageError) -> PageFailure<'a> {
        let advice = error.advice().as_ref().map(Remedy::of);
        PageFailure { page, error: error.to_string(), code: error.code(), advice }
    }
}

/// Why something could not be done.
#[derive(Debug, Serialize)]
pub struct Problem {
    /// What went wrong, for people.
    pub error: String,
    /// The same for programs; the same in every version.
    pub code: &'static str,
    /// What can be done about it, if anything can.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<Remedy>,
}

/// What can be done about a problem.
#[derive(Debug, Serialize)]
pub struct Remedy {
    /// What sort of advice it is; the same in every version.
    pub kind: &'static str,
    /// The same for people.
    pub text: String,
}

impl Problem {
    /// A failure as programs see it.
    pub fn of(failure: &dyn Failure) -> Problem {
        let advice = failure.advice().as_ref().map(Remedy::of);
        Problem { error: failure.to_string(), code: failure.code(), advice }
    }
}

impl Remedy {
    pub(super) fn of(advice: &Advice) -> Remedy {
        Remedy { kind: advice.kind(), text: advice.to_string() }
    }
}
