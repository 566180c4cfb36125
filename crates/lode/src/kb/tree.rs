//! The tree of mined concepts, each below the one above it: in words, and as a picture with its other names, a dot for
//! each site that shows it and a bar for its instances.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use knowledge::ontology::local_name;
use page::{clipped, xml_escaped};
use store::Concept;

use super::picture::head;

/// Names of a concept beside the usual one that are told in words.
const SHOWN_NAMES: usize = 4;
/// Levels that are told in words.
const MOST_LEVELS: usize = 100;
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
    /// Whether no other stands below the same behind it.
    is_last: bool,
}

/// Tells concepts in words, a line each.
pub fn tree_text(concepts: &[Concept]) -> String {
    let mut text = String::new();
    // Of each level above, whether more of its kind follow.
    let mut goes_on: Vec<bool> = Vec::new();
    for Row { concept, level, is_last, .. } in rows(concepts, usize::MAX) {
        goes_on.truncate(level);
        if level > 0 {
            goes_on.iter().skip(1).for_each(|goes_on| text.push_str(if *goes_on { "│  " } else { "   " }));
            text.push_str(if is_last { "└─ " } else { "├─ " });
        }
        goes_on.push(!is_last);
        text.push_str(&told(concept));
        text.push('\n');
    }
    text
}

/// A concept in words.
fn told(concept: &Concept) -> String {
    let mut names = concept.labels.iter();
    let name = names.next().map_or_else(|| local_name(&concept.iri).to_owned(), Clone::clone);
    let others: Vec<&str> = names.take(SHOWN_NAMES).map(String::as_str).collect();
    let others = if others.is_empty() { String::new() } else { format!(" | {}", others.join(" | ")) };
    let sites = if concept.support == 1 { "1 site".to_owned() } else { format!("{} sites", concept.support) };
    let instances = match concept.instances {
        0 => String::new(),
        1 => ", 1 instance".to_owned(),
        number => format!(", {number} instances"),
    };
    format!("{name}{others}  ({sites}{instances})")
}

/// Draws concepts, each of which comes behind the one above it, as SVG.
pub fn tree_picture(concepts: &[Concept], title: &str) -> String {
    let rows = rows(concepts, MOST_ROWS);
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

/// The concepts in the order of the tree, up to a number.
fn rows(concepts: &[Concept], most: usize) -> Vec<Row<'_>> {
    let mut below: BTreeMap<Option<&str>, Vec<&Concept>> = BTreeMap::new();
    let known: HashSet<&str> = concepts.iter().map(|concept| concept.iri.as_str()).collect();
    for concept in concepts {
        below.entry(concept.parent.as_deref().filter(|iri| known.contains(iri))).or_default().push(concept);
    }
    let mut rows: Vec<Row<'_>> = Vec::new();
    // Concepts that are still to come, the next one last.
    let mut waiting: Vec<Row<'_>> = siblings(below.get(&None), 0, None).collect();
    while let Some(row) = waiting.pop() {
        if rows.len() >= most {
            break;
        }
        // A tree that somebody else wrote may be deep.
        if row.level < MOST_LEVELS {
            let children = below.get(&Some(row.concept.iri.as_str()));
            waiting.extend(siblings(children, row.level + 1, Some(rows.len())));
        }
        rows.push(row);
    }
    rows
}

/// Concepts that stand below the same one, the last first.
fn siblings<'a>(
    concepts: Option<&Vec<&'a Concept>>,
    level: usize,
    above: Option<usize>,
) -> impl Iterator<Item = Row<'a>> {
    let concepts = concepts.into_iter().flatten().copied().rev().enumerate();
    concepts.map(move |(at, concept)| Row { concept, level, above, is_last: at == 0 })
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
    fn the_tree_is_told_in_words() {
        let mut concepts =
            [concept("a", None), concept("b", Some("a")), concept("c", Some("b")), concept("d", Some("a"))];
        concepts[1].instances = 1;
        let expected = "A | A & B  (14 sites, 3 instances)\n├─ B | A & B  (14 sites, 1 instance)\n\
                        │  └─ C | A & B  (14 sites, 3 instances)\n└─ D | A & B  (14 sites, 3 instances)\n";
        assert_eq!(tree_text(&concepts), expected);
    }

    #[test]
    fn a_circle_that_somebody_wrote_ends() {
        let svg = tree_picture(&[concept("a", Some("b")), concept("b", Some("a"))], "kb");
        assert!(svg.contains("and 2 more concepts"));
    }
}
