//! A site: what a user named, as pages with addresses. A folder, a WARC and the archive of a crawl are alike here.
//!
//! A page of a folder has the address that it says it belongs to, else its path in the folder. Its links lead to the
//! saved page with that address, or to the file that they name; what was not saved is simply not there. A page of an
//! archive has the address that it was fetched from, and each address is there once.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use analysis::state::{Built, built};
use fetch::source::{Choice, Input, LatestPages};
use job::{LeftOut, Remark};
use page::{NodeId, Page};
use url::Url;

use crate::page_error::PageError;
use crate::pages::Pages;

/// Stands for the root of a folder whose pages do not say where they belong.
const NOWHERE: &str = "file:///";

/// Pages that belong together.
#[derive(Clone, Debug)]
pub struct Site {
    /// What the user called it.
    pub name: String,
    /// Where its pages are.
    input: Input,
    /// Its home pages on the web, all of one host; none if it was saved.
    addresses: Vec<Url>,
    /// The pages of an archive, once they have been looked for.
    latest: Arc<OnceLock<Option<LatestPages>>>,
}

/// A page of a site, ready to be looked at.
pub(crate) struct SitePage {
    /// The page; if scripts build it, as they would.
    pub(crate) page: Page,
    /// The path of the script that all of it stands in, if scripts build it.
    pub(crate) script: Option<String>,
    /// Its path in the folder, as an address.
    pub(crate) local: Option<Url>,
}

impl Site {
    /// A folder or a WARC, as a user called it.
    pub fn new(name: &str, input: Input) -> Site {
        Site { name: name.to_owned(), input, addresses: Vec::new(), latest: Arc::default() }
    }

    /// A site of the web with these home pages, whose pages are kept in an archive.
    pub fn on_the_web(addresses: Vec<Url>, archive: PathBuf) -> Site {
        let name = addresses.first().map_or_else(String::new, Url::to_string);
        Site { name, input: Input::Warc(archive), addresses, latest: Arc::default() }
    }

    /// Its home pages on the web; none if it was saved.
    pub fn addresses(&self) -> &[Url] {
        &self.addresses
    }

    /// Whether it is on the web, so that further pages may be had.
    pub fn is_on_the_web(&self) -> bool {
        !self.addresses.is_empty()
    }

    /// Where the pages of a site on the web are kept.
    pub fn archive(&self) -> Option<&Path> {
        match &self.input {
            Input::Warc(path) if self.is_on_the_web() => Some(path),
            _ => None,
        }
    }

    /// Whether there is anything to read: nothing may have been fetched of a site on the web, and a folder may be
    /// empty.
    pub fn has_pages(&self) -> bool {
        self.archive().is_none_or(Path::exists) && self.count_hint() != Some(0)
    }

    /// That there is nothing to read of it.
    pub(super) fn left_out(&self, are_fetched: bool) -> Remark {
        let why = match (self.is_on_the_web(), are_fetched) {
            (false, _) => LeftOut::NoPages,
            (true, true) => LeftOut::NotFetched,
            (true, false) => LeftOut::NeverFetched,
        };
        Remark::SiteLeftOut { site: self.name.clone(), why }
    }

    /// Whether its pages are those of an input.
    pub(super) fn is_of(&self, input: &Input) -> bool {
        self.input == *input
    }

    /// Takes notice of what was fetched since.
    pub(crate) fn reopen(&mut self) {
        self.latest = Arc::default();
    }

    pub(super) fn add_address(&mut self, address: Url) {
        if !self.addresses.contains(&address) {
            self.addresses.push(address);
        }
    }

    /// The address that it begins with, if that is known: where the home page was in the end.
    pub(crate) fn home(&self) -> Option<Url> {
        let home = self.addresses.first()?;
        Some(self.latest().map_or_else(|| home.clone(), |latest| latest.followed(home)))
    }

    /// What an archive has, each address once. One that cannot be opened is told of when its pages are read.
    fn latest(&self) -> Option<&LatestPages> {
        let Input::Warc(path) = &self.input else { return None };
        self.latest.get_or_init(|| LatestPages::of(path).ok()).as_ref()
    }

    fn pages(&self) -> Pages<'static> {
        match self.latest() {
            Some(latest) => Pages::latest(&self.name, latest.clone()),
            None => Pages::new(vec![self.input.clone()]),
        }
    }

    /// Reads some of its pages, and calls `view` on each (in parallel) and `sink` on its name and what `view` made of
    /// it (in order).
    pub(crate) fn for_each<R: Send>(
        &self,
        choice: Choice,
        view: impl Fn(SitePage) -> R + Sync,
        sink: impl FnMut(&str, Result<R, PageError>) -> ControlFlow<()>,
    ) {
        self.pages().chosen(choice).try_take_each(|page| view(self.placed(page)), sink);
    }

    /// How many pages it has, if that is known without reading them.
    pub fn count_hint(&self) -> Option<u64> {
        self.pages().count_hint()
    }

    /// A page with its address.
    fn placed(&self, mut page: Page) -> SitePage {
        let folder = match &self.input {
            Input::Folder(folder) => Some(folder.clone()),
            Input::File(file) => file.parent().map(Path::to_owned),
            _ => None,
        };
        let local = folder.and_then(|folder| local_address(&folder, &page.name));
        if page.url.is_none() {
            page.url = page.declared_url().or_else(|| local.clone());
        }
        match built(&page) {
            Some(Built { page: built, script }) => {
                SitePage { script: Some(script_path(&page, script)), page: built, local }
            }
            None => SitePage { page, script: None, local },
        }
    }
}

/// The path of a file within a folder, as an address.
fn local_address(folder: &Path, name: &str) -> Option<Url> {
    let path = PathBuf::from(name);
    let below = path.strip_prefix(folder).ok()?;
    let mut url = Url::parse(NOWHERE).ok()?;
    let mut segments = url.path_segments_mut().ok()?;
    segments.clear();
    below.components().for_each(|part| {
        segments.push(&part.as_os_str().to_string_lossy());
    });
    drop(segments);
    Some(url)
}

fn script_path(page: &Page, script: NodeId) -> String {
    let text = page.tree.children(script).next().unwrap_or(script);
    page.tree.path(text)
}
