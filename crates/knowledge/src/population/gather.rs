//! From what was found on a page to individuals and statements.
//!
//! 1. each text becomes a value of its property, or is kept as raw with the reason
//! 2. what has the same name and does not contradict itself is one individual: a page may tell of it in a table and
//!    again in a card
//! 3. of several values of a property that has one, the surest counts
//! 4. individuals get their IRIs, and links lead from what the page is about to the others

use std::collections::HashMap;

use page::{NodeId, Page};
use url::Url;

use super::facts::{Evidence, Individual, PageFacts, Raw, Reason, Statement, UnknownName, Value};
use super::iris::{Mark, individual_iri};
use crate::mapping::calling;
use crate::names::normalised;
use crate::ontology::{Ontology, Property, Range};
use crate::values::{Converter, Literal, Setting};

use super::roles::{links, own_properties};

/// What was found of one individual, before anything is checked.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Its class, by its place in the ontology.
    pub class: usize,
    /// The property that leads to it from what the page is about, by its place in the ontology.
    pub link: Option<usize>,
    /// The element that it stands in, if it has one of its own.
    pub node: Option<NodeId>,
    /// What was found, in order.
    pub found: Vec<FoundText>,
    /// What has a name that the dictionary does not know.
    pub unnamed: Vec<(String, FoundText)>,
    /// Names that the dictionary does not know, before texts that were found for a property nevertheless.
    pub guessed: Vec<(String, FoundText)>,
    /// Whether the page has one such individual at most, which then needs no name.
    pub is_told_once: bool,
}

/// A text that was found for a property.
#[derive(Clone, Debug)]
pub struct FoundText {
    /// The property, by its place in the ontology.
    pub property: usize,
    /// What the page calls it, or the wrapper.
    pub field: String,
    /// Where it stands.
    pub node: NodeId,
    /// All that stands there.
    pub text: String,
    /// What of it is the value.
    pub value: String,
    /// How sure it is, from 0 to 1.
    pub confidence: f64,
}

/// The properties of an ontology, ready to check values.
#[derive(Clone, Debug)]
pub struct Rules {
    converters: Vec<Converter>,
    /// For each class the properties by which its individuals are called.
    calling: Vec<Vec<usize>>,
}

impl Rules {
    /// Of an ontology.
    pub fn new(ontology: &Ontology) -> Rules {
        let called = |class: usize| calling(ontology, &own_properties(ontology, class));
        Rules {
            converters: ontology.properties.iter().map(Converter::new).collect(),
            calling: (0..ontology.classes.len()).map(called).collect(),
        }
    }

    /// Whether a text is a value of a property.
    pub fn fits(&self, property: usize, text: &str) -> bool {
        self.converters.get(property).is_some_and(|converter| converter.literal(text, Setting::default()).is_ok())
    }

    /// Learns from values of a property in which order its site writes day and month.
    pub fn learn_order<'a>(&mut self, property: usize, values: impl Iterator<Item = &'a str>) {
        if let Some(converter) = self.converters.get_mut(property) {
            *converter = converter.clone().with_order_of(values);
        }
    }
}

/// A value that is less sure than this is more likely wrong than right.
const DOUBTFUL: f64 = 0.3;

/// Individuals of one name that one is compared with, and values that one may have; people stay far below.
const MOST_NAMESAKES: usize = 20;
const MOST_VALUES: usize = 500;

/// A checked individual.
struct Checked {
    is_told_once: bool,
    class: usize,
    link: Option<usize>,
    node: Option<NodeId>,
    name: Option<String>,
    values: Vec<(usize, Literal, FoundText)>,
    misfits: Vec<(FoundText, Reason)>,
    unnamed: Vec<(String, FoundText)>,
    guessed: Vec<(String, FoundText)>,
}

/// Makes facts of what was found on a page. `main` is what the page is about, if it is about one thing.
pub fn gather(page: &Page, ontology: &Ontology, rules: &Rules, main: Option<Draft>, others: Vec<Draft>) -> PageFacts {
    let checker = Checker { page, base: page.link_base(), ontology, rules };
    let (main, named) = main.map_or((None, Vec::new()), |draft| {
        let (own, named) = checker.split_links(draft);
        (Some(own), named)
    });
    let main = main.map(|draft| checker.check(draft));
    let others = named.into_iter().chain(others).map(|draft| checker.check(draft));
    let (others, too_little): (Vec<Checked>, Vec<Checked>) = others.partition(Checked::is_something);
    let mut facts = Writer { page, ontology, facts: PageFacts::of(page) };
    let subject = main.map(|main| facts.individual(main, Mark::Main));
    facts.doubtful(subject.as_deref(), too_little);
    let mut placed = 0;
    let mut names: HashMap<(usize, String), usize> = HashMap::new();
    for other in merged(ontology, others) {
        let (link, node) = (other.link, other.node);
        let evidence = other.values.first().map(|(_, _, found)| facts.evidence(found));
        let iri = match other.name.clone() {
            Some(name) => {
                let known = normalised(&name);
                let which = names.entry((other.class, known.clone())).or_default();
                *which += 1;
                facts.individual(other, Mark::Named(&known, *which - 1))
            }
            None => {
                placed += 1;
                facts.individual(other, Mark::Placed(placed - 1))
            }
        };
        if let (Some(subject), Some(link), Some(evidence)) = (&subject, link, evidence) {
            facts.link(subject, link, iri, Evidence { node: node.unwrap_or(evidence.node), ..evidence });
        }
    }
    facts.facts
}

struct Checker<'a> {
    page: &'a Page,
    base: Option<Url>,
    ontology: &'a Ontology,
    rules: &'a Rules,
}

impl Checker<'_> {
    /// What was found for links are names of other individuals, and what was found for properties of classes that links
    /// lead to is said of one individual at the end of each.
    fn split_links(&self, mut draft: Draft) -> (Draft, Vec<Draft>) {
        let properties = &self.ontology.properties;
        let own = own_properties(self.ontology, draft.class);
        let links = links(self.ontology, draft.class);
        let mut others: Vec<Draft> = Vec::new();
        let mut told: Vec<FoundText> = Vec::new();
        for found in std::mem::take(&mut draft.found) {
            let is_link = properties[found.property].is_object;
            let has = |class: usize| own_properties(self.ontology, class).contains(&found.property);
            let link = links.iter().find(|link| match is_link {
                true => link.property == found.property,
                false => has(link.class),
            });
            let Some(link) = link.filter(|_| !own.contains(&found.property)) else {
                told.push(found);
                continue;
            };
            let (class, node) = (link.class, Some(found.node));
            if !is_link {
                match others.iter_mut().find(|other| other.link == Some(link.property) && other.is_told_once) {
                    Some(other) => other.found.push(found),
                    None => others.push(Draft {
                        class,
                        link: Some(link.property),
                        found: vec![found],
                        is_told_once: true,
                        ..Draft::default()
                    }),
                }
                continue;
            }
            let name = self.rules.calling[class].first().copied();
            let found = name.map(|property| FoundText { property, ..found }).into_iter().collect();
            others.push(Draft { class, link: Some(link.property), node, found, ..Draft::default() });
        }
        (Draft { found: told, ..draft }, others)
    }

    fn check(&self, draft: Draft) -> Checked {
        let mut values: Vec<(usize, Literal, FoundText)> = Vec::new();
        let mut misfits = Vec::new();
        for found in draft.found {
            let property = &self.ontology.properties[found.property];
            if found.confidence < DOUBTFUL {
                misfits.push((found, Reason::Doubtful));
                continue;
            }
            match self.literals(property, &found) {
                Ok(literals) => {
                    values.extend(literals.into_iter().map(|literal| (found.property, literal, found.clone())));
                }
                Err(reason) => misfits.push((found, reason)),
            }
        }
        // A text in which several properties stand is not lost if one of them is missing in it.
        misfits.retain(|(found, _): &(FoundText, Reason)| values.iter().all(|(_, _, other)| other.node != found.node));
        let values = surest(self.ontology, values, &mut misfits);
        let value = |wanted: &usize| values.iter().find(|(property, ..)| property == wanted);
        let name =
            self.rules.calling[draft.class].iter().find_map(value).map(|(_, literal, _)| literal.lexical.clone());
        Checked {
            is_told_once: draft.is_told_once,
            class: draft.class,
            link: draft.link,
            node: draft.node,
            name,
            values,
            misfits,
            unnamed: draft.unnamed,
            guessed: draft.guessed,
        }
    }

    /// The values of a text: one, or several if the property may have several and lists them so.
    fn literals(&self, property: &Property, found: &FoundText) -> Result<Vec<Literal>, Reason> {
        let converter = &self.rules.converters[found.property];
        let setting = Setting { base: self.base.as_ref(), href: self.href(found.node) };
        let pieces = converter.pieces(&found.value);
        if pieces.len() > 1 && lists_values(property, &pieces) {
            let literals: Result<Vec<Literal>, _> =
                pieces.iter().map(|piece| converter.literal(piece, setting)).collect();
            if let Ok(mut literals) = literals {
                let mut seen: Vec<Literal> = Vec::new();
                literals.retain(|literal| {
                    !seen.contains(literal) && {
                        seen.push(literal.clone());
                        true
                    }
                });
                return Ok(literals);
            }
        }
        converter.literal(&found.value, setting).map(|literal| vec![literal]).map_err(Reason::Misfit)
    }

    /// Where a text leads.
    fn href(&self, node: NodeId) -> Option<&str> {
        let tree = &self.page.tree;
        let near = std::iter::once(node).chain(tree.ancestors(node)).take(3);
        near.filter(|&element| tree.name(element) == "a").find_map(|link| tree.attr(link, "href"))
    }
}

/// Whether a property's values stand in one text with separators between them: if its description says so, or if one of
/// the pieces is an example of it.
fn lists_values(property: &Property, pieces: &[&str]) -> bool {
    /// Characters of a value that is one of several in a text.
    const LONGEST: usize = 30;
    const WORDS: [&str; 7] = ["comma", "separated", "semicolon", "逗号", "顿号", "分号", "komma"];
    if property.is_functional || pieces.iter().any(|piece| piece.chars().count() > LONGEST) {
        return false;
    }
    let says_so = |comment: &String| {
        let comment = comment.to_lowercase();
        WORDS.iter().any(|word| comment.contains(word))
    };
    let is_example = |piece: &&str| property.examples.iter().any(|example| normalised(example) == normalised(piece));
    property.comments.iter().any(says_so) || pieces.iter().any(is_example)
}

/// Each value once; of a property that has one value, the surest. The others are kept as raw.
fn surest(
    ontology: &Ontology,
    values: Vec<(usize, Literal, FoundText)>,
    misfits: &mut Vec<(FoundText, Reason)>,
) -> Vec<(usize, Literal, FoundText)> {
    let mut kept: Vec<(usize, Literal, FoundText)> = Vec::new();
    for (property, literal, found) in values {
        let is_functional = ontology.properties[property].is_functional;
        let rival =
            kept.iter_mut().find(|(known, value, _)| *known == property && (is_functional || *value == literal));
        match rival {
            None => kept.push((property, literal, found)),
            Some(rival) => {
                let is_same = rival.1 == literal;
                let mut loser = found;
                if loser.confidence > rival.2.confidence {
                    rival.1 = literal;
                    std::mem::swap(&mut rival.2, &mut loser);
                }
                if !is_same {
                    misfits.push((loser, Reason::SecondValue));
                }
            }
        }
    }
    kept
}

impl Checked {
    /// Whether there is enough to speak of an individual: a name, or several values, or what can be said of one only.
    fn is_something(&self) -> bool {
        self.values.len() >= 2 || (!self.values.is_empty() && (self.name.is_some() || self.is_told_once))
    }
}

/// Individuals with the same class and name are one unless they contradict each other in a property that has one value.
fn merged(ontology: &Ontology, all: Vec<Checked>) -> Vec<Checked> {
    let mut kept: Vec<Checked> = Vec::new();
    let mut by_name: HashMap<(usize, String), Vec<usize>> = HashMap::new();
    for next in all {
        let Some(name) = next.name.as_deref().map(normalised) else {
            kept.push(next);
            continue;
        };
        let known = by_name.entry((next.class, name)).or_default();
        let is_same =
            |&other: &usize| kept[other].values.len() < MOST_VALUES && !contradict(ontology, &kept[other], &next);
        let same = known.iter().rev().take(MOST_NAMESAKES).copied().find(is_same);
        match same {
            Some(same) => {
                let same = &mut kept[same];
                let mut values = std::mem::take(&mut same.values);
                values.extend(next.values);
                same.misfits.extend(next.misfits);
                same.unnamed.extend(next.unnamed);
                same.guessed.extend(next.guessed);
                same.link = same.link.or(next.link);
                same.values = surest(ontology, values, &mut same.misfits);
            }
            None => {
                known.push(kept.len());
                kept.push(next);
            }
        }
    }
    kept
}

/// Whether two individuals differ in a property that has one value and whose values are of a form: words may be printed
/// in more ways than one.
fn contradict(ontology: &Ontology, one: &Checked, other: &Checked) -> bool {
    one.values.iter().any(|(property, value, _)| {
        let rule = &ontology.properties[*property];
        let is_strict = rule.is_functional && !matches!(rule.range, Range::Any | Range::Text);
        is_strict && other.values.iter().any(|(own, literal, _)| own == property && literal != value)
    })
}

/// Writes facts.
struct Writer<'a> {
    page: &'a Page,
    ontology: &'a Ontology,
    facts: PageFacts,
}

impl Writer<'_> {
    /// Where the page is from: its address, or what it was called.
    fn source(&self) -> String {
        match &self.page.url {
            Some(url) => {
                let mut url = url.clone();
                url.set_fragment(None);
                url.to_string()
            }
            None => self.page.name.clone(),
        }
    }

    fn evidence(&self, found: &FoundText) -> Evidence {
        Evidence {
            node: found.node,
            path: self.page.tree.path(found.node),
            text: found.text.clone(),
            field: found.field.clone(),
            confidence: found.confidence,
        }
    }

    fn individual(&mut self, checked: Checked, mark: Mark<'_>) -> String {
        let class = self.ontology.classes[checked.class].iri.clone();
        let iri = individual_iri(&class, &self.source(), mark);
        self.facts.individuals.push(Individual { iri: iri.clone(), class: class.clone(), label: checked.name });
        for (property, literal, found) in &checked.values {
            let evidence = self.evidence(found);
            let property = self.ontology.properties[*property].iri.clone();
            let value = Value::Literal(literal.clone());
            self.facts.statements.push(Statement { subject: iri.clone(), property, value, evidence });
        }
        for (found, reason) in checked.misfits {
            let evidence = self.evidence(&found);
            let property = Some(self.ontology.properties[found.property].iri.clone());
            self.facts.raw.push(Raw { subject: iri.clone(), property, name: found.field, reason, evidence });
        }
        for (name, found) in checked.unnamed {
            let evidence = self.evidence(&found);
            let examples = vec![found.text];
            let unknown = UnknownName { name: name.clone(), class: class.clone(), examples, taken_for: None };
            self.facts.unknown.push(unknown);
            let reason = Reason::UnknownName;
            self.facts.raw.push(Raw { subject: iri.clone(), property: None, name, reason, evidence });
        }
        for (name, found) in checked.guessed {
            let taken_for = Some(self.ontology.properties[found.property].iri.clone());
            let examples = vec![found.value];
            self.facts.unknown.push(UnknownName { name, class: class.clone(), examples, taken_for });
        }
        iri
    }

    /// What was found of individuals of which too little is known.
    fn doubtful(&mut self, subject: Option<&str>, all: Vec<Checked>) {
        for checked in all {
            let values = checked.values.into_iter().map(|(_, _, found)| (found, Reason::Doubtful));
            for (found, reason) in values.chain(checked.misfits) {
                let evidence = self.evidence(&found);
                let property = Some(self.ontology.properties[found.property].iri.clone());
                let subject = subject.unwrap_or_default().to_owned();
                self.facts.raw.push(Raw { subject, property, name: found.field, reason, evidence });
            }
        }
    }

    fn link(&mut self, subject: &str, link: usize, iri: String, evidence: Evidence) {
        let property = self.ontology.properties[link].iri.clone();
        let path = self.page.tree.path(evidence.node);
        let value = Value::Individual(iri);
        let evidence = Evidence { path, ..evidence };
        self.facts.statements.push(Statement { subject: subject.to_owned(), property, value, evidence });
    }
}
