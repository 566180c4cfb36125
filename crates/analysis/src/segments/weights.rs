//! What the facts about places between leaves weigh.
//!
//! Written by `cargo xtask fit segments`, never by hand.
//!
//! fitted on 2026-11-18 to 104 decisions, ridge 0.0005
//! corpus segments 48864cdeffbf6b80
//! corpus segments-popular 9169589618d0e6b7
//! in fold: 0.7414  segments 0.7669  segments-popular 0.7048
//! out of fold, by site: 0.7361  segments 0.7565  segments-popular 0.7069
//! out of fold, by corpus: 0.7246  segments 0.7549  segments-popular 0.6845

use crate::evidence::Weight;

pub(super) const WEIGHTS: &[Weight] = &[
    ("anywhere", 0.121),
    ("ln_page_leaves", -0.392),
    ("ln_share", 0.275),
    ("forks", -0.294),
    ("forks_of_page", -0.445),
    ("weighty_siblings", 1.369),
    ("ln_height", 0.548),
    ("boxes", 0.241),
    ("gap", 0.937),
    ("heading", 0.410),
    ("inline", -0.960),
    ("list_item", -1.931),
    ("alike", 0.325),
];
