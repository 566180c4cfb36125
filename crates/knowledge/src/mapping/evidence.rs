//! The evidence for each slot and property: facts about the label, the values, the markup and the position.

use analysis::ValueKind;
use analysis::wrappers::reading::{Reading, own_label};
use analysis::wrappers::slots::{Slot, Way};
use analysis::wrappers::texts::TextLook;
use analysis::wrappers::views::Views;
use page::{NodeId, Tree};
use rustc_hash::FxHashSet;

use super::Sample;
use super::facts::Facts;
use super::wanted::{Names, Suits, Wanted};
use crate::names::{Dictionary, in_words};

/// From which likeness on a text that is no known name counts as one that could be.
const NAME_LIKE: f64 = 0.5;

/// What is known of the pages of a template before any property is looked for.
pub(super) struct Evidence<'a> {
    readings: &'a [Reading<'a>],
    slots: &'a [Slot],
    views: &'a Views<'a>,
    names: Names<'a>,
    heading: Heading,
    /// What is seen around each slot: labels and classes.
    contexts: Vec<Vec<Context>>,
}

/// The slot that is the main heading.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heading {
    pub(super) slot: usize,
    /// Whether it heads a record, in which any sort of heading is the first.
    pub(super) is_of_record: bool,
}

/// What stands around a slot, for one property: shares or likenesses.
#[derive(Clone, Copy, Default)]
struct Context {
    label: f64,
    label_like: f64,
    label_of_other: f64,
    label_foreign: f64,
    label_unsure: f64,
    own_label: f64,
    class_like: f64,
}

impl<'a> Evidence<'a> {
    pub(super) fn of(
        sample: Sample<'a>,
        wanted: &[Wanted],
        dictionary: &'a Dictionary,
        heading: Heading,
    ) -> Evidence<'a> {
        let Sample { readings, slots, views } = sample;
        let names = Names::of(dictionary, wanted);
        let mut evidence = Evidence { readings, slots, views, names, heading, contexts: Vec::new() };
        evidence.contexts = slots.iter().map(|slot| evidence.context(slot, wanted.len())).collect();
        evidence
    }

    /// The facts for all slots and one property. A slot that is part of the template has none.
    pub(super) fn facts(&self, wanted: &Wanted) -> Vec<Option<Facts>> {
        let mut known: Vec<Option<Suits>> = vec![None; self.views.texts.looks.len()];
        let mut all: Vec<Facts> = (0..self.slots.len()).map(|slot| self.slot_facts(slot, wanted, &mut known)).collect();
        self.add_rivals(&mut all, &known);
        all.into_iter().map(|facts| Some(facts).filter(|facts| !self.is_template(facts))).collect()
    }

    /// Whether a slot is part of the template: the same on all pages, and without a label of the property.
    fn is_template(&self, facts: &Facts) -> bool {
        self.readings.len() > 3 && facts.commonest > 0.95 && facts.label <= 0.5
    }

    /// What there is to be seen only beside all other slots: how many texts are of the form that the range asks for,
    /// and which slot of such texts is the first.
    fn add_rivals(&self, all: &mut [Facts], known: &[Option<Suits>]) {
        let has_form = |number: &&u32| known[**number as usize].is_some_and(|suits| suits.form > 0.0);
        let texts = self.views.texts.numbers.iter().flatten().filter(has_form).count();
        let of_page = (texts as f64 / self.readings.len() as f64).max(1.0);
        let is_of_form = |facts: &Facts| facts.form > 0.5 && facts.coverage > 0.5;
        let position = |slot: usize| self.views.slots[slot].position;
        let first = (0..all.len()).filter(|&slot| is_of_form(&all[slot])).map(position).reduce(f64::min);
        for (slot, facts) in all.iter_mut().enumerate() {
            facts.form_alone = facts.form / of_page;
            facts.form_first = f64::from(is_of_form(facts) && Some(position(slot)) == first);
        }
    }

    fn slot_facts(&self, number: usize, wanted: &Wanted, known: &mut [Option<Suits>]) -> Facts {
        let (slot, view) = (&self.slots[number], &self.views.slots[number]);
        let context = &self.contexts[number][wanted.number];
        let mut facts = Facts {
            coverage: view.coverage,
            commonest: view.commonest,
            distinct: view.distinct,
            link: view.link,
            crowd: view.crowd / 3.0,
            constant: view.constant,
            depth: view.depth,
            first_of_kind: f64::from(slot.ways.iter().any(|way| matches!(way, Way::Chain(_, 1)))),
            label: context.label,
            label_like: context.label_like,
            label_of_other: context.label_of_other,
            label_foreign: context.label_foreign,
            label_unsure: context.label_unsure,
            own_label: context.own_label,
            class_like: context.class_like,
            ..Facts::default()
        };
        self.add_values(&mut facts, slot, wanted, known);
        self.add_position(&mut facts, number, wanted);
        facts
    }

    /// What the values themselves say.
    fn add_values(&self, facts: &mut Facts, slot: &Slot, wanted: &Wanted, known: &mut [Option<Suits>]) {
        let n = slot.found.len() as f64;
        let mut seen: FxHashSet<usize> = FxHashSet::default();
        for &(page, text) in &slot.found {
            let number = self.views.texts.numbers[page as usize][text as usize] as usize;
            let look = &self.views.texts.looks[number];
            let suits = *known[number].get_or_insert_with(|| wanted.suits(look));
            facts.fits += suits.whole / n;
            facts.fits_in_part += suits.part / n;
            facts.form += suits.form / n;
            facts.shape += suits.shape / n;
            facts.example_word += suits.example_word / n;
            facts.prose += f64::from(look.kind == ValueKind::Prose) / n;
            seen.extend(suits.example);
        }
        // One example that stands on all pages is chance; several, or one among other values, are a sign.
        let share = seen.len() as f64 / wanted.examples.len().max(1) as f64;
        let varies = seen.len() > 1 || facts.commonest < 0.9;
        facts.examples_seen = share * f64::from(varies) * (1.0 - facts.commonest);
    }

    /// Where it stands: in headings, in the title, near the main heading.
    fn add_position(&self, facts: &mut Facts, number: usize, wanted: &Wanted) {
        let (view, heading) = (&self.views.slots[number], &self.views.slots[self.heading.slot]);
        let distance = ((view.position - heading.position).abs() + 1.0).log2() / 5.0;
        let is_before = f64::from(view.position < heading.position);
        let is_heading = f64::from(number == self.heading.slot);
        if wanted.is_heading {
            let lower = if self.heading.is_of_record { view.heading } else { 0.0 };
            facts.name_in_first_heading = view.first_heading.max(lower);
            facts.name_in_bold = view.bold;
            facts.name_title_cover = view.title_cover;
            facts.name_title_likeness = view.title_likeness;
            facts.name_affix = view.affix;
            facts.name_repeated = view.repeated;
            facts.name_is_heading = is_heading;
            facts.name_before = is_before;
        } else {
            facts.title_likeness = view.title_likeness;
            facts.is_heading = is_heading;
            facts.distance = distance;
        }
    }

    /// What stands around a slot, for all properties at once.
    fn context(&mut self, slot: &Slot, properties: usize) -> Vec<Context> {
        let mut contexts = vec![Context::default(); properties];
        let share = 1.0 / slot.found.len() as f64;
        let unnamed = vec![0.0; properties];
        for &(page, text) in &slot.found {
            let (page, text) = (page as usize, text as usize);
            let reading = &self.readings[page];
            let before = reading.before(text).map(|before| self.views.texts.look(page, before));
            let has_colon = before.is_some_and(|look| look.text.ends_with([':', '：']));
            // What stands on few pages is a text, not a label, unless there are few pages.
            let is_label = |look: &TextLook<'_>| self.readings.len() < 3 || look.pages >= 0.3 || has_colon;
            // What most pages have before it may be a label that nobody thought of.
            let is_usual = self.readings.len() > 2 && before.is_some_and(|look| look.pages >= 0.7);
            let before = match before {
                Some(look) if is_label(look) => self.names.likeness(look.text).to_vec(),
                Some(look) => self.names.exact(look.text).to_vec(),
                None => unnamed.clone(),
            };
            let own_label = own_label(self.views.texts.look(page, text).text).map(|(label, _)| label);
            let own = own_label.map_or(unnamed.as_slice(), |label| self.names.likeness(label));
            let names_any = before.contains(&1.0) || own.contains(&1.0);
            let is_labelled = has_colon || own_label.is_some();
            for (property, context) in contexts.iter_mut().enumerate() {
                let likeness = before[property].max(own[property]);
                let is_name = likeness == 1.0;
                context.label += share * f64::from(is_name);
                context.label_like += if is_name { 0.0 } else { share * likeness };
                context.label_of_other += share * f64::from(!is_name && names_any);
                context.label_foreign += share * f64::from(is_labelled && likeness < NAME_LIKE);
                context.label_unsure += share * f64::from(is_usual && !is_labelled && likeness < NAME_LIKE);
                context.own_label += share * f64::from(own[property] >= NAME_LIKE);
            }
        }
        self.add_markup(&mut contexts, slot);
        contexts
    }

    /// What classes and the like say of a slot. They are the same on all pages, so a few are enough.
    fn add_markup(&mut self, contexts: &mut [Context], slot: &Slot) {
        const PAGES: usize = 3;
        let sample: Vec<(u32, u32)> =
            slot.found.iter().step_by(slot.found.len().div_ceil(PAGES).max(1)).copied().collect();
        let share = 1.0 / sample.len() as f64;
        for (page, text) in sample {
            let reading = &self.readings[page as usize];
            let (tree, node) = (reading.tree(), reading.texts[text as usize].node);
            let mut best = vec![0.0; contexts.len()];
            for name in markup_names(tree, node) {
                for (best, &likeness) in best.iter_mut().zip(self.names.likeness(&name)) {
                    *best = f64::max(*best, likeness);
                }
            }
            for (context, likeness) in contexts.iter_mut().zip(best) {
                context.class_like += share * likeness;
            }
        }
    }
}

/// The names that the markup gives to a text: classes, ids and properties of the nearest elements, in words.
fn markup_names(tree: &Tree, node: NodeId) -> Vec<String> {
    const ATTRIBUTES: [&str; 5] = ["class", "id", "itemprop", "property", "rel"];
    let nearest = tree.ancestors(node).take(3).take_while(|&element| !matches!(tree.name(element), "body" | "html"));
    let mut names = Vec::new();
    for element in nearest {
        for value in ATTRIBUTES.iter().filter_map(|name| tree.attr(element, name)) {
            names.extend(value.split_whitespace().take(8).map(in_words));
        }
    }
    names
}
