//! Where every element of a page stands, and how it looks.

use page::{NodeId, Page, Style};
use serde::Serialize;

/// The boxes of a page.
#[derive(Debug, Serialize)]
pub struct Boxes<'a> {
    /// The page, as it was given.
    pub page: &'a str,
    /// What laid it out.
    pub engine: &'a str,
    /// A box for each element, in order.
    pub boxes: Vec<ElementBox>,
    /// What is odd about the page.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One element. Elements that are not displayed have a box of zeros, as in browsers.
#[derive(Debug, Serialize)]
pub struct ElementBox {
    /// Its path.
    pub path: String,
    /// x, y, width and height in pixels.
    #[serde(rename = "box")]
    pub rect: [f64; 4],
    /// How it looks, if that is asked for. Elements in a part that is not displayed have no style.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<ElementStyle>,
}

/// How an element looks.
#[derive(Debug, Serialize)]
pub struct ElementStyle {
    /// CSS `display`, as far as it matters.
    pub display: &'static str,
    /// Whether it is visible where it is displayed.
    pub visible: bool,
    /// In pixels.
    pub font_size: f64,
    /// From 100 to 900.
    pub font_weight: u16,
    /// Whether its letters are slanted.
    pub italic: bool,
    /// The colour of its text.
    pub color: String,
    /// The colour behind it.
    pub background: String,
    /// Where its lines begin.
    pub text_align: &'static str,
}

impl From<&Style> for ElementStyle {
    fn from(style: &Style) -> ElementStyle {
        ElementStyle {
            display: style.display.as_str(),
            visible: style.visible,
            font_size: hundredths(style.font_size),
            font_weight: style.font_weight,
            italic: style.italic,
            color: style.color.to_string(),
            background: style.background.to_string(),
            text_align: style.text_align.as_str(),
        }
    }
}

impl<'a> Boxes<'a> {
    /// The boxes of a page.
    pub fn of(page: &'a Page) -> Boxes<'a> {
        let boxes = page.tree.elements().map(|node| ElementBox::of(page, node)).collect();
        let engine = page.layout.as_ref().map_or("none", |layout| layout.engine());
        Boxes { page: &page.name, engine, boxes, notes: super::notes(page) }
    }

    /// With how each element looks.
    pub fn with_styles(page: &'a Page) -> Boxes<'a> {
        let mut found = Boxes::of(page);
        for (node, element) in page.tree.elements().zip(&mut found.boxes) {
            element.style = page.layout.as_ref().and_then(|layout| layout.style(node)).map(ElementStyle::from);
        }
        found
    }
}

impl ElementBox {
    fn of(page: &Page, node: NodeId) -> ElementBox {
        let rect = page.layout.as_ref().and_then(|layout| layout.rect(node)).unwrap_or_default();
        let rect = [rect.x, rect.y, rect.width, rect.height].map(hundredths);
        ElementBox { path: page.tree.path(node), rect, style: None }
    }
}

/// To a hundredth of a pixel, so that the output is short.
fn hundredths(value: f32) -> f64 {
    (f64::from(value) * 100.0).round() / 100.0
}
