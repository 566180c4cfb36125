//! `lode learn`: pages with one layout to a wrapper.

use std::fmt::Write as _;
use std::path::Path;

use lode::job::{Ended, Job};
use lode::wrapping::{BadVocabulary, LearnError, Learner, Learnt, Vocabulary, numbered};
use lode::{Page, clipped, printable};

use super::{not_an_input, quoted, read_file, read_pages, start};
use crate::args::{Learn, Method};
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;
use crate::printer::Printer;
use crate::watching::{cancel, stopped};

pub(super) fn run(settings: &Learn, printer: &Printer) -> Result<Exit, Diagnostic> {
    let vocabulary = vocabulary(settings, printer)?;
    not_an_input(settings.reading.output.as_deref(), settings.reading.inputs.iter().map(Path::new))?;
    drop(Output::open(settings.reading.output.as_deref())?);
    let (mut pages, tally) = read_pages(&settings.reading.inputs, &settings.reading.network, Learner::PAGES, printer)?;
    if pages.is_empty() || tally.goes_on().is_break() {
        return tally.end(|| Ok(None));
    }
    let engine = start(settings.engine)?;
    let learner = Learner { vocabulary: vocabulary.as_ref(), engine: Some(&engine) };
    // The bar is that of the pages which were read.
    let job = Job::new(&|_| (), cancel().clone());
    let learnt = match settings.method {
        Method::Best => learner.learn(&mut pages, &job),
        Method::Paper => learner.learn_as_published(&pages).map(|learnt| Ended::Done(vec![learnt])),
    };
    let learnt = match learnt {
        Ok(Ended::Done(learnt)) => learnt,
        Ok(Ended::Stopped { next, .. }) => {
            return Ok(stopped("before everything was learnt; no file was written", next, printer));
        }
        Err(error @ LearnError::OnePage) => return Err(error.into()),
        Err(error) => {
            printer.say(&error.to_string());
            return Ok(Exit::NothingFound);
        }
    };
    let is_found =
        learnt.iter().any(|learnt| learnt.file.pattern.is_some() || learnt.found.iter().any(|&found| found > 0));
    let is_written = settings.reading.output.is_some();
    for (number, learnt) in learnt.iter().enumerate() {
        let target = settings.reading.output.as_deref().map(|target| numbered(target, number));
        printer.say(printable(&summary(learnt, &pages, target.as_deref())).trim_end());
        if number == 0 || is_written {
            let mut output = Output::open(target.as_deref())?;
            output.write(&learnt.file.to_json()).or_else(Output::ignore_closed_pipe)?;
            output.finish()?;
        }
    }
    if learnt.len() > 1 && !is_written {
        printer.say(&format!("{} layouts; only the first was printed, -o FILE writes all", learnt.len()));
    }
    let left = pages.len() - learnt.iter().map(|learnt| learnt.pages.len()).sum::<usize>();
    if left > 0 {
        printer.say(&format!("pages with a layout of their own, left out: {left}"));
    }
    let exit = tally.end(|| Ok(None))?;
    Ok(if exit == Exit::Done && !is_found { Exit::NothingFound } else { exit })
}

/// The ontology and the names, if they were asked for.
fn vocabulary(settings: &Learn, printer: &Printer) -> Result<Option<Vocabulary>, Diagnostic> {
    let Some(ontology) = &settings.ontology else { return Ok(None) };
    let ontology = named_file(ontology)?;
    let names = settings.names.as_deref().map(named_file).transpose()?;
    let read = Vocabulary::of_files(&[ontology], names.as_slice());
    told_vocabulary(read, printer).map(Some)
}

/// A file that a user named, with its name.
pub(super) fn named_file(path: &Path) -> Result<(String, Vec<u8>), Diagnostic> {
    Ok((path.display().to_string(), read_file(path)?))
}

/// A vocabulary with its notes told, or what is wrong with which file.
pub(super) fn told_vocabulary(
    read: Result<Vocabulary, BadVocabulary>,
    printer: &Printer,
) -> Result<Vocabulary, Diagnostic> {
    let vocabulary = read?;
    vocabulary.notes.iter().for_each(|note| printer.say(note));
    Ok(vocabulary)
}

/// What was learnt, for people.
fn summary(learnt: &Learnt, pages: &[Page], target: Option<&Path>) -> String {
    let count = learnt.pages.len();
    if let Some(pattern) = &learnt.file.pattern {
        let text = format!("learnt a pattern from two pages\n  {}\n", clipped(pattern, 400));
        return target.map_or_else(|| text.clone(), |target| format!("{text}  → {}\n", target.display()));
    }
    let fields = learnt.found.iter().filter(|&&found| found > 0).count();
    let mut text = format!(
        "learnt {fields} {} from {count} {}",
        if fields == 1 { "field" } else { "fields" },
        if count == 1 { "page" } else { "pages" },
    );
    if count < pages.len()
        && let Some(first) = learnt.pages.first().and_then(|&page| pages.get(page))
    {
        let _ = write!(text, " like {}", first.name);
    }
    if let Some(target) = target {
        let _ = write!(text, " → {}", target.display());
    }
    text.push('\n');
    if learnt.file.template.records.is_some() {
        let _ = writeln!(text, "  the pages are lists; learnt from {} of their records", learnt.of);
    }
    let width = learnt.file.fields.iter().map(|field| field.name.chars().count()).max().unwrap_or_default().min(30);
    for (field, found) in learnt.file.fields.iter().zip(&learnt.found).filter(|(_, found)| **found > 0) {
        let sure = field.confidence();
        let example = field.examples.first().map(|example| clipped(example, 48)).unwrap_or_default();
        let name = clipped(&field.name, 30);
        let _ =
            writeln!(text, "  {name:<width$}  on {found:>3} of {}, {:>3.0} % sure  {example}", learnt.of, 100.0 * sure);
    }
    if !learnt.missing.is_empty() {
        let _ = writeln!(text, "  not found: {}", clipped(&learnt.missing.join(", "), 100));
    }
    if !learnt.file.review.is_empty() {
        let names: Vec<&str> = learnt.file.review.iter().map(|review| review.name.as_str()).collect();
        let shown = clipped(&names.join(", "), 100);
        let _ = writeln!(text, "  also there, for review: {shown}");
    }
    if let Some(target) = target {
        let name = quoted(&target.display().to_string());
        let _ = writeln!(text, "  What it will do: lode explain {name}   Use it: lode extract {name} PAGES");
    }
    text
}
