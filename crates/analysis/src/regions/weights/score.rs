//! What the facts about chosen lists weigh in how sure they are.
//!
//! Written by `cargo xtask fit records`, never by hand.
//!
//! fitted on 2026-11-18 to 763 decisions, ridge 0.001
//! corpus records 484beb7d6aaefdca
//! corpus fields e2e52feca583121e
//! corpus fields-more f1d79b481d6e1979
//! corpus lists-modern 873319a27f0c737b
//! corpus today a9f2951c75d602b7
//! corpus examples 49cd8dd25d8f3244
//! in fold: 0.7388  articles 0.0000  declared 0.7561  examples 0.9333  fields 0.9225  fields-more 0.9263
//!   products 0.0000  recipes 0.0377  records 0.9500
//! out of fold, by site: 0.7365  articles 0.0000  declared 0.7407  examples 0.9333  fields 0.9225
//!   fields-more 0.9263  products 0.0000  recipes 0.0375  records 0.9500
//! out of fold, by corpus: 0.7113  articles 0.0000  declared 0.7089  examples 0.9333  fields 0.9291
//!   fields-more 0.9258  products 0.0000  recipes 0.0375  records 0.9348

use crate::evidence::Weight;

pub(crate) const WEIGHTS: &[Weight] = &[
    ("always", -2.006),
    ("as_cut", 0.122),
    ("lead", 0.261),
    ("few_records", -6.11),
    ("menu", -2.956),
    ("in_landmark", -1.884),
];
