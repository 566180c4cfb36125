//! `lode check`: whether the layout of pages has changed since a wrapper was made.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use lode::bartree::Case;
use lode::wrapping::{Check, Checker};
use lode::{Page, printable};
use serde::Serialize;

use super::signature::Numbers;
use super::{Errors, json_line, not_an_input, print_pages, quoted, read_wrapper};
use crate::args::{self, PlainFormat};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;

pub(super) fn run(settings: &args::Check, printer: &Printer) -> Result<Exit, Failure> {
    let inputs = settings.reading.inputs.iter().map(Path::new);
    not_an_input(settings.reading.output.as_deref(), inputs.chain([settings.wrapper.as_path()]))?;
    let file = read_wrapper(&settings.wrapper)?;
    let checker = Checker::new(&file)
        .map_err(|bad| Failure::new(format!("{}: {bad}", settings.wrapper.display())).with_hint(bad.hint()))?;
    let (pages, changed) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let check = |page: &Page| {
        let check = checker.check(page);
        pages.fetch_add(1, Ordering::Relaxed);
        changed.fetch_add(usize::from(check.changed), Ordering::Relaxed);
        check
    };
    let reading = &settings.reading;
    let exit = match reading.format(settings.format) {
        PlainFormat::Text => print_pages(reading, None, Errors::Apart, printer, |page| text(page, &check(page))),
        PlainFormat::Jsonl => {
            print_pages(reading, None, Errors::InOutput, printer, |page| json_line(&Line::of(page, &check(page))))
        }
    }?;
    let (pages, changed) = (pages.into_inner(), changed.into_inner());
    let unit = if pages == 1 { "page" } else { "pages" };
    if changed == 0 {
        if pages > 0 {
            printer.say(&format!("unchanged: {pages} of {pages} {unit}"));
        }
        return Ok(exit);
    }
    let wrapper = quoted(&settings.wrapper.display().to_string());
    let inputs: Vec<String> = settings.reading.inputs.iter().take(3).map(|input| quoted(input)).collect();
    let more = if settings.reading.inputs.len() > 3 { " …" } else { "" };
    printer.say(&format!("changed: {changed} of {pages} {unit}"));
    printer.say(&format!("  heal it: lode heal {wrapper} {}{more} -o {wrapper}", inputs.join(" ")));
    Ok(if exit == Exit::Done { Exit::Drift } else { exit })
}

#[derive(Serialize)]
struct Line<'a> {
    page: &'a str,
    changed: bool,
    case: u8,
    #[serde(rename = "where")]
    places: Vec<String>,
    /// The share of the template's kinds of places that the page does not have.
    lost: f64,
    /// The share of the levels around the fields that have changed.
    moved: f64,
    fields: &'a [String],
    signature: Option<Numbers>,
}

impl<'a> Line<'a> {
    fn of(page: &'a Page, check: &'a Check) -> Line<'a> {
        let rounded = |share: f64| (1000.0 * share).round() / 1000.0 + 0.0;
        Line {
            page: &page.name,
            changed: check.changed,
            case: check.case.number(),
            places: check.places.iter().map(|&node| page.tree.path(node)).collect(),
            lost: rounded(check.lost),
            moved: rounded(check.moved),
            fields: &check.fields,
            signature: check.signature.as_ref().map(Numbers::of),
        }
    }
}

fn text(page: &Page, check: &Check) -> String {
    if !check.changed {
        return format!("{}: unchanged\n", page.name);
    }
    let mut found: Vec<String> = Vec::new();
    if check.lost >= 0.05 {
        found.push(format!("{:.0} % of the layout's kinds of places are gone", 100.0 * check.lost));
    }
    if check.moved >= 0.05 {
        found.push(format!("{:.0} % of the levels around the region have changed", 100.0 * check.moved));
    }
    if !check.fields.is_empty() {
        found.push(format!("around {}", check.fields.join(", ")));
    }
    let side = match check.case {
        Case::Unchanged | Case::Alike => "above and below the region alike",
        Case::OneSide => "on one side of the region",
        Case::Differently => "above and below the region, differently",
    };
    let mut text = format!("{}: changed, {side} (case {}): {}\n", page.name, check.case.number(), found.join(", "));
    for &node in &check.places {
        text.push_str(&format!("  at {}\n", page.tree.path(node)));
    }
    printable(&text)
}
