//! The order of the stages, and the only place that knows it.
//!
//! 1. an input is read into captures (`fetch`)
//! 2. a capture becomes a page: text, tree, notes (`page`)
//! 3. the stylesheets saved with it are found (`fetch`)
//! 4. it is laid out (`layout`, or a browser)
//!
//! Pages are worked on in parallel and come out in the order they went in; memory does not grow with their number.

use std::fmt;

use fetch::source::{Captured, Input, Item, ReadError, count_hint, load_stylesheets, read};
use page::Page;

use crate::engine::StartedEngine;
use crate::ordered::map_in_order;

/// Pages to be read, and what is to be done with them on the way.
#[derive(Debug)]
pub struct Pages<'engine> {
    inputs: Vec<Input>,
    engine: Option<&'engine StartedEngine>,
}

/// Why there is no page where one was expected.
#[derive(Debug)]
pub enum PageError {
    /// It could not be read.
    Unreadable(ReadError),
    /// It is something else than a page, such as a PDF.
    NotHtml(&'static str),
    /// A fault in Lode. The page is left out; the run goes on.
    Internal,
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PageError::Unreadable(error) => error.fmt(f),
            PageError::NotHtml(kind) => write!(f, "this is not HTML but {kind}"),
            PageError::Internal => f.write_str("a fault in Lode: this page made it panic, please report it"),
        }
    }
}

impl std::error::Error for PageError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PageError::Unreadable(error) => Some(error),
            _ => None,
        }
    }
}

impl<'engine> Pages<'engine> {
    /// All pages of these inputs.
    pub fn new(inputs: Vec<Input>) -> Pages<'engine> {
        Pages { inputs, engine: None }
    }

    /// Lay each page out with this engine.
    pub fn laid_out_by(self, engine: &'engine StartedEngine) -> Pages<'engine> {
        Pages { engine: Some(engine), ..self }
    }

    /// How many pages there will be, if that is known without reading them.
    pub fn count_hint(&self) -> Option<u64> {
        count_hint(&self.inputs)
    }

    /// Reads all pages, calls `view` on each (in parallel) and `sink` on its name and what `view` made of it (in
    /// order).
    pub fn for_each<R: Send>(self, view: impl Fn(&Page) -> R + Sync, mut sink: impl FnMut(&str, Result<R, PageError>)) {
        let engine = self.engine;
        // The name is needed even when the work on the page panics, so it goes beside the page.
        let names = std::sync::Mutex::new(std::collections::VecDeque::new());
        let items = read(self.inputs).inspect(|item| {
            names.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push_back(item.name.clone());
        });
        let work = |item: Item| make_page(item, engine).map(|page| view(&page));
        map_in_order(items, work, |result| {
            let name = names.lock().unwrap_or_else(std::sync::PoisonError::into_inner).pop_front().unwrap_or_default();
            sink(&name, result.unwrap_or(Err(PageError::Internal)));
        });
    }
}

/// Stages 2 to 4 for one page.
fn make_page(item: Item, engine: Option<&StartedEngine>) -> Result<Page, PageError> {
    let Captured { capture, origin } = item.captured.map_err(PageError::Unreadable)?;
    let mut page = Page::new(capture);
    if let Some(kind) = page.foreign_format() {
        return Err(PageError::NotHtml(kind));
    }
    if let Some(engine) = engine {
        load_stylesheets(&mut page, &origin);
        engine.lay_out(&mut page);
    }
    Ok(page)
}
