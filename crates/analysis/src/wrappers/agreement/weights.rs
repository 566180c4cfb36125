//! What the facts about values that locators voted for weigh.
//!
//! Written by `cargo xtask fit agreement`, never by hand.
//!
//! fitted on 2026-11-18 to 2280 decisions, ridge 0.0001
//! corpus swde 5f35187d3afa913b
//! in fold: 0.9982  auto 0.9986  book 0.9996  camera 0.9894  job 0.9985  movie 0.9977  nbaplayer 1.0000  restaurant 0.9996  university 0.9996
//! out of fold, by site: 0.9949  auto 0.9986  book 0.9996  camera 0.9894  job 0.9985  movie 0.9977  nbaplayer 0.9730  restaurant 0.9996  university 0.9996
//! out of fold, by corpus: 0.9949  auto 0.9986  book 0.9996  camera 0.9894  job 0.9985  movie 0.9977  nbaplayer 0.9730  restaurant 0.9996  university 0.9996

use crate::evidence::Weight;

pub(super) const WEIGHTS: &[Weight] = &[
    ("always", 3.56),
    ("of_all", 3.905),
    ("of_both", 2.242),
    ("labelled", 1.372),
    ("of_kind", 2.729),
];
