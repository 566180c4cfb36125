//! Form controls, images and drawings: the sizes browsers give them when the page gives none.

use std::fmt::Write as _;

use page::NodeId;
use page::tree::{Quirks, Tree};

use super::Declarations;
use super::values::leading_number;

/// The font size of form controls.
const CONTROL_FONT_SIZE: f32 = 13.3333;
/// The widths of ASCII characters in 1/2048 em, made by the build script.
const SANS_WIDTHS: [u16; 128] = include!(concat!(env!("OUT_DIR"), "/sans_widths.rs"));

impl Declarations<'_> {
    pub(super) fn input(&mut self) {
        let kind = self.keyword("type");
        let is_text = !matches!(
            kind.as_str(),
            "checkbox" | "radio" | "submit" | "reset" | "button" | "image" | "hidden" | "file" | "range" | "color"
        );
        if kind == "image" {
            self.embedded();
            if self.attr("width").is_none() {
                let alt = self.attr("alt").unwrap_or("Submit").to_owned();
                let _ = write!(self.css, "width: {:.1}px; height: 16px; ", 17.0 + text_width(&alt, CONTROL_FONT_SIZE));
            }
        } else if is_text && let Some(size) = self.pixels("size").filter(|&size| size > 0) {
            self.push("width", &format!("{:.2}px", text_field_width(size)));
        }
    }

    pub(super) fn textarea(&mut self) {
        if let Some(columns) = self.pixels("cols").filter(|&columns| columns > 0) {
            self.push("width", &format!("{}px", columns * 8 + 16));
        }
        if let Some(rows) = self.pixels("rows").filter(|&rows| rows > 0) {
            self.push("height", &format!("{}px", rows * 15));
        }
    }

    pub(super) fn select(&mut self) {
        let longest = self
            .tree
            .descendants(self.id)
            .filter(|&id| self.tree.name(id) == "option")
            .map(|option| text_width(&page::fold(&self.tree.text_content(option)), CONTROL_FONT_SIZE))
            .fold(0.0, f32::max);
        if is_list_box(self.tree, self.id) {
            let rows = self.pixels("size").filter(|&size| size > 1).unwrap_or(4);
            self.push("height", &format!("{}px !important", rows * 17 + 2));
            self.push("overflow", "hidden");
            self.push("width", &format!("{:.2}px", longest + 6.0));
        } else {
            self.push("width", &format!("{}px", longest.ceil() + 22.0));
        }
    }

    /// The options of a list box stand below each other.
    pub(super) fn option(&mut self) {
        let select = self.tree.ancestors(self.id).find(|&id| self.tree.name(id) == "select");
        if select.is_some_and(|select| is_list_box(self.tree, select)) {
            self.css.push_str(
                "display: block; height: 17px !important; line-height: normal !important; overflow: hidden; ",
            );
            self.css.push_str("padding: 0 2px !important; box-sizing: border-box; ");
        }
    }

    /// A picture that is not there is shown as its alternative text, if it is shown at all.
    pub(super) fn image(&mut self) {
        self.embedded();
        match absent_image(self.tree, self.id) {
            AbsentImage::Icon => self.css.push_str("width: 16px; height: 16px; "),
            AbsentImage::Text => self.css.push_str("height: 18px; "),
            AbsentImage::Box => {
                if let Some(side) = one_side(self.tree, self.id).filter(|_| self.attr("alt").is_none()) {
                    let _ = write!(self.css, "width: {side}px; height: {side}px; ");
                }
            }
            AbsentImage::Nothing => {}
        }
        if let (Some(width), Some(height)) = (self.pixels("width"), self.pixels("height"))
            && width * height > 0
        {
            self.push("aspect-ratio", &format!("{width} / {height}"));
        }
    }

    /// The size of a drawing that states none: that of its view box, or the one all replaced elements have.
    pub(super) fn drawing(&mut self) {
        let states = |name| self.tree.attr(self.id, name).is_some();
        let view: Vec<f32> = self
            .tree
            .attr(self.id, "viewBox")
            .unwrap_or_default()
            .split([' ', ','])
            .filter_map(|number| number.parse().ok())
            .collect();
        match view[..] {
            [_, _, width, height] if width > 0.0 && height > 0.0 => {
                let _ = write!(self.css, "aspect-ratio: {width} / {height}; ");
                if !states("width") && !states("height") {
                    self.push("width", "100%");
                }
            }
            _ if !states("width") && !states("height") => self.css.push_str("width: 300px; height: 150px; "),
            _ => {}
        }
    }
}

/// How a browser shows an image that it could not load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::embedded) enum AbsentImage {
    /// As a box of the size that the page gives it.
    Box,
    /// Not at all.
    Nothing,
    /// As a small icon.
    Icon,
    /// As an icon and its alternative text.
    Text,
}

/// Whether a `select` shows its options on the page.
pub(in crate::embedded) fn is_list_box(tree: &Tree, id: NodeId) -> bool {
    tree.attr(id, "multiple").is_some() || tree.attr(id, "size").and_then(leading_number).is_some_and(|size| size > 1)
}

/// How wide a text field for so many characters is, in the font that fields have.
fn text_field_width(size: u32) -> f64 {
    f64::from(size) * 8.0 + 9.0
}

/// What the attributes of an image say about how it is shown without its picture.
pub(in crate::embedded) fn absent_image(tree: &Tree, id: NodeId) -> AbsentImage {
    let has_size = tree.attr(id, "width").is_some() && tree.attr(id, "height").is_some();
    let alt = tree.attr(id, "alt").map(page::fold);
    match alt.as_deref() {
        None | Some("") if has_size => AbsentImage::Box,
        Some(_) if has_size && tree.quirks() == Quirks::Full => AbsentImage::Box,
        Some("") => AbsentImage::Nothing,
        // In quirks mode one side is enough to tell the size of the icon.
        None if tree.quirks() == Quirks::Full && one_side(tree, id).is_some() => AbsentImage::Box,
        None => AbsentImage::Icon,
        Some(_) => AbsentImage::Text,
    }
}

/// The only side of an image that is stated, in pixels.
fn one_side(tree: &Tree, id: NodeId) -> Option<u32> {
    tree.attr(id, "width").or(tree.attr(id, "height")).and_then(leading_number)
}

/// About how wide a text is in the standard font without serifs.
fn text_width(text: &str, font_size: f32) -> f32 {
    let units: u32 =
        text.chars().map(|character| SANS_WIDTHS.get(character as usize).map_or(1139, |&width| u32::from(width))).sum();
    units as f32 / 2048.0 * font_size
}
