//! What the facts about slots and properties weigh.
//!
//! Written by `cargo xtask fit mapping`, never by hand.
//!
//! fitted on 2026-11-18 to 435 decisions, ridge 0.003
//! corpus swde 5f35187d3afa913b
//! in fold: 0.9443  auto 0.8404  book 0.9138  camera 1.0000  job 0.9700  movie 0.9956  nbaplayer 0.9947
//!   restaurant 0.8971  university 0.9612
//! out of fold, by site: 0.9062  auto 0.7865  book 0.8926  camera 1.0000  job 0.9494  movie 0.9826
//!   nbaplayer 0.8833  restaurant 0.8669  university 0.9057
//! out of fold, by corpus: 0.8801  auto 0.7331  book 0.9138  camera 0.9757  job 0.8486  movie 0.9956
//!   nbaplayer 0.7818  restaurant 0.8551  university 0.9179

use crate::evidence::Weight;

pub(super) const WEIGHTS: &[Weight] = &[
    ("nothing", 10.411),
    ("label", 4.938),
    ("label_like", 1.811),
    ("label_of_other", -5.673),
    ("label_foreign", -2.452),
    ("label_unsure", -0.699),
    ("own_label", -0.165),
    ("class_like", 1.956),
    ("fits", 2.829),
    ("fits_in_part", 3.122),
    ("form", -0.131),
    ("form_alone", 2.179),
    ("form_first", 0.513),
    ("examples_seen", 3.187),
    ("example_word", 4.976),
    ("shape", 3.324),
    ("prose", -5.266),
    ("commonest", -2.642),
    ("distinct", 0.167),
    ("constant", -1.436),
    ("first_of_kind", 0.356),
    ("crowd", -0.684),
    ("link", -0.61),
    ("depth", -0.219),
    ("name_in_first_heading", 0.151),
    ("name_in_bold", 1.283),
    ("name_title_cover", -10.503),
    ("name_title_likeness", 7.545),
    ("name_affix", -3.611),
    ("name_repeated", 1.508),
    ("name_before", 4.286),
    ("title_likeness", -1.292),
    ("is_heading", -1.122),
    ("distance", -1.703),
];
