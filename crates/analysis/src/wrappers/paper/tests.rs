//! The method as a whole, on hand-made pages.

use expect_test::{Expect, expect};
use page::{Capture, Page};

use super::*;

fn page(html: &str) -> Page {
    Page::new(Capture::new("p", html))
}

/// A page of a site: a menu, a table of facts, a foot.
fn profile(facts: &[(&str, &str)]) -> String {
    let menu: String = (0..12).map(|n| format!("<li><a href=/{n}>Menu {n}</a>")).collect();
    let rows: String = facts.iter().map(|(name, value)| format!("<tr><td>{name}<td>{value}")).collect();
    format!("<ul>{menu}</ul><h1>Profile</h1><table>{rows}</table><p>All <b>rights</b> reserved<p>Imprint")
}

const ADA: [(&str, &str); 5] =
    [("Name", "Ada"), ("Born", "1815"), ("Died", "1852"), ("Field", "Mathematics"), ("City", "London")];
const EMMY: [(&str, &str); 5] =
    [("Name", "Emmy"), ("Born", "1882"), ("Died", "1935"), ("Field", "Algebra"), ("City", "Göttingen")];

fn check(a: &str, b: &str, expected: Expect) {
    let (a, b) = (page(a), page(b));
    let mut printed = String::new();
    if let Some(learnt) = learn(&a, &b, &Config::default()) {
        for found in std::iter::once(&learnt.best).chain(&learnt.rivals) {
            let balanced = if found.is_balanced { "" } else { " unbalanced" };
            printed += &format!("{:.2} {}x{balanced} {}\n", found.coverage, found.support, found.pattern);
        }
        for pair in pairs(&b, &learnt.best.pattern) {
            let property = pair.property.map(|(_, property)| property + " = ").unwrap_or_default();
            printed += &format!("{property}{}\n", pair.value.1);
        }
    }
    expected.assert_eq(&printed);
}

#[test]
fn a_table_of_facts_is_learnt() {
    check(
        &profile(&ADA),
        &profile(&EMMY),
        expect![[r#"
            0.65 4x <tr><td>{property}</td><td>{value}</td></tr>
            Name = Emmy
            Born = 1882
            Died = 1935
            Field = Algebra
            City = Göttingen
        "#]],
    );
}

#[test]
fn equal_pages_teach_nothing() {
    check(&profile(&ADA), &profile(&ADA), expect![[r#""#]]);
    check("", "", expect![[r#""#]]);
    check("<p>a", "<p>b", expect![[r#""#]]);
}

#[test]
fn the_result_is_the_same_each_time() {
    let (a, b) = (page(&profile(&ADA)), page(&profile(&EMMY)));
    assert_eq!(learn(&a, &b, &Config::default()), learn(&a, &b, &Config::default()));
}

#[test]
fn what_only_one_page_has_comes_last() {
    // The first page has more offers than facts; the second has no offers at all.
    let offers: String = (0..20).map(|n| format!("<div><h3>Offer {n}</h3><p>{n}.50</p></div>")).collect();
    check(
        &(profile(&ADA) + &offers),
        &profile(&EMMY),
        expect![[r#"
        0.15 4x <tr><td>{property}</td><td>{value}</td></tr>
        0.77 20x <div><h3>{property}</h3><p>{value}</p></div>
        Name = Emmy
        Born = 1882
        Died = 1935
        Field = Algebra
        City = Göttingen
    "#]],
    );
}

#[test]
fn rows_of_two_pairs_have_two_properties() {
    let sheet = |values: [&str; 6]| {
        let [a, b, c, d, e, f] = values;
        format!(
            "<table><tr><th>Open<td>{a}<th>Close<td>{b}<tr><th>High<td>{c}<th>Low<td>{d}<tr><th>Volume<td>{e}<th>P/E<td>{f}"
        )
    };
    let a = sheet(["1.5", "1.6", "1.9", "1.2", "300", "17"]);
    check(
        &a,
        &sheet(["7.1", "7.3", "8", "6.6", "12", "9"]),
        expect![[r#"
        0.84 3x <tr><th>{property}</th><td>{value}</td><th>{property}</th><td>{value}</td></tr>
        0.72 6x <th>{property}</th><td>{value}</td>
        Open = 7.1
        Close = 7.3
        High = 8
        Low = 6.6
        Volume = 12
        P/E = 9
    "#]],
    );
}

/// Pages that are made to take long: as many symbols as a megabyte can hold, that repeat in unkind ways.
#[test]
fn hostile_pages_end() {
    let fibonacci = {
        let (mut shorter, mut longer) = (String::from("<i></i>"), String::from("<i></i>x<b></b>"));
        while longer.len() < 200_000 {
            (shorter, longer) = (longer.clone(), longer + &shorter);
        }
        longer
    };
    let mut state = 1u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ["<b>", "</b>", "x", "<br>", "<i>", "</i>", "<p>", "y"][(state >> 29) as usize]
    };
    let noise: String = (0..50_000).map(|_| random()).collect();
    let other_noise: String = (0..50_000).map(|_| random()).collect();
    let rows: String = (0..20_000).map(|n| format!("<li>{n}<b>{}</b>", n * 7)).collect();
    let names: String = (0..20_000).map(|n| format!("<x{n}>a</x{n}>")).collect();
    let cases = [
        ("<p>x".repeat(50_000), "<p>y".repeat(40_000)),
        (fibonacci.clone(), "<br>".repeat(50_000)),
        (noise, other_noise),
        (rows, fibonacci),
        (names, "<p>".repeat(10)),
    ];
    for (a, b) in cases {
        let (a, b) = (page(&a), page(&b));
        if let Some(learnt) = learn(&a, &b, &Config::default()) {
            assert!(learnt.best.pattern.to_string().parse::<Pattern>().is_ok(), "{}", learnt.best.pattern);
        }
    }
}
