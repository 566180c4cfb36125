//! Hand-made example sites of two domains, drawn from a seed, with what they say: four sites that overlap, each built
//! in another manner. And a score of what somebody mined from them.

mod building;
mod formats;
mod gold;
mod markup;
mod plan;
mod random;
mod score;
mod services;
mod site;
mod style;
mod templates;
mod words;
mod world;

pub use gold::{Gold, GoldConcept, GoldInstance, GoldValue};
pub use score::{Rate, Score, score};

use random::Random;
use world::World;

/// What the sites are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Domain {
    /// Hotels, restaurants, sights and nightlife of a town.
    Travel,
    /// What bookshops sell.
    Books,
}

impl Domain {
    /// The domain of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "travel" => Some(Self::Travel),
            "books" => Some(Self::Books),
            _ => None,
        }
    }
}

/// A file of the sites or of their gold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeneratedFile {
    /// Its path in the folder of the domain, with slashes on every system.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// All files of a domain's four sites, and their gold. The same for a seed for ever.
#[must_use]
pub fn generate(domain: Domain, seed: u64) -> Vec<GeneratedFile> {
    let random = Random::new(seed).fork(match domain {
        Domain::Travel => "travel",
        Domain::Books => "books",
    });
    let world = World::draw(plan::plan(domain), &random);
    let sites = building::sites(&world, &random);
    let mut files = Vec::new();
    for site in &sites {
        let folder = site.template.folder();
        for view in site.views() {
            files.push(GeneratedFile { path: format!("{folder}/{}", view.path), text: templates::page(&view) });
        }
        for (path, text) in templates::assets(site, &mut random.fork(&site.host)) {
            files.push(GeneratedFile { path: format!("{folder}/{path}"), text });
        }
    }
    files.extend(gold::files(&world, &sites));
    files
}
