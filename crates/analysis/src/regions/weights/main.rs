//! What the facts about cuts weigh where the page's main list is chosen.
//!
//! Written by `cargo xtask fit records`, never by hand.
//!
//! fitted on 2026-11-18 to 502 decisions, ridge 0.005
//! corpus records 484beb7d6aaefdca
//! corpus fields e2e52feca583121e
//! corpus fields-more f1d79b481d6e1979
//! corpus lists-modern 873319a27f0c737b
//! corpus today a9f2951c75d602b7
//! corpus examples 49cd8dd25d8f3244
//! in fold: 0.9816  declared 0.9852  examples 0.9984  fields 0.9874  fields-more 0.9625  records 0.9884
//! out of fold, by site: 0.9807  declared 0.9852  examples 0.9984  fields 0.9870  fields-more 0.9594
//!   records 0.9886
//! out of fold, by corpus: 0.9789  declared 0.9847  examples 0.9984  fields 0.9866  fields-more 0.9573
//!   records 0.9838

use crate::evidence::Weight;

pub(crate) const WEIGHTS: &[Weight] = &[
    ("ln_records", 1.416),
    ("ln_few_records", 2.29),
    ("text_share", 4.202),
    ("ln_text_share", 0.683),
    ("ln_prose_share", 0.757),
    ("ln_looks", 0.527),
    ("tiny", -1.438),
    ("top", -1.636),
    ("width_share", 1.736),
    ("in_landmark", -2.118),
    ("alike", 4.392),
    ("least_alike", 1.42),
    ("uneven_text", -1.728),
    ("uneven_height", -1.908),
    ("linked", 1.554),
    ("different_links", 1.912),
    ("numbered", 3.854),
    ("valued", 1.588),
    ("begin_with_digit", -0.911),
    ("sentences", 0.84),
    ("different_heads", -2.012),
    ("same_left", 1.048),
    ("uneven_gaps", -0.282),
    ("set_apart", 0.614),
    ("whole_nodes", 2.551),
    ("same_tag", 3.67),
    ("item_markup", 0.867),
    ("repetition", -0.948),
    ("least_repetition", -0.839),
    ("head_complete", 1.557),
    ("orphan_before", -1.201),
    ("alike_between", -2.462),
    ("regular_between", -2.551),
];
