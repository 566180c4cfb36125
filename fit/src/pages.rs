//! Pages of corpora, read and laid out as Lode does, on all cores.

use fetch::source::{Captured, Choice, Input, Network, load_stylesheets, read};
use layout::{Embedded, Estimate};
use page::Page;

use crate::parallel::in_parallel;

/// What `view` makes of each of these files, in order. A file that cannot be read costs only itself.
pub fn map<R: Send>(files: &[String], view: impl Fn(&Page) -> R + Sync) -> Vec<Option<R>> {
    let engine = Embedded::new();
    in_parallel(files.len(), |number| {
        let input = Input::parse(&files[number]).ok()?;
        let item = read(vec![input], Network::default(), Choice::All).next()?;
        let Captured { capture, origin } = item.captured.ok()?;
        let mut page = Page::new(capture);
        load_stylesheets(&mut page, &origin);
        page.lay_out(&engine, &Estimate);
        Some(view(&page))
    })
}
