//! What the facts about places between leaves weigh.
//!
//! Written by `cargo xtask fit segments`, never by hand.
//!
//! fitted on 2026-11-18 to 104 decisions, ridge 0.0005
//! corpus segments 48864cdeffbf6b80
//! corpus segments-popular 9169589618d0e6b7
//! in fold: 0.7415  segments 0.7610  segments-popular 0.7128
//! out of fold, by site: 0.7392  segments 0.7638  segments-popular 0.7034
//! out of fold, by corpus: 0.7119  segments 0.7315  segments-popular 0.6871

use crate::evidence::Weight;

pub(crate) const WEIGHTS: &[Weight] = &[
    ("anywhere", 0.121),
    ("ln_page_leaves", -0.392),
    ("ln_share", 0.275),
    ("forks", -0.294),
    ("forks_of_page", -0.445),
    ("weighty_siblings", 1.369),
    ("ln_height", 0.548),
    ("boxes", 0.241),
    ("gap", 0.937),
    ("heading", 0.41),
    ("inline", -0.96),
    ("list_item", -1.933),
    ("alike", 0.325),
];
