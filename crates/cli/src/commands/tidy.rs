//! `lode tidy`: the repaired page as well-formed XHTML.

use serde::Serialize;

use super::{Errors, json_line, print_documents, print_pages};
use crate::args::{Tidy, TidyFormat};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;

pub(super) fn run(settings: &Tidy, printer: &Printer) -> Result<Exit, Failure> {
    match settings.format {
        TidyFormat::Text => print_documents(&settings.reading, None, "xhtml", printer, |page| page.tree.to_xhtml()),
        TidyFormat::Jsonl => print_pages(&settings.reading, None, Errors::InOutput, printer, |page| {
            json_line(&Line { page: &page.name, encoding: page.encoding, xhtml: &page.tree.to_xhtml() })
        }),
    }
}

#[derive(Serialize)]
struct Line<'a> {
    page: &'a str,
    encoding: &'a str,
    xhtml: &'a str,
}
