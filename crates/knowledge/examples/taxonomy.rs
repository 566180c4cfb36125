//! Mines the taxonomy of some folders, each the saved pages of one site.

use std::path::Path;

use knowledge::taxonomy::{Config, PageMenu, Survey, Taxonomy};
use page::{Capture, Page};
use url::Url;

fn main() -> std::io::Result<()> {
    let mut survey = Survey::default();
    let mut pages = 0;
    let start = std::time::Instant::now();
    let mut reading = std::time::Duration::ZERO;
    for (site, folder) in std::env::args().skip(1).enumerate() {
        for file in files(Path::new(&folder))? {
            let mut page = Page::new(Capture::new(file.to_string_lossy(), std::fs::read(&file)?));
            let before = std::time::Instant::now();
            if page.link_base().is_none() {
                page.url = file.canonicalize().ok().and_then(|path| Url::from_file_path(path).ok());
            }
            survey.add(site, &PageMenu::of(&page, &analysis::menus::menu_links(&page)));
            reading += before.elapsed();
            pages += 1;
        }
    }
    let surveyed = start.elapsed();
    let taxonomy = Taxonomy::mine(&survey, &Config::default());
    eprintln!("{pages} pages, {surveyed:?} of which survey {reading:?}, all {:?}", start.elapsed());
    let name = |number: usize| format!("urn:concept:{number}");
    for (number, concept) in taxonomy.concepts.iter().enumerate() {
        let labels: Vec<&str> = concept.labels.iter().map(|label| label.text.as_str()).collect();
        let line = serde_json::json!({
            "concept": name(number), "labels": labels, "parent": concept.parent.map(name),
            "support": concept.support, "instances": 0,
        });
        println!("{line}");
    }
    Ok(())
}

/// The pages of a folder, however deep, in the order of their names.
fn files(folder: &Path) -> std::io::Result<Vec<std::path::PathBuf>> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    let mut found = Vec::new();
    for path in entries.into_iter().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|ending| ending == "html") {
            found.push(path);
        }
    }
    Ok(found)
}
