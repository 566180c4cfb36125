//! The embedded engine. The recipe for one page is [`lay_out_now`]; the rest of this file keeps whatever happens in the
//! engine from harming the program around it.

mod document;
mod fonts;
mod images;
mod intrinsic;
mod legacy;
mod orphans;
mod quirky_lines;
mod readback;
mod spacing;
mod stylesheets;
mod tables;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use page::tree::Quirks;
use page::{Layout, LayoutEngine, LayoutFailure, Page};

/// Pages with more nodes than this are left to the estimate: the engine needs about 3 kB and 10 µs for each.
const MAX_NODES: usize = 200_000;
/// How long a page may take. The median page takes a thousandth of it.
const TIME_LIMIT: Duration = Duration::from_secs(20);
/// The engine calls itself for each level of the page; a page may have 512 of them.
const STACK_BYTES: usize = 256 << 20;
/// How many layouts may be left running after their time was up. They cannot be stopped, only abandoned.
const MAX_ABANDONED: usize = 2;

/// Lays pages out with the engine that is built in.
#[derive(Debug, Default)]
pub struct Embedded {
    /// Layouts that did not end in time and are still running.
    abandoned: Arc<Mutex<usize>>,
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
            return Err(LayoutFailure(format!("{} nodes are too many", page.tree.len())));
        }
        if *lock(&self.abandoned) >= MAX_ABANDONED {
            return Err(LayoutFailure("earlier pages never came to an end".to_owned()));
        }
        contained(page, &self.abandoned)
    }
}

/// The steps for one page. What the engine lacks is made up for twice: once styles are known, and once boxes are.
fn lay_out_now(input: &document::Input) -> Layout {
    let mut replay = document::replay(input);
    replay.document.resolve_stylist(0.0);
    images::settle(&input.tree, &mut replay.engine_ids, &mut replay.document);
    orphans::adopt(&mut replay.document);
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

fn contained(page: &Page, abandoned: &Arc<Mutex<usize>>) -> Result<Layout, LayoutFailure> {
    // The thread may outlive this call, so it gets its own copy of what it needs.
    let input = document::Input::of(page);
    contained_call(abandoned, move || lay_out_now(&input))
}

/// Calls something on a thread of its own, with a stack that is deep enough and a limit on its time.
fn contained_call(
    abandoned: &Arc<Mutex<usize>>,
    call: impl FnOnce() -> Layout + Send + 'static,
) -> Result<Layout, LayoutFailure> {
    let (sender, receiver) = mpsc::channel();
    let running = Arc::clone(abandoned);
    *lock(&running) += 1;
    let work = move || {
        let result = catch_unwind(AssertUnwindSafe(call));
        *lock(&running) -= 1;
        // Nobody may be waiting any more.
        let _ = sender.send(result.map_err(|panic| LayoutFailure(panic_message(panic.as_ref()))));
    };
    if let Err(error) = std::thread::Builder::new().name("layout".to_owned()).stack_size(STACK_BYTES).spawn(work) {
        *lock(abandoned) -= 1;
        return Err(LayoutFailure(format!("no thread: {error}")));
    }
    match receiver.recv_timeout(TIME_LIMIT) {
        Ok(result) => result,
        Err(RecvTimeoutError::Timeout) => Err(LayoutFailure(format!("no end after {} s", TIME_LIMIT.as_secs()))),
        Err(RecvTimeoutError::Disconnected) => Err(LayoutFailure("the layout thread died".to_owned())),
    }
}

fn lock(count: &Mutex<usize>) -> std::sync::MutexGuard<'_, usize> {
    count.lock().unwrap_or_else(PoisonError::into_inner)
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("it panicked: {}", text.unwrap_or("without a word"))
}

#[cfg(test)]
mod tests;
