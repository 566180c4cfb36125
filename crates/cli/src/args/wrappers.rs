//! The arguments of the commands that make and use wrappers.

use std::path::PathBuf;

use clap::ValueEnum;

use super::{EngineName, Method, Network, PlainFormat, Reading};

/// `lode learn`
#[derive(Debug, clap::Args)]
pub(crate) struct Learn {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Look for the properties of this ontology (Turtle, RDF/XML or JSON-LD)
    #[arg(long, value_name = "FILE")]
    pub(crate) ontology: Option<PathBuf>,
    /// What sites call these properties: a CSV with the columns name and synonym
    #[arg(long, value_name = "FILE", requires = "ontology")]
    pub(crate) names: Option<PathBuf>,
    /// How a wrapper is learnt; as published, from the first two pages
    #[arg(long, value_enum, default_value_t)]
    pub(crate) method: Method,
    /// What computes the boxes of the few pages that are laid out to tell lists from other pages
    #[arg(long, value_enum, default_value_t)]
    pub(crate) engine: EngineName,
}

/// `lode teach`
#[derive(Debug, clap::Args)]
pub(crate) struct Teach {
    /// The page with the values: a file, an address of the web, or - for standard input
    #[arg(value_name = "PAGE")]
    pub(crate) page: String,
    /// A name and its value as you see it on the page; the same name again is the next record of a list, or one more
    /// value
    #[arg(long, required = true, value_name = "NAME=TEXT", value_parser = want)]
    pub(crate) want: Vec<(String, String)>,
    /// The text of a region of this page that lode check compares exactly whenever it meets the page again
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) roi: Option<String>,
    /// More pages of the same layout, without examples: they make the wrapper better
    #[arg(long, value_name = "PAGE", num_args = 1..)]
    pub(crate) more: Vec<String>,
    /// Write the wrapper to this file, in one step when it is complete
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// What lays out the page, to see its lists
    #[arg(long, value_enum, default_value_t)]
    pub(crate) engine: EngineName,
    #[command(flatten)]
    pub(crate) network: Network,
}

/// A name and a text.
fn want(argument: &str) -> Result<(String, String), String> {
    match argument.split_once('=') {
        Some((name, text)) if !name.trim().is_empty() && !text.trim().is_empty() => {
            Ok((name.trim().to_owned(), text.to_owned()))
        }
        _ => Err("write NAME=TEXT, such as price=€12.90".to_owned()),
    }
}

/// `lode extract`
#[derive(Debug, clap::Args)]
pub(crate) struct Extract {
    /// The wrapper, as lode learn or lode teach wrote it
    #[arg(value_name = "WRAPPER")]
    pub(crate) wrapper: PathBuf,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The form of the output [default: what the name after -o says, else text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<ExtractFormat>,
}

/// `lode check`
#[derive(Debug, clap::Args)]
pub(crate) struct Check {
    /// The wrapper, as lode learn or lode teach wrote it
    #[arg(value_name = "WRAPPER")]
    pub(crate) wrapper: PathBuf,
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The form of the output [default: what the name after -o says, else text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<PlainFormat>,
}

/// `lode heal`
#[derive(Debug, clap::Args)]
pub(crate) struct Heal {
    /// The wrapper, as lode learn or lode teach wrote it
    #[arg(value_name = "WRAPPER")]
    pub(crate) wrapper: PathBuf,
    /// Pages with the new layout: files, folders, WARCs, addresses of the web, or - for standard input
    #[arg(required_unless_present = "rollback", conflicts_with = "rollback", value_name = "INPUT")]
    pub(crate) inputs: Vec<String>,
    /// Write the new wrapper to this file, which may be the old one; without it nothing is written
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// If it is not sure, write what it would do beside the output (FILE.proposed.json), for you to look at
    #[arg(long, conflicts_with = "rollback")]
    pub(crate) propose: bool,
    /// Go back to what the wrapper was before it was healed
    #[arg(long)]
    pub(crate) rollback: bool,
    /// The form of the report
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: PlainFormat,
    /// What lays out pages, to see their lists
    #[arg(long, value_enum, default_value_t)]
    pub(crate) engine: EngineName,
    #[command(flatten)]
    pub(crate) network: Network,
}

/// `lode signature`
#[derive(Debug, clap::Args)]
pub(crate) struct Signature {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// The text of the region of interest, as you see it on the page
    #[arg(long, required = true, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) roi: String,
    /// The form of the output [default: what the name after -o says, else text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<SignatureFormat>,
}

/// The forms of `lode signature`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SignatureFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object per page
    #[value(alias = "json")]
    Jsonl,
    /// A picture of the bars, one inside the other
    Svg,
}

/// `lode explain`
#[derive(Debug, clap::Args)]
pub(crate) struct Explain {
    /// The wrapper, as lode learn or lode teach wrote it
    #[arg(value_name = "WRAPPER")]
    pub(crate) wrapper: PathBuf,
}

/// The forms of `lode extract`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExtractFormat {
    /// For people
    #[default]
    Text,
    /// One JSON object per page
    #[value(alias = "json")]
    Jsonl,
    /// One row per page
    Csv,
    /// The raw result as pairs of property and value
    Xml,
    /// A database with a row per page, and every value with its source; needs -o FILE
    #[value(alias = "db", alias = "sqlite3")]
    Sqlite,
    /// One row per page, for data tools; needs -o FILE
    Parquet,
}
