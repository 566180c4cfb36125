//! What the facts about cuts weigh where one of several cuts of a place is chosen.
//!
//! Written by `cargo xtask fit records`, never by hand.
//!
//! fitted on 2026-11-18 to 634 decisions, ridge 0.005
//! corpus records 484beb7d6aaefdca
//! corpus fields e2e52feca583121e
//! corpus fields-more f1d79b481d6e1979
//! corpus lists-modern 873319a27f0c737b
//! corpus today a9f2951c75d602b7
//! corpus examples 49cd8dd25d8f3244
//! in fold: 0.9789  declared 0.9799  examples 0.9984  fields 0.9919  fields-more 0.9787  recipes 0.9213
//!   records 0.9831
//! out of fold, by site: 0.9751  declared 0.9773  examples 0.9027  fields 0.9919  fields-more 0.9774
//!   recipes 0.9170  records 0.9819
//! out of fold, by corpus: 0.9576  declared 0.9539  examples 0.8772  fields 0.9905  fields-more 0.9762
//!   recipes 0.7980  records 0.9823

use crate::evidence::Weight;

pub(crate) const WEIGHTS: &[Weight] = &[
    ("ln_records", 0.68),
    ("ln_few_records", 1.951),
    ("text_share", 3.243),
    ("ln_text_share", 0.309),
    ("ln_prose_share", 0.288),
    ("ln_looks", 0.156),
    ("tiny", -3.243),
    ("top", -1.485),
    ("width_share", 0.039),
    ("in_landmark", -0.439),
    ("alike", 4.698),
    ("least_alike", 1.02),
    ("uneven_text", -1.968),
    ("uneven_height", -1.813),
    ("linked", 0.929),
    ("different_links", 0.97),
    ("numbered", 4.073),
    ("valued", 1.031),
    ("begin_with_digit", 0.782),
    ("sentences", 1.115),
    ("different_heads", -1.4),
    ("same_left", -0.694),
    ("uneven_gaps", -1.066),
    ("set_apart", 0.587),
    ("whole_nodes", 2.693),
    ("same_tag", 3.727),
    ("item_markup", 1.557),
    ("repetition", -1.168),
    ("least_repetition", -0.486),
    ("head_complete", 2.745),
    ("orphan_before", -1.319),
    ("alike_between", -1.786),
    ("regular_between", -3.138),
];
