//! What the facts about fields of a changed template weigh.
//!
//! Set by hand until `cargo xtask fit healing` may write them: the numbers of a fit that nobody can repeat. Those that
//! the task found (.992 in fold, .986 on sites that were left out) heal one of 110 redesigns less, and of a list of two
//! fields they merely propose what these heal.

use crate::evidence::Weight;

pub(crate) const WEIGHTS: &[Weight] = &[
    ("gone", 15.5),
    ("coverage", 11.9),
    ("old_places", 2.8),
    ("label", 4.5),
    ("own_label", 1.9),
    ("foreign_label", -0.55),
    ("before", 1.4),
    ("behind", 2.3),
    ("names", 2.6),
    ("kind", 1.35),
    ("shape", 4.3),
    ("other_length", -3.4),
    ("other_in_title", -3.5),
    ("other_repeated", -2.7),
    ("constant", -4.6),
];
