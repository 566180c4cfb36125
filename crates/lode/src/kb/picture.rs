//! A knowledge base as a picture: its classes, larger ones with longer bars, each under the one above it, with their
//! properties, and the links from class to class.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use knowledge::ontology::local_name;
use page::{clipped, xml_escaped};
use store::{Connection, Snapshot, StoreError};

/// Classes that are drawn; the largest ones.
const MOST_CLASSES: usize = 40;
/// Properties that are named under a class.
const MOST_PROPERTIES: usize = 9;
/// Links that are drawn from a class.
const MOST_LINKS: usize = 6;
/// Measures of the picture.
const ROW: f64 = 46.0;
const MARGIN: f64 = 24.0;
const INDENT: f64 = 22.0;
const BARS: f64 = 250.0;
const BAR: f64 = 230.0;
const ENDS: f64 = BARS + BAR + 90.0;
const WIDTH: f64 = 900.0;

/// A class that is drawn.
struct Row {
    iri: String,
    count: u64,
    level: usize,
}

/// Draws a knowledge base as SVG.
///
/// # Errors
///
/// If it cannot be read.
pub fn picture(snapshot: &Snapshot, title: &str) -> Result<String, StoreError> {
    let (stats, schema) = (snapshot.stats()?, snapshot.schema()?);
    let connections = snapshot.connections()?;
    let left_out = stats.classes.len().saturating_sub(MOST_CLASSES);
    let counts: BTreeMap<&str, u64> =
        stats.classes.iter().take(MOST_CLASSES).map(|(iri, count)| (iri.as_str(), *count)).collect();
    // A class stands under the nearest class above it that is drawn.
    let parents: BTreeMap<&str, &str> = schema
        .ontology
        .classes
        .iter()
        .filter_map(|class| {
            let parent = class.parents.iter().find(|parent| counts.contains_key(parent.as_str()))?;
            (**parent != class.iri).then_some((class.iri.as_str(), parent.as_str()))
        })
        .collect();
    let order: Vec<&str> = stats.classes.iter().take(MOST_CLASSES).map(|(iri, _)| iri.as_str()).collect();
    let mut rows: Vec<Row> = Vec::new();
    for iri in order.iter().filter(|iri| !parents.contains_key(**iri)) {
        put_below(iri, 0, &order, &counts, &parents, &mut rows);
    }
    // Whatever stands in a circle has not been put anywhere.
    for iri in &order {
        if rows.iter().all(|row| row.iri != *iri) {
            rows.push(Row { iri: (*iri).to_owned(), count: counts[iri], level: 0 });
        }
    }
    Ok(draw(&rows, &connections, title, left_out))
}

fn put_below(
    iri: &str,
    level: usize,
    order: &[&str],
    counts: &BTreeMap<&str, u64>,
    parents: &BTreeMap<&str, &str>,
    rows: &mut Vec<Row>,
) {
    if rows.iter().any(|row| row.iri == iri) {
        return;
    }
    rows.push(Row { iri: iri.to_owned(), count: counts[iri], level });
    for child in order.iter().filter(|child| parents.get(**child) == Some(&iri)) {
        put_below(child, level + 1, order, counts, parents, rows);
    }
}

fn draw(rows: &[Row], connections: &[Connection], title: &str, left_out: usize) -> String {
    let height = 2.0 * MARGIN + 34.0 + ROW * rows.len().max(1) as f64;
    let mut svg = head(title, WIDTH, height);
    let most = rows.iter().map(|row| row.count).max().unwrap_or(1).max(1) as f64;
    let middle = |number: usize| MARGIN + 40.0 + ROW * number as f64;
    for (number, row) in rows.iter().enumerate() {
        let (x, y) = (MARGIN + INDENT * row.level as f64, middle(number));
        // A root rather than the number itself, so that small classes are seen beside large ones.
        let bar = (BAR * (row.count as f64 / most).sqrt()).max(2.0);
        let hue = 210 + 30 * row.level.min(4);
        if row.level > 0 {
            let _ = writeln!(svg, "<path d=\"M{:.0} {:.0}v10h10\" fill=\"none\" stroke=\"#999\"/>", x - 15.0, y - 9.0);
        }
        let name = xml_escaped(&clipped(local_name(&row.iri), 28));
        let _ = writeln!(svg, "<text x=\"{x:.0}\" y=\"{:.0}\" font-weight=\"bold\">{name}</text>", y + 5.0);
        let _ = writeln!(
            svg,
            "<rect x=\"{BARS}\" y=\"{:.0}\" width=\"{bar:.1}\" height=\"16\" rx=\"3\" fill=\"hsl({hue},55%,72%)\"/>\
             <text x=\"{:.0}\" y=\"{:.0}\" fill=\"#333\">{}</text>",
            y - 8.0,
            BARS + bar + 6.0,
            y + 5.0,
            row.count
        );
        let own = connections.iter().filter(|one| one.class == row.iri);
        let mut names: Vec<&str> = own.clone().map(|one| local_name(&one.property)).collect();
        names.dedup();
        let more = names.len().saturating_sub(MOST_PROPERTIES);
        let mut told = names[..names.len() - more].join(" · ");
        if more > 0 {
            let _ = write!(told, " · {more} more");
        }
        let _ = writeln!(
            svg,
            "<text x=\"{x:.0}\" y=\"{:.0}\" font-size=\"10\" fill=\"#666\">{}</text>",
            y + 21.0,
            xml_escaped(&clipped(&told, 110))
        );
    }
    draw_links(rows, connections, &middle, &mut svg);
    if left_out > 0 {
        let _ = writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{:.0}\" fill=\"#666\">and {left_out} smaller classes</text>",
            height - 8.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The beginning of a picture: its size, a white ground and its title.
pub(super) fn head(title: &str, width: f64, height: f64) -> String {
    let title = xml_escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"13\">\n\
         <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"{y}\" font-size=\"15\" font-weight=\"bold\">{title}</text>\n",
        y = MARGIN + 8.0
    )
}

/// An arc for each link from a class to another, on the right.
fn draw_links(rows: &[Row], connections: &[Connection], middle: &dyn Fn(usize) -> f64, svg: &mut String) {
    let row_of = |iri: &str| rows.iter().position(|row| row.iri == iri);
    for (from, row) in rows.iter().enumerate() {
        let links = connections.iter().filter(|one| one.class == row.iri && one.to.is_some()).take(MOST_LINKS);
        for (number, link) in links.enumerate() {
            let Some(to) = link.to.as_deref().and_then(row_of) else { continue };
            let (y1, y2) = (middle(from) - 6.0 + 5.0 * number as f64, middle(to));
            let bend = ENDS + 30.0 + 12.0 * (from.abs_diff(to) as f64).min(12.0) + 14.0 * number as f64;
            let _ = writeln!(
                svg,
                "<path d=\"M{ENDS} {y1:.0}C{bend:.0} {y1:.0} {bend:.0} {y2:.0} {ENDS} {y2:.0}\" fill=\"none\" \
                 stroke=\"#b55\"/><path d=\"M{ENDS} {y2:.0}l7 -4v8z\" fill=\"#b55\"/>\
                 <text x=\"{:.0}\" y=\"{:.0}\" font-size=\"10\" fill=\"#833\">{}</text>",
                ENDS + 0.75 * (bend - ENDS) + 6.0,
                (y1 + y2) / 2.0 + 3.0,
                xml_escaped(&clipped(local_name(&link.property), 24))
            );
        }
    }
}
