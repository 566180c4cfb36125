//! Rules over the `Cargo.toml` of each package: which crate may use which, and who may use heavy or outgoing
//! dependencies. What the code does with them is the matter of `purity.rs`.

use toml_edit::{DocumentMut, Item, TableLike};

use crate::source::{Finding, Rule, Source, accepts, catches, hold, tree};

/// Imports point left: each folder with the crates of ours that it may use. A new crate gets its line here.
const LAYERS: [(&str, &[&str]); 17] = [
    ("crates/job", &[]),
    ("crates/page", &["job"]),
    ("crates/layout", &["job", "page"]),
    ("crates/fetch", &["job", "page"]),
    ("crates/analysis", &["job", "page"]),
    ("crates/knowledge", &["job", "page", "analysis"]),
    ("crates/store", &["job", "page", "analysis", "knowledge"]),
    ("crates/export", &["job", "page"]),
    ("crates/lode", &["job", "page", "layout", "fetch", "analysis", "knowledge", "store", "export"]),
    ("crates/server", &["lode"]),
    ("crates/python", &["lode"]),
    ("crates/cli", &["lode", "server", "example-sites"]),
    ("bench", &["page", "layout", "fetch", "analysis", "knowledge", "store", "lode"]),
    ("fit", &["page", "layout", "fetch", "analysis", "knowledge", "lode"]),
    ("examples/generator", &[]),
    ("xtask", &[]),
    ("tidy", &[]),
];

/// Crates that open connections or drive browsers.
const OUTGOING: [&str; 17] = [
    "attohttpc",
    "chromiumoxide",
    "curl",
    "fantoccini",
    "headless_chrome",
    "hickory-resolver",
    "hyper",
    "hyper-rustls",
    "hyper-util",
    "isahc",
    "native-tls",
    "reqwest",
    "rustls",
    "surf",
    "thirtyfour",
    "tungstenite",
    "ureq",
];

/// The layout engine and what it is made of, by the beginnings of their names.
const ENGINE: [&str; 5] = ["blitz", "stylo", "taffy", "parley", "servo"];

/// Libraries of file formats that are long to build, by the beginnings of their names, each with the folders that may
/// use them. Each is used by one crate, so that there is one answer to odd names and limits.
const FORMATS: [(&str, &[&str]); 11] = [
    ("arrow", &["crates/export"]),
    ("parquet", &["crates/export"]),
    ("rusqlite", &["crates/export", "crates/fetch", "crates/store", "bench"]),
    ("libsqlite3", &["crates/export", "crates/fetch", "crates/store"]),
    ("oxrdf", &["crates/knowledge", "crates/store"]),
    ("oxttl", &["crates/knowledge", "crates/store"]),
    ("spar", &["crates/store"]),
    ("oxigraph", &["bench"]),
    ("oxjsonld", &["crates/knowledge", "crates/store"]),
    ("quick-xml", &["crates/fetch", "crates/knowledge"]),
    ("regex", &["crates/knowledge"]),
];

/// Crates that give the same answer to the same question, whatever the build.
const PURE: [&str; 4] = ["crates/page", "crates/layout", "crates/analysis", "crates/knowledge"];

/// A dependency as it stands in a manifest.
struct Dependency {
    /// The package's name, without the `lode-` of our own.
    name: String,
    line: usize,
    /// Only for tests.
    is_dev: bool,
}

/// The folder of the manifest, if the file is that of a package.
fn package(source: &Source) -> Option<&str> {
    let folder = source.path.strip_suffix("/Cargo.toml")?;
    (!folder.starts_with("fuzz")).then_some(folder)
}

fn dependencies(source: &Source) -> Vec<Dependency> {
    let document: DocumentMut = source.text.parse().unwrap();
    let mut found = Vec::new();
    collect(source, document.as_table(), &mut found);
    let targets = document.get("target").and_then(Item::as_table_like);
    for (_, target) in targets.into_iter().flat_map(TableLike::iter) {
        collect(source, target.as_table_like().unwrap(), &mut found);
    }
    found
}

fn collect(source: &Source, table: &dyn TableLike, found: &mut Vec<Dependency>) {
    for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let entries = table.get(kind).and_then(Item::as_table_like);
        for (key, entry) in entries.into_iter().flat_map(TableLike::iter) {
            let name = package_name(entry).or_else(|| workspace_name(key)).unwrap_or_else(|| key.to_owned());
            let line = source.lines().find(|(_, line)| line.starts_with(key)).map_or(1, |(number, _)| number);
            let name = name.strip_prefix("lode-").unwrap_or(&name).to_owned();
            found.push(Dependency { name, line, is_dev: kind == "dev-dependencies" });
        }
    }
}

/// The package behind an entry that renames it.
fn package_name(entry: &Item) -> Option<String> {
    Some(entry.as_table_like()?.get("package")?.as_str()?.to_owned())
}

/// The package behind a name that the workspace gives it.
fn workspace_name(key: &str) -> Option<String> {
    let manifest = tree().iter().find(|file| file.path == "Cargo.toml")?;
    let document: DocumentMut = manifest.text.parse().ok()?;
    package_name(document.get("workspace")?.get("dependencies")?.get(key)?)
}

fn imports_point_left(source: &Source) -> Vec<Finding> {
    let Some(folder) = package(source) else { return Vec::new() };
    let Some((_, allowed)) = LAYERS.iter().find(|(known, _)| *known == folder) else {
        let advice = format!("{folder} has no layer: give it a line in LAYERS of tidy and in ARCHITECTURE.md");
        return vec![Finding { line: 1, advice }];
    };
    let ours = |name: &str| LAYERS.iter().any(|(known, _)| known.rsplit('/').next() == Some(name));
    let wrong = |d: &Dependency| ours(&d.name) && !allowed.contains(&d.name.as_str());
    let advice = |d: &Dependency| format!("{folder} may not use {}: it may use {allowed:?}; move the code", d.name);
    let found = dependencies(source);
    found.iter().filter(|d| wrong(d)).map(|d| Finding { line: d.line, advice: advice(d) }).collect()
}

fn only_fetch_goes_out(source: &Source) -> Vec<Finding> {
    if package(source).is_none_or(|folder| folder == "crates/fetch") {
        return Vec::new();
    }
    let found = dependencies(source).into_iter().filter(|d| !d.is_dev && OUTGOING.contains(&d.name.as_str()));
    found
        .map(|d| Finding { line: d.line, advice: format!("{} goes out: only fetch may, behind its guard", d.name) })
        .collect()
}

fn only_layout_has_the_engine(source: &Source) -> Vec<Finding> {
    if package(source).is_none_or(|folder| folder == "crates/layout") {
        return Vec::new();
    }
    let is_engine = |d: &Dependency| ENGINE.iter().any(|start| d.name.starts_with(start));
    let advice = |d: &Dependency| format!("{} is fenced in the layout crate: use what layout gives", d.name);
    let found = dependencies(source);
    found.iter().filter(|d| is_engine(d)).map(|d| Finding { line: d.line, advice: advice(d) }).collect()
}

fn heavy_formats_stay_in_their_crates(source: &Source) -> Vec<Finding> {
    let Some(folder) = package(source) else { return Vec::new() };
    let is_wrong =
        |d: &Dependency| FORMATS.iter().any(|(start, folders)| d.name.starts_with(start) && !folders.contains(&folder));
    let advice = |d: &Dependency| format!("{} is fenced in another crate: use what that crate gives", d.name);
    let found = dependencies(source);
    found.iter().filter(|d| is_wrong(d)).map(|d| Finding { line: d.line, advice: advice(d) }).collect()
}

fn pure_crates_have_no_features(source: &Source) -> Vec<Finding> {
    if !package(source).is_some_and(|folder| PURE.contains(&folder)) {
        return Vec::new();
    }
    Source::find(source.lines(), &["[features]"], "a pure crate is one thing: no features, pass a value instead")
}

fn versions_are_named_once(source: &Source) -> Vec<Finding> {
    if package(source).is_none() {
        return Vec::new();
    }
    let document: DocumentMut = source.text.parse().unwrap();
    let mut found = Vec::new();
    for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
        let entries = document.get(kind).and_then(Item::as_table_like);
        for (key, entry) in entries.into_iter().flat_map(TableLike::iter) {
            if entry.as_table_like().is_none_or(|entry| entry.get("workspace").is_none()) {
                let line = source.lines().find(|(_, line)| line.starts_with(key)).map_or(1, |(number, _)| number);
                let advice = format!("name {key} in [workspace.dependencies] and write `{key}.workspace = true` here");
                found.push(Finding { line, advice });
            }
        }
    }
    found
}

#[test]
fn crates_only_use_crates_to_their_left() {
    hold(imports_point_left);
    let rule: Rule = imports_point_left;
    catches(rule, "crates/page/Cargo.toml", "[dependencies]\nanalysis.workspace = true\n");
    catches(
        rule,
        "crates/analysis/Cargo.toml",
        "[dependencies]\nboxes = { package = \"lode-layout\", path = \"x\" }\n",
    );
    catches(rule, "crates/analysis/Cargo.toml", "[target.'cfg(unix)'.dependencies]\nfetch.workspace = true\n");
    catches(rule, "crates/server/Cargo.toml", "[dev-dependencies]\nstore.workspace = true\n");
    catches(rule, "crates/newcomer/Cargo.toml", "[dependencies]\n");
    accepts(rule, "crates/knowledge/Cargo.toml", "[dependencies]\nanalysis.workspace = true\nmemchr = \"2\"\n");
}

#[test]
fn only_fetch_uses_crates_that_open_connections() {
    hold(only_fetch_goes_out);
    catches(only_fetch_goes_out, "crates/server/Cargo.toml", "[dependencies]\nreqwest.workspace = true\n");
    accepts(only_fetch_goes_out, "crates/fetch/Cargo.toml", "[dependencies]\nreqwest.workspace = true\n");
    accepts(only_fetch_goes_out, "crates/server/Cargo.toml", "[dev-dependencies]\nureq.workspace = true\n");
}

#[test]
fn only_layout_uses_the_layout_engine() {
    hold(only_layout_has_the_engine);
    catches(only_layout_has_the_engine, "crates/lode/Cargo.toml", "[dependencies]\nblitz-dom.workspace = true\n");
    catches(only_layout_has_the_engine, "crates/lode/Cargo.toml", "[dependencies]\nstyle.workspace = true\n");
    accepts(only_layout_has_the_engine, "crates/layout/Cargo.toml", "[dependencies]\nblitz-dom.workspace = true\n");
}

#[test]
fn only_export_uses_the_libraries_of_file_formats() {
    let rule = heavy_formats_stay_in_their_crates;
    hold(rule);
    catches(rule, "crates/lode/Cargo.toml", "[dependencies]\nparquet.workspace = true\n");
    catches(rule, "crates/cli/Cargo.toml", "[dev-dependencies]\nrusqlite.workspace = true\n");
    catches(rule, "crates/store/Cargo.toml", "[dependencies]\narrow-array.workspace = true\n");
    accepts(rule, "crates/store/Cargo.toml", "[dependencies]\nrusqlite.workspace = true\n");
    accepts(rule, "crates/export/Cargo.toml", "[dependencies]\nparquet.workspace = true\nrusqlite.workspace = true\n");
}

#[test]
fn pure_crates_come_in_one_form() {
    hold(pure_crates_have_no_features);
    catches(pure_crates_have_no_features, "crates/page/Cargo.toml", "[features]\nserde = []\n");
    accepts(pure_crates_have_no_features, "crates/fetch/Cargo.toml", "[features]\nbrowser = []\n");
}

#[test]
fn every_dependency_is_named_once_in_the_workspace() {
    hold(versions_are_named_once);
    catches(versions_are_named_once, "crates/page/Cargo.toml", "[dependencies]\nurl = \"2.5\"\n");
    accepts(versions_are_named_once, "crates/page/Cargo.toml", "[dependencies]\nurl.workspace = true\n");
}
