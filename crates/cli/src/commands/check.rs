//! `lode check`: whether the layout of pages has changed since a wrapper was made.

use std::path::Path;

use lode::bartree::Case;
use lode::wrapping::{Check, CheckTally, Checker};
use lode::{Page, printable, wire};

use super::{Errors, not_an_input, print_pages, quoted, read_wrapper};
use crate::args::{self, PlainFormat};
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;

pub(super) fn run(settings: &args::Check, printer: &Printer) -> Result<Exit, Diagnostic> {
    let inputs = settings.reading.inputs.iter().map(Path::new);
    not_an_input(settings.reading.output.as_deref(), inputs.chain([settings.wrapper.as_path()]))?;
    let file = read_wrapper(&settings.wrapper)?;
    let checker = Checker::new(&file).map_err(|bad| Diagnostic::from(bad).about(&settings.wrapper))?;
    let tally = CheckTally::default();
    let check = |page: &Page| {
        let check = checker.check(page);
        tally.add(&check);
        check
    };
    let reading = &settings.reading;
    let exit = match reading.format(settings.format) {
        PlainFormat::Text => print_pages(reading, None, Errors::Apart, printer, |page| text(page, &check(page))),
        PlainFormat::Jsonl => print_pages(reading, None, Errors::InOutput, printer, |page| {
            wire::line(&wire::v1::Check::of(page, &check(page)))
        }),
    }?;
    let (pages, changed) = (tally.pages(), tally.changed());
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
    Ok(if exit == Exit::Done { tally.upshot().into() } else { exit })
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
