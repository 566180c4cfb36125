//! Old attributes as style: `bgcolor`, `cellpadding`, `<font size>` and the like, by the "Rendering" chapter of the
//! HTML standard. Each distinct set of declarations becomes one rule of a user-agent sheet made for the page.

use std::collections::HashMap;
use std::fmt::Write as _;

use page::tree::{Quirks, Tree};
use page::{NodeId, NodeKind};

/// The attribute by which an element refers to its rule.
pub(super) const HINT_ATTRIBUTE: &str = "data-lode-hint";

/// The rules of one page, and which elements they are for.
pub(super) struct Hints {
    css: String,
    of_element: HashMap<NodeId, usize>,
}

impl Hints {
    pub(super) fn of(tree: &Tree) -> Hints {
        let mut hints = Hints { css: String::new(), of_element: HashMap::new() };
        let mut known: HashMap<String, usize> = HashMap::new();
        for id in tree.elements() {
            let declarations = declarations(tree, id);
            if declarations.is_empty() {
                continue;
            }
            let next = known.len();
            let index = *known.entry(declarations).or_insert_with_key(|declarations| {
                let _ = writeln!(hints.css, "[{HINT_ATTRIBUTE}=\"{next}\"] {{ {declarations} }}");
                next
            });
            hints.of_element.insert(id, index);
        }
        hints
    }

    pub(super) fn css(&self) -> &str {
        &self.css
    }

    pub(super) fn of_element(&self, id: NodeId) -> Option<usize> {
        self.of_element.get(&id).copied()
    }
}

/// What the attributes of one element stand for.
fn declarations(tree: &Tree, id: NodeId) -> String {
    let mut css = Declarations { tree, id, css: String::new() };
    match tree.name(id) {
        "body" => css.body(),
        "font" => css.font(),
        "table" => css.table(),
        "td" | "th" => css.cell(),
        "tr" | "tbody" | "thead" | "tfoot" => css.row(),
        "col" | "colgroup" | "caption" => css.text_align(),
        "div" | "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "center" => css.text_align(),
        "img" => css.image(),
        "object" | "embed" | "iframe" | "applet" => css.embedded(),
        "svg" => css.drawing(),
        "option" | "optgroup" => css.option(),
        "input" => css.input(),
        "textarea" => css.textarea(),
        "select" => css.select(),
        "hr" => css.rule(),
        "br" => css.line_break(),
        "ul" | "ol" | "li" => css.list(),
        _ => {}
    }
    css.quirky_margins();
    css.css
}

struct Declarations<'a> {
    tree: &'a Tree,
    id: NodeId,
    css: String,
}

impl Declarations<'_> {
    fn attr(&self, name: &str) -> Option<&str> {
        self.tree.attr(self.id, name).map(str::trim).filter(|value| !value.is_empty())
    }

    fn keyword(&self, name: &str) -> String {
        self.attr(name).unwrap_or_default().to_ascii_lowercase()
    }

    fn push(&mut self, property: &str, value: &str) {
        let _ = write!(self.css, "{property}: {value}; ");
    }

    fn pixels(&self, name: &str) -> Option<u32> {
        self.attr(name).and_then(leading_number)
    }

    fn color(&mut self, attribute: &str, property: &str) {
        if let Some(color) = self.attr(attribute).and_then(legacy_color) {
            self.push(property, &color);
        }
    }

    fn text_align(&mut self) {
        let value = match self.keyword("align").as_str() {
            "center" | "middle" => "-moz-center",
            "left" => "-moz-left",
            "right" => "-moz-right",
            "justify" => "justify",
            _ => return,
        };
        self.push("text-align", value);
    }

    fn vertical_align(&mut self) {
        let value = match self.keyword("valign").as_str() {
            "top" => "top",
            "middle" | "center" => "middle",
            "bottom" => "bottom",
            "baseline" => "baseline",
            _ => return,
        };
        self.push("vertical-align", value);
    }

    fn body(&mut self) {
        self.color("bgcolor", "background-color");
        self.color("text", "color");
        for (attributes, properties) in [
            (["marginwidth", "leftmargin"], ["margin-left", "margin-right"]),
            (["marginheight", "topmargin"], ["margin-top", "margin-bottom"]),
        ] {
            if let Some(pixels) = attributes.iter().find_map(|name| self.pixels(name)) {
                for property in properties {
                    self.push(property, &format!("{pixels}px"));
                }
            }
        }
    }

    fn font(&mut self) {
        self.color("color", "color");
        if let Some(face) = self.attr("face") {
            let families: Vec<String> = face
                .split(',')
                .map(|family| format!("\"{}\"", family.trim().trim_matches(['"', '\'']).replace(['"', '\\', '\n'], "")))
                .map(|family| unquote_generic(&family))
                .collect();
            let families = families.join(", ");
            self.push("font-family", &families);
        }
        if let Some(size) = self.attr("size").and_then(font_size) {
            self.push("font-size", size);
        }
    }

    fn table(&mut self) {
        self.color("bgcolor", "background-color");
        match self.keyword("align").as_str() {
            "left" => self.push("float", "left"),
            "right" => self.push("float", "right"),
            "center" | "middle" => {
                self.push("margin-left", "auto");
                self.push("margin-right", "auto");
            }
            _ => {}
        }
        if let Some(spacing) = self.pixels("cellspacing") {
            self.push("border-spacing", &format!("{spacing}px"));
        }
        if let Some(border) = self.table_border(self.id).filter(|&border| border > 0) {
            self.push("border", &format!("{border}px outset"));
        }
    }

    /// The width of a table's border: `border` without a number means one.
    fn table_border(&self, table: NodeId) -> Option<u32> {
        let value = self.tree.attr(table, "border")?;
        Some(leading_number(value.trim()).unwrap_or(1))
    }

    fn cell(&mut self) {
        let table = self.tree.ancestors(self.id).find(|&id| self.tree.name(id) == "table");
        if let Some(padding) = table.and_then(|table| self.tree.attr(table, "cellpadding")).and_then(leading_number) {
            self.push("padding", &format!("{padding}px"));
        }
        if table.and_then(|table| self.table_border(table)).is_some_and(|border| border > 0) {
            self.push("border", "1px inset");
        }
        if self.tree.attr(self.id, "nowrap").is_some() {
            self.push("white-space", "nowrap");
        }
        self.color("bgcolor", "background-color");
        self.text_align();
        self.vertical_align();
        self.image_line();
    }

    /// In quirks mode a line with nothing but images in it is as high as the images, not as a line of text.
    fn image_line(&mut self) {
        let tree = self.tree;
        let is_image = |id: NodeId| {
            let is_content = |&id: &NodeId| match tree.kind(id) {
                NodeKind::Text => !page::is_blank(tree.text(id)),
                NodeKind::Element => !matches!(tree.name(id), "a" | "img" | "font" | "b" | "center" | "script"),
                _ => false,
            };
            tree.descendants(id).any(|id| tree.name(id) == "img") && !tree.descendants(id).any(|id| is_content(&id))
        };
        if tree.quirks() != Quirks::None && is_image(self.id) {
            self.push("line-height", "0");
        }
    }

    /// In quirks mode the default margins of the first and the last thing in a cell or in the body are left out.
    fn quirky_margins(&mut self) {
        let has_default_margins = matches!(
            self.tree.name(self.id),
            "p" | "ul" | "ol" | "dl" | "dir" | "menu" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "blockquote" | "pre"
        );
        if self.tree.quirks() != Quirks::Full || !has_default_margins {
            return;
        }
        if self.is_at_edge(|tree, id| tree.previous_sibling(id)) {
            self.push("margin-block-start", "0");
        }
        if self.is_at_edge(|tree, id| tree.next_sibling(id)) {
            self.push("margin-block-end", "0");
        }
    }

    /// Whether nothing that is seen stands between this element and the edge of the cell or body around it.
    fn is_at_edge(&self, beside: impl Fn(&Tree, NodeId) -> Option<NodeId>) -> bool {
        let tree = self.tree;
        let is_nothing = |id: NodeId| match tree.kind(id) {
            NodeKind::Text => page::is_blank(tree.text(id)),
            NodeKind::Element => page::is_muted_element(tree, id),
            _ => true,
        };
        let mut inner = self.id;
        loop {
            let mut neighbour = beside(tree, inner);
            while let Some(id) = neighbour {
                if !is_nothing(id) {
                    return false;
                }
                neighbour = beside(tree, id);
            }
            let Some(outer) = tree.parent(inner) else { return false };
            match tree.name(outer) {
                "td" | "th" | "body" => return true,
                "div" | "form" | "center" => inner = outer,
                _ => return false,
            }
        }
    }

    fn row(&mut self) {
        self.color("bgcolor", "background-color");
        self.text_align();
        self.vertical_align();
    }

    fn embedded(&mut self) {
        match self.keyword("align").as_str() {
            "left" => self.push("float", "left"),
            "right" => self.push("float", "right"),
            "top" => self.push("vertical-align", "top"),
            "middle" | "absmiddle" | "center" => self.push("vertical-align", "middle"),
            "bottom" => self.push("vertical-align", "baseline"),
            "texttop" => self.push("vertical-align", "text-top"),
            _ => {}
        }
        if self.tree.name(self.id) == "iframe" {
            if self.attr("frameborder").is_some_and(|border| matches!(border, "0" | "no")) {
                self.push("border", "0");
            }
        } else if let Some(border) = self.pixels("border") {
            self.push("border", &format!("{border}px solid"));
        }
    }

    fn input(&mut self) {
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

    fn textarea(&mut self) {
        if let Some(columns) = self.pixels("cols").filter(|&columns| columns > 0) {
            self.push("width", &format!("{}px", columns * 8 + 16));
        }
        if let Some(rows) = self.pixels("rows").filter(|&rows| rows > 0) {
            self.push("height", &format!("{}px", rows * 15));
        }
    }

    fn select(&mut self) {
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
    fn option(&mut self) {
        let select = self.tree.ancestors(self.id).find(|&id| self.tree.name(id) == "select");
        if select.is_some_and(|select| is_list_box(self.tree, select)) {
            self.css.push_str(
                "display: block; height: 17px !important; line-height: normal !important; overflow: hidden; ",
            );
            self.css.push_str("padding: 0 2px !important; box-sizing: border-box; ");
        }
    }

    /// A picture that is not there is shown as its alternative text, if it is shown at all.
    fn image(&mut self) {
        self.embedded();
        match absent_image(self.tree, self.id) {
            AbsentImage::Icon => self.css.push_str("width: 16px; height: 16px; "),
            AbsentImage::Text => self.css.push_str("height: 18px; "),
            AbsentImage::Box | AbsentImage::Nothing => {}
        }
        if let (Some(width), Some(height)) = (self.pixels("width"), self.pixels("height"))
            && width * height > 0
        {
            self.push("aspect-ratio", &format!("{width} / {height}"));
        }
    }

    /// The size of a drawing that states none: that of its view box, or the one all replaced elements have.
    fn drawing(&mut self) {
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

    fn rule(&mut self) {
        match self.keyword("align").as_str() {
            "left" => self.push("margin-left", "0"),
            "right" => self.push("margin-right", "0"),
            _ => {}
        }
        if let Some(size) = self.pixels("size") {
            self.push("height", &format!("{}px", size.saturating_sub(2)));
        }
        self.color("color", "color");
    }

    fn line_break(&mut self) {
        let value = match self.keyword("clear").as_str() {
            "left" => "left",
            "right" => "right",
            "all" | "both" => "both",
            _ => return,
        };
        self.push("clear", value);
    }

    fn list(&mut self) {
        let value = match self.attr("type") {
            Some("1") => "decimal",
            Some("a") => "lower-alpha",
            Some("A") => "upper-alpha",
            Some("i") => "lower-roman",
            Some("I") => "upper-roman",
            Some(kind) if kind.eq_ignore_ascii_case("disc") => "disc",
            Some(kind) if kind.eq_ignore_ascii_case("circle") => "circle",
            Some(kind) if kind.eq_ignore_ascii_case("square") => "square",
            _ => return,
        };
        self.push("list-style-type", value);
    }
}

/// Whether a `select` shows its options on the page.
pub(super) fn is_list_box(tree: &Tree, id: NodeId) -> bool {
    tree.attr(id, "multiple").is_some() || tree.attr(id, "size").and_then(leading_number).is_some_and(|size| size > 1)
}

/// How wide a text field for so many characters is, in the font that fields have.
fn text_field_width(size: u32) -> f64 {
    f64::from(size) * 8.0 + 9.0
}

fn unquote_generic(quoted: &str) -> String {
    let name = quoted.trim_matches('"');
    let is_generic = ["serif", "sans-serif", "monospace", "cursive", "fantasy"]
        .iter()
        .any(|generic| name.eq_ignore_ascii_case(generic));
    if is_generic { name.to_owned() } else { quoted.to_owned() }
}

/// `<font size>`: one to seven, or relative to three.
fn font_size(value: &str) -> Option<&'static str> {
    let number = leading_number(value.trim_start_matches(['+', '-']))? as i64;
    let size = match value.as_bytes()[0] {
        b'+' => 3 + number,
        b'-' => 3 - number,
        _ => number,
    };
    const SIZES: [&str; 7] = ["x-small", "small", "medium", "large", "x-large", "xx-large", "xxx-large"];
    Some(SIZES[(size.clamp(1, 7) - 1) as usize])
}

fn leading_number(value: &str) -> Option<u32> {
    let value = value.trim();
    let digits = value.bytes().take_while(u8::is_ascii_digit).count();
    value[..digits].parse().ok().map(|number: u32| number.min(10_000))
}

/// A colour by the standard's rules for old attributes: a name, `#rgb`, or almost anything read as hexadecimal.
fn legacy_color(value: &str) -> Option<String> {
    if value.eq_ignore_ascii_case("transparent") {
        return None;
    }
    if value.bytes().all(|byte| byte.is_ascii_alphabetic()) && is_color_name(value) {
        return Some(value.to_ascii_lowercase());
    }
    let digits = value.strip_prefix('#').unwrap_or(value);
    if digits.len() == 3 && value.starts_with('#') && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Some(value.to_owned());
    }
    let mut digits: Vec<u8> =
        digits.chars().take(128).map(|digit| if digit.is_ascii_hexdigit() { digit as u8 } else { b'0' }).collect();
    while digits.is_empty() || !digits.len().is_multiple_of(3) {
        digits.push(b'0');
    }
    let third = digits.len() / 3;
    let mut parts: Vec<&[u8]> = digits.chunks(third).map(|part| &part[part.len().saturating_sub(8)..]).collect();
    while parts[0].len() > 2 && parts.iter().all(|part| part[0] == b'0') {
        for part in &mut parts {
            *part = &part[1..];
        }
    }
    let hex: String = parts
        .iter()
        .map(|part| format!("{:0>2}", String::from_utf8_lossy(&part[..part.len().min(2)]).into_owned()))
        .collect();
    Some(format!("#{hex}"))
}

/// Whether a word names a colour; those that pages of the nineties used, and what is left is read as hexadecimal.
fn is_color_name(word: &str) -> bool {
    const NAMES: &[&str] = &[
        "aqua",
        "beige",
        "black",
        "blue",
        "brown",
        "coral",
        "crimson",
        "cyan",
        "darkblue",
        "darkgray",
        "darkgreen",
        "darkgrey",
        "darkred",
        "dimgray",
        "firebrick",
        "fuchsia",
        "gainsboro",
        "gold",
        "gray",
        "green",
        "grey",
        "indigo",
        "ivory",
        "khaki",
        "lavender",
        "lightblue",
        "lightgreen",
        "lightgrey",
        "lightgray",
        "lightyellow",
        "lime",
        "linen",
        "magenta",
        "maroon",
        "midnightblue",
        "navy",
        "olive",
        "orange",
        "orangered",
        "orchid",
        "peru",
        "pink",
        "plum",
        "purple",
        "red",
        "royalblue",
        "salmon",
        "seagreen",
        "sienna",
        "silver",
        "skyblue",
        "snow",
        "steelblue",
        "tan",
        "teal",
        "thistle",
        "tomato",
        "turquoise",
        "violet",
        "wheat",
        "white",
        "whitesmoke",
        "yellow",
    ];
    NAMES.iter().any(|name| name.eq_ignore_ascii_case(word))
}

/// How a browser shows an image that it could not load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AbsentImage {
    /// As a box of the size that the page gives it.
    Box,
    /// Not at all.
    Nothing,
    /// As a small icon.
    Icon,
    /// As an icon and its alternative text.
    Text,
}

/// What the attributes of an image say about how it is shown without its picture.
pub(super) fn absent_image(tree: &Tree, id: NodeId) -> AbsentImage {
    let has_size = tree.attr(id, "width").is_some() && tree.attr(id, "height").is_some();
    let alt = tree.attr(id, "alt").map(page::fold);
    match alt.as_deref() {
        None | Some("") if has_size => AbsentImage::Box,
        Some(_) if has_size && tree.quirks() == Quirks::Full => AbsentImage::Box,
        Some("") => AbsentImage::Nothing,
        None => AbsentImage::Icon,
        Some(_) => AbsentImage::Text,
    }
}

/// The font size of form controls.
const CONTROL_FONT_SIZE: f32 = 13.3333;
/// The widths of ASCII characters in 1/2048 em, made by the build script.
const SANS_WIDTHS: [u16; 128] = include!(concat!(env!("OUT_DIR"), "/sans_widths.rs"));

/// About how wide a text is in the standard font without serifs.
fn text_width(text: &str, font_size: f32) -> f32 {
    let units: u32 =
        text.chars().map(|character| SANS_WIDTHS.get(character as usize).map_or(1139, |&width| u32::from(width))).sum();
    units as f32 / 2048.0 * font_size
}
