//! What the facts of the second look weigh.
//!
//! Written by `cargo xtask fit tables`, never by hand.
//!
//! fitted on 2026-11-18 to 1275 decisions, ridge 0.0001
//! corpus tables-zh 121fae2c032e5898
//! corpus tables-wiki 6949c63bd7935fc7
//! in fold: 0.9176  tables-wiki 0.8061  tables-zh 0.9380
//! out of fold, by site: 0.9165  tables-wiki 0.8058  tables-zh 0.9367
//! out of fold, by corpus: 0.7417  tables-wiki 0.7796  tables-zh 0.7338

use crate::evidence::Weight;

pub(crate) const WEIGHTS: &[Weight] = &[
    ("always", -1.05),
    ("itself", 0.612),
    ("rest_of_column", 1.756),
    ("left_rest_of_column", -1.079),
    ("words_of_row", 1.278),
    ("top_words_of_row", -3.707),
    ("inside_words_of_column", 2.164),
    ("same_words", 1.617),
    ("two_left", 1.125),
    ("two_right", 1.391),
    ("any_at_left", 0.548),
    ("head_of_row", 0.022),
    ("inside_top_row", -1.915),
    ("inside_left_column", -1.1),
    ("top_odds_of_names", -0.578),
    ("top_words_odds_of_names", 0.857),
    ("inside_odds_of_names", 0.241),
    ("top_odds_of_labels", -0.338),
];
