//! The commands, one file each, and what those that read pages share: open the inputs, show progress, print in order,
//! count.

mod demo;
mod layout;
mod manual;
mod show;
mod tables;
mod tidy;

use std::io;

use lode::{Input, Page, Pages, StartedEngine};
use serde::Serialize;

use crate::args::{Command, EngineName, Reading};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::printer::Printer;
use crate::progress::Progress;

/// Carries out one command.
pub(crate) fn run(command: Command, printer: &Printer) -> Result<Exit, Failure> {
    match command {
        Command::Demo => demo::run(printer),
        Command::Show(settings) => show::run(&settings, printer),
        Command::Layout(settings) => layout::run(&settings, printer),
        Command::Tables(settings) => tables::run(&settings, printer),
        Command::Tidy(settings) => tidy::run(&settings, printer),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { output } => manual::man(output.as_deref()),
    }
}

/// What one page becomes in the output, and the notes on it.
struct View {
    text: String,
    notes: Vec<String>,
}

impl View {
    fn new(page: &Page, text: String) -> View {
        View { text, notes: page.notes.iter().map(ToString::to_string).collect() }
    }
}

/// A page that failed, as a line of JSON.
#[derive(Serialize)]
struct ErrorLine<'a> {
    page: &'a str,
    error: String,
}

/// How pages that failed are reported.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Errors {
    /// As lines of JSON among the results, and on standard error.
    InOutput,
    /// On standard error only.
    Apart,
}

/// Reads pages, turns each into text by `view`, and prints the texts in the order of the pages.
fn print_pages(
    reading: &Reading,
    engine: Option<&StartedEngine>,
    errors: Errors,
    printer: &Printer,
    view: impl Fn(&Page) -> String + Sync,
) -> Result<Exit, Failure> {
    let inputs = reading.inputs.iter().map(|input| Input::parse(input)).collect::<Result<Vec<_>, _>>()?;
    let mut pages = Pages::new(inputs);
    if let Some(engine) = engine {
        pages = pages.laid_out_by(engine);
    }
    let mut output = Output::open(reading.output.as_deref())?;
    let mut progress = Progress::new(printer, pages.count_hint());
    let (mut done, mut failed) = (0u64, 0u64);
    let mut written: io::Result<()> = Ok(());
    pages.for_each(
        |page| View::new(page, view(page)),
        |name, result| {
            let text = match result {
                Ok(view) => {
                    done += 1;
                    if printer.is_verbose() {
                        progress.suspend(|| view.notes.iter().for_each(|note| printer.note(name, note)));
                    }
                    view.text
                }
                Err(error) => {
                    failed += 1;
                    progress.suspend(|| printer.page_error(name, &error.to_string()));
                    match errors {
                        Errors::InOutput => json_line(&ErrorLine { page: name, error: error.to_string() }),
                        Errors::Apart => String::new(),
                    }
                }
            };
            if written.is_ok() {
                written = output.write(&text);
            }
            progress.advance();
        },
    );
    let elapsed = progress.finish();
    written.or_else(Output::ignore_closed_pipe)?;
    let file = output.finish()?;
    if done + failed > 1 || file.is_some() {
        let failures = if failed > 0 { format!(", {failed} failed") } else { String::new() };
        let place = file.map(|file| format!(" → {}", file.display())).unwrap_or_default();
        printer.say(&format!("{done} pages{failures} in {:.1} s{place}", elapsed.as_secs_f64()));
    }
    Ok(match (done, failed) {
        (0, 0) => Exit::NothingFound,
        (0, _) => Exit::Wrong,
        _ => Exit::Done,
    })
}

/// A value as one line of JSON.
fn json_line(value: &impl Serialize) -> String {
    // The values are our own structures of strings and numbers, which always serialise.
    let mut line = serde_json::to_string(value).unwrap_or_default();
    line.push('\n');
    line
}

/// Makes a layout engine ready.
fn start(engine: EngineName) -> Result<StartedEngine, Failure> {
    lode::Engine::from(engine).start().map_err(|error| Failure::new(&error).with_hint(error.hint()))
}
