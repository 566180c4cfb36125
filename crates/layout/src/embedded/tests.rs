//! The embedded engine against what browsers do, on small pages. The expected numbers were read off Chromium.

use super::*;
use page::{Capture, Color, Display, NodeId, Rect, Resource, TextAlign};

fn laid_out(html: &str) -> Page {
    let mut page = Page::new(Capture::new("test", html));
    page.layout = Some(Embedded::new().lay_out(&page).expect("laid out"));
    page
}

fn find(page: &Page, name: &str, index: usize) -> NodeId {
    page.tree.elements().filter(|&id| page.tree.name(id) == name).nth(index).expect("there is such an element")
}

fn rect(page: &Page, name: &str, index: usize) -> Rect {
    page.layout.as_ref().and_then(|layout| layout.rect(find(page, name, index))).expect("it has a box")
}

/// Checks x and width, to a pixel, of all elements of a name.
#[track_caller]
fn check(html: &str, name: &str, expected: &[(f32, f32)]) {
    let page = laid_out(html);
    let found: Vec<(f32, f32)> = page
        .tree
        .elements()
        .filter(|&id| page.tree.name(id) == name)
        .filter_map(|id| page.layout.as_ref()?.rect(id))
        .map(|rect| (rect.x, rect.width))
        .collect();
    let agrees = found.len() == expected.len()
        && found.iter().zip(expected).all(|(a, b)| (a.0 - b.0).abs() <= 1.0 && (a.1 - b.1).abs() <= 1.0);
    assert!(agrees, "{name}: found {found:?}, expected {expected:?}");
}

#[test]
fn text_is_as_wide_as_in_a_browser_without_any_installed_font() {
    check("<body style='font-family: Arial'><p><span>Travel Tech AVAV</span>", "span", &[(8.0, 124.5)]);
    check("<p><span style='font-family: no-such-font'>Unknown text</span>", "span", &[(8.0, 91.1)]);
    check("<p><span style='font-family: Courier New'>mono text</span>", "span", &[(8.0, 86.4)]);
}

#[test]
fn columns_get_what_their_content_asks_for() {
    let html =
        "<table width=700 cellpadding=0 cellspacing=0><tr><td width=150>a</td><td>some longer text</td></tr></table>";
    check(html, "td", &[(8.0, 150.0), (158.0, 550.0)]);
    let html = "<table cellspacing=0 cellpadding=0 width=400><tr><td width='25%'>a<td width='75%'>b</table>";
    check(html, "td", &[(8.0, 100.0), (108.0, 300.0)]);
}

#[test]
fn a_spanning_cell_widens_its_columns_and_a_row_is_as_wide_as_the_table() {
    let html = "<table cellspacing=0 cellpadding=0><tr><td colspan=2><div style='width:300px'>w</div></td></tr>\
                <tr><td>a</td><td>b</td></tr></table>";
    let page = laid_out(html);
    assert!((rect(&page, "tr", 1).width - 300.0).abs() < 1.0);
    assert!((rect(&page, "tbody", 0).width - 300.0).abs() < 1.0);
}

#[test]
fn controls_have_the_sizes_of_a_browser() {
    check(
        "<!doctype html><p><input><p><input size=10><p><input size=40>",
        "input",
        &[(8.0, 177.0), (8.0, 97.0), (8.0, 337.0)],
    );
    check("<!doctype html><p><input type=submit value=Go>", "input", &[(8.0, 34.0)]);
    check("<!doctype html><p><textarea cols=40></textarea>", "textarea", &[(8.0, 342.0)]);
    check("<!doctype html><p><select><option>abcdefghij</select>", "select", &[(8.0, 83.0)]);
}

#[test]
fn inline_elements_have_room_around_them() {
    let html = "<!doctype html><body style='font-family: Arial'>a<span style='padding: 0 20px'>b</span><b>c</b>";
    check(html, "span", &[(16.9, 48.9)]);
    check(html, "b", &[(65.8, 8.9)]);
}

#[test]
fn images_that_are_not_there_are_text_in_lines_and_boxes_elsewhere() {
    check(
        "<!doctype html><body style='font-family:Arial'><img src=x alt=Text width=100 height=50>",
        "img",
        &[(8.0, 45.3)],
    );
    check("<!doctype html><img src=x width=100 height=50>", "img", &[(8.0, 100.0)]);
    check("<!doctype html><img src=x alt=Text width=100 height=50 style='display: block'>", "img", &[(8.0, 100.0)]);
    check("<img src=x alt=Text width=100 height=50>", "img", &[(8.0, 100.0)]);
}

#[test]
fn old_attributes_are_style() {
    let page = laid_out(
        "<body bgcolor=#FFCC00 text=navy leftmargin=0><font size=5 color=red face=Arial>x</font><center>y</center>",
    );
    let layout = page.layout.as_ref().unwrap();
    assert_eq!(layout.style(page.tree.body()).unwrap().background, Color([255, 204, 0, 255]));
    let font = layout.style(find(&page, "font", 0)).unwrap();
    assert_eq!((font.font_size, font.color), (24.0, Color([255, 0, 0, 255])));
    assert_eq!(layout.style(find(&page, "center", 0)).unwrap().text_align, TextAlign::Center);
    assert_eq!(layout.rect(find(&page, "center", 0)).unwrap().x, 0.0);
}

#[test]
fn style_elements_and_saved_sheets_with_imports_and_media_apply() {
    let html = "<link rel=stylesheet href=a.css><link rel=stylesheet href=p.css media=print><style>h1{display:none}</style>\
                <h1>gone</h1><p>wide</p><div>thin</div>";
    let mut page = Page::new(Capture { url: Some("http://x.example/".into()), ..Capture::new("test", html) });
    let sheet = |url: &str, css: &str| Resource { url: format!("http://x.example/{url}"), body: css.into() };
    page.resources = vec![
        sheet("a.css", "/* c */ @import url('b.css') screen; p { width: 300px }"),
        sheet("b.css", "div { width: 100px }"),
        sheet("p.css", "p { width: 10px }"),
    ];
    page.layout = Some(Embedded::new().lay_out(&page).unwrap());
    assert_eq!(rect(&page, "p", 0).width, 300.0);
    assert_eq!(rect(&page, "div", 0).width, 100.0);
    let layout = page.layout.as_ref().unwrap();
    assert_eq!(layout.style(find(&page, "h1", 0)).unwrap().display, Display::None);
    assert!(layout.rect(find(&page, "h1", 0)).is_none());
}

#[test]
fn tables_without_parts_and_cells_without_tables_are_not_lost() {
    check("<div style='display:table'><p style='width:100px'>x</p></div>", "p", &[(8.0, 100.0)]);
    let cells =
        "<section><div style='display:table-cell;width:50px'>x</div><div style='display:table-cell'>y</div></section>";
    let page = laid_out(cells);
    assert_eq!(rect(&page, "div", 0).y, rect(&page, "div", 1).y);
}

#[test]
fn text_nodes_have_the_box_of_their_own_words() {
    let page = laid_out("<p>first <b>second</b> third</p>");
    let layout = page.layout.as_ref().unwrap();
    let texts: Vec<Rect> = page.leaves().into_iter().filter_map(|id| layout.rect(id)).collect();
    assert_eq!(texts.len(), 3);
    assert!(texts[0].right() <= texts[1].x + 1.0 && texts[1].right() <= texts[2].x + 1.0, "{texts:?}");
}

#[test]
fn hostile_pages_are_laid_out_or_given_up_but_never_harm() {
    let deep = format!("{}x", "<div>".repeat(2000));
    let deep_table = format!("{}x", "<table><tr><td>".repeat(400));
    let wide = format!("<table><tr>{}</table>", "<td colspan=1000>x".repeat(300));
    let long = "word ".repeat(20_000);
    for html in [deep.as_str(), &deep_table, &wide, &long, "", "<img src='http://[bad'>", "<a href='http://[bad'>x</a>"]
    {
        let page = Page::new(Capture::new("hostile", html));
        // Whether it succeeds is the engine's business; that it comes back is ours.
        let _ = Embedded::new().lay_out(&page);
    }
}

#[test]
fn too_many_nodes_are_left_to_the_estimate_with_a_note() {
    let mut page = Page::new(Capture::new("large", "<b>x</b>".repeat(MAX_NODES / 2 + 1)));
    page.lay_out(&Embedded::new(), &crate::Estimate);
    assert_eq!(page.layout.as_ref().unwrap().engine(), "estimate");
    assert!(page.notes.iter().any(|note| matches!(note, page::Note::LayoutEstimated { engine: "embedded", .. })));
}

#[test]
fn a_malformed_style_attribute_does_not_swallow_what_we_add() {
    let row = "<tr><td width=150>a</td><td>some longer text</td></tr>";
    for style in ["width: 700px; x: (", "width: 700px; x: '", "width: 700px; /*", "width: 700px; x: {"] {
        let html = format!("<table style=\"{style}\" cellpadding=0 cellspacing=0>{row}</table>");
        check(&html, "td", &[(8.0, 150.0), (158.0, 550.0)]);
    }
    let without_parts = "<div style='display: table; x: ('><p style='width: 100px'>x</p></div>";
    check(without_parts, "p", &[(8.0, 100.0)]);
    check(
        "<!doctype html><body style='font-family:Arial'><img src=x alt=Text width=100 height=50 style='x: ('>",
        "img",
        &[(8.0, 45.3)],
    );
}

#[test]
fn many_captions_are_looked_for_once() {
    // Looking through the whole table for each of these captions would take minutes.
    let many = format!("<table>{}{}</table>", "<caption>c</caption>".repeat(20_000), "<tr><td>x".repeat(20_000));
    assert!(laid_out(&many).layout.is_some());
}

/// The widths of all elements of a name on a page with these saved sheets.
fn widths_with(html: &str, sheets: &[(&str, &str)], name: &str) -> Vec<f32> {
    let mut page = Page::new(Capture { url: Some("http://x.example/".into()), ..Capture::new("test", html) });
    page.resources = sheets
        .iter()
        .map(|(url, css)| Resource { url: format!("http://x.example/{url}"), body: css.as_bytes().to_vec() })
        .collect();
    let layout = Embedded::new().lay_out(&page).unwrap();
    let elements = page.tree.elements().filter(|&id| page.tree.name(id) == name);
    elements.filter_map(|id| layout.rect(id)).map(|rect| rect.width).collect()
}

#[test]
fn the_media_of_a_sheet_hold_whatever_the_sheet_is_like() {
    // A bracket too many closes nothing, and one too few swallows nothing.
    let html = "<style media='screen, print'>p { width: 300px }</style><style media=print>} p { width: 10px }</style>\
                <style media=print>p {{ width: 20px</style><style media='(min-width: 1px'>p { width: 1px }</style>\
                <style media='screen {} p { width: 5px }'></style><p>x";
    assert_eq!(widths_with(html, &[], "p"), [300.0]);
    let html = "<style>@import 'b.css' screen; @import 'a.css' print;</style><p>x";
    let sheets = [("a.css", "} p{} p { width: 10px }"), ("b.css", "p { width: 30px }")];
    assert_eq!(widths_with(html, &sheets, "p"), [30.0]);
}

#[test]
fn imports_are_read_as_browsers_read_them() {
    let html = "<style>@charset 'utf-8'; @import url('a;b.css'); @import \"c).css\" screen; p { color: red }\
                @import 'late.css';</style><p>x</p><div>y</div>";
    let sheets = [
        ("a;b.css", "p { width: 30px }"),
        ("c).css", "@import 'c).css'; div { width: 40px }"),
        ("late.css", "p { width: 50px }"),
    ];
    assert_eq!(widths_with(html, &sheets, "p"), [30.0]);
    assert_eq!(widths_with(html, &sheets, "div"), [40.0]);
    let html =
        "<style>@import 'a.css' supports(display: grid); @import 'b.css' supports(display: none-such);</style><p>";
    assert_eq!(widths_with(html, &[("a.css", "p { width: 30px }"), ("b.css", "p { width: 40px }")], "p"), [30.0]);
}

#[test]
fn style_beyond_the_budget_is_left_out_before_it_is_read() {
    let huge = format!("p {{ width: 30px }} /*{}*/", "x".repeat(5 << 20));
    let sheets = [("a.css", huge.as_str()), ("b.css", "p { width: 40px }")];
    let html = "<style>@import 'a.css';</style><style>@import 'a.css';</style><style>@import 'b.css';</style><p>x";
    assert_eq!(widths_with(html, &sheets, "p"), [40.0]);
}

/// Checks x and width, to a pixel, of all texts of a page.
#[track_caller]
fn check_texts(html: &str, expected: &[(&str, f32, f32)]) {
    let page = laid_out(&format!("<!doctype html><meta charset=utf-8><body style='font: 16px Courier New'>{html}"));
    let layout = page.layout.as_ref().unwrap();
    let found: Vec<(String, f32, f32)> = page
        .leaves()
        .into_iter()
        .map(|id| (page::fold(page.tree.text(id)), layout.rect(id)))
        .map(|(text, rect)| rect.map_or((text.clone(), -1.0, -1.0), |rect| (text, rect.x, rect.width)))
        .collect();
    let agrees = found.len() == expected.len()
        && found.iter().zip(expected).all(|((text, x, width), (name, left, wide))| {
            text == name && (x - left).abs() <= 1.0 && (width - wide).abs() <= 1.0
        });
    assert!(agrees, "found {found:?}, expected {expected:?}");
}

#[test]
fn text_behind_characters_without_a_width_stands_where_it_stands() {
    // A character of this font is 9.6 pixels wide.
    for unseen in ["\u{ad}", "\u{200b}", "\u{2060}", "\u{feff}"] {
        let html = format!("<p>ab{unseen}cd<b>e</b>fg<i>h</i>ij</p>");
        let first = format!("ab{unseen}cd");
        let expected =
            [(first.as_str(), 8.0, 38.4), ("e", 46.4, 9.6), ("fg", 56.0, 19.2), ("h", 75.2, 9.6), ("ij", 84.8, 19.2)];
        check_texts(&html, &expected);
    }
    // The engine knows no tab stops; a tab is as wide as any character that the font lacks.
    let expected = [("a b", 8.0, 25.0), ("c", 33.0, 9.6), ("d e", 42.7, 25.0)];
    check_texts("<pre style='font: inherit'>a\tb<b>c</b>d\te</pre>", &expected);
}

#[test]
fn text_belongs_to_its_node_whatever_stands_beside_it() {
    check_texts("<p>ab<!-- -->cd", &[("ab", 8.0, 19.2), ("cd", 27.2, 19.2)]);
    check_texts(
        "<p style='text-transform: uppercase'>aß<b>c</b>de",
        &[("aß", 8.0, 28.8), ("c", 36.8, 9.6), ("de", 46.4, 19.2)],
    );
    check_texts(
        "<style>b::before { content: 'xy' }</style><p>a<b>b</b>c",
        &[("a", 8.0, 9.6), ("b", 36.8, 9.6), ("c", 46.4, 9.6)],
    );
    // Text beside a block is in a box that no element stands for.
    check_texts("<div>ab<p>cd</p>ef</div>", &[("ab", 8.0, 19.2), ("cd", 8.0, 19.2), ("ef", 8.0, 19.2)]);
    check_texts(
        "<ol style='margin: 0; padding: 0; list-style: inside decimal'><li>ab<b>c</b>d</ol>",
        &[("ab", 36.8, 19.2), ("c", 56.0, 9.6), ("d", 65.6, 9.6)],
    );
    check_texts(
        "<p dir=rtl style='width: 200px'>ab<b>c</b> אב",
        &[("ab", 179.2, 19.2), ("c", 198.4, 9.6), ("אב", 149.6, 29.5)],
    );
}

/// Pages that kept the engine busy for more than 20 seconds, each by one means.
#[test]
fn what_would_take_for_ever_is_kept_from_the_engine() {
    let styled = |css: &str, body: String| format!("<!doctype html><style>{css}</style>{body}");
    let numbered = |count: usize, write: &dyn Fn(usize) -> String| (0..count).map(write).collect::<String>();
    let long = "xxxx ".repeat(20_000);
    let pages = [
        styled(".none ~ div { color: red }", "<div>x</div>".repeat(20_000)),
        styled(".none ~ section div { color: red }", format!("{}<section>", "<div>x</div>".repeat(20_000))),
        styled(&format!("i::before {{ content: '{long}' }}"), "<i>x</i>".repeat(5_000)),
        styled(&format!(":root {{ --x: '{long}' }} i::before {{ content: var(--x) }}"), "<i>x</i>".repeat(5_000)),
        styled(&format!("li {{ list-style-type: '{long}' }}"), "<li>x".repeat(5_000)),
        styled("i { display: grid; grid-template-columns: repeat(9999, 1px) }", "<i>x</i>".repeat(10_000)),
        "<i style='display: grid; grid-template-columns: repeat(9999, 1px)'>x</i>".repeat(10_000),
        styled(&numbered(200_000, &|n| format!(".a{n} {{ width: {n}px }}\n")), "<div class=a7>x</div>".repeat(1_000)),
        styled(&numbered(5_000, &|n| format!("[title*=b{n}] {{ color: red }}\n")), {
            format!("<p title={}>x", "a".repeat(1_000)).repeat(20_000)
        }),
        numbered(20_000, &|n| format!("<font color=#{n:06x}>x</font>")),
        format!("<table>{}", format!("<tr>{}", "<td rowspan=65534>x".repeat(300)).repeat(100)),
        format!("<!doctype html>{}", "<img src=x alt=text>".repeat(50_000)),
        "<div style='display: flex'><p>a b</p><div style='display: flex; flex-direction: column'><p>c d</p>"
            .repeat(200),
        "<div style='display: flex; flex-wrap: wrap'><p>a</p>\
         <div style='display: flex; flex-flow: column wrap'><p>b</p>"
            .repeat(100),
    ];
    for html in pages {
        let page = Page::new(Capture::new("slow", html));
        let start = std::time::Instant::now();
        let _ = Embedded::new().lay_out(&page);
        assert!(start.elapsed().as_secs() < 60, "{:.80}", page.tree.to_xhtml());
    }
}

#[test]
fn too_much_text_is_left_to_the_estimate() {
    let page = Page::new(Capture::new("large", format!("<p>{}", "word ".repeat(MAX_TEXT / 5 + 1))));
    assert!(Embedded::new().lay_out(&page).unwrap_err().reason.ends_with("bytes of text are too many"));
    let script = format!("<script>{}</script><p>x", "word ".repeat(MAX_TEXT / 5 + 1));
    assert!(Embedded::new().lay_out(&Page::new(Capture::new("script", script))).is_ok());
}

/// Each takes several times the memory of other nodes.
#[test]
fn too_many_controls_are_left_to_the_estimate() {
    let reason = |html: String| Embedded::new().lay_out(&Page::new(Capture::new("form", html))).err();
    let most = MAX_NODES / (1 + NODES_PER_CONTROL);
    let control = "<input value=x>";
    let failure = reason(control.repeat(most + 1)).expect("too many");
    assert_eq!(failure.reason, format!("{} controls are too many", most + 1));
    assert_eq!(reason(control.repeat(most / 10)), None);
    assert_eq!(reason("<b>x</b>".repeat(most)), None, "other elements are not so large");
}

#[test]
fn rules_that_cost_too_much_are_left_out_and_no_others() {
    let rows = "<div>x</div>".repeat(5_000);
    let html = format!(
        "<!doctype html><style>div {{ width: 100px }} .none ~ div, div {{ width: 200px }} p + p {{ width: 300px }}\
         @media screen {{ h1 ~ h1 {{ width: 400px }} .none ~ div {{ width: 9px }} }} a {{ display: block; width: 50px }}\
         </style>{rows}<p>x<p>y<h1>a</h1><h1>b</h1><a>z</a>"
    );
    let page = laid_out(&html);
    assert_eq!(rect(&page, "div", 4_999).width, 100.0);
    assert_eq!(rect(&page, "p", 1).width, 300.0);
    assert_eq!(rect(&page, "h1", 1).width, 400.0);
    assert_eq!(rect(&page, "a", 0).width, 50.0);
}
