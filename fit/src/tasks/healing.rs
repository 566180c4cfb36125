//! Which slot of redesigned pages is which field of the old ones: a choice among all slots and that the field is gone,
//! on sites whose values are known, with redesigns that change everything but the texts. Of fields of other sites, all
//! are gone.

use analysis::evidence::{Evidence, Fact};
use analysis::wrappers::healing::{Candidates, Facts, Missing};
use analysis::wrappers::reading::Reading;

use super::lessons::lessons;
use super::sites::{KnownPage, Site, candidate, each_site, gold, mark_best};
use super::{Source, Task};
use crate::decision::{Candidate, Counts, Decision};
use crate::regression::Kind;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct Healing;

impl Task for Healing {
    fn name(&self) -> &'static str {
        "healing"
    }

    fn about(&self) -> &'static str {
        "What the facts about fields of a changed template weigh."
    }

    fn file(&self) -> &'static str {
        "crates/analysis/src/wrappers/healing/weights.rs"
    }

    fn facts(&self) -> &'static [Fact] {
        Facts::FACTS
    }

    fn kind(&self) -> Kind {
        Kind::Choice
    }

    fn ridge(&self) -> f64 {
        0.001
    }

    fn corpora(&self) -> &'static [&'static str] {
        &["swde"]
    }

    fn decisions(&self, source: &Source) -> std::io::Result<Vec<Decision>> {
        let mut earlier: Vec<(String, Vec<Field>)> = Vec::new();
        each_site(&source.truth, |site| {
            let own = fields(&site);
            let decisions = kinds(&site).into_iter().flat_map(|kind| of_pages(&site, &kind, &own));
            // The fields of a site with other things are gone, whatever is on these pages.
            let other = earlier.iter().rev().find(|(corpus, _)| *corpus != site.corpus);
            let gone = other.into_iter().flat_map(|(_, fields)| of_pages(&site, EVERYTHING, fields));
            let decisions: Vec<Decision> = decisions.chain(gone).collect();
            earlier.push((site.corpus, own));
            decisions
        })
    }
}

/// A field of some site, with the name that its values have there.
type Field = (String, Missing);

/// The pages before the redesign.
const OLD: &str = "old";
/// The redesign that changes all there is.
const EVERYTHING: &str = "everything";

/// The redesigns of a site.
fn kinds(site: &Site) -> Vec<String> {
    let mut kinds: Vec<String> = site.pages.iter().map(|page| page.role.clone()).filter(|role| role != OLD).collect();
    kinds.sort();
    kinds.dedup();
    kinds
}

/// The fields that were taught on the old pages.
fn fields(site: &Site) -> Vec<Field> {
    let old = site.of_role(OLD);
    let readings: Vec<Reading<'_>> = old.iter().map(|known| Reading::of(&known.page)).collect();
    let name = |attribute: &str| format!("{} {} {attribute}", site.corpus, site.name);
    let fields = lessons(&old, &readings).into_iter();
    fields.map(|lesson| (name(&lesson.attribute), lesson.missing(&readings))).collect()
}

/// The decisions about some fields on redesigned pages.
fn of_pages(site: &Site, kind: &str, fields: &[Field]) -> Vec<Decision> {
    let pages: &[&KnownPage] = &site.of_role(kind);
    let readings: Vec<Reading<'_>> = pages.iter().map(|known| Reading::of(&known.page)).collect();
    let missing: Vec<Missing> = fields.iter().map(|(_, missing)| missing.clone()).collect();
    let Candidates { slots, facts } = Candidates::of(&readings, &missing);
    let own = format!("{} {} ", site.corpus, site.name);
    let decision = |((name, _), facts): (&Field, &Vec<Facts>)| {
        // A field of another site has no values here.
        let attribute = name.strip_prefix(&own).unwrap_or_default();
        let seen = slots.iter().zip(facts);
        let mut candidates: Vec<Candidate> =
            seen.map(|(slot, facts)| candidate((pages, &readings), attribute, &slot.found, facts.values())).collect();
        mark_best(&mut candidates);
        let gold = gold(pages, attribute);
        candidates.push(Candidate {
            name: "gone".to_owned(),
            facts: Facts { gone: 1.0, ..Facts::default() }.values(),
            right: f64::from(gold == 0),
            counts: Counts { gold, ..Counts::default() },
            ..Candidate::default()
        });
        let name = format!("{kind} {name}");
        let (corpus, site) = (site.corpus.clone(), site.name.clone());
        Decision { corpus, site, name, candidates, gold, ..Decision::default() }
    };
    fields.iter().zip(&facts).map(decision).collect()
}
