//! What is found of an ontology on a few pages.

use analysis::wrappers::reading::Reading;
use analysis::wrappers::slots::slots;
use analysis::wrappers::views::Views;
use expect_test::{Expect, expect};
use page::{Capture, Page};

use super::{Sample, Subject, map};
use crate::names::Dictionary;
use crate::ontology;

/// For each property that is found its texts, page by page, and how likely it is in tenths.
#[track_caller]
fn check(properties: &str, pages: &[String], expected: Expect) {
    const PREFIXES: &str = "@prefix : <http://x.example/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> . \
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> . \
        @prefix skos: <http://www.w3.org/2004/02/skos/core#> . ";
    let ontology = ontology::read_files(&[("x.ttl", format!("{PREFIXES}{properties}"))]).unwrap();
    let (dictionary, _) = Dictionary::of(&ontology, &[]);
    let pages: Vec<Page> = pages.iter().map(|html| Page::new(Capture::new("p", html.as_str()))).collect();
    let readings: Vec<Reading<'_>> = pages.iter().map(Reading::of).collect();
    let slots = slots(&readings, 2);
    let views = Views::of(&readings, &slots);
    let sample = Sample { readings: &readings, slots: &slots, views: &views };
    let told = map(Subject::Any, sample, &ontology, &dictionary).into_iter().map(|mapped| {
        let found = slots[mapped.slot].found.iter();
        let texts = found.map(|&(page, text)| readings[page as usize].texts[text as usize].text.as_str());
        let name = ontology.properties[mapped.property].local_name();
        format!("{name} {:.0}: {}", 10.0 * mapped.likelihood, texts.collect::<Vec<_>>().join(" | "))
    });
    expected.assert_eq(&told.collect::<Vec<_>>().join("\n"));
}

const BOOK: &str = ":title a owl:DatatypeProperty ; rdfs:comment \"The main heading.\" ; skos:example \"Salt Road\" . \
    :price a owl:DatatypeProperty ; rdfs:label \"our price\" ; skos:example \"$12.90\" . \
    :published a owl:DatatypeProperty ; rdfs:range xsd:date .";

const TITLES: [&str; 5] = ["Old Harbour", "Field Guide", "Night Ferry", "Cold Coast", "Blue Hour"];

/// Pages about books with something behind their headings.
fn books(rest: impl Fn(usize) -> String) -> Vec<String> {
    let page = |(number, title): (usize, &&str)| {
        format!("<title>{title} - Shop</title><p>Books</p><h1>{title}</h1>{}<p>Imprint</p>", rest(number))
    };
    TITLES.iter().enumerate().map(page).collect()
}

#[test]
fn a_label_says_what_stands_behind_it() {
    let page = |n| {
        format!(
            "<p>You save: <b>${n}.10</b></p><p>Our price: <b>${}.90</b></p><p>Published: 201{n}-03-0{}</p>",
            n + 7,
            n + 1
        )
    };
    check(
        BOOK,
        &books(page),
        expect![[r#"
            title 10: Old Harbour | Field Guide | Night Ferry | Cold Coast | Blue Hour
            price 10: $7.90 | $8.90 | $9.90 | $10.90 | $11.90
            published 10: Published: 2010-03-01 | Published: 2011-03-02 | Published: 2012-03-03 | Published: 2013-03-04 | Published: 2014-03-05"#]],
    );
}

#[test]
fn what_has_no_label_is_told_by_its_form() {
    let page = |n| format!("<ul><li>${}.90</li><li>March {}, 201{n}</li></ul>", n + 7, n + 1);
    check(
        BOOK,
        &books(page),
        expect![[r#"
            title 10: Old Harbour | Field Guide | Night Ferry | Cold Coast | Blue Hour
            price 1: $7.90 | $8.90 | $9.90 | $10.90 | $11.90"#]],
    );
}

#[test]
fn what_is_not_on_the_pages_is_hardly_likely() {
    let page = |n| format!("<p>Lighthouse {n}, built of stone</p>");
    check(BOOK, &books(page), expect!["title 10: Old Harbour | Field Guide | Night Ferry | Cold Coast | Blue Hour"]);
}

#[test]
fn two_properties_do_not_share_a_slot() {
    let both = ":height a owl:DatatypeProperty ; rdfs:range xsd:decimal . :weight a owl:DatatypeProperty ; rdfs:range xsd:decimal .";
    let page = |n| format!("<table><tr><td>Height<td>{}.5<tr><td>Wt.<td>{}.2</table>", n + 3, n + 8);
    check(both, &books(page), expect!["height 10: 3.5 | 4.5 | 5.5 | 6.5 | 7.5"]);
}
