//! What is drawn over the boxes: segments, tables, labels and lists.

use std::fmt::Write as _;
use std::ops::Range;

use analysis::hierarchy::{Kind, LabelNode};
use analysis::regions::{Record, Region};
use analysis::tables::Table;
use page::{Layout, NodeId, Rect, xml_escaped};

use super::{Layers, MAX_HEIGHT};
use crate::parts::Parts;

/// Colours of segments that follow each other.
const COLORS: [&str; 6] = ["#d6336c", "#1971c2", "#2f9e44", "#e8590c", "#7048e8", "#0c8599"];

pub(super) fn draw(parts: &Parts<'_>, layout: &Layout, layers: Layers, svg: &mut String) {
    if layers.labels {
        draw_label(parts.labels(), layout, svg);
    }
    if layers.tables {
        for table in parts.tables.iter().filter(|table| table.is_data) {
            draw_table(table, layout, svg);
        }
    }
    if layers.segments {
        for (number, segment) in parts.segments.iter().enumerate() {
            draw_segment(parts, layout, number, segment, svg);
        }
    }
    if layers.records {
        for (number, region) in parts.regions().iter().enumerate() {
            draw_region(parts, layout, number, region, svg);
        }
    }
}

/// A frame around a list, one around each of its records with its number, and a line below each field in the colour of
/// its column.
fn draw_region(parts: &Parts<'_>, layout: &Layout, number: usize, region: &Region, svg: &mut String) {
    let Some(rect) = region.rect(&parts.content) else { return };
    let color = COLORS[number % COLORS.len()];
    let name = if number == 0 { "main list".to_owned() } else { format!("list {}", number + 1) };
    let title = format!("{name}: {} records, score {:.2}", region.records.len(), region.score);
    let width = if number == 0 { 3 } else { 1 };
    let look = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-dasharray=\"10 4\"");
    draw_frame(grown(rect, 6.0), &look, &title, svg);
    for (place, record) in region.records.iter().enumerate() {
        let Some(rect) = record.rect(&parts.content) else { continue };
        let look = format!("fill=\"{color}\" fill-opacity=\"0.06\" stroke=\"{color}\" stroke-width=\"1.5\"");
        let frame = grown(rect, 2.0);
        draw_frame(frame, &look, &format!("{name}, record {}", place + 1), svg);
        // Small lists are no place for numbers.
        if number == 0 {
            draw_number(frame, place + 1, color, svg);
        }
        draw_fields(region, record, layout, svg);
    }
}

/// A line below each field, in the colour of its column, with the column's name in its title.
fn draw_fields(region: &Region, record: &Record, layout: &Layout, svg: &mut String) {
    for field in &record.fields {
        let Some(rect) = layout.rect(field.node).filter(|rect| rect.area() > 0.0) else { continue };
        let line = Rect { y: rect.bottom() - 1.5, height: 2.5, ..rect };
        let look = format!("fill=\"{}\"", COLORS[field.column % COLORS.len()]);
        draw_frame(line, &look, &format!("{}: {}", region.columns[field.column].name, field.value), svg);
    }
}

/// A number beside a frame, so that no text is covered, if there is room.
fn draw_number(frame: Rect, number: usize, color: &str, svg: &mut String) {
    if frame.y > MAX_HEIGHT {
        return;
    }
    let number = number.to_string();
    let width = 8.0 + 8.0 * number.len() as f32;
    let (x, y) = ((frame.x - width).max(0.0), frame.y);
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width}\" height=\"16\" fill=\"{color}\"/><text x=\"{:.1}\" \
         y=\"{:.1}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#fff\">{number}</text>",
        x + 4.0,
        y + 12.5
    );
}

/// A frame in the segment's colour, with its number.
fn draw_segment(parts: &Parts<'_>, layout: &Layout, number: usize, segment: &Range<usize>, svg: &mut String) {
    let leaves = segment.clone().map(|leaf| parts.content.leaves()[leaf]);
    let Some(rect) = around(layout, leaves) else { return };
    let color = COLORS[number % COLORS.len()];
    let frame = grown(rect, 3.0);
    let text = parts.content.texts(segment.start..segment.end.min(segment.start + 8));
    let title = format!("segment {}: {text}", number + 1);
    draw_frame(
        frame,
        &format!("fill=\"{color}\" fill-opacity=\"0.05\" stroke=\"{color}\" stroke-width=\"2\""),
        &title,
        svg,
    );
    draw_number(frame, number + 1, color, svg);
}

/// A frame around a data table, and its header cells.
fn draw_table(table: &Table, layout: &Layout, svg: &mut String) {
    let Some(rect) = layout.rect(table.node) else { return };
    let title = format!("{}-oriented table of {} records", table.orientation.as_str(), table.records.len());
    draw_frame(rect, "fill=\"none\" stroke=\"#e8590c\" stroke-width=\"3\" stroke-dasharray=\"8 3\"", &title, svg);
    for cell in table.grid.cells().iter().filter(|cell| table.is_header(cell.row, cell.column)) {
        if let Some(rect) = layout.rect(cell.node) {
            draw_frame(rect, "fill=\"#fd7e14\" fill-opacity=\"0.3\"", "header", svg);
        }
    }
}

/// Labels are marked, with a line beside what they head; groups have a dotted frame.
fn draw_label(node: &LabelNode, layout: &Layout, svg: &mut String) {
    let is_head = matches!(node.kind, Kind::Label | Kind::Segment) && !node.label.is_empty();
    let below = around(layout, leaf_nodes(&node.children));
    if let (true, Some(label), Some(below)) = (is_head, layout.rect(node.node), below) {
        draw_frame(grown(label, 1.0), "fill=\"#ffd43b\" fill-opacity=\"0.45\"", &format!("label: {}", node.label), svg);
        let x = below.x.min(label.x) - 5.0;
        let (top, bottom) = (label.y.min(below.y) + 4.0, below.bottom());
        if below.y < MAX_HEIGHT {
            let _ = writeln!(
                svg,
                "<path d=\"M{right:.1} {top:.1}H{x:.1}V{bottom:.1}H{right:.1}\" fill=\"none\" stroke=\"#e67700\" \
                 stroke-width=\"1.5\"/>",
                right = x + 4.0
            );
        }
    }
    if let (Kind::Group, Some(below)) = (node.kind, below) {
        let look = "fill=\"none\" stroke=\"#2b8a3e\" stroke-width=\"1\" stroke-dasharray=\"2 3\"";
        draw_frame(below, look, &format!("group of {}", node.children.len()), svg);
    }
    // Tables are drawn by themselves.
    if node.kind != Kind::Table {
        node.children.iter().for_each(|child| draw_label(child, layout, svg));
    }
}

/// The nodes of all leaves and labels below some nodes.
fn leaf_nodes(nodes: &[LabelNode]) -> Vec<NodeId> {
    let mut found = Vec::new();
    for node in nodes {
        if !node.label.is_empty() || node.children.is_empty() {
            found.push(node.node);
        }
        found.extend(leaf_nodes(&node.children));
    }
    found
}

fn draw_frame(rect: Rect, look: &str, title: &str, svg: &mut String) {
    if rect.y > MAX_HEIGHT {
        return;
    }
    let Rect { x, y, width, height } = rect;
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" {look}><title>{}</title></rect>",
        xml_escaped(title)
    );
}

/// The smallest rectangle around some nodes; those without a box or area do not count.
fn around(layout: &Layout, nodes: impl IntoIterator<Item = NodeId>) -> Option<Rect> {
    let rects = nodes.into_iter().filter_map(|node| layout.rect(node)).filter(|rect| rect.area() > 0.0);
    rects.reduce(|all, rect| all.union(&rect))
}

fn grown(rect: Rect, by: f32) -> Rect {
    Rect { x: rect.x - by, y: rect.y - by, width: rect.width + 2.0 * by, height: rect.height + 2.0 * by }
}
