//! A site that is built in the browser: what is served is an empty shell with the page's state as JSON.

use serde::Serialize;
use serde::ser::{SerializeMap as _, Serializer};

use crate::markup::escape;
use crate::site::{Content, Entry, View};

/// The script that builds the page from its state; the same for every such site.
pub(super) const PROGRAM: &str = include_str!("app.js");

/// The whole state of a page.
#[derive(Serialize)]
struct State<'a> {
    site: Link,
    slogan: &'a str,
    menu: Vec<MenuItem>,
    page: Page<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    news: Vec<Link>,
    popular: Vec<Named<'a>>,
    popular_title: &'static str,
    sponsored: Vec<Link>,
    sponsored_title: &'static str,
    footer: Vec<Link>,
}

/// Something with a title that leads somewhere.
#[derive(Serialize)]
struct Link {
    title: String,
    url: String,
}

#[derive(Serialize)]
struct MenuItem {
    title: String,
    url: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    children: Vec<Link>,
}

#[derive(Serialize)]
struct Named<'a> {
    name: &'a str,
    url: String,
}

#[derive(Serialize)]
struct Page<'a> {
    kind: &'static str,
    title: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    breadcrumb: Vec<Link>,
    #[serde(skip_serializing_if = "Option::is_none")]
    intro: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sections: Vec<Link>,
    /// The columns of the items below, when lists are labelled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    columns: Vec<Column<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    items: Vec<Record<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Link>,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<Link>,
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<Detail<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    paragraphs: Vec<&'a str>,
}

#[derive(Serialize)]
struct Column<'a> {
    key: &'static str,
    label: &'a str,
}

/// An entry on a list: its name, its address, and its values by key.
struct Record<'a> {
    entry: &'a Entry,
    url: Option<String>,
    text: Option<&'a str>,
}

#[derive(Serialize)]
struct Detail<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    image: Option<String>,
    description: String,
    facts_title: &'static str,
    facts: Facts<'a>,
    alike_title: &'static str,
    alike: Vec<Named<'a>>,
}

/// Facts as a list of labels and values, or as an object whose keys are the labels.
struct Facts<'a> {
    entry: &'a Entry,
    is_object: bool,
}

#[derive(Serialize)]
struct LabelledValue<'a> {
    label: &'a str,
    value: &'a str,
}

impl Serialize for Record<'_> {
    // The keys stand in the order of the site, whatever order the JSON library keeps.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.entry.name)?;
        if let Some(url) = &self.url {
            map.serialize_entry("url", url)?;
        }
        if let Some(text) = self.text {
            map.serialize_entry("description", text)?;
        }
        for fact in &self.entry.listed {
            map.serialize_entry(fact.attribute, &fact.text)?;
        }
        map.end()
    }
}

impl Serialize for Facts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let facts = &self.entry.facts;
        if self.is_object {
            return serializer.collect_map(facts.iter().map(|fact| (&fact.label, &fact.text)));
        }
        serializer.collect_seq(facts.iter().map(|fact| LabelledValue { label: &fact.label, value: &fact.text }))
    }
}

/// A page of the site.
pub(super) fn page(view: &View<'_>) -> String {
    let site = view.site;
    let state = serde_json::to_string_pretty(&state(view)).unwrap_or_default().replace("</", "<\\/");
    let state = if site.style.list_manner == 0 {
        format!("<script type=\"application/json\" id=\"state\">\n{state}\n</script>\n")
    } else {
        format!("<script>\nwindow.__STATE__ = {state};\n</script>\n")
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{}</title>\n{}\
         <link rel=\"stylesheet\" href=\"{}\">\n</head>\n<body>\n<div id=\"root\"></div>\n\
         <noscript>Please switch on scripts to read {}.</noscript>\n{state}\
         <script src=\"{}\"></script>\n</body>\n</html>\n",
        escape(&view.title()),
        view.address(),
        view.to("style.css"),
        escape(&site.name),
        view.to("app.js"),
    )
}

fn state<'a>(view: &View<'a>) -> State<'a> {
    let site = view.site;
    let section = |at: usize| link(&site.sections[at].label, view.to(site.section_path(at)));
    let menu = site.tops().map(|(at, top)| {
        let children = if site.style.menu_is_nested { top.children.as_slice() } else { &[] };
        let Link { title, url } = section(at);
        MenuItem { title, url, children: children.iter().map(|child| section(*child)).collect() }
    });
    let news = match view.content {
        Content::Home => site.articles.iter().map(|each| link(&each.title, view.to(&each.path))).collect(),
        _ => Vec::new(),
    };
    let start = MenuItem { title: site.style.home.to_owned(), url: view.to("index.html"), children: Vec::new() };
    State {
        site: link(&site.name, view.to("index.html")),
        slogan: &site.slogan,
        menu: std::iter::once(start).chain(menu).collect(),
        page: body(view),
        news,
        popular: site.popular.iter().filter_map(|at| named(view, *at)).collect(),
        popular_title: site.style.popular,
        sponsored: site.adverts.iter().map(|each| link(&each.text, view.to_advert(each))).collect(),
        sponsored_title: site.style.advert,
        footer: site.services.iter().map(|each| link(&each.label, view.to(&each.path))).collect(),
    }
}

fn link(title: &str, url: String) -> Link {
    Link { title: title.to_owned(), url }
}

fn named<'a>(view: &View<'a>, entry: usize) -> Option<Named<'a>> {
    let entry = &view.site.entries[entry];
    Some(Named { name: &entry.name, url: view.to(entry.path.as_ref()?) })
}

fn body<'a>(view: &View<'a>) -> Page<'a> {
    let (site, style) = (view.site, &view.site.style);
    let mut page = Page {
        kind: view.content.kind(),
        title: match view.content {
            Content::Home => &site.name,
            Content::Section(section, _) => &site.sections[section].label,
            Content::Entry(entry) => &site.entries[entry].name,
            Content::Service(service) => &site.services[service].label,
            Content::Article(article) => &site.articles[article].title,
        },
        breadcrumb: view.breadcrumbs().into_iter().map(|(title, url)| Link { title, url }).collect(),
        intro: None,
        sections: Vec::new(),
        columns: Vec::new(),
        items: Vec::new(),
        next: None,
        previous: None,
        record: None,
        paragraphs: Vec::new(),
    };
    let section = |at: usize| link(&site.sections[at].label, view.to(site.section_path(at)));
    match view.content {
        Content::Home => {
            page.intro = Some(&site.slogan);
            page.sections = site.tops().map(|(at, _)| section(at)).collect();
        }
        Content::Section(own, number) => {
            let own = &site.sections[own];
            page.intro = Some(&own.blurb);
            page.sections = own.children.iter().map(|child| section(*child)).collect();
            for at in &own.pages[number].entries {
                let entry = &site.entries[*at];
                let text = style.lists_have_text.then(|| entry.sentences[0].as_str());
                page.items.push(Record { entry, url: entry.path.as_ref().map(|path| view.to(path)), text });
                for fact in entry.listed.iter().filter(|_| style.lists_are_labelled) {
                    if page.columns.iter().all(|column| column.key != fact.attribute) {
                        page.columns.push(Column { key: fact.attribute, label: &fact.label });
                    }
                }
            }
            let (before, after) = view.neighbours();
            page.previous = before.map(|url| link(style.previous, url));
            page.next = after.map(|url| link(style.next, url));
        }
        Content::Entry(at) => {
            let entry = &site.entries[at];
            page.record = Some(Detail {
                name: &entry.name,
                image: style.has_pictures.then(|| view.to(&site.sections[entry.section].picture)),
                description: entry.sentences.join(" "),
                facts_title: style.facts_title,
                facts: Facts { entry, is_object: style.fact_manner == 0 },
                alike_title: style.alike,
                alike: site.neighbours(at).into_iter().filter_map(|other| named(view, other)).collect(),
            });
        }
        Content::Service(at) => page.paragraphs = site.services[at].paragraphs.iter().map(String::as_str).collect(),
        Content::Article(at) => page.paragraphs = vec![&site.articles[at].text],
    }
    page
}
