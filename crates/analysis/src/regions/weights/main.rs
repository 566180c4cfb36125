//! What the facts about cuts weigh where the page's main list is chosen.
//!
//! Written by `cargo xtask fit records`, never by hand.
//!
//! fitted on 2026-11-18 to 486 decisions, ridge 0.005
//! corpus records 484beb7d6aaefdca
//! corpus fields e2e52feca583121e
//! corpus fields-more f1d79b481d6e1979
//! corpus lists-modern 873319a27f0c737b
//! in fold: 0.9712  declared 0.9598  fields 0.9845  fields-more 0.9399  records 0.9882
//! out of fold, by site: 0.9669  declared 0.9436  fields 0.9841  fields-more 0.9302  records 0.9882
//! out of fold, by corpus: 0.9552  declared 0.9286  fields 0.9841  fields-more 0.9033  records 0.9758

use crate::evidence::Weight;

pub(crate) const WEIGHTS: &[Weight] = &[
    ("ln_records", 1.423),
    ("ln_few_records", 1.873),
    ("text_share", 3.189),
    ("ln_text_share", 0.56),
    ("ln_prose_share", 0.736),
    ("ln_looks", 0.28),
    ("tiny", -1.47),
    ("top", -1.56),
    ("width_share", 1.506),
    ("ln_area_share", 0.264),
    ("off_centre", -1.029),
    ("in_main", 0.124),
    ("headed", -0.266),
    ("ln_length", -0.063),
    ("in_landmark", -1.701),
    ("alike", 3.641),
    ("least_alike", 0.625),
    ("uneven_text", -1.595),
    ("uneven_height", -1.737),
    ("same_head", 0.891),
    ("linked", 1.355),
    ("different_links", 1.65),
    ("numbered", 3.167),
    ("pictured", 0.091),
    ("with_heading", 0.859),
    ("valued", 1.526),
    ("begin_with_digit", 0.099),
    ("sentences", 0.978),
    ("different_heads", -2.039),
    ("same_left", 0.912),
    ("uneven_gaps", -0.059),
    ("whole_nodes", 2.29),
    ("same_tag", 2.731),
    ("same_class", 0.481),
    ("item_markup", 1.049),
    ("one_parent", 1.841),
    ("parent_filled", 1.376),
    ("repetition", -0.665),
    ("least_repetition", -1.011),
    ("ln_many_links", -0.918),
    ("head_complete", 1.325),
    ("orphan_before", -1.253),
    ("orphan_behind", -1.091),
    ("alike_between", -2.649),
    ("regular_between", -0.967),
];
