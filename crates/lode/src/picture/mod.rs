//! Pictures of a page: its boxes as SVG, drawn as a browser would place them, with the text in them, and over them
//! what the page is made of.

mod overlay;

use std::fmt::Write as _;

use page::{Layout, NodeId, NodeKind, Page, Rect, VIEWPORT_WIDTH, xml_escaped};

use crate::parts::Parts;

/// What of a page is shown: drawn over its boxes, or told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// Segments, with their numbers.
    pub segments: bool,
    /// Data tables, with their header cells.
    pub tables: bool,
    /// Labels with what they head, and groups.
    pub labels: bool,
    /// Lists with their records and fields.
    pub records: bool,
}

impl Layers {
    /// All of them.
    pub const ALL: Layers = Layers { segments: true, tables: true, labels: true, records: true };
}

/// No picture is higher than this; what is below is left out, and the picture says so.
const MAX_HEIGHT: f32 = 20_000.0;

/// The page's boxes as an SVG document: backgrounds, outlines, images as crossed boxes, text where it stands; and over
/// them the wanted layers.
pub fn picture(page: &Page, parts: &Parts<'_>, layers: Layers) -> String {
    let Some(layout) = &page.layout else {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n".to_owned();
    };
    let bounds = bounds(page, layout);
    let mut svg = String::new();
    let is_cut = bounds.height > MAX_HEIGHT;
    let (width, height) = (bounds.width.ceil(), bounds.height.min(MAX_HEIGHT).ceil());
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">"
    );
    let _ = writeln!(svg, "<title>{}</title>", xml_escaped(&page.title().unwrap_or_else(|| page.name.clone())));
    let _ = writeln!(svg, "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
    for id in page.tree.nodes() {
        match page.tree.kind(id) {
            NodeKind::Element => draw_element(page, layout, id, &mut svg),
            NodeKind::Text => draw_text(page, layout, id, &mut svg),
            _ => {}
        }
    }
    overlay::draw(parts, layout, layers, &mut svg);
    if is_cut {
        let _ = writeln!(
            svg,
            "<rect y=\"{}\" width=\"100%\" height=\"30\" fill=\"#fff\"/><text x=\"8\" y=\"{}\" fill=\"#c00\" \
             font-family=\"sans-serif\" font-size=\"16\">The picture ends here; the page is {:.0} pixels high.</text>",
            height - 30.0,
            height - 9.0,
            bounds.height
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// What has to fit: the window, and everything visible to its right and below.
fn bounds(page: &Page, layout: &Layout) -> Rect {
    let mut bounds = Rect { x: 0.0, y: 0.0, width: VIEWPORT_WIDTH as f32, height: 100.0 };
    for id in page.tree.elements().filter(|&id| layout.is_visible(id)) {
        if let Some(rect) = layout.rect(id).filter(|rect| rect.right() < 4.0 * VIEWPORT_WIDTH as f32) {
            bounds.width = bounds.width.max(rect.right());
            bounds.height = bounds.height.max(rect.bottom());
        }
    }
    bounds
}

fn draw_element(page: &Page, layout: &Layout, id: NodeId, svg: &mut String) {
    let (Some(rect), Some(style)) = (layout.rect(id), layout.style(id)) else { return };
    if !layout.is_visible(id) || rect.y > MAX_HEIGHT {
        return;
    }
    let fill = if style.background.is_transparent() { "none".to_owned() } else { style.background.to_string() };
    let stroke = match page.tree.name(id) {
        "a" => "#36c",
        "table" | "tr" | "td" | "th" => "#c80",
        "ul" | "ol" | "li" | "dl" => "#283",
        "img" | "input" | "select" | "button" | "textarea" => "#a3a",
        _ => "#999",
    };
    let path = xml_escaped(&page.tree.path(id));
    let (x, y, width, height) = (rect.x, rect.y, rect.width, rect.height);
    let _ = writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{fill}\" \
         stroke=\"{stroke}\" stroke-width=\"0.5\"><title>{path}</title></rect>"
    );
    if page.tree.name(id) == "img" {
        let (right, bottom) = (rect.right(), rect.bottom());
        let _ = writeln!(
            svg,
            "<path d=\"M{x:.1} {y:.1}L{right:.1} {bottom:.1}M{right:.1} {y:.1}L{x:.1} {bottom:.1}\" stroke=\"#a3a\" \
             stroke-width=\"0.3\"/>"
        );
    }
}

/// A character is about this wide, in parts of the font size; only for breaking texts of several lines.
const CHARACTER_WIDTH: f32 = 0.5;

/// The words of a text node in its colour and size, as many lines of them as its box is high.
fn draw_text(page: &Page, layout: &Layout, id: NodeId, svg: &mut String) {
    let text = page::fold(page.tree.text(id));
    let parent = page.tree.parent(id);
    let (Some(rect), Some(style)) = (layout.rect(id), parent.and_then(|parent| layout.style(parent))) else { return };
    if text.is_empty() || !style.visible || rect.y > MAX_HEIGHT || rect.width <= 0.0 {
        return;
    }
    let size = style.font_size;
    let count = ((rect.height / (size * 1.15)).round() as usize).max(1);
    let (lines, length) = match count {
        1 => (vec![text], format!(" textLength=\"{:.1}\" lengthAdjust=\"spacingAndGlyphs\"", rect.width)),
        _ => (broken(&text, (rect.width / (size * CHARACTER_WIDTH)) as usize), String::new()),
    };
    let weight = if style.is_bold() { " font-weight=\"bold\"" } else { "" };
    let slant = if style.italic { " font-style=\"italic\"" } else { "" };
    for (index, line) in lines.iter().take(count).enumerate() {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" font-family=\"Arial, Helvetica, Liberation Sans, sans-serif\" \
             font-size=\"{size:.1}\" fill=\"{}\"{weight}{slant}{length}>{}</text>",
            rect.x,
            rect.y + rect.height / count as f32 * index as f32 + size * 0.93,
            style.color,
            xml_escaped(line)
        );
    }
}

/// Text in lines of about so many characters.
fn broken(text: &str, characters: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + word.chars().count() >= characters {
            lines.push(word.to_owned());
        } else {
            let line = &mut lines[last];
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parts::Methods;
    use page::{Capture, LayoutEngine as _};

    #[test]
    fn a_picture_that_is_cut_says_so() {
        let picture = |html: &str| {
            let mut page = Page::new(Capture::new("p", html));
            page.layout = layout::Embedded::new().lay_out(&page).ok();
            picture(&page, &Parts::of(&page, &Methods::default()), Layers::ALL)
        };
        let high = picture("<!doctype html><div style='height: 30000px'>x</div>");
        assert!(high.contains("height=\"20000\"") && high.contains("the page is 30016 pixels high"));
        assert!(!picture("<p>x").contains("The picture ends here"));
    }
}
