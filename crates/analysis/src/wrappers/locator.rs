//! Locators: ways to find a text, written so that a person can read and change them.

use super::places::{
    ANYWHERE, BadPlace, read_chain, read_ending, read_path, written_chain, written_ending, written_path,
    written_record_path,
};
use super::reading::{Label, Reading, own_label};
use super::slots::Way;

/// A way to find a text on a page, in words. Occurrences count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Locator {
    /// The text behind a label, at the label's n-th occurrence; with a chain, only what stands at its end counts.
    After {
        /// The label, whatever its case and punctuation.
        label: String,
        /// The elements around the text.
        chain: Option<String>,
        /// Which of them.
        nth: u32,
    },
    /// A text that begins with a label and a colon.
    Within {
        /// The label.
        label: String,
        /// Which of them.
        nth: u32,
    },
    /// The text at a path, from the root or from an id.
    Path(String),
    /// The n-th text at the end of a chain.
    Chain {
        /// The elements around the text; behind a `*` only the last of them.
        chain: String,
        /// Which of them.
        nth: u32,
    },
}

impl Locator {
    /// Writes down a way that leads to a text. Paths in a record are written from the record, if it is one element.
    pub fn of(way: Way, reading: &Reading<'_>, text: usize) -> Option<Locator> {
        let (tree, node) = (reading.tree(), reading.texts[text].node);
        let label = || reading.before(text).map(|before| reading.texts[before].text.clone());
        // A text right beside others, with no element of the record around it, has no chain.
        let chain = || Some(written_chain(tree, node, reading.around, reading.head)).filter(|chain| !chain.is_empty());
        Some(match way {
            Way::After(_, nth) => Locator::After { label: label()?, chain: None, nth },
            Way::AfterIn(_, _, nth) => Locator::After { label: label()?, chain: Some(chain()?), nth },
            Way::Within(_, nth) => Locator::Within { label: own_label(&reading.texts[text].text)?.0.to_owned(), nth },
            Way::Anchored(_) if reading.around.is_some() => return None,
            Way::Path(_) if reading.around.is_some() => Locator::Path(written_record_path(tree, node, reading.head?)?),
            Way::Path(_) => Locator::Path(written_path(tree, node, false)),
            Way::Anchored(_) => Locator::Path(written_path(tree, node, true)),
            Way::Chain(_, nth) => Locator::Chain { chain: chain()?, nth },
            Way::Ending(_, nth) => Locator::Chain { chain: written_ending(tree, node), nth },
        })
    }

    /// What is looked up.
    ///
    /// # Errors
    ///
    /// If a path or a chain cannot be read.
    pub fn way(&self) -> Result<Way, BadPlace> {
        Ok(match self {
            Locator::After { label, chain: None, nth } => Way::After(Label::of(label), *nth),
            Locator::After { label, chain: Some(chain), nth } => {
                Way::AfterIn(Label::of(label), read_chain(chain)?, *nth)
            }
            Locator::Within { label, nth } => Way::Within(Label::of(label), *nth),
            Locator::Path(path) if path.starts_with('#') => Way::Anchored(read_path(path)?),
            Locator::Path(path) => Way::Path(read_path(path)?),
            Locator::Chain { chain, nth } if chain.starts_with(ANYWHERE) => Way::Ending(read_ending(chain)?, *nth),
            Locator::Chain { chain, nth } => Way::Chain(read_chain(chain)?, *nth),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::slots::each_way;
    use super::*;
    use page::{Capture, Page};

    #[test]
    fn what_is_written_leads_to_the_same_text() {
        let html = "<div id=d class='k'><b>Price</b>: <i>1</i><p>Size: 3<p>Size: 4</div>";
        let page = Page::new(Capture::new("p", html));
        let reading = Reading::of(&page);
        let mut ways = Vec::new();
        each_way(&reading, |way, text| ways.push((way, text)));
        assert!(ways.len() > 15);
        for (way, text) in ways {
            let locator = Locator::of(way, &reading, text).unwrap();
            let back = locator.way().unwrap();
            // Without an id around, the two sorts of paths are one.
            assert!(back == way || matches!((back, way), (Way::Path(_), Way::Anchored(_))), "{locator:?}");
        }
    }
}
