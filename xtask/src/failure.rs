//! The one error of the automation: what failed, why, and what to do about it. It is printed only in `main.rs`.

use std::error::Error;
use std::fmt;

/// Something a person has to act on.
#[derive(Debug)]
pub(crate) struct Failure {
    what: String,
    cause: Option<Box<dyn Error>>,
    hint: Option<String>,
}

impl Failure {
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), cause: None, hint: None }
    }

    /// Keeps the error that led here.
    pub(crate) fn because(mut self, cause: impl Error + 'static) -> Self {
        self.cause = Some(Box::new(cause));
        self
    }

    /// Says what to do next.
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if let Some(cause) = &self.cause {
            write!(f, ": {cause}")?;
        }
        if let Some(hint) = &self.hint {
            write!(f, "\n  {hint}")?;
        }
        Ok(())
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_deref()
    }
}
