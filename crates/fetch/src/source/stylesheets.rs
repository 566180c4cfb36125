//! The stylesheets of a page, found where the page was read from: beside its file, in its WARC, or on the web.
//!
//! Finds what browsers, `wget` and the like save. A stylesheet that was not saved with a saved page is missing.

use std::collections::{HashSet, VecDeque};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use page::{Note, Page, Resource};
use percent_encoding::percent_decode_str;
use url::Url;

use super::{Origin, imports, sniff};

/// No more sheets are loaded for one page than this, imported ones included.
const MAX_SHEETS: usize = 64;
/// A chain of imports is followed this far.
const MAX_DEPTH: usize = 4;
/// No larger file is taken for a stylesheet.
const MAX_BYTES: u64 = 4 << 20;
/// A mirrored site's root is looked for this many folders above the page.
const MAX_ANCESTORS: usize = 3;

/// A stylesheet that is asked for.
struct Wanted {
    /// The address as written.
    href: String,
    url: Url,
    /// The folder of the page or sheet that asks for it, if that was a file.
    folder: Option<PathBuf>,
    /// How many imports lead to it; none for one that the page links to.
    depth: usize,
}

/// A stylesheet that was found, and its file if it was one.
struct Found {
    body: Vec<u8>,
    path: Option<PathBuf>,
}

/// Adds the stylesheets that the page links to or imports to its resources, and a note if links lead nowhere.
pub fn load_stylesheets(page: &mut Page, origin: &Origin) {
    let mut queue = wanted_by_page(page, origin);
    let mut seen: HashSet<String> = page.resources.iter().map(|resource| resource.url.clone()).collect();
    let (mut loaded, mut missing) = (0, 0);
    while let Some(wanted) = queue.pop_front() {
        if loaded == MAX_SHEETS || !seen.insert(wanted.url.to_string()) {
            continue;
        }
        match find(&wanted, origin) {
            None if wanted.depth == 0 => missing += 1,
            None => {}
            Some(found) => {
                loaded += 1;
                queue.extend(wanted_by_sheet(&found, &wanted));
                page.resources.push(Resource { url: wanted.url.into(), body: found.body });
            }
        }
    }
    if missing > 0 {
        page.notes.push(Note::StylesheetsMissing(missing));
    }
}

/// What the page's `link` and `style` elements ask for.
fn wanted_by_page(page: &Page, origin: &Origin) -> VecDeque<Wanted> {
    let folder = match origin {
        Origin::File(path) => Some(folder_of(path)),
        Origin::Warc(_) | Origin::Network(_) | Origin::None => None,
    };
    let links = page.stylesheet_links().into_iter().map(|link| (link.href, link.url, 0));
    let tree = &page.tree;
    let base = page.base_url();
    let imported = tree
        .elements()
        .filter(|&id| tree.name(id) == "style")
        .flat_map(|id| imports::imports(&tree.text_content(id)))
        .filter_map(|href| base.join(&href).ok().map(|url| (href, url, 1)));
    links
        .chain(imported)
        // An address such as `data:` holds the sheet itself.
        .filter(|(_, url, _)| matches!(url.scheme(), "http" | "https" | "file"))
        .map(|(href, url, depth)| Wanted { href, url, folder: folder.clone(), depth })
        .collect()
}

/// What a stylesheet imports.
fn wanted_by_sheet(found: &Found, sheet: &Wanted) -> Vec<Wanted> {
    if sheet.depth == MAX_DEPTH {
        return Vec::new();
    }
    imports::imports(&String::from_utf8_lossy(&found.body))
        .into_iter()
        .filter_map(|href| {
            let url = sheet.url.join(&href).ok()?;
            Some(Wanted { href, url, folder: found.path.as_deref().map(folder_of), depth: sheet.depth + 1 })
        })
        .collect()
}

fn find(wanted: &Wanted, origin: &Origin) -> Option<Found> {
    match (origin, &wanted.folder) {
        (Origin::File(_), Some(folder)) => candidates(&wanted.href, &wanted.url, folder)
            .into_iter()
            .find_map(|path| Some(Found { body: read_sheet(&path)?, path: Some(path) })),
        (Origin::Network(network), _) => {
            network.stylesheet(&wanted.url, MAX_BYTES as usize).map(|body| Found { body, path: None })
        }
        (Origin::Warc(file), _) => file.stylesheet(&wanted.url).map(|body| Found { body, path: None }),
        _ => None,
    }
}

/// Where a stylesheet may have been saved, the likeliest first.
fn candidates(href: &str, url: &Url, folder: &Path) -> Vec<PathBuf> {
    let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().replace('\\', "/");
    let is_relative = !href.starts_with(['/', '\\']) && Url::parse(href).is_err();
    if is_relative {
        let href = href.split('#').next().unwrap_or_default();
        let (path, query) = href.split_once('?').unwrap_or((href, ""));
        return spellings(&decode(path), &decode(query)).into_iter().map(|name| folder.join(name)).collect();
    }
    let path = decode(url.path());
    let query = decode(url.query().unwrap_or_default());
    let names = spellings(path.trim_start_matches('/'), &query);
    let host = url.host_str().unwrap_or_default();
    let is_rooted = href.starts_with('/') && !href.starts_with("//");
    let mut paths = Vec::new();
    for above in folder.ancestors().take(1 + MAX_ANCESTORS) {
        for name in &names {
            // The page's own host is unknown here, so a path from its root may start in any folder above.
            if is_rooted || above == folder {
                paths.push(above.join(name));
            }
            paths.push(above.join(host).join(name));
        }
    }
    paths
}

/// The names under which a file is saved when its address has a query: most tools drop it, `wget` keeps it and may
/// add an ending.
fn spellings(path: &str, query: &str) -> Vec<String> {
    let mut names = vec![path.to_owned()];
    if !query.is_empty() {
        names.push(format!("{path}?{query}"));
        names.push(format!("{path}?{query}.css"));
    }
    names
}

/// The content of a file that can be a stylesheet.
fn read_sheet(path: &Path) -> Option<Vec<u8>> {
    let metadata = fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > MAX_BYTES {
        return None;
    }
    let mut body = Vec::new();
    File::open(path).ok()?.take(MAX_BYTES).read_to_end(&mut body).ok()?;
    let is_named_so = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("css"));
    (is_named_so || sniff::is_plain_text(&body)).then_some(body)
}

fn folder_of(path: &Path) -> PathBuf {
    // A bare file name has an empty parent, and the folders above it show only in its full path.
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    absolute.parent().map(Path::to_owned).unwrap_or_default()
}

#[cfg(test)]
mod tests;
