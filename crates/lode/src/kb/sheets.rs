//! The individuals of each class as a table: a row each, a column for each property.

use export::Sheet;
use knowledge::ontology::local_name;
use store::{Described, Snapshot, StoreError, plain};

/// Between several values of one property.
const BETWEEN: &str = " | ";

/// The individuals of a class.
#[derive(Clone, Debug)]
pub struct ClassSheet {
    /// The IRI of the class.
    pub class: String,
    /// Its individuals.
    pub sheet: Sheet,
}

/// A table for each class that has individuals, or for some classes. The columns are the IRI, the label, the individual
/// that it is the same as, the pages, and then the properties.
///
/// # Errors
///
/// If the knowledge base cannot be read.
pub fn class_sheets(snapshot: &Snapshot, classes: &[String]) -> Result<Vec<ClassSheet>, StoreError> {
    let wanted = match classes {
        [] => snapshot.stats()?.classes.into_iter().map(|(class, _)| class).collect(),
        classes => classes.to_vec(),
    };
    let mut sheets = Vec::new();
    for class in wanted {
        let mut records: Vec<Vec<(String, String)>> = Vec::new();
        for iri in snapshot.individuals(std::slice::from_ref(&class))? {
            records.extend(snapshot.describe(&iri)?.map(|described| record(&described)));
        }
        if !records.is_empty() {
            let rows = records.iter().map(|row| row.iter().map(|(name, value)| (name.as_str(), value.as_str())));
            sheets.push(ClassSheet { class, sheet: Sheet::of_records(rows) });
        }
    }
    Ok(sheets)
}

fn record(described: &Described) -> Vec<(String, String)> {
    let mut row = vec![("iri".to_owned(), described.iri.clone())];
    row.extend(described.label.iter().map(|label| ("label".to_owned(), label.clone())));
    if !described.same.is_empty() {
        row.push(("same as".to_owned(), described.same.join(BETWEEN)));
    }
    let mut pages: Vec<&str> = described.values.iter().filter_map(|value| value.page.as_deref()).collect();
    pages.sort_unstable();
    pages.dedup();
    if !pages.is_empty() {
        row.push(("pages".to_owned(), pages.join(BETWEEN)));
    }
    let own = row.len();
    for value in &described.values {
        let name = local_name(&value.property);
        let text = value.label.clone().unwrap_or_else(|| plain(&value.value));
        match row[own..].iter_mut().find(|(known, _)| known == name) {
            Some((_, texts)) => {
                texts.push_str(BETWEEN);
                texts.push_str(&text);
            }
            None => row.push((name.to_owned(), text)),
        }
    }
    row
}

/// Every value with its source: a row each.
///
/// # Errors
///
/// If the knowledge base cannot be read.
pub fn value_sheet(snapshot: &Snapshot) -> Result<Sheet, StoreError> {
    let mut sheet = Sheet::new(["individual", "property", "value", "text", "page", "path", "confidence"]);
    for iri in snapshot.individuals(&[])? {
        let Some(described) = snapshot.describe(&iri)? else { continue };
        for value in described.values {
            sheet.push(vec![
                Some(iri.clone()),
                Some(value.property),
                Some(plain(&value.value)),
                value.text,
                value.page,
                value.path,
                value.confidence.map(|confidence| format!("{confidence:.3}")),
            ]);
        }
    }
    Ok(sheet)
}
