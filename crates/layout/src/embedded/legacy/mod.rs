//! Old attributes as style: `bgcolor`, `cellpadding`, `<font size>` and the like, by the "Rendering" chapter of the
//! HTML standard. Each distinct set of declarations becomes one rule of a user-agent sheet made for the page.

mod controls;
mod quirks;
mod values;

use std::collections::HashMap;
use std::fmt::Write as _;

use page::NodeId;
use page::tree::Tree;

pub(super) use controls::{AbsentImage, absent_image, is_list_box};
use values::{font_size, leading_number, legacy_color, unquote_generic};

/// The attribute by which an element refers to its rule. The engine looks rules up by the name of an attribute, but
/// not by its value, so that each rule has an attribute of its own.
pub(super) fn hint_attribute(index: usize) -> String {
    format!("data-lode-hint-{index}")
}

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
                let _ = writeln!(hints.css, "[{}] {{ {declarations} }}", hint_attribute(next));
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
        "caption" => css.push("display", "table-cell !important"),
        "col" | "colgroup" => css.text_align(),
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
