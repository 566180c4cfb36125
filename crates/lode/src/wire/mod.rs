//! What Lode says to programs: JSON in forms that are promised. Each version of the forms is a module of its own, which
//! only ever gains what readers may pass over; whoever prints, serves or hands out results takes them from here.
//!
//! Here is only how results are written. What they mean is the matter of the stages that find them.

pub mod v1;

use serde::Serialize;

/// A value as one line of JSON, with its end.
pub fn line(value: &impl Serialize) -> String {
    // Structures of strings and numbers always serialise.
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.push('\n');
    line
}
