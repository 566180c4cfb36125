//! What the facts about slots and properties weigh.
//!
//! Set by hand until `cargo xtask fit mapping` may write them: the numbers of a fit that nobody can repeat. Those that
//! the task found were fitted to sites of fifty pages. There they are better (of swde_zero .991 in fold and .972
//! on sites that were left out, these .984), but on sites of one page or two they miss names, and in records they find
//! properties that are not there. Facts that are not named here weigh nothing yet.

use crate::evidence::Weight;

pub(crate) const WEIGHTS: &[Weight] = &[
    ("nothing", 12.95),
    ("label", 10.54),
    ("label_like", 3.99),
    ("label_of_other", -1.68),
    ("label_foreign", -1.18),
    ("own_label", -3.95),
    ("class_like", 4.68),
    ("fits", 1.49),
    ("fits_in_part", 6.18),
    ("form", 2.5),
    ("examples_seen", 7.71),
    ("example_word", 5.55),
    ("shape", 5.49),
    ("prose", -2.01),
    ("commonest", -3.67),
    ("constant", -1.91),
    ("first_of_kind", 0.92),
    ("crowd", -0.47),
    ("link", -1.33),
    ("depth", -1.17),
    ("name_in_first_heading", 2.19),
    ("name_in_bold", 2.29),
    ("name_title_cover", -7.25),
    ("name_title_likeness", 7.04),
    ("name_affix", -1.69),
    ("name_repeated", 2.66),
    ("name_before", 4.36),
    ("title_likeness", -3.0),
    ("is_heading", -0.87),
    ("distance", -1.01),
];
