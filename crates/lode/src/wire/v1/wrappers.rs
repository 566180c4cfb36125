//! What becomes of a wrapper when its site changes.

use std::path::Path;

use page::Page;
use serde::Serialize;

use super::{Signature, thousandths};
use crate::wrapping;

/// Whether the layout of a page is still the one that a wrapper was made for.
#[derive(Debug, Serialize)]
pub struct Check<'a> {
    /// The page, as it was given.
    pub page: &'a str,
    /// Whether it has changed.
    pub changed: bool,
    /// The published case, from 1 to 4.
    pub case: u8,
    /// The paths of the places that have changed.
    #[serde(rename = "where")]
    pub places: Vec<String>,
    /// The share of the template's kinds of places that the page does not have.
    pub lost: f64,
    /// The share of the levels around the fields that have changed.
    pub moved: f64,
    /// The fields that are concerned.
    pub fields: &'a [String],
    /// The bar-tree numbers of the region, if it is there.
    pub signature: Option<Signature>,
}

impl<'a> Check<'a> {
    /// What a check of a page found.
    pub fn of(page: &'a Page, check: &'a wrapping::Check) -> Check<'a> {
        Check {
            page: &page.name,
            changed: check.changed,
            case: check.case.number(),
            places: check.places.iter().map(|&node| page.tree.path(node)).collect(),
            lost: thousandths(check.lost),
            moved: thousandths(check.moved),
            fields: &check.fields,
            signature: check.signature.as_ref().map(Signature::of),
        }
    }
}

/// What came of healing a wrapper.
#[derive(Debug, Serialize)]
pub struct Healing<'a> {
    /// Whether it was healed.
    pub healed: bool,
    /// `not needed`, `healed`, `proposed` or `lost`.
    pub outcome: &'static str,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
    /// The fields that are read elsewhere now.
    pub moved: Vec<MovedField<'a>>,
    /// The version of the wrapper.
    pub version: u32,
    /// Where it was written, if it was.
    pub written: Option<String>,
}

/// A field that is read elsewhere now.
#[derive(Debug, Serialize)]
pub struct MovedField<'a> {
    /// Its name.
    pub name: &'a str,
    /// Where it was.
    pub from: &'a str,
    /// Where it is, if it was found.
    pub to: Option<&'a str>,
}

impl<'a> Healing<'a> {
    /// What came of it, and where it was written.
    pub fn of(healing: &'a wrapping::Healing, written: Option<&Path>) -> Healing<'a> {
        let moved =
            |moved: &'a wrapping::Moved| MovedField { name: &moved.name, from: &moved.from, to: moved.to.as_deref() };
        Healing {
            healed: healing.outcome == wrapping::Outcome::Healed,
            outcome: healing.outcome.as_str(),
            confidence: healing.confidence,
            moved: healing.moved.iter().map(moved).collect(),
            version: healing.file.version,
            written: written.map(|written| written.display().to_string()),
        }
    }
}
