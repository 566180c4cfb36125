//! What holds for the sites of every seed, and that the committed ones are those of theirs.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use example_sites::{Domain, GeneratedFile, Gold, generate};

const SEEDS: [u64; 8] = [0, 1, 2, 3, 7, 30, 31, 4_000_000_007];
const DOMAINS: [Domain; 2] = [Domain::Travel, Domain::Books];

fn files(domain: Domain, seed: u64) -> BTreeMap<String, String> {
    let files = generate(domain, seed);
    let count = files.len();
    let by_path: BTreeMap<_, _> = files.into_iter().map(|GeneratedFile { path, text }| (path, text)).collect();
    assert_eq!(by_path.len(), count, "a path stands for two files");
    by_path
}

fn gold(files: &BTreeMap<String, String>) -> Gold {
    Gold::parse(&files["gold/taxonomy.csv"], &files["gold/instances.jsonl"]).unwrap()
}

fn all() -> impl Iterator<Item = (String, BTreeMap<String, String>)> {
    DOMAINS
        .into_iter()
        .flat_map(|domain| SEEDS.into_iter().map(move |seed| (format!("{domain:?} {seed}"), files(domain, seed))))
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { walk(&path, found) } else { found.push(path) }
    }
}

#[test]
fn the_committed_sites_are_those_of_their_seeds() {
    for (domain, name, seed) in [(Domain::Travel, "travel", 30), (Domain::Books, "books", 31)] {
        let folder = examples().join(name);
        let mut paths = Vec::new();
        walk(&folder, &mut paths);
        let read = |path: &PathBuf| {
            let parts: Vec<_> = path.strip_prefix(&folder).unwrap().iter().map(|part| part.to_string_lossy()).collect();
            (parts.join("/"), std::fs::read_to_string(path).unwrap())
        };
        let committed: BTreeMap<String, String> = paths.iter().map(read).collect();
        let drawn = files(domain, seed);
        assert_eq!(committed.keys().collect::<Vec<_>>(), drawn.keys().collect::<Vec<_>>());
        for (path, text) in &drawn {
            assert!(committed[path] == *text, "examples/{name}/{path} is not what the generator writes");
        }
    }
}

/// What follows each occurrence of a piece, up to the next quote.
fn after<'a>(text: &'a str, piece: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(piece).skip(1).map(|rest| rest.split('"').next().unwrap())
}

/// The file that a link on a page leads to.
fn target(page: &str, link: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        if part == ".." { assert!(parts.pop().is_some()) } else { parts.push(part) }
    }
    parts.join("/")
}

#[test]
fn every_link_within_a_site_leads_to_a_file() {
    for (which, files) in all() {
        for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".html")) {
            let links =
                ["href=\"", "src=\"", "\"url\": \"", "\"image\": \""].into_iter().flat_map(|piece| after(text, piece));
            let mut count = 0;
            for link in links.filter(|link| !link.starts_with("https://")) {
                count += 1;
                assert!(files.contains_key(&target(path, link)), "{which}: {link} on {path} leads nowhere");
            }
            assert!(count > 10, "{which}: {path} has {count} links");
        }
    }
}

#[test]
fn every_page_can_be_reached_from_the_home_page() {
    for (which, files) in all() {
        for site in ["a", "b", "c", "d"] {
            let mut reached = BTreeSet::from([format!("{site}/index.html")]);
            let mut waiting: Vec<String> = reached.iter().cloned().collect();
            while let Some(page) = waiting.pop() {
                let text = &files[&page];
                let links = ["href=\"", "\"url\": \""].into_iter().flat_map(|piece| after(text, piece));
                for link in links.filter(|link| link.ends_with(".html") && !link.starts_with("https://")) {
                    let next = target(&page, link);
                    if reached.insert(next.clone()) {
                        waiting.push(next);
                    }
                }
            }
            let pages = files.keys().filter(|path| path.starts_with(site) && path.ends_with(".html"));
            for page in pages {
                assert!(reached.contains(page), "{which}: nothing leads to {page}");
            }
        }
    }
}

#[test]
fn what_the_gold_says_stands_on_the_pages() {
    for (which, files) in all() {
        let gold = gold(&files);
        let shown: BTreeMap<&String, String> =
            files.iter().map(|(path, text)| (path, text.replace("&amp;", "&"))).collect();
        for instance in &gold.instances {
            for page in &instance.pages {
                assert!(shown[page].contains(&instance.name), "{which}: {} is not on {page}", instance.name);
            }
            for value in instance.attributes.values().flatten() {
                let text = &shown[&value.page];
                assert!(instance.pages.contains(&value.page));
                assert!(text.contains(&value.text), "{which}: {} is not on {}", value.text, value.page);
                let label = value.label.as_deref().unwrap_or_default();
                let parts = label.split(", ").all(|part| text.contains(part));
                assert!(parts, "{which}: {label} is not on {}", value.page);
            }
        }
    }
}

#[test]
fn sites_have_the_size_and_the_overlap_that_miners_need() {
    for (which, files) in all() {
        let gold = gold(&files);
        for site in ["a", "b", "c", "d"] {
            let pages = files.keys().filter(|path| path.starts_with(site) && path.ends_with(".html")).count();
            assert!((30..=60).contains(&pages), "{which}: site {site} has {pages} pages");
            let instances: Vec<_> = gold.instances.iter().filter(|instance| instance.site == site).collect();
            assert!((15..=26).contains(&instances.len()), "{which}: {} instances on {site}", instances.len());
            let listed_only = instances.iter().filter(|instance| {
                let own = files.get(&instance.pages[0]).unwrap();
                !own.contains(&format!("<title>{}", instance.name.replace('&', "&amp;")))
            });
            assert!(listed_only.count() <= 3);
        }
        let sites_of = |thing: usize| {
            gold.instances.iter().filter(|other| other.thing == thing).map(|other| &other.site).collect::<BTreeSet<_>>()
        };
        let shared = gold.instances.iter().filter(|instance| sites_of(instance.thing).len() > 1).count();
        assert!(shared * 2 > gold.instances.len(), "{which}: only {shared} instances are on several sites");
        for concept in &gold.concepts {
            let sites: BTreeSet<&str> = ["a", "b", "c", "d"]
                .into_iter()
                .filter(|site| {
                    let home: Vec<&String> =
                        files.iter().filter(|(path, _)| path.starts_with(site)).map(|(_, text)| text).collect();
                    concept.labels.iter().any(|label| {
                        let forms =
                            [format!(">{}</a>", label.replace('&', "&amp;")), format!("\"title\": \"{label}\"")];
                        home.iter().any(|text| forms.iter().any(|form| text.contains(form)))
                    })
                })
                .collect();
            assert!(sites.len() >= 2, "{which}: {} is on {sites:?} only", concept.id);
        }
    }
}

/// The tags of a home page, without what stands in them.
fn shape(text: &str) -> Vec<&str> {
    text.split('<').skip(1).map(|tag| tag.split([' ', '>', '\n']).next().unwrap()).collect()
}

#[test]
fn seeds_give_other_sites_not_only_other_words() {
    for domain in DOMAINS {
        for site in ["a", "b", "c"] {
            let shapes: BTreeSet<Vec<String>> = SEEDS
                .iter()
                .map(|seed| {
                    shape(&files(domain, *seed)[&format!("{site}/index.html")]).into_iter().map(str::to_owned).collect()
                })
                .collect();
            assert!(shapes.len() >= SEEDS.len() - 1, "{domain:?}: the home pages of site {site} are alike");
        }
        let taxonomies: BTreeSet<String> =
            SEEDS.iter().map(|seed| files(domain, *seed)["gold/taxonomy.csv"].clone()).collect();
        assert_eq!(taxonomies.len(), SEEDS.len());
    }
}

#[test]
fn the_same_seed_gives_the_same_files() {
    assert_eq!(generate(Domain::Books, 9), generate(Domain::Books, 9));
    assert_ne!(generate(Domain::Books, 9), generate(Domain::Books, 10));
}
