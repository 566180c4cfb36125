//! Files of statements, which may be anybody's: what could harm the parsers is refused before they see it (`guard.rs`,
//! `nesting.rs`).
//!
//! N-Quads, N-Triples, TriG and Turtle are read piece by piece; RDF/XML and JSON-LD as a whole, and therefore only up
//! to a size. Nothing is loaded from elsewhere.

mod error;
mod guard;
mod nesting;
mod syntax;

use std::io::Read;
use std::ops::ControlFlow;

use oxrdf::Quad;

pub use error::{Place, RdfError};
pub use syntax::Syntax;

/// Hands over each statement of an input that is in memory, in their order.
///
/// # Errors
///
/// If the input is not in the syntax, too large, or made to harm its reader.
pub fn each_of(bytes: &[u8], syntax: Syntax, each: impl FnMut(Quad)) -> Result<(), RdfError> {
    guard::check(bytes, syntax)?;
    syntax::each_of_slice(bytes, syntax, &syntax::base_of(""), each)
}

/// The same for a file, whose name tells its syntax and is what relative addresses in it are relative to.
///
/// # Errors
///
/// As for [`each_of`].
pub fn each_of_file(name: &str, bytes: &[u8], each: impl FnMut(Quad)) -> Result<(), RdfError> {
    let syntax = Syntax::of(name, bytes);
    guard::check(bytes, syntax)?;
    syntax::each_of_slice(bytes, syntax, &syntax::base_of(name), each)
}

/// Hands over each statement of a file of any size, in their order, until nobody wants more. Relative addresses are
/// relative to the file's name, which is empty if there is no file.
///
/// # Errors
///
/// If the input cannot be read, is not in the syntax, or made to harm its reader. What was handed over until then was
/// in it.
pub fn each_of_stream(
    name: &str,
    mut input: impl Read,
    syntax: Syntax,
    mut each: impl FnMut(Quad) -> ControlFlow<()>,
) -> Result<(), RdfError> {
    if !matches!(syntax, Syntax::RdfXml | Syntax::JsonLd) {
        return syntax::each_of_stream(input, syntax, &syntax::base_of(name), each);
    }
    let mut bytes = Vec::new();
    let read = (&mut input).take(guard::MAX_BYTES as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|cause| RdfError::Input(cause.to_string()))?;
    guard::check(&bytes, syntax)?;
    let mut is_over = false;
    let each = |quad| is_over = is_over || each(quad).is_break();
    syntax::each_of_slice(&bytes, syntax, &syntax::base_of(name), each)
}
