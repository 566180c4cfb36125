//! What work that is done has come to, in a word that whoever asked can act on: an exit status, an answer's status, an
//! exception.

/// What work has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Upshot {
    /// It found something.
    Found,
    /// It found nothing.
    Nothing,
    /// The template of the pages is not what it was.
    Drift,
}
