//! Computed styles as the browser writes them, to styles as the analysis reads them.

use page::{Color, Display, Style, TextAlign};

/// The properties that are asked for, in the order in which [`Computed`] has them.
pub(super) const PROPERTIES: [&str; 10] = [
    "display",
    "visibility",
    "opacity",
    "font-size",
    "font-weight",
    "font-style",
    "color",
    "background-color",
    "text-align",
    "direction",
];

/// The values of [`PROPERTIES`] for one element.
pub(super) struct Computed<'text>(pub(super) [&'text str; PROPERTIES.len()]);

impl Computed<'_> {
    /// Whether the element and all that is in it are fully transparent.
    pub(super) fn is_transparent(&self) -> bool {
        self.0[2].parse() == Ok(0.0)
    }

    /// The style. That the element stands in something transparent is not known here.
    pub(super) fn style(&self) -> Style {
        let [display, visibility, _, size, weight, slant, color, background, align, direction] = self.0;
        Style {
            display: self::display(display),
            visible: visibility == "visible" && !self.is_transparent(),
            font_size: size.trim_end_matches("px").parse().unwrap_or(16.0),
            font_weight: weight.parse::<f32>().unwrap_or(400.0) as u16,
            italic: slant != "normal" && !slant.is_empty(),
            color: self::color(color).unwrap_or(Color::BLACK),
            background: self::color(background).unwrap_or_default(),
            text_align: text_align(align, direction),
        }
    }
}

fn display(value: &str) -> Display {
    match value {
        "none" => Display::None,
        "block" | "flow-root" => Display::Block,
        "inline-block" => Display::InlineBlock,
        "list-item" => Display::ListItem,
        "flex" | "inline-flex" | "-webkit-box" | "-webkit-inline-box" => Display::Flex,
        "grid" | "inline-grid" => Display::Grid,
        "table" | "inline-table" => Display::Table,
        "table-cell" => Display::TableCell,
        "contents" => Display::Contents,
        _ if value.starts_with("table-") => Display::TablePart,
        _ => Display::Inline,
    }
}

fn text_align(value: &str, direction: &str) -> TextAlign {
    let is_right_to_left = direction == "rtl";
    match value.trim_start_matches("-webkit-") {
        "center" => TextAlign::Center,
        "justify" => TextAlign::Justify,
        "right" => TextAlign::Right,
        "left" => TextAlign::Left,
        "end" if !is_right_to_left => TextAlign::Right,
        "end" => TextAlign::Left,
        _ if is_right_to_left => TextAlign::Right,
        _ => TextAlign::Left,
    }
}

/// A colour in one of the forms that browsers compute: `rgb(…)`, `rgba(…)` and `color(srgb …)`. Others are rare.
fn color(value: &str) -> Option<Color> {
    let (form, rest) = value.split_once('(')?;
    let rest = rest.strip_suffix(')')?;
    let (rest, scale) = match form {
        "rgb" | "rgba" => (rest, 1.0),
        "color" => (rest.strip_prefix("srgb ")?, 255.0),
        _ => return None,
    };
    let numbers: Vec<f32> =
        rest.split([' ', ',', '/']).filter(|part| !part.is_empty()).map(|part| part.parse().unwrap_or(0.0)).collect();
    let [red, green, blue, ref opacity @ ..] = numbers[..] else { return None };
    let alpha = opacity.first().map_or(255.0, |opacity| opacity * 255.0);
    Some(Color([red * scale, green * scale, blue * scale, alpha].map(|value| value.round().clamp(0.0, 255.0) as u8)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_all_forms() {
        assert_eq!(color("rgb(1, 2, 255)"), Some(Color([1, 2, 255, 255])));
        assert_eq!(color("rgba(0, 0, 0, 0)"), Some(Color([0, 0, 0, 0])));
        assert_eq!(color("color(srgb 1 0 0.5 / 0.5)"), Some(Color([255, 0, 128, 128])));
        assert_eq!(color("oklab(0.5 0 0)"), None);
        assert_eq!(color("red"), None);
    }

    #[test]
    fn values_become_a_style() {
        let values = ["table-row", "visible", "0.5", "12.5px", "700", "italic", "rgb(0, 0, 0)", "", "start", "rtl"];
        let style = Computed(values).style();
        let expected = Style {
            display: Display::TablePart,
            font_size: 12.5,
            font_weight: 700,
            italic: true,
            text_align: TextAlign::Right,
            ..Style::default()
        };
        assert_eq!(style, expected);
    }

    #[test]
    fn hidden_and_transparent_are_not_visible() {
        let with = |visibility, opacity| {
            Computed(["block", visibility, opacity, "16px", "400", "normal", "", "", "left", "ltr"]).style().visible
        };
        assert!(with("visible", "1"));
        assert!(!with("hidden", "1") && !with("collapse", "1") && !with("visible", "0"));
    }
}
