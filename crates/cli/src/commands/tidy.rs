//! `lode tidy`: the repaired page as well-formed XHTML.

use serde::Serialize;

use super::{Errors, json_line, print_pages};
use crate::args::{Tidy, TidyFormat};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;

pub(super) fn run(settings: &Tidy, printer: &Printer) -> Result<Exit, Failure> {
    let errors = if settings.format == TidyFormat::Jsonl { Errors::InOutput } else { Errors::Apart };
    print_pages(&settings.reading, None, errors, printer, |page| {
        let xhtml = page.tree.to_xhtml();
        match settings.format {
            TidyFormat::Text => xhtml,
            TidyFormat::Jsonl => json_line(&Line { page: &page.name, encoding: page.encoding, xhtml: &xhtml }),
        }
    })
}

#[derive(Serialize)]
struct Line<'a> {
    page: &'a str,
    encoding: &'a str,
    xhtml: &'a str,
}
