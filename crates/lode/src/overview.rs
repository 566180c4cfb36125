//! A page at a glance, as text: its segments, its data tables, its lists, and its labels.

use std::fmt::Write as _;

use analysis::hierarchy::Outline;
use page::{Rect, clipped};

use crate::parts::Parts;
use crate::picture::Layers;

/// Characters of text shown for each segment.
const WORDS: usize = 64;
/// Names of columns shown for each table.
const NAMES: usize = 6;
/// How labels are cut: the tree is for seeing what is where, not for reading the page.
const LABELS: Outline = Outline { characters: 64, children: 6 };

/// What a page is made of, in about so many lines: a third for segments, a sixth each for tables and lists, the rest
/// for labels. `see_more` is said behind what is cut off.
pub fn overview(parts: &Parts<'_>, layers: Layers, lines: usize, see_more: &str) -> String {
    let mut text = String::new();
    if layers.segments {
        write_segments(parts, see_more, (lines / 3).max(1), &mut text);
    }
    if layers.tables {
        write_tables(parts, see_more, (lines / 6).max(1), &mut text);
    }
    if layers.records {
        write_lists(parts, see_more, (lines / 6).max(1), &mut text);
    }
    if layers.labels {
        write_labels(parts, see_more, (lines / 3).max(1), &mut text);
    }
    text
}

fn write_segments(parts: &Parts<'_>, see_more: &str, lines: usize, text: &mut String) {
    let _ = writeln!(text, "{}", counted(parts.segments.len(), "segment"));
    for (number, segment) in parts.segments.iter().enumerate().take(lines) {
        let nodes = segment.clone().map(|leaf| parts.content.leaves()[leaf]);
        let rect = nodes.filter_map(|node| parts.content.rect(node)).reduce(|all, rect| all.union(&rect));
        let Rect { x, y, width, height } = rect.unwrap_or_default();
        let place = format!("{width:.0}×{height:.0} at {x:.0},{y:.0}");
        let leaves = counted(segment.len(), "leaf");
        let words = clipped(&parts.content.texts(segment.clone()), WORDS);
        let _ = writeln!(text, "{:>4}  {place:<22} {leaves:>10}  {words}", number + 1);
    }
    write_more(parts.segments.len(), lines, see_more, text);
    text.push('\n');
}

fn write_tables(parts: &Parts<'_>, see_more: &str, lines: usize, text: &mut String) {
    let data: Vec<_> = parts.tables.iter().filter(|table| table.is_data).collect();
    if data.is_empty() {
        return;
    }
    let _ = writeln!(text, "{}", counted(data.len(), "data table"));
    for (number, table) in data.iter().enumerate().take(lines) {
        let names = table.records.first().map(|record| record.fields.iter().map(|field| field.name.as_str()));
        let names: Vec<&str> = names.into_iter().flatten().take(NAMES).collect();
        let size = format!("{}×{}, {}", table.grid.rows(), table.grid.columns(), table.orientation.as_str());
        let records = counted(table.records.len(), "record");
        let _ = writeln!(text, "{:>4}  {size:<22} {records:>10}  {}", number + 1, clipped(&names.join(" · "), WORDS));
    }
    write_more(data.len(), lines, see_more, text);
    text.push('\n');
}

fn write_lists(parts: &Parts<'_>, see_more: &str, lines: usize, text: &mut String) {
    let lists = parts.regions();
    if lists.is_empty() {
        return;
    }
    let _ = writeln!(text, "{}", counted(lists.len(), "list"));
    for (number, list) in lists.iter().enumerate().take(lines) {
        let columns = list.columns.iter().filter(|column| !column.is_label);
        let names: Vec<&str> = columns.map(|column| column.name.as_str()).take(NAMES).collect();
        let records = counted(list.records.len(), "record");
        let sure = format!("{:.0} % sure", 100.0 * list.score);
        let _ = writeln!(text, "{:>4}  {sure:<22} {records:>10}  {}", number + 1, clipped(&names.join(" · "), WORDS));
    }
    write_more(lists.len(), lines, see_more, text);
    text.push('\n');
}

fn write_labels(parts: &Parts<'_>, see_more: &str, lines: usize, text: &mut String) {
    let outline = parts.labels().outline(&LABELS);
    if outline.is_empty() {
        return;
    }
    let _ = writeln!(text, "labels");
    for line in outline.lines().take(lines) {
        let _ = writeln!(text, "  {line}");
    }
    write_more(outline.lines().count(), lines, see_more, text);
    text.push('\n');
}

fn write_more(count: usize, shown: usize, see_more: &str, text: &mut String) {
    if count > shown {
        let _ = writeln!(text, "      … {} more{see_more}", count - shown);
    }
}

fn counted(count: usize, unit: &str) -> String {
    match (count, unit) {
        (1, unit) => format!("1 {unit}"),
        (count, "leaf") => format!("{count} leaves"),
        (count, unit) => format!("{count} {unit}s"),
    }
}
