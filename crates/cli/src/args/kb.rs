//! The arguments of the commands that make and ask knowledge bases.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use super::{EngineName, Method, Network, PlainFormat};

/// `lode populate`
#[derive(Debug, clap::Args)]
pub(crate) struct Populate {
    /// The folder of the knowledge base; it is made if there is none
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// Files, folders (all their pages), WARCs (.warc, .warc.gz), addresses of the web, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) inputs: Vec<String>,
    /// What is to be found: classes and properties (Turtle, RDF/XML or JSON-LD). It is kept, beside others that were
    /// given before; later it may be left out
    #[arg(long, value_name = "FILE")]
    pub(crate) ontology: Option<PathBuf>,
    /// What sites call them: a CSV with the columns name and synonym
    #[arg(long, value_name = "FILE")]
    pub(crate) names: Option<PathBuf>,
    /// Learn all layouts anew, and let each page replace what it told before, whatever it tells now
    #[arg(long)]
    pub(crate) anew: bool,
    /// A wrapper for pages that should be read by it, as lode learn or lode teach wrote it
    #[arg(long, value_name = "FILE")]
    pub(crate) wrapper: Vec<PathBuf>,
    /// What computes the boxes of the few pages that are laid out to tell lists from other pages
    #[arg(long, value_enum, default_value_t)]
    pub(crate) engine: EngineName,
    #[command(flatten)]
    pub(crate) network: Network,
}

/// `lode taxonomy`
#[derive(Debug, clap::Args)]
pub(crate) struct Taxonomy {
    /// The folder of the knowledge base
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TreeFormat,
    /// Write the result to this file, in one step when it is complete
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// `lode instances`
#[derive(Debug, clap::Args)]
pub(crate) struct Instances {
    /// The folder of the knowledge base
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// Only those of this class: its name or IRI; those of classes below it count
    #[arg(long, value_name = "CLASS", alias = "class")]
    pub(crate) concept: Option<String>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PlainFormat,
    /// Write the result to this file, in one step when it is complete
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// `lode kb`
#[derive(Debug, Subcommand)]
pub(crate) enum Kb {
    /// Ask a question in SPARQL
    Query(Query),
    /// Ask by class, property and value, without SPARQL
    Ask(Ask),
    /// Find the texts that have some words
    Search(Search),
    /// Load files of statements: N-Quads, N-Triples, TriG, Turtle, RDF/XML or JSON-LD
    Load(Load),
    /// Say how much is in it, and from where
    Stats(Stats),
    /// Decide which individuals are the same thing
    Merge(Merge),
    /// Take back the last merge, or take two individuals apart for good
    Undo(Undo),
    /// Decide on names that pages have and nobody knows
    Review(Review),
    /// Write it out: statements, or a table for each class
    Export(Export),
    /// Send all of it to a SPARQL 1.1 graph store, graph by graph
    Push(Push),
    /// Prove that it is whole
    Verify(Folder),
}

/// `lode kb push`
#[derive(Debug, clap::Args)]
pub(crate) struct Push {
    /// The folder of the knowledge base
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// The address of the graph store
    #[arg(long, value_name = "URL")]
    pub(crate) endpoint: lode::Url,
    /// A header to send along, such as a permission; may be repeated
    #[arg(long, value_name = "NAME: VALUE", value_parser = header)]
    pub(crate) header: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) network: Network,
}

fn header(argument: &str) -> Result<(String, String), String> {
    match argument.split_once(':') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err("write NAME: VALUE, such as 'Authorization: Bearer …'".to_owned()),
    }
}

/// `lode kb ask`
#[derive(Debug, clap::Args)]
pub(crate) struct Ask {
    /// The folder of the knowledge base
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// Individuals of this class, by any of its names; those of classes below it count
    #[arg(long, value_name = "CLASS")]
    pub(crate) class: Option<String>,
    /// What has to be true: PROPERTY=VALUE, or with ~ (contains), <, <=, >, >= in the place of =
    #[arg(long = "where", value_name = "PROPERTY=VALUE", value_parser = wish)]
    pub(crate) wishes: Vec<lode::kb::Wish>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PlainFormat,
    /// Print the question in SPARQL instead of asking it
    #[arg(long)]
    pub(crate) sparql: bool,
}

fn wish(argument: &str) -> Result<lode::kb::Wish, String> {
    lode::kb::Wish::parse(argument).ok_or_else(|| "write PROPERTY=VALUE, such as city=Vienna or price<=20".to_owned())
}

/// `lode kb search`
#[derive(Debug, clap::Args)]
pub(crate) struct Search {
    /// The folder of the knowledge base
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// The words; the last one may be the beginning of a word
    #[arg(value_name = "WORD", required = true)]
    pub(crate) words: Vec<String>,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PlainFormat,
    /// At most so many texts
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) most: usize,
}

/// `lode kb review`
#[derive(Debug, clap::Args)]
pub(crate) struct Review {
    /// The folder of the knowledge base
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// A name is what a property or class is called on some site: NAME=TERM
    #[arg(long, value_name = "NAME=TERM", value_parser = name_of)]
    pub(crate) accept: Vec<(String, String)>,
    /// A name is of no interest
    #[arg(long, value_name = "NAME")]
    pub(crate) dismiss: Vec<String>,
    /// What was decided about a name is taken back
    #[arg(long, value_name = "NAME")]
    pub(crate) reopen: Vec<String>,
    /// Who decides [default: the name of the user]
    #[arg(long, value_name = "NAME")]
    pub(crate) who: Option<String>,
    /// The form of the list
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PlainFormat,
}

/// A name and a term. The name may have `=` in it, the term not.
fn name_of(argument: &str) -> Result<(String, String), String> {
    match argument.rsplit_once('=') {
        Some((name, term)) if !name.trim().is_empty() && !term.trim().is_empty() => {
            Ok((name.trim().to_owned(), term.trim().to_owned()))
        }
        _ => Err("write NAME=TERM, such as \"Our price=price\"".to_owned()),
    }
}

/// `lode kb export`
#[derive(Debug, clap::Args)]
pub(crate) struct Export {
    /// The folder of the knowledge base
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// The form of the output [default: what the name after -o says, else Turtle]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ExportFormat>,
    /// Only individuals of this class, for csv, parquet and sqlite
    #[arg(long, value_name = "CLASS")]
    pub(crate) class: Option<String>,
    /// Also write where each statement stands: page, path of its node, time; for ttl, trig, nq and jsonld
    #[arg(long)]
    pub(crate) evidence: bool,
    /// Write to this file, in one step when it is complete; csv and parquet of several classes to a folder (FOLDER/)
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The forms of `lode kb export`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// Turtle: each statement once, without sources
    #[default]
    #[value(alias = "turtle")]
    Ttl,
    /// TriG: statements by source
    Trig,
    /// N-Quads: a line for each statement, with its source
    Nq,
    /// JSON-LD: statements by source
    Jsonld,
    /// A table for each class
    Csv,
    /// A table for each class, for data tools; needs -o
    Parquet,
    /// A database with a table for each class, and every value with its source; needs -o FILE
    #[value(alias = "db", alias = "sqlite3")]
    Sqlite,
}

/// A knowledge base, and nothing else.
#[derive(Debug, clap::Args)]
pub(crate) struct Folder {
    /// The folder of the knowledge base
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
}

/// `lode kb merge`
#[derive(Debug, clap::Args)]
pub(crate) struct Merge {
    /// The folder of the knowledge base
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// How it is decided; as published, by the mean similarity of the properties that two individuals share
    #[arg(long, value_enum, default_value_t)]
    pub(crate) method: Method,
    /// How similar two individuals are at least, as published
    #[arg(long, value_name = "0..1", default_value_t = 0.75, value_parser = share)]
    pub(crate) sigma: f64,
    /// Decide anew for all, and not only for what has come since the last time
    #[arg(long)]
    pub(crate) anew: bool,
    /// Change nothing, but say why two individuals are the same or not
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub(crate) explain: Option<Vec<String>>,
}

fn share(argument: &str) -> Result<f64, String> {
    let share = argument.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "give a number from 0 to 1".to_owned())
}

/// `lode kb undo`
#[derive(Debug, clap::Args)]
pub(crate) struct Undo {
    /// The folder of the knowledge base
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// Two individuals that are not the same: they are taken apart, and never merged again
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub(crate) apart: Option<Vec<String>>,
}

/// `lode kb query`
#[derive(Debug, clap::Args)]
pub(crate) struct Query {
    /// The folder of the knowledge base
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// The query, or - to read it from standard input
    #[arg(value_name = "SPARQL", allow_hyphen_values = true)]
    pub(crate) query: String,
    /// The form of the output [default: what the name after -o says, else text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<QueryFormat>,
    /// Write the result to this file, in one step when it is complete
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Statements that are in a named graph are found only with GRAPH, as in other stores
    #[arg(long)]
    pub(crate) strict: bool,
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub(crate) timeout: f64,
    /// Stop when it needs more memory than this
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) memory: u64,
}

/// The forms of `lode kb query`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum QueryFormat {
    /// A table, for people
    #[default]
    Text,
    /// SPARQL results as comma-separated values
    Csv,
    /// SPARQL results as tab-separated terms
    Tsv,
    /// SPARQL results in JSON
    Json,
    /// SPARQL results in XML
    Xml,
    /// The statements of a CONSTRUCT or DESCRIBE in Turtle
    #[value(alias = "turtle")]
    Ttl,
}

/// `lode kb load`
#[derive(Debug, clap::Args)]
pub(crate) struct Load {
    /// The folder of the knowledge base; it is made if there is none
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// The files, packed (.gz) or not, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// What the files are in [default: what their names say, else how they begin]
    #[arg(long, value_enum)]
    pub(crate) format: Option<LoadFormat>,
    /// The named graph for statements that the files put into none
    #[arg(long, value_name = "IRI")]
    pub(crate) graph: Option<String>,
}

/// The forms of files for `lode kb load`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LoadFormat {
    /// Turtle
    #[value(alias = "turtle")]
    Ttl,
    /// TriG
    Trig,
    /// N-Triples
    Nt,
    /// N-Quads
    Nq,
    /// RDF/XML
    #[value(alias = "xml")]
    Rdf,
    /// JSON-LD
    #[value(alias = "json")]
    Jsonld,
}

/// `lode kb stats`
#[derive(Debug, clap::Args)]
pub(crate) struct Stats {
    /// The folder of the knowledge base
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: StatsFormat,
    /// Where to put it; by default it is printed
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// The forms of `lode taxonomy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// For people
    #[default]
    Text,
    /// JSON objects, one a line
    Jsonl,
    /// A picture of the tree
    Svg,
}

/// The forms of `lode kb stats`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum StatsFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object
    Jsonl,
    /// A picture of the classes and what links them
    Svg,
}
