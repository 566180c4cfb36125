//! A modern site: elements that say what they are, cards in a grid, a style sheet.

use std::fmt::Write as _;

use crate::markup::{anchor, escape};
use crate::site::{Content, Entry, Fact, Section, View};

/// A page of the site.
pub(super) fn page(view: &View<'_>) -> String {
    let (site, style) = (view.site, &view.site.style);
    let side = if style.menu_is_at_side { " with-side" } else { "" };
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n{}\
         <link rel=\"stylesheet\" href=\"{}\">\n</head>\n<body>\n\
         <header class=\"top flex\">\n<a class=\"logo\" href=\"{}\">{}</a>\n<ul class=\"account flex\">\n",
        escape(&view.title()),
        view.address(),
        view.to("style.css"),
        view.to("index.html"),
        escape(&site.name),
    );
    for service in site.services.iter().filter(|service| service.is_in_header) {
        let _ = writeln!(html, "<li>{}</li>", anchor(&view.to(&service.path), &service.label));
    }
    html.push_str("</ul>\n</header>\n");
    if !style.menu_is_at_side {
        html.push_str(&menu(view));
    }
    let _ = writeln!(html, "<div class=\"layout container{side}\">");
    if style.menu_is_at_side {
        html.push_str(&menu(view));
    }
    let _ = write!(html, "<main>\n{}</main>\n{}</div>\n{}</body>\n</html>\n", main(view), aside(view), footer(view));
    html
}

fn menu(view: &View<'_>) -> String {
    let style = &view.site.style;
    let mut html = String::from("<nav class=\"menu\" aria-label=\"Main\">\n<ul>\n");
    let _ = writeln!(html, "<li>{}</li>", anchor(&view.to("index.html"), style.home));
    for (_, top) in view.site.tops() {
        let _ = write!(html, "<li>{}", link(view, top));
        if style.menu_is_nested && !top.children.is_empty() {
            html.push_str("\n<ul class=\"sub\">\n");
            for child in &top.children {
                let _ = writeln!(html, "<li>{}</li>", link(view, &view.site.sections[*child]));
            }
            html.push_str("</ul>\n");
        }
        html.push_str("</li>\n");
    }
    html.push_str("</ul>\n</nav>\n");
    html
}

fn link(view: &View<'_>, section: &Section) -> String {
    anchor(&view.to(&section.pages[0].path), &section.label)
}

fn main(view: &View<'_>) -> String {
    let site = view.site;
    let mut html = String::new();
    let crumbs = view.breadcrumbs();
    if !crumbs.is_empty() {
        html.push_str("<nav class=\"crumbs\" aria-label=\"Breadcrumb\"><ol>");
        for (label, href) in &crumbs {
            let _ = write!(html, "<li>{}</li>", anchor(href, label));
        }
        let _ = writeln!(html, "<li aria-current=\"page\">{}</li></ol></nav>", escape(view.heading()));
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
                html.push_str("<form class=\"form\" action=\"#\">\n");
                for field in service.form {
                    let _ = writeln!(html, "<label>{field} <input type=\"text\"></label>");
                }
                html.push_str("<button>Send</button>\n</form>\n");
            }
        }
        Content::Article(article) => {
            let article = &site.articles[article];
            let _ = write!(
                html,
                "<article class=\"story\">\n{}<time>{}</time>\n<p>{}</p>\n</article>\n",
                heading(view, &article.title),
                article.date,
                escape(&article.text)
            );
        }
    }
    html
}

fn heading(view: &View<'_>, text: &str) -> String {
    let level = view.site.style.heading;
    format!("<h{level}>{}</h{level}>\n", escape(text))
}

fn home(view: &View<'_>) -> String {
    let (site, style) = (view.site, &view.site.style);
    let mut html = format!(
        "<section class=\"hero\">\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n</section>\n\
         <section class=\"topics grid\">\n",
        escape(&site.name),
        escape(&site.slogan)
    );
    for (_, top) in site.tops() {
        let picture = if style.has_pictures {
            format!("<img src=\"{}\" alt=\"\" loading=\"lazy\">\n", view.to(&top.picture))
        } else {
            String::new()
        };
        let _ = write!(
            html,
            "<div class=\"{}\">\n{picture}<h2>{}</h2>\n<p>{}</p>\n</div>\n",
            style.card,
            link(view, top),
            escape(&top.blurb)
        );
    }
    let _ = write!(html, "</section>\n<section class=\"news\">\n<h2>{}</h2>\n", style.news);
    for article in &site.articles {
        let _ = write!(
            html,
            "<article>\n<h3>{}</h3>\n<time>{}</time>\n<p>{}</p>\n</article>\n",
            anchor(&view.to(&article.path), &article.title),
            article.date,
            escape(&article.text)
        );
    }
    html.push_str("</section>\n");
    html
}

fn list_page(view: &View<'_>, section: usize, number: usize) -> String {
    let (site, style) = (view.site, &view.site.style);
    let own = &site.sections[section];
    let mut html = heading(view, &own.label);
    let _ = writeln!(html, "<p class=\"lead\">{}</p>", escape(&own.blurb));
    if !own.children.is_empty() {
        html.push_str("<ul class=\"chips flex\">\n");
        for child in &own.children {
            let _ = writeln!(html, "<li>{}</li>", link(view, &site.sections[*child]));
        }
        html.push_str("</ul>\n");
    }
    if !own.pages[number].entries.is_empty() {
        let grid = if style.list_manner == 0 { "grid" } else { "stack" };
        let _ = writeln!(html, "<div class=\"{}s {grid}\">", style.card);
        for at in &own.pages[number].entries {
            html.push_str(&card(view, &site.entries[*at]));
        }
        html.push_str("</div>\n");
    }
    let (before, after) = view.neighbours();
    if before.is_some() || after.is_some() {
        html.push_str("<nav class=\"pager flex\">\n");
        for (href, rel, text) in [(before, "prev", style.previous), (after, "next", style.next)] {
            if let Some(href) = href {
                let _ = writeln!(html, "<a rel=\"{rel}\" href=\"{href}\">{text}</a>");
            }
        }
        html.push_str("</nav>\n");
    }
    html
}

fn card(view: &View<'_>, entry: &Entry) -> String {
    let style = &view.site.style;
    let mut html = format!("<article class=\"{}\">\n", style.card);
    if style.has_pictures {
        let source = view.to(&view.site.sections[entry.section].picture);
        let _ = writeln!(html, "<img src=\"{source}\" alt=\"{}\" loading=\"lazy\">", escape(&entry.name));
    }
    let _ = writeln!(html, "<h3>{}</h3>", name(view, entry));
    if style.lists_have_text {
        let _ = writeln!(html, "<p>{}</p>", escape(&entry.sentences[0]));
    }
    for fact in &entry.listed {
        let Fact { attribute, label, text } = fact;
        if style.lists_are_labelled {
            let _ = writeln!(
                html,
                "<div class=\"{attribute}\"><span class=\"label\">{}{}</span> <span class=\"value\">{}</span></div>",
                escape(label),
                style.colon,
                escape(text)
            );
        } else {
            let _ = writeln!(html, "<div class=\"{attribute} value\">{}</div>", escape(text));
        }
    }
    if let Some(path) = &entry.path {
        let _ = writeln!(html, "<a class=\"button\" href=\"{}\">{}</a>", view.to(path), style.more);
    }
    html.push_str("</article>\n");
    html
}

fn name(view: &View<'_>, entry: &Entry) -> String {
    entry.path.as_ref().map_or_else(|| escape(&entry.name), |path| anchor(&view.to(path), &entry.name))
}

fn detail(view: &View<'_>, entry: &Entry) -> String {
    let style = &view.site.style;
    let mut html = String::from("<article class=\"detail\">\n");
    html.push_str(&heading(view, &entry.name));
    if style.has_pictures {
        let source = view.to(&view.site.sections[entry.section].picture);
        let alt = escape(&entry.name);
        let _ = writeln!(html, "<figure><img src=\"{source}\" alt=\"{alt}\"></figure>");
    }
    let mut text = String::from("<div class=\"text\">\n");
    for sentence in &entry.sentences {
        let _ = writeln!(text, "<p>{}</p>", escape(sentence));
    }
    text.push_str("</div>\n");
    let facts = facts(view, entry);
    let (first, second) = if style.facts_come_first { (&facts, &text) } else { (&text, &facts) };
    let _ = write!(html, "{first}{second}");
    if let Some(rates) = &entry.rates {
        let _ = write!(html, "<section class=\"rates\">\n<h3>{}</h3>\n<table>\n<thead><tr><th></th>", rates.title);
        for column in rates.columns {
            let _ = write!(html, "<th scope=\"col\">{column}</th>");
        }
        html.push_str("</tr></thead>\n<tbody>\n");
        for (head, cells) in &rates.rows {
            let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
            let _ = writeln!(html, "<tr><th scope=\"row\">{head}</th>{cells}</tr>");
        }
        html.push_str("</tbody>\n</table>\n</section>\n");
    }
    html.push_str("</article>\n");
    html
}

fn facts(view: &View<'_>, entry: &Entry) -> String {
    let style = &view.site.style;
    let rows = entry.facts.iter().map(|fact| (format!("{}{}", escape(&fact.label), style.colon), escape(&fact.text)));
    let title = format!("<h3>{}</h3>\n", style.facts_title);
    let mut html = format!("<section class=\"{}s\">\n{title}", style.fact);
    match style.fact_manner {
        0 => {
            html.push_str("<dl>\n");
            rows.for_each(|(label, text)| html.push_str(&format!("<dt>{label}</dt>\n<dd>{text}</dd>\n")));
            html.push_str("</dl>\n");
        }
        1 => rows.for_each(|(label, text)| {
            html.push_str(&format!(
                "<div class=\"{}\"><span class=\"label\">{label}</span> <span class=\"value\">{text}</span></div>\n",
                style.fact
            ));
        }),
        _ => {
            html.push_str("<table>\n");
            rows.for_each(|(label, text)| html.push_str(&format!("<tr><th>{label}</th><td>{text}</td></tr>\n")));
            html.push_str("</table>\n");
        }
    }
    html.push_str("</section>\n");
    html
}

/// What stands beside every page: favourites, what was seen last, advertisements.
fn aside(view: &View<'_>) -> String {
    let (site, style) = (view.site, &view.site.style);
    let list = |title: &str, entries: &[usize]| {
        let items: String = entries.iter().map(|at| format!("<li>{}</li>\n", name(view, &site.entries[*at]))).collect();
        format!("<section class=\"{}\">\n<h4>{title}</h4>\n<ul>\n{items}</ul>\n</section>\n", style.aside)
    };
    let mut html = String::from("<aside>\n");
    html.push_str(&list(style.popular, &site.popular));
    if let Content::Entry(entry) = view.content {
        html.push_str(&list(style.alike, &site.neighbours(entry)));
        html.push_str(&list(style.viewed, &site.popular[..2]));
    }
    for advert in &site.adverts {
        let _ = write!(
            html,
            "<div class=\"{} sponsored\">\n<small>{}</small>\n{}\n</div>\n",
            style.aside,
            style.advert,
            anchor(&view.to_advert(advert), &advert.text)
        );
    }
    html.push_str("</aside>\n");
    html
}

fn footer(view: &View<'_>) -> String {
    let mut html = String::from("<footer>\n<ul class=\"flex\">\n");
    for service in &view.site.services {
        let _ = writeln!(html, "<li>{}</li>", anchor(&view.to(&service.path), &service.label));
    }
    let _ = write!(html, "</ul>\n<p>© {}</p>\n</footer>\n", escape(&view.site.name));
    html
}
