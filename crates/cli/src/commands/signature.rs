//! `lode signature`: the bar-tree numbers of a region.

use std::fmt::Write as _;

use lode::bartree::{Reverse, Signature, picture};
use lode::wrappers::pasted::spots;
use lode::wrappers::reading;
use lode::{Page, clipped};
use serde::Serialize;

use super::{Errors, json_line, print_documents, print_findings};
use crate::args::{self, SignatureFormat};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;

pub(super) fn run(settings: &args::Signature, printer: &Printer) -> Result<Exit, Failure> {
    let reading = &settings.reading;
    let roi = settings.roi.as_str();
    match reading.format(settings.format) {
        SignatureFormat::Text => print_findings(reading, None, Errors::Apart, printer, |page| {
            let found = signature(page, roi);
            let count = usize::from(found.is_some());
            (found.map_or_else(|| missing(page, roi), |signature| text(page, &signature)), count)
        }),
        SignatureFormat::Jsonl => print_findings(reading, None, Errors::InOutput, printer, |page| {
            let found = signature(page, roi);
            let numbers = found.as_ref().map(Numbers::of);
            (json_line(&Line { page: &page.name, signature: numbers }), usize::from(found.is_some()))
        }),
        SignatureFormat::Svg => print_documents(reading, None, "svg", printer, |page| {
            let bars = signature(page, roi).map(|signature| signature.bars).unwrap_or_default();
            picture(&bars, &page.name)
        }),
    }
}

fn signature(page: &Page, roi: &str) -> Option<Signature> {
    let reading = reading::Reading::of(page);
    let spots = spots(&reading, roi);
    let spot = spots.first()?;
    Some(Signature::of(&page.tree, reading.texts[spot.first].node, reading.texts[spot.last].node))
}

#[derive(Serialize)]
struct Line<'a> {
    page: &'a str,
    signature: Option<Numbers>,
}

/// A signature as JSON.
#[derive(Serialize)]
pub(super) struct Numbers {
    depth: usize,
    total: f64,
    parallel: Vec<u32>,
    place: Vec<u32>,
    widths: Vec<f64>,
    areas: Vec<f64>,
    upper: i64,
    lower: i64,
    delta: i64,
    source: Sides,
}

/// The tags around a region in the source.
#[derive(Serialize)]
struct Sides {
    upper: i64,
    lower: i64,
    delta: i64,
}

impl Numbers {
    pub(super) fn of(signature: &Signature) -> Numbers {
        let numbers = signature.bars.numbers();
        let rounded = |values: Vec<f64>| values.into_iter().map(|value| (1e6 * value).round() / 1e6).collect();
        let Reverse { upper, lower } = signature.tree;
        let source = signature.source;
        Numbers {
            depth: signature.bars.depth(),
            total: (1e6 * numbers.total).round() / 1e6,
            parallel: signature.bars.parallel().collect(),
            place: signature.bars.0.iter().map(|bar| bar.place()).collect(),
            widths: rounded(numbers.widths),
            areas: rounded(numbers.areas),
            upper: upper.sum(),
            lower: lower.sum(),
            delta: signature.tree.delta(),
            source: Sides { upper: source.upper.sum(), lower: source.lower.sum(), delta: source.delta() },
        }
    }
}

fn missing(page: &Page, roi: &str) -> String {
    format!("{}: the text {:?} is not there\n", page.name, clipped(roi, 60))
}

fn text(page: &Page, signature: &Signature) -> String {
    let numbers = signature.bars.numbers();
    let mut text = format!("{}\n", page.name);
    let _ = writeln!(
        text,
        "  depth {}, total area {:.6} (what each bar adds to those around it is its width)",
        signature.bars.depth(),
        numbers.total
    );
    for (name, reverse) in [("repaired tree", signature.tree), ("source", signature.source)] {
        let _ = writeln!(
            text,
            "  {name:<13}  open less closed tags: above {:>5}, below {:>5}, difference {:>5}{}",
            reverse.upper.sum(),
            reverse.lower.sum(),
            reverse.delta(),
            if reverse.delta() == 0 { " (symmetric)" } else { "" },
        );
    }
    let _ = writeln!(text, "  d depth, P elements beside each other, place of the one that holds the region");
    let _ = writeln!(text, "   d    P  place     width       area");
    for (level, bar) in signature.bars.0.iter().enumerate() {
        let (width, area) = (numbers.widths[level], numbers.areas[level]);
        let _ =
            writeln!(text, "  {:>2}  {:>3}  {:>5}  {width:.6}  {area:>9.6}", level + 1, bar.parallel(), bar.place());
    }
    text
}
