//! Reads folders of saved pages about one thing each, without an ontology: one instance a page, as JSON lines.
//!
//! `cargo run --release -p lode-knowledge --example details [--learn PAGES] FOLDER…`

use std::error::Error;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Instant;

use analysis::wrappers::places::written_path;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::templates::{kinds, templates};
use knowledge::instances::{InstanceReader, InstanceTemplate, UnknownTargets, Value, subject};
use page::{Capture, Page};
use serde_json::{Map, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let mut words = std::env::args().skip(1);
    let mut most = 60;
    while let Some(word) = words.next() {
        if word == "--learn" {
            most = words.next().and_then(|most| most.parse().ok()).unwrap_or(most);
            continue;
        }
        let pages = pages(&word)?;
        let readings: Vec<Reading<'_>> = pages.iter().map(Reading::of).collect();
        let mut groups: Vec<Vec<Option<Reading<'_>>>> = Vec::new();
        let sorted = templates(&readings.iter().map(kinds).collect::<Vec<_>>());
        let mut readings: Vec<Option<Reading<'_>>> = readings.into_iter().map(Some).collect();
        for group in sorted {
            groups.push(group.into_iter().map(|page| readings[page].take()).collect());
        }
        for group in groups {
            let readings: Vec<Reading<'_>> = group.into_iter().flatten().collect();
            let (about, evidence) = subject(&readings[..readings.len().min(most)], None, 0, &UnknownTargets);
            eprintln!("{word}: {about:?}, {evidence:?}");
            let start = Instant::now();
            let Some(template) = InstanceTemplate::learn(&readings[..readings.len().min(most)]) else { continue };
            let (learnt, start) = (start.elapsed(), Instant::now());
            let reader = template.reader();
            for reading in &readings {
                writeln!(out, "{}", line(&reader, reading))?;
            }
            let (count, attributes) = (readings.len(), template.attributes.len());
            let each = start.elapsed() / count as u32;
            eprintln!("{word}: {count} pages, {attributes} attributes, learnt in {learnt:?}, read in {each:?} a page");
        }
    }
    Ok(())
}

fn pages(folder: &str) -> Result<Vec<Page>, std::io::Error> {
    let paths = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<Result<_, std::io::Error>>()?;
    paths.retain(|path| path.is_file());
    paths.sort();
    let page = |path: &PathBuf| Ok(Page::new(Capture::new(path.display().to_string(), std::fs::read(path)?)));
    paths.iter().map(page).collect()
}

fn line(reader: &InstanceReader<'_>, reading: &Reading<'_>) -> serde_json::Value {
    let instance = reader.read(reading);
    let place = |value: &Value| {
        let path = written_path(reading.tree(), value.node, false);
        json!({"text": value.text, "value": value.value, "page": reading.page.name, "path": path})
    };
    let mut attributes = Map::new();
    if let Some(name) = &instance.name {
        attributes.insert("name".to_owned(), json!([place(name)]));
    }
    for attribute in &instance.attributes {
        attributes.insert(attribute.name.clone(), attribute.values.iter().map(place).collect());
    }
    let label = instance.name.map(|name| name.value);
    json!({"instance": reading.page.name, "label": label, "concepts": [], "attributes": attributes})
}
