//! `lode teach`: what is seen on a page to a wrapper.

use std::fmt::Write as _;
use std::path::Path;

use lode::wrapping::{Learnt, Lesson, TeachError, main_place};
use lode::{Page, clipped, printable};

use super::{not_an_input, quoted, read_pages, start};
use crate::args::Teach;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::printer::Printer;

pub(super) fn run(settings: &Teach, printer: &Printer) -> Result<Exit, Failure> {
    let target = settings.output.as_deref();
    let inputs: Vec<&String> = std::iter::once(&settings.page).chain(&settings.more).collect();
    not_an_input(target, inputs.iter().map(Path::new))?;
    drop(Output::open(target)?);
    let mut pages = vec![taught_page(settings, printer)?];
    if !settings.more.is_empty() {
        pages.extend(read_pages(&settings.more, &settings.network, Lesson::PAGES, printer)?.0);
    }
    let engine = start(settings.engine)?;
    let lesson = Lesson { wants: settings.want.clone(), region: settings.roi.clone(), engine: Some(&engine) };
    let learnt = match lesson.teach(&mut pages) {
        Ok(learnt) => learnt,
        Err(error @ TeachError::NotThere { .. }) => {
            let Failure { what, hint } = error.into();
            return Err(Failure { what: printable(&what), hint: hint.map(|hint| printable(&hint)) });
        }
        Err(error) => return Err(error.into()),
    };
    for (number, page) in pages.iter().enumerate().filter(|(number, _)| !learnt.pages.contains(number)) {
        debug_assert!(number > 0, "the taught page is always learnt from");
        printer.say(&format!("{}: another layout than {}; left out", page.name, settings.page));
    }
    learnt.notes.iter().for_each(|note| printer.say(&printable(note)));
    printer.say(printable(&summary(&learnt, target)).trim_end());
    let mut output = Output::open(target)?;
    output.write(&learnt.file.to_json()).or_else(Output::ignore_closed_pipe)?;
    output.finish()?;
    Ok(Exit::Done)
}

/// The page with the values. It is one page: of a folder or an archive nobody knows which is meant.
fn taught_page(settings: &Teach, printer: &Printer) -> Result<Page, Failure> {
    let mut pages = read_pages(std::slice::from_ref(&settings.page), &settings.network, Lesson::PAGES, printer)?.0;
    match pages.len() {
        1 => Ok(pages.remove(0)),
        0 => Err(Failure::new(format!("there is no page in {}", settings.page))),
        count => Err(Failure::new(format!("{} has {count} pages", settings.page))
            .with_hint("name the page that shows the values; the others may follow --more")),
    }
}

/// What was learnt, for people.
fn summary(learnt: &Learnt, target: Option<&Path>) -> String {
    let fields = learnt.file.fields.len();
    let mut text = format!("learnt {fields} {}", if fields == 1 { "field" } else { "fields" });
    let more = learnt.pages.len() - 1;
    let _ = match more {
        0 => write!(text, " from 1 page"),
        1 => write!(text, " from 1 example and 1 more page"),
        _ => write!(text, " from 1 example and {more} more pages"),
    };
    text.push('\n');
    let is_list = learnt.file.template.records.is_some();
    let of = if is_list {
        "records"
    } else if learnt.of == 1 {
        "page"
    } else {
        "pages"
    };
    let width = learnt.file.fields.iter().map(|field| field.name.chars().count()).max().unwrap_or_default().min(30);
    for (field, found) in learnt.file.fields.iter().zip(&learnt.found) {
        let name = clipped(&field.name, 30);
        let place = clipped(&main_place(field), 60);
        let _ = writeln!(text, "  {name:<width$}  {place:<60}  found on {found} of {} {of}", learnt.of);
    }
    if let Some(target) = target {
        let name = quoted(&target.display().to_string());
        let _ = writeln!(text, "  What it will do: lode explain {name}   Use it: lode extract {name} PAGES");
    }
    text
}
