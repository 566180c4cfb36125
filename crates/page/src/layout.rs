//! Where everything stands on the screen, and how it looks: a rectangle and a style for each node. Who finds that out
//! is not known here.

use std::fmt;

use crate::tree::NodeId;

/// The width of the window that pages are laid out in, in CSS pixels.
pub const VIEWPORT_WIDTH: u32 = 1280;
/// The height of that window. It matters only for pages that size themselves by it.
pub const VIEWPORT_HEIGHT: u32 = 1024;

/// A rectangle in CSS pixels, measured from the top left corner of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x: f32,
    /// The top edge.
    pub y: f32,
    /// The width, at least 0.
    pub width: f32,
    /// The height, at least 0.
    pub height: f32,
}

impl Rect {
    /// The right edge.
    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    /// The bottom edge.
    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    /// The area in square pixels.
    pub fn area(&self) -> f32 {
        self.width * self.height
    }

    /// The smallest rectangle that holds both.
    pub fn union(&self, other: &Rect) -> Rect {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Rect { x, y, width: right - x, height: bottom - y }
    }
}

/// How an element takes part in the layout, as far as the analysis tells kinds of boxes apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Display {
    /// Not in the page at all.
    None,
    /// Part of a line of text.
    #[default]
    Inline,
    /// A box inside a line.
    InlineBlock,
    /// A box of its own.
    Block,
    /// A box with a marker.
    ListItem,
    /// A flex container.
    Flex,
    /// A grid container.
    Grid,
    /// A table.
    Table,
    /// A row, row group, column or caption of a table.
    TablePart,
    /// A cell of a table.
    TableCell,
    /// No box of its own, but its children have theirs.
    Contents,
}

impl Display {
    /// The name used in output, which is the CSS keyword where there is one.
    pub fn as_str(self) -> &'static str {
        match self {
            Display::None => "none",
            Display::Inline => "inline",
            Display::InlineBlock => "inline-block",
            Display::Block => "block",
            Display::ListItem => "list-item",
            Display::Flex => "flex",
            Display::Grid => "grid",
            Display::Table => "table",
            Display::TablePart => "table-part",
            Display::TableCell => "table-cell",
            Display::Contents => "contents",
        }
    }
}

/// Where the lines of a block stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TextAlign {
    /// At the left edge.
    #[default]
    Left,
    /// In the middle.
    Center,
    /// At the right edge.
    Right,
    /// At both.
    Justify,
}

impl TextAlign {
    /// The CSS keyword.
    pub fn as_str(self) -> &'static str {
        match self {
            TextAlign::Left => "left",
            TextAlign::Center => "center",
            TextAlign::Right => "right",
            TextAlign::Justify => "justify",
        }
    }
}

/// A colour: red, green, blue and opacity, each 0 to 255.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Color(pub [u8; 4]);

impl Color {
    /// Opaque black, the colour of text unless a page says otherwise.
    pub const BLACK: Color = Color([0, 0, 0, 255]);

    /// Whether nothing of it is seen.
    pub fn is_transparent(self) -> bool {
        self.0[3] == 0
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue, alpha] = self.0;
        if alpha == 255 {
            write!(f, "#{red:02x}{green:02x}{blue:02x}")
        } else {
            write!(f, "#{red:02x}{green:02x}{blue:02x}{alpha:02x}")
        }
    }
}

/// The computed style of an element, as far as the analysis uses it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// What kind of box it is.
    pub display: Display,
    /// Whether its own text and background are painted (`visibility`, and `opacity` above zero).
    pub visible: bool,
    /// The font size in pixels.
    pub font_size: f32,
    /// The font weight, 100 to 900; bold is 700.
    pub font_weight: u16,
    /// Whether the font slants.
    pub italic: bool,
    /// The colour of its text.
    pub color: Color,
    /// Its own background, transparent if it has none.
    pub background: Color,
    /// Where its lines stand.
    pub text_align: TextAlign,
}

impl Style {
    /// Whether its text is bold, or bolder.
    pub fn is_bold(&self) -> bool {
        self.font_weight >= 600
    }
}

impl Default for Style {
    fn default() -> Self {
        Style {
            display: Display::Inline,
            visible: true,
            font_size: 16.0,
            font_weight: 400,
            italic: false,
            color: Color::BLACK,
            background: Color::default(),
            text_align: TextAlign::Left,
        }
    }
}

/// A page's boxes and styles, by node. Elements and text nodes that are not displayed have no rectangle.
#[derive(Clone, Debug)]
pub struct Layout {
    engine: &'static str,
    rects: Vec<Rect>,
    styles: Vec<Style>,
    style_of: Vec<u32>,
}

/// Marks a node that has no box, or no style of its own.
const NO_RECT: Rect = Rect { x: f32::NAN, y: f32::NAN, width: f32::NAN, height: f32::NAN };
const NO_STYLE: u32 = u32::MAX;

impl Layout {
    /// The engine that made it.
    pub fn engine(&self) -> &'static str {
        self.engine
    }

    /// The rectangle of an element or text node, if it is displayed.
    pub fn rect(&self, node: NodeId) -> Option<Rect> {
        self.rects.get(node.index()).copied().filter(|rect| !rect.x.is_nan())
    }

    /// The computed style of an element; `None` for other nodes and for elements in subtrees that are not displayed.
    pub fn style(&self, node: NodeId) -> Option<&Style> {
        self.style_of.get(node.index()).and_then(|&index| self.styles.get(index as usize))
    }

    /// Whether the element is taken out of the page with all that is in it.
    pub fn is_removed(&self, element: NodeId) -> bool {
        self.style(element).is_none_or(|style| style.display == Display::None)
    }

    /// Whether something of the element can be seen: it has an area and is not hidden.
    pub fn is_visible(&self, element: NodeId) -> bool {
        self.rect(element).is_some_and(|rect| rect.width > 0.0 && rect.height > 0.0)
            && self.style(element).is_none_or(|style| style.visible)
    }
}

/// Collects rectangles and styles node by node. Equal styles are kept once.
#[derive(Debug)]
pub struct LayoutBuilder {
    layout: Layout,
    known: std::collections::HashMap<[u32; 6], u32>,
}

impl LayoutBuilder {
    /// For a page of `nodes` nodes, laid out by `engine`.
    pub fn new(engine: &'static str, nodes: usize) -> Self {
        let layout =
            Layout { engine, rects: vec![NO_RECT; nodes], styles: Vec::new(), style_of: vec![NO_STYLE; nodes] };
        LayoutBuilder { layout, known: Default::default() }
    }

    /// Sets the rectangle of a node. Values that are not finite, which engines do produce, leave it without one.
    pub fn set_rect(&mut self, node: NodeId, rect: Rect) {
        if [rect.x, rect.y, rect.width, rect.height].iter().all(|value| value.is_finite()) {
            let rect = Rect { width: rect.width.max(0.0), height: rect.height.max(0.0), ..rect };
            self.layout.rects[node.index()] = rect;
        }
    }

    /// The rectangle set so far.
    pub fn rect(&self, node: NodeId) -> Option<Rect> {
        self.layout.rect(node)
    }

    /// Sets the style of an element.
    pub fn set_style(&mut self, node: NodeId, style: Style) {
        let key = [
            style.display as u32 | (style.text_align as u32) << 8 | u32::from(style.visible) << 16,
            style.font_size.to_bits(),
            u32::from(style.font_weight),
            u32::from(style.italic),
            u32::from_ne_bytes(style.color.0),
            u32::from_ne_bytes(style.background.0),
        ];
        let styles = &mut self.layout.styles;
        let index = *self.known.entry(key).or_insert_with(|| {
            styles.push(style);
            styles.len() as u32 - 1
        });
        self.layout.style_of[node.index()] = index;
    }

    /// The finished layout.
    pub fn finish(self) -> Layout {
        self.layout
    }
}
