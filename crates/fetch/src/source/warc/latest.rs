//! An archive as its site was when it was last looked at: each address once, by its last capture.
//!
//! A crawl that was carried on or repeated may have several captures of an address, in the order in which servers
//! happened to answer. Here pages come in the order of their addresses, whatever led to them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::Path;
use std::sync::Arc;

use url::Url;

use super::http::Head;
use super::records::{RecordError, Records};
use super::stream::{Place, Stream};
use super::{Choice, Item, Pages, ReadError, State, WarcFile, answer, is_page, key, shown};

/// No more redirects than this lead to a page.
const MOST_REDIRECTS: usize = 10;

/// The pages of an archive, each address once.
#[derive(Clone, Debug)]
pub struct LatestPages {
    file: Arc<WarcFile>,
    /// Where they are and what they are called, in the order of their addresses.
    places: Arc<[(Place, String)]>,
    /// What cannot be read: where it is, and why.
    damaged: Arc<[(u64, String)]>,
    /// Where addresses send their reader.
    redirects: Arc<HashMap<String, Url>>,
}

impl LatestPages {
    /// Looks through an archive.
    ///
    /// # Errors
    ///
    /// If it cannot be opened. What is damaged in it becomes an item with an error.
    pub fn of(path: &Path) -> io::Result<LatestPages> {
        let mut records = Records::new(Stream::open(path)?);
        let (mut pages, mut redirects, mut damaged) = (BTreeMap::new(), HashMap::new(), Vec::new());
        while let Some(header) = records.next_header() {
            let header = match header {
                Ok(header) => header,
                Err(damage) => {
                    damaged.push((damage.offset, damage.cause.to_string()));
                    continue;
                }
            };
            let Some(url) = header.target().and_then(|target| Url::parse(target).ok()) else { continue };
            let key = key(&url);
            match answer(&mut records, &header) {
                Ok(None) => {}
                Err(cause) => damaged.push((header.place.offset(), cause.to_string())),
                Ok(Some((head, block))) => match Said::by(&head, &block[head.length..], &url) {
                    Said::Page => {
                        redirects.remove(&key);
                        let name = header.target().unwrap_or_default().to_owned();
                        pages.insert(key, (header.place, name));
                    }
                    Said::Elsewhere(to) => {
                        pages.remove(&key);
                        redirects.insert(key, to);
                    }
                    Said::NoPage => {
                        pages.remove(&key);
                        redirects.remove(&key);
                    }
                    Said::Nothing => {}
                },
            }
        }
        Ok(LatestPages {
            file: Arc::new(WarcFile::new(path)),
            places: pages.into_values().collect(),
            damaged: damaged.into(),
            redirects: Arc::new(redirects),
        })
    }

    /// How many pages there are.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// Where an address leads in the end.
    pub fn followed(&self, url: &Url) -> Url {
        let mut at = url.clone();
        for _ in 0..MOST_REDIRECTS {
            match self.redirects.get(&key(&at)) {
                Some(to) => at = to.clone(),
                None => break,
            }
        }
        at
    }

    /// The pages that are wanted, read when they are asked for.
    pub fn read(&self, choice: &Choice) -> Box<dyn Iterator<Item = Item> + Send> {
        let file = Arc::clone(&self.file);
        let (places, damaged) = (Arc::clone(&self.places), Arc::clone(&self.damaged));
        let takes = |&number: &usize| choice.takes(&places[number].1);
        let wanted: Vec<usize> = (0..places.len()).filter(takes).collect();
        if places.iter().all(|(place, _)| place.is_direct()) {
            let path = file.path.clone();
            let pages = wanted.into_iter().filter_map(move |number| read_one(&file, places[number].0));
            return Box::new(pages.chain((0..damaged.len()).map(move |number| unreadable(&path, &damaged[number]))));
        }
        // In an archive that is compressed as a whole, going from page to page would inflate it again for each.
        let wanted: HashSet<Place> = wanted.into_iter().map(|number| places[number].0).collect();
        let mut pages = Pages::new(file);
        Box::new(std::iter::from_fn(move || {
            loop {
                let item = pages.next()?;
                if item.captured.is_err() || wanted.contains(&pages.last) {
                    return Some(item);
                }
            }
        }))
    }
}

/// The page whose record starts there.
fn read_one(file: &Arc<WarcFile>, place: Place) -> Option<Item> {
    let mut pages = Pages::new(Arc::clone(file));
    match Records::at(&file.path, place) {
        Ok(records) => pages.state = State::Open(Box::new(records)),
        Err(cause) => return Some(pages.unreadable(cause)),
    }
    pages.next()
}

fn unreadable(path: &Path, (offset, cause): &(u64, String)) -> Item {
    let cause = RecordError::Io(io::Error::other(cause.clone()));
    let captured = Err(ReadError::Record { path: path.to_owned(), offset: *offset, cause });
    Item { name: shown(path), captured }
}

/// What an answer says of the page at its address.
enum Said {
    /// This is it.
    Page,
    /// It is elsewhere.
    Elsewhere(Url),
    /// There is none.
    NoPage,
    /// Nothing: the server failed, or nothing has changed.
    Nothing,
}

impl Said {
    fn by(head: &Head, start: &[u8], url: &Url) -> Said {
        let location = || head.values("location").next().and_then(|to| url.join(to).ok());
        match head.status {
            _ if head.is_success() => {
                if is_page(head, start) {
                    Said::Page
                } else {
                    Said::NoPage
                }
            }
            301 | 302 | 303 | 307 | 308 => location().map_or(Said::Nothing, Said::Elsewhere),
            404 | 410 => Said::NoPage,
            _ => Said::Nothing,
        }
    }
}
