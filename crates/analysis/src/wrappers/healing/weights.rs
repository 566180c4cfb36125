//! What the facts about fields of a changed template weigh.

use crate::evidence::Weight;

pub(super) const WEIGHTS: &[Weight] = &[
    ("gone", 27.871),
    ("coverage", 20.178),
    ("old_places", 14.234),
    ("label", 5.914),
    ("own_label", 13.649),
    ("foreign_label", -0.355),
    ("before", 4.002),
    ("behind", 6.972),
    ("names", 1.78),
    ("kind", 2.306),
    ("shape", 5.1),
    ("other_length", -2.572),
    ("other_in_title", -7.637),
    ("other_repeated", -3.498),
    ("constant", -7.871),
];
