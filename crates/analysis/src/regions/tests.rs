//! What is found in small pages, without a layout: structure and words alone must do. Pages with boxes are in the tests
//! of the `lode` crate.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use page::{Capture, NodeId, Page};
use proptest::prelude::*;

use super::{Method, Region, regions};
use crate::content::Content;
use crate::tables::{self, tables};

fn found(page: &Page, method: Method) -> Vec<Region> {
    regions(&Content::of(page), &tables(page, &tables::Config::default()), method)
}

/// The main list: a line for each record, its fields by name.
fn main_list(html: &str) -> String {
    let page = Page::new(Capture::new("p", html));
    let regions = found(&page, Method::Best);
    let Some(main) = regions.first() else { return "nothing\n".to_owned() };
    let mut text = format!("{}\n", page.tree.path(main.node));
    for record in &main.records {
        let field = |field: &super::Field| {
            let column = &main.columns[field.column];
            let href = field.src.as_ref().or(field.href.as_ref()).map(|href| format!(" <{href}>")).unwrap_or_default();
            format!("{}={}{href}{}", column.name, field.value, if column.is_label { " (label)" } else { "" })
        };
        let fields: Vec<String> = record.fields.iter().map(field).collect();
        let _ = writeln!(text, "{} {}", record.nodes.len(), fields.join(" | "));
    }
    text
}

fn check(html: &str, expect: Expect) {
    expect.assert_eq(&main_list(html));
}

const MENU: &str = "<ul><li><a href=/>Home</a><li><a href=/shop>Shop</a><li><a href=/about>About</a></ul>";

#[test]
fn a_list_of_things() {
    let items = "<div class=item><a href=/1><img src=1.jpg></a><h3 class=name><a href=/1>Red lamp</a></h3>\
                 <p>For desks and shelves, with a long cord<p class=cost>$19.90</div>\
                 <div class=item><a href=/2><img src=2.jpg></a><h3 class=name><a href=/2>Blue chair</a></h3>\
                 <p>Folds flat and stands behind a door<p class=cost>$49.00<p class=old>$60.00</div>\
                 <div class=item><a href=/3><img src=3.jpg></a><h3 class=name><a href=/3>Green rug</a></h3>\
                 <p>Of wool, two metres wide, washable<p class=cost>$120.00</div>";
    check(
        &format!("<base href=http://shop.example/a/>{MENU}<main>{items}</main><p>Imprint"),
        expect![[r#"
            /html[1]/body[1]/main[1]
            1 image= <http://shop.example/a/1.jpg> | title=Red lamp <http://shop.example/1> | text=For desks and shelves, with a long cord | price=$19.90
            1 image= <http://shop.example/a/2.jpg> | title=Blue chair <http://shop.example/2> | text=Folds flat and stands behind a door | price=$49.00 | regular price=$60.00
            1 image= <http://shop.example/a/3.jpg> | title=Green rug <http://shop.example/3> | text=Of wool, two metres wide, washable | price=$120.00
        "#]],
    );
}

#[test]
fn siblings_without_an_element_of_their_own() {
    let hit =
        |n: usize| format!("<b><a href=/{n}>Result {n}</a></b><br>Some words about result {n}<br>site{n}.example<p>");
    let hits: String = (1..6).map(hit).collect();
    check(
        &format!("{MENU}<div>{hits}</div>"),
        expect![[r#"
            /html[1]/body[1]/div[1]
            3 title=Result 1 </1> | text=Some words about result 1 | text2=site1.example
            1 title=Result 2 </2> | text=Some words about result 2 | text2=site2.example
            1 title=Result 3 </3> | text=Some words about result 3 | text2=site3.example
            1 title=Result 4 </4> | text=Some words about result 4 | text2=site4.example
            1 title=Result 5 </5> | text=Some words about result 5 | text2=site5.example
        "#]],
    );
}

#[test]
fn terms_and_their_descriptions() {
    check(
        &format!(
            "{MENU}<dl><dt><a href=/a>Anchor</a><dd>Holds a ship in place<dd>From Greek<dt><a href=/b>Buoy</a>\
             <dd>Marks a channel or a rock<dt><a href=/c>Cleat</a><dd>Holds a rope at the deck<dd>From Old English</dl>"
        ),
        expect![[r#"
            /html[1]/body[1]/dl[1]
            3 title=Anchor </a> | text=Holds a ship in place | text=From Greek
            2 title=Buoy </b> | text=Marks a channel or a rock
            3 title=Cleat </c> | text=Holds a rope at the deck | text=From Old English
        "#]],
    );
}

#[test]
fn a_table_names_its_columns() {
    check(
        "<table><tr><th>Town<th>People<th>Since<tr><td><a href=/a>Ahlen</a><td>52,503<td>1224<tr><td><a href=/b>Beckum</a>\
         <td>36,646<td>1224<tr><td><a href=/c>Coesfeld</a><td>36,257<td>1197</table>",
        expect![[r#"
            /html[1]/body[1]/table[1]/tbody[1]
            1 Town=Ahlen </a> | People=52,503 | Since=1224
            1 Town=Beckum </b> | People=36,646 | Since=1224
            1 Town=Coesfeld </c> | People=36,257 | Since=1197
        "#]],
    );
}

#[test]
fn labels_become_names() {
    let car = |n: usize| {
        format!(
            "<li><a href=/{n}>Car {n} of the fleet</a><br><b>Colour:</b> red{n}<br>Seats: {n}<br><b>Owner:</b> Firm {n}"
        )
    };
    let cars: String = (1..5).map(car).collect();
    check(
        &format!("{MENU}<ol>{cars}</ol>"),
        expect![[r#"
            /html[1]/body[1]/ol[1]
            1 title=Car 1 of the fleet </1> | Colour=red1 | Seats=1 | Owner=Firm 1
            1 title=Car 2 of the fleet </2> | Colour=red2 | Seats=2 | Owner=Firm 2
            1 title=Car 3 of the fleet </3> | Colour=red3 | Seats=3 | Owner=Firm 3
            1 title=Car 4 of the fleet </4> | Colour=red4 | Seats=4 | Owner=Firm 4
        "#]],
    );
}

#[test]
fn terms_name_their_descriptions_and_paragraphs_are_one_text() {
    let post = |n: usize| {
        let more: String = (0..n)
            .map(|line| format!("<p>And paragraph {line} of post {n} says still more about that harbour, at length."))
            .collect();
        format!(
            "<article><h3><a href=/{n}>Post {n} about a harbour</a></h3><dl><dt>Joined</dt><dd>Ahlen {n}</dd>\
             <dt>Posts</dt><dd>{n}7</dd></dl><div><div>From</div><div>Town {n}</div></div><div><p>This is what post {n} says \
             about that harbour and its lights, at length.{more}</div></article>"
        )
    };
    let posts: String = (1..5).map(post).collect();
    check(
        &format!("{MENU}<main>{posts}</main>"),
        expect![[r#"
            /html[1]/body[1]/main[1]
            1 title=Post 1 about a harbour </1> | Joined label=Joined (label) | Joined=Ahlen 1 | Posts label=Posts (label) | Posts=17 | From label=From (label) | From=Town 1 | text=This is what post 1 says about that harbour and its lights, at length. | text=And paragraph 0 of post 1 says still more about that harbour, at length.
            1 title=Post 2 about a harbour </2> | Joined label=Joined (label) | Joined=Ahlen 2 | Posts label=Posts (label) | Posts=27 | From label=From (label) | From=Town 2 | text=This is what post 2 says about that harbour and its lights, at length. | text=And paragraph 0 of post 2 says still more about that harbour, at length. | text=And paragraph 1 of post 2 says still more about that harbour, at length.
            1 title=Post 3 about a harbour </3> | Joined label=Joined (label) | Joined=Ahlen 3 | Posts label=Posts (label) | Posts=37 | From label=From (label) | From=Town 3 | text=This is what post 3 says about that harbour and its lights, at length. | text=And paragraph 0 of post 3 says still more about that harbour, at length. | text=And paragraph 1 of post 3 says still more about that harbour, at length. | text=And paragraph 2 of post 3 says still more about that harbour, at length.
            1 title=Post 4 about a harbour </4> | Joined label=Joined (label) | Joined=Ahlen 4 | Posts label=Posts (label) | Posts=47 | From label=From (label) | From=Town 4 | text=This is what post 4 says about that harbour and its lights, at length. | text=And paragraph 0 of post 4 says still more about that harbour, at length. | text=And paragraph 1 of post 4 says still more about that harbour, at length. | text=And paragraph 2 of post 4 says still more about that harbour, at length. | text=And paragraph 3 of post 4 says still more about that harbour, at length.
        "#]],
    );
}

#[test]
fn what_stands_in_a_box_runs_on_over_the_elements_beside_it() {
    let story = |n: usize| {
        format!(
            "<li><h3><a href=/{n}>Story {n} of the book</a></h3><p>by <a href=/u{n}>Author{n}</a></p>\
             <p><span class=k>Genre:</span> Tale{n}</p><p>Some words <em class=m>here</em> and there {n}</p>\
             <p><span class=v>{n}</span> <span class=u>votes</span></p>"
        )
    };
    let stories: String = (1..5).map(story).collect();
    check(
        &format!("{MENU}<ol>{stories}</ol>"),
        expect![[r#"
        /html[1]/body[1]/ol[1]
        1 title=Story 1 of the book </1> | by=Author1 </u1> | Genre=Tale1 | text=Some words here and there 1 | votes=1 | votes label=votes (label)
        1 title=Story 2 of the book </2> | by=Author2 </u2> | Genre=Tale2 | text=Some words here and there 2 | votes=2 | votes label=votes (label)
        1 title=Story 3 of the book </3> | by=Author3 </u3> | Genre=Tale3 | text=Some words here and there 3 | votes=3 | votes label=votes (label)
        1 title=Story 4 of the book </4> | by=Author4 </u4> | Genre=Tale4 | text=Some words here and there 4 | votes=4 | votes label=votes (label)
    "#]],
    );
}

#[test]
fn a_price_that_holds_no_longer_is_apart_from_the_one_that_does() {
    let lamp = |n: usize| {
        format!(
            "<li class=mt-2><img src={n}.jpg><h3><a href=/{n}>Lamp {n} for desks</a></h3>\
             <p class=flex-wrap><del>${n}9.90</del> <ins>${n}5.00</ins></p><p class=uppercase>In stock {n}</p>\
             <p class=sc-brand>Firm {n}</p><p>{n}2 reviews</p><a href=/cart{n}>Add to cart</a>"
        )
    };
    let lamps: String = (1..5).map(lamp).collect();
    check(
        &format!("{MENU}<ul>{lamps}</ul>"),
        expect![[r#"
        /html[1]/body[1]/ul[2]
        1 image= <1.jpg> | title=Lamp 1 for desks </1> | regular price=$19.90 | price=$15.00 | text=In stock 1 | brand=Firm 1 | reviews=12 reviews | Add to cart=Add to cart </cart1>
        1 image= <2.jpg> | title=Lamp 2 for desks </2> | regular price=$29.90 | price=$25.00 | text=In stock 2 | brand=Firm 2 | reviews=22 reviews | Add to cart=Add to cart </cart2>
        1 image= <3.jpg> | title=Lamp 3 for desks </3> | regular price=$39.90 | price=$35.00 | text=In stock 3 | brand=Firm 3 | reviews=32 reviews | Add to cart=Add to cart </cart3>
        1 image= <4.jpg> | title=Lamp 4 for desks </4> | regular price=$49.90 | price=$45.00 | text=In stock 4 | brand=Firm 4 | reviews=42 reviews | Add to cart=Add to cart </cart4>
    "#]],
    );
}

#[test]
fn an_advertisement_between_records_is_none() {
    let item = |n: usize| {
        format!("<article><h2><a href=/{n}>Post {n} of the blog</a></h2><p>What it is about, number {n}</article>")
    };
    let (before, after): (String, String) = ((1..4).map(item).collect(), (4..7).map(item).collect());
    check(
        &format!(
            "{MENU}<section>{before}<div><img src=ad.gif alt='Buy now'><form><input value=Go></form></div>{after}</section>"
        ),
        expect![[r#"
            /html[1]/body[1]/section[1]
            1 title=Post 1 of the blog </1> | text=What it is about, number 1
            1 title=Post 2 of the blog </2> | text=What it is about, number 2
            1 title=Post 3 of the blog </3> | text=What it is about, number 3
            1 title=Post 4 of the blog </4> | text=What it is about, number 4
            1 title=Post 5 of the blog </5> | text=What it is about, number 5
            1 title=Post 6 of the blog </6> | text=What it is about, number 6
        "#]],
    );
}

#[test]
fn one_text_is_a_list_of_one() {
    check(
        &format!(
            "{MENU}<div id=main><h1>One thing</h1><p>There is nothing else here but this one text, which says so.</div>"
        ),
        expect![[r#"
            /html[1]/body[1]/div[1]
            1 title=One thing | text=There is nothing else here but this one text, which says so.
        "#]],
    );
    check(
        "",
        expect![[r#"
        nothing
    "#]],
    );
}

/// Pieces of markup that lists are made of, and some that spoil them.
fn html() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("<ul>"),
        Just("</ul>"),
        Just("<li>"),
        Just("<table>"),
        Just("<tr>"),
        Just("<td>"),
        Just("</table>"),
        Just("<p>"),
        Just("<div class=a>"),
        Just("<div class=b>"),
        Just("</div>"),
        Just("<a href=/x>"),
        Just("</a>"),
        Just("<b>"),
        Just("</b>"),
        Just("<br>"),
        Just("<img src=x alt=y>"),
        Just("<dl>"),
        Just("<dt>"),
        Just("<dd>"),
        Just("<h2>"),
        Just("word "),
        Just("Price: "),
        Just("12.50 "),
        Just("more words here "),
        Just("<input value=z>"),
        Just("<span class=m>"),
        Just("</span>"),
        Just("<p hidden>"),
        Just("| "),
    ];
    prop::collection::vec(piece, 0..120).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn records_are_apart_and_say_what_they_hold(html in html()) {
        let page = Page::new(Capture::new("p", html));
        let content = Content::of(&page);
        for method in [Method::Best, Method::Emine, Method::Mdr] {
            for region in found(&page, method) {
                let mut end = 0;
                for record in &region.records {
                    prop_assert!(record.leaves.start >= end && !record.leaves.is_empty());
                    end = record.leaves.end;
                    let below: Vec<usize> = record.nodes.iter().flat_map(|&node| content.below(node)).collect();
                    // The published ways know only elements: text between two of them is theirs all the same.
                    let is_exact = method == Method::Best;
                    prop_assert!(below.iter().all(|leaf| record.leaves.contains(leaf)));
                    prop_assert!(!is_exact || below.len() == record.leaves.len());
                    for field in &record.fields {
                        prop_assert!(field.column < region.columns.len() && field.text.ends_with(&field.value));
                        let is_inside = |&node: &NodeId| page.tree.contains(node, field.node) || page.tree.contains(field.node, node);
                        prop_assert!(!is_exact || record.nodes.iter().any(is_inside));
                    }
                }
                let mut names: Vec<&str> = region.columns.iter().map(|column| column.name.as_str()).collect();
                names.sort_unstable();
                names.dedup();
                prop_assert_eq!(names.len(), region.columns.len());
            }
        }
    }
}
