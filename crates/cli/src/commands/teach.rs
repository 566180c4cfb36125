//! `lode teach`: what is seen on a page to a wrapper.

use std::fmt::Write as _;
use std::path::Path;

use lode::job::{Ended, Next};
use lode::wrapping::{Learnt, Lesson, TeachError, main_place};
use lode::{Page, clipped, printable};

use super::{not_an_input, quoted, read_pages, start};
use crate::args::Teach;
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;
use crate::printer::Printer;
use crate::watching::{Watch, stopped};

pub(super) fn run(settings: &Teach, printer: &Printer) -> Result<Exit, Diagnostic> {
    let target = settings.output.as_deref();
    let inputs: Vec<&String> = std::iter::once(&settings.page).chain(&settings.more).collect();
    not_an_input(target, inputs.iter().map(Path::new))?;
    drop(Output::open(target)?);
    let mut pages = Vec::new();
    let more = Some(&settings.more[..]).filter(|more| !more.is_empty());
    for inputs in [Some(std::slice::from_ref(&settings.page)), more].into_iter().flatten() {
        let (read, tally) = read_pages(inputs, &settings.network, Lesson::PAGES, printer)?;
        if tally.goes_on().is_break() {
            return tally.end(|| Ok(None));
        }
        if pages.is_empty() {
            one_page(settings, &read)?;
        }
        pages.extend(read);
    }
    let engine = start(settings.engine)?;
    let lesson = Lesson { wants: settings.want.clone(), region: settings.roi.clone(), engine: Some(&engine) };
    let watch = Watch::new(printer);
    let taught = watch.over(|job| lesson.teach(&mut pages, job));
    watch.finish();
    let learnt = match taught {
        Ok(Ended::Done(Some(learnt))) => learnt,
        Ok(_) => {
            return Ok(stopped("before anything was learnt; no file was written", Next::BeginsAnew, printer));
        }
        Err(error @ TeachError::NotThere { .. }) => {
            let Diagnostic { what, hint } = error.into();
            return Err(Diagnostic { what: printable(&what), hint: hint.map(|hint| printable(&hint)) });
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

/// The page with the values is one page: of a folder or an archive nobody knows which is meant.
fn one_page(settings: &Teach, pages: &[Page]) -> Result<(), Diagnostic> {
    match pages.len() {
        1 => Ok(()),
        0 => Err(Diagnostic::new(format!("there is no page in {}", settings.page))),
        count => Err(Diagnostic::new(format!("{} has {count} pages", settings.page))
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
