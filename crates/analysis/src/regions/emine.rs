//! eMine as published: the largest rectangle, the container in it, and what of that is not low. It knows no tags, no
//! texts and no repetition, so it finds a list of one thing, and one that an advertisement cuts in two. It finds one
//! region or none, and needs boxes: without a layout there is nothing to compare.
//!
//! Where the paper is silent:
//! - Areas and heights are those of the layout; the `width` and `height` that a table's markup claims (section 3.1)
//!   were a stopgap where no engine was at hand.
//! - Of rectangles equally large the first is the largest, as the paper's strict comparison has it.
//! - If nothing within the largest rectangle exceeds half of it, that rectangle is the container itself.
//! - A child that is not displayed has no rectangle on the screen (definition 3): it neither counts in the average nor
//!   can it be a record. One with a rectangle of no height counts, as it does in the paper's sum, but is no record.
//! - The paper's engine measured in whole pixels, so a child that is lower than the average by no more than half a
//!   pixel is as high as the average, and stays.
//! - A container with no such child is itself the only record.
//!
//! What the paper does not say but follows from it: a record that alone fills more than half of the largest rectangle
//! is itself taken for the container, and its parts for the records.

use page::{NodeId, NodeKind, Rect};

use super::Region;
use super::published::region_of;
use crate::content::Content;

/// The region that eMine finds, if any; of whatever it finds it is sure.
pub fn regions(content: &Content<'_>) -> Vec<Region> {
    let records = records(content).into_iter().map(|node| vec![node]).collect();
    region_of(content, records, 1.0).into_iter().collect()
}

/// The elements that eMine takes for records, in order. Each step looks once at each element, at most.
pub fn records(content: &Content<'_>) -> Vec<NodeId> {
    largest(content).map(|largest| filter(content, container(content, largest))).unwrap_or_default()
}

/// Section 3.2, `getMaxRect`: the child of `body` with the largest rectangle.
fn largest(content: &Content<'_>) -> Option<NodeId> {
    let (mut largest, mut most) = (None, 0.0);
    for (child, rect) in children(content, content.tree().body()) {
        if area(&rect) > most {
            (largest, most) = (Some(child), area(&rect));
        }
    }
    largest
}

/// Section 3.3, `getContainer`: depth first, which is document order, the last element whose rectangle exceeds half of
/// the largest.
fn container(content: &Content<'_>, largest: NodeId) -> NodeId {
    let half = content.rect(largest).map_or(0.0, |rect| area(&rect) / 2.0);
    let exceeds = |&node: &NodeId| {
        content.tree().kind(node) == NodeKind::Element && content.rect(node).is_some_and(|rect| area(&rect) > half)
    };
    content.tree().descendants(largest).rfind(exceeds).unwrap_or(largest)
}

/// Section 3.4, `Filter`: the children of the container, without those that are lower than the average.
fn filter(content: &Content<'_>, container: NodeId) -> Vec<NodeId> {
    let (mut total, mut count) = (0.0, 0u32);
    for (_, rect) in children(content, container) {
        total += f64::from(rect.height);
        count += 1;
    }
    let average = total / f64::from(count.max(1));
    let is_record = |rect: &Rect| area(rect) > 0.0 && f64::from(rect.height) + 0.5 >= average;
    let records: Vec<NodeId> =
        children(content, container).filter(|(_, rect)| is_record(rect)).map(|(child, _)| child).collect();
    if records.is_empty() { vec![container] } else { records }
}

/// The children of a node that are tags with a rectangle.
fn children(content: &Content<'_>, node: NodeId) -> impl Iterator<Item = (NodeId, Rect)> {
    let elements = content.tree().children(node).filter(|&child| content.tree().kind(child) == NodeKind::Element);
    elements.filter_map(|child| Some((child, content.rect(child)?)))
}

/// The area of a rectangle, however large: the square of a coordinate may be past what single precision holds.
fn area(rect: &Rect) -> f64 {
    f64::from(rect.width) * f64::from(rect.height)
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::{Capture, LayoutBuilder, Page, Style};

    /// A page whose elements say their own size: `box=WIDTHxHEIGHT`. Those that say nothing have no rectangle.
    fn page(html: &str) -> Page {
        let mut page = Page::new(Capture::new("p", html));
        let mut builder = LayoutBuilder::new("test", page.tree.len());
        for id in page.tree.elements() {
            builder.set_style(id, Style::default());
            if let Some((width, height)) = page.tree.attr(id, "box").and_then(|size| size.split_once('x')) {
                let (width, height) = (width.parse().unwrap(), height.parse().unwrap());
                builder.set_rect(id, Rect { x: 0.0, y: 0.0, width, height });
            }
        }
        page.layout = Some(builder.finish());
        page
    }

    /// The ids of the records found, as the page writes them.
    fn found(html: &str) -> String {
        let page = page(html);
        let ids: Vec<&str> = records(&Content::of(&page))
            .into_iter()
            .map(|node| page.tree.attr(node, "id").unwrap_or_else(|| page.tree.name(node)))
            .collect();
        ids.join(" ")
    }

    #[test]
    fn a_region_cut_by_an_advertisement_is_one() {
        let html = "<div id=top box=1000x100>Shop</div>\
             <div id=main box=1000x900><div id=side box=200x900>Menu</div><div id=list box=800x900>\
             <p id=a box=800x200>A<p id=b box=800x220>B<p id=ad box=800x60>Buy!<p id=c box=800x200>C</div></div>";
        assert_eq!(found(html), "a b c");
        let page = page(html);
        let regions = regions(&Content::of(&page));
        assert_eq!(regions.len(), 1);
        assert_eq!(regions[0].records.len(), 3);
        assert_eq!(page.tree.attr(regions[0].node, "id"), Some("list"));
    }

    #[test]
    fn a_region_of_a_single_record_is_found() {
        let html = "<div id=main box=1000x500><h1 box=1000x50>Found: 1</h1><div id=list box=1000x400>\
             <h2 box=1000x30>Books</h2><div id=a box=600x350>Moby-Dick</div></div></div>";
        assert_eq!(found(html), "a");
    }

    #[test]
    fn a_single_record_that_fills_the_page_is_entered() {
        let html = "<div id=list box=1000x400><div id=a box=1000x350><h2 box=1000x30>Moby-Dick</h2>\
             <p id=text box=400x300>A whale.<p id=price box=400x20>€9</div></div>";
        assert_eq!(found(html), "text", "as published, though a reader sees one record");
    }

    #[test]
    fn a_container_without_boxes_is_the_record() {
        assert_eq!(found("<p id=a box=1000x100>A<div id=b box=1000x500>B <i>b</i></div>"), "b");
        assert_eq!(found("<div id=b box=1000x500><br box=0x0>B</div>"), "b", "nor does a box of no area count");
    }

    #[test]
    fn the_container_is_the_last_that_exceeds_half() {
        // Exactly half is not more than half, and what stands outside the largest rectangle is not asked.
        let html = "<div id=main box=100x100><div id=outer box=100x60><p id=a box=100x20>A<p id=b box=100x20>B</div>\
             <div id=half box=100x50><p id=c box=100x30>C</div></div><div box=100x99><p id=d box=100x99>D</div>";
        assert_eq!(found(html), "a b");
        // Of two equally large the first.
        assert_eq!(found("<p id=a box=10x10>A<p id=b box=10x10>B"), "a");
    }

    #[test]
    fn the_average_is_of_children_with_a_rectangle() {
        let wrap = |children: &str| format!("<div box=100x1000><ul box=100x900>{children}</ul></div>");
        // 60 is less than the average of 80; scripts without a box do not lower it, boxes of no height do.
        let three = "<li id=a box=100x100>A<li id=b box=100x60>B<li id=c box=100x80>C";
        assert_eq!(found(&wrap(three)), "a c");
        assert_eq!(found(&wrap(&format!("{three}<script>1</script>text"))), "a c");
        assert_eq!(found(&wrap(&format!("{three}<li box=100x0>"))), "a b c");
    }

    #[test]
    fn children_as_high_as_the_average_stay() {
        let list = "<div box=100x1000><ul box=100x900><li id=a box=100x33.1>A<li id=b box=100x33.1>B\
             <li id=c box=100x33.10001>C</ul></div>";
        assert_eq!(found(list), "a b c");
    }

    #[test]
    fn nothing_is_found_where_nothing_is_seen() {
        assert_eq!(found("<div>A</div><p box=0x10>B"), "");
        assert_eq!(found("Only text."), "");
        let page = Page::new(Capture::new("p", "<ul><li>A<li>B</ul>"));
        assert!(regions(&Content::of(&page)).is_empty(), "without a layout there are no rectangles");
    }

    #[test]
    fn sizes_past_all_measure_are_compared() {
        assert_eq!(found("<div box=2e30x2e30><p box=2e30x1.5e30><b id=a box=9x9>A</b></div>"), "a");
    }
}
