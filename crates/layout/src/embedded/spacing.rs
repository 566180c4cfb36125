//! Margins, borders and padding at the two ends of inline elements. The engine sets text without them; small empty
//! boxes inside the element take their room.

use blitz_dom::{Attribute, BaseDocument, LocalName, Node, NodeId as EngineId, QualName, ns};
use style::properties::ComputedValues;
use style::values::computed::{LengthPercentage, Margin};
use style::values::specified::box_::DisplayOutside;

/// The name of the boxes that take room.
pub(super) const SPACER: &str = "lode-space";
/// Less than this is not worth a box.
const LEAST: f32 = 0.5;

/// The room at one end of an element: outside of its box, and inside.
#[derive(Clone, Copy, Default)]
struct Room {
    outside: f32,
    inside: f32,
}

impl Room {
    fn is_worth_it(self) -> bool {
        self.outside.abs() >= LEAST || self.inside >= LEAST
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
        if left.is_worth_it() {
            let spacer = mutator.create_element(spacer_name(), spacer_style("left", left));
            mutator.prepend_nodes(element, &[spacer]);
        }
        if right.is_worth_it() {
            let spacer = mutator.create_element(spacer_name(), spacer_style("right", right));
            mutator.append_children(element, &[spacer]);
        }
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

fn spacer_name() -> QualName {
    QualName::new(None, ns!(html), LocalName::from(SPACER))
}

fn spacer_style(side: &str, room: Room) -> Vec<Attribute> {
    let value = format!(
        "display: inline-block !important; width: {:.2}px; height: 0; margin: 0; margin-{side}: {:.2}px; padding: 0; \
         border: 0; float: none",
        room.inside, room.outside
    );
    vec![Attribute { name: QualName::new(None, ns!(), LocalName::from("style")), value }]
}
