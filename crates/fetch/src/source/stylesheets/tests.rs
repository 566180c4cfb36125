//! Stylesheets beside pages, as browsers and mirrors save them.

use page::Capture;

use super::*;
use crate::source::tests::Folder;

fn load(folder: &Folder, name: &str, html: &str) -> Page {
    let mut page = Page::new(Capture::new(name, html));
    load_stylesheets(&mut page, &Origin::File(folder.path().join(name)));
    page
}

fn loaded(page: &Page) -> Vec<(&str, &str)> {
    page.resources.iter().map(|part| (part.url.as_str(), std::str::from_utf8(&part.body).unwrap())).collect()
}

#[test]
fn sheets_are_found_beside_the_page() {
    let folder = Folder::new("beside");
    folder.write("A page_files/one.css", "one");
    folder.write("two.css", "two");
    let page = load(
        &folder,
        "A page.html",
        "<link rel=stylesheet href='A%20page_files/one.css?v=1#x'><link rel=stylesheet href=./two.css>\
         <link rel=stylesheet href=three.css><link rel=stylesheet href=three.css>\
         <link rel=stylesheet href='data:text/css,p{}'>",
    );
    let expected =
        [("http://page.invalid/A%20page_files/one.css?v=1#x", "one"), ("http://page.invalid/two.css", "two")];
    assert_eq!(loaded(&page), expected);
    assert_eq!(page.notes, [Note::StylesheetsMissing(1)]);
}

#[test]
fn sheets_are_found_in_a_mirror() {
    let folder = Folder::new("mirror");
    folder.write("cdn.example/fonts/css?family=A.css", "font");
    folder.write("site.example/css/main.css", "main");
    let page = load(
        &folder,
        "site.example/en/index.html",
        "<link rel=stylesheet href=/css/main.css><link rel=stylesheet href='//cdn.example/fonts/css?family=A'>",
    );
    assert_eq!(loaded(&page).iter().map(|(_, body)| *body).collect::<Vec<_>>(), ["main", "font"]);
}

#[test]
fn imports_are_followed_and_cycles_end() {
    let folder = Folder::new("imports");
    folder.write("css/a.css", "@import 'sub/b.css';");
    folder.write("css/sub/b.css", "@import '../a.css'; @import url(c.css);");
    let page = load(&folder, "p.html", "<style>@import url(css/a.css);</style>");
    let urls: Vec<&str> = loaded(&page).iter().map(|(url, _)| *url).collect();
    assert_eq!(urls, ["http://page.invalid/css/a.css", "http://page.invalid/css/sub/b.css"]);
    assert!(page.notes.is_empty(), "imports are not links");
}

#[test]
fn depth_and_number_are_bounded() {
    let folder = Folder::new("bounds");
    for depth in 0..10 {
        folder.write(&format!("{depth}.css"), format!("@import '{}.css';", depth + 1));
    }
    let page = load(&folder, "p.html", "<link rel=stylesheet href=0.css>");
    assert_eq!(page.resources.len(), 1 + MAX_DEPTH);
    let mut many = String::new();
    for number in 0..100 {
        folder.write(&format!("m{number}.css"), "p{}");
        many += &format!("<link rel=stylesheet href=m{number}.css>");
    }
    assert_eq!(load(&folder, "p.html", &many).resources.len(), MAX_SHEETS);
}

#[test]
fn only_what_can_be_a_sheet_is_read() {
    let folder = Folder::new("only");
    folder.write("page.php", "<html>an error page");
    folder.write("style.php", "p { color: red }");
    folder.write("folder.css/x", "");
    let html =
        "<link rel=stylesheet href=page.php><link rel=stylesheet href=style.php><link rel=stylesheet href=folder.css>";
    let page = load(&folder, "p.html", html);
    assert_eq!(loaded(&page), [("http://page.invalid/style.php", "p { color: red }")]);
    assert_eq!(page.notes, [Note::StylesheetsMissing(2)]);
}
