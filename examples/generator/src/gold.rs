//! What the sites say, for those who check what was mined from them: written beside the pages and read back.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::GeneratedFile;
use crate::site::{Entry, Fact, Site, Template};
use crate::words::slug;
use crate::world::World;

/// All that a miner should find.
#[derive(Debug, Clone, Default)]
pub struct Gold {
    /// The concepts of all sites, those above before those below.
    pub concepts: Vec<GoldConcept>,
    /// What each site says of each thing.
    pub instances: Vec<GoldInstance>,
}

/// A concept of the taxonomy.
#[derive(Debug, Clone)]
pub struct GoldConcept {
    /// Its name here: the words of its branch, joined by slashes.
    pub id: String,
    /// What the sites call it.
    pub labels: Vec<String>,
    /// The concept above it.
    pub parent: Option<String>,
}

/// A thing as one site tells of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GoldInstance {
    /// The folder of the site.
    pub site: String,
    /// The same for the same thing on all sites.
    pub thing: usize,
    /// Its own page first, where it has one, then the lists that it stands on.
    pub pages: Vec<String>,
    /// Its name as the site spells it.
    pub name: String,
    /// The most specific concepts that the site puts it under.
    pub concepts: Vec<String>,
    /// Its values by attribute; a cell of a table by row and column is `rates/ROW/COLUMN`.
    pub attributes: BTreeMap<String, Vec<GoldValue>>,
    /// Other true texts about it, which are neither asked for nor wrong: descriptions, its concepts' labels.
    pub also: Vec<String>,
}

/// A value as a page shows it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GoldValue {
    /// Exactly what the page shows.
    pub text: String,
    /// The page, from the folder that holds the sites.
    pub page: String,
    /// What the page calls the attribute there; lists often do not say.
    pub label: Option<String>,
}

impl Gold {
    /// Reads the gold that was written with sites into a folder.
    ///
    /// # Errors
    ///
    /// When a file is missing or is none that [`crate::generate`] wrote.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let taxonomy = std::fs::read_to_string(folder.join("gold/taxonomy.csv"))?;
        let instances = std::fs::read_to_string(folder.join("gold/instances.jsonl"))?;
        Self::parse(&taxonomy, &instances)
    }

    /// Reads the gold from the texts of its two files.
    ///
    /// # Errors
    ///
    /// When a line of an instance is no JSON of the right shape.
    pub fn parse(taxonomy: &str, instances: &str) -> io::Result<Self> {
        let concept = |line: &str| {
            let mut cells = line.split(',');
            let mut next = || cells.next().unwrap_or_default().to_owned();
            let (id, labels, parent) = (next(), next(), next());
            let labels = labels.split('|').map(str::to_owned).collect();
            GoldConcept { id, labels, parent: Some(parent).filter(|parent| !parent.is_empty()) }
        };
        let concepts = taxonomy.lines().skip(1).map(concept).collect();
        let instances = instances.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        Ok(Self { concepts, instances })
    }

    /// The concept and all above it.
    pub fn upwards<'a>(&'a self, concept: &'a str) -> impl Iterator<Item = &'a str> {
        let parent = |id: &&'a str| self.concepts.iter().find(|known| known.id == *id)?.parent.as_deref();
        std::iter::successors(Some(concept), parent)
    }
}

/// The files of the gold.
pub(crate) fn files(world: &World, sites: &[Site]) -> Vec<GeneratedFile> {
    let mut taxonomy = String::from("concept,labels,parent\n");
    for (at, concept) in world.concepts.iter().enumerate() {
        let mut labels: Vec<&str> = Vec::new();
        for section in sites.iter().flat_map(|site| &site.sections).filter(|section| section.concept == at) {
            if !labels.contains(&section.label.as_str()) {
                labels.push(&section.label);
            }
        }
        let parent = concept.parent.map_or("", |parent| world.concepts[parent].id.as_str());
        taxonomy.push_str(&format!("{},{},{parent}\n", concept.id, labels.join("|")));
    }
    let mut instances = String::new();
    let mut pages = String::from("path,kind\n");
    for site in sites {
        for at in 0..site.entries.len() {
            let line = serde_json::to_string(&instance(world, site, at)).unwrap_or_default();
            instances.push_str(&line);
            instances.push('\n');
        }
        for view in site.views() {
            pages.push_str(&format!("{}/{},{}\n", site.template.folder(), view.path, view.content.kind()));
        }
    }
    let file = |path: &str, text| GeneratedFile { path: path.to_owned(), text };
    vec![file("gold/taxonomy.csv", taxonomy), file("gold/instances.jsonl", instances), file("gold/pages.csv", pages)]
}

fn instance(world: &World, site: &Site, at: usize) -> GoldInstance {
    let entry = &site.entries[at];
    let full = |path: &str| format!("{}/{path}", site.template.folder());
    let lists: Vec<String> = site
        .sections
        .iter()
        .flat_map(|section| &section.pages)
        .filter(|page| page.entries.contains(&at))
        .map(|page| full(&page.path))
        .collect();
    let own = entry.path.as_deref().map(full);
    let mut attributes: BTreeMap<String, Vec<GoldValue>> = BTreeMap::new();
    let mut add = |attribute: String, text: &str, page: &str, label: Option<String>| {
        let value = GoldValue { text: text.to_owned(), page: page.to_owned(), label };
        attributes.entry(attribute).or_default().push(value);
    };
    if let Some(page) = &own {
        for Fact { attribute, label, text } in &entry.facts {
            add((*attribute).to_owned(), text, page, Some(label.clone()));
        }
        if let Some(rates) = &entry.rates {
            for (row, cells) in &rates.rows {
                for (column, cell) in rates.columns.iter().zip(cells) {
                    let attribute = format!("rates/{}/{}", slug(row), slug(column));
                    add(attribute, cell, page, Some(format!("{row}, {column}")));
                }
            }
        }
    }
    for page in &lists {
        for Fact { attribute, label, text } in &entry.listed {
            let label = Some(label.clone()).filter(|_| lists_show_labels(site));
            add((*attribute).to_owned(), text, page, label);
        }
    }
    GoldInstance {
        site: site.template.folder().to_owned(),
        thing: entry.thing,
        pages: own.into_iter().chain(lists).collect(),
        name: entry.name.clone(),
        concepts: vec![world.concepts[site.sections[entry.section].concept].id.clone()],
        attributes,
        also: also(world, site, entry),
    }
}

fn lists_show_labels(site: &Site) -> bool {
    site.style.lists_are_labelled || (site.template == Template::Tables && site.style.list_manner == 0)
}

fn also(world: &World, site: &Site, entry: &Entry) -> Vec<String> {
    let thing = &world.things[entry.thing];
    let mut texts = vec![entry.sentences.join(" ")];
    texts.extend(entry.sentences.iter().cloned());
    for section in site.trail(entry.section) {
        texts.push(site.sections[section].label.clone());
        texts.push(site.sections[section].blurb.clone());
    }
    texts.extend([entry.name.clone(), thing.name.clone(), thing.variant.clone()]);
    if site.style.has_pictures {
        texts.push(site.sections[entry.section].picture.clone());
    }
    texts.sort();
    texts.dedup();
    texts
}
