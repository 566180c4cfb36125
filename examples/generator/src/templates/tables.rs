//! A site as it was built in 2005: tables within tables, fonts and colours in attributes, no classes.

use std::fmt::Write as _;

use crate::markup::{anchor, escape};
use crate::site::{Content, Entry, Fact, Section, View};

/// A page of the site.
pub(super) fn page(view: &View<'_>) -> String {
    let style = &view.site.style;
    let palette = style.palette;
    let mut html = format!(
        "<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01 Transitional//EN\" \"http://www.w3.org/TR/html4/loose.dtd\">\n\
         <html>\n<head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\n\
         <title>{}</title>\n{}</head>\n\
         <body bgcolor=\"{}\" text=\"{}\" link=\"{}\" vlink=\"{}\" topmargin=\"8\">\n\
         <table width=\"860\" align=\"center\" border=\"0\" cellpadding=\"0\" cellspacing=\"0\" bgcolor=\"#ffffff\">\n",
        escape(&view.title()),
        view.address(),
        palette.pale,
        palette.ink,
        palette.strong,
        palette.strong,
    );
    html.push_str(&banner(view));
    if !style.menu_is_at_side {
        html.push_str(&menu_row(view));
    }
    html.push_str("<tr><td><table width=\"100%\" border=\"0\" cellpadding=\"8\" cellspacing=\"0\"><tr>\n");
    if style.menu_is_at_side {
        html.push_str(&side_menu(view));
    }
    let _ = write!(html, "<td valign=\"top\"><font face=\"Verdana, Arial\" size=\"2\">\n{}</font></td>\n", main(view));
    html.push_str(&right_column(view));
    html.push_str("</tr></table></td></tr>\n");
    html.push_str(&footer(view));
    html.push_str("</table>\n</body>\n</html>\n");
    html
}

fn banner(view: &View<'_>) -> String {
    let site = view.site;
    let services = site.services.iter().filter(|service| service.is_in_header);
    let links: Vec<String> = services
        .map(|service| {
            format!("<a href=\"{}\"><font color=\"#ffffff\">{}</font></a>", view.to(&service.path), service.label)
        })
        .collect();
    format!(
        "<tr><td bgcolor=\"{}\"><table width=\"100%\" border=\"0\" cellpadding=\"10\"><tr>\
         <td><a href=\"{}\"><font face=\"Georgia\" size=\"6\" color=\"#ffffff\"><b>{}</b></font></a><br>\
         <font face=\"Verdana\" size=\"1\" color=\"#ffffff\">{}</font></td>\
         <td align=\"right\" valign=\"top\"><font face=\"Verdana\" size=\"1\" color=\"#ffffff\">{}</font></td>\
         </tr></table></td></tr>\n",
        site.style.palette.strong,
        view.to("index.html"),
        escape(&site.name),
        escape(&site.slogan),
        links.join(" | "),
    )
}

fn menu_row(view: &View<'_>) -> String {
    let style = &view.site.style;
    let mut html = format!(
        "<tr><td bgcolor=\"{}\"><table border=\"0\" cellpadding=\"6\" cellspacing=\"2\"><tr>\n<td valign=\"top\">\
         <font face=\"Verdana\" size=\"2\">{}</font></td>\n",
        style.palette.pale,
        anchor(&view.to("index.html"), style.home),
    );
    for (_, top) in view.site.tops() {
        let _ = write!(html, "<td valign=\"top\"><font face=\"Verdana\" size=\"2\"><b>{}</b></font>", link(view, top));
        if style.menu_is_nested {
            for child in &top.children {
                let label = link(view, &view.site.sections[*child]);
                let _ = write!(html, "<br>\n<font face=\"Verdana\" size=\"1\">{label}</font>");
            }
        }
        html.push_str("</td>\n");
    }
    html.push_str("</tr></table></td></tr>\n");
    html
}

fn side_menu(view: &View<'_>) -> String {
    let style = &view.site.style;
    let mut html = format!(
        "<td width=\"150\" valign=\"top\" bgcolor=\"{}\"><table border=\"0\" cellpadding=\"3\" width=\"100%\">\n\
         <tr><td><font face=\"Verdana\" size=\"2\">{}</font></td></tr>\n",
        style.palette.pale,
        anchor(&view.to("index.html"), style.home),
    );
    for (_, top) in view.site.tops() {
        let _ = writeln!(html, "<tr><td><font face=\"Verdana\" size=\"2\"><b>{}</b></font></td></tr>", link(view, top));
        if style.menu_is_nested {
            for child in &top.children {
                let label = link(view, &view.site.sections[*child]);
                let _ = writeln!(
                    html,
                    "<tr><td>&nbsp;&nbsp;&nbsp;<font face=\"Verdana\" size=\"1\">{label}</font></td></tr>"
                );
            }
        }
    }
    html.push_str("</table></td>\n");
    html
}

fn link(view: &View<'_>, section: &Section) -> String {
    anchor(&view.to(&section.pages[0].path), &section.label)
}

fn heading(view: &View<'_>, text: &str) -> String {
    let colour = view.site.style.palette.strong;
    match view.site.style.heading {
        1 => format!("<h1><font color=\"{colour}\">{}</font></h1>\n", escape(text)),
        _ => format!("<font size=\"5\" color=\"{colour}\"><b>{}</b></font><br><br>\n", escape(text)),
    }
}

fn main(view: &View<'_>) -> String {
    let mut html = String::new();
    let crumbs = view.breadcrumbs();
    if !crumbs.is_empty() {
        let links: Vec<String> = crumbs.iter().map(|(label, href)| anchor(href, label)).collect();
        let own = escape(view.heading());
        let _ = writeln!(html, "<font size=\"1\">{} &gt; {own}</font><br><br>", links.join(" &gt; "));
    }
    match view.content {
        Content::Home => html.push_str(&home(view)),
        Content::Section(section, number) => html.push_str(&list_page(view, section, number)),
        Content::Entry(entry) => html.push_str(&detail(view, &view.site.entries[entry])),
        Content::Service(service) => {
            let service = &view.site.services[service];
            html.push_str(&heading(view, &service.label));
            for paragraph in &service.paragraphs {
                let _ = writeln!(html, "<p>{}</p>", escape(paragraph));
            }
            if !service.form.is_empty() {
                html.push_str("<form action=\"#\"><table border=\"0\">\n");
                for field in service.form {
                    let _ = writeln!(html, "<tr><td>{field}</td><td><input type=\"text\"></td></tr>");
                }
                html.push_str("<tr><td></td><td><input type=\"submit\" value=\"Send\"></td></tr>\n</table></form>\n");
            }
        }
        Content::Article(article) => {
            let article = &view.site.articles[article];
            html.push_str(&heading(view, &article.title));
            let _ = writeln!(html, "<i>{}</i>\n<p>{}</p>", article.date, escape(&article.text));
        }
    }
    html
}

fn home(view: &View<'_>) -> String {
    let site = view.site;
    let mut html = heading(view, &format!("Welcome to {}", site.name));
    let _ = write!(
        html,
        "<p>{}. Choose a section to begin with.</p>\n\
         <table width=\"100%\" border=\"0\" cellpadding=\"8\" cellspacing=\"4\">\n",
        escape(&site.slogan)
    );
    for (_, top) in site.tops() {
        let _ = write!(html, "<tr bgcolor=\"{}\">", site.style.palette.pale);
        if site.style.has_pictures {
            let source = view.to(&top.picture);
            let _ = write!(html, "<td width=\"110\"><img src=\"{source}\" width=\"96\" height=\"60\" alt=\"\"></td>");
        }
        let _ = writeln!(
            html,
            "<td><font size=\"3\"><b>{}</b></font><br><font size=\"2\">{}</font></td></tr>",
            link(view, top),
            escape(&top.blurb)
        );
    }
    let _ = write!(html, "</table>\n<br><font size=\"4\"><b>{}</b></font><br>\n", site.style.news);
    for article in &site.articles {
        let _ = writeln!(
            html,
            "<p><b>{}</b> <i>{}</i><br>{}</p>",
            anchor(&view.to(&article.path), &article.title),
            article.date,
            escape(&article.text)
        );
    }
    html
}

fn list_page(view: &View<'_>, section: usize, number: usize) -> String {
    let (site, style) = (view.site, &view.site.style);
    let own = &site.sections[section];
    let mut html = heading(view, &own.label);
    let _ = writeln!(html, "<p>{}</p>", escape(&own.blurb));
    if !own.children.is_empty() {
        html.push_str("<table border=\"0\" cellpadding=\"4\"><tr>\n");
        for child in &own.children {
            let label = link(view, &site.sections[*child]);
            let _ = writeln!(html, "<td bgcolor=\"{}\">&raquo; {label}</td>", style.palette.pale);
        }
        html.push_str("</tr></table><br>\n");
    }
    let entries: Vec<&Entry> = own.pages[number].entries.iter().map(|at| &site.entries[*at]).collect();
    if !entries.is_empty() {
        html.push_str(&if style.list_manner == 0 { rows(view, &entries) } else { blocks(view, &entries) });
    }
    let (before, after) = view.neighbours();
    let mut ways = Vec::new();
    ways.extend(before.map(|href| anchor(&href, style.previous)));
    ways.extend(after.map(|href| anchor(&href, style.next)));
    if !ways.is_empty() {
        let _ = writeln!(html, "<br><div align=\"right\">{}</div>", ways.join(" &nbsp; "));
    }
    html
}

/// A table with a head and a column for each attribute.
fn rows(view: &View<'_>, entries: &[&Entry]) -> String {
    let palette = view.site.style.palette;
    let mut columns: Vec<&Fact> = Vec::new();
    for fact in entries.iter().flat_map(|entry| &entry.listed) {
        if columns.iter().all(|known| known.attribute != fact.attribute) {
            columns.push(fact);
        }
    }
    let mut html = format!(
        "<table width=\"100%\" border=\"1\" cellpadding=\"5\" cellspacing=\"0\" bordercolor=\"{}\">\n\
         <tr bgcolor=\"{}\"><td><font color=\"#ffffff\"><b>Name</b></font></td>",
        palette.pale, palette.strong
    );
    for column in &columns {
        let _ = write!(html, "<td><font color=\"#ffffff\"><b>{}</b></font></td>", escape(&column.label));
    }
    html.push_str("</tr>\n");
    for entry in entries {
        let _ = write!(html, "<tr><td><b>{}</b></td>", name(view, entry));
        for column in &columns {
            let cell = entry.listed.iter().find(|fact| fact.attribute == column.attribute);
            let _ = write!(html, "<td>{}</td>", cell.map_or("&nbsp;".to_owned(), |fact| escape(&fact.text)));
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</table>\n");
    html
}

/// A table of its own for each entry.
fn blocks(view: &View<'_>, entries: &[&Entry]) -> String {
    let style = &view.site.style;
    let mut html = String::new();
    for entry in entries {
        html.push_str("<table width=\"100%\" border=\"0\" cellpadding=\"4\"><tr>\n");
        if style.has_pictures {
            let source = view.to(&view.site.sections[entry.section].picture);
            let alt = escape(&entry.name);
            let _ =
                writeln!(html, "<td width=\"90\"><img src=\"{source}\" width=\"80\" height=\"50\" alt=\"{alt}\"></td>");
        }
        let _ = writeln!(html, "<td valign=\"top\"><b>{}</b><br>", name(view, entry));
        if style.lists_have_text {
            let _ = writeln!(html, "<font size=\"1\">{}</font><br>", escape(&entry.sentences[0]));
        }
        for fact in &entry.listed {
            let label = if style.lists_are_labelled {
                format!("<font size=\"1\" color=\"{}\">{}:</font> ", style.palette.strong, escape(&fact.label))
            } else {
                String::new()
            };
            let _ = writeln!(html, "{label}<font size=\"2\">{}</font><br>", escape(&fact.text));
        }
        html.push_str("</td>");
        if let Some(path) = &entry.path {
            let _ = write!(
                html,
                "\n<td align=\"right\" valign=\"bottom\" width=\"90\">{}</td>",
                anchor(&view.to(path), style.more)
            );
        }
        html.push_str("</tr></table>\n<hr size=\"1\">\n");
    }
    html
}

fn name(view: &View<'_>, entry: &Entry) -> String {
    entry.path.as_ref().map_or_else(|| escape(&entry.name), |path| anchor(&view.to(path), &entry.name))
}

fn detail(view: &View<'_>, entry: &Entry) -> String {
    let style = &view.site.style;
    let mut html = heading(view, &entry.name);
    if style.has_pictures {
        let source = view.to(&view.site.sections[entry.section].picture);
        let alt = escape(&entry.name);
        let _ = writeln!(
            html,
            "<img src=\"{source}\" width=\"240\" height=\"150\" align=\"right\" hspace=\"10\" alt=\"{alt}\">"
        );
    }
    let text = format!("<p>{}</p>\n", escape(&entry.sentences.join(" ")));
    let facts = facts(view, entry);
    let (first, second) = if style.facts_come_first { (&facts, &text) } else { (&text, &facts) };
    let _ = write!(html, "{first}{second}");
    if let Some(rates) = &entry.rates {
        let _ = write!(
            html,
            "<br><font size=\"3\"><b>{}</b></font>\n<table border=\"1\" cellpadding=\"4\" cellspacing=\"0\">\n\
             <tr bgcolor=\"{}\"><td>&nbsp;</td>",
            rates.title, style.palette.pale
        );
        for column in rates.columns {
            let _ = write!(html, "<td><b>{column}</b></td>");
        }
        html.push_str("</tr>\n");
        for (head, cells) in &rates.rows {
            let cells: String = cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
            let _ = writeln!(html, "<tr><td><b>{head}</b></td>{cells}</tr>");
        }
        html.push_str("</table>\n");
    }
    html
}

fn facts(view: &View<'_>, entry: &Entry) -> String {
    let style = &view.site.style;
    let mut html = String::from("<table border=\"0\" cellpadding=\"4\" cellspacing=\"1\">\n");
    for fact in &entry.facts {
        let (label, text) = (format!("{}{}", escape(&fact.label), style.colon), escape(&fact.text));
        let row = match style.fact_manner {
            0 => format!("<td bgcolor=\"{}\"><b>{label}</b></td><td>{text}</td>", style.palette.pale),
            1 => format!(
                "<td align=\"right\"><font color=\"{}\">{label}</font></td><td><b>{text}</b></td>",
                style.palette.accent
            ),
            _ => format!("<th align=\"left\">{label}</th><td>{text}</td>"),
        };
        let _ = writeln!(html, "<tr>{row}</tr>");
    }
    html.push_str("</table>\n");
    html
}

/// What stands at the right of every page: favourites, what was seen last, advertisements.
fn right_column(view: &View<'_>) -> String {
    let site = view.site;
    let mut html = format!(
        "<td width=\"170\" valign=\"top\"><font face=\"Verdana\" size=\"1\">\n\
         <table width=\"100%\" border=\"0\" cellpadding=\"4\"><tr><td bgcolor=\"{}\"><b>{}</b></td></tr>\n",
        site.style.palette.pale, site.style.popular
    );
    for at in &site.popular {
        let _ = writeln!(html, "<tr><td>{}</td></tr>", name(view, &site.entries[*at]));
    }
    html.push_str("</table>\n");
    if let Content::Entry(entry) = view.content {
        let _ = writeln!(html, "<br><b>{}</b><br>", site.style.alike);
        for at in site.neighbours(entry) {
            let _ = writeln!(html, "{}<br>", name(view, &site.entries[at]));
        }
    }
    let _ = writeln!(html, "<br><font color=\"#999999\">{}</font><br>", site.style.advert);
    for advert in &site.adverts {
        let _ = writeln!(
            html,
            "<table width=\"100%\" border=\"1\" bordercolor=\"{}\" cellpadding=\"6\"><tr><td>{}</td></tr></table>",
            site.style.palette.accent,
            anchor(&view.to_advert(advert), &advert.text)
        );
    }
    html.push_str("</font></td>\n");
    html
}

fn footer(view: &View<'_>) -> String {
    let links: Vec<String> =
        view.site.services.iter().map(|service| anchor(&view.to(&service.path), &service.label)).collect();
    format!(
        "<tr><td align=\"center\" bgcolor=\"{}\"><font face=\"Verdana\" size=\"1\">\
         <br>{}<br>&copy; 2005 {}<br><br></font></td></tr>\n",
        view.site.style.palette.pale,
        links.join(" | "),
        escape(&view.site.name),
    )
}
