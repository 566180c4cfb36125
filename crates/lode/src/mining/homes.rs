//! Where the sites are that a user named: saved before, or on the web. What is on the web is kept in an archive of its
//! own within the knowledge base, one for each host, so that it can be read again without asking the site.

use std::path::PathBuf;

use fetch::source::{Input, InputError};
use store::KnowledgeBase;
use url::Url;

use super::site::Site;

impl Site {
    /// The sites of these names, in their order; the addresses of one host are one site.
    ///
    /// # Errors
    ///
    /// If one of them names nothing.
    pub fn named(base: &KnowledgeBase, names: &[&str]) -> Result<Vec<Site>, InputError> {
        let mut sites: Vec<Site> = Vec::new();
        for name in names {
            match Input::parse(name)? {
                Input::Url(url) => {
                    let archive = archive(base, &url);
                    match sites.iter_mut().find(|site| site.archive() == Some(&archive)) {
                        Some(known) => known.add_address(url),
                        None => sites.push(Site::on_the_web(vec![url], archive)),
                    }
                }
                // What was named twice is still one site, and its labels are on one.
                input if sites.iter().all(|site| !site.is_of(&input)) => sites.push(Site::new(name, input)),
                _ => {}
            }
        }
        Ok(sites)
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
        let names = ["https://a.example/en/", folder, "https://b.example/", "https://a.example/de/", folder];
        let sites = Site::named(&base, &names).unwrap();
        let found: Vec<(&str, usize)> = sites.iter().map(|site| (site.name.as_str(), site.addresses().len())).collect();
        assert_eq!(found, [("https://a.example/en/", 2), (folder, 0), ("https://b.example/", 1)]);
        assert_eq!(sites[0].archive(), Some(place.path().join("kb/archive/a.example.warc.gz").as_path()));
        assert_eq!((sites[0].has_pages(), sites[1].archive()), (false, None));
        assert!(matches!(Site::named(&base, &["no/such/folder"]), Err(InputError::Missing { .. })));
    }
}
