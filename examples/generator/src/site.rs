//! One site as it will be written: its sections, entries, services and the way to each page. What it looks like is in
//! `style.rs`, how it is drawn in `building.rs`.

use crate::markup::relative;
use crate::style::Style;

pub(crate) struct Site {
    pub(crate) template: Template,
    pub(crate) host: String,
    pub(crate) name: String,
    pub(crate) slogan: String,
    pub(crate) address: Address,
    pub(crate) sections: Vec<Section>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) services: Vec<Service>,
    pub(crate) articles: Vec<Article>,
    pub(crate) adverts: Vec<Advert>,
    /// Entries that stand in a box on every page.
    pub(crate) popular: Vec<usize>,
    pub(crate) style: Style,
}

/// The four ways in which sites are built; each is the folder of one site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Template {
    Tables,
    Cards,
    Lists,
    Script,
}

impl Template {
    pub(crate) const ALL: [Self; 4] = [Self::Tables, Self::Cards, Self::Lists, Self::Script];

    pub(crate) fn folder(self) -> &'static str {
        match self {
            Self::Tables => "a",
            Self::Cards => "b",
            Self::Lists => "c",
            Self::Script => "d",
        }
    }
}

/// How a page says where it belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Address {
    Canonical,
    OpenGraph,
    Unsaid,
}

/// The pages of a concept.
pub(crate) struct Section {
    pub(crate) concept: usize,
    pub(crate) label: String,
    pub(crate) parent: Option<usize>,
    pub(crate) children: Vec<usize>,
    pub(crate) pages: Vec<SectionPage>,
    pub(crate) blurb: String,
    /// The picture of its branch.
    pub(crate) picture: String,
}

pub(crate) struct SectionPage {
    pub(crate) path: String,
    pub(crate) entries: Vec<usize>,
}

/// A thing as this site knows it.
pub(crate) struct Entry {
    pub(crate) thing: usize,
    pub(crate) name: String,
    pub(crate) section: usize,
    /// Its own page; some stand on lists only.
    pub(crate) path: Option<String>,
    pub(crate) sentences: Vec<String>,
    pub(crate) facts: Vec<Fact>,
    /// What lists say of it.
    pub(crate) listed: Vec<Fact>,
    pub(crate) rates: Option<RateTable>,
}

#[derive(Clone)]
pub(crate) struct Fact {
    pub(crate) attribute: &'static str,
    pub(crate) label: String,
    pub(crate) text: String,
}

pub(crate) struct RateTable {
    pub(crate) title: &'static str,
    pub(crate) columns: &'static [&'static str],
    /// Each row with its head.
    pub(crate) rows: Vec<(&'static str, Vec<String>)>,
}

pub(crate) struct Service {
    pub(crate) label: String,
    pub(crate) path: String,
    pub(crate) paragraphs: Vec<String>,
    /// A form to fill in, by the names of its fields.
    pub(crate) form: &'static [&'static str],
    pub(crate) is_in_header: bool,
}

pub(crate) struct Article {
    pub(crate) title: String,
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) date: String,
}

pub(crate) struct Advert {
    pub(crate) text: String,
    /// An address outside, or a page of this site.
    pub(crate) url: String,
    pub(crate) is_outside: bool,
}

/// What a page shows.
#[derive(Clone, Copy)]
pub(crate) enum Content {
    Home,
    Section(usize, usize),
    Entry(usize),
    Service(usize),
    Article(usize),
}

impl Content {
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Home => "home",
            Self::Section(..) => "list",
            Self::Entry(_) => "detail",
            Self::Service(_) => "service",
            Self::Article(_) => "article",
        }
    }
}

/// A page of a site.
pub(crate) struct View<'a> {
    pub(crate) site: &'a Site,
    pub(crate) path: &'a str,
    pub(crate) content: Content,
}

impl Site {
    /// All pages, the home page first.
    pub(crate) fn views(&self) -> Vec<View<'_>> {
        let view = |path, content| View { site: self, path, content };
        let mut views = vec![view("index.html", Content::Home)];
        for (at, section) in self.sections.iter().enumerate() {
            let pages = section.pages.iter().enumerate();
            views.extend(pages.map(|(number, page)| view(&page.path, Content::Section(at, number))));
        }
        let entries = self.entries.iter().enumerate();
        views.extend(entries.filter_map(|(at, entry)| Some(view(entry.path.as_deref()?, Content::Entry(at)))));
        views.extend(self.services.iter().enumerate().map(|(at, each)| view(&each.path, Content::Service(at))));
        views.extend(self.articles.iter().enumerate().map(|(at, each)| view(&each.path, Content::Article(at))));
        views
    }

    /// Sections of the first level, in the order of the menu.
    pub(crate) fn tops(&self) -> impl Iterator<Item = (usize, &Section)> {
        self.sections.iter().enumerate().filter(|(_, section)| section.parent.is_none())
    }

    /// The section and those above it, the highest first.
    pub(crate) fn trail(&self, section: usize) -> Vec<usize> {
        let mut trail: Vec<usize> =
            std::iter::successors(Some(section), |section| self.sections[*section].parent).collect();
        trail.reverse();
        trail
    }

    /// The first page of a section.
    pub(crate) fn section_path(&self, section: usize) -> &str {
        &self.sections[section].pages[0].path
    }

    /// Others in the same section that have a page, for "you may also like".
    pub(crate) fn neighbours(&self, entry: usize) -> Vec<usize> {
        let alike = |at: &usize| {
            *at != entry && self.entries[*at].section == self.entries[entry].section && self.entries[*at].path.is_some()
        };
        (0..self.entries.len()).filter(alike).take(3).collect()
    }
}

impl View<'_> {
    /// The address of another page of the site, as a link on this one.
    pub(crate) fn to(&self, path: &str) -> String {
        relative(self.path, path)
    }

    /// The address that an advertisement leads to.
    pub(crate) fn to_advert(&self, advert: &Advert) -> String {
        if advert.is_outside { advert.url.clone() } else { self.to(&advert.url) }
    }

    /// What the page is called.
    pub(crate) fn heading(&self) -> &str {
        match self.content {
            Content::Home => &self.site.name,
            Content::Section(section, _) => &self.site.sections[section].label,
            Content::Entry(entry) => &self.site.entries[entry].name,
            Content::Service(service) => &self.site.services[service].label,
            Content::Article(article) => &self.site.articles[article].title,
        }
    }

    pub(crate) fn title(&self) -> String {
        match self.content {
            Content::Home => format!("{} {} {}", self.site.name, self.site.style.dash, self.site.slogan),
            _ => format!("{} {} {}", self.heading(), self.site.style.dash, self.site.name),
        }
    }

    /// The section that the page is in.
    pub(crate) fn section(&self) -> Option<usize> {
        match self.content {
            Content::Section(section, _) => Some(section),
            Content::Entry(entry) => Some(self.site.entries[entry].section),
            _ => None,
        }
    }

    /// The way down to this page, as labels with addresses; the page itself is not among them.
    pub(crate) fn breadcrumbs(&self) -> Vec<(String, String)> {
        let Some(section) = self.section().filter(|_| self.site.style.has_breadcrumbs) else { return Vec::new() };
        let mut trail = self.site.trail(section);
        if matches!(self.content, Content::Section(..)) {
            trail.pop();
        }
        let home = (self.site.style.home.to_owned(), self.to("index.html"));
        let crumb = |at: usize| (self.site.sections[at].label.clone(), self.to(self.site.section_path(at)));
        std::iter::once(home).chain(trail.into_iter().map(crumb)).collect()
    }

    /// The pages before and after this one of a section.
    pub(crate) fn neighbours(&self) -> (Option<String>, Option<String>) {
        let Content::Section(section, number) = self.content else { return (None, None) };
        let pages = &self.site.sections[section].pages;
        let before = number.checked_sub(1).map(|at| self.to(&pages[at].path));
        (before, pages.get(number + 1).map(|page| self.to(&page.path)))
    }

    /// What the head says about the page's address, as markup.
    pub(crate) fn address(&self) -> String {
        let url = format!("https://{}/{}", self.site.host, self.path);
        match self.site.address {
            Address::Canonical => format!("<link rel=\"canonical\" href=\"{url}\">\n"),
            Address::OpenGraph => format!("<meta property=\"og:url\" content=\"{url}\">\n"),
            Address::Unsaid => String::new(),
        }
    }
}
