//! `lode signature`: the bar-tree numbers of a region.

use std::fmt::Write as _;

use lode::bartree::{Signature, picture};
use lode::wrapping::region_signature;
use lode::{Page, clipped, wire};

use super::{Errors, print_documents, print_findings};
use crate::args::{self, SignatureFormat};
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;

pub(super) fn run(settings: &args::Signature, printer: &Printer) -> Result<Exit, Diagnostic> {
    let reading = &settings.reading;
    let roi = settings.roi.as_str();
    match reading.format(settings.format) {
        SignatureFormat::Text => print_findings(reading, None, Errors::Apart, printer, |page| {
            let found = region_signature(page, roi);
            let count = usize::from(found.is_some());
            (found.map_or_else(|| missing(page, roi), |signature| text(page, &signature)), count)
        }),
        SignatureFormat::Jsonl => print_findings(reading, None, Errors::InOutput, printer, |page| {
            let found = region_signature(page, roi);
            (wire::line(&wire::v1::RegionSignature::of(page, found.as_ref())), usize::from(found.is_some()))
        }),
        SignatureFormat::Svg => print_documents(reading, None, "svg", printer, |page| {
            let bars = region_signature(page, roi).map(|signature| signature.bars).unwrap_or_default();
            picture(&bars, &page.name)
        }),
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
