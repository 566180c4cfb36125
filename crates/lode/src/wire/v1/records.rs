//! The lists of a page, and what it declares for machines.

use analysis::declared::{self, Item, Property};
use analysis::regions;
use page::{Page, Rect};
use serde::Serialize;

use super::thousandths;
use crate::parts::Parts;

/// The lists of a page, the main one first.
#[derive(Debug, Serialize)]
pub struct Records<'a> {
    /// The page, as it was given.
    pub page: &'a str,
    /// Its lists.
    pub regions: Vec<Region<'a>>,
    /// What it declares about itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub declared: Vec<DeclaredItem<'a>>,
    /// What is odd about it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A list.
#[derive(Debug, Serialize)]
pub struct Region<'a> {
    /// The path of the element around it.
    pub path: String,
    /// How likely it is the list that a person means, from 0 to 1.
    pub score: f64,
    /// Where it stands: x, y, width and height in pixels.
    #[serde(rename = "box")]
    pub place: [f32; 4],
    /// The names of its columns.
    pub columns: Vec<&'a str>,
    /// Its records, in order.
    pub records: Vec<Record<'a>>,
}

/// A record of a list.
#[derive(Debug, Serialize)]
pub struct Record<'a> {
    /// The paths of the nodes that it is made of.
    pub paths: Vec<String>,
    /// All its text.
    pub text: String,
    /// Its fields, in order.
    pub fields: Vec<Field<'a>>,
}

/// A field of a record.
#[derive(Debug, Serialize)]
pub struct Field<'a> {
    /// The name of its column.
    pub column: &'a str,
    /// Its text.
    pub text: &'a str,
    /// The text without its label, where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<&'a str>,
    /// Whether it only introduces the next field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<bool>,
    /// The path of its node.
    pub path: String,
    /// Where it leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub href: Option<&'a str>,
    /// Where its image is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub src: Option<&'a str>,
}

/// Something that a page declares.
#[derive(Debug, Serialize)]
pub struct DeclaredItem<'a> {
    /// How it is written.
    pub syntax: &'static str,
    /// What it is.
    pub types: &'a [String],
    /// Its address, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a str>,
    /// The path of its element.
    pub path: String,
    /// What is said of it.
    pub properties: Vec<DeclaredProperty<'a>>,
}

/// A property that a page declares.
#[derive(Debug, Serialize)]
pub struct DeclaredProperty<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its value, under `text`, `href` or `item`.
    #[serde(flatten)]
    pub value: DeclaredValue<'a>,
    /// The path of its element.
    pub path: String,
}

/// The value of a property that a page declares.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum DeclaredValue<'a> {
    /// A text.
    Text(&'a str),
    /// An address.
    Href(&'a str),
    /// Another item.
    Item(DeclaredItem<'a>),
}

impl<'a> Records<'a> {
    /// The lists of a page.
    pub fn of(page: &'a Page, parts: &'a Parts<'_>) -> Records<'a> {
        let declared = parts.declared();
        let mut notes = super::notes(page);
        notes.extend(declared.notes.iter().map(ToString::to_string));
        Records {
            page: &page.name,
            regions: parts.regions().iter().map(|region| Region::of(page, parts, region)).collect(),
            declared: declared.items.iter().map(|item| DeclaredItem::of(page, item)).collect(),
            notes,
        }
    }
}

impl<'a> Region<'a> {
    fn of(page: &Page, parts: &Parts<'_>, region: &'a regions::Region) -> Region<'a> {
        let Rect { x, y, width, height } = region.rect(&parts.content).unwrap_or_default();
        let records = region.records.iter().map(|record| Record {
            paths: record.nodes.iter().map(|&node| page.tree.path(node)).collect(),
            text: parts.content.reading(record.leaves.clone()),
            fields: record.fields.iter().map(|field| Field::of(page, region, field)).collect(),
        });
        Region {
            path: page.tree.path(region.node),
            score: thousandths(region.score),
            place: [x, y, width, height].map(|pixels| (10.0 * pixels).round() / 10.0),
            columns: region.columns.iter().map(|column| column.name.as_str()).collect(),
            records: records.collect(),
        }
    }
}

impl<'a> Field<'a> {
    fn of(page: &Page, region: &'a regions::Region, field: &'a regions::Field) -> Field<'a> {
        let column = &region.columns[field.column];
        Field {
            column: &column.name,
            text: &field.text,
            value: (field.value != field.text).then_some(field.value.as_str()),
            label: column.is_label.then_some(true),
            path: page.tree.path(field.node),
            href: field.href.as_deref(),
            src: field.src.as_deref(),
        }
    }
}

impl<'a> DeclaredItem<'a> {
    fn of(page: &Page, item: &'a Item) -> DeclaredItem<'a> {
        let value = |property: &'a Property| match &property.value {
            declared::Value::Text(text) => DeclaredValue::Text(text),
            declared::Value::Link(address) => DeclaredValue::Href(address),
            declared::Value::Item(inner) => DeclaredValue::Item(DeclaredItem::of(page, inner)),
        };
        let properties = item.properties.iter().map(|property| DeclaredProperty {
            name: &property.name,
            value: value(property),
            path: page.tree.path(property.node),
        });
        DeclaredItem {
            syntax: item.syntax.as_str(),
            types: &item.types,
            id: item.id.as_deref(),
            path: page.tree.path(item.node),
            properties: properties.collect(),
        }
    }
}
