//! The embedded engine. The recipe for one page is [`lay_out_now`]; each step has a file of its own.

mod containment;
mod document;
mod flexes;
mod fonts;
mod images;
mod intrinsic;
mod legacy;
mod matching;
mod orphans;
mod owners;
mod quirky_lines;
mod readback;
mod spacing;
mod spans;
mod style_attribute;
mod stylesheets;
mod tables;

use std::time::Duration;

use page::tree::Quirks;
use page::{Layout, LayoutEngine, LayoutFailure, Page};

pub use containment::CONTAINED_THREAD;
use containment::Containment;

/// Pages with more nodes than this are left to the estimate: the engine needs about 3 kB and 10 µs for each.
const MAX_NODES: usize = 150_000;
/// What a control counts beside being a node: the engine lays out the text of each on its own.
const NODES_PER_CONTROL: usize = 4;
/// Pages with more text than this, in bytes, are left to the estimate: at worst, with scripts that change at every
/// character in cells of tables, the engine needs 3 µs for each.
const MAX_TEXT: usize = 2 << 20;
/// After this a layout is taken to have no end. The worst pages that pass the other limits take a tenth of it on a slow
/// machine, the median page a ten-thousandth.
const TIME_LIMIT: Duration = Duration::from_secs(120);

/// Lays pages out with the engine that is built in.
#[derive(Debug, Default)]
pub struct Embedded {
    containment: Containment,
}

impl Embedded {
    /// A new engine. Making one is cheap; it holds nothing but the count of runaway layouts.
    pub fn new() -> Embedded {
        Embedded::default()
    }
}

impl LayoutEngine for Embedded {
    fn name(&self) -> &'static str {
        "embedded"
    }

    fn lay_out(&self, page: &Page) -> Result<Layout, LayoutFailure> {
        if page.tree.len() > MAX_NODES {
            return Err(LayoutFailure::new(format!("{} nodes are too many", page.tree.len())));
        }
        let controls = document::controls(&page.tree);
        if page.tree.len() + controls * NODES_PER_CONTROL > MAX_NODES {
            return Err(LayoutFailure::new(format!("{controls} controls are too many")));
        }
        let text = document::text_bytes(&page.tree);
        if text > MAX_TEXT {
            return Err(LayoutFailure::new(format!("{text} bytes of text are too many")));
        }
        // The layout may outlive this call, so it gets its own copy of what it needs.
        let input = document::Input::of(page);
        self.containment.call(TIME_LIMIT, move || lay_out_now(&input))
    }
}

/// The steps for one page. What the engine lacks is made up for twice: once styles are known, and once boxes are.
fn lay_out_now(input: &document::Input) -> Layout {
    let mut replay = document::replay(input);
    replay.document.resolve_stylist(0.0);
    images::settle(&input.tree, &mut replay.engine_ids, &mut replay.document);
    orphans::adopt(&mut replay.document);
    flexes::flatten(&mut replay.document);
    spacing::make_room(&mut replay.document);
    spacing::shave_shares(&mut replay.document);
    if input.tree.quirks() != Quirks::None {
        quirky_lines::lower(&mut replay.document);
    }

    replay.document.resolve(0.0);
    if tables::size_columns(&mut replay.document) {
        replay.document.resolve(0.0);
    }
    readback::read(input, &replay)
}

#[cfg(test)]
mod tests;
