//! What a wrapper remembers of its pages, in the form it has in the file.

use analysis::bartree::{Bar, Beside, Level, Reverse, surroundings};
use analysis::wrappers::portrait::Portrait;
use page::{NodeId, Page};

use super::{Around, Look, Region, Sums};

/// A bar as it is written.
pub(in crate::wrapping) fn written_bar(bar: Bar) -> String {
    format!("{}/{}", bar.place(), bar.parallel())
}

impl Region {
    /// Of the spot of a text on a page.
    pub(in crate::wrapping) fn of(page: &Page, text: &str, (first, last): (NodeId, NodeId)) -> Region {
        let tree = &page.tree;
        let written = |number: u64| Some(format!("{number:016x}"));
        let around = |(_, level): (NodeId, Level)| {
            let (beside, siblings) = match level.beside {
                Beside::Fingerprint(number) => (written(number), None),
                Beside::Older(number) => (None, written(number)),
            };
            Around { element: level.element, bar: written_bar(level.bar), beside, siblings }
        };
        let sums = |reverse: Reverse| (reverse.upper.sum(), reverse.lower.sum());
        Region {
            text: text.to_owned(),
            around: surroundings(tree, first).into_iter().map(around).collect(),
            sums: Sums {
                tree: sums(Reverse::of_tree(tree, first, last)),
                source: sums(Reverse::of_source(tree, first, last)),
            },
        }
    }
}

impl Look {
    /// Of a portrait.
    pub(in crate::wrapping) fn of(portrait: Portrait) -> Look {
        let rounded = |share: f64| (1000.0 * share).round() / 1000.0;
        Look {
            before: portrait.before,
            behind: portrait.behind,
            names: portrait.names,
            in_title: rounded(portrait.in_title),
            repeated: rounded(portrait.repeated),
        }
    }

    /// The same as a portrait.
    pub(in crate::wrapping) fn portrait(&self) -> Portrait {
        Portrait {
            before: self.before.clone(),
            behind: self.behind.clone(),
            names: self.names.clone(),
            in_title: self.in_title,
            repeated: self.repeated,
        }
    }
}
