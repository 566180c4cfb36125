//! A plan: for each template where its pages tell what. Reading a page is a function of the plan and the page alone.

use analysis::tables::{self, Grid, grids};
use analysis::wrappers::reading::{Label, Reading, own_label};
use analysis::wrappers::records::{RecordFinder, RecordPlace};
use knowledge::names::Term;
use knowledge::population::facts::PageFacts;
use knowledge::population::gather::{Draft, FoundText, Rules, gather};
use knowledge::population::headed::{HeadedCell, HeadedRecord, headed_leaves, headed_records};
use knowledge::population::hints::Hinter;
use knowledge::population::lists::covered;
use knowledge::population::roles::{known_mark, links, own_properties, subjects};
use knowledge::population::sections::Sections;
use page::{NodeId, Page};

use super::learn::ends;
use crate::wrapping::{Checker, Extractor, NamedValues, Values, Vocabulary, WrapperFile};

/// Pages from which on a layout is learnt anew although something is known of it.
pub(super) const ENOUGH: usize = 3;
/// Below this share of its signature a page is not of a template.
const LEAST_LIKENESS: f64 = 0.3;
/// A field that was learnt with less weight than this is a guess; its values are kept as doubtful.
const LEAST_WEIGHT: f64 = 0.03;
/// How sure a value at least is whose form the ontology tells, if nearly all values of its field have that form.
const FORMED: f64 = 0.5;
/// How sure a value at least is that was found and stands behind a name of the property, whatever else there is.
const NAMED: f64 = 0.9;
/// How sure a value is that was not found where it was learnt to be, but stands behind a name of the property.
const ELSEWHERE: f64 = 0.8;
/// How sure a value is that stands below a header with a name of the property.
const HEADED: f64 = 0.97;

/// What is read where, for each template.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) vocabulary: Vocabulary,
    rules: Rules,
    pub(super) templates: Vec<TemplatePlan>,
}

/// What is read on the pages of a template.
#[derive(Clone, Debug)]
pub(super) struct TemplatePlan {
    /// What the pages are about.
    pub(super) main: PlanPart,
    /// The lists of others on them.
    pub(super) parts: Vec<PlanPart>,
    /// Whether somebody made the wrapper: it is for whole pages.
    pub(super) is_given: bool,
    /// Where its pages are from.
    pub(super) sites: Vec<String>,
    /// A mark of what was known of its class when it was learnt.
    pub(super) known: String,
    /// Of one that was learnt in an earlier harvest: pages may have changed since.
    pub(super) checker: Option<Checker>,
}

impl TemplatePlan {
    pub(super) fn new(main: PlanPart, parts: Vec<PlanPart>) -> TemplatePlan {
        let (sites, known) = Default::default();
        TemplatePlan { main, parts, is_given: false, sites, known, checker: None }
    }
}

/// How a page stands to a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It can be read.
    Known,
    /// It can be read by a template that was learnt when other things were known.
    Dated(usize),
    /// It is of a template that has changed since it was learnt.
    Changed(usize),
    /// It is of no template.
    Strange,
}

/// A wrapper that is ready, and what it finds.
#[derive(Clone, Debug)]
pub(super) struct PlanPart {
    pub(super) role: Role,
    /// The class of what it finds, by its place in the ontology.
    pub(super) class: usize,
    pub(super) file: WrapperFile,
    extractor: Extractor,
    finder: Option<RecordFinder>,
    /// The property of each field, by its place in the ontology.
    properties: Vec<Option<usize>>,
}

/// What individuals are to their page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// What the page is about.
    Subject,
    /// The page lists them, and is about nothing else.
    Listed,
    /// The page lists them beside what it is about.
    Linked,
}

impl Role {
    /// In files.
    pub fn as_str(self) -> &'static str {
        match self {
            Role::Subject => "subject",
            Role::Listed => "listed",
            Role::Linked => "linked",
        }
    }
}

impl TemplatePlan {
    /// Whether it was learnt from fewer pages than one should.
    fn is_of_few(&self) -> bool {
        self.main.file.made.as_ref().is_some_and(|made| made.pages < ENOUGH)
    }
}

impl PlanPart {
    pub(super) fn new(role: Role, class: usize, file: WrapperFile, known: &Vocabulary) -> Option<PlanPart> {
        let extractor = Extractor::new(&file).ok()?;
        let place = file.template.records.as_ref().map(|records| records.place().finder());
        let finder = place.transpose().ok()?;
        let number = |term: &String| known.ontology.properties.iter().position(|property| property.iri == *term);
        let properties = file.fields.iter().map(|field| field.term.as_ref().and_then(number)).collect();
        Some(PlanPart { role, class, file, extractor, finder, properties })
    }

    /// Where its records stand, if it is a list.
    pub(super) fn place(&self) -> Option<RecordPlace> {
        self.file.template.records.as_ref().map(|records| records.place())
    }

    /// What a record, or a page, tells of one individual.
    fn draft(&self, reading: &Reading<'_>, (values, others): (NamedValues, NamedValues), plan: &Plan) -> Draft {
        let known = &plan.vocabulary;
        let node = reading.head.or(reading.around.and(reading.texts.first().map(|text| text.node)));
        let mut draft = Draft { class: self.class, node, ..Draft::default() };
        let firsts: Vec<NodeId> = values.iter().filter_map(|(_, values)| Some(values.first()?.node)).collect();
        for (name, values) in values {
            let Some(number) = self.extractor.names().iter().position(|known| *known == name) else { continue };
            let Some(property) = self.properties.get(number).copied().flatten() else { continue };
            let mut values = values;
            // One of several values that another field has as its first is that field's.
            let mut number_of_value = 0;
            values.retain(|value| {
                number_of_value += 1;
                number_of_value == 1 || !firsts.contains(&value.node)
            });
            let field = &self.file.fields[number];
            let is_formed = matches!(field.values, Some(Values::Pattern(_) | Values::OneOf(_)));
            let doubt = if field.weight() < LEAST_WEIGHT { 0.0 } else { 1.0 };
            let values = values.into_iter().map(|value| found(property, &name, value));
            let values = values.map(|found| {
                let least = match is_named(found.node, property, reading, known) {
                    true => NAMED,
                    false if is_formed => FORMED,
                    false => 0.0,
                };
                FoundText { confidence: (doubt * found.confidence).max(least), ..found }
            });
            let values: Vec<FoundText> = values.collect();
            let label = values.first().and_then(|first| unknown_label(first.node, reading, known));
            draft.guessed.extend(label.zip(values.first().cloned()));
            draft.found.extend(values);
        }
        for (name, values) in others {
            if !known.dictionary.lookup(&name).is_empty() {
                continue;
            }
            let printed = values.into_iter().filter(|value| is_printed(&name, value.node, reading));
            draft.unnamed.extend(printed.map(|value| (name.clone(), found(0, &name, value))));
        }
        // What the wrapper does not ask for is not asked for here either.
        let asked: Vec<usize> = self.properties.iter().copied().flatten().collect();
        let elsewhere = named_elsewhere(&draft, &asked, reading, plan);
        draft.found.extend(elsewhere);
        draft
    }

    /// What the records of a page tell.
    fn drafts(&self, page: &Page, plan: &Plan) -> Vec<Draft> {
        let Some(finder) = &self.finder else { return Vec::new() };
        let records = finder.records_anywhere(page);
        records.iter().map(|record| self.draft(record, self.extractor.record(record), plan)).collect()
    }
}

/// The label of a text: what it begins with, or what stands before it and ends with a colon.
fn label_of<'r>(node: NodeId, reading: &'r Reading<'_>) -> Option<&'r str> {
    let text = reading.texts.binary_search_by_key(&node, |text| text.node).ok()?;
    match own_label(&reading.texts[text].text) {
        Some((label, _)) => Some(label),
        None => Some(reading.texts[reading.before(text)?].text.strip_suffix([':', '：'])?.trim_end()),
    }
}

/// The label of a text, if the dictionary does not know it.
fn unknown_label(node: NodeId, reading: &Reading<'_>, known: &Vocabulary) -> Option<String> {
    let label = label_of(node, reading)?;
    known.dictionary.lookup(label).is_empty().then(|| label.to_owned())
}

/// Whether the label of a text is a name of a property.
fn is_named(node: NodeId, property: usize, reading: &Reading<'_>, known: &Vocabulary) -> bool {
    let label = label_of(node, reading);
    label.is_some_and(|label| known.dictionary.lookup(label).iter().any(|found| found.term == Term::Property(property)))
}

/// Texts behind names of properties that were not found where they were learnt to be: some pages use another name, or
/// have more before it than others.
fn named_elsewhere(draft: &Draft, asked: &[usize], reading: &Reading<'_>, plan: &Plan) -> Vec<FoundText> {
    let known = &plan.vocabulary;
    let is_told = |found: &FoundText| {
        plan.rules.fits(found.property, &found.value) || is_named(found.node, found.property, reading, known)
    };
    let mut missing = asked.to_vec();
    missing.retain(|property| !draft.found.iter().any(|found| found.property == *property && is_told(found)));
    let mut found: Vec<FoundText> = Vec::new();
    if missing.is_empty() {
        return found;
    }
    let is_label = |text: &str| text.ends_with([':', '：']);
    for (number, label) in reading.texts.iter().enumerate().filter(|(_, text)| is_label(&text.text)) {
        let terms = known.dictionary.lookup(&label.text);
        let named = missing.iter().position(|&number| terms.iter().any(|found| found.term == Term::Property(number)));
        let value = reading.behind(number).map(|next| &reading.texts[next]);
        let is_free = |node: NodeId| draft.found.iter().all(|other| other.node != node);
        let Some(value) = value.filter(|value| !is_label(&value.text) && is_free(value.node)) else { continue };
        let Some(property) = named.map(|at| missing.remove(at)) else { continue };
        let field = known.ontology.properties[property].local_name().to_owned();
        let (node, text) = (value.node, value.text.clone());
        found.push(FoundText { property, field, node, value: text.clone(), text, confidence: ELSEWHERE });
    }
    found
}

/// Whether a name stands on the page itself as the label of a text, rather than in its markup.
fn is_printed(name: &str, node: NodeId, reading: &Reading<'_>) -> bool {
    let label = Label::of(name);
    let Ok(text) = reading.texts.binary_search_by_key(&node, |text| text.node) else { return false };
    let before = reading.before(text).map(|before| reading.texts[before].label);
    before == Some(label) || reading.texts[text].own_label == Some(label)
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

    /// Takes what was learnt anew in the place of a template.
    pub(super) fn renew(&mut self, template: usize, learnt: Vec<TemplatePlan>) {
        let mut learnt = learnt.into_iter();
        match learnt.next() {
            Some(first) => self.templates[template] = first,
            // Nothing better is known of it.
            None => self.templates[template].known.clear(),
        }
        learnt.for_each(|template| self.add_template(template));
    }

    /// A wrapper that somebody made; what its fields are of is told by their terms or, if those are missing, by their
    /// names.
    pub(super) fn add_wrapper(&mut self, mut file: WrapperFile) {
        let ontology = &self.vocabulary.ontology;
        for field in file.fields.iter_mut().filter(|field| field.term.is_none()) {
            let named = ontology.properties.iter().find(|property| property.local_name() == field.name);
            field.term = named.map(|property| property.iri.clone());
        }
        let terms: Vec<&String> = file.fields.iter().filter_map(|field| field.term.as_ref()).collect();
        let told = |class: usize| {
            let own = own_properties(ontology, class);
            own.iter().filter(|&&number| terms.contains(&&ontology.properties[number].iri)).count()
        };
        // Of classes that have as many of the terms, the first.
        let class =
            subjects(ontology).into_iter().reduce(|best, next| if told(next) > told(best) { next } else { best });
        let Some(class) = class else { return };
        let role = if file.template.records.is_some() { Role::Listed } else { Role::Subject };
        if let Some(main) = PlanPart::new(role, class, file, &self.vocabulary) {
            self.add_template(TemplatePlan { is_given: true, ..TemplatePlan::new(main, Vec::new()) });
        }
    }

    /// Whether nothing was learnt that could be read.
    pub fn is_empty(&self) -> bool {
        self.templates.is_empty()
    }

    /// What the plan is for.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The template of a page, as its number in [`Plan::wrappers`]; `None` if it is of none of them.
    pub fn template_of(&self, page: &Page) -> Option<usize> {
        let reading = Reading::of(page);
        let likeness = |plan: &TemplatePlan| plan.main.extractor.likeness(&reading);
        let all = self.templates.iter().map(likeness).enumerate();
        let best = all.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        (best.1 >= LEAST_LIKENESS).then_some(best.0)
    }

    /// How a page stands to the plan.
    pub(super) fn standing(&self, page: &Page) -> Standing {
        let Some(number) = self.template_of(page) else { return Standing::Strange };
        let template = &self.templates[number];
        let Some(checker) = &template.checker else { return Standing::Known };
        let whole = Reading::of(page);
        let grids = grids(page, &tables::Config::default());
        let reading = self.main_reading(page, template, &grids);
        let mark = known_mark(&self.vocabulary.ontology, &self.vocabulary.dictionary, template.main.class);
        match checker.check_template(page, &whole, &reading).changed {
            true => Standing::Changed(number),
            false if !template.known.is_empty() && template.known != mark => Standing::Dated(number),
            // What was learnt from one page or two is learnt better from more.
            false if !template.is_given && template.is_of_few() => Standing::Dated(number),
            false => Standing::Known,
        }
    }

    /// What a page tells.
    pub fn read(&self, page: &Page) -> PageFacts {
        let Some(template) = self.template_of(page).map(|number| &self.templates[number]) else {
            let notes = vec!["the page is of no template that was learnt".to_owned()];
            return PageFacts { notes, ..PageFacts::of(page) };
        };
        let grids = grids(page, &tables::Config::default());
        let class = template.main.class;
        // 1. Others that the page lists, in records and in tables with headers.
        let mut others: Vec<Draft> = template.parts.iter().flat_map(|part| part.drafts(page, self)).collect();
        let ends = ends(&links(&self.vocabulary.ontology, class));
        others.extend(ends.iter().flat_map(|&end| self.headed(page, &grids, end)));
        self.find_links(page, class, &mut others);
        // 2. What the page is about: what is left of it. A list is about what it lists.
        let main = match template.main.role {
            Role::Listed => {
                let listed = template.main.drafts(page, self).into_iter().chain(self.headed(page, &grids, class));
                others.splice(0..0, listed.collect::<Vec<Draft>>());
                None
            }
            _ => Some(self.subject(page, template, &grids)),
        };
        // 3. Values are checked, individuals put together.
        gather(page, &self.vocabulary.ontology, &self.rules, main, others)
    }

    /// What a page says of what it is about.
    fn main_reading<'p>(&self, page: &'p Page, plan: &TemplatePlan, grids: &[(NodeId, Grid)]) -> Reading<'p> {
        match plan.is_given || plan.main.role == Role::Listed {
            true => Reading::of(page),
            false => subject_reading(page, grids, plan.main.class, &plan.parts, &self.vocabulary),
        }
    }

    fn subject(&self, page: &Page, template: &TemplatePlan, grids: &[(NodeId, Grid)]) -> Draft {
        let reading = self.main_reading(page, template, grids);
        let extraction = template.main.extractor.detail(&reading);
        template.main.draft(&reading, (extraction.values, extraction.raw), self)
    }

    /// Individuals of a class in tables whose headers name their properties.
    fn headed(&self, page: &Page, grids: &[(NodeId, Grid)], class: usize) -> Vec<Draft> {
        let known = &self.vocabulary;
        let own = own_properties(&known.ontology, class);
        let hinter = Hinter::new(&known.ontology, &known.dictionary, &own);
        let found = |cell: HeadedCell, property: usize| FoundText {
            property,
            field: cell.header,
            node: cell.node,
            value: cell.text.clone(),
            text: cell.text,
            confidence: HEADED,
        };
        let draft = |record: HeadedRecord| {
            let cells = record.cells.into_iter().map(|cell| (own[cell.property], cell));
            let unknown = record.unknown.into_iter().map(|cell| (cell.header.clone(), found(cell, 0)));
            Draft {
                class,
                node: Some(record.row),
                found: cells.map(|(property, cell)| found(cell, property)).collect(),
                unnamed: unknown.collect(),
                ..Draft::default()
            }
        };
        headed_records(page, grids, &hinter).into_iter().map(draft).collect()
    }

    /// Gives each individual the link that leads to it: the only one to its class, or the one that a heading above it
    /// names.
    fn find_links(&self, page: &Page, class: usize, drafts: &mut [Draft]) {
        let links = links(&self.vocabulary.ontology, class);
        let sections = Sections::of(page, &links, &self.vocabulary.dictionary);
        for draft in drafts {
            let to_class = links.iter().filter(|link| link.class == draft.class).map(|link| link.property);
            let to_class: Vec<usize> = to_class.collect();
            let named = draft.node.and_then(|node| sections.link(node, &to_class));
            draft.link = named.or(to_class.first().copied());
        }
    }
}

/// What is left of a page without the others that it lists.
pub(super) fn subject_reading<'page>(
    page: &'page Page,
    grids: &[(NodeId, Grid)],
    class: usize,
    parts: &[PlanPart],
    known: &Vocabulary,
) -> Reading<'page> {
    let places: Vec<RecordPlace> = parts.iter().filter_map(PlanPart::place).collect();
    let mut leaves = covered(page, &places);
    for end in ends(&links(&known.ontology, class)) {
        let own = own_properties(&known.ontology, end);
        let hinter = Hinter::new(&known.ontology, &known.dictionary, &own);
        leaves.extend(headed_leaves(page, &headed_records(page, grids, &hinter)));
    }
    leaves.sort_unstable();
    Reading::without(page, &leaves)
}
