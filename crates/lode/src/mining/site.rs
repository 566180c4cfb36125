//! A site: what a user named, as pages with addresses. A folder, a WARC and the archive of a crawl are alike here.
//!
//! A page of a folder has the address that it says it belongs to, else its path in the folder. Its links lead to the
//! saved page with that address, or to the file that they name; what was not saved is simply not there. A page of an
//! archive has the address that it was fetched from, and each address is there once.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use analysis::state::{Built, built};
use fetch::source::{Input, LatestPages};
use page::{NodeId, Page};
use url::Url;

use crate::pages::{PageError, Pages};

/// Stands for the root of a folder whose pages do not say where they belong.
const NOWHERE: &str = "file:///";

/// Pages that belong together.
#[derive(Clone, Debug)]
pub struct Site {
    /// What the user called it.
    pub name: String,
    /// Where its pages are.
    input: Input,
    /// The address that it begins with, if that is known.
    home: Option<Url>,
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
    /// A folder, a WARC or an archive, as a user called it.
    pub fn new(name: &str, input: Input) -> Site {
        Site { name: name.to_owned(), input, home: None, latest: Arc::default() }
    }

    /// The same with the address that it begins with.
    pub fn beginning_at(self, home: Url) -> Site {
        Site { home: Some(home), ..self }
    }

    /// The address that it begins with, if that is known: where the home page was in the end.
    pub(crate) fn home(&self) -> Option<Url> {
        let home = self.home.as_ref()?;
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

    /// Reads its pages, or only those with some names, and calls `view` on each (in parallel) and `sink` on its name
    /// and what `view` made of it (in order).
    pub(crate) fn for_each<R: Send>(
        &self,
        chosen: Option<HashSet<String>>,
        has_stylesheets: bool,
        view: impl Fn(SitePage) -> R + Sync,
        sink: impl FnMut(&str, Result<R, PageError>) -> ControlFlow<()>,
    ) {
        let pages = self.pages();
        let pages = if has_stylesheets { pages.with_stylesheets() } else { pages };
        let pages = match chosen {
            Some(names) => pages.chosen(names),
            None => pages,
        };
        pages.try_take_each(|page| view(self.placed(page)), sink);
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
