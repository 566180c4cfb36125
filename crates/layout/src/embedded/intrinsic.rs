//! How narrow and how wide the content of a box can be, worked out from a first layout. Tables need it: the widths of
//! their columns depend on nothing else.

use std::collections::HashMap;

use blitz_dom::{BaseDocument, Node, NodeId as EngineId};
use style::computed_values::box_sizing::T as BoxSizing;
use style::computed_values::flex_direction::T as FlexDirection;
use style::computed_values::float::T as Float;
use style::properties::ComputedValues;
use style::values::computed::{Margin, Size};
use style::values::specified::box_::DisplayInside;

use super::tables;

/// The width of a box with all its optional line breaks taken, and with none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Widths {
    pub(super) min: f32,
    pub(super) max: f32,
}

impl Widths {
    fn fixed(width: f32) -> Widths {
        Widths { min: width, max: width }
    }

    pub(super) fn plus(self, more: f32) -> Widths {
        Widths { min: self.min + more, max: self.max + more }
    }
}

/// A width as the page states it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stated {
    Auto,
    Pixels(f32),
    /// A share of the containing block.
    Share(f32),
}

/// Works widths out, each only once.
pub(super) struct Intrinsics<'a> {
    pub(super) document: &'a BaseDocument,
    known: HashMap<EngineId, Widths>,
    pub(super) grids: HashMap<EngineId, tables::Grid>,
}

impl<'a> Intrinsics<'a> {
    pub(super) fn new(document: &'a BaseDocument) -> Self {
        Intrinsics { document, known: HashMap::new(), grids: HashMap::new() }
    }

    pub(super) fn node(&self, id: EngineId) -> Option<&'a Node> {
        self.document.get_node(id)
    }

    /// The widths of a node's border box.
    pub(super) fn widths(&mut self, node: &'a Node) -> Widths {
        if let Some(&known) = self.known.get(&node.id) {
            return known;
        }
        let widths = self.work_out(node);
        self.known.insert(node.id, widths);
        widths
    }

    fn work_out(&mut self, node: &'a Node) -> Widths {
        let edges = edges(node);
        let Some(style) = node.primary_styles() else {
            return self.content(node, None).plus(edges);
        };
        if style.clone_display().inside() == DisplayInside::Table {
            return self.table(node, &style);
        }
        let width = match stated_width(&style) {
            Stated::Pixels(width) if !is_cell(&style) => Widths::fixed(border_box(&style, width, edges)),
            _ => self.content(node, Some(&style)).plus(edges),
        };
        match max_width(&style) {
            Some(limit) => {
                let limit = border_box(&style, limit, edges);
                Widths { min: width.min.min(limit), max: width.max.min(limit) }
            }
            None => width,
        }
    }

    fn table(&mut self, node: &'a Node, style: &ComputedValues) -> Widths {
        let grid = tables::Grid::of(self, node);
        let content = grid.widths();
        self.grids.insert(node.id, grid);
        match stated_width(style) {
            Stated::Pixels(width) => Widths::fixed(width.max(content.min)),
            _ => content,
        }
    }

    /// The widths of what is in the box.
    fn content(&mut self, node: &'a Node, style: Option<&ComputedValues>) -> Widths {
        if let Some(lines) = node.element_data().and_then(|element| element.inline_layout_data.as_ref()) {
            let widths = lines.layout.calculate_content_widths();
            return Widths { min: widths.min, max: widths.max };
        }
        let children = node.layout_children.borrow().clone().unwrap_or_default();
        if children.is_empty() {
            // A leaf such as an image: as wide as it came out.
            let own = node.unrounded_layout();
            let is_replaced = node.element_data().is_some_and(|element| {
                matches!(
                    &*element.name.local,
                    "img" | "input" | "select" | "textarea" | "iframe" | "svg" | "canvas" | "video"
                )
            });
            return Widths::fixed(if is_replaced { own.size.width - edges(node) } else { 0.0 });
        }
        let is_row = style.is_some_and(|style| {
            style.clone_display().inside() == DisplayInside::Flex
                && matches!(style.clone_flex_direction(), FlexDirection::Row | FlexDirection::RowReverse)
        });
        let mut total = Widths::default();
        let mut floats = 0.0;
        let document = self.document;
        for child in children.iter().filter_map(|&id| document.get_node(id)) {
            if child.is_out_of_flow() {
                continue;
            }
            let widths = self.widths(child).plus(margins(child));
            if is_row {
                total = Widths { min: total.min + widths.min, max: total.max + widths.max };
                continue;
            }
            if is_float(child) {
                floats += widths.max;
                total.max = total.max.max(floats);
            } else {
                total.max = total.max.max(widths.max + floats);
                floats = 0.0;
            }
            total.min = total.min.max(widths.min);
        }
        total
    }
}

/// Left and right padding and border, as the first layout resolved them.
pub(super) fn edges(node: &Node) -> f32 {
    let layout = node.unrounded_layout();
    layout.padding.left + layout.padding.right + layout.border.left + layout.border.right
}

/// Left and right margins as stated; automatic ones ask for no room.
pub(super) fn margins(node: &Node) -> f32 {
    let pixels = |margin: Margin| match margin {
        Margin::LengthPercentage(length) => length.to_length().map_or(0.0, |length| length.px().max(0.0)),
        _ => 0.0,
    };
    node.primary_styles().map_or(0.0, |style| pixels(style.clone_margin_left()) + pixels(style.clone_margin_right()))
}

/// A stated width as that of the border box.
pub(super) fn border_box(style: &ComputedValues, width: f32, edges: f32) -> f32 {
    match style.clone_box_sizing() {
        BoxSizing::BorderBox => width.max(edges),
        BoxSizing::ContentBox => width + edges,
    }
}

pub(super) fn stated_width(style: &ComputedValues) -> Stated {
    match style.clone_width() {
        Size::LengthPercentage(width) => match (width.0.to_length(), width.0.to_percentage()) {
            (Some(length), _) => Stated::Pixels(length.px()),
            (_, Some(share)) => Stated::Share(share.0),
            _ => Stated::Auto,
        },
        _ => Stated::Auto,
    }
}

fn max_width(style: &ComputedValues) -> Option<f32> {
    use style::values::computed::MaxSize;
    match style.clone_max_width() {
        MaxSize::LengthPercentage(width) => width.0.to_length().map(|length| length.px()),
        _ => None,
    }
}

pub(super) fn is_cell(style: &ComputedValues) -> bool {
    style.clone_display().inside() == DisplayInside::TableCell
}

pub(super) fn is_float(node: &Node) -> bool {
    node.primary_styles().is_some_and(|style| style.clone_float() != Float::None)
}
