//! What people decide about names that nobody knew: all of it lands together, or nothing.

use std::error::Error;
use std::fmt;

use job::{Advice, Failure};
use store::{KnowledgeBase, StoreError};

use super::vocabulary::{Named, UnknownTerm};

/// What somebody decides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// Names with the term that each means, by any of its names.
    pub accept: Vec<(String, String)>,
    /// Names that mean nothing.
    pub dismiss: Vec<String>,
    /// Names about which a decision is taken back.
    pub reopen: Vec<String>,
}

/// Why nothing was decided.
#[derive(Debug)]
#[non_exhaustive]
pub enum DecideError {
    /// A term is neither a property's nor a class's name.
    Term(UnknownTerm),
    /// Nothing was decided about a name that is to be taken back.
    Undecided(String),
    /// The knowledge base cannot be read or written.
    Store(StoreError),
}

impl From<StoreError> for DecideError {
    fn from(error: StoreError) -> DecideError {
        DecideError::Store(error)
    }
}

impl fmt::Display for DecideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecideError::Term(unknown) => unknown.fmt(f),
            DecideError::Undecided(name) => write!(f, "nothing was decided about {name:?}"),
            DecideError::Store(error) => error.fmt(f),
        }
    }
}

impl Error for DecideError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            DecideError::Term(unknown) => Some(unknown),
            DecideError::Undecided(_) => None,
            DecideError::Store(error) => Some(error),
        }
    }
}

impl Decisions {
    /// Whether nothing is decided.
    pub fn is_empty(&self) -> bool {
        self.accept.is_empty() && self.dismiss.is_empty() && self.reopen.is_empty()
    }

    /// Makes the decisions, in the name of somebody. Says how many names were accepted.
    ///
    /// # Errors
    ///
    /// If a term is unknown, nothing was decided about a name that is to be taken back, or the knowledge base cannot be
    /// written. Then nothing has changed.
    pub fn make(&self, base: &KnowledgeBase, who: &str) -> Result<usize, DecideError> {
        let named = Named::of(&base.read()?)?;
        // All names are found before one of them is remembered.
        let mut accepted: Vec<(&str, String)> = Vec::new();
        for (name, term) in &self.accept {
            let found = named.term(term).map_err(DecideError::Term)?;
            accepted.extend(found.into_iter().next().map(|iri| (name.as_str(), iri)));
        }
        let mut writer = base.write()?;
        let mut commit = writer.begin("review names")?;
        for (name, term) in &accepted {
            commit.accept_name(name, term, who)?;
        }
        for name in &self.dismiss {
            commit.dismiss_name(name, who)?;
        }
        for name in &self.reopen {
            if !commit.reopen_name(name)? {
                return Err(DecideError::Undecided(name.clone()));
            }
        }
        commit.finish()?;
        Ok(accepted.len())
    }
}

impl Failure for DecideError {
    fn code(&self) -> &'static str {
        match self {
            DecideError::Term(unknown) => unknown.code(),
            DecideError::Undecided(_) => "name-undecided",
            DecideError::Store(error) => error.code(),
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            DecideError::Term(unknown) => unknown.advice(),
            DecideError::Undecided(_) => Some(Advice::SeeWaiting),
            DecideError::Store(error) => error.advice(),
        }
    }
}
