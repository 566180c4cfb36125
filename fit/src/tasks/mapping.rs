//! Which slot of a template holds the values of which property: a choice among all slots and nothing, on sites whose
//! values are known. Every property is looked for twice, with all the names that people gave it and with those of the
//! ontology alone: on other sites it will have names that nobody thought of. Nothing is right for properties of other
//! things, which are looked for as well.

use std::collections::BTreeMap;

use analysis::evidence::{Evidence, Fact};
use analysis::wrappers::reading::Reading;
use analysis::wrappers::slots::{Slot, slots};
use analysis::wrappers::templates::{Kinds, kinds, templates};
use analysis::wrappers::views::Views;
use knowledge::mapping::{Facts, Judged, Sample, Subject, judge, likely, naming};
use knowledge::names::{Dictionary, NameRow, read_names};
use knowledge::ontology::{self, Ontology};

use super::sites::{KnownPage, Site, Vocabulary, candidate, each_site, gold, mark_best, vocabularies_of};
use super::{Source, Task};
use crate::decision::{Candidate, Counts, Decision, Told};
use crate::regression::Kind;

/// The ways of asking: with all names, as the scorer of the corpus asks; with those of the ontology alone; for what is
/// not there.
const AS_GIVEN: &str = "with all names";
const PLAIN: &str = "with the ontology's names";
const ELSEWHERE: &str = "wrong values of other things";
/// So many slots vote for the values of a property.
const MOST_SLOTS: usize = 8;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct Mapping;

impl Task for Mapping {
    fn name(&self) -> &'static str {
        "mapping"
    }

    fn about(&self) -> &'static str {
        "What the facts about slots and properties weigh."
    }

    fn file(&self) -> &'static str {
        "crates/knowledge/src/mapping/weights.rs"
    }

    fn facts(&self) -> &'static [Fact] {
        Facts::FACTS
    }

    fn kind(&self) -> Kind {
        Kind::ChoiceAlike
    }

    fn ridge(&self) -> f64 {
        0.003
    }

    fn corpora(&self) -> &'static [&'static str] {
        &["swde"]
    }

    fn decisions(&self, source: &Source) -> std::io::Result<Vec<Decision>> {
        let mut vocabularies: Vec<(String, Known)> = Vec::new();
        for (corpus, files) in vocabularies_of(&source.truth)? {
            vocabularies.push((corpus, Known::read(&files)?));
        }
        each_site(&source.truth, |site| of_site(&site, &vocabularies))
    }

    fn outcomes(&self, decisions: &[&Decision], odds: &[Vec<f64>]) -> Vec<Counts> {
        let group = |decision: &Decision| (decision.corpus.clone(), decision.site.clone(), decision.asked.clone());
        let mut from = 0;
        let groups = decisions.chunk_by(|one, next| group(one) == group(next));
        let outcomes = groups.flat_map(|decisions| {
            from += decisions.len();
            of_group(decisions, &odds[from - decisions.len()..from])
        });
        outcomes.collect()
    }
}

/// What is looked for on the pages of a corpus.
struct Known {
    ontology: Ontology,
    /// With the names that people gave.
    dictionary: Dictionary,
    /// With the names of the ontology alone.
    plain: Dictionary,
}

impl Known {
    fn read(files: &Vocabulary) -> std::io::Result<Known> {
        let read = ontology::read_files(&[(&files.ontology, std::fs::read(&files.ontology)?)]);
        let ontology = read.map_err(|bad| std::io::Error::other(bad.cause))?;
        let rows: Vec<NameRow> = read_names(&std::fs::read(&files.names)?).map_err(std::io::Error::other)?;
        let (dictionary, plain) = (Dictionary::of(&ontology, &rows).0, Dictionary::of(&ontology, &[]).0);
        Ok(Known { ontology, dictionary, plain })
    }
}

/// The decisions about the main template of a site: with all of its pages and, since many sites have no more, with few.
fn of_site(site: &Site, vocabularies: &[(String, Known)]) -> Vec<Decision> {
    let Some(own) = vocabularies.iter().position(|(corpus, _)| *corpus == site.corpus) else { return Vec::new() };
    let (known, other) = (&vocabularies[own].1, &vocabularies[(own + 1) % vocabularies.len()].1);
    let all: Vec<Kinds> = site.pages.iter().map(|known| kinds(&Reading::of(&known.page))).collect();
    let main = templates(&all).into_iter().next().unwrap_or_default();
    let pages: Vec<&KnownPage> = main.iter().map(|&page| &site.pages[page]).collect();
    let mut decisions = Vec::new();
    for (few, most) in [("", usize::MAX), (", on three pages", 3), (", on one page", 1)] {
        let pages = &pages[..pages.len().min(most)];
        let readings: Vec<Reading<'_>> = pages.iter().map(|known| Reading::of(&known.page)).collect();
        let slots = slots(&readings, (readings.len() / 5).max(2).min(readings.len()));
        let views = Views::of(&readings, &slots);
        let asked = Asked { site, pages, few, sample: Sample { readings: &readings, slots: &slots, views: &views } };
        decisions.extend(asked.decisions(AS_GIVEN, &known.ontology, &known.dictionary));
        decisions.extend(asked.decisions(PLAIN, &known.ontology, &known.plain));
        decisions.extend(asked.elsewhere(&other.ontology, &other.dictionary));
    }
    decisions
}

/// Pages on which properties are looked for.
struct Asked<'a> {
    site: &'a Site,
    pages: &'a [&'a KnownPage],
    /// What is said of the number of pages, in the way of asking.
    few: &'a str,
    sample: Sample<'a>,
}

impl Asked<'_> {
    /// The decisions about the properties of an ontology.
    fn decisions(&self, asked: &str, ontology: &Ontology, dictionary: &Dictionary) -> Vec<Decision> {
        let judged = judge(Subject::Any, self.sample, ontology, dictionary);
        let attribute = |judged: &Judged| ontology.properties[judged.property].local_name();
        judged.iter().map(|judged| self.decision(asked, judged, attribute(judged))).collect()
    }

    /// Those about the properties of other things. Every page has a name of something, and what things of two sorts
    /// have is no mistake.
    fn elsewhere(&self, ontology: &Ontology, dictionary: &Dictionary) -> Vec<Decision> {
        let all: Vec<usize> = (0..ontology.properties.len()).collect();
        let naming = naming(ontology, &all);
        let is_name = |attribute: &str| naming.iter().any(|&name| ontology.properties[name].local_name() == attribute);
        let mut decisions = self.decisions(ELSEWHERE, ontology, dictionary);
        decisions.retain(|decision| decision.gold == 0 && !is_name(&decision.name));
        decisions
    }

    fn decision(&self, asked: &str, judged: &Judged, attribute: &str) -> Decision {
        let slots = self.sample.slots.iter().zip(&judged.slots);
        let known = (self.pages, self.sample.readings);
        let of_slot = |(slot, facts): (&Slot, &Option<Facts>)| {
            facts.map(|facts| Candidate {
                texts: self.told(attribute, &slot.found),
                ..candidate(known, attribute, &slot.found, facts.values())
            })
        };
        let mut candidates: Vec<Candidate> = slots.filter_map(of_slot).collect();
        mark_best(&mut candidates);
        let gold = gold(self.pages, attribute);
        candidates.push(Candidate {
            name: "nothing".to_owned(),
            facts: Facts { nothing: 1.0, ..Facts::default() }.values(),
            right: f64::from(gold == 0),
            counts: Counts { gold, ..Counts::default() },
            ..Candidate::default()
        });
        Decision {
            corpus: self.site.corpus.clone(),
            site: self.site.name.clone(),
            asked: format!("{asked}{}", self.few),
            name: attribute.to_owned(),
            candidates,
            gold,
        }
    }
    /// The texts of a slot, each with whether it is a value of an attribute.
    fn told(&self, attribute: &str, found: &[(u32, u32)]) -> Vec<Told> {
        let told = |&(page, text): &(u32, u32)| {
            let (number, index) = (page as usize, text as usize);
            Told {
                page,
                text,
                words: self.sample.views.texts.numbers[number][index],
                is_right: self.pages[number].says(attribute, &self.sample.readings[number].texts[index].text),
            }
        };
        found.iter().map(told).collect()
    }
}

/// What comes of the decisions about one site: the surest property chooses first, and on each page the text is told
/// whose slots are likeliest together.
fn of_group(decisions: &[&Decision], odds: &[Vec<f64>]) -> Vec<Counts> {
    let place = |told: &Told| (told.page, told.text);
    let found = |candidate: &Candidate| candidate.texts.iter().map(place).collect::<Vec<_>>();
    let mut all: Vec<Vec<(u32, u32)>> =
        decisions.iter().flat_map(|decision| decision.candidates.iter().map(found)).collect();
    all.retain(|found| !found.is_empty());
    all.sort_unstable();
    all.dedup();
    let number = |candidate: &Candidate| all.binary_search(&found(candidate)).ok();
    let numbers: Vec<Vec<Option<usize>>> =
        decisions.iter().map(|decision| decision.candidates.iter().map(number).collect()).collect();
    let mut nothing = 0.0;
    let mut weights = vec![vec![f64::NEG_INFINITY; all.len()]; decisions.len()];
    for ((own, numbers), odds) in weights.iter_mut().zip(&numbers).zip(odds) {
        for (number, &odds) in numbers.iter().zip(odds) {
            // Nothing is the same for all properties.
            *number.map_or(&mut nothing, |number| &mut own[number]) = odds;
        }
    }
    let slots: Vec<Slot> = all.iter().map(|found| Slot { ways: Vec::new(), found: found.clone() }).collect();
    let told = likely(weights, nothing, &slots).into_iter().zip(decisions).zip(&numbers);
    told.map(|((likely, decision), numbers)| {
        let mut votes: BTreeMap<(u32, u32), (f64, bool)> = BTreeMap::new();
        for (slot, likelihood) in likely.into_iter().take(MOST_SLOTS) {
            let Some(candidate) = numbers.iter().position(|&number| number == Some(slot)) else { continue };
            for told in &decision.candidates[candidate].texts {
                votes.entry((told.page, told.words)).or_insert((0.0, told.is_right)).0 += likelihood;
            }
        }
        let mut winners: BTreeMap<u32, (f64, bool)> = BTreeMap::new();
        for (&(page, _), &vote) in &votes {
            let winner = winners.entry(page).or_insert(vote);
            if vote.0 > winner.0 {
                *winner = vote;
            }
        }
        let correct = winners.values().filter(|&&(_, is_right)| is_right).count();
        Counts { correct, told: winners.len(), gold: decision.gold }
    })
    .collect()
}
