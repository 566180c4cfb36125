//! The tree of mined concepts as a picture: each below the one above it, with its other names, a dot for each site that
//! shows it and a bar for its instances.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use knowledge::ontology::local_name;
use page::{clipped, xml_escaped};
use store::Concept;

use super::picture::head;

/// Concepts that are drawn at most.
const MOST_ROWS: usize = 400;
/// Dots that are drawn for a concept; more sites are told as a number.
const MOST_DOTS: usize = 12;
/// Measures of the picture.
const ROW: f64 = 24.0;
const MARGIN: f64 = 24.0;
const HEAD: f64 = 56.0;
const INDENT: f64 = 26.0;
const DOTS: f64 = 520.0;
const BARS: f64 = 690.0;
const BAR: f64 = 180.0;
const WIDTH: f64 = 940.0;

/// A concept and its place.
struct Row<'a> {
    concept: &'a Concept,
    level: usize,
    /// The row of the concept above it.
    above: Option<usize>,
}

/// Draws concepts, each of which comes behind the one above it, as SVG.
pub fn tree_picture(concepts: &[Concept], title: &str) -> String {
    let rows = rows(concepts);
    let height = HEAD + ROW * rows.len().max(1) as f64 + MARGIN;
    let mut svg = head(title, WIDTH, height);
    let _ = writeln!(
        svg,
        "<g font-size=\"11\" fill=\"#666\"><text x=\"{DOTS}\" y=\"{y}\">sites</text>\
         <text x=\"{BARS}\" y=\"{y}\">instances</text></g>",
        y = MARGIN + 8.0
    );
    let most = rows.iter().map(|row| row.concept.instances).max().unwrap_or_default().max(1) as f64;
    for (number, row) in rows.iter().enumerate() {
        draw(&mut svg, number, row, most);
    }
    if rows.len() < concepts.len() {
        let left_out = concepts.len() - rows.len();
        let y = height - 8.0;
        let _ = writeln!(svg, "<text x=\"{MARGIN}\" y=\"{y:.0}\" fill=\"#666\">and {left_out} more concepts</text>");
    }
    svg.push_str("</svg>\n");
    svg
}

/// The concepts in the order of the tree.
fn rows(concepts: &[Concept]) -> Vec<Row<'_>> {
    let mut below: BTreeMap<Option<&str>, Vec<&Concept>> = BTreeMap::new();
    let is_known = |iri: &str| concepts.iter().any(|concept| concept.iri == iri);
    for concept in concepts {
        below.entry(concept.parent.as_deref().filter(|iri| is_known(iri))).or_default().push(concept);
    }
    let mut rows: Vec<Row<'_>> = Vec::new();
    let tops = below.get(&None).into_iter().flatten().rev();
    let mut waiting: Vec<(&Concept, usize, Option<usize>)> = tops.map(|concept| (*concept, 0, None)).collect();
    while let Some((concept, level, above)) = waiting.pop() {
        // A tree that somebody else wrote may be a circle.
        if rows.len() >= MOST_ROWS {
            break;
        }
        let children = below.get(&Some(concept.iri.as_str())).into_iter().flatten().rev();
        waiting.extend(children.map(|child| (*child, level + 1, Some(rows.len()))));
        rows.push(Row { concept, level, above });
    }
    rows
}

fn draw(svg: &mut String, number: usize, row: &Row<'_>, most: f64) {
    let middle = |number: usize| HEAD + ROW * (number as f64 + 0.5);
    let (x, y) = (MARGIN + INDENT * row.level.min(8) as f64, middle(number));
    if let Some(above) = row.above {
        let (from, left) = (middle(above) + 9.0, x - INDENT + 7.0);
        let _ = writeln!(svg, "<path d=\"M{left:.0} {from:.0}V{y:.0}h14\" fill=\"none\" stroke=\"#aaa\"/>");
    }
    let concept = row.concept;
    let mut names = concept.labels.iter().map(String::as_str);
    let name = names.next().unwrap_or_else(|| local_name(&concept.iri));
    let others = names.collect::<Vec<&str>>().join(" · ");
    let weight = if row.level == 0 { "bold" } else { "normal" };
    let _ = writeln!(
        svg,
        "<text x=\"{x:.0}\" y=\"{:.0}\" font-weight=\"{weight}\">{}<tspan dx=\"8\" font-size=\"11\" \
         font-weight=\"normal\" fill=\"#777\">{}</tspan></text>",
        y + 4.0,
        xml_escaped(&clipped(name, 34)),
        xml_escaped(&clipped(&others, 34)),
    );
    for dot in 0..concept.support.min(MOST_DOTS) {
        let x = DOTS + 5.0 + 11.0 * dot as f64;
        let _ = write!(svg, "<circle cx=\"{x:.0}\" cy=\"{y:.0}\" r=\"4\" fill=\"hsl(210,45%,55%)\"/>");
    }
    if concept.support > MOST_DOTS {
        let x = DOTS + 8.0 + 11.0 * MOST_DOTS as f64;
        let _ = write!(svg, "<text x=\"{x:.0}\" y=\"{:.0}\" font-size=\"11\">{}</text>", y + 4.0, concept.support);
    }
    if concept.instances > 0 {
        // A root rather than the number itself, so that few are seen beside many.
        let bar = (BAR * (concept.instances as f64 / most).sqrt()).max(2.0);
        let _ = write!(
            svg,
            "<rect x=\"{BARS}\" y=\"{:.0}\" width=\"{bar:.1}\" height=\"13\" rx=\"3\" fill=\"hsl(150,40%,68%)\"/>\
             <text x=\"{:.0}\" y=\"{:.0}\" font-size=\"11\" fill=\"#333\">{}</text>",
            y - 6.5,
            BARS + bar + 6.0,
            y + 4.0,
            concept.instances
        );
    }
    svg.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn concept(iri: &str, parent: Option<&str>) -> Concept {
        let (labels, parent) = (vec![iri.to_uppercase(), "A & B".to_owned()], parent.map(str::to_owned));
        Concept { iri: iri.to_owned(), labels, parent, support: 14, instances: 3 }
    }

    #[test]
    fn each_concept_stands_below_the_one_above_it() {
        let svg = tree_picture(&[concept("a", None), concept("b", Some("a")), concept("c", Some("b"))], "kb");
        let places: Vec<Option<usize>> = ["A<", "B<", "C<"].map(|name| svg.find(&format!(">{name}"))).to_vec();
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{svg}");
        assert_eq!(svg.matches("<path").count(), 2, "two lines");
        assert_eq!(svg.matches("<circle").count(), 3 * MOST_DOTS);
        assert!(svg.contains("A &amp; B"));
    }

    #[test]
    fn a_circle_that_somebody_wrote_ends() {
        let svg = tree_picture(&[concept("a", Some("b")), concept("b", Some("a"))], "kb");
        assert!(svg.contains("and 2 more concepts"));
    }
}
