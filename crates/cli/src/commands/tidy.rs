//! `lode tidy`: the repaired page as well-formed XHTML.

use lode::wire;

use super::{Errors, print_documents, print_pages};
use crate::args::{Tidy, TidyFormat};
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;

pub(super) fn run(settings: &Tidy, printer: &Printer) -> Result<Exit, Diagnostic> {
    match settings.format {
        TidyFormat::Text => print_documents(&settings.reading, None, "xhtml", printer, |page| page.tree.to_xhtml()),
        TidyFormat::Jsonl => print_pages(&settings.reading, None, Errors::InOutput, printer, |page| {
            wire::line(&wire::v1::Xhtml::of(page))
        }),
    }
}
