//! The stages that look at one page, in their order: from what was received to what it is made of. Their numbers are
//! those of `pipeline.rs`, which has the order of everything else.

use std::cell::OnceCell;
use std::ops::Range;

use analysis::Content;
use analysis::declared::{Declared, declared_with_notes};
use analysis::hierarchy::{self, LabelNode, hierarchy};
use analysis::regions::{self, Region, regions};
use analysis::segments::{self, segments};
use analysis::tables::{self, Table, tables};
use analysis::wrappers::records::RecordPlace;
use fetch::source::{Captured, load_stylesheets};
use page::Page;

use crate::engine::StartedEngine;
use crate::page_error::PageError;

/// Stages 2 to 4 for one page; without an engine, and unless its stylesheets are asked for, stage 2 alone.
pub(crate) fn make_page(
    captured: Captured,
    engine: Option<&StartedEngine>,
    has_stylesheets: bool,
) -> Result<Page, PageError> {
    let Captured { capture, origin } = captured;
    let mut page = Page::new(capture);
    if let Some(kind) = page.foreign_format() {
        return Err(PageError::NotHtml(kind));
    }
    if engine.is_some() || has_stylesheets {
        load_stylesheets(&mut page, &origin);
    }
    if let Some(engine) = engine {
        engine.lay_out(&mut page);
        page.notes.extend(Content::cut(&page));
        page.notes.extend(page.waits_for_script());
    }
    Ok(page)
}

/// How pages are taken apart.
#[derive(Clone, Debug, Default)]
pub struct Methods {
    /// How tables are found and read.
    pub tables: tables::Config,
    /// How a page is cut.
    pub segments: segments::Config,
    /// How texts get their labels.
    pub hierarchy: hierarchy::Method,
    /// How lists and records are found.
    pub regions: regions::Method,
}

impl Methods {
    /// The published algorithms.
    pub fn paper() -> Methods {
        Methods {
            tables: tables::Config { method: tables::Method::Paper, ..tables::Config::default() },
            segments: segments::Config { method: segments::Method::Paper, ..segments::Config::default() },
            hierarchy: hierarchy::Method::Paper(hierarchy::Departures::default()),
            regions: regions::Method::Emine,
        }
    }
}

/// What a page is made of.
#[derive(Debug)]
pub struct Parts<'page> {
    /// Its leaves, in which the segments count.
    pub content: Content<'page>,
    /// Its tables, layout tables too, in order.
    pub tables: Vec<Table>,
    /// Its segments, in order; they cover all leaves.
    pub segments: Vec<Range<usize>>,
    labels: OnceCell<LabelNode>,
    regions: OnceCell<Vec<Region>>,
    declared: OnceCell<Declared>,
    methods: Methods,
}

impl<'page> Parts<'page> {
    /// Takes a page apart: stages 5 and 6, and stages 7 and 8 when they are asked for.
    pub fn of(page: &'page Page, methods: &Methods) -> Parts<'page> {
        let content = Content::of(page);
        let tables = tables(page, &methods.tables);
        let segments = segments(&content, &tables, &methods.segments);
        Parts {
            content,
            tables,
            segments,
            labels: OnceCell::new(),
            regions: OnceCell::new(),
            declared: OnceCell::new(),
            methods: methods.clone(),
        }
    }

    /// How it was taken apart.
    pub fn methods(&self) -> &Methods {
        &self.methods
    }

    /// Which of its texts is the label of which.
    pub fn labels(&self) -> &LabelNode {
        self.labels.get_or_init(|| hierarchy(&self.content, &self.segments, &self.tables, &self.methods.hierarchy))
    }

    /// Its lists with their records, the main one first.
    pub fn regions(&self) -> &[Region] {
        self.regions.get_or_init(|| regions(&self.content, &self.tables, self.methods.regions))
    }

    /// What it declares about itself for machines.
    pub fn declared(&self) -> &Declared {
        self.declared.get_or_init(|| declared_with_notes(self.content.page))
    }
}

/// Stages 4, 5 and 8 for a page of a template whose pages are otherwise not laid out: its lists, the main one first,
/// with how sure each is. A list whose records stand in places of several kinds has no place.
pub(crate) fn lists_of(page: &mut Page, engine: &StartedEngine) -> Vec<(Option<RecordPlace>, f64)> {
    engine.lay_out(page);
    let parts = Parts::of(page, &Methods::default());
    let place = |region: &Region| RecordPlace::of(&page.tree, region).filter(|_| region.records.len() >= LEAST_RECORDS);
    let found = parts.regions().iter().map(|region| (place(region), region.score)).collect();
    // Wrappers read pages without a layout, and a layout changes what counts as hidden.
    page.layout = None;
    found
}

/// Two of a kind are no list.
const LEAST_RECORDS: usize = 3;
