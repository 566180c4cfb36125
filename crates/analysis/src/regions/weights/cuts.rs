//! What the facts about cuts weigh where one of several cuts of a place is chosen.
//!
//! Written by `cargo xtask fit records`, never by hand.
//!
//! fitted on 2026-11-18 to 618 decisions, ridge 0.005
//! corpus records 484beb7d6aaefdca
//! corpus fields e2e52feca583121e
//! corpus fields-more f1d79b481d6e1979
//! corpus lists-modern 873319a27f0c737b
//! in fold: 0.9776  declared 0.9507  fields 0.9944  fields-more 0.9764  recipes 0.9320  records 0.9849
//! out of fold, by site: 0.9681  declared 0.9299  fields 0.9856  fields-more 0.9591  recipes 0.9300  records 0.9831
//! out of fold, by corpus: 0.9554  declared 0.9180  fields 0.9856  fields-more 0.9540  recipes 0.8477  records 0.9772

use crate::evidence::Weight;

pub(crate) const WEIGHTS: &[Weight] = &[
    ("ln_records", 0.688),
    ("ln_few_records", 1.625),
    ("text_share", 2.328),
    ("ln_text_share", 0.387),
    ("ln_prose_share", 0.251),
    ("ln_looks", -0.087),
    ("tiny", -2.84),
    ("top", -1.593),
    ("width_share", 0.117),
    ("ln_area_share", 0.36),
    ("off_centre", -1.205),
    ("in_main", 0.003),
    ("headed", 0.644),
    ("ln_length", -0.217),
    ("in_landmark", -0.354),
    ("alike", 3.13),
    ("least_alike", 0.699),
    ("uneven_text", -1.634),
    ("uneven_height", -1.793),
    ("same_head", 1.958),
    ("linked", 1.031),
    ("different_links", 0.843),
    ("numbered", 4.4),
    ("pictured", 0.249),
    ("with_heading", -0.251),
    ("valued", 0.929),
    ("begin_with_digit", 0.561),
    ("sentences", 1.532),
    ("different_heads", -1.444),
    ("same_left", -1.247),
    ("uneven_gaps", -0.867),
    ("whole_nodes", 2.681),
    ("same_tag", 2.844),
    ("same_class", 1.284),
    ("item_markup", 1.352),
    ("one_parent", 1.254),
    ("parent_filled", 1.762),
    ("repetition", -0.822),
    ("least_repetition", -0.591),
    ("ln_many_links", -0.647),
    ("head_complete", 1.887),
    ("orphan_before", -1.264),
    ("orphan_behind", -1.1),
    ("alike_between", -1.926),
    ("regular_between", -1.46),
];
