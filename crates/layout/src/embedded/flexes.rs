//! Flex containers in flex containers. Where rows stand in columns in rows, the engine sizes each of them several times
//! for each time it sizes the one around it, so that the time doubles every few levels. Containers that lie too deep
//! for that become blocks.

use blitz_dom::{BaseDocument, NodeId as EngineId};
use style::computed_values::flex_direction::T as FlexDirection;
use style::computed_values::flex_wrap::T as FlexWrap;
use style::values::specified::box_::DisplayInside;

use super::style_attribute::declare;

/// By how much a container that turns the direction of the one around it multiplies the time for what is in it; as
/// measured, and the same if one of the two wraps.
const TURN: f64 = 1.05;
const WRAPPED_TURN: f64 = 1.35;
/// How much that may become, the first that does with the time there is, in times of sizing one element.
const CAPS: [f64; 4] = [64.0, 8.0, 2.0, 1.0];
const BUDGET: f64 = 500_000.0;

/// What is known where the walk stands: the time factor, and the nearest container's direction and wrapping.
#[derive(Clone, Copy)]
struct Place {
    factor: f64,
    container: Option<(bool, bool)>,
}

/// Makes blocks of the containers that lie too deep.
pub(super) fn flatten(document: &mut BaseDocument) {
    let mut demoted = Vec::new();
    for cap in CAPS {
        let (time, containers) = walk(document, cap);
        demoted = containers;
        if time <= BUDGET {
            break;
        }
    }
    for id in demoted {
        declare(document, id, "display: flow-root !important");
    }
}

/// The time for the whole page if no factor is above the cap, and the containers that have to be blocks for that.
fn walk(document: &BaseDocument, cap: f64) -> (f64, Vec<EngineId>) {
    let (mut time, mut demoted) = (0.0, Vec::new());
    let mut stack = vec![(document.root_node().id, Place { factor: 1.0, container: None })];
    while let Some((id, mut place)) = stack.pop() {
        let Some(node) = document.get_node(id) else { continue };
        if let Some(style) = node.primary_styles().filter(|style| style.clone_display().inside() == DisplayInside::Flex)
        {
            let is_row = matches!(style.clone_flex_direction(), FlexDirection::Row | FlexDirection::RowReverse);
            let wraps = style.clone_flex_wrap() != FlexWrap::NOWRAP;
            let turn = match place.container {
                Some((outer, outer_wraps)) if outer != is_row && (wraps || outer_wraps) => WRAPPED_TURN,
                Some((outer, _)) if outer != is_row => TURN,
                _ => 1.0,
            };
            if place.factor * turn > cap {
                demoted.push(id);
            } else {
                place = Place { factor: place.factor * turn, container: Some((is_row, wraps)) };
            }
        }
        time += place.factor;
        stack.extend(node.children.iter().map(|&child| (child, place)));
    }
    (time, demoted)
}
