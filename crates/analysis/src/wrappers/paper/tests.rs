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
