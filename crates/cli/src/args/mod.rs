//! The arguments of the command. One definition makes the parser, the help, the man page and the completions.

mod fetch;
mod kb;
mod mine;
mod wrappers;

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

pub(crate) use fetch::{Crawling, Fetch, Network, RenderName, Within};
pub(crate) use kb::{
    Ask, Export, ExportFormat, Folder, Instances, Kb, Load, LoadFormat, Merge, Populate, Push, Query, QueryFormat,
    Review, Search, Stats, StatsFormat, Taxonomy, TreeFormat, Undo,
};
pub(crate) use mine::Mine;
pub(crate) use wrappers::{Check, Explain, Extract, ExtractFormat, Heal, Learn, Signature, SignatureFormat, Teach};

/// Lode turns websites into a knowledge base.
#[derive(Debug, Parser)]
#[command(name = "lode", version, max_term_width = 100)]
#[command(after_help = "Start with: lode demo")]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) talk: Talk,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// How much the command says beside its result.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub(crate) struct Talk {
    /// Say nothing but errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Say more: the notes on each page
    #[arg(long, short, global = true)]
    pub(crate) verbose: bool,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Mine four made-up sites about a town, and ask what was found
    Demo {
        /// The folder for the sites and the knowledge base; what an earlier demo left there is replaced
        #[arg(long, short, value_name = "FOLDER", default_value = "lode-demo")]
        output: PathBuf,
    },
    /// Crawl sites into an archive: politely, and so that it can be stopped and go on at any time
    Fetch(Fetch),
    /// Show a page at a glance: its segments, tables and labels, or a picture of them
    Show(Show),
    /// Cut pages into the segments a person would draw on them
    Segments(Segments),
    /// Print which text of a page is the label of which other text
    Hierarchy(Hierarchy),
    /// Print where every element stands on the screen
    Layout(Layout),
    /// Find the lists of a page, with their records and fields
    Records(Records),
    /// Find the data tables of a page, with their headers and rows
    Tables(Tables),
    /// Learn, without examples, how the values of pages with one layout are found
    Learn(Learn),
    /// Paste what you see on a page; Lode finds the same on pages like it
    Teach(Teach),
    /// Read the values of pages with a wrapper
    Extract(Extract),
    /// Say whether the layout of pages has changed since a wrapper was made
    Check(Check),
    /// Make a wrapper anew for pages whose layout has changed
    Heal(Heal),
    /// Print the bar-tree numbers of a region of a page, or draw them
    Signature(Signature),
    /// Say in words what a wrapper will do
    Explain(Explain),
    /// Turn the sites of a domain into a knowledge base: its concepts, their taxonomy, and instances with attributes
    Mine(Mine),
    /// Print the tree of concepts that was mined
    Taxonomy(Taxonomy),
    /// Fill a knowledge base from pages, by a known ontology
    Populate(Populate),
    /// List what a knowledge base knows of, value by value with its source
    Instances(Instances),
    /// Ask, load, merge, check and export a knowledge base
    #[command(subcommand)]
    Kb(Kb),
    /// Print the repaired page as well-formed XHTML
    Tidy(Tidy),
    /// Print a script that completes lode's arguments in your shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the man page, or write one for each command into a folder
    Man {
        /// Write the pages here instead
        #[arg(long, short, value_name = "FOLDER")]
        output: Option<PathBuf>,
    },
}

/// What to read and where to write, the same for all commands that read pages.
#[derive(Debug, clap::Args)]
pub(crate) struct Reading {
    /// Files, folders (all their pages), WARCs (.warc, .warc.gz), addresses of the web, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<String>,
    /// Write the result to this file, in one step when it is complete; documents of several pages to a folder (FOLDER/)
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) network: Network,
}

impl Reading {
    /// The form that was asked for, else the one that the name of the output ends with, else the usual one.
    pub(crate) fn format<F: ValueEnum + Default>(&self, asked: Option<F>) -> F {
        let ending = self.output.as_deref().and_then(|path| path.extension()).and_then(|ending| ending.to_str());
        asked.or_else(|| ending.and_then(|ending| F::from_str(ending, true).ok())).unwrap_or_default()
    }
}

/// `lode show`
#[derive(Debug, clap::Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The form of the output [default: what the name after -o says, else text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ShowFormat>,
    /// What computes the boxes
    #[arg(long, value_enum, default_value_t)]
    pub(crate) engine: EngineName,
    /// About so many lines for each page
    #[arg(long, default_value_t = 40, value_name = "N")]
    pub(crate) lines: usize,
    /// Only the segments; with none of these options, segments, tables, labels and lists
    #[arg(long)]
    pub(crate) segments: bool,
    /// Only the data tables and their headers
    #[arg(long)]
    pub(crate) tables: bool,
    /// Only labels with what they head, and groups
    #[arg(long)]
    pub(crate) hierarchy: bool,
    /// Only lists with their records and fields
    #[arg(long)]
    pub(crate) records: bool,
    /// None of them: the boxes alone
    #[arg(long, conflicts_with_all = ["segments", "tables", "hierarchy", "records"])]
    pub(crate) boxes: bool,
}

impl Show {
    /// What is drawn over the boxes.
    pub(crate) fn layers(&self) -> lode::Layers {
        let Show { segments, tables, hierarchy: labels, records, .. } = *self;
        match (self.boxes, segments || tables || labels || records) {
            (true, _) => lode::Layers::default(),
            (false, false) => lode::Layers::ALL,
            (false, true) => lode::Layers { segments, tables, labels, records },
        }
    }
}

/// `lode records`
#[derive(Debug, clap::Args)]
pub(crate) struct Records {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The form of the output [default: what the name after -o says, else text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<RecordsFormat>,
    /// How lists and records are found
    #[arg(long, value_enum, default_value_t)]
    pub(crate) method: RecordsMethod,
    /// What computes the boxes
    #[arg(long, value_enum, default_value_t)]
    pub(crate) engine: EngineName,
    /// Records of the main list in the text form
    #[arg(long, default_value_t = 12, value_name = "N")]
    pub(crate) rows: usize,
}

/// `lode segments`
#[derive(Debug, clap::Args)]
pub(crate) struct Segments {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PlainFormat,
    /// How the page is cut
    #[arg(long, value_enum, default_value_t)]
    pub(crate) method: Method,
    /// How fine the page is cut; `--method paper` has no levels
    #[arg(long, value_enum, default_value_t)]
    pub(crate) level: Level,
    /// What computes the boxes
    #[arg(long, value_enum, default_value_t)]
    pub(crate) engine: EngineName,
}

/// `lode hierarchy`
#[derive(Debug, clap::Args)]
pub(crate) struct Hierarchy {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: HierarchyFormat,
    /// How the page is taken apart
    #[arg(long, value_enum, default_value_t)]
    pub(crate) method: Method,
    /// What computes the boxes
    #[arg(long, value_enum, default_value_t)]
    pub(crate) engine: EngineName,
}

/// `lode layout`
#[derive(Debug, clap::Args)]
pub(crate) struct Layout {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: LayoutFormat,
    /// What computes the boxes
    #[arg(long, value_enum, default_value_t)]
    pub(crate) engine: EngineName,
    /// Add each element's computed style
    #[arg(long)]
    pub(crate) styles: bool,
}

/// `lode tables`
#[derive(Debug, clap::Args)]
pub(crate) struct Tables {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TablesFormat,
    /// How data tables and headers are found
    #[arg(long, value_enum, default_value_t)]
    pub(crate) method: Method,
    /// What computes the boxes and styles
    #[arg(long, value_enum, default_value_t)]
    pub(crate) engine: EngineName,
    /// Only the Nth data table of each page, counted as in the text form
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) table: Option<u32>,
    /// Rows of each table in the text form
    #[arg(long, default_value_t = 12, value_name = "N")]
    pub(crate) rows: usize,
}

/// `lode tidy`
#[derive(Debug, clap::Args)]
pub(crate) struct Tidy {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TidyFormat,
}

/// The forms of `lode show`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ShowFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object per page
    Jsonl,
    /// A picture of the boxes; for several pages a file each, with -o FOLDER/
    Svg,
}

/// The forms of commands that print for people or for scripts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlainFormat {
    /// For people
    #[default]
    Text,
    /// JSON objects, one a line
    Jsonl,
}

/// The forms of `lode hierarchy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum HierarchyFormat {
    /// An indented outline, for people
    #[default]
    Text,
    /// One JSON object per page
    Jsonl,
    /// The paper's encoding; several pages need -o FOLDER/
    Xml,
}

/// The ways to take a page apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// Ours, by all that is seen
    #[default]
    Best,
    /// As published
    Paper,
}

impl From<Method> for lode::Methods {
    fn from(method: Method) -> lode::Methods {
        match method {
            Method::Best => lode::Methods::default(),
            Method::Paper => lode::Methods::paper(),
        }
    }
}

/// How fine `lode segments` cuts a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Level {
    /// Its large parts
    Coarse,
    /// The blocks a person would draw
    #[default]
    Normal,
    /// The parts of these blocks too
    Fine,
}

impl From<Level> for lode::segments::Level {
    fn from(level: Level) -> lode::segments::Level {
        match level {
            Level::Coarse => lode::segments::Level::Coarse,
            Level::Normal => lode::segments::Level::Normal,
            Level::Fine => lode::segments::Level::Fine,
        }
    }
}

/// The forms of `lode layout`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayoutFormat {
    /// One line per element
    #[default]
    Text,
    /// One JSON object per page
    Jsonl,
    /// One line per element, with its page
    Csv,
}

/// The forms of `lode tables`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TablesFormat {
    /// Each data table as it looks
    #[default]
    Text,
    /// One JSON object per page, with every table
    Jsonl,
    /// The rows of each data table under a line of names, an empty line between tables
    Csv,
}

/// The forms of `lode records`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordsFormat {
    /// The main list as a table, for people
    #[default]
    Text,
    /// One JSON object per page, with every list and what the page declares
    #[value(alias = "json")]
    Jsonl,
    /// The main list of each page as one table
    Csv,
    /// A database with the records, and every list and field with its source; needs -o FILE
    #[value(alias = "db", alias = "sqlite3")]
    Sqlite,
    /// The main list of each page as one table, for data tools; needs -o FILE
    Parquet,
}

/// The ways to find lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum RecordsMethod {
    /// Ours, by all that is seen
    #[default]
    Best,
    /// By the largest rectangles, as published
    Emine,
    /// By tags that repeat, the rival of that paper
    Mdr,
}

impl From<RecordsMethod> for lode::Methods {
    fn from(method: RecordsMethod) -> lode::Methods {
        let regions = match method {
            RecordsMethod::Best => lode::regions::Method::Best,
            RecordsMethod::Emine => lode::regions::Method::Emine,
            RecordsMethod::Mdr => lode::regions::Method::Mdr,
        };
        lode::Methods { regions, ..lode::Methods::default() }
    }
}

/// The forms of `lode tidy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TidyFormat {
    /// The page itself; for several pages a file each, with -o FOLDER/
    #[default]
    #[value(alias = "xml", alias = "xhtml")]
    Text,
    /// One JSON object per page
    Jsonl,
}

/// The layout engines by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// Built in: fast, needs no browser
    #[default]
    Embedded,
    /// A real Chromium: exact, about twenty times slower, must be installed
    Chromium,
    /// A rule of thumb that reads no stylesheets
    Estimate,
}

impl From<EngineName> for lode::Engine {
    fn from(name: EngineName) -> lode::Engine {
        match name {
            EngineName::Embedded => lode::Engine::Embedded,
            EngineName::Chromium => lode::Engine::Chromium,
            EngineName::Estimate => lode::Engine::Estimate,
        }
    }
}
