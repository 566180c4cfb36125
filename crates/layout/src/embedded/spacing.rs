//! Margins, borders and padding at the two ends of inline elements. The engine sets text without them; spaces of just
//! their width, inside the element, take their room.

use blitz_dom::{BaseDocument, DocumentMutator, LocalName, Node, NodeId as EngineId, QualName, ns};
use style::properties::ComputedValues;
use style::values::computed::{LengthPercentage, Margin};
use style::values::specified::box_::DisplayOutside;

use super::intrinsic::{Stated, stated_width};
use super::style_attribute::{attribute, declare};

/// The name of the elements that take room inside the box of the element around them, and outside of it.
pub(super) const PADDING: &str = "lode-padding";
pub(super) const MARGIN: &str = "lode-margin";
/// Less than this is not worth a space.
const LEAST: f32 = 0.5;

/// The room at one end of an element: outside of its box, and inside.
#[derive(Clone, Copy, Default)]
struct Room {
    outside: f32,
    inside: f32,
}

impl Room {
    fn is_worth_it(self) -> bool {
        self.outside >= LEAST || self.inside >= LEAST
    }
}

/// Makes room in all inline elements that ask for it.
pub(super) fn make_room(document: &mut BaseDocument) {
    let rooms: Vec<(EngineId, Room, Room)> = document
        .tree()
        .iter()
        .filter(|(_, node)| node.flags.is_in_document() && node.is_non_atomic_inline() && holds_a_line(document, node))
        .filter_map(|(id, node)| {
            let (left, right) = rooms(&*node.primary_styles()?);
            (left.is_worth_it() || right.is_worth_it()).then_some((id, left, right))
        })
        .collect();
    let mut mutator = document.mutate();
    for &(element, left, right) in &rooms {
        let spaces: Vec<EngineId> = [(MARGIN, left.outside), (PADDING, left.inside)]
            .into_iter()
            .filter_map(|(name, width)| space(&mut mutator, name, width))
            .collect();
        mutator.prepend_nodes(element, &spaces);
        for (name, width) in [(PADDING, right.inside), (MARGIN, right.outside)] {
            if let Some(space) = space(&mut mutator, name, width) {
                mutator.append_children(element, &[space]);
            }
        }
    }
}

/// An element with a space of this width that no line is broken at: a character without a size of its own, and so much
/// room behind it.
pub(super) fn space(mutator: &mut DocumentMutator<'_>, name: &str, width: f32) -> Option<EngineId> {
    if width < LEAST {
        return None;
    }
    let style = format!(
        "display: inline !important; font-size: 0 !important; letter-spacing: {width:.2}px !important; \
         padding: 0; margin: 0; border: 0; float: none; position: static"
    );
    let style = vec![attribute("style", style)];
    let element = mutator.create_element(QualName::new(None, ns!(html), LocalName::from(name)), style);
    let text = mutator.create_text_node("\u{a0}");
    mutator.append_children(element, &[text]);
    Some(element)
}

/// Boxes in a line that share its width by parts of a hundred may add up to more than it by the last bit of a number,
/// and the last one would go to the next line. A fiftieth of a pixel less is not seen.
pub(super) fn shave_shares(document: &mut BaseDocument) {
    let shares: Vec<(EngineId, f32)> = document
        .tree()
        .iter()
        .filter(|(_, node)| node.flags.is_in_document() && node.is_element() && !node.is_non_atomic_inline())
        .filter_map(|(id, node)| {
            let style = node.primary_styles()?;
            match stated_width(&style) {
                Stated::Share(share) if style.clone_display().outside() == DisplayOutside::Inline => Some((id, share)),
                _ => None,
            }
        })
        .collect();
    for (id, share) in shares {
        declare(document, id, &format!("width: calc({}% - 0.02px) !important", share * 100.0));
    }
}

/// Whether everything in an inline element stands in lines, too.
fn holds_a_line(document: &BaseDocument, node: &Node) -> bool {
    node.children.iter().filter_map(|&id| document.get_node(id)).all(|child| {
        !child.is_element()
            || child.is_out_of_flow()
            || child.primary_styles().is_none_or(|style| style.clone_display().outside() != DisplayOutside::Block)
    })
}

fn rooms(style: &ComputedValues) -> (Room, Room) {
    let pixels = |length: &LengthPercentage| length.to_length().map_or(0.0, |length| length.px());
    let margin = |margin: Margin| match margin {
        Margin::LengthPercentage(length) => pixels(&length),
        _ => 0.0,
    };
    let border = style.get_border();
    let left_border =
        if border.border_left_style.none_or_hidden() { 0.0 } else { border.border_left_width.0.to_f32_px() };
    let right_border =
        if border.border_right_style.none_or_hidden() { 0.0 } else { border.border_right_width.0.to_f32_px() };
    (
        Room {
            outside: margin(style.clone_margin_left()),
            inside: pixels(&style.clone_padding_left().0) + left_border,
        },
        Room {
            outside: margin(style.clone_margin_right()),
            inside: pixels(&style.clone_padding_right().0) + right_border,
        },
    )
}
