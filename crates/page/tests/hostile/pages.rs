//! Pages made to hurt a parser, each by one generator that takes about the number of bytes wanted. Shared by the
//! test, which runs them small, and by the benchmark, which runs them large.

/// A way to make a hostile page of about a given size.
pub(crate) type Generator = fn(usize) -> Vec<u8>;

/// All generators by name.
pub(crate) const GENERATORS: &[(&str, Generator)] = &[
    ("deep div", |size| nested(size, &["<div>"])),
    ("deep mixed blocks", |size| nested(size, &["<ul><li>", "<dl><dd>", "<section>", "<h1><center>"])),
    ("deep unknown names", |size| nested(size, &["<x-a>", "<x-b>", "<o:p>", "<span>"])),
    ("deep table", |size| nested(size, &["<table><tr><td>"])),
    ("deep table without cells", |size| nested(size, &["<table>"])),
    ("deep svg", |size| nested(size, &["<svg>", "<g>", "<foreignObject>"])),
    ("deep math", |size| nested(size, &["<math>", "<mi>", "<annotation-xml encoding='text/html'>"])),
    ("deep select", |size| nested(size, &["<select>", "<optgroup>", "<option>", "<div>"])),
    ("deep template", |size| nested(size, &["<template>"])),
    ("deep template in table", |size| nested(size, &["<table><template>", "<tr>"])),
    ("deep ruby", |size| nested(size, &["<ruby>", "<rb>", "<rtc>", "<rt>"])),
    ("deep frameset", |size| nested(size, &["<frameset>"])),
    ("deep button and form", |size| nested(size, &["<form>", "<button>", "<fieldset>"])),
    ("deep object and marquee", |size| nested(size, &["<object>", "<marquee>", "<applet>"])),
    ("deep closed again", closed_again),
    ("formatting never closed", |size| nested(size, &["<b>", "<i>", "<u>", "<p>x"])),
    ("formatting with distinct attributes", |size| numbered(size, |n| format!("<font a{n}=1 size={n}><p>x"))),
    ("formatting with distinct attributes in paragraphs", |size| {
        numbered(size, |n| format!("<p><b c=\"{n}\"><i d=\"{n}\">x"))
    }),
    ("formatting with distinct attributes in blocks", |size| {
        numbered(size, |n| format!("<div><font color=\"#{n:06x}\"><u>x</div>"))
    }),
    ("formatting of four kinds with distinct attributes", |size| {
        numbered(size, |n| format!("<p><b a={n}><i a={n}><u a={n}><s a={n}>x"))
    }),
    ("formatting with many attributes", many_attributed_formatting),
    ("formatting with a huge value", |size| {
        let value = "v".repeat(size / 2);
        [format!("<font face='{value}'>").into_bytes(), repeated(size / 2, "<p>x")].concat()
    }),
    ("formatting opened and closed", |size| numbered(size, |n| format!("<font a={n} b c>x</font><i a={n}>"))),
    ("formatting opened and closed beside others", |size| formatting_held_open(size, 60, 3)),
    ("formatting opened and closed beside large ones", |size| formatting_held_open(size, 60, 450)),
    ("formatting opened and closed beside a few large ones", |size| formatting_held_open(size, 8, 450)),
    ("formatting behind markers", |size| numbered(size, |n| format!("<object><b a={n}><marquee><i><p>"))),
    ("formatting in cells", |size| nested(size, &["<table><td><b><i><font color=x>", "y"])),
    ("reopened in every paragraph", |size| {
        let open: String = (0..120).map(|n| format!("<b class=c{n}>")).collect();
        [open.into_bytes(), repeated(size, "<p>x</p>")].concat()
    }),
    ("adoption agency, one block", |size| repeated(size, "<b><p></b>x")),
    ("adoption agency, a few deep blocks", |size| adoption_deep(size, 5)),
    ("adoption agency, deep blocks", |size| adoption_deep(size, 25)),
    ("adoption agency, too many deep blocks", |size| adoption_deep(size, 60)),
    ("adoption agency, alternating", |size| repeated(size, "<a><div><i><div></a></i>")),
    ("adoption agency, unmatched", |size| [repeated(3 * 500, "<b><div>"), repeated(size, "</b></i>")].concat()),
    ("nested a", |size| repeated(size, "<a href=x><div>")),
    ("nested nobr", |size| repeated(size, "<nobr><div>")),
    ("attributes distinct", |size| flood(size, |n| format!(" a{n}"))),
    ("attributes quoted", |size| flood(size, |n| format!(" a{n}=\"> '\""))),
    ("attributes glued", |size| flood(size, |n| format!("a{n}='x'"))),
    ("attributes with less-than signs", |size| flood(size, |n| format!(" <a{n}"))),
    ("attributes of an end tag", |size| [b"<p>x</p".to_vec(), numbered(size, |n| format!(" b{n}=c"))].concat()),
    ("attributes below the limit", |size| {
        numbered(size, |n| format!("<p{}>", (0..500).map(|a| format!(" a{a}={n}")).collect::<String>()))
    }),
    ("attributes behind a hidden comment", |size| {
        [b"<textarea><!--</textarea><p".to_vec(), numbered(size, |n| format!(" b{n}"))].concat()
    }),
    ("quotes in a tag", |size| [b"<p ".to_vec(), repeated(size, "\"'")].concat()),
    ("huge attribute value", |size| [b"<p title=\"".to_vec(), vec![b'x'; size], b"\">y".to_vec()].concat()),
    ("huge attribute value never closed", |size| [b"<p title='".to_vec(), repeated(size, "<b>&amp; ")].concat()),
    ("huge attribute name", |size| [b"<p ".to_vec(), vec![b'x'; size]].concat()),
    ("huge tag name", |size| [b"<p".to_vec(), vec![b'x'; size], b">y".to_vec()].concat()),
    ("body attributes merging", |size| numbered(size, |n| format!("<body a{n}=1><html b{n}=2>"))),
    ("unclosed tables", |size| repeated(size, "<table><tr><td>x<td><table>y")),
    ("foster-parented text and cells", |size| repeated(size, "<table>a<tr>b<td>c</td>d</table>")),
    ("foster-parented text in one table", |size| [b"<table>".to_vec(), repeated(size, "a<td b=c>")].concat()),
    ("foster-parented elements", |size| [b"<table>".to_vec(), repeated(size, "<i>a<tr>")].concat()),
    ("foster-parented formatting", |size| [b"<table><b><i><u>".to_vec(), repeated(size, "<tr>x<div>")].concat()),
    ("entities", |size| repeated(size, "&amp;&notin;&#x41;&nGt;")),
    ("entities that are none", |size| repeated(size, "&nosuch;&#xFFFFFFFFFF;&")),
    ("one huge text", |size| vec![b'x'; size]),
    ("blanks", |size| [b"<p>".to_vec(), repeated(size, " \n\t")].concat()),
    ("nuls", |size| [b"<p>a".to_vec(), vec![0; size]].concat()),
    ("nuls in a script", |size| [b"<script>".to_vec(), vec![0; size]].concat()),
    ("broken utf-8", |size| [b"<meta charset=utf-8>".to_vec(), repeated(size, b"a\xFF\xC3\xED\xA0\x80\xF8")].concat()),
    ("random bytes", random_bytes),
    ("utf-16 with lone surrogates", |size| [b"\xFF\xFE".to_vec(), repeated(size, b"<\0p\0>\0\x00\xD8")].concat()),
    ("comments", |size| repeated(size, "<!--x-->")),
    ("one comment never closed", |size| [b"<!--".to_vec(), repeated(size, "<p a b c>--!")].concat()),
    ("declarations", |size| repeated(size, "<!><!x><?y></ >")),
    ("doctypes", |size| repeated(size, "<!doctype html public 'a' \"b\">")),
    ("less-than signs", |size| repeated(size, "<")),
    ("script never closed", |size| [b"<script>".to_vec(), repeated(size, "</scrip<!--<script>")].concat()),
    ("scripts", |size| repeated(size, "<script></script>")),
    ("styles and titles", |size| repeated(size, "<style>a</style><title>b</title>")),
    ("svg titles among html titles", |size| {
        [repeated(5 * 600, "<svg>"), repeated(size, "<title>x<p></title><title>y</title>")].concat()
    }),
    ("end tags p and br", |size| repeated(size, "</p></br>")),
    ("end tags p below deep blocks", |size| [repeated(5 * 500, "<div>"), repeated(size, "</p>")].concat()),
    ("p below deep blocks", |size| [repeated(5 * 500, "<div>"), repeated(size, "<p>")].concat()),
    ("unmatched end tags below deep spans", |size| [repeated(6 * 500, "<span>"), repeated(size, "</x>")].concat()),
    ("end tags behind a block below deep spans", |size| {
        [b"<x><div>".to_vec(), repeated(6 * 490, "<span>"), repeated(size, "</x>")].concat()
    }),
    ("headings below deep spans", |size| [repeated(6 * 490, "<span>"), repeated(size, "</h1>")].concat()),
    ("list items below deep spans", |size| [repeated(6 * 500, "<span>"), repeated(size, "<li><dd>")].concat()),
    ("open and close below deep blocks", |size| [repeated(5 * 500, "<div>"), repeated(size, "<i>x</i>")].concat()),
    ("distinct tag names", |size| numbered(size, |n| format!("<t{n}>x</t{n}>"))),
    ("distinct tag names never closed", |size| numbered(size, |n| format!("<t{n}>"))),
    ("distinct end tags", |size| numbered(size, |n| format!("</t{n}>"))),
    ("textarea never closed", |size| [b"<textarea>".to_vec(), repeated(size, "</textare <p>")].concat()),
    ("plaintext", |size| [b"<plaintext>".to_vec(), repeated(size, "</plaintext><p>")].concat()),
    ("options", |size| [b"<select>".to_vec(), repeated(size, "<option>x<optgroup>")].concat()),
    ("selects in selects", |size| repeated(size, "<select>")),
    ("selects with an option", |size| repeated(size, "<select><option>x")),
    ("list items", |size| repeated(size, "<li>x<dd>y<dt>z")),
    ("list items of one kind", |size| repeated(size, "<li>x")),
    ("cells in one row", |size| [b"<table><tr>".to_vec(), repeated(size, "<td>x")].concat()),
    ("cells in many rows", |size| [b"<table>".to_vec(), repeated(size, "<tr><td>x")].concat()),
    ("cells in wide rows", |size| {
        [b"<table>".to_vec(), repeated(size, format!("<tr>{}", "<td>x".repeat(50)))].concat()
    }),
    ("cells without a table", |size| repeated(size, "<td>x")),
    ("terms with definitions", |size| [b"<dl>".to_vec(), repeated(size, "<dt>a<dd>b")].concat()),
    ("texts between line breaks", |size| repeated(size, "x<br>")),
    ("headings in turn", |size| repeated(size, "<h1>x<h2>y")),
    ("headings with paragraphs", |size| repeated(size, "<h1>x</h1><p>y")),
    ("blocks with distinct ids", |size| numbered(size, |n| format!("<div id=i{n}>x</div>"))),
    ("links in links", |size| repeated(size, "<a href=x>y")),
    ("buttons", |size| repeated(size, "<button>x")),
    ("controls", |size| repeated(size, "<input value=x>")),
    ("forms", |size| repeated(size, "<form><input value=x><button>y</button></form>")),
    ("images", |size| repeated(size, "<img src=x>")),
    ("empty elements", |size| repeated(size, "<br><hr><img>")),
    ("svg breakouts", |size| repeated(size, "<svg><g><p>x<math><mi><svg><b>")),
    ("svg with cdata", |size| [b"<svg>".to_vec(), repeated(size, "<![CDATA[x]]><g/>")].concat()),
    ("many children with one name", |size| repeated(size, "<p></p>")),
    ("many children with many names", |size| numbered(size, |n| format!("<x{n}></x{n}>"))),
    ("hidden styles", |size| repeated(size, "<p style='one:;one:;display:block'>x")),
    ("line breaks", |size| repeated(size, "\r\n\r<pre>\r\n")),
];

/// The unit over and over, up to about the size.
fn repeated(size: usize, unit: impl AsRef<[u8]>) -> Vec<u8> {
    unit.as_ref().repeat(size / unit.as_ref().len() + 1)
}

/// The units in turn, none ever closed.
fn nested(size: usize, units: &[&str]) -> Vec<u8> {
    repeated(size, units.concat())
}

/// Units with a running number in them.
fn numbered(size: usize, unit: impl Fn(usize) -> String) -> Vec<u8> {
    let mut page = String::with_capacity(size + 4096);
    for number in 0.. {
        page.push_str(&unit(number));
        if page.len() >= size {
            break;
        }
    }
    page.into_bytes()
}

/// One tag with as many attributes as fit.
fn flood(size: usize, attribute: impl Fn(usize) -> String) -> Vec<u8> {
    [b"<p ".to_vec(), numbered(size, attribute), b">text".to_vec()].concat()
}

fn closed_again(size: usize) -> Vec<u8> {
    [repeated(size / 2, "<div>"), repeated(size / 2, "</div>")].concat()
}

/// Formatting elements, each with nearly as many attributes as an element may have, and room made for more of them.
fn many_attributed_formatting(size: usize) -> Vec<u8> {
    let attributes: String = (0..400).map(|number| format!(" a{number}")).collect();
    numbered(size, |number| format!("<font{attributes} b{number}>x<font c{number}></font></font>"))
}

/// Formatting elements around hundreds of open blocks, closed and opened again and again.
fn adoption_deep(size: usize, formatting: usize) -> Vec<u8> {
    let blocks = "<div>".repeat(400 / formatting);
    let deep: String = (0..formatting).map(|number| format!("<b a={number}><i>{blocks}")).collect();
    [deep.into_bytes(), repeated(size, "</b><b>x</i><i>")].concat()
}

/// Formatting elements that stay open while one more is opened and closed.
fn formatting_held_open(size: usize, held: usize, attributes: usize) -> Vec<u8> {
    let attributes: String = (0..attributes).map(|number| format!(" a{number}")).collect();
    let open: String = (0..held).map(|number| format!("<font n={number}{attributes}>")).collect();
    [open.into_bytes(), repeated(size, "<font x></font>")].concat()
}

/// Bytes without any order, from a generator with a fixed seed.
fn random_bytes(size: usize) -> Vec<u8> {
    let mut state: u64 = 0x9E37_79B9_7F4A_7C15;
    (0..size)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        })
        .collect()
}
