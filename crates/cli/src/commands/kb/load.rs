//! `lode kb load`: files of statements into a knowledge base, all of them or none.

use std::fs::File;
use std::io::{self, Read, Seek as _};
use std::path::Path;
use std::time::Instant;

use flate2::read::MultiGzDecoder;
use lode::Syntax;
use lode::job::{Ended, Job, Stage};
use lode::store::{Counts, GraphNode, KnowledgeBase, LoadError, Mark, StatementFile};

use super::counted;
use crate::args::{Load, LoadFormat};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;
use crate::watching::{Watch, stopped};

/// By how much a packed file may grow, and by how many bytes beyond: statements that are packed well become a tenth of
/// what they were.
const MOST_GROWTH: u64 = 200;
const GROWTH_BEYOND: u64 = 64 << 20;

pub(super) fn run(settings: &Load, printer: &Printer) -> Result<Exit, Failure> {
    let graph = settings.graph.as_deref().map(lode::store::graph_name).transpose().map_err(|problem| {
        let failure = Failure::of(&problem);
        Failure { what: format!("--graph: {}", failure.what), ..failure }
    })?;
    // All files are opened before anything is made.
    let inputs: Vec<Input> =
        settings.files.iter().map(|path| Input::open(path, settings.format)).collect::<Result<_, _>>()?;
    let begin = Instant::now();
    let base = KnowledgeBase::open_or_create(&settings.kb)?;
    let watch = Watch::new(printer);
    let loaded = watch.over(|job| load(&base, &inputs, &graph, job))?;
    watch.finish();
    let (count, counts) = match loaded {
        Ended::Done(loaded) => loaded,
        Ended::Stopped { next, .. } => {
            return Ok(stopped("before everything was read; nothing has changed", next, printer));
        }
    };
    printer.say(&format!(
        "{} read, {} of them new, in {:.1} s → {}",
        counted(count, "statement"),
        counts.added,
        begin.elapsed().as_secs_f64(),
        settings.kb.display()
    ));
    Ok(if count == 0 { Exit::NothingFound } else { Exit::Done })
}

fn load(
    base: &KnowledgeBase,
    inputs: &[Input],
    graph: &Option<GraphNode>,
    job: &Job<'_>,
) -> Result<Ended<(u64, Counts)>, Failure> {
    let mut writer = base.write()?;
    let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
    let mut commit = writer.begin(&format!("load {}", names.join(", ")))?;
    job.stage(Stage::Load, Some(inputs.iter().map(|input| input.length).sum()));
    let mut count = 0;
    for input in inputs {
        let failed = |error: LoadError| {
            let failure = Failure::of(&error);
            Failure { what: format!("{}: {}", input.name, failure.what), ..failure }
        };
        let mark = Mark::of(input.read(&Job::unwatched())?).map_err(|error| input.failure(&error))?;
        let file = StatementFile { name: input.plain_name(), syntax: input.syntax, graph: graph.clone(), mark };
        match commit.load(file, input.read(job)?, job.cancel()).map_err(failed)? {
            Ended::Done(statements) => count += statements,
            Ended::Stopped { next, .. } => {
                return Ok(Ended::Stopped { so_far: (0, Counts::default()), next });
            }
        }
    }
    commit.index_words()?;
    Ok(Ended::Done((count, commit.finish()?)))
}

/// A file that can be read as often as one likes.
struct Input {
    name: String,
    file: File,
    length: u64,
    is_packed: bool,
    syntax: Syntax,
}

impl Input {
    fn open(path: &Path, format: Option<LoadFormat>) -> Result<Input, Failure> {
        let name = path.display().to_string();
        let failed = |error: io::Error| Failure::new(format!("cannot read {name}: {error}"));
        let file = if name == "-" { kept_stdin() } else { File::open(path) }.map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let is_packed = begin(&file, 2).map_err(failed)? == [0x1f, 0x8b];
        let mut input = Input { name, file, length, is_packed, syntax: Syntax::Turtle };
        input.syntax = match (format, Syntax::of_name(input.plain_name())) {
            (Some(format), _) => syntax(format),
            (None, Some(syntax)) => syntax,
            (None, None) => {
                let mut head = Vec::new();
                let read = input.read(&Job::unwatched())?.take(4096).read_to_end(&mut head);
                read.map_err(|error| input.failure(&error))?;
                Syntax::sniffed(&head)
            }
        };
        Ok(input)
    }

    /// What it would be called if it were not packed; standard input is not called anything.
    fn plain_name(&self) -> &str {
        match self.name.as_str() {
            "-" => "",
            name => name.strip_suffix(".gz").unwrap_or(name),
        }
    }

    /// Its bytes from the beginning, unpacked; how many of them were read is told as they are in the file.
    fn read<'a>(&self, job: &'a Job<'a>) -> Result<Box<dyn Read + Send + 'a>, Failure> {
        let mut file = self.file.try_clone().map_err(|error| self.failure(&error))?;
        file.rewind().map_err(|error| self.failure(&error))?;
        let file = Told { inner: file, job };
        if !self.is_packed {
            return Ok(Box::new(file));
        }
        let most = self.length.saturating_mul(MOST_GROWTH).saturating_add(GROWTH_BEYOND);
        Ok(Box::new(Unpacked { inner: MultiGzDecoder::new(file), left: most }))
    }

    fn failure(&self, error: &io::Error) -> Failure {
        Failure::new(format!("cannot read {}: {error}", self.name))
    }
}

/// A reader that tells how far it has come.
struct Told<'a, R> {
    inner: R,
    job: &'a Job<'a>,
}

impl<R: Read> Read for Told<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.job.advance(count as u64);
        Ok(count)
    }
}

/// What a packed file unpacks to, up to a bound.
struct Unpacked<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let is_too_much = || io::Error::other(format!("it unpacks to more than {MOST_GROWTH} times its size"));
        self.left = self.left.checked_sub(count as u64).ok_or_else(is_too_much)?;
        Ok(count)
    }
}

/// Standard input in a file that nobody else sees: it is read twice.
fn kept_stdin() -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(&mut io::stdin().lock(), &mut file)?;
    Ok(file)
}

fn begin(mut file: &File, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    file.rewind()?;
    Ok(bytes)
}

fn syntax(format: LoadFormat) -> Syntax {
    match format {
        LoadFormat::Ttl => Syntax::Turtle,
        LoadFormat::Trig => Syntax::TriG,
        LoadFormat::Nt => Syntax::NTriples,
        LoadFormat::Nq => Syntax::NQuads,
        LoadFormat::Rdf => Syntax::RdfXml,
        LoadFormat::Jsonld => Syntax::JsonLd,
    }
}
