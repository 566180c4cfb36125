//! The arguments of the crawler, and those about the network that other commands share with it.

use std::path::PathBuf;

use clap::ValueEnum;

use super::PlainFormat;

/// What may be connected to.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct Network {
    /// Allow addresses of this range that is not on the public web, such as 127.0.0.0/8; may be repeated
    #[arg(long, value_name = "CIDR", value_parser = parse_range, value_delimiter = ',')]
    pub(crate) allow_net: Vec<lode::crawl::IpNet>,
}

impl Network {
    /// The web behind that guard.
    pub(crate) fn open(&self) -> lode::Network {
        lode::Network::new(lode::crawl::Guard::new(self.allow_net.clone()))
    }
}

/// How a site is crawled, whoever wants its pages.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Crawling {
    /// How many links to follow from the given addresses; 0 is just these [default: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// Seconds that a host rests between two requests; robots.txt may ask for more
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, value_parser = parse_seconds)]
    pub(crate) delay: f64,
    /// Which pages a browser renders, so that what their scripts make is in the archive
    #[arg(long, value_enum, default_value_t)]
    pub(crate) render: RenderName,
    #[command(flatten)]
    pub(crate) network: Network,
}

/// A range, or a single address.
fn parse_range(given: &str) -> Result<lode::crawl::IpNet, String> {
    let single = || given.parse::<std::net::IpAddr>().map(lode::crawl::IpNet::from);
    given.parse().or_else(|_| single()).map_err(|_| "a range looks like 127.0.0.0/8 or fd00::/8".to_owned())
}

/// `lode fetch`
#[derive(Debug, clap::Args)]
pub(crate) struct Fetch {
    /// Addresses to begin with
    #[arg(required = true, value_name = "URL")]
    pub(crate) urls: Vec<String>,
    /// The archive to write, NAME.warc.gz; if an earlier run made it, this one goes on where that stopped
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) crawling: Crawling,
    /// How many pages the archive may have
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) pages: u64,
    /// Which hosts belong to the crawl
    #[arg(long, value_enum, default_value_t)]
    pub(crate) within: Within,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) max_time: Option<f64>,
    /// Stop when the archive has so many bytes
    #[arg(long, value_name = "BYTES")]
    pub(crate) max_size: Option<u64>,
    /// Ask again for pages that the archive has; what has not changed is noted as such
    #[arg(long)]
    pub(crate) refresh: bool,
    /// No stylesheets and no sitemaps
    #[arg(long)]
    pub(crate) pages_only: bool,
    /// Requests under way at once
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = parse_connections)]
    pub(crate) connections: usize,
    /// Requests under way at once to one host, if it needs no rest (--delay 0)
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = parse_connections)]
    pub(crate) connections_per_host: usize,
    /// Whom a site's owner can turn to, an address or a mail address; sent with every request
    #[arg(long, value_name = "TEXT")]
    pub(crate) contact: Option<String>,
    /// Do not ask for robots.txt: for your own sites only
    #[arg(long)]
    pub(crate) ignore_robots: bool,
    /// What is printed while it runs
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PlainFormat,
}

/// Which hosts belong to a crawl.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Within {
    /// Those of the given addresses
    #[default]
    Hosts,
    /// All of their domains, such as shop.site.example beside www.site.example
    Domains,
    /// All
    Anywhere,
}

/// Which pages a browser renders.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RenderName {
    /// Those that are made by scripts, as far as it shows, if Chromium is installed
    #[default]
    Auto,
    /// None: pages are kept as they come
    Embedded,
    /// All, in Chromium
    Chromium,
}

fn parse_seconds(given: &str) -> Result<f64, String> {
    match given.parse() {
        Ok(seconds @ 0.0..=1e9) => Ok(seconds),
        _ => Err("a number of seconds, such as 1.5".to_owned()),
    }
}

fn parse_connections(given: &str) -> Result<usize, String> {
    match given.parse() {
        Ok(number @ 1..=1000) => Ok(number),
        _ => Err("a number from 1 to 1000".to_owned()),
    }
}
