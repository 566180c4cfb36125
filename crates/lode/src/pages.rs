//! Pages of inputs, worked on in parallel. They come out in the order they went in, memory does not grow with their
//! number, and a page that fails costs only itself. What is done with each is the matter of `pipeline.rs`.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use fetch::archive::Keeper;
use fetch::source::{Captured, Choice, Input, InputError, Item, LatestPages, Network, count_hint, read};
use page::{Fingerprint, Page};

use crate::engine::StartedEngine;
use crate::ordered::map_in_order;
use crate::page_error::PageError;
use crate::parts::make_page;

/// Pages to be read, and what is to be done with them on the way.
#[derive(Debug)]
pub struct Pages<'engine> {
    sources: Vec<Source>,
    engine: Option<&'engine StartedEngine>,
    has_stylesheets: bool,
    network: Network,
    choice: Choice,
}

/// What a user named, and what it turned out to be.
#[derive(Debug)]
enum Source {
    Input(Input),
    Latest { name: String, pages: LatestPages },
    Unusable { name: String, error: InputError },
}

/// A page on its way, and what it is called.
struct Arrival {
    name: String,
    captured: Result<Captured, PageError>,
}

impl<'engine> Pages<'engine> {
    /// All pages of these inputs.
    pub fn new(inputs: Vec<Input>) -> Pages<'engine> {
        Pages::of(inputs.into_iter().map(Source::Input).collect())
    }

    /// The pages of an archive, each address once.
    pub(crate) fn latest(name: &str, pages: LatestPages) -> Pages<'engine> {
        Pages::of(vec![Source::Latest { name: name.to_owned(), pages }])
    }

    /// All pages of what a user named. A name that cannot be used costs only itself, unless none can be.
    pub fn named(names: &[String]) -> Result<Pages<'engine>, InputError> {
        if names.iter().filter(|name| *name == "-").count() > 1 {
            return Err(InputError::StandardInputTwice);
        }
        let mut sources = Vec::new();
        let mut is_usable = false;
        for name in names {
            sources.push(match Input::parse(name) {
                Ok(input) => {
                    is_usable = true;
                    Source::Input(input)
                }
                Err(error) => Source::Unusable { name: name.clone(), error },
            });
        }
        match sources.pop() {
            Some(Source::Unusable { error, .. }) if !is_usable && sources.is_empty() => return Err(error),
            last => sources.extend(last),
        }
        Ok(Pages::of(sources))
    }

    fn of(sources: Vec<Source>) -> Pages<'engine> {
        Pages { sources, engine: None, has_stylesheets: false, network: Network::default(), choice: Choice::All }
    }

    /// Read addresses through this network.
    pub fn through(self, network: Network) -> Pages<'engine> {
        Pages { network, ..self }
    }

    /// Keep what is read from addresses.
    pub(crate) fn kept_by(self, keeper: Arc<Keeper>) -> Pages<'engine> {
        Pages { network: self.network.kept_by(keeper), ..self }
    }

    /// Whether some of them are read from addresses.
    pub fn has_addresses(&self) -> bool {
        self.sources.iter().any(|source| matches!(source, Source::Input(Input::Url(_))))
    }

    /// What stands for what was named, if the same can be read again.
    pub(crate) fn fingerprint(&self) -> Option<Fingerprint> {
        let mut all = Fingerprint::new();
        for source in &self.sources {
            match source {
                Source::Input(Input::Stdin) => return None,
                Source::Input(input) => all.text(&input.to_string()),
                Source::Latest { name, .. } | Source::Unusable { name, .. } => all.text(name),
            };
        }
        Some(all)
    }

    /// Lay each page out with this engine.
    pub fn laid_out_by(self, engine: &'engine StartedEngine) -> Pages<'engine> {
        Pages { engine: Some(engine), ..self }
    }

    /// Give each page the stylesheets that were saved with it, for those who lay some of them out later.
    pub fn with_stylesheets(self) -> Pages<'engine> {
        Pages { has_stylesheets: true, ..self }
    }

    /// Only some of them; nothing is made of the others.
    pub(crate) fn chosen(self, choice: Choice) -> Pages<'engine> {
        Pages { choice, ..self }
    }

    /// How many pages there will be, if that is known without reading them.
    pub fn count_hint(&self) -> Option<u64> {
        let counts = self.sources.iter().map(|source| match source {
            Source::Input(input) => count_hint(std::slice::from_ref(input)),
            Source::Latest { pages, .. } => Some(pages.count() as u64),
            Source::Unusable { .. } => Some(1),
        });
        counts.sum()
    }

    /// Reads all pages, calls `view` on each (in parallel) and `sink` on its name and what `view` made of it (in
    /// order).
    pub fn for_each<R: Send>(self, view: impl Fn(&Page) -> R + Sync, mut sink: impl FnMut(&str, Result<R, PageError>)) {
        self.try_for_each(view, |name, result| {
            sink(name, result);
            ControlFlow::Continue(())
        });
    }

    /// The same, until `sink` says to stop. Pages that are under way by then are made, but not seen by anyone.
    pub fn try_for_each<R: Send>(
        self,
        view: impl Fn(&Page) -> R + Sync,
        sink: impl FnMut(&str, Result<R, PageError>) -> ControlFlow<()>,
    ) {
        self.try_take_each(|page| view(&page), sink);
    }

    /// The same for those who keep the pages.
    pub fn try_take_each<R: Send>(
        self,
        view: impl Fn(Page) -> R + Sync,
        mut sink: impl FnMut(&str, Result<R, PageError>) -> ControlFlow<()>,
    ) {
        let (engine, has_stylesheets, network, choice) = (self.engine, self.has_stylesheets, self.network, self.choice);
        // The name is needed even when the work on the page panics, so it goes beside the page.
        let names = Mutex::new(VecDeque::new());
        let lock = || names.lock().unwrap_or_else(PoisonError::into_inner);
        let arrivals = self
            .sources
            .into_iter()
            .flat_map(|source| arrivals(source, &network, &choice))
            .inspect(|arrival| lock().push_back(arrival.name.clone()));
        let work = |arrival: Arrival| make_page(arrival.captured?, engine, has_stylesheets).map(&view);
        map_in_order(arrivals, work, |result| {
            let name = lock().pop_front().unwrap_or_default();
            sink(&name, result.unwrap_or(Err(PageError::Internal)))
        });
    }
}

/// The wanted pages of one thing that a user named.
fn arrivals(source: Source, network: &Network, choice: &Choice) -> Box<dyn Iterator<Item = Arrival> + Send> {
    match source {
        Source::Unusable { name, error } => {
            Box::new(std::iter::once(Arrival { name, captured: Err(PageError::NoInput(error)) }))
        }
        Source::Input(input) => {
            let name = input.to_string();
            Box::new(Reading { name, items: Some(read(vec![input], network.clone(), choice.clone())) })
        }
        Source::Latest { name, pages } => Box::new(Reading { name, items: Some(pages.read(choice)) }),
    }
}

/// The pages of one input. A panic while it is read ends it, and nothing else.
struct Reading<I> {
    name: String,
    items: Option<I>,
}

impl<I: Iterator<Item = Item>> Iterator for Reading<I> {
    type Item = Arrival;

    fn next(&mut self) -> Option<Arrival> {
        let items = self.items.as_mut()?;
        match catch_unwind(AssertUnwindSafe(|| items.next())) {
            Ok(item) => {
                item.map(|item| Arrival { name: item.name, captured: item.captured.map_err(PageError::Unreadable) })
            }
            Err(_) => {
                self.items = None;
                Some(Arrival { name: self.name.clone(), captured: Err(PageError::Internal) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fetch::source::ReadError;
    use std::path::PathBuf;

    fn names(pages: Pages<'_>) -> Vec<(String, bool)> {
        let mut names = Vec::new();
        pages.for_each(|_| (), |name, result| names.push((name.to_owned(), result.is_ok())));
        names
    }

    #[test]
    fn a_name_that_cannot_be_used_costs_only_itself() {
        let given = ["no/such/page.html", env!("CARGO_MANIFEST_DIR"), "http://127.0.0.1/"].map(str::to_owned);
        let found = names(Pages::named(&given).unwrap());
        assert_eq!(found, [(given[0].clone(), false), (given[2].clone(), false)], "the folder has no pages");
        assert!(matches!(Pages::named(&given[..1]), Err(InputError::Missing { .. })));
        assert!(matches!(Pages::named(&["-".to_owned(), "-".to_owned()]), Err(InputError::StandardInputTwice)));
    }

    #[test]
    fn a_panic_while_reading_costs_only_its_input() {
        let item = |name: &str| Item {
            name: name.to_owned(),
            captured: Err(ReadError::File { path: PathBuf::new(), cause: std::io::Error::other("none") }),
        };
        let items = [Some(item("a")), None, Some(item("b"))].into_iter().map(|item| item.expect("a fault"));
        let reading = Reading { name: "folder".to_owned(), items: Some(items) };
        let found: Vec<(String, bool)> =
            reading.map(|arrival| (arrival.name, matches!(arrival.captured, Err(PageError::Internal)))).collect();
        assert_eq!(found, [("a".to_owned(), false), ("folder".to_owned(), true)]);
    }
}
