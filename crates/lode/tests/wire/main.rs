//! The forms that programs rely on, each beside a golden file: whoever changes one sees it here, and says so in the
//! contract. `UPDATE_EXPECT=1` writes the files anew.

use std::path::Path;

use expect_test::expect_file;
use lode::job::{AddressKind, Advice, Event, Failure, Job, LeftOut, Remark, Stage, Standing, Visit, VisitOutcome};
use lode::kb::{Question, Wish, waiting_names};
use lode::populating::{Known, Population};
use lode::store::sparql::Limits;
use lode::store::{Concept, KnowledgeBase, MergeMethod};
use lode::wire::{self, v1};
use lode::wrapping::{Checker, Extractor, Lesson, heal, region_signature};
use lode::{Capture, Engine, Methods, Page, PageError, Pages, Parts, StartedEngine};
use serde::Serialize;

/// A line with one value a row, so that a difference is seen.
fn pretty(value: &impl Serialize) -> String {
    assert!(wire::line(value).ends_with("}\n") && wire::line(value).lines().count() == 1, "one line");
    serde_json::to_string_pretty(value).expect("it serialises") + "\n"
}

/// Holds a form against its golden file.
macro_rules! golden {
    ($name:literal, $value:expr) => {
        expect_file![concat!("./", $name, ".json")].assert_eq(&pretty(&$value))
    };
}

fn engine() -> StartedEngine {
    Engine::Embedded.start().expect("the engine is built in")
}

fn page(name: &str, html: &str) -> Page {
    let mut page = Page::new(Capture::new(name, html));
    engine().lay_out(&mut page);
    page
}

const SHOP: &str = r#"<!doctype html><html lang=en><title>Lantern Books</title>
    <script type="application/ld+json">{"@type":"Book","name":"Moss","url":"https://shop.example/moss","author":{"@type":"Person","name":"T. Abelard"}}</script>
    <h1>New this week</h1><ul><li><a href="/harbour">The Old Harbour</a> <b>€12.90</b><li><a href="/moss">Moss</a> <b>€31.00</b><li><a href="/ferries">Night Ferries</a> <b>€9.95</b></ul>
    <table><caption>Opening hours</caption><tr><th>Day<th>From<tr><td>Monday<td>9:00<tr><td>Tuesday<td>10:00</table>"#;

#[test]
fn what_is_seen_on_a_page() {
    let page = page("shop.html", SHOP);
    let parts = Parts::of(&page, &Methods::default());
    golden!("overview", v1::Overview::of(&page, &parts));
    golden!("segments", v1::Segments::of(&page, &parts));
    golden!("tables", v1::Tables::of(&page, &parts.tables));
    golden!("labels", v1::LabelTree::of(&page, parts.labels()));
    golden!("records", v1::Records::of(&page, &parts));
    golden!("xhtml", v1::Xhtml::of(&page));
    golden!("signature", v1::RegionSignature::of(&page, region_signature(&page, "Night Ferries").as_ref()));
    let mut boxes = v1::Boxes::with_styles(&page);
    boxes.boxes.truncate(3);
    golden!("boxes", boxes);
    golden!("page-failure", v1::PageFailure::of("x.pdf", &PageError::NotHtml("a PDF")));
}

/// A page of a site about clubs.
fn club(number: usize, name: &str, founded: u32) -> Page {
    let html = format!(
        "<html><head><title>{name}</title></head><body><div id=top><a href=/>Clubs</a></div><h1>{name}</h1>\
         <dl><dt>Founded</dt><dd>{founded}</dd><dt>Town</dt><dd>Town {number}</dd></dl><p>About the club.</p></body></html>"
    );
    Page::new(Capture::new(format!("club-{number}.html"), html))
}

fn clubs() -> Vec<Page> {
    let names = ["Rowers", "Chess Friends", "Anglers", "Harbour Choir"];
    (1..).zip(names).map(|(number, name)| club(number, name, 1900 + 7 * number as u32)).collect()
}

#[test]
fn what_wrappers_read_and_what_becomes_of_them() {
    let mut pages = clubs();
    let wants = vec![("name".to_owned(), "Rowers".to_owned()), ("founded".to_owned(), "1907".to_owned())];
    let lesson = Lesson { wants, ..Lesson::default() };
    let learnt =
        lesson.teach(&mut pages, &Job::unwatched()).expect("it can be taught").done().flatten().expect("all of it");
    let extractor = Extractor::new(&learnt.file).expect("a wrapper of ours");
    golden!("extraction", v1::Extraction::of(&pages[1], &extractor.extract(&pages[1])));
    let checker = Checker::new(&learnt.file).expect("a wrapper of ours");
    golden!("check", v1::Check::of(&pages[1], &checker.check(&pages[1])));
    let healing = heal(&learnt.file, &mut pages, None, &Job::unwatched())
        .expect("it can be looked at")
        .done()
        .flatten()
        .expect("all of it");
    golden!("healing", v1::Healing::of(&healing, Some(Path::new("clubs.json"))));
}

const SITE: &str = "../../examples/lighthouses";

#[test]
fn what_is_in_a_knowledge_base() {
    let folder = tempfile::tempdir().expect("a folder");
    let base = KnowledgeBase::open_or_create(folder.path().join("kb")).expect("a new one");
    let file = |name: &str| (name.to_owned(), std::fs::read(format!("{SITE}/{name}")).expect("an example"));
    let (ontology, names) = (file("lighthouse.ttl"), file("names.csv"));
    let (known, _) = Known::gather(&base, Some(&ontology), Some(&names)).expect("an ontology");
    let vocabulary = known.vocabulary().expect("it can be read");
    let engine = engine();
    let population = Population {
        base: &base,
        known: &known,
        vocabulary: &vocabulary,
        engine: &engine,
        wrappers: Vec::new(),
        is_anew: false,
    };
    let inputs = ["coastline", "harbour-almanac"].map(|site| format!("{SITE}/{site}"));
    population.run(Pages::named(&inputs).expect("inputs"), &Job::unwatched()).expect("they can be read");
    base.merge(MergeMethod::Best, &Job::unwatched()).expect("it can be merged");
    let snapshot = base.read().expect("it can be read");
    let first = snapshot.individuals(&[]).expect("individuals").into_iter().next().expect("one");
    golden!("instance", v1::Instance::of(&snapshot.describe(&first).expect("it is known").expect("it is known")));
    let question =
        Question { class: Some("lighthouse".to_owned()), wishes: Wish::parse("built<1860").into_iter().collect() };
    let found = question.ask(&base, Limits::default()).expect("an answer");
    golden!("answer", v1::Answer::of(found.first().expect("one that fits"), &question));
    let hits = snapshot.search(found[0].label.as_deref().expect("a name"), 3).expect("a search");
    golden!("hit", v1::Hit::of(hits.first().expect("a hit")));
    let waiting = waiting_names(&snapshot).expect("names");
    golden!("unknown-name", v1::UnknownName::of(waiting.first().expect("a name that nobody knows")));
    let mut stats = snapshot.stats().expect("how much there is");
    stats.commits.iter_mut().for_each(|commit| commit.time = "2026-01-01T00:00:00Z".to_owned());
    golden!("stats", v1::Stats::of(&stats, &snapshot.prefixes().expect("prefixes")));
    let concept = Concept {
        iri: "urn:sport".to_owned(),
        labels: vec!["Sport".to_owned(), "Sports".to_owned()],
        parent: Some("urn:news".to_owned()),
        support: 3,
        instances: 12,
    };
    golden!("concept", v1::Concept::of(&concept));
}

fn visit() -> Visit {
    let outcome = VisitOutcome::Refused {
        reason: "10.0.0.1 is an address of a private network".to_owned(),
        advice: Some(Advice::AllowNetwork("10.0.0.1".to_owned())),
    };
    Visit { url: "http://10.0.0.1/".to_owned(), kind: AddressKind::Page, depth: 0, outcome }
}

#[test]
fn what_a_job_reports() {
    let events = [
        Event::Stage { stage: Stage::Read, expected: Some(7) },
        Event::Advanced(3),
        Event::page("a.html", None::<PageError>),
        Event::page("b.pdf", Some(PageError::NotHtml("a PDF"))),
        Event::Remark(Remark::SiteLeftOut { site: "c/".to_owned(), why: LeftOut::NoPages }),
        Event::Remark(Remark::GoingOn { pages: 500 }),
        Event::Remark(Remark::Concepts(12)),
        Event::Visit(visit()),
        Event::Standing(Standing { pages: 3, expected: 10, waiting: 7, hosts: 1, ..Standing::default() }),
    ];
    golden!("visit", v1::Visit::of(&visit()).expect("it is over and done with"));
    let told: Vec<v1::Progress<'_>> = events.iter().filter_map(v1::Progress::of).collect();
    assert_eq!(told.len(), events.len(), "there is a word for each");
    let lines: String = told.iter().map(wire::line).collect();
    expect_file!["./progress.jsonl"].assert_eq(&lines);
}

#[derive(Debug)]
struct TooLate;

impl std::fmt::Display for TooLate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the query took longer than 5 s")
    }
}

impl std::error::Error for TooLate {}

impl Failure for TooLate {
    fn code(&self) -> &'static str {
        "query-time"
    }

    fn advice(&self) -> Option<Advice> {
        Some(Advice::MoreTime)
    }
}

#[test]
fn what_went_wrong() {
    golden!("problem", v1::Problem::of(&TooLate));
}
