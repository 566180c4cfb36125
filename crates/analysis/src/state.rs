//! Pages that scripts build. What they are built from often stands in the page itself, as JSON; it is written out as
//! plain markup, so that whoever reads pages reads these like any other, without a browser.
//!
//! Objects become definition lists, lists become lists, an object with an address and a name becomes a link, and one
//! with a name and a value a line of a definition list. The names that are looked for are those that programmers give
//! to addresses and names of things of any kind.

use page::{Capture, NodeId, NodeKind, Page, fold, xml_escaped};

use crate::json::{Json, parse};

/// A page that shows more text than this without its scripts is not built by them.
const LITTLE_TEXT: usize = 400;
/// A state with less text than this is settings.
const LEAST_STATE: usize = 80;
/// What is nested deeper is machinery.
const MAX_DEPTH: usize = 24;
/// No page shows more.
const MAX_MARKUP: usize = 4 << 20;

/// What programmers call an address, and what they call the name of a thing, the likeliest first.
const ADDRESSES: [&str; 6] = ["url", "href", "link", "path", "permalink", "uri"];
const NAMES: [&str; 6] = ["name", "title", "label", "headline", "heading", "text"];

/// A page as its scripts would build it, as far as that can be told from its state.
#[derive(Debug)]
pub struct Built {
    /// The page, made of plain markup.
    pub page: Page,
    /// The script of the original page that holds the state: where all of it stands.
    pub script: NodeId,
}

/// Builds a page from its state; nothing if the page shows its content by itself, or has no state.
pub fn built(page: &Page) -> Option<Built> {
    let tree = &page.tree;
    let shown = page.leaves().into_iter().filter(|&leaf| tree.kind(leaf) == NodeKind::Text);
    let shown: usize = shown.map(|leaf| fold(tree.text(leaf)).len()).sum();
    if shown >= LITTLE_TEXT {
        return None;
    }
    let scripts = tree.elements().filter(|&node| tree.name(node) == "script");
    let states = scripts.filter_map(|script| Some((script, state(page, script)?)));
    let (script, state) = states.max_by_key(|(_, state)| text_length(state))?;
    if text_length(&state) < LEAST_STATE.max(shown) {
        return None;
    }
    let mut markup = Markup::default();
    let title = page.title().unwrap_or_default();
    markup.push(&format!("<!DOCTYPE html><title>{}</title><body>", xml_escaped(&title)));
    markup.value("", &state, 0);
    let capture = Capture {
        name: page.name.clone(),
        url: page.url.as_ref().map(ToString::to_string),
        time: page.time,
        ..Capture::new("", markup.text)
    };
    let mut built = Page::new(Capture { name: page.name.clone(), ..capture });
    built.url = built.url.or_else(|| page.url.clone());
    Some(Built { page: built, script })
}

/// The state that a script holds: all of it if it is data, else the first object or list that is assigned.
fn state(page: &Page, script: NodeId) -> Option<Json> {
    let tree = &page.tree;
    let kind = tree.attr(script, "type").unwrap_or_default().trim().to_ascii_lowercase();
    let text = tree.text_content(script);
    let is_data = kind.ends_with("json") && !kind.contains("ld+json");
    let is_code = kind.is_empty() || kind.ends_with("javascript") || kind == "module";
    let value = match (is_data, is_code) {
        (true, _) => parse(&text).into_iter().next()?.ok()?,
        (false, true) => assigned(&text)?,
        _ => return None,
    };
    matches!(value, Json::Object(_) | Json::List(_)).then_some(value)
}

/// The first object or list that stands behind an equals sign, also as a text that is parsed there.
fn assigned(code: &str) -> Option<Json> {
    for (at, _) in code.match_indices('=') {
        let rest = code[at + 1..].trim_start();
        if rest.starts_with(['{', '[']) {
            return parse(rest).into_iter().next()?.ok();
        }
        if let Some(argument) = rest.strip_prefix("JSON.parse(") {
            let Some(Ok(Json::Text(text))) = parse(argument.trim_start()).into_iter().next() else { return None };
            return parse(&text).into_iter().next()?.ok();
        }
    }
    None
}

/// How many bytes of texts there are in a value.
fn text_length(value: &Json) -> usize {
    match value {
        Json::Null => 0,
        Json::Text(text) => text.len(),
        Json::List(values) => values.iter().map(text_length).sum(),
        Json::Object(entries) => entries.iter().map(|(_, value)| text_length(value)).sum(),
    }
}

/// Markup that is being written.
#[derive(Default)]
struct Markup {
    text: String,
}

impl Markup {
    fn push(&mut self, markup: &str) {
        if self.text.len() + markup.len() <= MAX_MARKUP {
            self.text.push_str(markup);
        }
    }

    /// A value under a name.
    fn value(&mut self, name: &str, value: &Json, depth: usize) {
        match value {
            Json::Null => {}
            Json::Text(text) if is_image(text) => self.push(&format!("<img src=\"{}\">", xml_escaped(text))),
            Json::Text(text) => self.push(&xml_escaped(text)),
            _ if depth >= MAX_DEPTH => {}
            Json::List(values) => {
                self.push(&format!("<ul class=\"{}\">", class(name)));
                for value in values {
                    self.push("<li>");
                    self.value(name, value, depth + 1);
                    self.push("</li>");
                }
                self.push("</ul>");
            }
            Json::Object(entries) => self.object(name, entries, depth),
        }
    }

    /// An object: its name, as a link if it has an address, then everything else that is told of it.
    fn object(&mut self, name: &str, entries: &[(String, Json)], depth: usize) {
        let (address, title) = (first_of(entries, &ADDRESSES), first_of(entries, &NAMES));
        if let (Some((_, label)), Some((_, value)), None) = (title, first_of(entries, &["value"]), address) {
            self.push(&format!("<dl><dt>{}</dt><dd>{}</dd></dl>", xml_escaped(label), xml_escaped(value)));
            return;
        }
        self.push(&format!("<div class=\"{}\">", class(name)));
        if let Some((_, text)) = title {
            let heading = if depth <= 2 && address.is_none() { "h1" } else { "span" };
            match address {
                Some((_, to)) => self.push(&format!("<a href=\"{}\">{}</a>", xml_escaped(to), xml_escaped(text))),
                None => self.push(&format!("<{heading}>{}</{heading}>", xml_escaped(text))),
            }
        }
        let is_told = |key: &str| [address, title].iter().flatten().any(|(told, _)| *told == key);
        let (scalars, others): (Vec<_>, Vec<_>) = entries
            .iter()
            .filter(|(key, _)| title.is_none() || !is_told(key))
            .partition(|(_, value)| matches!(value, Json::Text(_)));
        if !scalars.is_empty() {
            self.push("<dl>");
            for (key, value) in scalars {
                self.push(&format!("<dt>{}</dt><dd class=\"{}\">", xml_escaped(&words(key)), class(key)));
                self.value(key, value, depth + 1);
                self.push("</dd>");
            }
            self.push("</dl>");
        }
        for (key, value) in others {
            self.push(&format!("<section class=\"{}\">", class(key)));
            self.value(key, value, depth + 1);
            self.push("</section>");
        }
        self.push("</div>");
    }
}

/// The entry with the first of some names that has a text.
fn first_of<'j>(entries: &'j [(String, Json)], names: &[&str]) -> Option<(&'j str, &'j str)> {
    names.iter().find_map(|wanted| {
        entries.iter().find_map(|(key, value)| match value {
            Json::Text(text) if key.eq_ignore_ascii_case(wanted) && !text.trim().is_empty() => {
                Some((key.as_str(), text.as_str()))
            }
            _ => None,
        })
    })
}

/// Whether a text is the address of an image.
fn is_image(text: &str) -> bool {
    const ENDINGS: [&str; 7] = [".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg"];
    let path = text.split(['?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    !text.contains(char::is_whitespace) && ENDINGS.iter().any(|ending| path.ends_with(ending))
}

/// A name as a class.
fn class(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect()
}

/// The words of a programmer's name: `openingHours` and `opening_hours` are opening hours.
fn words(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut before = ' ';
    for c in name.chars() {
        if matches!(c, '_' | '-') {
            words.push(' ');
        } else {
            if c.is_uppercase() && before.is_lowercase() {
                words.push(' ');
                words.extend(c.to_lowercase());
            } else {
                words.push(c);
            }
        }
        before = c;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(html: &str, expected: &[&str]) {
        let page = Page::new(Capture::new("p.html", html));
        let built = built(&page).unwrap();
        let tree = &built.page.tree;
        let texts: Vec<String> =
            built.page.leaves().into_iter().map(|leaf| fold(tree.text(leaf))).filter(|text| !text.is_empty()).collect();
        assert_eq!(texts, expected);
        assert_eq!(page.tree.name(built.script), "script");
    }

    const LONG: &str =
        "a quiet house by the river with a view of the old mill and of the hills behind it, open all year";

    #[test]
    fn states_become_pages() {
        let state = format!(
            r#"{{"menu":[{{"label":"Inns","url":"/inns"}}],"page":{{"title":"Mill Inn","openingHours":"8-20","text":"{LONG}"}}}}"#
        );
        let texts = ["Inns", "Mill Inn", "opening Hours", "8-20", "text", LONG];
        let texts: Vec<String> = texts.iter().map(|text| text.replace("opening Hours", "opening hours")).collect();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        check(&format!("<div id=root></div><script type='application/json'>{state}</script>"), &texts);
        check(&format!("<div id=root></div><script>window.__S__ = {state}; go()</script>"), &texts);
        let quoted = format!("{state:?}");
        check(&format!("<div id=root></div><script>window.S = JSON.parse({quoted})</script>"), &texts);
    }

    #[test]
    fn pages_that_show_something_are_left_alone() {
        let state = format!("<script type='application/json'>{{\"a\":\"{LONG}\"}}</script>");
        assert!(built(&Page::new(Capture::new("p", format!("<p>{}{state}", "word ".repeat(100))))).is_none());
        assert!(built(&Page::new(Capture::new("p", "<script>var a = {b: 1}</script>"))).is_none());
        assert!(built(&Page::new(Capture::new("p", "<script type='application/ld+json'>{}</script>"))).is_none());
    }
}
