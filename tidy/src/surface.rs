//! The public surface: everything that a program which depends on `lode` can name, written down in a file of the tree,
//! so that a change to it shows in a diff. What is handed on from other crates of ours is followed to where it stands.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use syn::{Fields, ImplItem, Item, TraitItem, Type, UseTree, Visibility};

use crate::source::{root, tree};

/// Where the surface is written down.
const FILE: &str = "crates/lode/surface.txt";
/// Set to write it anew.
const VARIABLE: &str = "UPDATE_EXPECT";

/// A module: the crate, and the names from its root.
type Place = (String, Vec<String>);

/// The items of all modules, and what is imported into each under which name.
#[derive(Default)]
struct Code {
    modules: BTreeMap<Place, Vec<Item>>,
}

/// What a name stands for.
#[derive(Clone)]
enum Meaning<'a> {
    Module(Place),
    Item(Place, &'a Item),
    /// Something of a crate that is not ours.
    Foreign(String),
}

impl Code {
    fn of(files: impl Iterator<Item = (String, Vec<String>, String)>) -> Code {
        let mut code = Code::default();
        for (name, path, text) in files {
            code.add((name, path), syn::parse_file(&text).unwrap().items);
        }
        code
    }

    fn add(&mut self, place: Place, items: Vec<Item>) {
        let mut own = Vec::new();
        for item in items {
            match item {
                Item::Mod(inner) if is_for_tests(&inner.attrs) => {}
                Item::Mod(mut inner) if inner.content.is_some() => {
                    let items = inner.content.take().map(|(_, items)| items).unwrap_or_default();
                    let path = [place.1.as_slice(), &[inner.ident.to_string()]].concat();
                    self.add((place.0.clone(), path), items);
                    own.push(Item::Mod(inner));
                }
                item => own.push(item),
            }
        }
        self.modules.entry(place).or_default().extend(own);
    }

    /// What a path means in a module.
    fn meaning<'a>(&'a self, place: &Place, path: &[String], depth: usize) -> Option<Meaning<'a>> {
        let (first, rest) = path.split_first()?;
        if depth > 20 {
            return None;
        }
        let found = match first.as_str() {
            "crate" => Meaning::Module((place.0.clone(), Vec::new())),
            "self" => Meaning::Module(place.clone()),
            "super" => {
                let above = place.1.split_last().map(|(_, above)| above.to_vec()).unwrap_or_default();
                Meaning::Module((place.0.clone(), above))
            }
            name => self.named(place, name, depth)?,
        };
        match (found, rest) {
            (found, []) => Some(found),
            (Meaning::Module(inner), rest) => self.meaning(&inner, rest, depth + 1),
            (Meaning::Foreign(name), rest) => Some(Meaning::Foreign(format!("{name}::{}", rest.join("::")))),
            (Meaning::Item(..), _) => None,
        }
    }

    /// What a single name means in a module: an item, a module, an import, or a crate.
    fn named<'a>(&'a self, place: &Place, name: &str, depth: usize) -> Option<Meaning<'a>> {
        let items = self.modules.get(place)?;
        for item in items {
            if let Item::Mod(inner) = item
                && inner.ident == name
            {
                return Some(Meaning::Module((place.0.clone(), [place.1.as_slice(), &[name.to_owned()]].concat())));
            }
            if own_name(item).is_some_and(|own| own == name) {
                return Some(Meaning::Item(place.clone(), item));
            }
        }
        for item in items {
            let Item::Use(import) = item else { continue };
            for (path, given) in leaves(&import.tree) {
                // A module that hands on its own name would be looked for in itself.
                let is_own = path.first().is_some_and(|first| first == name) && import.leading_colon.is_none();
                if given == name && !(is_own && path.len() == 1) {
                    let start =
                        if import.leading_colon.is_some() { (path[0].clone(), Vec::new()) } else { place.clone() };
                    let rest = if import.leading_colon.is_some() { &path[1..] } else { &path[..] };
                    if rest.is_empty() {
                        return self.of_crate(&path[0]);
                    }
                    return self.meaning(&start, rest, depth + 1);
                }
            }
        }
        self.of_crate(name)
    }

    fn of_crate<'a>(&'a self, name: &str) -> Option<Meaning<'a>> {
        let place = (name.to_owned(), Vec::new());
        Some(if self.modules.contains_key(&place) { Meaning::Module(place) } else { Meaning::Foreign(name.to_owned()) })
    }

    /// Writes down all that a module shows under a name.
    fn show(&self, place: &Place, shown_as: &str, surface: &mut BTreeSet<String>, seen: &mut BTreeSet<Place>) {
        if !seen.insert(place.clone()) {
            return;
        }
        for item in self.modules.get(place).into_iter().flatten() {
            match item {
                Item::Mod(inner) if is_public(&inner.vis) => {
                    let path = [place.1.as_slice(), &[inner.ident.to_string()]].concat();
                    self.show(&(place.0.clone(), path), &format!("{shown_as}::{}", inner.ident), surface, seen);
                }
                Item::Use(import) if is_public(&import.vis) => {
                    for (path, name) in leaves(&import.tree) {
                        let meaning = match import.leading_colon {
                            Some(_) if path.len() == 1 => self.of_crate(&path[0]),
                            Some(_) => self.meaning(&(path[0].clone(), Vec::new()), &path[1..], 0),
                            None => self.meaning(place, &path, 0),
                        };
                        let shown_as = format!("{shown_as}::{name}");
                        match meaning {
                            Some(Meaning::Module(inner)) => self.show(&inner, &shown_as, surface, seen),
                            Some(Meaning::Item(at, item)) => self.show_item(&at, item, &shown_as, surface),
                            Some(Meaning::Foreign(path)) => {
                                surface.insert(format!("{shown_as} = {path}"));
                            }
                            None => {
                                surface.insert(format!("{shown_as} = {}", path.join("::")));
                            }
                        }
                    }
                }
                item => {
                    if let Some(name) = own_name(item).filter(|_| visibility(item).is_some_and(is_public)) {
                        self.show_item(place, item, &format!("{shown_as}::{name}"), surface);
                    }
                }
            }
        }
    }

    /// Writes down an item with all that can be reached by it.
    fn show_item(&self, place: &Place, item: &Item, shown_as: &str, surface: &mut BTreeSet<String>) {
        let mut say = |line: String| {
            surface.insert(line);
        };
        match item {
            Item::Fn(item) => {
                let signature = &item.sig;
                say(format!("{shown_as}: {}", written(quote(signature))));
            }
            Item::Struct(item) => {
                say(format!("{shown_as}: struct{}", written(quote(&item.generics))));
                if let Fields::Named(fields) = &item.fields {
                    for field in fields.named.iter().filter(|field| is_public(&field.vis)) {
                        let name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
                        say(format!("{shown_as}.{name}: {}", written(quote(&field.ty))));
                    }
                }
                if let Fields::Unnamed(fields) = &item.fields {
                    for (at, field) in fields.unnamed.iter().enumerate().filter(|(_, field)| is_public(&field.vis)) {
                        say(format!("{shown_as}.{at}: {}", written(quote(&field.ty))));
                    }
                }
            }
            Item::Enum(item) => {
                say(format!("{shown_as}: enum{}", written(quote(&item.generics))));
                for variant in &item.variants {
                    let fields: Vec<String> = variant
                        .fields
                        .iter()
                        .map(|field| {
                            let name = field.ident.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
                            format!("{name}{}", written(quote(&field.ty)))
                        })
                        .collect();
                    let fields = if fields.is_empty() { String::new() } else { format!("({})", fields.join(", ")) };
                    say(format!("{shown_as}::{}{fields}", variant.ident));
                }
            }
            Item::Trait(item) => {
                say(format!("{shown_as}: trait"));
                for inner in &item.items {
                    if let TraitItem::Fn(inner) = inner {
                        say(format!("{shown_as}::{}: {}", inner.sig.ident, written(quote(&inner.sig))));
                    }
                }
            }
            Item::Type(item) => say(format!("{shown_as}: type = {}", written(quote(&item.ty)))),
            Item::Const(item) => say(format!("{shown_as}: const {}", written(quote(&item.ty)))),
            Item::Static(item) => say(format!("{shown_as}: static {}", written(quote(&item.ty)))),
            _ => {}
        }
        if let (Item::Struct(_) | Item::Enum(_), Some(name)) = (item, own_name(item)) {
            self.show_methods(place, &name, shown_as, surface);
        }
    }

    /// The methods of a type, wherever in its crate they are written.
    fn show_methods(&self, place: &Place, name: &str, shown_as: &str, surface: &mut BTreeSet<String>) {
        for (at, items) in self.modules.iter().filter(|(at, _)| at.0 == place.0) {
            for item in items {
                let Item::Impl(own) = item else { continue };
                let Type::Path(path) = own.self_ty.as_ref() else { continue };
                let path: Vec<String> = path.path.segments.iter().map(|part| part.ident.to_string()).collect();
                if path.last().is_none_or(|last| last != name) {
                    continue;
                }
                let is_it = match self.meaning(at, &path, 0) {
                    Some(Meaning::Item(found, found_item)) => {
                        found == *place && own_name(found_item).as_deref() == Some(name)
                    }
                    _ => false,
                };
                if !is_it {
                    continue;
                }
                if let Some((of, _)) = &own.trait_ {
                    let of = of.segments.last().map(|part| written(quote(part))).unwrap_or_default();
                    surface.insert(format!("{shown_as}: {of}"));
                    continue;
                }
                for inner in &own.items {
                    match inner {
                        ImplItem::Fn(inner) if is_public(&inner.vis) => {
                            surface.insert(format!("{shown_as}::{}: {}", inner.sig.ident, written(quote(&inner.sig))));
                        }
                        ImplItem::Const(inner) if is_public(&inner.vis) => {
                            surface.insert(format!("{shown_as}::{}: const {}", inner.ident, written(quote(&inner.ty))));
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

fn quote(tokens: &impl quote::ToTokens) -> TokenStream {
    tokens.to_token_stream()
}

/// Tokens as people write them, more or less.
fn written(tokens: TokenStream) -> String {
    let mut text = tokens.to_string();
    for (spaced, close) in [
        (" ,", ","),
        (" ;", ";"),
        (" :", ":"),
        (": :", "::"),
        (":: ", "::"),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        ("& ", "&"),
        ("&' ", "&'"),
        ("[ ", "["),
        (" ]", "]"),
        (" ?", "?"),
        ("->", " ->"),
        ("  ", " "),
    ] {
        while text.contains(spaced) && !close.contains(spaced) {
            text = text.replace(spaced, close);
        }
    }
    text.replace("-", " -").replace("  ", " ").trim().to_owned()
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string().starts_with("test"))
    })
}

fn own_name(item: &Item) -> Option<String> {
    Some(match item {
        Item::Const(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Static(item) => item.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        _ => return None,
    })
}

fn visibility(item: &Item) -> Option<&Visibility> {
    Some(match item {
        Item::Const(item) => &item.vis,
        Item::Enum(item) => &item.vis,
        Item::Fn(item) => &item.vis,
        Item::Static(item) => &item.vis,
        Item::Struct(item) => &item.vis,
        Item::Trait(item) => &item.vis,
        Item::Type(item) => &item.vis,
        _ => return None,
    })
}

/// The paths that an import names, each with the name that it gets.
fn leaves(tree: &UseTree) -> Vec<(Vec<String>, String)> {
    fn collect(tree: &UseTree, before: &[String], found: &mut Vec<(Vec<String>, String)>) {
        match tree {
            UseTree::Path(path) => collect(&path.tree, &[before, &[path.ident.to_string()]].concat(), found),
            UseTree::Group(group) => group.items.iter().for_each(|tree| collect(tree, before, found)),
            UseTree::Name(name) if name.ident == "self" => {
                found.push((before.to_vec(), before.last().cloned().unwrap_or_default()));
            }
            UseTree::Name(name) => {
                found.push(([before, &[name.ident.to_string()]].concat(), name.ident.to_string()));
            }
            UseTree::Rename(name) => {
                found.push(([before, &[name.ident.to_string()]].concat(), name.rename.to_string()));
            }
            UseTree::Glob(_) => {}
        }
    }
    let mut found = Vec::new();
    collect(tree, &[], &mut found);
    found
}

/// The surface of a crate, a line for each thing.
fn surface(code: &Code, name: &str) -> String {
    let mut surface = BTreeSet::new();
    code.show(&(name.to_owned(), Vec::new()), name, &mut surface, &mut BTreeSet::new());
    surface.into_iter().map(|line| line + "\n").collect()
}

#[test]
fn the_surface_is_written_down() {
    let files = tree().iter().filter(|source| source.is_rust() && source.tests_from() > 1).filter_map(|source| {
        let below = source.path.split_once("/src/").map_or("", |(_, below)| below);
        let path = below.trim_end_matches(".rs").split('/').map(str::to_owned);
        let path = path.filter(|part| !matches!(part.as_str(), "lib" | "main" | "mod")).collect();
        Some((source.product_crate()?.to_owned(), path, source.text.clone()))
    });
    let now = surface(&Code::of(files), "lode");
    let place = root().join(FILE);
    if std::env::var_os(VARIABLE).is_some() {
        std::fs::write(&place, &now).unwrap();
    }
    let before = std::fs::read_to_string(&place).unwrap_or_default();
    let lines = |text: &str| -> BTreeSet<String> { text.lines().map(str::to_owned).collect() };
    let (new, old) = (lines(&now), lines(&before));
    let added: Vec<String> = new.difference(&old).map(|line| format!("+ {line}")).collect();
    let gone: Vec<String> = old.difference(&new).map(|line| format!("- {line}")).collect();
    assert!(
        now == before,
        "the public surface of lode is not what {FILE} says; if that is meant, run this test with {VARIABLE}=1\n{}\n",
        [gone, added].concat().join("\n")
    );
}

#[test]
fn a_surface_shows_what_can_be_named_and_nothing_else() {
    let file = |name: &str, path: &[&str], text: &str| {
        (name.to_owned(), path.iter().map(|&part| part.to_owned()).collect(), text.to_owned())
    };
    let files = [
        file("lode", &[], "mod a; pub mod b; pub use a::Shown; pub use ::store; #[cfg(test)] pub mod tests {}"),
        file(
            "lode",
            &["a"],
            "pub struct Shown { pub x: u8, y: u8 } pub struct Hidden; impl Shown { pub fn f(&self) -> &str {} fn g() {} }",
        ),
        file(
            "lode",
            &["b"],
            "pub enum Kind { One, Two(u8) } pub(crate) fn inner() {} impl super::Shown { pub fn h() {} }",
        ),
        file("store", &[], "pub fn open(path: &str) {} fn close() {}"),
    ];
    let expected = "lode::Shown.x: u8\nlode::Shown: struct\nlode::Shown::f: fn f(&self) -> &str\nlode::Shown::h: fn h()\n\
                    lode::b::Kind: enum\nlode::b::Kind::One\nlode::b::Kind::Two(u8)\nlode::store::open: fn open(path: &str)\n";
    assert_eq!(surface(&Code::of(files.into_iter()), "lode"), expected);
}
