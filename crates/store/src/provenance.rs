//! Where each statement stands, as statements: a description of the statement (RDF) that was derived (PROV) from a
//! place on a page (Web Annotation), so that whoever gets the file can go back to page, node and time.

use std::hash::Hasher as _;
use std::io;

use oxrdf::{GraphName, Literal, NamedNode, Quad, Term};
use siphasher::sip128::{Hasher128 as _, SipHasher13};

use crate::error::StoreError;
use crate::export::ExportError;
use crate::snapshot::Snapshot;
use crate::terms::TermId;
use crate::vocabulary::{DATE_TIME, DERIVED_FROM, ENTITY, EVIDENCE, GENERATED_AT, OA, RDF, TYPE};

/// A row of evidence: the statement with its graph, the path of the node, and when the page was read.
type Row = ([TermId; 4], String, Option<String>);

impl Snapshot {
    /// Writes where each statement stands that was read from a page.
    pub(crate) fn each_evidence(&self, mut write: impl FnMut(Quad) -> io::Result<()>) -> Result<(), ExportError> {
        let mut statement = self
            .db()
            .prepare(
                "SELECT subject, predicate, object, graph, path,
                        (SELECT time FROM sources WHERE sources.graph = evidence.graph)
                 FROM evidence ORDER BY subject, predicate, object, graph",
            )
            .map_err(StoreError::from)?;
        let row = |row: &rusqlite::Row<'_>| -> rusqlite::Result<Row> {
            Ok(([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?], row.get(4)?, row.get(5)?))
        };
        for found in statement.query_map([], row).map_err(StoreError::from)? {
            let (numbers, path, time) = found.map_err(StoreError::from)?;
            let [subject, predicate, object, graph] = numbers.map(|number| self.term(number));
            for quad in quads([subject?, predicate?, object?, graph?], &path, time.as_deref()) {
                write(quad)?;
            }
        }
        Ok(())
    }
}

/// What is said of where one statement stands.
fn quads(terms: [Term; 4], path: &str, time: Option<&str>) -> Vec<Quad> {
    let number = number(&terms);
    let [subject, predicate, object, page] = terms;
    let own = |part: &str| NamedNode::new_unchecked(format!("{EVIDENCE}:{number:032x}{part}"));
    let term = |space: &str, name: &str| NamedNode::new_unchecked(format!("{space}{name}"));
    let (said, place, selector) = (own(""), own("#place"), own("#path"));
    let mut quads = Vec::with_capacity(12);
    let mut say = |subject: &NamedNode, predicate: NamedNode, object: Term| {
        quads.push(Quad::new(subject.clone(), predicate, object, GraphName::NamedNode(term(EVIDENCE, ""))));
    };
    say(&said, term(TYPE, ""), term(RDF, "Statement").into());
    say(&said, term(TYPE, ""), term(ENTITY, "").into());
    say(&said, term(RDF, "subject"), subject);
    say(&said, term(RDF, "predicate"), predicate);
    say(&said, term(RDF, "object"), object);
    say(&said, term(DERIVED_FROM, ""), place.clone().into());
    if let Some(time) = time {
        say(&said, term(GENERATED_AT, ""), Literal::new_typed_literal(time, term(DATE_TIME, "")).into());
    }
    say(&place, term(TYPE, ""), term(OA, "SpecificResource").into());
    say(&place, term(OA, "hasSource"), page);
    say(&place, term(OA, "hasSelector"), selector.clone().into());
    say(&selector, term(TYPE, ""), term(OA, "XPathSelector").into());
    say(&selector, term(RDF, "value"), Literal::new_simple_literal(path).into());
    quads
}

/// A number made of a statement and its page, the same in every knowledge base.
fn number(terms: &[Term; 4]) -> u128 {
    let mut hasher = SipHasher13::new();
    for term in terms {
        hasher.write(term.to_string().as_bytes());
        hasher.write_u8(b'\n');
    }
    hasher.finish128().as_u128()
}
