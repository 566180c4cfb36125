//! The page's own style: `style` elements and saved linked sheets, in document order, with their imports put in place
//! and their media kept.

use std::collections::HashMap;

use page::{NodeId, Page, StylesheetLink};
use url::Url;

/// How deeply sheets may import each other.
const MAX_IMPORT_DEPTH: usize = 4;
/// How many sheets a page may have.
const MAX_SHEETS: usize = 1000;
/// How much style a page may have, in bytes.
const MAX_BYTES: usize = 8 << 20;

/// One sheet of the page and the element that brings it.
#[derive(Debug)]
pub(super) struct Sheet {
    pub(super) element: NodeId,
    pub(super) css: String,
}

/// All sheets that may apply on a screen.
pub(super) fn author_sheets(page: &Page) -> Vec<Sheet> {
    let tree = &page.tree;
    let links: HashMap<NodeId, StylesheetLink> =
        page.stylesheet_links().into_iter().map(|link| (link.node, link)).collect();
    let base = page.base_url();
    let mut sheets = Vec::new();
    let mut budget = MAX_BYTES;
    for element in tree.elements() {
        let css = match tree.name(element) {
            "style" => resolve_imports(page, &tree.text_content(element), &base, 0, &mut budget),
            "link" => match links.get(&element).and_then(|link| linked(page, link)) {
                Some((css, url)) => resolve_imports(page, &css, &url, 0, &mut budget),
                None => continue,
            },
            _ => continue,
        };
        let css = match tree.attr(element, "media").map(str::trim) {
            None | Some("") => css,
            Some(media) if media.eq_ignore_ascii_case("all") || media.eq_ignore_ascii_case("screen") => css,
            Some(media) => format!("@media {} {{\n{css}\n}}", media.replace(['{', '}', ';'], " ")),
        };
        sheets.push(Sheet { element, css });
        if sheets.len() == MAX_SHEETS {
            break;
        }
    }
    sheets
}

fn linked(page: &Page, link: &StylesheetLink) -> Option<(String, Url)> {
    let resource = page.resource(link.url.as_str())?;
    Some((page::decode(&resource.body, None).text.into_owned(), link.url.clone()))
}

/// Replaces the `@import` rules at the head of a sheet by what they import, if it was saved.
fn resolve_imports(page: &Page, css: &str, base: &Url, depth: usize, budget: &mut usize) -> String {
    if css.len() > *budget {
        return String::new();
    }
    *budget -= css.len();
    let mut resolved = String::with_capacity(css.len());
    let mut rest = css;
    loop {
        rest = skip_blank(rest);
        let head: String = rest.chars().take(8).collect();
        if !head.starts_with('@') || !(head.eq_ignore_ascii_case("@charset") || starts_with_import(rest)) {
            break;
        }
        let end = rest.find(';').map_or(rest.len(), |end| end + 1);
        let (rule, after) = rest.split_at(end);
        rest = after;
        if let Some((href, media)) = starts_with_import(rule).then(|| parse_import(rule)).flatten()
            && depth < MAX_IMPORT_DEPTH
            && let Ok(url) = base.join(href)
            && let Some(resource) = page.resource(url.as_str())
        {
            let text = page::decode(&resource.body, None).text.into_owned();
            let inner = resolve_imports(page, &text, &url, depth + 1, budget);
            if media.is_empty() {
                resolved.push_str(&inner);
            } else {
                resolved.push_str(&format!("@media {media} {{\n{inner}\n}}"));
            }
            resolved.push('\n');
        }
    }
    resolved.push_str(rest);
    resolved
}

fn starts_with_import(css: &str) -> bool {
    css.get(..7).is_some_and(|head| head.eq_ignore_ascii_case("@import"))
}

/// The address and the media of one `@import` rule.
fn parse_import(rule: &str) -> Option<(&str, &str)> {
    let rest = rule.get(7..)?.trim_end_matches(';').trim();
    let is_url = rest.get(..4).is_some_and(|head| head.eq_ignore_ascii_case("url("));
    let (href, media) = if is_url { rest[4..].split_once(')')? } else { split_quoted(rest)? };
    Some((href.trim().trim_matches(['"', '\'']), media.trim()))
}

fn split_quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let end = text[1..].find(quote)? + 1;
    Some((&text[1..end], &text[end + 1..]))
}

/// Skips white space, comments and the marks that hide style from browsers of the nineties.
fn skip_blank(css: &str) -> &str {
    let mut rest = css.trim_start_matches(|character: char| character.is_whitespace() || character == '\u{FEFF}');
    loop {
        let after = if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or("", |end| &comment[end + 2..])
        } else if let Some(after) = rest.strip_prefix("<!--").or_else(|| rest.strip_prefix("-->")) {
            after
        } else {
            return rest;
        };
        rest = after.trim_start();
    }
}
