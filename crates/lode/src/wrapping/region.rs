//! A region that somebody points at by pasting its text.

use analysis::bartree::Signature;
use analysis::wrappers::pasted::spots;
use analysis::wrappers::reading::Reading;
use page::Page;

/// The bar-tree numbers of the first region of a page that has this text.
pub fn region_signature(page: &Page, text: &str) -> Option<Signature> {
    let reading = Reading::of(page);
    let spots = spots(&reading, text);
    let spot = spots.first()?;
    Some(Signature::of(&page.tree, reading.texts[spot.first].node, reading.texts[spot.last].node))
}
