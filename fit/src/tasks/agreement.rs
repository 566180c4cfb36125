//! Whether a value that the locators of a taught field agree on is right, on pages of the site whose values are known.

use analysis::evidence::{Evidence, Fact};
use analysis::wrappers::agreement::Facts;
use analysis::wrappers::reading::Reading;
use analysis::wrappers::wrapper::{Reader, Wrapper};

use super::lessons::{self, Lesson, lessons};
use super::sites::{KnownPage, Site, each_site};
use super::{Source, Task};
use crate::decision::{Candidate, Counts, Decision};
use crate::regression::Kind;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct Agreement;

impl Task for Agreement {
    fn name(&self) -> &'static str {
        "agreement"
    }

    fn about(&self) -> &'static str {
        "What the facts about values that locators voted for weigh."
    }

    fn file(&self) -> &'static str {
        "crates/analysis/src/wrappers/agreement/weights.rs"
    }

    fn facts(&self) -> &'static [Fact] {
        Facts::FACTS
    }

    fn kind(&self) -> Kind {
        Kind::Judgement
    }

    fn ridge(&self) -> f64 {
        0.0001
    }

    fn corpora(&self) -> &'static [&'static str] {
        &["swde"]
    }

    fn decisions(&self, source: &Source) -> std::io::Result<Vec<Decision>> {
        each_site(&source.truth, |site| of_site(&site))
    }
}

/// A decision for each page that the fields were not taught from.
fn of_site(site: &Site) -> Vec<Decision> {
    let pages: Vec<&KnownPage> = site.pages.iter().collect();
    let readings: Vec<Reading<'_>> = pages.iter().map(|known| Reading::of(&known.page)).collect();
    let taught = lessons::PAGES.min(pages.len());
    let (of_lesson, others) = readings.split_at(taught);
    let lessons = lessons(&pages[..taught], of_lesson);
    let fields = lessons.iter().map(|lesson| lesson.field(of_lesson)).collect();
    let Ok(reader) = Reader::new(&Wrapper { signature: Vec::new(), fields }) else { return Vec::new() };
    let decision = |(page, reading): (&&KnownPage, &Reading<'_>)| {
        let candidate = |(lesson, found): (&Lesson, Option<(usize, Facts)>)| {
            let (text, facts) = found?;
            let text = &reading.texts[text].text;
            let right = page.says(&lesson.attribute, text);
            let counts = Counts { correct: usize::from(right), told: 1, gold: 0 };
            Some(Candidate { name: text.clone(), facts: facts.values(), right: f64::from(right), counts })
        };
        let candidates: Vec<Candidate> = lessons.iter().zip(reader.evidence(reading)).filter_map(candidate).collect();
        Decision {
            corpus: site.corpus.clone(),
            site: site.name.clone(),
            name: page.page.name.clone(),
            gold: candidates.iter().filter(|candidate| candidate.right > 0.5).count(),
            candidates,
        }
    };
    pages[taught..].iter().zip(others).map(decision).collect()
}
