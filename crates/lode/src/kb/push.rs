//! A knowledge base into a graph store elsewhere, by the SPARQL 1.1 Graph Store HTTP Protocol: each graph replaces
//! the one of its name there. A push that was interrupted is simply made again.

use std::fmt;

use fetch::net::{Parcel, Purpose};
use fetch::source::{Network, WebError};
use job::{Advice, Ended, Failure, Job, Next, Stage};
use store::{Snapshot, StoreError};
use url::Url;

/// Bytes that are sent at once. What a graph has more is added to it.
const PART: usize = 4 << 20;

/// Why a push ended early.
#[derive(Debug)]
#[non_exhaustive]
pub enum PushError {
    /// The knowledge base cannot be read.
    Store(StoreError),
    /// The graph store did not take a graph.
    Web {
        /// Which one; `None` is the one without a name.
        graph: Option<String>,
        /// Why.
        cause: WebError,
    },
}

impl From<StoreError> for PushError {
    fn from(error: StoreError) -> PushError {
        PushError::Store(error)
    }
}

impl fmt::Display for PushError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PushError::Store(error) => error.fmt(f),
            PushError::Web { graph: Some(graph), cause } => write!(f, "the graph <{graph}> was not taken: {cause}"),
            PushError::Web { graph: None, cause } => write!(f, "the graph without a name was not taken: {cause}"),
        }
    }
}

impl std::error::Error for PushError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            PushError::Store(error) => Some(error),
            PushError::Web { cause, .. } => Some(cause),
        }
    }
}

impl Failure for PushError {
    fn code(&self) -> &'static str {
        match self {
            PushError::Store(error) => error.code(),
            PushError::Web { cause, .. } => cause.code(),
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            PushError::Store(error) => error.advice(),
            PushError::Web { cause: WebError::Status(401 | 403), .. } => Some(Advice::Authorize),
            PushError::Web { cause: WebError::Status(_), .. } => Some(Advice::new(
                "see whether the address is that of a SPARQL 1.1 graph store, such as …/rdf-graph-store",
            )),
            PushError::Web { cause, .. } => cause.advice(),
        }
    }
}

/// What ends the sending of a graph early.
enum Halt {
    Stopped,
    Failed(PushError),
}

impl From<StoreError> for Halt {
    fn from(error: StoreError) -> Halt {
        Halt::Failed(error.into())
    }
}

/// Sends all graphs to a graph store. Returns the number of statements. If it is stopped, the graphs before are there,
/// and perhaps a part of the next.
///
/// # Errors
///
/// If the graph store does not take a graph; those before it are there.
pub fn push(
    snapshot: &Snapshot,
    endpoint: &Url,
    headers: &[(String, String)],
    network: &Network,
    job: &Job<'_>,
) -> Result<Ended<u64>, PushError> {
    let graphs = snapshot.graphs()?;
    job.stage(Stage::Push, Some(graphs.len() as u64));
    let stopped = |statements| Ok(Ended::Stopped { so_far: statements, next: Next::BeginsAnew });
    let mut statements = 0;
    for graph in &graphs {
        let mut address = endpoint.clone();
        match &graph.name {
            Some(graph) => address.query_pairs_mut().append_pair("graph", graph),
            None => address.query_pairs_mut().append_key_only("default"),
        };
        let mut purpose = Purpose::Replace;
        let sent = snapshot.each_part(graph, PART, |body| {
            if job.is_cancelled() {
                return Err(Halt::Stopped);
            }
            let parcel = Parcel { purpose, media_type: "text/turtle", headers: headers.to_vec(), body };
            purpose = Purpose::Add;
            let sent = network.send(&address, parcel);
            sent.map_err(|cause| Halt::Failed(PushError::Web { graph: graph.name.clone(), cause }))
        });
        match sent {
            Ok(sent) => statements += sent,
            Err(Halt::Stopped) => return stopped(statements),
            Err(Halt::Failed(error)) => return Err(error),
        }
        job.advance(1);
    }
    if job.is_cancelled() { stopped(statements) } else { Ok(Ended::Done(statements)) }
}
