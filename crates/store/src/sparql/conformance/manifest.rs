//! The manifests of the suite: which cases a folder has, and which files they are made of.

use std::fs;
use std::path::{Path, PathBuf};

use oxrdf::vocab::rdf;
use oxrdf::{Graph, NamedNodeRef, NamedOrBlankNode, NamedOrBlankNodeRef, TermRef};
use oxttl::TurtleParser;

const MF: &str = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
const QT: &str = "http://www.w3.org/2001/sw/DataAccess/tests/test-query#";
/// Where the suite is taken to be, so that relative addresses have something to be relative to.
const BASE: &str = "http://suite.invalid/";

/// What is tested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Query,
    Csv,
    PositiveSyntax,
    NegativeSyntax,
    PositiveUpdateSyntax,
    NegativeUpdateSyntax,
    UpdateEvaluation,
    Other,
}

/// A file of the suite, and its address.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    pub(super) path: PathBuf,
    pub(super) iri: String,
}

impl Resource {
    pub(super) fn text(&self) -> String {
        fs::read_to_string(&self.path).unwrap_or_else(|error| panic!("{}: {error}", self.path.display()))
    }

    pub(super) fn extension(&self) -> &str {
        self.path.extension().and_then(|extension| extension.to_str()).unwrap_or_default()
    }
}

/// A case of the suite.
#[derive(Debug)]
pub(super) struct Case {
    /// Folder and name within it.
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) query: Option<Resource>,
    pub(super) data: Vec<Resource>,
    pub(super) graph_data: Vec<Resource>,
    pub(super) result: Option<Resource>,
}

/// The cases of a folder, in the order of its manifest.
pub(super) fn cases(folder: &Path) -> Vec<Case> {
    let name = folder.file_name().unwrap().to_string_lossy().into_owned();
    let base = format!("{BASE}{name}/manifest.ttl");
    let bytes = fs::read(folder.join("manifest.ttl")).unwrap();
    let parser = TurtleParser::new().with_base_iri(&base).unwrap();
    let graph: Graph = parser.for_slice(&bytes).map(|triple| triple.unwrap()).collect();
    let manifest = Manifest { graph: &graph, folder };
    let begin = manifest.object(NamedNodeRef::new(&base).unwrap().into(), MF, "entries");
    let Some(TermRef::BlankNode(mut list)) = begin else { return Vec::new() };
    let mut found = Vec::new();
    loop {
        let case = match graph.object_for_subject_predicate(list, rdf::FIRST) {
            Some(TermRef::NamedNode(node)) => NamedOrBlankNodeRef::from(node),
            Some(TermRef::BlankNode(node)) => node.into(),
            other => panic!("{name} has {other:?} for a case"),
        };
        found.push(manifest.case(&name, case));
        match graph.object_for_subject_predicate(list, rdf::REST) {
            Some(TermRef::BlankNode(next)) => list = next,
            _ => return found,
        }
    }
}

struct Manifest<'a> {
    graph: &'a Graph,
    folder: &'a Path,
}

impl<'a> Manifest<'a> {
    fn objects(
        &self,
        subject: NamedOrBlankNodeRef<'a>,
        namespace: &str,
        name: &str,
    ) -> impl Iterator<Item = TermRef<'a>> {
        let predicate = format!("{namespace}{name}");
        let graph = self.graph;
        let found: Vec<TermRef<'a>> =
            graph.objects_for_subject_predicate(subject, NamedNodeRef::new(&predicate).unwrap()).collect();
        found.into_iter()
    }

    fn object(&self, subject: NamedOrBlankNodeRef<'a>, namespace: &str, name: &str) -> Option<TermRef<'a>> {
        self.objects(subject, namespace, name).next()
    }

    fn resource(&self, term: TermRef<'_>) -> Option<Resource> {
        let TermRef::NamedNode(node) = term else { return None };
        let file = node.as_str().rsplit('/').next()?;
        Some(Resource { path: self.folder.join(file), iri: node.as_str().to_owned() })
    }

    fn case(&self, folder: &str, case: NamedOrBlankNodeRef<'a>) -> Case {
        let id = NamedOrBlankNode::from(case).to_string();
        let short = id.trim_end_matches('>').rsplit(['#', '/']).next().unwrap_or_default();
        let action = self.object(case, MF, "action");
        let (mut query, mut data, mut graph_data) = (None, Vec::new(), Vec::new());
        match action {
            Some(TermRef::BlankNode(node)) => {
                let all = |name| -> Vec<Resource> {
                    self.objects(node.into(), QT, name).filter_map(|term| self.resource(term)).collect()
                };
                query = all("query").pop();
                data = all("data");
                graph_data = all("graphData");
            }
            Some(term) => query = self.resource(term),
            None => {}
        }
        let kind = match self.graph.object_for_subject_predicate(case, rdf::TYPE) {
            Some(TermRef::NamedNode(kind)) => match kind.as_str().strip_prefix(MF).unwrap_or_default() {
                "QueryEvaluationTest" => Kind::Query,
                "CSVResultFormatTest" => Kind::Csv,
                "PositiveSyntaxTest11" => Kind::PositiveSyntax,
                "NegativeSyntaxTest11" => Kind::NegativeSyntax,
                "PositiveUpdateSyntaxTest11" => Kind::PositiveUpdateSyntax,
                "NegativeUpdateSyntaxTest11" => Kind::NegativeUpdateSyntax,
                "UpdateEvaluationTest" => Kind::UpdateEvaluation,
                _ => Kind::Other,
            },
            _ => Kind::Other,
        };
        let result = self.object(case, MF, "result").and_then(|term| self.resource(term));
        Case { name: format!("{folder}/{short}"), kind, query, data, graph_data, result }
    }
}
