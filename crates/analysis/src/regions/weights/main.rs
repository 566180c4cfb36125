//! What the facts about cuts weigh where the page's main list is chosen.
//!
//! Not yet written by `cargo xtask fit records`: these are the weights of before, fitted to the result pages of about
//! 290 sites. What a fit gives is better on pages of today and worse on rows of two and on results without elements of
//! their own, which have no page in the corpora; facts that tell these apart come first.

use crate::evidence::Weight;

pub(crate) const WEIGHTS: &[Weight] = &[
    ("ln_records", 0.834),
    ("ln_few_records", 1.237),
    ("text_share", 3.968),
    ("ln_text_share", 0.641),
    ("ln_prose_share", 0.489),
    ("ln_looks", 1.173),
    ("tiny", -1.795),
    ("top", -1.483),
    ("in_landmark", -1.067),
    ("alike", 2.071),
    ("least_alike", 2.110),
    ("uneven_text", -2.203),
    ("uneven_height", -1.833),
    ("same_head", 1.537),
    ("linked", 1.097),
    ("different_links", 1.572),
    ("numbered", 2.853),
    ("whole_nodes", 2.341),
    ("repetition", -0.480),
    ("least_repetition", -0.473),
    ("ln_many_links", -1.603),
    ("head_complete", 1.063),
    ("orphan_before", -1.115),
    ("orphan_behind", -0.692),
    ("alike_between", -2.411),
    ("regular_between", -1.711),
];
