//! Why two individuals are the same, or not, in words and numbers.

use std::error::Error;
use std::fmt;

use job::{Advice, Failure};
use knowledge::merging::{Respect, Verdict, explain};
use oxrdf::NamedNodeRef;

use super::base::StoredBase;
use super::gather::Gatherer;
use super::has_learnt;
use crate::error::StoreError;
use crate::harvest::plain;
use crate::snapshot::Snapshot;

/// Why two individuals are the same, or not.
#[derive(Clone, PartialEq, Debug)]
pub struct Explained {
    /// What each respect says.
    pub respects: Vec<ExplainedRespect>,
    /// What any two candidates start with, in bits.
    pub beforehand: f32,
    /// All bits together.
    pub total: f32,
    /// What the total must reach.
    pub threshold: f32,
    /// The decision, in words.
    pub verdict: String,
    /// Whether they are said to be the same now.
    pub are_same: bool,
}

/// What one respect says.
#[derive(Clone, PartialEq, Debug)]
pub struct ExplainedRespect {
    /// The property, or what else was compared.
    pub name: String,
    /// Words that both have, the rarest first.
    pub shared: Vec<String>,
    /// Words that only the one has, and only the other.
    pub only: [Vec<String>; 2],
    /// How alike they are, from 0 to 1.
    pub likeness: f32,
    /// What that says, in bits: for being the same if above zero.
    pub bits: f32,
}

/// Why nothing can be explained.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExplainError {
    /// There is no such individual.
    Unknown(String),
    /// They are of classes that have nothing to do with each other.
    OtherClass,
    /// Nothing has been merged yet, so that nothing has been learnt.
    NotMerged,
    /// The knowledge base cannot be read.
    Store(StoreError),
}

impl fmt::Display for ExplainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExplainError::Unknown(iri) => write!(f, "there is no individual {iri}"),
            ExplainError::OtherClass => f.write_str("they are of classes that have nothing to do with each other"),
            ExplainError::NotMerged => f.write_str("nothing has been merged yet"),
            ExplainError::Store(error) => error.fmt(f),
        }
    }
}

impl Error for ExplainError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ExplainError::Store(error) => Some(error),
            _ => None,
        }
    }
}

impl Failure for ExplainError {
    fn code(&self) -> &'static str {
        match self {
            ExplainError::Unknown(_) => "explain-unknown",
            ExplainError::OtherClass => "explain-other-class",
            ExplainError::NotMerged => "explain-not-merged",
            ExplainError::Store(error) => error.code(),
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            ExplainError::Unknown(_) => Some(Advice::WholeIri),
            ExplainError::OtherClass => {
                Some(Advice::new("only individuals of one class, or of classes below it, are ever the same"))
            }
            ExplainError::NotMerged => Some(Advice::MergeFirst),
            ExplainError::Store(error) => error.advice(),
        }
    }
}

impl From<StoreError> for ExplainError {
    fn from(error: StoreError) -> ExplainError {
        ExplainError::Store(error)
    }
}

impl Snapshot {
    /// Why two individuals are the same, or not.
    ///
    /// # Errors
    ///
    /// If one of them is unknown, or nothing was merged yet.
    pub fn explain_merge(&self, left: &str, right: &str) -> Result<Explained, ExplainError> {
        let gatherer = Gatherer::new(self)?;
        let find = |iri: &str| -> Result<_, ExplainError> {
            let unknown = || ExplainError::Unknown(iri.to_owned());
            let id = self.find(NamedNodeRef::new_unchecked(iri).into())?.ok_or_else(unknown)?;
            gatherer.one(id)?.ok_or_else(unknown)
        };
        let (left, right) = (find(left)?, find(right)?);
        if left.class != right.class {
            return Err(ExplainError::OtherClass);
        }
        if !has_learnt(self)? {
            return Err(ExplainError::NotMerged);
        }
        let base = StoredBase::new(self, &gatherer, left.class)?;
        let learnt = base.learnt().ok_or(ExplainError::NotMerged)?;
        let explanation = explain(&base, &learnt, left.id, right.id).ok_or(ExplainError::NotMerged)?;
        let mut respects = Vec::new();
        for evidence in explanation.evidence {
            let name = match evidence.respect {
                Respect::Whole => "all words together".to_owned(),
                Respect::Codes => "numbers and codes".to_owned(),
                Respect::Property(number) => match base.property(number) {
                    Some(id) => plain(&self.term(id)?),
                    None => "other properties".to_owned(),
                },
            };
            respects.push(ExplainedRespect {
                name,
                shared: evidence.shared,
                only: evidence.only,
                likeness: evidence.likeness.share,
                bits: evidence.bits,
            });
        }
        Ok(Explained {
            respects,
            beforehand: explanation.beforehand,
            total: explanation.total,
            threshold: explanation.threshold,
            verdict: said(explanation.verdict).to_owned(),
            are_same: base.are_same(left.id, right.id),
        })
    }
}

fn said(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Same => "the same: the evidence is enough",
        Verdict::SameKey => "the same: a key has the same value",
        Verdict::Different => "different: the evidence is not enough",
        Verdict::DifferentKey => "different: a key has different values",
        Verdict::OneSource => "different: both are from one source that lists each thing once",
        Verdict::NotCandidates => "never compared: they share nothing rare",
    }
}
