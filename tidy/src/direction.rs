//! Rules over the direction within each crate: its top-level modules import each other one way only. Between crates the
//! compiler holds that; within one it does not, and what is only a habit is lost as a crate grows.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Item, UseTree};

use crate::source::tree;

/// A module uses another one: where, for the one who has to move something.
type Uses = BTreeMap<(String, String), String>;

/// A file of a crate: its path below `src`, and its text.
type File<'a> = (&'a str, &'a str);

/// The modules of a crate that import each other, each group with what leads around in it.
fn circles(files: &[File<'_>]) -> Vec<String> {
    let uses = uses(files);
    let modules: BTreeSet<&String> = uses.keys().flat_map(|(from, to)| [from, to]).collect();
    // Who reaches whom, by Warshall's algorithm.
    let mut reach: BTreeSet<(&String, &String)> = uses.keys().map(|(from, to)| (from, to)).collect();
    for &by in &modules {
        for &from in &modules {
            for &to in &modules {
                if reach.contains(&(from, by)) && reach.contains(&(by, to)) {
                    reach.insert((from, to));
                }
            }
        }
    }
    let mut told: BTreeSet<&String> = BTreeSet::new();
    let mut found = Vec::new();
    for &module in &modules {
        let around = |other: &&&String| reach.contains(&(module, other)) && reach.contains(&(other, module));
        let circle: Vec<&String> = modules.iter().filter(around).copied().collect();
        if circle.is_empty() || !told.insert(module) {
            continue;
        }
        told.extend(&circle);
        let names: Vec<&str> = circle.iter().map(|name| name.as_str()).collect();
        let inner = uses.iter().filter(|((from, to), _)| circle.contains(&from) && circle.contains(&to));
        let lines: Vec<String> = inner.map(|((from, to), place)| format!("  {from} → {to}  {place}")).collect();
        found.push(format!("{} import each other:\n{}", names.join(", "), lines.join("\n")));
    }
    found
}

/// Which top-level module uses which, what the root hands on followed to where it stands.
fn uses(files: &[File<'_>]) -> Uses {
    let names: BTreeSet<String> =
        files.iter().filter_map(|(path, _)| Some(module_path(path).first()?.clone())).collect();
    let mut handed_on: BTreeMap<String, String> = BTreeMap::new();
    for (_, text) in files.iter().filter(|(path, _)| module_path(path).is_empty()) {
        for item in syn::parse_file(text).unwrap().items {
            if let Item::Use(item) = item {
                let mut paths = Vec::new();
                leaves(&item.tree, &mut Vec::new(), &mut paths);
                for path in paths {
                    let own: Vec<&String> =
                        path.iter().skip_while(|part| matches!(part.as_str(), "crate" | "self")).collect();
                    if let [module, .., name] = own.as_slice()
                        && names.contains(*module)
                    {
                        handed_on.insert((*name).clone(), (*module).clone());
                    }
                }
            }
        }
    }
    let mut uses = Uses::new();
    for (path, text) in files {
        let inside = module_path(path);
        let Some(from) = inside.first() else { continue };
        let mut paths = Paths { inside: inside.clone(), found: Vec::new() };
        paths.visit_file(&syn::parse_file(text).unwrap());
        for first in paths.found {
            let to = if names.contains(&first) { Some(&first) } else { handed_on.get(&first) };
            if let Some(to) = to.filter(|to| *to != from) {
                uses.entry((from.clone(), to.clone())).or_insert_with(|| format!("{path} names {first}"));
            }
        }
    }
    uses
}

/// The modules that a file stands in: none for the root.
fn module_path(path: &str) -> Vec<String> {
    let parts = path.trim_end_matches(".rs").split('/').map(str::to_owned);
    parts.filter(|part| !matches!(part.as_str(), "lib" | "main" | "mod")).collect()
}

/// The paths that an import names, part by part.
fn leaves(tree: &UseTree, before: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            leaves(&path.tree, before, found);
            before.pop();
        }
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves(tree, before, found)),
        UseTree::Name(name) => found.push([before.as_slice(), &[name.ident.to_string()]].concat()),
        UseTree::Rename(name) => found.push([before.as_slice(), &[name.ident.to_string()]].concat()),
        UseTree::Glob(_) => found.push([before.as_slice(), &["*".to_owned()]].concat()),
    }
}

/// What a file names at the root of its crate.
struct Paths {
    inside: Vec<String>,
    found: Vec<String>,
}

impl Paths {
    /// The first name behind the root, if that is where a path leads.
    fn name(&mut self, path: &[String]) {
        let up = path.iter().take_while(|part| *part == "super").count();
        let own = match path.first().map(String::as_str) {
            Some("crate") => path.get(1),
            Some("super") if up >= self.inside.len() => path.get(up),
            _ => None,
        };
        self.found.extend(own.cloned());
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let tokens = |list: &syn::MetaList| list.tokens.to_string();
        attribute.path().is_ident("cfg") && attribute.meta.require_list().is_ok_and(|list| tokens(list) == "test")
    })
}

impl<'ast> Visit<'ast> for Paths {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_for_tests(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.inside.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.inside.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let mut paths = Vec::new();
        leaves(&item.tree, &mut Vec::new(), &mut paths);
        paths.iter().for_each(|path| self.name(path));
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        self.name(&parts);
        visit::visit_path(self, path);
    }

    /// What is given to a macro is no code yet, but names what it names.
    fn visit_macro(&mut self, given: &'ast syn::Macro) {
        self.name_in(given.tokens.clone());
        visit::visit_macro(self, given);
    }
}

impl Paths {
    fn name_in(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        for token in tokens {
            match token {
                TokenTree::Ident(name) => path.push(name.to_string()),
                TokenTree::Punct(sign) if sign.as_char() == ':' => {}
                other => {
                    self.name(&std::mem::take(&mut path));
                    if let TokenTree::Group(group) = other {
                        self.name_in(group.stream());
                    }
                }
            }
        }
        self.name(&path);
    }
}

/// The product code of each crate, by its name.
fn crates() -> BTreeMap<&'static str, Vec<File<'static>>> {
    let mut crates: BTreeMap<&str, Vec<File<'_>>> = BTreeMap::new();
    for source in tree().iter().filter(|source| source.is_rust() && source.tests_from() > 1) {
        let Some(name) = source.product_crate() else { continue };
        let below = source.path.split_once("/src/").map_or("", |(_, below)| below);
        crates.entry(name).or_default().push((below, source.text.as_str()));
    }
    crates
}

#[test]
fn modules_of_a_crate_import_each_other_one_way_only() {
    let found: Vec<String> = crates()
        .iter()
        .flat_map(|(name, files)| circles(files).into_iter().map(move |circle| format!("crates/{name}: {circle}")))
        .collect();
    assert!(found.is_empty(), "move what both need to a module of its own\n{}\n", found.join("\n"));
}

#[test]
fn circles_are_found() {
    let circle = |files: &[File<'_>]| circles(files).len();
    assert_eq!(circle(&[("a.rs", "use crate::b::B;"), ("b.rs", "")]), 0);
    assert_eq!(circle(&[("a.rs", "use crate::b::B;"), ("b.rs", "fn f() { crate::a::g() }")]), 1);
    assert_eq!(circle(&[("a.rs", "use super::{b::B, c};"), ("b/x.rs", "use super::super::a;"), ("b.rs", "")]), 1);
    // By way of what the root hands on, of a third, of a macro.
    let root = ("lib.rs", "mod a; mod b; pub use b::B;");
    assert_eq!(circle(&[root, ("a.rs", "use crate::B;"), ("b.rs", "use crate::a;")]), 1);
    assert_eq!(circle(&[("a.rs", "use crate::b;"), ("b.rs", "use crate::c;"), ("c.rs", "fn f(x: crate::a::A) {}")]), 1);
    assert_eq!(circle(&[("a.rs", "use crate::b;"), ("b.rs", "fn f() { print!(\"{}\", crate::a::g()) }")]), 1);
    // Within a module anything goes, and tests may look at everything.
    assert_eq!(circle(&[("a/mod.rs", "use self::x::X;"), ("a/x.rs", "use super::Y;")]), 0);
    let tests = "#[cfg(test)] mod tests { use crate::a; }";
    assert_eq!(circle(&[("a.rs", "use crate::b;"), ("b.rs", tests)]), 0);
}
