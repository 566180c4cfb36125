//! `lode layout`: where every element stands.

use std::fmt::Write as _;

use lode::{NodeId, Page, Style};
use serde::Serialize;

use super::{Errors, json_line, print_below, start};
use crate::args::{Layout, LayoutFormat};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;

pub(super) fn run(settings: &Layout, printer: &Printer) -> Result<Exit, Failure> {
    let engine = start(settings.engine)?;
    let (head, errors) = match settings.format {
        LayoutFormat::Text => (String::new(), Errors::Apart),
        LayoutFormat::Jsonl => (String::new(), Errors::InOutput),
        LayoutFormat::Csv => (csv_head(settings.styles), Errors::Apart),
    };
    print_below(&head, &settings.reading, Some(&engine), errors, printer, |page| match settings.format {
        LayoutFormat::Text => text(page, settings.styles),
        LayoutFormat::Jsonl => jsonl(page, settings.styles),
        LayoutFormat::Csv => csv(page, settings.styles),
    })
}

#[derive(Serialize)]
struct Line<'a> {
    page: &'a str,
    engine: &'a str,
    boxes: Vec<BoxLine>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

/// One element. Elements that are not displayed have a box of zeros, as in browsers.
#[derive(Serialize)]
struct BoxLine {
    path: String,
    #[serde(rename = "box")]
    rect: [f64; 4],
    #[serde(skip_serializing_if = "Option::is_none")]
    style: Option<StyleLine>,
}

#[derive(Serialize)]
struct StyleLine {
    display: &'static str,
    visible: bool,
    font_size: f64,
    font_weight: u16,
    italic: bool,
    color: String,
    background: String,
    text_align: &'static str,
}

impl From<&Style> for StyleLine {
    fn from(style: &Style) -> StyleLine {
        StyleLine {
            display: style.display.as_str(),
            visible: style.visible,
            font_size: round(style.font_size),
            font_weight: style.font_weight,
            italic: style.italic,
            color: style.color.to_string(),
            background: style.background.to_string(),
            text_align: style.text_align.as_str(),
        }
    }
}

impl StyleLine {
    /// As fields behind others.
    fn csv(&self) -> String {
        format!(
            ",{},{},{},{},{},{},{},{}",
            self.display,
            self.visible,
            self.font_size,
            self.font_weight,
            self.italic,
            self.color,
            self.background,
            self.text_align
        )
    }
}

fn jsonl(page: &Page, with_styles: bool) -> String {
    let style = |id| page.layout.as_ref().and_then(|layout| layout.style(id)).map(StyleLine::from);
    let boxes = page
        .tree
        .elements()
        .map(|id| BoxLine {
            path: page.tree.path(id),
            rect: rect(page, id),
            style: with_styles.then(|| style(id)).flatten(),
        })
        .collect();
    let notes = page.notes.iter().map(ToString::to_string).collect();
    json_line(&Line { page: &page.name, engine: engine(page), boxes, notes })
}

fn text(page: &Page, with_styles: bool) -> String {
    let mut text = format!("{}\nboxes by the {} engine: x, y, width, height\n", page.name, engine(page));
    for note in &page.notes {
        let _ = writeln!(text, "note: {note}");
    }
    for id in page.tree.elements() {
        let [x, y, width, height] = rect(page, id);
        let _ = write!(text, "{x:>8.1} {y:>9.1} {width:>8.1} {height:>8.1}  {}", page.tree.path(id));
        if let Some(style) = page.layout.as_ref().filter(|_| with_styles).and_then(|layout| layout.style(id)) {
            let _ = write!(
                text,
                "  {} {}px/{} {} on {}",
                style.display.as_str(),
                round(style.font_size),
                style.font_weight,
                style.color,
                style.background
            );
        }
        text.push('\n');
    }
    text
}

/// The names of the columns.
fn csv_head(with_styles: bool) -> String {
    let styles = ",display,visible,font_size,font_weight,italic,color,background,text_align";
    format!("page,path,x,y,width,height{}\n", if with_styles { styles } else { "" })
}

fn csv(page: &Page, with_styles: bool) -> String {
    let quote = |field: &str| match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    };
    let name = quote(&page.name);
    let mut text = String::new();
    for id in page.tree.elements() {
        let [x, y, width, height] = rect(page, id);
        let _ = write!(text, "{name},{},{x},{y},{width},{height}", quote(&page.tree.path(id)));
        if with_styles {
            // Elements in a part that is not displayed have no style.
            let style = page.layout.as_ref().and_then(|layout| layout.style(id)).map(StyleLine::from);
            text.push_str(&style.map_or_else(|| ",none,,,,,,,".to_owned(), |style| style.csv()));
        }
        text.push('\n');
    }
    text
}

fn engine(page: &Page) -> &'static str {
    page.layout.as_ref().map_or("none", |layout| layout.engine())
}

fn rect(page: &Page, id: NodeId) -> [f64; 4] {
    let rect = page.layout.as_ref().and_then(|layout| layout.rect(id)).unwrap_or_default();
    [rect.x, rect.y, rect.width, rect.height].map(round)
}

/// To a hundredth of a pixel, so that the output is short.
fn round(value: f32) -> f64 {
    (f64::from(value) * 100.0).round() / 100.0
}
