//! The arguments of mining.

use std::path::PathBuf;

use super::Network;

/// `lode mine`
#[derive(Debug, clap::Args)]
pub(crate) struct Mine {
    /// The sites of a domain: home pages on the web, or folders and WARCs of saved sites, one site each
    #[arg(required = true, value_name = "HOME")]
    pub(crate) homes: Vec<String>,
    /// The folder of the knowledge base; it is made if there is none
    #[arg(long, short, value_name = "KB")]
    pub(crate) output: PathBuf,
    /// On how many sites a label must be to become a concept; never more than there are sites
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) support: u32,
    /// How many links to follow from a home page [default: no limit]
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<u32>,
    /// How many pages to fetch of each site
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    pub(crate) pages: u64,
    /// Fetch nothing: mine what was saved, and what the knowledge base has kept of home pages on the web
    #[arg(long)]
    pub(crate) offline: bool,
    #[command(flatten)]
    pub(crate) network: Network,
}
