//! How far a crawl goes: the hosts that were given, their domains, or anywhere.

use std::collections::HashSet;

use url::{Host, Url};

use super::address::host_key;

/// Which hosts belong to a crawl.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// Those that were given.
    #[default]
    Hosts,
    /// All of the domains that were given: `shop.site.example` beside `www.site.example`.
    Domains,
    /// All.
    Anywhere,
}

/// The hosts of one crawl.
#[derive(Debug)]
pub(super) struct Scope {
    reach: Reach,
    hosts: HashSet<String>,
    domains: HashSet<String>,
}

impl Scope {
    pub(super) fn new<'a>(reach: Reach, given: impl Iterator<Item = &'a Url>) -> Scope {
        let mut scope = Scope { reach, hosts: HashSet::new(), domains: HashSet::new() };
        given.for_each(|url| scope.include(url));
        scope
    }

    /// The host of this address belongs to the crawl.
    fn include(&mut self, url: &Url) {
        self.hosts.insert(host_key(url));
        self.domains.extend(domain(url));
    }

    /// Whether an address belongs to the crawl.
    pub(super) fn contains(&self, url: &Url) -> bool {
        match self.reach {
            Reach::Anywhere => true,
            Reach::Hosts => self.hosts.contains(&host_key(url)),
            Reach::Domains => {
                self.hosts.contains(&host_key(url)) || domain(url).is_some_and(|domain| self.domains.contains(&domain))
            }
        }
    }

    /// A given address has sent us to another. If that is of the same domain, its host is what was meant.
    pub(super) fn follow(&mut self, from: &Url, to: &Url) {
        if domain(from).is_some() && domain(from) == domain(to) {
            self.include(to);
        }
    }
}

/// The domain that a host belongs to: what one can register.
fn domain(url: &Url) -> Option<String> {
    match url.host()? {
        Host::Domain(name) => psl::domain_str(name.trim_end_matches('.')).map(str::to_owned),
        Host::Ipv4(_) | Host::Ipv6(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crawl_stays_where_it_was_sent() {
        let url = |text: &str| Url::parse(text).unwrap();
        let given = [url("http://www.site.co.uk/"), url("http://127.0.0.1:8000/")];
        let mut hosts = Scope::new(Reach::Hosts, given.iter());
        assert!(hosts.contains(&url("https://www.site.co.uk/x")) && hosts.contains(&url("http://127.0.0.1:8000/y")));
        assert!(!hosts.contains(&url("http://site.co.uk/")) && !hosts.contains(&url("http://127.0.0.1:8001/")));
        hosts.follow(&given[0], &url("https://site.co.uk/"));
        hosts.follow(&given[0], &url("https://other.co.uk/"));
        hosts.follow(&given[1], &url("http://127.0.0.1:8001/"));
        assert!(hosts.contains(&url("http://site.co.uk/")));
        assert!(!hosts.contains(&url("http://other.co.uk/")) && !hosts.contains(&url("http://127.0.0.1:8001/")));
        let domains = Scope::new(Reach::Domains, given.iter());
        assert!(domains.contains(&url("http://shop.site.co.uk/")) && !domains.contains(&url("http://evil.co.uk/")));
        assert!(Scope::new(Reach::Anywhere, given.iter()).contains(&url("http://x.example/")));
    }
}
