//! Which text node a piece of a line comes from. The engine joins the text of a block into one string and lays that
//! out; where each text node stands in that string is found by walking the block as the engine does.

use std::collections::HashSet;
use std::iter::Peekable;

use blitz_dom::node::{ListItemLayout, ListItemLayoutPosition, Marker, TextBrush, TextLayout};
use blitz_dom::{BaseDocument, Node, NodeId as EngineId};
use parley::{Cluster, GlyphRun};
use style::values::specified::box_::DisplayInside;
use style::values::specified::text::TextTransformCase;

/// The text nodes of one block, by where they start in its text.
pub(super) struct Owners {
    /// In the order of the text.
    starts: Vec<Start>,
    /// The bytes that are white space, which belongs to the text before it or to the one behind it.
    blanks: Vec<bool>,
}

struct Start {
    byte: usize,
    text: EngineId,
    /// The element whose style the text has, which is all that the engine tells of a piece.
    styled_by: EngineId,
}

/// A part of a line that comes from one text node.
pub(super) struct Piece {
    pub(super) text: EngineId,
    /// How far from the start of its run it begins.
    pub(super) offset: f32,
    pub(super) width: f32,
}

impl Owners {
    pub(super) fn of(document: &BaseDocument, block: &Node, lines: &TextLayout) -> Owners {
        let boxes = lines.layout.inline_boxes().map(|inline_box| EngineId::from_u64(inline_box.id)).collect();
        let mut walk = Walk { document, boxes, texts: Vec::new() };
        walk.inside(block, block.id);
        // Collapsing drops and adds nothing but white space, so all else is counted.
        let mut places = lines.text.char_indices().filter(|(_, character)| !character.is_ascii_whitespace());
        let marker = marker_characters(block);
        let _ = places.by_ref().take(marker).count();
        let mut starts = Vec::new();
        for text in walk.texts {
            let Some(more) = text.characters.checked_sub(1) else { continue };
            let Some((byte, _)) = places.next() else { break };
            starts.push(Start { byte, text: text.id, styled_by: text.styled_by });
            let _ = places.by_ref().take(more).count();
        }
        let mut blanks: Vec<bool> = lines.text.bytes().map(|byte| byte.is_ascii_whitespace()).collect();
        // The space behind a marker is the marker's.
        let end_of_marker = starts.first().map_or(0, |start| if marker > 0 { start.byte } else { 0 });
        blanks[..end_of_marker].fill(false);
        Owners { starts, blanks }
    }

    /// The text node that the characters at a place come from; they have the style of an element.
    fn owner(&self, byte: usize, styled_by: EngineId) -> Option<EngineId> {
        let behind = self.starts.partition_point(|start| start.byte <= byte);
        let before = behind.checked_sub(1).map(|index| &self.starts[index]);
        let is_blank = self.blanks.get(byte).copied().unwrap_or_default();
        match before {
            Some(start) if !is_blank || start.styled_by == styled_by => Some(start.text),
            _ => {
                self.starts.get(behind).filter(|start| is_blank && start.styled_by == styled_by).map(|start| start.text)
            }
        }
    }
}

/// How many characters the marker of a list item adds before its text.
fn marker_characters(block: &Node) -> usize {
    match block.element_data().and_then(|element| element.list_item_data.as_deref()) {
        Some(ListItemLayout { marker, position: ListItemLayoutPosition::Inside }) => match marker {
            Marker::Char(_) => 1,
            Marker::String(marker) => marker.chars().filter(|character| !character.is_ascii_whitespace()).count(),
        },
        _ => 0,
    }
}

/// Collects the text nodes of a block in the order in which the engine joins them.
struct Walk<'a> {
    document: &'a BaseDocument,
    /// What stands in the lines as a box; its text is laid out by itself.
    boxes: HashSet<EngineId>,
    texts: Vec<Text>,
}

struct Text {
    id: EngineId,
    styled_by: EngineId,
    /// How many characters of it are in the joined text, white space aside.
    characters: usize,
}

impl Walk<'_> {
    fn inside(&mut self, node: &Node, styled_by: EngineId) {
        for child in node.before().iter().chain(&node.children).chain(&node.after()) {
            let Some(child) = self.document.get_node(*child) else { continue };
            if let Some(text) = child.text_data() {
                let is_upper = node
                    .primary_styles()
                    .is_some_and(|style| style.clone_text_transform().case() == TextTransformCase::Uppercase);
                let visible = text.content.chars().filter(|character| !character.is_ascii_whitespace());
                let characters = match is_upper {
                    true => visible.map(|character| character.to_uppercase().count()).sum(),
                    false => visible.count(),
                };
                self.texts.push(Text { id: child.id, styled_by, characters });
            } else if child.element_data().is_some() && !self.boxes.contains(&child.id) {
                let inside = child.primary_styles().map(|style| style.clone_display().inside());
                match inside {
                    Some(DisplayInside::None) => {}
                    Some(DisplayInside::Contents) => self.inside(child, styled_by),
                    _ => self.inside(child, child.id),
                }
            }
        }
    }
}

/// The clusters of a run from left to right, of which each of its parts with one style takes its share.
#[derive(Default)]
pub(super) struct Clusters<'a> {
    run: Option<usize>,
    rest: Option<Peekable<Box<dyn Iterator<Item = Cluster<'a, TextBrush>> + 'a>>>,
}

impl<'a> Clusters<'a> {
    /// The pieces of the next part of the line, from left to right.
    pub(super) fn pieces(&mut self, part: &GlyphRun<'a, TextBrush>, owners: &Owners) -> Vec<Piece> {
        let run = *part.run();
        if self.run != Some(run.index()) {
            self.run = Some(run.index());
            let clusters: Box<dyn Iterator<Item = Cluster<'a, TextBrush>> + 'a> = Box::new(run.visual_clusters());
            self.rest = Some(clusters.peekable());
        }
        let mut pieces: Vec<Piece> = Vec::new();
        let mut offset = 0.0;
        let Some(rest) = &mut self.rest else { return pieces };
        while let Some(cluster) = rest.next_if(|cluster| cluster.style_index() == part.style_index()) {
            let width = cluster.advance();
            if let Some(text) = owners.owner(cluster.text_range().start, part.style().brush.id) {
                match pieces.last_mut().filter(|last| last.text == text) {
                    Some(last) => last.width = offset + width - last.offset,
                    None => pieces.push(Piece { text, offset, width }),
                }
            }
            offset += width;
        }
        pieces
    }
}
