//! How far two layouts of one page agree: the measure behind `cargo xtask layout-agreement`.
//!
//! Pages are analysed by what stands beside and above what, so that is compared first: for every element that can be
//! seen, its nearest neighbour to the left and above, near or anywhere. Absolute heights are not compared: small
//! differences add up on the way down, and nothing in Lode relies on them.

use page::{Layout, NodeId, Page, Rect};

/// Horizontal places agree when they differ by no more than this, in pixels.
const X_TOLERANCE: f32 = 4.0;
/// Widths agree when they differ by no more than this part of the larger one, or by a pixel.
const WIDTH_TOLERANCE: f32 = 0.05;
/// Boxes that touch may overlap by this much and still stand beside each other.
const TOUCH: f32 = 2.0;
/// What is farther away than a quarter of the window is no near neighbour: it stands in another column or section.
const NEAR: f32 = 320.0;
/// Neighbours are looked for from the middle of the first line of a box, not from the middle of a long text.
const FIRST_LINE: f32 = 24.0;

/// Counts of elements that agree, out of all that were compared. Sums over pages by [`Agreement::add`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Agreement {
    /// Elements that both layouts show.
    pub shown: usize,
    /// … whose near neighbour to the left is the same, or that have none in both.
    pub left: usize,
    /// … whose near neighbour above is the same.
    pub above: usize,
    /// … whose neighbour to the left is the same, however far away.
    pub far_left: usize,
    /// … whose neighbour above is the same, however far away.
    pub far_above: usize,
    /// … whose left edges agree.
    pub x: usize,
    /// … whose widths agree.
    pub width: usize,
    /// All elements of the body.
    pub elements: usize,
    /// … that both layouts show or both do not.
    pub visibility: usize,
}

impl Agreement {
    /// Compares two layouts of a page.
    pub fn of(page: &Page, ours: &Layout, theirs: &Layout) -> Agreement {
        let tree = &page.tree;
        let mut agreement = Agreement::default();
        let mut shown = Vec::new();
        for id in tree.elements().filter(|&id| tree.contains(tree.body(), id)) {
            agreement.elements += 1;
            let (here, there) = (ours.is_visible(id), theirs.is_visible(id));
            agreement.visibility += usize::from(here == there);
            if here && there {
                shown.push(id);
            }
        }
        let our_places = Places::new(page, ours, &shown);
        let their_places = Places::new(page, theirs, &shown);
        for &id in &shown {
            let (Some(our_rect), Some(their_rect)) = (ours.rect(id), theirs.rect(id)) else { continue };
            agreement.shown += 1;
            agreement.x += usize::from((our_rect.x - their_rect.x).abs() <= X_TOLERANCE);
            let difference = (our_rect.width - their_rect.width).abs();
            let larger = our_rect.width.max(their_rect.width);
            agreement.width += usize::from(difference <= (larger * WIDTH_TOLERANCE).max(1.0));
            let left = (our_places.left_of(id, our_rect), their_places.left_of(id, their_rect));
            let above = (our_places.above(id, our_rect), their_places.above(id, their_rect));
            agreement.far_left += usize::from(left.0.anywhere() == left.1.anywhere());
            agreement.far_above += usize::from(above.0.anywhere() == above.1.anywhere());
            agreement.left += usize::from(left.0.near() == left.1.near());
            agreement.above += usize::from(above.0.near() == above.1.near());
        }
        agreement
    }

    /// Adds another page's counts.
    pub fn add(&mut self, other: &Agreement) {
        let Agreement { shown, left, above, far_left, far_above, x, width, elements, visibility } = other;
        self.shown += shown;
        self.left += left;
        self.above += above;
        self.far_left += far_left;
        self.far_above += far_above;
        self.x += x;
        self.width += width;
        self.elements += elements;
        self.visibility += visibility;
    }

    /// The shares in per cent, with their names, in the order they are printed in.
    pub fn shares(&self) -> [(&'static str, f64); 7] {
        let share = |count: usize, of: usize| 100.0 * count as f64 / of.max(1) as f64;
        [
            ("same left neighbour", share(self.left, self.shown)),
            ("same neighbour above", share(self.above, self.shown)),
            ("visibility", share(self.visibility, self.elements)),
            ("x within 4 px", share(self.x, self.shown)),
            ("width within 5 %", share(self.width, self.shown)),
            ("… left, however far", share(self.far_left, self.shown)),
            ("… above, however far", share(self.far_above, self.shown)),
        ]
    }
}

/// A neighbour and how far away it is.
#[derive(Clone, Copy)]
struct Neighbour(Option<(NodeId, f32)>);

impl Neighbour {
    fn anywhere(self) -> Option<NodeId> {
        self.0.map(|(id, _)| id)
    }

    fn near(self) -> Option<NodeId> {
        self.0.filter(|(_, distance)| *distance <= NEAR).map(|(id, _)| id)
    }
}

/// The innermost elements that are shown, which are what an element can have for a neighbour.
struct Places<'a> {
    page: &'a Page,
    rects: Vec<(NodeId, Rect)>,
}

impl<'a> Places<'a> {
    fn new(page: &'a Page, layout: &Layout, shown: &[NodeId]) -> Places<'a> {
        let tree = &page.tree;
        let rects = shown
            .iter()
            .enumerate()
            .filter(|&(index, &id)| shown.get(index + 1).is_none_or(|&next| !tree.contains(id, next)))
            .filter_map(|(_, &id)| layout.rect(id).map(|rect| (id, rect)))
            .collect();
        Places { page, rects }
    }

    /// The element nearest to the left of a box.
    fn left_of(&self, id: NodeId, rect: Rect) -> Neighbour {
        let middle = rect.y + rect.height.min(FIRST_LINE) / 2.0;
        self.nearest(id, |other| {
            let is_beside = other.right() <= rect.x + TOUCH && other.y <= middle && middle <= other.bottom();
            is_beside.then_some(rect.x - other.right())
        })
    }

    /// The element nearest above a box.
    fn above(&self, id: NodeId, rect: Rect) -> Neighbour {
        let middle = rect.x + rect.width.min(FIRST_LINE) / 2.0;
        self.nearest(id, |other| {
            let is_above = other.bottom() <= rect.y + TOUCH && other.x <= middle && middle <= other.right();
            is_above.then_some(rect.y - other.bottom())
        })
    }

    /// The nearest by a measure of distance. Of those that are equally near the first in the page counts: boxes often
    /// share an edge, and which of them is nearer by the last digit says nothing.
    fn nearest(&self, id: NodeId, distance: impl Fn(&Rect) -> Option<f32>) -> Neighbour {
        let tree = &self.page.tree;
        let candidates: Vec<(NodeId, f32)> = self
            .rects
            .iter()
            .filter(|(other, _)| !tree.contains(id, *other) && !tree.contains(*other, id))
            .filter_map(|(other, rect)| distance(rect).map(|distance| (*other, distance)))
            .collect();
        let least = candidates.iter().map(|(_, distance)| *distance).fold(f32::INFINITY, f32::min);
        Neighbour(candidates.into_iter().find(|(_, distance)| *distance <= least + TOUCH))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use layout::Embedded;
    use page::{Capture, LayoutBuilder, LayoutEngine};

    #[test]
    fn a_layout_agrees_with_itself_and_not_with_a_shuffled_one() {
        let html = "<table><tr><td>one<td>two<td>three</table><p>below</p>";
        let page = Page::new(Capture::new("p", html));
        let ours = Embedded::new().lay_out(&page).unwrap();
        assert!(Agreement::of(&page, &ours, &ours).shares().iter().all(|(_, share)| *share == 100.0));

        let mut builder = LayoutBuilder::new("mirrored", page.tree.len());
        for id in page.tree.elements() {
            if let Some(rect) = ours.rect(id) {
                builder.set_rect(id, Rect { x: 1280.0 - rect.right(), ..rect });
            }
        }
        let mirrored = Agreement::of(&page, &ours, &builder.finish());
        assert!(mirrored.left < mirrored.shown && mirrored.x < mirrored.shown);
        assert_eq!(mirrored.width, mirrored.shown);
    }
}
