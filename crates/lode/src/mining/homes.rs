//! Where the sites are that a user named: saved before, or on the web. What is on the web is kept in an archive of its
//! own within the knowledge base, one for each host, so that it can be read again without asking the site.

use std::path::{Path, PathBuf};

use fetch::source::{Input, InputError};
use store::KnowledgeBase;
use url::Url;

use super::site::Site;

/// A site that a user named.
#[derive(Clone, Debug)]
pub enum Home {
    /// It was saved: a folder, a WARC.
    Saved(Site),
    /// It is on the web.
    Web(WebHome),
}

/// A site of the web.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebHome {
    /// Its home pages, as the user named them. All are of one host.
    pub addresses: Vec<Url>,
    /// Where its pages are kept.
    pub archive: PathBuf,
}

impl Home {
    /// The sites of these names, in their order; the addresses of one host are one site.
    ///
    /// # Errors
    ///
    /// If one of them names nothing.
    pub fn all(base: &KnowledgeBase, names: &[&str]) -> Result<Vec<Home>, InputError> {
        let mut homes: Vec<Home> = Vec::new();
        for name in names {
            match Input::parse(name)? {
                Input::Url(url) => {
                    let archive = archive(base, &url);
                    let known = homes.iter_mut().find_map(|home| match home {
                        Home::Web(web) if web.archive == archive => Some(web),
                        _ => None,
                    });
                    match known {
                        Some(web) if web.addresses.contains(&url) => {}
                        Some(web) => web.addresses.push(url),
                        None => homes.push(Home::Web(WebHome { addresses: vec![url], archive })),
                    }
                }
                input => homes.push(Home::Saved(Site::new(name, input))),
            }
        }
        Ok(homes)
    }
}

impl WebHome {
    /// What it is called.
    pub fn name(&self) -> &str {
        self.addresses.first().map_or("", Url::as_str)
    }

    /// What is kept of it, as a site.
    pub fn kept(&self) -> Site {
        let site = Site::new(self.name(), Input::Warc(self.archive.clone()));
        match self.addresses.first() {
            Some(home) => site.beginning_at(home.clone()),
            None => site,
        }
    }

    /// The folder of its archive.
    pub fn folder(&self) -> &Path {
        self.archive.parent().unwrap_or(Path::new(""))
    }
}

/// Where pages of the host of an address are kept.
fn archive(base: &KnowledgeBase, url: &Url) -> PathBuf {
    base.archive().with_file_name(format!("{}.warc.gz", file_name(url)))
}

/// A host as the name of a file: its port is told if it is not the usual one. So it is for a host of a single word,
/// which might be called like another file of the knowledge base.
fn file_name(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default().trim_end_matches([']', '.']).replace('[', "ip");
    let is_plain = |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '-');
    let name: String = host.chars().map(|character| if is_plain(character) { character } else { '-' }).collect();
    match url.port() {
        Some(port) => format!("{name}_{port}"),
        None if name.contains('.') => name,
        None => format!("{name}_{}", url.port_or_known_default().unwrap_or_default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_have_files_of_their_own() {
        let name = |url: &str| file_name(&Url::parse(url).unwrap());
        assert_eq!(name("https://www.Site.example/en/"), "www.site.example");
        assert_eq!(name("http://www.site.example:80/"), "www.site.example");
        assert_eq!(name("http://127.0.0.1:8000/"), "127.0.0.1_8000");
        assert_eq!(name("http://[::1]:8000/"), "ip--1_8000");
        assert_eq!(name("https://pages/"), "pages_443");
        assert_eq!(name("https://münchen.example/"), "xn--mnchen-3ya.example");
    }

    #[test]
    fn the_homes_of_a_host_are_one_site() {
        let place = tempfile::tempdir().unwrap();
        let base = KnowledgeBase::open_or_create(place.path().join("kb")).unwrap();
        let folder = place.path().to_str().unwrap();
        let names = ["https://a.example/en/", folder, "https://b.example/", "https://a.example/de/"];
        let homes = Home::all(&base, &names).unwrap();
        let [Home::Web(a), Home::Saved(saved), Home::Web(b)] = homes.as_slice() else { panic!("{homes:?}") };
        assert_eq!((a.addresses.len(), saved.name.as_str(), b.addresses.len()), (2, folder, 1));
        assert_eq!(a.archive, place.path().join("kb/archive/a.example.warc.gz"));
        assert_eq!(a.name(), "https://a.example/en/");
        assert!(matches!(Home::all(&base, &["no/such/folder"]), Err(InputError::Missing { .. })));
    }
}
