//! The commands, one file each, and what those that read pages share: open the inputs, show progress, print in order,
//! count.

mod check;
mod crawling;
mod demo;
mod explain;
mod extract;
mod fetch;
mod heal;
mod hierarchy;
mod instances;
mod kb;
mod layout;
mod learn;
mod manual;
mod mine;
mod populate;
mod records;
mod segments;
mod show;
mod signature;
mod tables;
mod taxonomy;
mod teach;
mod tidy;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use lode::job::{Failure as _, Next};
use lode::wrapping::WrapperFile;
use lode::{Page, PageError, Pages, StartedEngine, wire};

use crate::args::{Command, EngineName, Network, Reading};
use crate::documents::{Documents, several_pages};
use crate::exit::{Diagnostic, Exit, told};
use crate::output::Output;
use crate::printer::Printer;
use crate::progress::Progress;
use crate::watching::{Watched, cancel, stopped};

/// Carries out one command.
pub(crate) fn run(command: Command, printer: &Printer) -> Result<Exit, Diagnostic> {
    match command {
        Command::Demo { output } => demo::run(&output, printer),
        Command::Fetch(settings) => fetch::run(&settings, printer),
        Command::Show(settings) => show::run(&settings, printer),
        Command::Segments(settings) => segments::run(&settings, printer),
        Command::Hierarchy(settings) => hierarchy::run(&settings, printer),
        Command::Layout(settings) => layout::run(&settings, printer),
        Command::Records(settings) => records::run(&settings, printer),
        Command::Tables(settings) => tables::run(&settings, printer),
        Command::Learn(settings) => learn::run(&settings, printer),
        Command::Teach(settings) => teach::run(&settings, printer),
        Command::Extract(settings) => extract::run(&settings, printer),
        Command::Check(settings) => check::run(&settings, printer),
        Command::Heal(settings) => heal::run(&settings, printer),
        Command::Signature(settings) => signature::run(&settings, printer),
        Command::Explain(settings) => explain::run(&settings),
        Command::Mine(settings) => mine::run(&settings, printer),
        Command::Taxonomy(settings) => taxonomy::run(&settings),
        Command::Populate(settings) => populate::run(&settings, printer),
        Command::Instances(settings) => instances::run(&settings),
        Command::Kb(command) => kb::run(&command, printer),
        Command::Tidy(settings) => tidy::run(&settings, printer),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { output } => manual::man(output.as_deref()),
    }
}

/// What one page becomes in the output, and the notes on it.
struct View<T> {
    found: T,
    notes: Vec<String>,
}

impl<T> View<T> {
    fn new(page: &Page, found: T) -> View<T> {
        View { found, notes: page.notes.iter().map(ToString::to_string).collect() }
    }
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
) -> Result<Exit, Diagnostic> {
    print_below("", reading, engine, errors, printer, view)
}

/// The same for what may not be there: `view` also says how much it found, and a run without any find says so.
fn print_findings(
    reading: &Reading,
    engine: Option<&StartedEngine>,
    errors: Errors,
    printer: &Printer,
    view: impl Fn(&Page) -> (String, usize) + Sync,
) -> Result<Exit, Diagnostic> {
    let found = AtomicUsize::new(0);
    let exit = print_pages(reading, engine, errors, printer, |page| {
        let (text, count) = view(page);
        found.fetch_add(count, Ordering::Relaxed);
        text
    })?;
    let is_empty = exit == Exit::Done && found.load(Ordering::Relaxed) == 0;
    Ok(if is_empty { Exit::NothingFound } else { exit })
}

/// The same below a line that stands before all pages.
fn print_below(
    head: &str,
    reading: &Reading,
    engine: Option<&StartedEngine>,
    errors: Errors,
    printer: &Printer,
    view: impl Fn(&Page) -> String + Sync,
) -> Result<Exit, Diagnostic> {
    let pages = pages(reading, engine)?;
    let mut output = Output::open(reading.output.as_deref())?;
    let mut tally = Tally::new(printer, &pages);
    let mut written = output.write(head);
    pages.try_for_each(
        |page| View::new(page, view(page)),
        |name, result| {
            let text = match tally.count(name, result) {
                Ok(text) => text,
                Err(error) if errors == Errors::InOutput => wire::line(&wire::v1::PageFailure::of(name, &error)),
                Err(_) => String::new(),
            };
            if written.is_ok() {
                written = output.write(&text);
            }
            if written.is_ok() { tally.goes_on() } else { ControlFlow::Break(()) }
        },
    );
    tally.end(|| {
        written.or_else(Output::ignore_closed_pipe)?;
        output.finish()
    })
}

/// Reads pages, turns each into something by `view`, hands that over in the order of the pages, and writes what became
/// of all of it.
fn collect_pages<T: Send>(
    reading: &Reading,
    engine: Option<&StartedEngine>,
    printer: &Printer,
    view: impl Fn(&Page) -> T + Sync,
    mut take: impl FnMut(T),
    complete: impl FnOnce() -> Result<Option<PathBuf>, Diagnostic>,
) -> Result<Exit, Diagnostic> {
    let pages = pages(reading, engine)?;
    let mut tally = Tally::new(printer, &pages);
    pages.try_for_each(
        |page| View::new(page, view(page)),
        |name, result| {
            if let Ok(found) = tally.count(name, result) {
                take(found);
            }
            tally.goes_on()
        },
    );
    tally.end(complete)
}

/// Reads pages and turns each into a document, one file for each if there are several.
fn print_documents(
    reading: &Reading,
    engine: Option<&StartedEngine>,
    ending: &'static str,
    printer: &Printer,
    view: impl Fn(&Page) -> String + Sync,
) -> Result<Exit, Diagnostic> {
    let pages = pages(reading, engine)?;
    let mut documents = Documents::open(reading.output.as_deref(), &reading.inputs, ending);
    if !documents.takes_several() && pages.count_hint().is_some_and(|count| count > 1) {
        return Err(several_pages());
    }
    let mut tally = Tally::new(printer, &pages);
    let mut written = Ok(());
    pages.try_for_each(
        |page| View::new(page, view(page)),
        |name, result| {
            if let Ok(document) = tally.count(name, result) {
                written = documents.write(name, document);
            }
            if written.is_ok() { tally.goes_on() } else { ControlFlow::Break(()) }
        },
    );
    tally.end(|| written.and_then(|()| documents.finish()))
}

/// Reads at most so many pages and keeps them.
fn read_pages<'a>(
    inputs: &[String],
    network: &Network,
    most: usize,
    printer: &'a Printer,
) -> Result<(Vec<Page>, Tally<'a>), Diagnostic> {
    cancel();
    let source = Pages::named(inputs)?.through(network.open()).with_stylesheets();
    let mut tally = Tally::new(printer, &source);
    let mut pages: Vec<Page> = Vec::new();
    source.try_take_each(
        |page| {
            let notes = View::new(&page, ()).notes;
            View { found: page, notes }
        },
        |name, result| {
            pages.extend(tally.count(name, result).ok());
            if pages.len() < most { tally.goes_on() } else { ControlFlow::Break(()) }
        },
    );
    Ok((pages, tally))
}

/// The pages to be read; from here on the person may stop that.
fn pages<'engine>(reading: &Reading, engine: Option<&'engine StartedEngine>) -> Result<Pages<'engine>, Diagnostic> {
    cancel();
    let pages = Pages::named(&reading.inputs)?.through(reading.network.open());
    Ok(match engine {
        Some(engine) => pages.laid_out_by(engine),
        None => pages,
    })
}

/// Counts the pages of a run, and says what there is to say about them.
struct Tally<'a> {
    printer: &'a Printer,
    progress: Progress,
    done: u64,
    failed: u64,
}

impl<'a> Tally<'a> {
    fn new(printer: &'a Printer, pages: &Pages<'_>) -> Tally<'a> {
        Tally { printer, progress: Progress::new(printer, pages.count_hint()), done: 0, failed: 0 }
    }

    /// One more page: what it became, or the error, which has been said.
    fn count<T>(&mut self, name: &str, result: Result<View<T>, PageError>) -> Result<T, PageError> {
        self.progress.advance();
        match result {
            Ok(view) => {
                self.done += 1;
                if self.printer.is_verbose() {
                    self.progress.suspend(|| view.notes.iter().for_each(|note| self.printer.note(name, note)));
                }
                Ok(view.found)
            }
            Err(error) => {
                self.failed += 1;
                let words = told(&error.to_string(), error.advice().as_ref());
                self.progress.suspend(|| self.printer.page_error(name, &words));
                Err(error)
            }
        }
    }

    /// Break if the person at the terminal says to stop.
    fn goes_on(&self) -> ControlFlow<()> {
        if cancel().is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Completes the output, and says what was done. What was stopped is not completed: a file that was to be written
    /// is as it was.
    fn end(self, complete: impl FnOnce() -> Result<Option<PathBuf>, Diagnostic>) -> Result<Exit, Diagnostic> {
        let (done, failed, elapsed) = (self.done, self.failed, self.progress.finish());
        if cancel().is_cancelled() {
            let what = format!("after {} pages; no file was written", done + failed);
            return Ok(stopped(&what, Next::BeginsAnew, self.printer));
        }
        let place = complete()?;
        Ok(tell_pages(&Watched { stage: None, elapsed, done, failed }, place, self.printer))
    }
}

/// Says how many pages were read.
fn tell_pages(watched: &Watched, place: Option<PathBuf>, printer: &Printer) -> Exit {
    let Watched { done, failed, elapsed, .. } = *watched;
    if done + failed > 1 || place.is_some() {
        let unit = if done == 1 { "page" } else { "pages" };
        let failures = if failed > 0 { format!(", {failed} failed") } else { String::new() };
        let place = place.map(|place| format!(" → {}", place.display())).unwrap_or_default();
        printer.say(&format!("{done} {unit}{failures} in {:.1} s{place}", elapsed.as_secs_f64()));
    }
    match (done, failed) {
        (0, 0) => Exit::NothingFound,
        (0, _) => Exit::Wrong,
        _ => Exit::Done,
    }
}

/// Keeps a user from writing the result over what it is made from.
fn not_an_input<'a>(output: Option<&Path>, mut inputs: impl Iterator<Item = &'a Path>) -> Result<(), Diagnostic> {
    let real = |path: &Path| path.canonicalize().ok().filter(|path| path.is_file());
    let Some(output) = output.and_then(real) else { return Ok(()) };
    match inputs.find(|input| real(input).as_deref() == Some(&output)) {
        Some(input) => Err(Diagnostic::new(format!("the result would replace {}", input.display()))
            .with_hint("name another file after -o")),
        None => Ok(()),
    }
}

/// A file that a user named, as text or bytes.
fn read_file(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    std::fs::read(path).map_err(|error| Diagnostic::new(format!("cannot read {}: {error}", path.display())))
}

/// A wrapper that a user named.
fn read_wrapper(path: &Path) -> Result<WrapperFile, Diagnostic> {
    let text = String::from_utf8_lossy(&read_file(path)?).into_owned();
    WrapperFile::read(&text).map_err(|bad| Diagnostic::from(bad).about(path))
}

/// Makes a layout engine ready.
fn start(engine: EngineName) -> Result<StartedEngine, Diagnostic> {
    Ok(lode::Engine::from(engine).start()?)
}

/// A name as a shell takes it.
fn quoted(name: &str) -> String {
    if name.contains(|c: char| c.is_whitespace() || "'\"$&;()*?[]<>|\\`".contains(c)) {
        format!("'{}'", name.replace('\'', "'\\''"))
    } else {
        name.to_owned()
    }
}
