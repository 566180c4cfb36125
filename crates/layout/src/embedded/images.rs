//! Images that are not there, once their style is known. Before the first layout only their attributes were looked at;
//! whether such an image is a box of its own or a piece of text in a line shows only then.

use blitz_dom::{Attribute, BaseDocument, Node, NodeId as EngineId, QualName, local_name, ns};
use page::{NodeId, Tree};
use style::properties::ComputedValues;
use style::values::computed::font::LineHeight;
use style::values::specified::box_::{DisplayInside, DisplayOutside};

use super::legacy::{AbsentImage, absent_image};
use super::spacing;
use super::style_attribute::{attribute, attribute_name, join};

/// How many siblings may be looked at, all together, to put text in the place of images: the engine looks at all of
/// them for each. Images beyond it stay boxes.
const MAX_SIBLINGS: usize = 200_000_000;

/// The width of the icon that stands before the text.
const ICON_WIDTH: f32 = 16.0;

/// The style of a line that is at least as high as the icon.
const LEAST_HEIGHT: &str = "line-height: 18px !important";

/// What is done about one image.
enum Change {
    /// It is a block, which keeps the size that its attributes give it.
    KeepSize(Vec<(&'static str, String)>),
    /// It stands in a line, where a small icon and its alternative text take its place.
    BecomeText { alt: String, is_low: bool },
}

/// Corrects the images whose style shows that they are blocks, and puts text in the place of those in lines.
pub(super) fn settle(tree: &Tree, engine_ids: &mut [Option<EngineId>], document: &mut BaseDocument) {
    let mut siblings = 0;
    let changes: Vec<(NodeId, EngineId, Change)> = tree
        .elements()
        .filter(|&id| tree.name(id) == "img")
        .filter_map(|id| {
            let element = engine_ids[id.index()]?;
            Some((id, element, change(tree, id, document.get_node(element)?)?))
        })
        .filter(|(_, element, change)| {
            let parent = document.get_node(*element).and_then(|node| document.get_node(node.parent?));
            let is_replaced = matches!(change, Change::BecomeText { .. });
            siblings += parent.filter(|_| is_replaced).map_or(0, |parent| parent.children.len());
            siblings <= MAX_SIBLINGS
        })
        .collect();
    let mut mutator = document.mutate();
    for (id, element, change) in changes {
        match change {
            Change::KeepSize(attributes) => {
                for (name, value) in attributes {
                    mutator.set_attribute(element, attribute_name(name), &value);
                }
            }
            Change::BecomeText { alt, is_low } => {
                let attributes = text_attributes(tree, id, if is_low { LEAST_HEIGHT } else { "" });
                let span = mutator.create_element(QualName::new(None, ns!(html), local_name!("span")), attributes);
                let icon = spacing::space(&mut mutator, spacing::PADDING, ICON_WIDTH);
                let text = mutator.create_text_node(&alt);
                mutator.append_children(span, &icon.into_iter().chain([text]).collect::<Vec<_>>());
                mutator.replace_node_with(element, &[span]);
                engine_ids[id.index()] = Some(span);
            }
        }
    }
}

fn change(tree: &Tree, id: NodeId, node: &Node) -> Option<Change> {
    let absent = absent_image(tree, id);
    // Images in a part of the page that is not displayed have no style.
    let style = node.primary_styles()?;
    let display = style.clone_display();
    let is_in_line = display.outside() == DisplayOutside::Inline && display.inside() == DisplayInside::Flow;
    match absent {
        AbsentImage::Box => None,
        _ if display.outside() == DisplayOutside::None => None,
        _ if !is_in_line => {
            let attributes: Vec<(&str, String)> = ["width", "height"]
                .into_iter()
                .filter_map(|name| tree.attr(id, name).map(|value| (name, value.to_owned())))
                .collect();
            (!attributes.is_empty()).then_some(Change::KeepSize(attributes))
        }
        AbsentImage::Text => {
            let alt = page::fold(tree.attr(id, "alt").unwrap_or_default());
            Some(Change::BecomeText { alt, is_low: is_low_line(&style) })
        }
        _ => None,
    }
}

/// Whether a line would be lower than the icon in it.
fn is_low_line(style: &ComputedValues) -> bool {
    let font_size = style.get_font().clone_font_size().computed_size().px();
    let height = match style.get_font().clone_line_height() {
        LineHeight::Normal => font_size * 1.15,
        LineHeight::Number(factor) => font_size * factor.0,
        LineHeight::Length(length) => length.0.px(),
    };
    height < 16.0
}

/// The text looks as the image's own style says, as far as that does not depend on its being an image.
fn text_attributes(tree: &Tree, id: NodeId, more: &str) -> Vec<Attribute> {
    let ours = format!("display: inline !important; {more}");
    let mut attributes = vec![attribute("style", join(tree.attr(id, "style").unwrap_or_default(), &ours))];
    for name in ["class", "id"] {
        attributes.extend(tree.attr(id, name).map(|value| attribute(name, value)));
    }
    attributes
}
