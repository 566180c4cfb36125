//! What the facts about fields of a changed template weigh.
//!
//! Written by `cargo xtask fit healing`, never by hand.
//!
//! fitted on 2026-11-18 to 1202 decisions, ridge 0.001
//! corpus swde 5f35187d3afa913b
//! in fold: 0.9924  auto 0.9961  book 0.9941  camera 1.0000  job 0.9835  movie 1.0000  nbaplayer 0.9734
//!   restaurant 1.0000  university 0.9929
//! out of fold, by site: 0.9862  auto 0.9923  book 0.9971  camera 1.0000  job 0.9835  movie 1.0000
//!   nbaplayer 0.9318  restaurant 1.0000  university 0.9857
//! out of fold, by corpus: 0.9862  auto 0.9923  book 0.9941  camera 1.0000  job 0.9793  movie 1.0000
//!   nbaplayer 0.9318  restaurant 1.0000  university 0.9929

use crate::evidence::Weight;

pub(crate) const WEIGHTS: &[Weight] = &[
    ("gone", 27.868),
    ("coverage", 20.177),
    ("old_places", 14.238),
    ("label", 5.915),
    ("own_label", 13.648),
    ("foreign_label", -0.35),
    ("before", 4.003),
    ("behind", 6.973),
    ("names", 1.775),
    ("kind", 2.299),
    ("shape", 5.104),
    ("other_length", -2.562),
    ("other_in_title", -7.641),
    ("other_repeated", -3.495),
    ("constant", -7.876),
];
