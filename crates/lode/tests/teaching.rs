//! Wrappers taught with pasted text: what they read, whether they notice a redesign, and how they get over it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lode::job::{Failure, Job};
use lode::wrapping::{Checker, Extractor, Healing, Learnt, Lesson, Outcome, TeachError, WrapperFile, heal};
use lode::{Capture, Engine, Page, StartedEngine};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// The pages of a bundled site.
fn site(name: &str) -> Vec<Page> {
    let numbers = (1..).map(|number| format!("lighthouses/{name}/{number}.html"));
    let read = |name: String| Some(Page::new(Capture::new(name.clone(), std::fs::read(folder().join(name)).ok()?)));
    numbers.map_while(read).collect()
}

fn made(html: &str) -> Page {
    Page::new(Capture::new("made.html", format!("<meta charset=utf-8>{html}")))
}

fn lesson(wants: &[(&str, &str)]) -> Lesson<'static> {
    let wants = wants.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    Lesson { wants, ..Lesson::default() }
}

/// What is to be done about a failure, in words.
fn hint(error: &TeachError) -> String {
    error.advice().map(|advice| advice.to_string()).unwrap_or_default()
}

fn heal_now(file: &WrapperFile, pages: &mut [Page], engine: Option<&StartedEngine>) -> Healing {
    let healing = heal(file, pages, engine, &Job::unwatched()).expect("a good wrapper");
    healing.into_inner().expect("nobody stops it")
}

fn teach(pages: &mut [Page], wants: &[(&str, &str)]) -> Learnt {
    let taught = lesson(wants).teach(pages, &Job::unwatched());
    taught.unwrap_or_else(|error| panic!("{error}: {}", hint(&error))).into_inner().expect("nobody stops it")
}

const LIGHTHOUSE: [(&str, &str); 6] = [
    ("name", "Brannoch Light"),
    ("built", "1811"),
    ("height", "48 m"),
    ("phone", "555-330-1187"),
    ("light", "White, 10 s"),
    ("keeper", "Isla Merton"),
];

fn coastline() -> WrapperFile {
    let mut pages = site("coastline");
    pages.truncate(3);
    teach(&mut pages, &LIGHTHOUSE).file
}

/// Page and field to text, without the sources.
fn read(file: &WrapperFile, pages: &[Page]) -> BTreeMap<(String, String), String> {
    let extractor = Extractor::new(file).expect("a good wrapper");
    let mut found = BTreeMap::new();
    for page in pages {
        for (name, values) in extractor.extract(page).values {
            let page = page.name.trim_start_matches("lighthouses/").to_owned();
            found.insert((page, name), values[0].text.clone());
        }
    }
    found
}

/// How many of a site's values are read right, and how many there are.
fn right(file: &WrapperFile, name: &str) -> (usize, usize) {
    let truth = std::fs::read_to_string(folder().join("lighthouses/truth.csv")).expect("the truth");
    let found = read(file, &site(name));
    let rows = truth.lines().filter_map(|line| {
        let mut cells = line.splitn(3, ',');
        let (page, field, value) = (cells.next()?, cells.next()?, cells.next()?.trim_matches('"'));
        page.starts_with(&format!("{name}/")).then(|| ((page.to_owned(), field.to_owned()), value.to_owned()))
    });
    let rows: Vec<_> = rows.collect();
    (rows.iter().filter(|(key, value)| found.get(key) == Some(value)).count(), rows.len())
}

#[test]
fn one_example_and_two_pages_are_enough() {
    let (right, all) = right(&coastline(), "coastline");
    assert!(all >= 30 && right + 1 >= all, "{right} of {all}");
}

#[test]
fn what_is_not_on_the_page_is_named_with_its_neighbours() {
    let job = Job::unwatched();
    let mut page = [made("<p>Was</p><p>€14.90</p><p>Our price</p><p>€12.90</p>")];
    let error = lesson(&[("price", "12,90 €")]).teach(&mut page, &job);
    let error = error.expect_err("the text is not there");
    assert!(error.to_string().contains("\"12,90 €\" is not on made.html"), "{error}");
    assert!(hint(&error).starts_with("nearest: \"€12.90\" (after \"Our price\")"), "{}", hint(&error));
    let error = lesson(&[("x", "A boat")]).teach(&mut [made("<img alt='A boat' src=b.png><p>text</p>")], &job);
    assert!(hint(&error.expect_err("images are not read")).contains("description of an image"));
    assert_eq!(lesson(&[]).teach(&mut [made("<p>a")], &job).err(), Some(TeachError::Nothing));
}

/// Teaches on the first page and tells what is read on the second.
#[track_caller]
fn check(first: &str, wants: &[(&str, &str)], second: &str, expected: &[(&str, &str)]) {
    let mut pages = [made(first), made(second)];
    let file = teach(&mut pages, wants).file;
    let file = WrapperFile::read(&file.to_json()).expect("what is written can be read");
    let found = read(&file, &pages[1..]);
    let found: Vec<(&str, &str)> = found.iter().map(|((_, name), text)| (name.as_str(), text.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn values_may_be_more_or_less_than_a_text() {
    let recipe = |yields: &str, by: &str| format!("<h1>Soup</h1><p>Serves: {yields} people</p><p class=by>By {by}</p>");
    check(
        &recipe("4", "<a>Jane</a> <b>Doe</b>"),
        &[("yield", "4"), ("by", "By Jane Doe")],
        &recipe("6", "<a>Max</a> <b>Frisch</b>"),
        &[("by", "By Max Frisch"), ("yield", "6")],
    );
}

#[test]
fn two_examples_of_a_list_find_all_siblings() {
    let card = |name: &str, price: &str| format!("<li class='card'><h3>{name}</h3><p class=price>{price}</p></li>");
    let page = |cards: &[String]| format!("<ul><li>Home<li>About</ul><ul class=shop>{}</ul><p>End", cards.concat());
    let cards = [card("Moss", "€31"), card("Fern", "€12"), card("Reed", "€7"), card("Sedge", "€9")];
    let mut pages = [made(&page(&cards))];
    let wants = [("title", "Moss"), ("price", "€31"), ("title", "Fern"), ("price", "€12")];
    let file = teach(&mut pages, &wants).file;
    let later =
        made(&page(&[card("Rush", "€5"), "<li class='card ad'><h3>Buy!</h3></li>".to_owned(), card("Flax", "€3")]));
    let records = Extractor::new(&file).expect("a good wrapper").extract(&later).records.expect("a list");
    let told: Vec<Vec<&str>> =
        records.iter().map(|record| record.iter().map(|(_, values)| values[0].text.as_str()).collect()).collect();
    assert_eq!(told, [vec!["Rush", "€5"], vec!["Buy!"], vec!["Flax", "€3"]]);
}

#[test]
fn values_of_one_field_may_follow_each_other() {
    let page = |authors: &str| format!("<h1>Title</h1><p>by {authors}</p><p>Publisher: X</p>");
    let mut pages = [made(&page("<a>Ann</a>, <a>Bob</a>")), made(&page("<a>Cid</a>, <a>Dee</a>, <a>Eve</a>"))];
    let file = teach(&mut pages, &[("author", "Ann"), ("author", "Bob")]).file;
    let extraction = Extractor::new(&file).expect("a good wrapper").extract(&pages[1]);
    let texts: Vec<&str> = extraction.values[0].1.iter().map(|value| value.text.as_str()).collect();
    assert_eq!(texts, ["Cid", "Dee", "Eve"]);
}

#[test]
fn other_content_is_no_alarm_and_a_redesign_is() {
    let checker = Checker::new(&coastline()).expect("a good wrapper");
    for page in site("coastline") {
        let check = checker.check(&page);
        assert!(!check.changed && check.case.number() == 1, "{}: {check:?}", page.name);
    }
    for page in site("coastline-redesigned") {
        let check = checker.check(&page);
        assert!(check.changed && check.case.number() > 1, "{}: {check:?}", page.name);
    }
}

#[test]
fn a_watched_region_is_compared_exactly() {
    let html = "<div><p>a</p><p>b</p></div><table><tr><td>Price</td><td>12</td></tr></table><p>c</p>";
    let lesson = Lesson { region: Some("12".to_owned()), ..lesson(&[("price", "12")]) };
    let taught = lesson.teach(&mut [made(html)], &Job::unwatched()).expect("it is there").into_inner();
    let checker = Checker::new(&taught.expect("nobody stops it").file).expect("a good wrapper");
    let changed = |html: &str| checker.check(&made(html)).changed;
    assert!(!changed(html));
    assert!(!changed(&html.replace(">a<", ">other<").replace(">c<", ">text<")), "only content");
    assert!(changed(&html.replace("<p>c</p>", "<p>c</p><p>new</p>")));
    assert!(changed(&html.replace("<table>", "<div><table>").replace("</table>", "</table></div>")));
    let moved = "<table><tr><td>Price</td><td>12</td></tr></table><div><p>a</p><p>b</p></div><p>c</p>";
    assert!(changed(moved), "the same tags in another order");
}

/// A file of format 2 numbers the elements beside others in another way, and is still understood.
#[test]
fn a_region_of_an_older_file_is_still_watched() {
    let html = "<div><p>a</p><p>b</p></div><table><tr><td>Price</td><td>12</td></tr></table><p>c</p>";
    let older = WrapperFile::read(include_str!("older/wrapper-2.json")).expect("an older file");
    let checker = Checker::new(&older).expect("a good wrapper");
    let changed = |html: &str| checker.check(&made(html)).changed;
    assert!(!changed(html));
    assert!(!changed(&html.replace(">a<", ">other<")), "only content");
    assert!(changed(&html.replace("<div><p>a</p><p>b</p></div>", "<ul><li>a</li></ul>")), "another neighbour");
    let again = WrapperFile::read(&older.to_json()).expect("it is written as it was read");
    assert_eq!(again, older);
    let anew = Lesson { region: Some("12".to_owned()), ..lesson(&[("price", "12")]) };
    let anew = anew.teach(&mut [made(html)], &Job::unwatched()).expect("it is there").into_inner();
    let around = anew.expect("nobody stops it").file.template.region.expect("it is watched").around;
    assert!(around.iter().all(|level| level.beside.is_some() && level.siblings.is_none()), "{around:?}");
    assert_eq!(
        around[2].beside.as_deref(),
        Some("2594aca1a9157dd5"),
        "this number is in files of users: it must never change"
    );
}

#[test]
fn a_wrapper_heals_without_a_shared_item_and_can_go_back() {
    let old = coastline();
    let (before, _) = right(&old, "coastline-redesigned");
    let mut pages = site("coastline-redesigned");
    pages.truncate(4);
    let healing = heal_now(&old, &mut pages, None);
    assert_eq!(healing.outcome, Outcome::Healed, "{:?} {}", healing.moved, healing.confidence);
    assert!(!healing.moved.is_empty() && healing.file.version == 2);
    let (right_now, all) = right(&healing.file, "coastline-redesigned");
    assert!(all == 30 && right_now + 1 >= all && before < right_now, "{right_now} of {all}");
    let back = healing.file.rolled_back().expect("there is an earlier version");
    assert_eq!((&back.fields, &back.template), (&old.fields, &old.template));
    assert_eq!((back.version, back.history.len(), back.history[0].undone), (3, 1, true));
    assert!(back.rolled_back().is_none(), "there is nothing before the first version");
}

#[test]
fn nothing_is_healed_that_is_whole_or_not_there() {
    let old = coastline();
    let healing = heal_now(&old, &mut site("coastline"), None);
    assert_eq!((healing.outcome, &healing.file), (Outcome::NotNeeded, &old));
    let strangers =
        || (0..4).map(|n| made(&format!("<title>Login</title><form><p>Visitor {n}</p><p>Password</p></form>")));
    let mut pages: Vec<Page> = strangers().collect();
    let healing = heal_now(&old, &mut pages, None);
    assert!(matches!(healing.outcome, Outcome::Proposed | Outcome::Lost), "{healing:?}");
}

#[test]
fn a_list_heals_all_its_records() {
    let engine = Engine::Embedded.start().expect("the engine is built in");
    let names = ["Moss", "Fern", "Reed", "Sedge", "Rush"];
    let old: String = names
        .iter()
        .enumerate()
        .map(|(n, name)| format!("<li class=card><h3>{name} {n}</h3><p class=price>€{n}.50</p></li>"))
        .collect();
    let mut pages = [made(&format!("<h1>Shop</h1><ul class=shop>{old}</ul>"))];
    let wants = [("title", "Moss 0"), ("price", "€0.50"), ("title", "Fern 1"), ("price", "€1.50")];
    let file = teach(&mut pages, &wants).file;
    let new: String = ["Oak", "Elm", "Yew", "Fir"]
        .iter()
        .enumerate()
        .map(|(n, name)| format!("<tr><td><b>{name} {n}</b></td><td><i>€{n}.90</i></td></tr>"))
        .collect();
    let mut later = [made(&format!("<div><h2>Shop</h2></div><div><table>{new}</table></div>"))];
    let healing = heal_now(&file, &mut later, Some(&engine));
    assert_eq!(healing.outcome, Outcome::Healed, "{}", healing.confidence);
    let records = Extractor::new(&healing.file).expect("a good wrapper").extract(&later[0]).records.expect("a list");
    let told: Vec<Vec<&str>> =
        records.iter().map(|record| record.iter().map(|(_, values)| values[0].text.as_str()).collect()).collect();
    assert_eq!(told, [["Oak 0", "€0.90"], ["Elm 1", "€1.90"], ["Yew 2", "€2.90"], ["Fir 3", "€3.90"]]);
}

#[test]
fn what_is_empty_does_not_take_what_stands_behind_it() {
    let page = |stars: &str, phone: &str| {
        format!("<h1>Inn</h1><dl><dt>Stars</dt><dd>{stars}</dd><dt>Phone</dt><dd>{phone}</dd></dl>")
    };
    let wants = [("stars", "4"), ("phone", "11")];
    check(&page("4", "11"), &wants, &page("", "22"), &[("phone", "22")]);
    let rows = |size: &str| {
        let row = |name: &str, size: &str, price: &str| format!("<tr><td>{name}<td>{size}<td>{price}</tr>");
        let rows = [row("Apple", "S", "1.00"), row("Pear", "M", "2.00"), row("Lemon", size, "3.00")];
        made(&format!("<table>{}</table>", rows.concat()))
    };
    let wants = [("n", "Apple"), ("s", "S"), ("p", "1.00"), ("n", "Pear"), ("s", "M"), ("p", "2.00")];
    let file = teach(&mut [rows("")], &wants).file;
    let records = Extractor::new(&file).expect("a good wrapper").extract(&rows("")).records.expect("a list");
    let last: Vec<&str> = records[2].iter().map(|(_, values)| values[0].text.as_str()).collect();
    assert_eq!(last, ["Lemon", "3.00"]);
}

#[test]
fn a_part_of_a_text_is_what_was_pasted_or_nothing() {
    let page = |text: &str| format!("<h1>Book</h1><p>{text}</p>");
    let taught = page("Price: €12.90 incl. VAT");
    check(&taught, &[("price", "12.90")], &page("Price: €7.00 incl. VAT"), &[("price", "7.00")]);
    check(&taught, &[("price", "12.90")], &page("Sold out"), &[]);
}

#[test]
fn of_several_texts_the_one_with_the_name_of_the_field_is_meant() {
    let page =
        |rooms: &str, stock: &str| format!("<table><tr><td>Rooms<td>{rooms}</tr><tr><td>Stock<td>{stock}</tr></table>");
    check(&page("5", "5"), &[("stock", "5")], &page("2", "7"), &[("stock", "7")]);
    check(&page("5", "5"), &[("a", "5"), ("b", "5")], &page("2", "7"), &[("a", "2"), ("b", "7")]);
    let learnt = teach(&mut [made(&page("5", "5"))], &[("number", "5")]);
    assert_eq!(learnt.notes, ["number: \"5\" is on the page 2 times; took the one after \"Rooms\""]);
}
