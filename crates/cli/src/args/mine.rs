//! The arguments of mining.

use std::path::PathBuf;

use super::{Crawling, Method};

/// `lode mine`
#[derive(Debug, clap::Args)]
pub(crate) struct Mine {
    /// The sites of a domain: home pages on the web such as https://site.example/, or folders and WARCs of saved sites
    ///
    /// What is fetched from the web is kept in the knowledge base, in archive/HOST.warc.gz; the same command again goes
    /// on where it stopped. Each folder and WARC is one site, and so is each host, however many of its pages are given.
    #[arg(required = true, value_name = "HOME")]
    pub(crate) homes: Vec<String>,
    /// The folder of the knowledge base; it is made if there is none
    #[arg(long, short, value_name = "KB")]
    pub(crate) output: PathBuf,
    /// On how many sites a label must be to become a concept; never more than there are sites
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) support: u32,
    /// A thesaurus: labels that name one concept, as a names file (name,synonym) or as SKOS
    #[arg(long, value_name = "FILE")]
    pub(crate) names: Option<PathBuf>,
    /// How pages about one thing each are read
    #[arg(long, value_enum, default_value_t)]
    pub(crate) method: Method,
    #[command(flatten)]
    pub(crate) crawling: Crawling,
    /// How many pages to fetch of each site
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub(crate) pages: u64,
    /// Fetch nothing: mine what was saved, and what the knowledge base has kept of home pages on the web
    #[arg(long)]
    pub(crate) offline: bool,
}
