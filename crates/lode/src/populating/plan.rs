//! A plan: for each template where its pages tell what. Reading a page is a function of the plan and the page alone.

use analysis::tables::{self, grids};
use analysis::wrappers::reading::Reading;
use analysis::wrappers::records::{RecordFinder, RecordPlace};
use knowledge::population::facts::PageFacts;
use knowledge::population::gather::{Draft, FoundText, Rules, gather};
use knowledge::population::headed::headed_records;
use knowledge::population::hints::Hinter;
use knowledge::population::lists::covered;
use knowledge::population::roles::{links, own_properties, subjects};
use page::{NodeId, Page};

use crate::wrapping::{Extractor, NamedValues, Vocabulary, WrapperFile};

/// Below this share of its signature a page is not of a template.
const LEAST_LIKENESS: f64 = 0.3;
/// A field that was learnt with less weight than this is a guess; its values are kept as doubtful.
const LEAST_WEIGHT: f64 = 0.1;
/// How sure a value is that stands below a header with a name of the property.
const HEADED: f64 = 0.97;

/// What is read where, for each template.
#[derive(Clone, Debug)]
pub struct Plan {
    vocabulary: Vocabulary,
    rules: Rules,
    templates: Vec<TemplatePlan>,
}

/// What is read on the pages of a template.
#[derive(Clone, Debug)]
pub(super) struct TemplatePlan {
    /// What the pages are about.
    pub(super) main: PlanPart,
    /// The lists of others on them.
    pub(super) parts: Vec<PlanPart>,
}

/// One wrapper of a plan, and what it finds.
#[derive(Clone, Debug)]
pub struct PlanPart {
    /// What the individuals are that it finds.
    pub role: Role,
    /// The wrapper.
    pub file: WrapperFile,
    extractor: Extractor,
    finder: Option<RecordFinder>,
    /// The property of each field, by its place in the ontology.
    properties: Vec<Option<usize>>,
}

/// What individuals are to their page. Classes and properties are places in the ontology.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// What the page is about.
    Subject {
        /// Its class.
        class: usize,
    },
    /// The page lists them, and is about nothing else.
    Listed {
        /// Their class.
        class: usize,
    },
    /// The page lists them beside what it is about.
    Linked {
        /// What leads to them from what the page is about.
        property: usize,
        /// Their class.
        class: usize,
    },
}

impl Role {
    fn class(self) -> usize {
        match self {
            Role::Subject { class } | Role::Listed { class } | Role::Linked { class, .. } => class,
        }
    }

    fn link(self) -> Option<usize> {
        match self {
            Role::Linked { property, .. } => Some(property),
            _ => None,
        }
    }
}

impl PlanPart {
    pub(super) fn new(role: Role, file: WrapperFile, known: &Vocabulary) -> Option<PlanPart> {
        let extractor = Extractor::new(&file).ok()?;
        let place = file.template.records.as_ref().map(|records| records.place().finder());
        let finder = place.transpose().ok()?;
        let number = |term: &String| known.ontology.properties.iter().position(|property| property.iri == *term);
        let properties = file.fields.iter().map(|field| field.term.as_ref().and_then(number)).collect();
        Some(PlanPart { role, file, extractor, finder, properties })
    }

    /// Where its records stand, if it is a list.
    pub(super) fn place(&self) -> Option<RecordPlace> {
        self.file.template.records.as_ref().map(|records| records.place())
    }

    /// What a record, or a page, tells of one individual.
    fn draft(&self, values: NamedValues, unnamed: NamedValues, node: Option<NodeId>) -> Draft {
        let mut draft = Draft { class: self.role.class(), link: self.role.link(), node, ..Draft::default() };
        for (name, values) in values {
            let number = self.extractor.names().iter().position(|known| *known == name);
            let Some(property) = number.and_then(|number| self.properties.get(number).copied().flatten()) else {
                continue;
            };
            let is_guess = number.is_some_and(|number| self.file.fields[number].weight() < LEAST_WEIGHT);
            let doubt = if is_guess { 0.0 } else { 1.0 };
            let values = values.into_iter().map(|value| found(property, &name, value));
            draft.found.extend(values.map(|found| FoundText { confidence: doubt * found.confidence, ..found }));
        }
        for (name, values) in unnamed {
            draft.unnamed.extend(values.into_iter().map(|value| (name.clone(), found(0, &name, value))));
        }
        draft
    }

    /// What the records of a page tell.
    fn drafts(&self, page: &Page) -> Vec<Draft> {
        let Some(finder) = &self.finder else { return Vec::new() };
        let records = finder.records_anywhere(page).into_iter();
        let drafts = records.map(|record| {
            let node = record.head.or(record.texts.first().map(|text| text.node));
            self.draft(self.extractor.record(&record), Vec::new(), node)
        });
        drafts.collect()
    }
}

fn found(property: usize, field: &str, value: crate::wrapping::Value) -> FoundText {
    FoundText {
        property,
        field: field.to_owned(),
        node: value.node,
        text: value.text,
        value: value.value,
        confidence: value.confidence,
    }
}

impl Plan {
    pub(super) fn new(vocabulary: Vocabulary) -> Plan {
        Plan { rules: Rules::new(&vocabulary.ontology), vocabulary, templates: Vec::new() }
    }

    pub(super) fn add_template(&mut self, template: TemplatePlan) {
        for part in std::iter::once(&template.main).chain(&template.parts) {
            for (field, property) in part.file.fields.iter().zip(&part.properties) {
                if let Some(property) = property {
                    self.rules.learn_order(*property, field.examples.iter().map(String::as_str));
                }
            }
        }
        self.templates.push(template);
    }

    /// Takes over what another plan has learnt.
    pub(super) fn extend(&mut self, other: Plan) {
        other.templates.into_iter().for_each(|template| self.add_template(template));
    }

    /// A wrapper that somebody made; what its fields are of is told by their terms.
    pub(super) fn add_wrapper(&mut self, file: WrapperFile) {
        let ontology = &self.vocabulary.ontology;
        let terms: Vec<&String> = file.fields.iter().filter_map(|field| field.term.as_ref()).collect();
        let told = |class: usize| {
            let own = own_properties(ontology, class);
            own.iter().filter(|&&number| terms.contains(&&ontology.properties[number].iri)).count()
        };
        // Of classes that have as many of the terms, the first.
        let class =
            subjects(ontology).into_iter().reduce(|best, next| if told(next) > told(best) { next } else { best });
        let Some(class) = class else { return };
        let role = match file.template.records {
            Some(_) => Role::Listed { class },
            None => Role::Subject { class },
        };
        if let Some(main) = PlanPart::new(role, file, &self.vocabulary) {
            self.add_template(TemplatePlan { main, parts: Vec::new() });
        }
    }

    /// The wrappers of the plan, template by template: that of the page first, then those of its lists.
    pub fn parts(&self) -> impl Iterator<Item = (usize, &PlanPart)> {
        let numbered = self.templates.iter().enumerate();
        numbered
            .flat_map(|(number, plan)| std::iter::once(&plan.main).chain(&plan.parts).map(move |part| (number, part)))
    }

    /// The template of a page, as its number in [`Plan::parts`]; `None` if it is of none of them.
    pub fn template_of(&self, page: &Page) -> Option<usize> {
        let reading = Reading::of(page);
        let likeness = |plan: &TemplatePlan| plan.main.extractor.likeness(&reading);
        let all = self.templates.iter().map(likeness).enumerate();
        let best = all.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        (best.1 >= LEAST_LIKENESS).then_some(best.0)
    }

    /// What a page tells.
    pub fn read(&self, page: &Page) -> PageFacts {
        let Some(template) = self.template_of(page).map(|number| &self.templates[number]) else {
            let notes = vec!["the page is of no template that was learnt".to_owned()];
            return PageFacts { notes, ..PageFacts::default() };
        };
        // 1. Others that the page lists, and where they stand.
        let mut others: Vec<Draft> = template.parts.iter().flat_map(|part| part.drafts(page)).collect();
        others.extend(self.headed(page, template.main.role));
        // 2. What the page is about: what is left of it. A list has no such thing.
        let main = match template.main.role {
            Role::Listed { .. } => {
                others.splice(0..0, template.main.drafts(page));
                None
            }
            _ => Some(self.subject(page, template)),
        };
        // 3. Values are checked, individuals put together.
        gather(page, &self.vocabulary.ontology, &self.rules, main, others)
    }

    fn subject(&self, page: &Page, template: &TemplatePlan) -> Draft {
        let places: Vec<RecordPlace> = template.parts.iter().filter_map(PlanPart::place).collect();
        let reading = Reading::without(page, &covered(page, &places));
        let extraction = template.main.extractor.detail(&reading);
        template.main.draft(extraction.values, extraction.raw, None)
    }

    /// Individuals in tables whose headers name their properties.
    fn headed(&self, page: &Page, role: Role) -> Vec<Draft> {
        let known = &self.vocabulary;
        let grids = grids(page, &tables::Config::default());
        let mut drafts = Vec::new();
        let mut done: Vec<usize> = Vec::new();
        for link in links(&known.ontology, role.class()) {
            let own = own_properties(&known.ontology, link.class);
            if own.is_empty() || done.contains(&link.class) {
                continue;
            }
            done.push(link.class);
            let hinter = Hinter::new(&known.ontology, &known.dictionary, &own);
            for record in headed_records(page, &grids, &hinter) {
                let found = record.cells.into_iter().map(|cell| FoundText {
                    property: own[cell.property],
                    field: cell.header,
                    node: cell.node,
                    value: cell.text.clone(),
                    text: cell.text,
                    confidence: HEADED,
                });
                let (class, link) = (link.class, Some(link.property));
                drafts.push(Draft { class, link, node: Some(record.row), found: found.collect(), unnamed: Vec::new() });
            }
        }
        drafts
    }
}
