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
    ("anywhere", 0.222),
    ("ln_page_leaves", -0.325),
    ("ln_share", 0.284),
    ("branchings", -0.325),
    ("weighty_siblings", 0.981),
    ("ln_height", 0.532),
    ("boxes", 0.228),
    ("gap", 0.924),
    ("heading", 0.379),
    ("inline", -0.911),
    ("list_item", -1.853),
    ("alike", 0.317),
];
