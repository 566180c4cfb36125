//! Cases with data, a query and an answer. What is answered is also written in each format that it has, and read back.

use std::fmt::Write as _;
use std::time::Duration;

use knowledge::rdf::Syntax;
use oxrdf::vocab::rdf;
use oxrdf::{Graph, NamedNode, NamedNodeRef, Term, TermRef, Triple};
use oxttl::TurtleParser;
use sparesults::{QueryResultsFormat, QueryResultsParser, SliceQueryResultsParserOutput};
use spargebra::Query;
use spargebra::algebra::GraphPattern;

use super::compare::{Order, Table, same};
use super::manifest::{Case, Kind, Resource};
use crate::load::GraphNode;
use crate::sparql::parse::parse;
use crate::sparql::{Answer, AnswerFormat, Bit, DefaultGraph, Head, Limits, Prefixes, write_answer};
use crate::{KnowledgeBase, Mark, StatementFile};

/// Asks the query of a case, and compares.
pub(super) fn check(case: &Case) -> Result<(), String> {
    let folder = tempfile::tempdir().unwrap();
    let base = KnowledgeBase::open_or_create(folder.path()).unwrap();
    let query = case.query.as_ref().unwrap();
    let text = format!("BASE <{}>\n{}", query.iri, query.text());
    let parsed = parse(&text, &Prefixes::default()).map_err(|error| format!("{text}\nis not read: {error}"))?;
    load(&base, case, &parsed)?;
    let ask = || {
        let limits = Limits { time: Duration::from_secs(10), ..Limits::default() };
        base.query(&text, &Prefixes::default(), DefaultGraph::Unnamed, limits)
            .map_err(|error| format!("{text}\nis not answered: {error}"))
    };
    let got = table(ask()?)?;
    // What is asked twice is answered alike, but for functions that answer differently each time.
    if !["UUID", "RAND", "NOW"].iter().any(|name| text.to_ascii_uppercase().contains(name)) {
        reads_back(&got, ask)?;
    }
    let expected = case.result.as_ref().unwrap();
    if case.kind == Kind::Csv {
        let mut written = Vec::new();
        write_answer(ask()?, AnswerFormat::Csv, &Prefixes::default(), &mut written).map_err(|e| format!("{e:?}"))?;
        let (got, expected) = (lines(&String::from_utf8(written).unwrap()), lines(&expected.text()));
        return if got == expected { Ok(()) } else { Err(format!("got {got:#?}\nexpected {expected:#?}")) };
    }
    let expected = self::expected(expected)?;
    let order = if is_ordered(&parsed) { Order::AsExpected } else { Order::Any };
    if same(&got, &expected, order) {
        return Ok(());
    }
    Err(format!("{text}\ngot:\n{}\nexpected ({order:?}):\n{}", printed(&got), printed(&expected)))
}

/// Puts the data of a case into a knowledge base.
fn load(base: &KnowledgeBase, case: &Case, query: &Query) -> Result<(), String> {
    let mut writer = base.write().map_err(|error| error.to_string())?;
    let mut commit = writer.begin("a case").map_err(|error| error.to_string())?;
    let mut load = |resource: &Resource, graph: Option<NamedNode>| {
        let (syntax, text) = match resource.extension() {
            "rdf" => (
                Syntax::RdfXml,
                resource.text().replacen("<rdf:RDF", &format!("<rdf:RDF xml:base=\"{}\"", resource.iri), 1),
            ),
            _ => (Syntax::Turtle, format!("@base <{}> .\n{}", resource.iri, resource.text())),
        };
        commit
            .load(
                StatementFile {
                    graph: graph.map(GraphNode),
                    ..StatementFile::nameless(syntax, Mark::of(text.as_bytes()).unwrap())
                },
                text.as_bytes(),
                &job::Cancel::default(),
            )
            .map(|_| ())
            .map_err(|error| format!("{} is not loaded: {error:?}", resource.path.display()))
    };
    // A query that names its graphs wants the data where it names it.
    let names_graphs = query.dataset().is_some();
    for data in &case.data {
        load(data, None)?;
        if names_graphs {
            load(data, Some(NamedNode::new(&data.iri).unwrap()))?;
        }
    }
    for data in &case.graph_data {
        load(data, Some(NamedNode::new(&data.iri).unwrap()))?;
    }
    commit.finish().map_err(|error| error.to_string())?;
    Ok(())
}

/// The whole answer.
fn table(answer: Answer) -> Result<Table, String> {
    let names: Vec<String> = match &answer.head {
        Head::Boolean(value) => return Ok(Table::Boolean(*value)),
        Head::Rows(variables) => variables.iter().map(|variable| variable.as_str().to_owned()).collect(),
        Head::Triples => Vec::new(),
    };
    let is_graph = answer.head == Head::Triples;
    let (mut rows, mut triples) = (Vec::new(), Vec::new());
    for bit in answer {
        match bit.map_err(|error| error.to_string())? {
            Bit::Rows(bit) => {
                rows.extend(bit.into_iter().map(|row| {
                    names.iter().cloned().zip(row).filter_map(|(name, value)| Some((name, value?))).collect()
                }))
            }
            Bit::Triples(bit) => triples.extend(bit),
        }
    }
    Ok(if is_graph { Table::Graph(triples) } else { Table::Rows(rows) })
}

/// Whether the answer is the same after it was written and read.
fn reads_back(got: &Table, ask: impl Fn() -> Result<Answer, String>) -> Result<(), String> {
    let written = |format| {
        let mut written = Vec::new();
        write_answer(ask()?, format, &Prefixes::default(), &mut written).map_err(|error| format!("{error:?}"))?;
        Ok::<_, String>(written)
    };
    let formats = match got {
        Table::Graph(_) => {
            let read = graph(&written(AnswerFormat::Turtle)?, "http://suite.invalid/")?;
            return if same(&read, got, Order::Any) { Ok(()) } else { Err("it is another graph in Turtle".to_owned()) };
        }
        Table::Boolean(_) => {
            &[(AnswerFormat::Json, QueryResultsFormat::Json), (AnswerFormat::Xml, QueryResultsFormat::Xml)][..]
        }
        Table::Rows(_) => &[
            (AnswerFormat::Json, QueryResultsFormat::Json),
            (AnswerFormat::Xml, QueryResultsFormat::Xml),
            (AnswerFormat::Tsv, QueryResultsFormat::Tsv),
        ],
    };
    for (format, reader) in formats {
        let written = written(*format)?;
        let read = results(&written, *reader)?;
        if !same(&read, got, Order::Any) {
            return Err(format!("it is another answer in {format:?}: {}", String::from_utf8_lossy(&written)));
        }
    }
    Ok(())
}

fn results(bytes: &[u8], format: QueryResultsFormat) -> Result<Table, String> {
    match QueryResultsParser::from_format(format).for_slice(bytes).map_err(|error| error.to_string())? {
        SliceQueryResultsParserOutput::Boolean(value) => Ok(Table::Boolean(value)),
        SliceQueryResultsParserOutput::Solutions(solutions) => {
            let row = |solution: sparesults::QuerySolution| {
                solution.iter().map(|(name, term)| (name.as_str().to_owned(), term.clone())).collect()
            };
            let rows: Result<Vec<_>, _> = solutions.map(|solution| solution.map(row)).collect();
            rows.map(Table::Rows).map_err(|error| error.to_string())
        }
    }
}

fn graph(bytes: &[u8], base: &str) -> Result<Table, String> {
    let triples: Result<Vec<Triple>, _> = TurtleParser::new().with_base_iri(base).unwrap().for_slice(bytes).collect();
    triples.map(Table::Graph).map_err(|error| error.to_string())
}

/// The answer that the suite has.
fn expected(resource: &Resource) -> Result<Table, String> {
    let text = resource.text();
    match resource.extension() {
        "srx" => results(text.as_bytes(), QueryResultsFormat::Xml),
        "srj" => results(text.as_bytes(), QueryResultsFormat::Json),
        "tsv" => results(text.as_bytes(), QueryResultsFormat::Tsv),
        "ttl" => {
            let Table::Graph(triples) = graph(text.as_bytes(), &resource.iri)? else {
                return Err("no graph".to_owned());
            };
            Ok(result_set(&triples.iter().collect()).unwrap_or(Table::Graph(triples)))
        }
        other => Err(format!("nobody reads .{other}")),
    }
}

/// An answer that is written as a graph.
fn result_set(graph: &Graph) -> Option<Table> {
    let name =
        |name: &str| NamedNode::new(format!("http://www.w3.org/2001/sw/DataAccess/tests/result-set#{name}")).unwrap();
    let text = |term: TermRef<'_>| match term {
        TermRef::Literal(literal) => literal.value().to_owned(),
        other => other.to_string(),
    };
    graph.subject_for_predicate_object(rdf::TYPE, name("ResultSet").as_ref())?;
    let mut rows = Vec::new();
    for solution in graph.triples_for_predicate(name("solution").as_ref()) {
        let TermRef::BlankNode(solution) = solution.object else { return None };
        let mut row = std::collections::BTreeMap::new();
        for binding in graph.objects_for_subject_predicate(solution, name("binding").as_ref()) {
            let TermRef::BlankNode(binding) = binding else { return None };
            let part = |part: NamedNodeRef<'_>| graph.object_for_subject_predicate(binding, part).map(Term::from);
            row.insert(text(part(name("variable").as_ref())?.as_ref()), part(name("value").as_ref())?);
        }
        rows.push(row);
    }
    Some(Table::Rows(rows))
}

/// Whether the rows of an answer have an order.
fn is_ordered(query: &Query) -> bool {
    let Query::Select { pattern, .. } = query else { return false };
    let mut pattern = pattern;
    loop {
        match pattern {
            GraphPattern::OrderBy { .. } => return true,
            GraphPattern::Project { inner, .. }
            | GraphPattern::Distinct { inner }
            | GraphPattern::Reduced { inner }
            | GraphPattern::Slice { inner, .. } => pattern = inner,
            _ => return false,
        }
    }
}

/// The lines of a CSV file in an order of their own, with blank nodes without names.
fn lines(text: &str) -> Vec<String> {
    let nameless = |cell: &str| if cell.starts_with("_:") { "_:".to_owned() } else { cell.to_owned() };
    let line = |line: &str| line.split(',').map(nameless).collect::<Vec<_>>().join(",");
    let mut lines: Vec<String> = text.lines().map(line).collect();
    if let Some(rest) = lines.get_mut(1..) {
        rest.sort();
    }
    lines
}

fn printed(table: &Table) -> String {
    let mut out = String::new();
    match table {
        Table::Boolean(value) => _ = write!(out, "{value}"),
        Table::Graph(triples) => triples.iter().for_each(|triple| _ = writeln!(out, "{triple}")),
        Table::Rows(rows) => rows.iter().for_each(|row| {
            row.iter().for_each(|(name, term)| _ = write!(out, "{name}={term} "));
            out.push('\n');
        }),
    }
    out
}
