//! Files of statements into a knowledge base, all of them or none. A file may be packed; one that unpacks to far more
//! than statements do is refused, whoever sent it.

use std::error::Error;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek as _};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use job::{Advice, Ended, Failure, Job, Stage};
use knowledge::rdf::Syntax;
use store::{Counts, GraphNode, KnowledgeBase, LoadError, Mark, StatementFile, StoreError};

/// By how much a packed file may grow, and by how many bytes beyond: statements that are packed well become a tenth of
/// what they were.
const MOST_GROWTH: u64 = 200;
const GROWTH_BEYOND: u64 = 64 << 20;

/// The bytes that a packed file begins with.
const PACKED: [u8; 2] = [0x1f, 0x8b];

/// A file of statements that can be read as often as one likes.
#[derive(Debug)]
pub struct Statements {
    name: String,
    file: File,
    length: u64,
    is_packed: bool,
    syntax: Syntax,
}

/// What was loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loaded {
    /// Statements that were read.
    pub statements: u64,
    /// How many of them were new.
    pub counts: Counts,
}

/// Why nothing was loaded.
#[derive(Debug)]
#[non_exhaustive]
pub enum LoadFailure {
    /// A file cannot be read.
    Unreadable {
        /// What it is called.
        name: String,
        /// Why.
        cause: io::Error,
    },
    /// What a file says cannot be loaded.
    File {
        /// What it is called.
        name: String,
        /// Why.
        cause: LoadError,
    },
    /// The knowledge base cannot be written.
    Store(StoreError),
}

impl Statements {
    /// Opens a file. How it is written is told by its name or its beginning, unless it is known.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn open(path: &Path, syntax: Option<Syntax>) -> Result<Statements, LoadFailure> {
        let name = path.display().to_string();
        match File::open(path) {
            Ok(file) => Statements::of(name, file, syntax),
            Err(cause) => Err(LoadFailure::Unreadable { name, cause }),
        }
    }

    /// Keeps what can be read only once, such as standard input, in a file that nobody else sees.
    ///
    /// # Errors
    ///
    /// If it cannot be read to its end, or cannot be kept.
    pub fn keep(name: &str, mut input: impl Read, syntax: Option<Syntax>) -> Result<Statements, LoadFailure> {
        let kept = tempfile::tempfile().and_then(|mut file| {
            io::copy(&mut input, &mut file)?;
            file.rewind().map(|()| file)
        });
        match kept {
            Ok(file) => Statements::of(name.to_owned(), file, syntax),
            Err(cause) => Err(LoadFailure::Unreadable { name: name.to_owned(), cause }),
        }
    }

    fn of(name: String, file: File, syntax: Option<Syntax>) -> Result<Statements, LoadFailure> {
        let mut opened = Statements { name, file, length: 0, is_packed: false, syntax: Syntax::Turtle };
        let mut look = || {
            opened.length = opened.file.metadata()?.len();
            opened.is_packed = opened.head(PACKED.len() as u64)? == PACKED;
            opened.syntax = match syntax.or_else(|| Syntax::of_name(opened.plain_name())) {
                Some(syntax) => syntax,
                None => Syntax::sniffed(&opened.head(4096)?),
            };
            Ok(())
        };
        match look() {
            Ok(()) => Ok(opened),
            Err(cause) => Err(opened.unreadable(cause)),
        }
    }

    /// What it would be called if it were not packed; what came by itself is not called anything.
    fn plain_name(&self) -> &str {
        match self.name.as_str() {
            "-" => "",
            name => name.strip_suffix(".gz").unwrap_or(name),
        }
    }

    /// Its first bytes, unpacked.
    fn head(&self, length: u64) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        self.read(&Job::unwatched())?.take(length).read_to_end(&mut head)?;
        Ok(head)
    }

    /// Its bytes from the beginning, unpacked; how many of them were read is told as they are in the file.
    fn read<'a>(&self, job: &'a Job<'a>) -> io::Result<Box<dyn Read + Send + 'a>> {
        let mut file = self.file.try_clone()?;
        file.rewind()?;
        let file = Told { inner: file, job };
        if !self.is_packed {
            return Ok(Box::new(file));
        }
        let most = self.length.saturating_mul(MOST_GROWTH).saturating_add(GROWTH_BEYOND);
        Ok(Box::new(Unpacked { inner: MultiGzDecoder::new(file), left: most }))
    }

    fn unreadable(&self, cause: io::Error) -> LoadFailure {
        LoadFailure::Unreadable { name: self.name.clone(), cause }
    }
}

/// Loads files. What they put into no graph goes into the one that is given. If it is stopped, nothing has changed.
///
/// # Errors
///
/// If one of them cannot be read, or the knowledge base cannot be written. Then nothing has changed.
pub fn load(
    base: &KnowledgeBase,
    files: &[Statements],
    graph: Option<&GraphNode>,
    job: &Job<'_>,
) -> Result<Ended<Loaded>, LoadFailure> {
    let mut writer = base.write()?;
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let mut commit = writer.begin(&format!("load {}", names.join(", ")))?;
    job.stage(Stage::Load, Some(files.iter().map(|file| file.length).sum()));
    let mut statements = 0;
    for file in files {
        let unreadable = |cause| file.unreadable(cause);
        let failed = |cause| LoadFailure::File { name: file.name.clone(), cause };
        let mark = Mark::of(file.read(&Job::unwatched()).map_err(unreadable)?).map_err(unreadable)?;
        let form = StatementFile { name: file.plain_name(), syntax: file.syntax, graph: graph.cloned(), mark };
        match commit.load(form, file.read(job).map_err(unreadable)?, job.cancel()).map_err(failed)? {
            Ended::Done(count) => statements += count,
            Ended::Stopped { next, .. } => return Ok(Ended::Stopped { so_far: Loaded::default(), next }),
        }
    }
    commit.index_words()?;
    Ok(Ended::Done(Loaded { statements, counts: commit.finish()? }))
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

impl From<StoreError> for LoadFailure {
    fn from(error: StoreError) -> LoadFailure {
        LoadFailure::Store(error)
    }
}

impl fmt::Display for LoadFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadFailure::Unreadable { name, cause } => write!(f, "cannot read {name}: {cause}"),
            LoadFailure::File { name, cause } => write!(f, "{name}: {cause}"),
            LoadFailure::Store(error) => error.fmt(f),
        }
    }
}

impl Error for LoadFailure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            LoadFailure::Unreadable { cause, .. } => Some(cause),
            LoadFailure::File { cause, .. } => Some(cause),
            LoadFailure::Store(error) => Some(error),
        }
    }
}

impl Failure for LoadFailure {
    fn code(&self) -> &'static str {
        match self {
            LoadFailure::Unreadable { .. } => "load-unreadable",
            LoadFailure::File { cause, .. } => cause.code(),
            LoadFailure::Store(error) => error.code(),
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            LoadFailure::Unreadable { .. } => None,
            LoadFailure::File { cause, .. } => cause.advice(),
            LoadFailure::Store(error) => error.advice(),
        }
    }
}
