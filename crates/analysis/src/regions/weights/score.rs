//! What the facts about chosen lists weigh in how sure they are.
//!
//! Written by `cargo xtask fit records`, never by hand.
//!
//! fitted on 2026-11-18 to 559 decisions, ridge 0.0001
//! corpus records 484beb7d6aaefdca
//! corpus fields e2e52feca583121e
//! corpus fields-more f1d79b481d6e1979
//! corpus lists-modern 873319a27f0c737b
//! in fold: 0.7944  declared 0.8542  fields 0.9521  fields-more 0.9010  recipes 0.0865  records 0.9645
//! out of fold, by site: 0.7948  declared 0.8542  fields 0.9521  fields-more 0.8980  recipes 0.0968  records 0.9645
//! out of fold, by corpus: 0.7878  declared 0.8298  fields 0.9521  fields-more 0.8949  recipes 0.0851  records 0.9609

use crate::evidence::Weight;

pub(crate) const WEIGHTS: &[Weight] = &[
    ("always", -2.328),
    ("as_main", -0.039),
    ("as_cut", 0.187),
    ("behind", 0.274),
    ("lead", 0.601),
    ("few_records", -4.323),
];
