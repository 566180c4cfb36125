//! What the facts about slots and properties weigh.
//!
//! Written by `cargo xtask fit mapping`, never by hand.
//!
//! fitted on 2026-11-18 to 435 decisions, ridge 0.003
//! corpus swde 5f35187d3afa913b
//! in fold: 0.9443  auto 0.8404  book 0.9138  camera 1.0000  job 0.9700  movie 0.9956  nbaplayer 0.9947  restaurant 0.8971  university 0.9612
//! out of fold, by site: 0.9062  auto 0.7865  book 0.8926  camera 1.0000  job 0.9494  movie 0.9826  nbaplayer 0.8833  restaurant 0.8669  university 0.9057
//! out of fold, by corpus: 0.8801  auto 0.7331  book 0.9138  camera 0.9757  job 0.8486  movie 0.9956  nbaplayer 0.7818  restaurant 0.8551  university 0.9179

use crate::evidence::Weight;

pub(super) const WEIGHTS: &[Weight] = &[
    ("nothing", 10.858),
    ("label", 5.002),
    ("label_like", 1.652),
    ("label_of_other", -5.796),
    ("label_foreign", -2.331),
    ("label_unsure", -0.303),
    ("own_label", 0.228),
    ("class_like", 1.773),
    ("fits", 2.923),
    ("fits_in_part", 2.906),
    ("form", 0.06),
    ("form_alone", 2.067),
    ("form_first", 0.494),
    ("examples_seen", 3.799),
    ("example_word", 4.643),
    ("shape", 3.011),
    ("prose", -6.806),
    ("commonest", -1.948),
    ("distinct", 0.623),
    ("constant", -2.091),
    ("first_of_kind", 0.462),
    ("crowd", -0.659),
    ("link", -0.595),
    ("depth", -0.547),
    ("name_in_first_heading", 0.596),
    ("name_in_bold", 0.817),
    ("name_title_cover", -3.46),
    ("name_title_likeness", 7.974),
    ("name_affix", -4.381),
    ("name_repeated", 1.222),
    ("name_is_heading", 1.05),
    ("name_before", 0.898),
    ("title_likeness", -1.418),
    ("is_heading", -1.205),
    ("distance", -1.681),
];
