//! Boxes by rule of thumb, for pages on which the real engine gives up: blocks stack, rows share their width, text
//! fills lines. No style sheets are read, and it takes time linear in the page.

use page::tree::Tree;
use page::{Display, Layout, LayoutBuilder, LayoutEngine, LayoutFailure, NodeId, NodeKind, Page, Rect, Style};
use page::{VIEWPORT_WIDTH, is_muted_element};

/// The width of a character and the height of a line, in pixels.
const CHARACTER_WIDTH: f32 = 7.5;
const LINE_HEIGHT: f32 = 18.0;
/// The margin around the page.
const MARGIN: f32 = 8.0;

/// The engine that never fails.
#[derive(Debug, Default, Clone, Copy)]
pub struct Estimate;

impl LayoutEngine for Estimate {
    fn name(&self) -> &'static str {
        "estimate"
    }

    fn lay_out(&self, page: &Page) -> Result<Layout, LayoutFailure> {
        Ok(Flow::new(&page.tree).run())
    }
}

/// One pass over the tree in document order. A pen moves right through text and down through blocks; an element's box
/// is what the pen covers between its start and its end.
struct Flow<'a> {
    tree: &'a Tree,
    layout: LayoutBuilder,
    open: Vec<Open>,
    /// Where the next character goes.
    pen: (f32, f32),
}

/// An element whose end has not come yet.
struct Open {
    id: NodeId,
    display: Display,
    left: f32,
    top: f32,
    width: f32,
    /// The left edge and the width of the lines in it, which run over the block it stands in.
    line: (f32, f32),
    /// The right edge of what is in it so far.
    right: f32,
    /// For rows: how many cells share the width, and how many were placed.
    cells: (usize, usize),
    /// For rows: the bottom of the highest cell.
    bottom: f32,
}

impl<'a> Flow<'a> {
    fn new(tree: &'a Tree) -> Flow<'a> {
        Flow { tree, layout: LayoutBuilder::new("estimate", tree.len()), open: Vec::new(), pen: (MARGIN, MARGIN) }
    }

    fn run(mut self) -> Layout {
        let tree = self.tree;
        let mut id = tree.root();
        while id < tree.end(tree.root()) {
            while self.open.last().is_some_and(|open| tree.end(open.id) <= id) {
                self.close();
            }
            match tree.kind(id) {
                NodeKind::Text => self.text(id),
                NodeKind::Element if is_muted_element(tree, id) => {
                    self.layout.set_style(id, Style { display: Display::None, ..Style::default() });
                    id = tree.end(id);
                    continue;
                }
                NodeKind::Element => self.open(id),
                _ => {}
            }
            id = id.next();
        }
        while !self.open.is_empty() {
            self.close();
        }
        self.layout.finish()
    }

    fn available(&self) -> (f32, f32) {
        self.open.last().map_or((MARGIN, VIEWPORT_WIDTH as f32 - 2.0 * MARGIN), |open| (open.left, open.width))
    }

    /// The left edge and the width of the lines that text is set in here.
    fn line(&self) -> (f32, f32) {
        self.open.last().map_or((MARGIN, VIEWPORT_WIDTH as f32), |open| open.line)
    }

    fn open(&mut self, id: NodeId) {
        let display = display(self.tree.name(id));
        let style = Style { display, font_weight: weight(self.tree.name(id)), ..Style::default() };
        self.layout.set_style(id, style);
        let (mut left, mut width) = self.available();
        if display == Display::TableCell
            && let Some(row) = self.open.last_mut().filter(|row| row.cells.0 > 0)
        {
            width = row.width / row.cells.0 as f32;
            left = row.left + width * row.cells.1.min(row.cells.0 - 1) as f32;
            row.cells.1 += 1;
            self.pen = (left, row.top);
        } else if display != Display::Inline {
            self.break_line();
            self.pen.0 = left;
        }
        let cells = self.tree.children(id).filter(|&child| is_cell(self.tree.name(child))).count();
        let (x, top) = self.pen;
        let line = if display == Display::Inline { self.line() } else { (left, width) };
        let left = if display == Display::Inline { x } else { left };
        self.open.push(Open { id, display, left, top, width, line, right: left, cells: (cells, 0), bottom: top });
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        if open.display != Display::Inline {
            self.break_line();
        }
        let bottom = self.pen.1.max(open.bottom);
        if open.cells.0 > 0 {
            self.pen.1 = bottom;
        }
        let rect = if open.display == Display::Inline {
            let height = self.pen.1 + LINE_HEIGHT - open.top;
            Rect { x: open.left, y: open.top, width: open.right - open.left, height }
        } else {
            Rect { x: open.left, y: open.top, width: open.width, height: bottom - open.top }
        };
        self.layout.set_rect(open.id, rect);
        if let Some(outer) = self.open.last_mut() {
            outer.right = outer.right.max(open.right);
            outer.bottom = outer.bottom.max(bottom);
            if outer.display != Display::Inline {
                let (left, top) = (outer.left, outer.top);
                if open.display == Display::TableCell {
                    self.pen = (left, top);
                }
            }
        }
    }

    fn text(&mut self, id: NodeId) {
        let characters = self.tree.text(id).split_whitespace().map(|word| word.chars().count() + 1).sum::<usize>();
        if characters == 0 {
            return;
        }
        let (left, width) = self.line();
        let width = width.max(CHARACTER_WIDTH);
        let (start, top) = self.pen;
        let run = start - left + characters as f32 * CHARACTER_WIDTH;
        let lines = (run / width).floor();
        self.pen = (left + run - lines * width, top + lines * LINE_HEIGHT);
        let (x, right) = if lines > 0.0 { (left, left + width) } else { (start, self.pen.0) };
        self.layout.set_rect(id, Rect { x, y: top, width: right - x, height: (lines + 1.0) * LINE_HEIGHT });
        // The elements around it learn of this when it is closed.
        if let Some(open) = self.open.last_mut() {
            open.right = open.right.max(right);
        }
    }

    /// Goes to the start of the next line, unless the pen is at the start of one.
    fn break_line(&mut self) {
        let (left, _) = self.available();
        if self.pen.0 > left {
            self.pen = (left, self.pen.1 + LINE_HEIGHT);
        }
    }
}

fn is_cell(name: &str) -> bool {
    matches!(name, "td" | "th")
}

fn weight(name: &str) -> u16 {
    if matches!(name, "b" | "strong" | "th" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6") { 700 } else { 400 }
}

fn display(name: &str) -> Display {
    match name {
        "table" => Display::Table,
        "tr" | "tbody" | "thead" | "tfoot" | "caption" => Display::TablePart,
        "td" | "th" => Display::TableCell,
        "li" => Display::ListItem,
        "html" | "body" | "div" | "p" | "ul" | "ol" | "dl" | "dt" | "dd" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
        | "header" | "footer" | "section" | "article" | "aside" | "main" | "nav" | "form" | "fieldset" | "center"
        | "blockquote" | "pre" | "hr" | "address" | "figure" | "figcaption" | "details" | "summary" | "frameset" => {
            Display::Block
        }
        "br" => Display::Block,
        _ => Display::Inline,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::Capture;

    fn rects(html: &str, name: &str) -> Vec<Rect> {
        let page = Page::new(Capture::new("p", html));
        let layout = Estimate.lay_out(&page).unwrap();
        page.tree.elements().filter(|&id| page.tree.name(id) == name).filter_map(|id| layout.rect(id)).collect()
    }

    #[test]
    fn blocks_stack() {
        let rects = rects("<p>one<p>two<p>three", "p");
        assert!(rects[0].bottom() <= rects[1].y && rects[1].bottom() <= rects[2].y);
        assert!(rects.iter().all(|rect| rect.x == rects[0].x && rect.height > 0.0));
    }

    #[test]
    fn cells_stand_side_by_side_and_rows_below_each_other() {
        let html = "<table><tr><td>a<td>b<tr><td>c<td>d</table>";
        let cells = rects(html, "td");
        assert_eq!(cells[0].y, cells[1].y);
        assert!(cells[0].right() <= cells[1].x + 0.01);
        let rows = rects(html, "tr");
        assert!(rows[0].bottom() <= rows[1].y);
    }

    #[test]
    fn long_text_makes_a_high_block() {
        let long = rects(&format!("<p>{}", "word ".repeat(400)), "p");
        assert!(long[0].height > 5.0 * LINE_HEIGHT);
    }
}
