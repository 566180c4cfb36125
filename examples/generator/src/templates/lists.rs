//! A plain site: headings, paragraphs and lists, hardly any classes, labels and values in running text.

use std::fmt::Write as _;

use crate::markup::{anchor, escape};
use crate::site::{Content, Entry, View};

/// A page of the site.
pub(super) fn page(view: &View<'_>) -> String {
    let (site, style) = (view.site, &view.site.style);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n{}\
         <link rel=\"stylesheet\" href=\"{}\">\n</head>\n<body>\n<div id=\"head\">\n{}<p>{}</p>\n</div>\n",
        escape(&view.title()),
        view.address(),
        view.to("style.css"),
        if style.heading == 1 {
            format!("<p id=\"logo\">{}</p>\n", anchor(&view.to("index.html"), &site.name))
        } else {
            format!("<h1 id=\"logo\">{}</h1>\n", anchor(&view.to("index.html"), &site.name))
        },
        escape(&site.slogan),
    );
    let place = if style.menu_is_at_side { "side" } else { "bar" };
    let _ = write!(html, "<div id=\"{place}\">\n{}</div>\n<div id=\"content\">\n{}</div>\n", menu(view), main(view));
    let _ = write!(
        html,
        "<div id=\"more\">\n{}</div>\n<div id=\"foot\">\n{}</div>\n</body>\n</html>\n",
        boxes(view),
        footer(view)
    );
    html
}

fn menu(view: &View<'_>) -> String {
    let (site, style) = (view.site, &view.site.style);
    let mut html = String::from("<ul>\n");
    let _ = writeln!(html, "<li>{}</li>", anchor(&view.to("index.html"), style.home));
    for (at, top) in site.tops() {
        let _ = write!(html, "<li>{}", section_link(view, at));
        if style.menu_is_nested && !top.children.is_empty() {
            html.push_str(&section_list(view, &top.children));
        }
        html.push_str("</li>\n");
    }
    for service in site.services.iter().filter(|service| service.is_in_header) {
        let _ = writeln!(html, "<li>{}</li>", anchor(&view.to(&service.path), &service.label));
    }
    html.push_str("</ul>\n");
    html
}

fn section_link(view: &View<'_>, section: usize) -> String {
    anchor(&view.to(view.site.section_path(section)), &view.site.sections[section].label)
}

fn section_list(view: &View<'_>, sections: &[usize]) -> String {
    let items: String = sections.iter().map(|at| format!("<li>{}</li>\n", section_link(view, *at))).collect();
    format!("\n<ul>\n{items}</ul>\n")
}

fn heading(view: &View<'_>, text: &str) -> String {
    let level = view.site.style.heading;
    format!("<h{level}>{}</h{level}>\n", escape(text))
}

/// A heading one level below that of the page.
fn lower(view: &View<'_>, text: &str) -> String {
    let level = view.site.style.heading + 1;
    format!("<h{level}>{}</h{level}>\n", escape(text))
}

fn main(view: &View<'_>) -> String {
    let site = view.site;
    let mut html = String::new();
    let crumbs = view.breadcrumbs();
    if !crumbs.is_empty() {
        let links: Vec<String> = crumbs.iter().map(|(label, href)| anchor(href, label)).collect();
        let _ = writeln!(html, "<p>You are here: {} / {}</p>", links.join(" / "), escape(view.heading()));
    }
    match view.content {
        Content::Home => html.push_str(&home(view)),
        Content::Section(section, number) => html.push_str(&list_page(view, section, number)),
        Content::Entry(entry) => html.push_str(&detail(view, &site.entries[entry])),
        Content::Service(service) => {
            let service = &site.services[service];
            html.push_str(&heading(view, &service.label));
            for paragraph in &service.paragraphs {
                let _ = writeln!(html, "<p>{}</p>", escape(paragraph));
            }
            if !service.form.is_empty() {
                let fields: String =
                    service.form.iter().map(|field| format!("<p>{field}<br><input type=\"text\"></p>\n")).collect();
                let _ = writeln!(html, "<form action=\"#\">\n{fields}<p><button>Send</button></p>\n</form>");
            }
        }
        Content::Article(article) => {
            let article = &site.articles[article];
            html.push_str(&heading(view, &article.title));
            let _ = write!(html, "<p><em>{}</em></p>\n<p>{}</p>\n", article.date, escape(&article.text));
        }
    }
    html
}

fn home(view: &View<'_>) -> String {
    let (site, style) = (view.site, &view.site.style);
    let mut html = heading(view, &format!("Welcome to {}", site.name));
    for (at, top) in site.tops() {
        let _ = writeln!(html, "<p><strong>{}</strong><br>{}</p>", section_link(view, at), escape(&top.blurb));
    }
    html.push_str(&lower(view, style.news));
    html.push_str("<ul>\n");
    for article in &site.articles {
        let link = anchor(&view.to(&article.path), &article.title);
        let _ = writeln!(html, "<li>{}: {link}</li>", article.date);
    }
    html.push_str("</ul>\n");
    html
}

fn list_page(view: &View<'_>, section: usize, number: usize) -> String {
    let (site, style) = (view.site, &view.site.style);
    let own = &site.sections[section];
    let mut html = heading(view, &own.label);
    let _ = writeln!(html, "<p>{}</p>", escape(&own.blurb));
    if !own.children.is_empty() {
        html.push_str(section_list(view, &own.children).trim_start());
    }
    if !own.pages[number].entries.is_empty() {
        let tag = if style.list_manner == 0 { "ul" } else { "ol" };
        let _ = writeln!(html, "<{tag}>");
        for at in &own.pages[number].entries {
            html.push_str(&item(view, &site.entries[*at]));
        }
        let _ = writeln!(html, "</{tag}>");
    }
    let (before, after) = view.neighbours();
    let mut ways = Vec::new();
    ways.extend(before.map(|href| anchor(&href, style.previous)));
    ways.extend(after.map(|href| anchor(&href, style.next)));
    if !ways.is_empty() {
        let _ = writeln!(html, "<p>{}</p>", ways.join(" "));
    }
    html
}

fn item(view: &View<'_>, entry: &Entry) -> String {
    let style = &view.site.style;
    let name = match &entry.path {
        Some(path) => anchor(&view.to(path), &entry.name),
        None => format!("<b>{}</b>", escape(&entry.name)),
    };
    let mut html = format!("<li>{name}");
    if style.lists_have_text {
        let _ = write!(html, "<br>\n{}", escape(&entry.sentences[0]));
    }
    for fact in &entry.listed {
        let text = escape(&fact.text);
        if style.lists_are_labelled {
            let _ = write!(html, "<br>\n{}: {text}", escape(&fact.label));
        } else {
            let _ = write!(html, "\n<small>{text}</small>");
        }
    }
    html.push_str("</li>\n");
    html
}

fn detail(view: &View<'_>, entry: &Entry) -> String {
    let style = &view.site.style;
    let mut html = heading(view, &entry.name);
    if style.has_pictures {
        let source = view.to(&view.site.sections[entry.section].picture);
        let _ = writeln!(html, "<p><img src=\"{source}\" alt=\"{}\"></p>", escape(&entry.name));
    }
    let text = format!("<p>{}</p>\n", escape(&entry.sentences.join(" ")));
    let facts = facts(view, entry);
    let (first, second) = if style.facts_come_first { (&facts, &text) } else { (&text, &facts) };
    let _ = write!(html, "{first}{second}");
    html
}

fn facts(view: &View<'_>, entry: &Entry) -> String {
    let style = &view.site.style;
    let mut html = lower(view, style.facts_title);
    let rows = entry.facts.iter().map(|fact| (escape(&fact.label), escape(&fact.text)));
    match style.fact_manner {
        0 => rows.for_each(|(label, text)| html.push_str(&format!("<p>{label}: {text}</p>\n"))),
        1 => {
            html.push_str("<ul>\n");
            rows.for_each(|(label, text)| html.push_str(&format!("<li><strong>{label}:</strong> {text}</li>\n")));
            html.push_str("</ul>\n");
        }
        _ => {
            html.push_str("<dl>\n");
            rows.for_each(|(label, text)| html.push_str(&format!("<dt>{label}</dt><dd>{text}</dd>\n")));
            html.push_str("</dl>\n");
        }
    }
    html
}

/// Favourites, what was seen last, advertisements.
fn boxes(view: &View<'_>) -> String {
    let (site, style) = (view.site, &view.site.style);
    let list = |title: &str, entries: &[usize]| {
        let link = |at: &usize| {
            let entry = &site.entries[*at];
            entry.path.as_ref().map_or_else(|| escape(&entry.name), |path| anchor(&view.to(path), &entry.name))
        };
        let items: String = entries.iter().map(|at| format!("<li>{}</li>\n", link(at))).collect();
        format!("{}<ul>\n{items}</ul>\n", lower(view, title))
    };
    let mut html = list(style.popular, &site.popular);
    if let Content::Entry(entry) = view.content {
        html.push_str(&list(style.alike, &site.neighbours(entry)));
        html.push_str(&list(style.viewed, &site.popular[1..3]));
    }
    for advert in &site.adverts {
        let link = anchor(&view.to_advert(advert), &advert.text);
        let _ = writeln!(html, "<p class=\"note\">{}: {link}</p>", style.advert);
    }
    html
}

fn footer(view: &View<'_>) -> String {
    let links: Vec<String> =
        view.site.services.iter().map(|service| anchor(&view.to(&service.path), &service.label)).collect();
    format!("<p>{}</p>\n<p>{}</p>\n", links.join(" "), escape(&view.site.name))
}
