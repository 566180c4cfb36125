//! What the facts about slots and properties weigh.
//!
//! Written by `cargo xtask fit mapping`, never by hand.
//!
//! fitted on 2026-11-18 to 435 decisions, ridge 0.003
//! corpus swde 5f35187d3afa913b
//! in fold: 0.9431  auto 0.8455  book 0.9138  camera 1.0000  job 0.9700  movie 0.9956  nbaplayer 0.9676
//!   restaurant 0.8971  university 0.9735
//! out of fold, by site: 0.9159  auto 0.7865  book 0.8926  camera 1.0000  job 0.9396  movie 0.9826
//!   nbaplayer 0.9676  restaurant 0.8437  university 0.9342
//! out of fold, by corpus: 0.8836  auto 0.7291  book 0.9138  camera 0.9757  job 0.8486  movie 0.9956
//!   nbaplayer 0.8424  restaurant 0.8326  university 0.9189

use crate::evidence::Weight;

pub(crate) const WEIGHTS: &[Weight] = &[
    ("nothing", 10.585),
    ("label", 4.983),
    ("label_like", 1.859),
    ("label_of_other", -5.54),
    ("label_foreign", -2.442),
    ("label_unsure", -0.684),
    ("own_label", -0.178),
    ("class_like", 1.914),
    ("fits", 2.852),
    ("fits_in_part", 3.176),
    ("form", -0.119),
    ("form_alone", 2.017),
    ("form_first", 0.554),
    ("examples_seen", 3.212),
    ("example_word", 4.978),
    ("shape", 3.413),
    ("prose", -5.261),
    ("commonest", -2.65),
    ("distinct", 0.264),
    ("constant", -1.39),
    ("first_of_kind", 0.356),
    ("crowd", -0.674),
    ("link", -0.601),
    ("depth", -0.24),
    ("name_in_first_heading", 0.157),
    ("name_in_bold", 1.3),
    ("name_title_cover", -10.538),
    ("name_title_likeness", 7.54),
    ("name_affix", -3.654),
    ("name_repeated", 1.509),
    ("name_before", 4.271),
    ("title_likeness", -1.357),
    ("is_heading", -1.136),
    ("distance", -1.705),
];
