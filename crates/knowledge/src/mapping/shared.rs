//! Several properties in one text, as in `f 48 years, MSc`: each is told by the form of its part. A property whose
//! range says so little that any text would do is not looked for here.

use analysis::wrappers::reading::own_label;

use super::Mapped;
use super::fields::Source;
use crate::ontology::Ontology;
use crate::values::Converter;

/// The share of a slot's texts that must hold a value of the property.
const LEAST_SHARE: f64 = 0.5;
/// The share of readings that a slot must be found in.
const LEAST_COVERAGE: f64 = 0.2;
/// How sure such a find is.
const SURE: f64 = 0.9;

/// Adds the properties that were not found as whole texts, and puts right those whose texts do not hold their values.
/// So many properties at least have to share a text: on a whole page, a form alone says little.
pub(super) fn map_parts(
    mapped: &mut Vec<Mapped>,
    properties: &[usize],
    ontology: &Ontology,
    source: &Source<'_>,
    least: usize,
) {
    let named: Vec<usize> = mapped.iter().filter(|mapped| mapped.is_named).map(|mapped| mapped.slot).collect();
    let mut parts: Vec<Mapped> = Vec::new();
    for &property in properties {
        let converter = Converter::new(&ontology.properties[property]);
        let known = mapped.iter().find(|mapped| mapped.property == property);
        if !converter.is_specific() || known.is_some_and(|known| known.is_named) {
            continue;
        }
        let known = known.map(|known| (known.slot, share(source, known.slot, &converter)));
        let right = known.filter(|&(_, share)| share >= LEAST_SHARE);
        let Some((slot, share)) = right.or_else(|| best(source, &converter, &named)) else { continue };
        parts.push(Mapped { property, slot, likelihood: share, locators: Vec::new(), fits: share, is_named: false });
    }
    // Whoever reads a text for one of them reads it for all: else the surest would keep it to itself.
    for part in &parts {
        let sharing: Vec<&Mapped> = parts.iter().filter(|other| other.slot == part.slot).collect();
        let likelihood = SURE * sharing.iter().map(|part| part.likelihood).fold(0.0, f64::max);
        let known = mapped.iter().find(|known| known.property == part.property && known.slot == part.slot);
        let is_surer = known.is_some_and(|known| known.likelihood >= likelihood);
        if sharing.len() < least || (sharing.len() == 1 && is_surer) {
            continue;
        }
        let locators = source.locators(&vec![(part.slot, likelihood)]);
        mapped.retain(|mapped| mapped.property != part.property);
        mapped.push(Mapped { likelihood, locators, ..part.clone() });
    }
    mapped.sort_by_key(|mapped| mapped.property);
}

/// The slot whose texts most often hold a value, on most pages; of equal ones the first.
fn best(source: &Source<'_>, converter: &Converter, taken: &[usize]) -> Option<(usize, f64)> {
    let mut best: Option<(usize, f64, f64)> = None;
    for (number, slot) in source.slots.iter().enumerate() {
        let coverage = slot.found.len() as f64 / source.readings.len() as f64;
        if coverage < LEAST_COVERAGE || taken.contains(&number) || best.is_some_and(|(_, _, weight)| coverage <= weight)
        {
            continue;
        }
        let share = share(source, number, converter);
        let weight = share * coverage;
        if share >= LEAST_SHARE && best.is_none_or(|(_, _, known)| weight > known) {
            best = Some((number, share, weight));
        }
    }
    best.map(|(number, share, _)| (number, share))
}

/// The share of a slot's texts that hold a value.
fn share(source: &Source<'_>, slot: usize, converter: &Converter) -> f64 {
    let found = &source.slots[slot].found;
    let holds = |&&(page, text): &&(u32, u32)| {
        let text = &source.readings[page as usize].texts[text as usize].text;
        converter.is_in(own_label(text).map_or(text.as_str(), |(_, value)| value))
    };
    found.iter().filter(holds).count() as f64 / found.len().max(1) as f64
}
