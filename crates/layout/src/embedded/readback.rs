//! Rectangles and styles read back from the engine's document, by our nodes.

use std::collections::HashMap;

use blitz_dom::{BaseDocument, Node, NodeId as EngineId};
use page::tree::Namespace;
use page::{Color, Display, Layout, LayoutBuilder, NodeId, NodeKind, Rect, Style, TextAlign};
use parley::PositionedLayoutItem;
use style::computed_values::font_style::T as FontStyle;
use style::computed_values::visibility::T as Visibility;
use style::properties::ComputedValues;
use style::values::specified::box_::{DisplayInside, DisplayOutside};

use super::document::{Input, Replay};
use super::intrinsic::is_float;
use super::owners::{Clusters, Owners};
use super::spacing::{MARGIN, PADDING};

/// Reads everything back.
pub(super) fn read(input: &Input, replay: &Replay) -> Layout {
    let mut reader = Reader::new(input, replay);
    reader.read_styles();
    reader.read_boxes();
    reader.read_lines();
    reader.unite_table_parts();
    reader.unite_blocks_in_lines();
    reader.fill_drawings();
    reader.layout.finish()
}

struct Reader<'a> {
    input: &'a Input,
    replay: &'a Replay,
    layout: LayoutBuilder,
    our_ids: HashMap<EngineId, NodeId>,
    /// Where each of the engine's nodes stands on the page, as far as it was asked for.
    origins: HashMap<EngineId, (f32, f32)>,
    displays: Vec<Display>,
}

impl<'a> Reader<'a> {
    fn new(input: &'a Input, replay: &'a Replay) -> Reader<'a> {
        let nodes = input.tree.len();
        let our_ids = replay
            .engine_ids
            .iter()
            .enumerate()
            .filter_map(|(index, engine)| engine.map(|engine| (engine, NodeId::from_index(index))))
            .collect();
        Reader {
            input,
            replay,
            layout: LayoutBuilder::new("embedded", nodes),
            our_ids,
            origins: HashMap::new(),
            displays: vec![Display::None; nodes],
        }
    }

    fn document(&self) -> &'a BaseDocument {
        &self.replay.document
    }

    fn engine_node(&self, id: NodeId) -> Option<&'a Node> {
        self.replay.engine_ids[id.index()].and_then(|engine| self.document().get_node(engine))
    }

    /// Styles of all elements that are part of the page; the rest of a removed subtree stays without.
    fn read_styles(&mut self) {
        let tree = &self.input.tree;
        let mut id = tree.root();
        while id < tree.end(tree.root()) {
            if tree.kind(id) == NodeKind::Element {
                let style = self
                    .engine_node(id)
                    .and_then(Node::primary_styles)
                    .map(|computed| convert_style(&computed))
                    .unwrap_or(Style { display: Display::None, ..Style::default() });
                self.displays[id.index()] = style.display;
                self.layout.set_style(id, style);
                if style.display == Display::None {
                    id = tree.end(id);
                    continue;
                }
            }
            id = id.next();
        }
    }

    /// Boxes of the elements that have one of their own.
    fn read_boxes(&mut self) {
        let tree = &self.input.tree;
        for id in tree.elements() {
            let is_shape = tree.namespace(id) == Namespace::Svg && tree.name(id) != "svg";
            let has_no_box = matches!(self.displays[id.index()], Display::None | Display::Contents);
            if has_no_box || is_shape || self.is_row_or_group(id) {
                continue;
            }
            let Some(node) = self.engine_node(id) else { continue };
            if node.is_non_atomic_inline() {
                continue;
            }
            let (x, y) = self.origin(node);
            let size = node.unrounded_layout().size;
            self.layout.set_rect(id, Rect { x, y, width: size.width, height: size.height });
        }
    }

    /// Where a node of the engine stands on the page.
    fn origin(&mut self, node: &Node) -> (f32, f32) {
        if let Some(&known) = self.origins.get(&node.id) {
            return known;
        }
        // Upwards until an origin is known, then down again.
        let mut chain = vec![node];
        let mut origin = (0.0, 0.0);
        while let Some(outer) = chain[chain.len() - 1].containing_block().and_then(|id| self.document().get_node(id)) {
            if let Some(&known) = self.origins.get(&outer.id) {
                origin = known;
                break;
            }
            chain.push(outer);
        }
        for node in chain.into_iter().rev() {
            let location = node.unrounded_layout().location;
            origin = (origin.0 + location.x, origin.1 + location.y);
            self.origins.insert(node.id, origin);
        }
        origin
    }

    /// Boxes of what stands in lines: text and inline elements, as high as their font.
    fn read_lines(&mut self) {
        for (_, node) in self.document().tree().iter() {
            let Some(lines) = node.element_data().and_then(|element| element.inline_layout_data.as_ref()) else {
                continue;
            };
            let (x, y) = self.origin(node);
            let own = node.unrounded_layout();
            let inset =
                (x + own.padding.left + own.border.left, y + own.padding.top + own.border.top + lines.block_offset);
            let owners = Owners::of(self.document(), node, lines);
            for line in lines.layout.lines() {
                let mut rest = Clusters::default();
                for item in line.items() {
                    match item {
                        PositionedLayoutItem::GlyphRun(run) => {
                            let metrics = run.run().font_metrics();
                            let rect = Rect {
                                x: inset.0 + run.offset(),
                                y: inset.1 + run.baseline() - metrics.ascent,
                                width: run.advance(),
                                height: metrics.ascent + metrics.descent,
                            };
                            let element = run.style().brush.id;
                            let is_space = self.extend_by_space(element, node.id, rect);
                            if !is_space {
                                self.extend_inline(element, node.id, rect);
                            }
                            for piece in rest.pieces(&run, &owners).into_iter().filter(|_| !is_space) {
                                let rect = Rect { x: rect.x + piece.offset, width: piece.width, ..rect };
                                self.extend_text(piece.text, rect);
                            }
                        }
                        PositionedLayoutItem::InlineBox(inline_box) => {
                            self.extend_by_box(EngineId::from_u64(inline_box.id), node.id);
                        }
                    }
                }
            }
        }
    }

    /// Adds a box in a line to the inline elements around it.
    fn extend_by_box(&mut self, id: EngineId, root: EngineId) {
        let Some(node) = self.document().get_node(id).filter(|node| !node.is_out_of_flow()) else { return };
        let Some(outer) = node.parent else { return };
        let (x, y) = self.origin(node);
        let size = node.unrounded_layout().size;
        self.extend_inline(outer, root, Rect { x, y, width: size.width, height: size.height });
    }

    /// Adds a space that stands for padding to the element it is in, as high as its text; a space that stands for
    /// margin only to those around that. Says whether it was one.
    fn extend_by_space(&mut self, id: EngineId, root: EngineId, rect: Rect) -> bool {
        let Some(node) = self.document().get_node(id) else { return false };
        let name = node.element_data().map_or("", |element| &*element.name.local);
        let Some(inner) = node.parent.filter(|_| name == PADDING || name == MARGIN) else { return false };
        let Some(inner_node) = self.document().get_node(inner) else { return true };
        let font_size =
            inner_node.primary_styles().map_or(0.0, |style| style.get_font().clone_font_size().computed_size().px());
        let rect = Rect { y: rect.y - ASCENT * font_size, height: (ASCENT + DESCENT) * font_size, ..rect };
        match inner_node.parent {
            Some(outer) if name == MARGIN && inner != root => self.extend_inline(outer, root, rect),
            _ => self.extend_inline(inner, root, rect),
        }
        true
    }

    /// Adds a piece of a line to an inline element and to all it stands in, up to the block of the line.
    fn extend_inline(&mut self, from: EngineId, root: EngineId, rect: Rect) {
        let mut next = Some(from);
        while let Some(id) = next.filter(|&id| id != root) {
            let Some(node) = self.document().get_node(id) else { return };
            if node.element_data().is_some() && !node.is_non_atomic_inline() {
                return;
            }
            if let Some(&ours) = self.our_ids.get(&id) {
                let united = self.layout.rect(ours).map_or(rect, |have| have.union(&rect));
                self.layout.set_rect(ours, united);
            }
            next = node.parent;
        }
    }

    /// Adds a piece of a line to the text node that it comes from.
    fn extend_text(&mut self, text: EngineId, rect: Rect) {
        if let Some(&ours) = self.our_ids.get(&text) {
            let united = self.layout.rect(ours).map_or(rect, |have| have.union(&rect));
            self.layout.set_rect(ours, united);
        }
    }

    /// Rows and row groups have no box in the engine. They are as wide as all cells of the table and as high as the
    /// cells that stand in them alone.
    fn unite_table_parts(&mut self) {
        let tree = &self.input.tree;
        let tables: Vec<NodeId> = tree.elements().filter(|id| self.displays[id.index()] == Display::Table).collect();
        for table in tables {
            let (mut rows, mut groups, mut cells) = (Vec::new(), Vec::new(), Vec::new());
            for part in tree.children(table).filter(|&id| self.is_row_or_group(id)) {
                let is_group = tree.children(part).any(|child| self.is_row_or_group(child));
                let inside: Vec<NodeId> = if is_group {
                    tree.children(part).filter(|&id| self.is_row_or_group(id)).collect()
                } else {
                    vec![part]
                };
                cells.extend(inside.iter().flat_map(|&row| tree.children(row)).filter_map(|cell| self.cell_rect(cell)));
                rows.extend(&inside);
                groups.extend(is_group.then_some((part, inside)));
            }
            let Some(all) = cells.into_iter().reduce(|a, b| a.union(&b)) else { continue };
            for row in rows {
                self.set_row(row, all);
            }
            for (group, rows) in groups {
                let united = rows.iter().filter_map(|&row| self.layout.rect(row)).reduce(|a, b| a.union(&b));
                if let Some(rect) = united {
                    self.layout.set_rect(group, rect);
                }
            }
        }
    }

    fn set_row(&mut self, row: NodeId, all: Rect) {
        let tree = &self.input.tree;
        let spans = |cell: NodeId| tree.attr(cell, "rowspan").is_some_and(|rows| rows.trim() != "1");
        let united = |cells: &mut dyn Iterator<Item = NodeId>| {
            cells.filter_map(|cell| self.cell_rect(cell)).reduce(|a, b| a.union(&b))
        };
        let rect =
            united(&mut tree.children(row).filter(|&cell| !spans(cell))).or_else(|| united(&mut tree.children(row)));
        if let Some(rect) = rect {
            self.layout.set_rect(row, Rect { x: all.x, width: all.width, ..rect });
        }
    }

    fn is_row_or_group(&self, id: NodeId) -> bool {
        self.displays[id.index()] == Display::TablePart
            && !matches!(self.input.tree.name(id), "caption" | "col" | "colgroup")
    }

    fn cell_rect(&self, id: NodeId) -> Option<Rect> {
        (self.displays[id.index()] == Display::TableCell).then(|| self.layout.rect(id)).flatten()
    }

    /// The shapes in a drawing are not laid out; each is taken to be as large as the drawing.
    fn fill_drawings(&mut self) {
        let tree = &self.input.tree;
        for id in tree.elements().filter(|&id| tree.namespace(id) == Namespace::Svg && tree.name(id) != "svg") {
            let is_shape = matches!(
                tree.name(id),
                "g" | "path"
                    | "rect"
                    | "circle"
                    | "ellipse"
                    | "line"
                    | "polyline"
                    | "polygon"
                    | "text"
                    | "use"
                    | "image"
            );
            let parent = tree.parent(id);
            if let Some(rect) = parent.filter(|_| is_shape).and_then(|parent| self.layout.rect(parent)) {
                self.layout.set_rect(id, rect);
            }
        }
    }

    /// An inline element with blocks in it covers them too.
    fn unite_blocks_in_lines(&mut self) {
        let tree = &self.input.tree;
        for id in tree.elements().rev() {
            if self.displays[id.index()] != Display::Inline
                || !self.engine_node(id).is_some_and(Node::is_non_atomic_inline)
            {
                continue;
            }
            let covered = tree
                .children(id)
                .filter(|&child| self.engine_node(child).is_some_and(|node| !node.is_out_of_flow() && !is_float(node)))
                .filter_map(|child| self.layout.rect(child))
                .filter(|rect| rect.area() > 0.0)
                .reduce(|a, b| a.union(&b));
            if let Some(covered) = covered {
                let united = self.layout.rect(id).map_or(covered, |have| have.union(&covered));
                self.layout.set_rect(id, united);
            }
        }
    }
}

/// How far text reaches above and below its baseline, in parts of the font size.
const ASCENT: f32 = 0.9;
const DESCENT: f32 = 0.215;

fn convert_style(computed: &ComputedValues) -> Style {
    let font = computed.get_font();
    let color = |color: &style::color::AbsoluteColor| {
        let srgb = color.to_color_space(style::color::ColorSpace::Srgb);
        let channel = |value: f32| (value.clamp(0.0, 1.0) * 255.0).round() as u8;
        Color([channel(srgb.components.0), channel(srgb.components.1), channel(srgb.components.2), channel(srgb.alpha)])
    };
    let text_color = computed.get_inherited_text().clone_color();
    let background = computed.get_background().background_color.resolve_to_absolute(&text_color);
    Style {
        display: convert_display(computed),
        visible: computed.get_inherited_box().visibility == Visibility::Visible && computed.get_effects().opacity > 0.0,
        font_size: font.clone_font_size().computed_size().px(),
        font_weight: font.clone_font_weight().value() as u16,
        italic: font.clone_font_style() != FontStyle::NORMAL,
        color: color(&text_color),
        background: color(&background),
        text_align: convert_text_align(computed),
    }
}

fn convert_text_align(computed: &ComputedValues) -> TextAlign {
    use style::values::specified::text::TextAlignKeyword as Keyword;
    match computed.get_inherited_text().text_align {
        Keyword::Center | Keyword::MozCenter => TextAlign::Center,
        Keyword::Right | Keyword::MozRight | Keyword::End => TextAlign::Right,
        Keyword::Justify => TextAlign::Justify,
        _ => TextAlign::Left,
    }
}

fn convert_display(computed: &ComputedValues) -> Display {
    let display = computed.clone_display();
    if display.is_list_item() {
        return Display::ListItem;
    }
    match (display.outside(), display.inside()) {
        (_, DisplayInside::None) => Display::None,
        (_, DisplayInside::Contents) => Display::Contents,
        (_, DisplayInside::TableCell) => Display::TableCell,
        (DisplayOutside::InternalTable | DisplayOutside::TableCaption, _) => Display::TablePart,
        (_, DisplayInside::Table) => Display::Table,
        (_, DisplayInside::Flex) => Display::Flex,
        (_, DisplayInside::Grid) => Display::Grid,
        (DisplayOutside::Inline, DisplayInside::Flow) => Display::Inline,
        (DisplayOutside::Inline, _) => Display::InlineBlock,
        _ => Display::Block,
    }
}
