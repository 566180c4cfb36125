//! What the fields of the bundled lists are: the same column means the same in every record, and is called by it.

use std::collections::BTreeSet;

use lode::regions::Field;
use lode::{Capture, Engine, Methods, Page, Parts, Tree};

fn example(name: &str) -> Page {
    let path = format!("{}/../../examples/lists/{name}.html", env!("CARGO_MANIFEST_DIR"));
    let mut page = Page::new(Capture::new(name, std::fs::read(path).expect("an example page")));
    Engine::Embedded.start().expect("the engine is built in").lay_out(&mut page);
    page
}

/// The names of the columns that the fields of this kind stand in.
fn columns(name: &str, is_asked: impl Fn(&Tree, &Field) -> bool) -> BTreeSet<String> {
    let page = example(name);
    let parts = Parts::of(&page, &Methods::default());
    let main = parts.regions().first().expect("a list");
    let fields = main.records.iter().flat_map(|record| &record.fields);
    let asked = fields.filter(|field| !main.columns[field.column].is_label && is_asked(&page.tree, field));
    asked.map(|field| main.columns[field.column].name.clone()).collect()
}

fn leads_to(field: &Field, place: &str) -> bool {
    field.href.as_deref().is_some_and(|address| address.contains(place))
}

fn stands_in(tree: &Tree, field: &Field, name: &str) -> bool {
    tree.name(field.node) == name || tree.ancestors(field.node).any(|element| tree.name(element) == name)
}

fn names<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
    names.map(str::to_owned).into()
}

#[test]
fn several_links_are_one_column() {
    assert_eq!(columns("business-directory", |_, field| leads_to(field, "/category/")).len(), 1);
}

#[test]
fn several_tags_are_one_column_wherever_the_same_tag_comes() {
    let tags = columns("question-list", |_, field| leads_to(field, "/tags/"));
    assert_eq!(tags.len(), 1, "{tags:?}");
}

#[test]
fn bullets_of_a_record_are_one_column() {
    let is_bullet = |tree: &Tree, field: &Field| {
        tree.ancestors(field.node).filter(|&element| tree.name(element) == "ul").count() == 2
    };
    let bullets = columns("nested-lists", is_bullet);
    assert_eq!(bullets.len(), 1, "{bullets:?}");
}

#[test]
fn links_that_say_something_else_are_columns_of_their_own() {
    let hide = columns("news-two-rows", |_, field| leads_to(field, "hide?"));
    let comments = columns("news-two-rows", |_, field| field.value.ends_with(" comments"));
    assert!(hide.is_disjoint(&comments), "{hide:?} {comments:?}");
}

#[test]
fn a_label_in_few_records_does_not_name_the_column() {
    assert_eq!(columns("property-list", |_, field| field.value.starts_with('£')), names(["price"]));
}

#[test]
fn what_is_known_by_its_form_is_called_by_it() {
    assert_eq!(columns("bookshop-grid", |_, field| field.value.starts_with('£')), names(["price"]));
    assert_eq!(columns("property-list", |_, field| field.value.contains(" bath")), names(["baths"]));
    assert_eq!(columns("question-list", |_, field| field.value.starts_with("asked ")), names(["date"]));
}

#[test]
fn a_number_before_its_unit_is_called_by_the_unit() {
    let counts = columns("question-list", |tree, field| {
        tree.attr(tree.parent(field.node).unwrap_or(field.node), "class") == Some("stat__number")
    });
    assert_eq!(counts, names(["answers", "views", "votes"]));
}

#[test]
fn headings_are_titles() {
    let pages = [
        ("bookshop-grid", "h3"),
        ("property-list", "h2"),
        ("business-directory", "h3"),
        ("interleaved-ads", "h2"),
        ("sections", "h3"),
        ("chinese-list", "h3"),
    ];
    let of_page = |(name, heading)| (name, columns(name, |tree, field| stands_in(tree, field, heading)));
    let wrong: Vec<_> = pages.map(of_page).into_iter().filter(|(_, titles)| *titles != names(["title"])).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn days_are_dates() {
    for (name, element) in [("sections", "time"), ("chinese-list", "span")] {
        let is_day = |tree: &Tree, field: &Field| {
            stands_in(tree, field, element) && field.value.contains(|letter: char| letter.is_ascii_digit())
        };
        assert_eq!(columns(name, is_day), names(["date"]), "{name}");
    }
}

#[test]
fn who_says_something_is_no_title_and_a_number_is_no_message() {
    let posts: String = [
        ("mira", "old hand", "Have you tried to oil the hinge before you take the whole door off?"),
        ("tomas", "newcomer", "It still creaks, and now the handle sticks as well when it rains."),
        ("ines", "regular", "Mine did that until I planed a little off the lower edge of the frame."),
        ("jan", "old hand", "A candle does the job. Rub it along the edge and try again tomorrow."),
    ]
    .iter()
    .enumerate()
    .map(|(number, (name, rank, text))| {
        format!(
            "<article class=post><h4><a class=username href=/u/{name}>{name}</a></h4><h5 class=userTitle>{rank}</h5>\
             <a class=message-number href=#p{number}>#{number}</a><div class=body>{text}</div></article>"
        )
    })
    .collect();
    let mut page = Page::new(Capture::new("forum", format!("<h1>A creaking door</h1><main>{posts}</main>")));
    Engine::Embedded.start().expect("the engine is built in").lay_out(&mut page);
    let parts = Parts::of(&page, &Methods::default());
    let main = parts.regions().first().expect("a list");
    let names: Vec<&str> = main.columns.iter().map(|column| column.name.as_str()).collect();
    assert!(names.contains(&"user") && names.contains(&"user title"), "{names:?}");
    assert!(!names.contains(&"title") && !names.contains(&"message"), "{names:?}");
}
