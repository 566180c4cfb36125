//! `lode layout`: where every element stands.

use std::fmt::Write as _;

use lode::wire::v1::{Boxes, ElementBox, ElementStyle};
use lode::{Page, wire};

use super::{Errors, print_below, start};
use crate::args::{Layout, LayoutFormat};
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;

pub(super) fn run(settings: &Layout, printer: &Printer) -> Result<Exit, Diagnostic> {
    let engine = start(settings.engine)?;
    let (head, errors) = match settings.format {
        LayoutFormat::Text => (String::new(), Errors::Apart),
        LayoutFormat::Jsonl => (String::new(), Errors::InOutput),
        LayoutFormat::Csv => (csv_head(settings.styles), Errors::Apart),
    };
    print_below(&head, &settings.reading, Some(&engine), errors, printer, |page| match settings.format {
        LayoutFormat::Text => text(page, settings.styles),
        LayoutFormat::Jsonl => wire::line(&boxes(page, settings.styles)),
        LayoutFormat::Csv => csv(page, settings.styles),
    })
}

/// The boxes of a page, with how its elements look if that is wanted.
fn boxes(page: &Page, with_styles: bool) -> Boxes<'_> {
    if with_styles { Boxes::with_styles(page) } else { Boxes::of(page) }
}

fn text(page: &Page, with_styles: bool) -> String {
    let found = boxes(page, with_styles);
    let mut text = format!("{}\nboxes by the {} engine: x, y, width, height\n", found.page, found.engine);
    for note in &found.notes {
        let _ = writeln!(text, "note: {note}");
    }
    for ElementBox { path, rect: [x, y, width, height], style } in &found.boxes {
        let _ = write!(text, "{x:>8.1} {y:>9.1} {width:>8.1} {height:>8.1}  {path}");
        if let Some(ElementStyle { display, font_size, font_weight, color, background, .. }) = style {
            let _ = write!(text, "  {display} {font_size}px/{font_weight} {color} on {background}");
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
    let found = boxes(page, with_styles);
    let name = quote(found.page);
    let mut text = String::new();
    for ElementBox { path, rect: [x, y, width, height], style } in &found.boxes {
        let _ = write!(text, "{name},{},{x},{y},{width},{height}", quote(path));
        if with_styles {
            // Elements in a part that is not displayed have no style.
            text.push_str(&style.as_ref().map_or_else(|| ",none,,,,,,,".to_owned(), csv_style));
        }
        text.push('\n');
    }
    text
}

/// How an element looks, as fields behind others.
fn csv_style(style: &ElementStyle) -> String {
    let ElementStyle { display, visible, font_size, font_weight, italic, color, background, text_align } = style;
    format!(",{display},{visible},{font_size},{font_weight},{italic},{color},{background},{text_align}")
}
