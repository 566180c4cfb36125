//! Reads folders of saved pages about one thing each, without an ontology: one instance a page, as JSON lines.
//!
//! `cargo run --release -p lode-knowledge --example details FOLDER…`

use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use analysis::wrappers::places::written_path;
use analysis::wrappers::reading::Reading;
use knowledge::instances::InstanceTemplate;
use page::{Capture, Page};
use serde_json::{Map, Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for folder in std::env::args().skip(1) {
        let mut paths: Vec<PathBuf> =
            std::fs::read_dir(&folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
        paths.sort();
        let pages =
            paths.iter().map(|path| Ok(Page::new(Capture::new(path.display().to_string(), std::fs::read(path)?))));
        let pages: Vec<Page> = pages.collect::<Result<_, std::io::Error>>()?;
        let readings: Vec<Reading<'_>> = pages.iter().map(Reading::of).collect();
        let start = Instant::now();
        let Some(template) = InstanceTemplate::learn(&readings) else { continue };
        let learnt = start.elapsed();
        let start = Instant::now();
        let reader = template.reader();
        for reading in &readings {
            let instance = reader.read(reading);
            let place = |text: &str, node| json!({"text": text, "page": reading.page.name, "path": written_path(reading.tree(), node, false)});
            let mut attributes = Map::new();
            if let Some(name) = &instance.name {
                attributes.insert("name".to_owned(), json!([place(&name.text, name.node)]));
            }
            for attribute in &instance.attributes {
                let values: Vec<Value> = attribute.values.iter().map(|value| place(&value.text, value.node)).collect();
                attributes.insert(attribute.name.clone(), json!(values));
            }
            let label = instance.name.map(|name| name.value);
            writeln!(
                out,
                "{}",
                json!({"instance": reading.page.name, "label": label, "concepts": [], "attributes": attributes})
            )?;
        }
        eprintln!(
            "{folder}: {} attributes, learnt in {learnt:?}, read in {:?} a page",
            template.attributes.len(),
            start.elapsed() / pages.len() as u32
        );
    }
    Ok(())
}
