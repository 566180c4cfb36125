//! The outline of pages, with a real layout: what heads what, by what a reader sees.

use expect_test::{Expect, expect};
use lode::hierarchy::Outline;
use lode::{Capture, Engine, Methods, Page, Parts};

fn outline(html: &str) -> String {
    let mut page = Page::new(Capture::new("page", html));
    Engine::Embedded.start().expect("the engine is built in").lay_out(&mut page);
    Parts::of(&page, &Methods::default()).labels().outline(&Outline::default())
}

fn check(html: &str, expected: Expect) {
    expected.assert_eq(&outline(html));
}

const GUIDE: &str = "<header><h1>Keeping bees</h1><p>By the society</header><article><p>Bees need room.<h2>The hive</h2>\
     <p>Wood is best.<ul><li>A floor</li><li>A box<ul><li>ten frames</li><li>a board</li></ul></li><li>A roof</li></ul>\
     <h3>Where it stands</h3><p>Out of the wind.</p><h2>The year</h2><p>It begins in August.</p></article>";

#[test]
fn a_heading_heads_all_up_to_the_next_of_its_rank() {
    check(
        GUIDE,
        expect![[r#"
        Keeping bees
          By the society
          Bees need room.
          The hive
            Wood is best.
            - A floor
            - A box
                - ten frames
                - a board
            - A roof
            Where it stands: Out of the wind.
          The year: It begins in August.
    "#]],
    );
}

#[test]
fn what_looks_the_same_has_the_same_outline() {
    let mut plain = GUIDE.to_owned();
    for (tag, style) in [
        ("h1", "font-size:2em;font-weight:bold;margin:.67em 0"),
        ("h2", "font-size:1.5em;font-weight:bold;margin:.83em 0"),
        ("h3", "font-size:1.17em;font-weight:bold;margin:1em 0"),
        ("ul", "margin:1em 0;padding-left:40px"),
        ("li", "display:list-item"),
    ] {
        plain = plain
            .replace(&format!("<{tag}>"), &format!("<div style='{style}'>"))
            .replace(&format!("</{tag}>"), "</div>");
    }
    assert_eq!(outline(&plain), outline(GUIDE));
}

#[test]
fn the_size_of_letters_tells_where_the_markup_is_wrong() {
    let small = "style='font-size:14px;margin:0'";
    let html = format!(
        "<h1>Town</h1><h2 {small}>A small note</h2><p>Words.</p><h4 style='font-size:30px'>Streets</h4><p>Long ones.</p>\
         <h2 {small}>Another note</h2><p>More words.</p>"
    );
    check(
        &html,
        expect![[r#"
        Town
          A small note: Words.
          Streets
            Long ones.
            Another note: More words.
    "#]],
    );
}

#[test]
fn cards_head_nothing_but_themselves() {
    check(
        "<h2>Our boats</h2><div class=row><div class=card><img alt='A boat' src=a><h3>Gull</h3><p>For two</div>\
         <div class=card><img alt='A boat' src=b><h3>Heron</h3><p>For four</div></div><p>All boats are insured.</p>",
        expect![[r#"
            Our boats
              - Gull
                  A boat
                  For two
              - Heron
                  A boat
                  For four
              All boats are insured.
        "#]],
    );
}

#[test]
fn menus_columns_and_feet_have_trees_of_their_own() {
    check(
        "<nav><ul><li><a href=/>Home</a><li><a href=/shop>Shop</a></ul></nav><div style='display:flex'>\
         <div style='width:700px;min-height:400px'><h1>Lamps</h1><p>All that shines.<p>And some that glow.</div>\
         <div style='width:200px;min-height:400px'><b style='font-size:40px'>Sale</b><p>Two for one<p>Today</div></div>\
         <p><a href=/a>Imprint</a> <a href=/b>Terms</a> <a href=/c>Privacy</a></p><footer>Since 1930</footer>",
        expect![[r#"
            (segment)
              - Home
              - Shop
            Lamps
              - All that shines.
              - And some that glow.
            (segment)
              Sale
                - Two for one
                - Today
            (segment)
              - Imprint
              - Terms
              - Privacy
            (segment)
              Since 1930
        "#]],
    );
}

#[test]
fn terms_details_and_what_is_indented_hang_below_their_line() {
    check(
        "<h2>Questions</h2><details open><summary>Is it safe?</summary><p>Yes.<h3>Even at night?</h3><p>Then too.</details>\
         <dl><dt>Opening<dd>From nine to five<dd>Never on Sundays<dt>Price<dd><ul><li>Adults: 5<li>Children: 3</ul></dl>\
         <div>Deliveries</div><div style='margin-left:40px'>At the back door.</div><div>Parking</div>",
        expect![[r#"
            Questions
              Is it safe?
                Yes.
                Even at night?: Then too.
              Opening
                - From nine to five
                - Never on Sundays
              Price
                - Adults: 5
                - Children: 3
              Deliveries: At the back door.
              Parking
        "#]],
    );
}

#[test]
fn a_line_with_a_colon_announces_what_follows() {
    check(
        "<p>You will need:</p><ul><li>flour<li>two eggs</ul><p>Time: 20 minutes<p><b>Tip</b> use a large bowl",
        expect![[r#"
            You will need:
              - flour
              - two eggs
            - Time: 20 minutes
            - Tip use a large bowl
        "#]],
    );
}

#[test]
fn a_heading_with_a_picture_or_parts_is_one_heading() {
    check(
        "<h2><a href=#x><svg><path d='M0 0'/></svg></a>Set-up</h2><p>First.<h2><span>2.</span> <code>run</code> it</h2><p>Then.",
        expect![[r#"
            Set-up: First.
            2. run it: Then.
        "#]],
    );
}

#[test]
fn a_page_that_waits_for_a_script_is_read_all_the_same() {
    const WORDS: &str = "Tides Twice a day. High Low";
    for style in ["body{visibility:hidden}", "body{display:none}"] {
        let html = format!("<style>{style}</style><h1>Tides</h1><p>Twice a day.<ul><li>High<li>Low</ul>");
        let mut page = Page::new(Capture::new("page", html));
        Engine::Embedded.start().expect("the engine is built in").lay_out(&mut page);
        let outline = Parts::of(&page, &Methods::default()).labels().outline(&Outline::default());
        // What is not displayed has no boxes, and so no lines; its words are there.
        let words: Vec<&str> = outline.split([' ', '\n', ':', '-']).filter(|word| !word.is_empty()).collect();
        assert_eq!(words.join(" "), WORDS, "{style}");
        assert!(page.waits_for_script().is_some(), "{style}");
    }
    let mut page = Page::new(Capture::new("page", "<p>Seen<p hidden>Not seen"));
    Engine::Embedded.start().expect("the engine is built in").lay_out(&mut page);
    assert_eq!(page.waits_for_script(), None);
}
