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
    /// What is to be found: classes and properties (Turtle, RDF/XML or JSON-LD)
    #[arg(long, value_name = "FILE")]
    pub(crate) ontology: PathBuf,
    /// What sites call them: a CSV with the columns name and synonym
    #[arg(long, value_name = "FILE")]
    pub(crate) names: Option<PathBuf>,
    /// A wrapper for pages that should be read by it, as lode learn or lode teach wrote it
    #[arg(long, value_name = "FILE")]
    pub(crate) wrapper: Vec<PathBuf>,
    /// What computes the boxes of the few pages that are laid out to tell lists from other pages
    #[arg(long, value_enum, default_value_t)]
    pub(crate) engine: EngineName,
    #[command(flatten)]
    pub(crate) network: Network,
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
    /// Load files of statements: N-Quads, N-Triples, TriG, Turtle, RDF/XML or JSON-LD
    Load(Load),
    /// Say how much is in it, and from where
    Stats(Stats),
    /// Decide which individuals are the same thing
    Merge(Merge),
    /// Take back the last merge, or take two individuals apart for good
    Undo(Undo),
    /// Prove that it is whole
    Verify(Folder),
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
    #[arg(long, value_name = "0..1", default_value_t = 0.75)]
    pub(crate) sigma: f64,
    /// Decide anew for all, and not only for what has come since the last time
    #[arg(long)]
    pub(crate) anew: bool,
    /// Change nothing, but say why two individuals are the same or not
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    pub(crate) explain: Option<Vec<String>>,
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
    #[arg(long, value_name = "MB", default_value_t = 512)]
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
    /// The files
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The named graph for statements that the files put into none
    #[arg(long, value_name = "IRI")]
    pub(crate) graph: Option<String>,
}

/// `lode kb stats`
#[derive(Debug, clap::Args)]
pub(crate) struct Stats {
    /// The folder of the knowledge base
    #[arg(value_name = "KB")]
    pub(crate) kb: PathBuf,
    /// The form of the output
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PlainFormat,
}
