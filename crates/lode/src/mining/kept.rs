//! Templates of instances as they are kept: in JSON, with a number that says which form it is.

use std::fmt;

use analysis::wrappers::locator::Locator;
use knowledge::instances::{Fixed, InstanceTemplate, LabelPlace, LearntAttribute, LearntName};
use serde::{Deserialize, Serialize};

use crate::wrapping::Place;

/// The form that is written.
const FORMAT: u32 = 1;

/// A template of instances as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KeptTemplate {
    /// The form it is in.
    pub format: u32,
    name: KeptName,
    attributes: Vec<KeptAttribute>,
    fixed: Fixed,
    label_places: Vec<KeptLabelPlace>,
}

/// Why a kept template cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadTemplate {
    /// It is of a form that is not known here.
    Format(u32),
    /// A place in it cannot be read.
    Place(String),
}

impl fmt::Display for BadTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTemplate::Format(format) => write!(f, "templates of form {format} are not known, only of form {FORMAT}"),
            BadTemplate::Place(problem) => write!(f, "a place of the template cannot be read: {problem}"),
        }
    }
}

impl std::error::Error for BadTemplate {}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct KeptName {
    places: Vec<Vec<Place>>,
    affixes: (Vec<String>, Vec<String>),
    title_affixes: (Vec<String>, Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct KeptAttribute {
    name: String,
    label: Option<String>,
    find: Vec<Place>,
    is_many: bool,
    quality: f64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct KeptLabelPlace {
    #[serde(rename = "in")]
    chain: String,
    column: usize,
}

impl KeptTemplate {
    /// The form in which a template is kept.
    pub fn of(template: &InstanceTemplate) -> KeptTemplate {
        let attribute = |attribute: &LearntAttribute| KeptAttribute {
            name: attribute.name.clone(),
            label: attribute.label.clone(),
            find: written(&attribute.locators),
            is_many: attribute.is_many,
            quality: attribute.quality,
        };
        let label_place = |place: &LabelPlace| KeptLabelPlace { chain: place.chain.clone(), column: place.column };
        KeptTemplate {
            format: FORMAT,
            name: KeptName {
                places: template.name.places.iter().map(|place| written(place)).collect(),
                affixes: template.name.affixes.clone(),
                title_affixes: template.name.title_affixes.clone(),
            },
            attributes: template.attributes.iter().map(attribute).collect(),
            fixed: template.fixed.clone(),
            label_places: template.label_places.iter().map(label_place).collect(),
        }
    }

    /// The template that was kept.
    ///
    /// # Errors
    ///
    /// If it is of another form, or was changed by hand into what cannot be read.
    pub fn template(&self) -> Result<InstanceTemplate, BadTemplate> {
        if self.format != FORMAT {
            return Err(BadTemplate::Format(self.format));
        }
        let attribute = |kept: &KeptAttribute| {
            let locators = read(&kept.find)?;
            let (name, label) = (kept.name.clone(), kept.label.clone());
            Ok(LearntAttribute { name, label, locators, is_many: kept.is_many, quality: kept.quality })
        };
        let label_place = |kept: &KeptLabelPlace| LabelPlace { chain: kept.chain.clone(), column: kept.column };
        Ok(InstanceTemplate {
            name: LearntName {
                places: self.name.places.iter().map(|places| read(places)).collect::<Result<_, _>>()?,
                affixes: self.name.affixes.clone(),
                title_affixes: self.name.title_affixes.clone(),
            },
            attributes: self.attributes.iter().map(attribute).collect::<Result<_, _>>()?,
            fixed: self.fixed.clone(),
            label_places: self.label_places.iter().map(label_place).collect(),
        })
    }
}

fn written(locators: &[Locator]) -> Vec<Place> {
    locators.iter().map(|locator| Place::of(locator, 1.0)).collect()
}

fn read(places: &[Place]) -> Result<Vec<Locator>, BadTemplate> {
    places.iter().map(|place| place.locator().map_err(BadTemplate::Place)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use analysis::wrappers::reading::Reading;
    use page::{Capture, Page};

    #[test]
    fn what_is_kept_reads_alike() {
        let html = |name: &str, price: &str| {
            format!("<title>{name}</title><h1>{name}</h1><p>Price: {price}</p><p><b>Made in</b> <i>{name}ia</i></p>")
        };
        let pages = [("Al", "1"), ("Bo", "2"), ("Cy", "3")].map(|(name, price)| html(name, price));
        let pages = pages.map(|html| Page::new(Capture::new("p", html)));
        let readings: Vec<Reading<'_>> = pages.iter().map(Reading::of).collect();
        let template = InstanceTemplate::learn(&readings).unwrap();
        let text = serde_json::to_string(&KeptTemplate::of(&template)).unwrap();
        let mut kept: KeptTemplate = serde_json::from_str(&text).unwrap();
        assert_eq!(template.attributes.len(), 2);
        assert_eq!(kept.template().as_ref(), Ok(&template));
        kept.format = 9;
        assert_eq!(kept.template(), Err(BadTemplate::Format(9)));
    }
}
