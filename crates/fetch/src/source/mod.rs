//! What a user names becomes captures: a file, a folder, a WARC, an address or the standard input, one page at a time.
//!
//! Reading is lazy and in the order given, so that a run over a million pages holds one of them. What cannot be read
//! is an item with an error, never the end of the run. Links are not followed here.

mod address;
mod dealt_with;
mod error;
mod file;
mod folder;
mod imports;
pub(crate) mod sniff;
mod stylesheets;
mod warc;
mod web;

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use dealt_with::DealtWith;
pub use error::{InputError, ReadError};
pub(crate) use imports::imports;
pub use stylesheets::load_stylesheets;
pub(crate) use warc::read_at;
pub use warc::{HttpError, LatestPages, RecordError, WarcFile};
pub use web::{Network, WebError};

use folder::{Entry, Walk};
use url::Url;

/// No more than this many bytes of a page are kept. It is a little more than [`page::Page::new`] reads, so that the
/// page knows that it was cut.
const MAX_BODY: usize = 33 << 20;

/// One thing to read, as a user named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The standard input, named `-`.
    Stdin,
    /// A folder: all pages in it and below.
    Folder(PathBuf),
    /// A WARC: all pages in it.
    Warc(PathBuf),
    /// A single page.
    File(PathBuf),
    /// A page of the web.
    Url(Url),
}

/// Which pages are wanted, by the names that they have in the output. Others are not even read, where that can be.
#[derive(Clone, Debug, Default)]
pub enum Choice {
    /// All of them.
    #[default]
    All,
    /// These alone.
    Only(Arc<HashSet<String>>),
    /// All but these.
    Except(Arc<HashSet<String>>),
    /// All that work has not dealt with which is gone on with.
    Left(Arc<DealtWith>),
}

impl Choice {
    /// Whether the next page of this name is wanted.
    pub fn takes(&self, name: &str) -> bool {
        match self {
            Choice::All => true,
            Choice::Only(names) => names.contains(name),
            Choice::Except(names) => !names.contains(name),
            Choice::Left(dealt_with) => !dealt_with.passes_over(name),
        }
    }
}

/// One page, or the reason why there is none.
#[derive(Debug)]
pub struct Item {
    /// What it is called in the output: the path as the user would write it, or the URL of a WARC record.
    pub name: String,
    /// The page as it was received.
    pub captured: Result<Captured, ReadError>,
}

/// A page as it was received, and where its parts may be found.
#[derive(Debug)]
pub struct Captured {
    /// The page.
    pub capture: page::Capture,
    /// Where to look for its stylesheets.
    pub origin: Origin,
}

/// Where a page was read from, which is where its stylesheets are looked for.
#[derive(Clone, Debug)]
pub enum Origin {
    /// A file; stylesheets are looked for beside it.
    File(PathBuf),
    /// A WARC; stylesheets are looked for in it.
    Warc(Arc<WarcFile>),
    /// The web; stylesheets are fetched.
    Network(Network),
    /// Nowhere that could hold more than the page itself.
    None,
}

impl Input {
    /// Recognises what the user named. Looks at the file system, but reads nothing yet.
    pub fn parse(given: &str) -> Result<Input, InputError> {
        if given == "-" {
            return Ok(Input::Stdin);
        }
        if is_network_address(given) {
            return Input::address(given).map(Input::Url);
        }
        let path = PathBuf::from(given);
        let metadata = match (std::fs::metadata(&path), address::meant(given)) {
            (Ok(metadata), _) => metadata,
            (Err(_), Some(url)) => return Ok(Input::Url(url)),
            (Err(cause), None) => return Err(InputError::unreadable(&path, cause)),
        };
        Ok(if metadata.is_dir() {
            Input::Folder(path)
        } else if warc::is_warc_name(&path) {
            Input::Warc(path)
        } else {
            Input::File(path)
        })
    }

    /// Reads an address as people write it: without a scheme it is that of a host.
    ///
    /// # Errors
    ///
    /// If it is none.
    pub fn address(given: &str) -> Result<Url, InputError> {
        address::address(given)
    }

    /// The pages of this input that are wanted, read when they are asked for.
    fn items(self, network: &Network, choice: &Choice) -> Box<dyn Iterator<Item = Item> + Send> {
        let choice = choice.clone();
        let items: Box<dyn Iterator<Item = Item> + Send> = match self {
            Input::Stdin => Box::new(std::iter::once_with(file::read_stdin)),
            Input::File(path) => entry_items(Entry::Page(path), &choice),
            Input::Warc(path) => warc::read(&path),
            Input::Folder(path) => {
                let choice = choice.clone();
                Box::new(Walk::new(&path).flat_map(move |entry| entry_items(entry, &choice)))
            }
            // What is not wanted is not asked for.
            Input::Url(url) if !choice.takes(url.as_str()) => Box::new(std::iter::empty()),
            Input::Url(url) => {
                let network = network.clone();
                Box::new(std::iter::once_with(move || web::read_url(&url, &network)))
            }
        };
        Box::new(items.filter(move |item| choice.takes(&item.name)))
    }

    /// How many pages there are, if that is known without reading them.
    fn count(&self) -> Option<u64> {
        match self {
            Input::Stdin | Input::Warc(_) => None,
            Input::File(_) | Input::Url(_) => Some(1),
            Input::Folder(path) => {
                Walk::new(path).map(|entry| matches!(entry, Entry::Page(_) | Entry::Unreadable(..)).then_some(1)).sum()
            }
        }
    }
}

/// The name that the user gave it.
impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Stdin => f.write_str("-"),
            Input::Folder(path) | Input::Warc(path) | Input::File(path) => path.display().fmt(f),
            Input::Url(url) => url.fmt(f),
        }
    }
}

/// Reads the wanted pages of the inputs, one after the other and in the order given; addresses through this network.
pub fn read(inputs: Vec<Input>, network: Network, choice: Choice) -> impl Iterator<Item = Item> + Send {
    inputs.into_iter().flat_map(move |input| input.items(&network, &choice))
}

/// How many pages [`read`] will give, for a progress bar; `None` if that shows only by reading.
pub fn count_hint(inputs: &[Input]) -> Option<u64> {
    inputs.iter().map(Input::count).sum()
}

fn entry_items(entry: Entry, choice: &Choice) -> Box<dyn Iterator<Item = Item> + Send> {
    match entry {
        Entry::Page(path) if !choice.takes(&shown(&path)) => Box::new(std::iter::empty()),
        Entry::Page(path) => Box::new(std::iter::once_with(move || file::read_page(&path))),
        Entry::Warc(path) => warc::read(&path),
        Entry::Unreadable(path, cause) => {
            let name = shown(&path);
            Box::new(std::iter::once(Item { name, captured: Err(ReadError::File { path, cause }) }))
        }
    }
}

fn is_network_address(given: &str) -> bool {
    let starts_with = |prefix: &str| given.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    starts_with("http://") || starts_with("https://")
}

/// A path as it is printed.
fn shown(path: &Path) -> String {
    path.display().to_string()
}

#[cfg(test)]
mod tests;
