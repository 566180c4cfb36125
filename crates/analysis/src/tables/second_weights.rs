//! What the facts of the second look weigh.
//!
//! Written by `cargo xtask fit tables`, never by hand.
//!
//! fitted on 2026-11-18 to 1275 decisions, ridge 0.0001
//! corpus tables-zh 121fae2c032e5898
//! corpus tables-wiki 6949c63bd7935fc7
//! in fold: 0.9171  tables-wiki 0.8049  tables-zh 0.9377
//! out of fold, by site: 0.9162  tables-wiki 0.8037  tables-zh 0.9367
//! out of fold, by corpus: 0.7411  tables-wiki 0.7788  tables-zh 0.7332

use crate::evidence::Weight;

pub(super) const WEIGHTS: &[Weight] = &[
    ("always", -1.062),
    ("itself", 0.612),
    ("rest_of_column", 1.745),
    ("left_rest_of_column", -1.041),
    ("words_of_row", 1.258),
    ("top_words_of_row", -3.759),
    ("inside_words_of_column", 2.134),
    ("same_words", 1.725),
    ("two_left", 1.135),
    ("two_right", 1.361),
    ("any_at_left", 0.572),
    ("head_of_row", 0.022),
    ("inside_top_row", -1.893),
    ("inside_left_column", -1.117),
    ("top_odds_of_names", -0.573),
    ("top_words_odds_of_names", 0.867),
    ("inside_odds_of_names", 0.242),
    ("top_odds_of_labels", -0.326),
];
