//! The comparison of WebKER's paper, on the bundled sites about lighthouses: the same questions against rows as they
//! were extracted, each site with its own names, and against the knowledge base that was made of the same pages.
//!
//! Each question is "what is the PROPERTY of NAME?", for each property of the ontology and each lighthouse of each
//! site; the answers are in `examples/lighthouses/truth.csv`. Rows are asked as one asks a table: the row that has
//! the name, the column that is called like the property.
//!
//! `cargo run --release -p lode --example rows_or_knowledge`

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::path::Path;

use lode::job::Job;
use lode::kb::{Question, Relation, Wish};
use lode::populating::{Known, Population};
use lode::store::KnowledgeBase;
use lode::store::sparql::Limits;
use lode::wrapping::{Extractor, Learner};
use lode::{Engine, Page, Pages};

const SITES: [&str; 3] = ["coastline", "haideng", "harbour-almanac"];
const TERMS: &str = "http://lighthouses.example/terms#";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/lighthouses");
    let questions = questions(&folder)?;
    let rows = rows(&folder)?;
    let scratch = std::env::temp_dir().join(format!("lode-comparison-{}", std::process::id()));
    let base = known(&folder, &scratch)?;

    println!("{:<18} {:>9}   {:>22}   {:>22}", "", "", "rows as extracted", "knowledge base");
    println!(
        "{:<18} {:>9}   {:>6} {:>7} {:>7}   {:>6} {:>7} {:>7}",
        "site", "questions", "recall", "precis.", "F", "recall", "precis.", "F"
    );
    for site in SITES {
        let of_site: Vec<&Asked> = questions.iter().filter(|question| question.page.starts_with(site)).collect();
        let mut of_rows = Score::default();
        let mut of_base = Score::default();
        for question in &of_site {
            of_rows.count(&ask_rows(&rows, question), &question.answer);
            of_base.count(&ask_base(&base, question)?, &question.answer);
        }
        println!("{site:<18} {:>9}   {of_rows}   {of_base}", of_site.len());
    }
    drop(base);
    std::fs::remove_dir_all(scratch)?;
    Ok(())
}

/// A question and its answer.
struct Asked {
    page: String,
    name: String,
    property: String,
    answer: String,
}

/// The questions that the truth answers.
fn questions(folder: &Path) -> Result<Vec<Asked>, Box<dyn Error>> {
    let text = std::fs::read_to_string(folder.join("truth.csv"))?;
    let lines = text.lines().skip(1).filter_map(|line| {
        let (page, rest) = line.split_once(',')?;
        let (property, value) = rest.split_once(',')?;
        Some((page.to_owned(), property.to_owned(), value.trim_matches('"').to_owned()))
    });
    let lines: Vec<(String, String, String)> = lines.collect();
    let names: BTreeMap<&String, &String> =
        lines.iter().filter(|line| line.1 == "name").map(|(page, _, name)| (page, name)).collect();
    let question = |(page, property, answer): &(String, String, String)| {
        let name = (*names.get(page)?).clone();
        let is_question = property != "name" && SITES.iter().any(|site| page.starts_with(&format!("{site}/")));
        is_question.then(|| Asked { page: page.clone(), name, property: property.clone(), answer: answer.clone() })
    };
    Ok(lines.iter().filter_map(question).collect())
}

/// What a page has in each column.
type Row = Vec<(String, String)>;

/// What wrappers extract that know no ontology: the columns are called as each site calls them.
fn rows(folder: &Path) -> Result<Vec<Row>, Box<dyn Error>> {
    let engine = Engine::Embedded.start()?;
    let mut rows = Vec::new();
    for site in SITES {
        let mut pages = read(&folder.join(site))?;
        let learnt =
            Learner { vocabulary: None, engine: Some(&engine) }.learn(&mut pages, &Job::unwatched())?.into_inner();
        for learnt in &learnt {
            let extractor = Extractor::new(&learnt.file)?;
            for page in learnt.pages.iter().filter_map(|&number| pages.get(number)) {
                let values = extractor.extract(page).values.into_iter();
                let row =
                    values.flat_map(|(name, values)| values.into_iter().map(move |value| (name.clone(), value.value)));
                rows.push(row.collect());
            }
        }
    }
    Ok(rows)
}

/// The same pages as a knowledge base.
fn known(folder: &Path, scratch: &Path) -> Result<KnowledgeBase, Box<dyn Error>> {
    let (ontology, names) = (std::fs::read(folder.join("lighthouse.ttl"))?, std::fs::read(folder.join("names.csv"))?);
    let mut known = Known::default();
    known.add_ontology("lighthouse.ttl", &ontology);
    known.add_names("names.csv", &names);
    let vocabulary = known.vocabulary()?;
    let engine = Engine::Embedded.start()?;
    let base = KnowledgeBase::open_or_create(scratch)?;
    let population = Population {
        base: &base,
        known: &known,
        vocabulary: &vocabulary,
        engine: &engine,
        wrappers: Vec::new(),
        is_anew: false,
    };
    let inputs: Vec<String> = SITES.iter().map(|site| folder.join(site).display().to_string()).collect();
    population.run(Pages::named(&inputs)?, &lode::job::Job::unwatched())?;
    Ok(base)
}

fn read(site: &Path) -> Result<Vec<Page>, Box<dyn Error>> {
    let mut pages = Vec::new();
    Pages::named(&[site.display().to_string()])?.with_stylesheets().try_take_each(
        |page| page,
        |_, page| {
            pages.extend(page.ok());
            ControlFlow::Continue(())
        },
    );
    Ok(pages)
}

fn ask_rows(rows: &[Row], asked: &Asked) -> Vec<String> {
    let has_name = |row: &&Row| row.iter().any(|(_, value)| *value == asked.name);
    let is_column = |name: &str| name.eq_ignore_ascii_case(&asked.property);
    let cells = rows.iter().filter(has_name).flatten().filter(|(name, _)| is_column(name));
    cells.map(|(_, value)| value.clone()).collect()
}

fn ask_base(base: &KnowledgeBase, asked: &Asked) -> Result<Vec<String>, Box<dyn Error>> {
    let named = Wish { property: "name".to_owned(), relation: Relation::Is, value: asked.name.clone() };
    let question = Question { class: Some("lighthouse".to_owned()), wishes: vec![named] };
    let found = question.ask(base, Limits::default()).map_err(|error| format!("{error:?}"))?;
    let snapshot = base.read()?;
    let mut answers = Vec::new();
    for one in found {
        let values = snapshot.describe(&one.iri)?.map(|described| described.values).unwrap_or_default();
        let wanted = format!("{TERMS}{}", asked.property);
        answers.extend(values.into_iter().filter(|value| value.property == wanted).filter_map(|value| value.text));
    }
    answers.dedup();
    Ok(answers)
}

/// How many answers were right.
#[derive(Default)]
struct Score {
    asked: usize,
    given: usize,
    right: usize,
}

impl Score {
    fn count(&mut self, answers: &[String], truth: &str) {
        self.asked += 1;
        self.given += answers.len();
        // A value may stand within a longer text, as it does on the page.
        self.right +=
            usize::from(answers.iter().any(|answer| answer.contains(truth) || truth.contains(answer.as_str())));
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |part: usize, of: usize| if of == 0 { 0.0 } else { part as f64 / of as f64 };
        let (recall, precision) = (share(self.right, self.asked), share(self.right, self.given));
        let both = if recall + precision > 0.0 { 2.0 * recall * precision / (recall + precision) } else { 0.0 };
        write!(f, "{recall:>6.2} {precision:>7.2} {both:>7.2}")
    }
}
