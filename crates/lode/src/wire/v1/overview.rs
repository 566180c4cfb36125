//! A page at a glance, and a page repaired.

use page::Page;
use serde::Serialize;

use crate::parts::Parts;

/// What a page is made of, in numbers.
#[derive(Debug, Serialize)]
pub struct Overview<'a> {
    /// The page, as it was given.
    pub page: &'a str,
    /// Its title.
    pub title: Option<String>,
    /// How its bytes were read.
    pub encoding: &'a str,
    /// What laid it out.
    pub engine: &'a str,
    /// Elements of its tree.
    pub elements: usize,
    /// Texts of its tree.
    pub texts: usize,
    /// How deep its tree is.
    pub depth: usize,
    /// Leaves that are seen.
    pub leaves: usize,
    /// Parts that a person would draw.
    pub segments: usize,
    /// Tables that hold data.
    pub data_tables: usize,
    /// Lists.
    pub lists: usize,
    /// Records of the main list.
    pub main_list_records: usize,
    /// What is odd about it.
    pub notes: Vec<String>,
}

impl<'a> Overview<'a> {
    /// A page at a glance.
    pub fn of(page: &'a Page, parts: &Parts<'_>) -> Overview<'a> {
        let (elements, texts, _) = page.node_counts();
        Overview {
            page: &page.name,
            title: page.title(),
            encoding: page.encoding,
            engine: page.layout.as_ref().map_or("none", |layout| layout.engine()),
            elements,
            texts,
            depth: page.tree.nodes().map(|id| page.tree.depth(id)).max().unwrap_or_default(),
            leaves: parts.content.leaves().len(),
            segments: parts.segments.len(),
            data_tables: parts.tables.iter().filter(|table| table.is_data).count(),
            lists: parts.regions().len(),
            main_list_records: parts.regions().first().map_or(0, |region| region.records.len()),
            notes: super::notes(page),
        }
    }
}

/// A page as well-formed XHTML.
#[derive(Debug, Serialize)]
pub struct Xhtml<'a> {
    /// The page, as it was given.
    pub page: &'a str,
    /// How its bytes were read.
    pub encoding: &'a str,
    /// The document.
    pub xhtml: String,
}

impl<'a> Xhtml<'a> {
    /// A page, repaired.
    pub fn of(page: &'a Page) -> Xhtml<'a> {
        Xhtml { page: &page.name, encoding: page.encoding, xhtml: page.tree.to_xhtml() }
    }
}
