//! Asking by class, property and value, in the words of people: names stand for all terms that are called so, classes
//! and properties for those below them, and what is true of an individual is true of all that are the same.

use std::collections::BTreeMap;

use knowledge::names::normalised;
use knowledge::ontology::local_name;
use store::sparql::text::{Comparison, Condition, Pattern, Rows, Select, Slot, TextError};
use store::sparql::{Bit, DefaultGraph, Limits, Prefixes, QueryError};
use store::{KnowledgeBase, StoreError, Term, plain};

use super::vocabulary::{Named, UnknownTerm};

const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const LABEL: &str = "http://www.w3.org/2000/01/rdf-schema#label";
const SAME_AS: &str = "http://www.w3.org/2002/07/owl#sameAs";
const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

/// What is asked for.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Question {
    /// A class, by any of its names.
    pub class: Option<String>,
    /// What has to be true of its properties.
    pub wishes: Vec<Wish>,
}

/// What has to be true of a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The property, by any of its names.
    pub property: String,
    /// How its value compares.
    pub relation: Relation,
    /// With what.
    pub value: String,
}

/// How a value compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// It is the same, whatever its letters' case and width; of individuals, what they are called.
    Is,
    /// It contains the words.
    Contains,
    /// It is less.
    Less,
    /// It is not more.
    AtMost,
    /// It is more.
    More,
    /// It is not less.
    AtLeast,
}

impl Wish {
    /// `PROPERTY=VALUE`, or with `~`, `<`, `<=`, `>`, `>=` in the place of `=`.
    pub fn parse(text: &str) -> Option<Wish> {
        let at = text.find(['=', '~', '<', '>'])?;
        let (property, rest) = text.split_at(at);
        let relations = [
            ("<=", Relation::AtMost),
            (">=", Relation::AtLeast),
            ("<", Relation::Less),
            (">", Relation::More),
            ("=", Relation::Is),
            ("~", Relation::Contains),
        ];
        let (value, relation) =
            relations.iter().find_map(|(sign, relation)| Some((rest.strip_prefix(sign)?, *relation)))?;
        let (property, value) = (property.trim(), value.trim());
        let is_whole = !property.is_empty() && !value.is_empty();
        is_whole.then(|| Wish { property: property.to_owned(), relation, value: value.to_owned() })
    }
}

/// An individual that fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its IRI; of several that are the same, the first.
    pub iri: String,
    /// What it is called.
    pub label: Option<String>,
    /// The values that were asked for, wish by wish.
    pub values: Vec<Vec<String>>,
}

/// Why nothing was answered.
#[derive(Debug)]
pub enum AskError {
    /// A name is unknown.
    Name(UnknownTerm),
    /// Neither a class nor a wish.
    Nothing,
    /// A name cannot be said in a query.
    Text(TextError),
    /// The query failed.
    Query(QueryError),
}

impl From<UnknownTerm> for AskError {
    fn from(unknown: UnknownTerm) -> AskError {
        AskError::Name(unknown)
    }
}

impl From<StoreError> for AskError {
    fn from(error: StoreError) -> AskError {
        AskError::Query(error.into())
    }
}

impl From<QueryError> for AskError {
    fn from(error: QueryError) -> AskError {
        AskError::Query(error)
    }
}

impl Question {
    /// The question in SPARQL.
    ///
    /// # Errors
    ///
    /// If a name is unknown.
    pub fn sparql(&self, named: &Named) -> Result<String, AskError> {
        let variable = |name: &str| store::Variable::new_unchecked(name);
        let mut patterns: Vec<Pattern> = Vec::new();
        let mut columns = vec![variable("individual"), variable("label")];
        if self.class.is_none() && self.wishes.is_empty() {
            return Err(AskError::Nothing);
        }
        if let Some(class) = &self.class {
            let classes = named.class(class)?;
            patterns.push(Pattern::Values(variable("class"), iris(&classes)));
            patterns.push(Pattern::Statement(variable("individual").into(), iri(TYPE), variable("class").into()));
        }
        for (number, wish) in self.wishes.iter().enumerate() {
            let value = variable(&format!("value{}", number + 1));
            let property = variable(&format!("property{}", number + 1));
            patterns.push(Pattern::Values(property.clone(), iris(&named.property(&wish.property)?)));
            let same = variable(&format!("same{}", number + 1));
            let first = variable(&format!("first{}", number + 1));
            let said = |of: &store::Variable| {
                Pattern::Statement(of.clone().into(), property.clone().into(), value.clone().into())
            };
            let is = |a: &store::Variable, b: &store::Variable| {
                Pattern::Statement(a.clone().into(), iri(SAME_AS), b.clone().into())
            };
            let individual = variable("individual");
            patterns.push(Pattern::Either(vec![
                vec![said(&individual)],
                vec![is(&individual, &first), said(&first)],
                vec![is(&same, &individual), said(&same)],
                vec![is(&individual, &first), is(&same, &first), said(&same)],
            ]));
            let called = variable(&format!("called{}", number + 1));
            patterns.push(Pattern::Optional(vec![Pattern::Statement(
                value.clone().into(),
                iri(LABEL),
                called.clone().into(),
            )]));
            patterns.push(Pattern::Filter(condition(wish, &value, &called)));
            columns.extend([value, called]);
        }
        let label = Pattern::Statement(variable("individual").into(), iri(LABEL), variable("label").into());
        patterns.push(Pattern::Optional(vec![label]));
        let select = Select { columns, rows: Rows::Distinct, patterns, ..Select::default() };
        select.text().map_err(AskError::Text)
    }

    /// Asks it. What is the same is told once, in the order in which it came.
    ///
    /// # Errors
    ///
    /// If a name is unknown, or the query fails.
    pub fn ask(&self, base: &KnowledgeBase, limits: Limits) -> Result<Vec<Found>, AskError> {
        let snapshot = base.read()?;
        let query = self.sparql(&Named::of(&snapshot)?)?;
        let firsts = snapshot.firsts()?;
        let answer = base.query(&query, &Prefixes::default(), DefaultGraph::Union, limits)?;
        let mut found: BTreeMap<(u32, String), Found> = BTreeMap::new();
        let mut order = BTreeMap::new();
        for bit in answer {
            let Bit::Rows(rows) = bit? else { continue };
            for row in rows {
                let mut row = row.into_iter();
                let Some(individual) = row.next().flatten().map(|term| plain(&term)) else { continue };
                let label = row.next().flatten().map(|term| plain(&term));
                let values: Vec<Option<Term>> = row.collect();
                let texts =
                    values.chunks(2).map(|pair| pair.iter().rev().flatten().next().map(plain).unwrap_or_default());
                let texts: Vec<String> = texts.collect();
                let is_meant =
                    |(wish, text): (&Wish, &String)| wish.relation != Relation::Is || is_same_value(text, &wish.value);
                if !self.wishes.iter().zip(&texts).all(is_meant) {
                    continue;
                }
                let first = firsts.get(&individual).cloned().unwrap_or(individual);
                let number = order.len() as u32;
                let place = *order.entry(first.clone()).or_insert(number);
                let new = || Found { iri: first.clone(), label: None, values: vec![Vec::new(); self.wishes.len()] };
                let one = found.entry((place, first.clone())).or_insert_with(new);
                one.label = one.label.take().or(label);
                for (known, text) in one.values.iter_mut().zip(texts) {
                    if !known.contains(&text) {
                        known.push(text);
                    }
                }
            }
        }
        Ok(found.into_values().collect())
    }
}

/// Whether a value is the one that was asked for: the same number, or the same name whatever its looks.
fn is_same_value(text: &str, asked: &str) -> bool {
    let numbers = text.trim().parse::<f64>().ok().zip(asked.trim().parse::<f64>().ok());
    numbers.is_some_and(|(text, asked)| text == asked)
        || normalised(text) == normalised(asked)
        || normalised(local_name(text)) == normalised(asked)
}

/// What a value has to fulfil. Equality is decided later, where names are compared as names are; this lets through what
/// may be equal.
fn condition(wish: &Wish, value: &store::Variable, called: &store::Variable) -> Condition {
    let comparison = match wish.relation {
        Relation::Is | Relation::Contains => {
            // The longest word: marks and spaces between words may be others.
            let mut words: Vec<&str> = wish.value.split(|c: char| !c.is_alphanumeric()).collect();
            words.sort_by_key(|word| std::cmp::Reverse(word.chars().count()));
            let word = match wish.relation {
                Relation::Contains => wish.value.as_str(),
                _ => words.first().copied().unwrap_or_default(),
            };
            let mut any = vec![
                Condition::Contains(value.clone(), word.to_owned()),
                Condition::Contains(called.clone(), word.to_owned()),
            ];
            if wish.relation == Relation::Is && wish.value.trim().parse::<f64>().is_ok() {
                any.push(Condition::Compare(value.clone().into(), Comparison::Equal, literal(&wish.value)));
            }
            return Condition::Any(any);
        }
        Relation::Less => Comparison::Less,
        Relation::AtMost => Comparison::AtMost,
        Relation::More => Comparison::More,
        Relation::AtLeast => Comparison::AtLeast,
    };
    let compared = |with: Slot| Condition::Compare(value.clone().into(), comparison, with);
    let mut any = vec![compared(literal(&wish.value))];
    // Four digits may be a year, which is no number to SPARQL.
    if wish.value.trim().len() == 4 && wish.value.trim().bytes().all(|byte| byte.is_ascii_digit()) {
        any.push(compared(typed(wish.value.trim(), "gYear")));
    }
    Condition::Any(any)
}

/// A number, a date, or a text, by its looks.
fn literal(value: &str) -> Slot {
    let value = value.trim();
    let typed = |name: &str| typed(value, name);
    let is_date = || {
        let parts: Vec<&str> = value.split('-').collect();
        let digits = |part: &&str, count: usize| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit());
        matches!(parts.as_slice(), [y, m, d] if digits(y, 4) && digits(m, 2) && digits(d, 2))
    };
    let plain = value.strip_prefix('-').unwrap_or(value);
    if !plain.is_empty() && plain.bytes().all(|byte| byte.is_ascii_digit()) {
        typed("integer")
    } else if plain.parse::<f64>().is_ok() && plain.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
        typed("decimal")
    } else if is_date() {
        typed("date")
    } else {
        Slot::text(value)
    }
}

fn typed(value: &str, name: &str) -> Slot {
    let datatype = store::NamedNode::new_unchecked(format!("{XSD}{name}"));
    Slot::Term(store::Literal::new_typed_literal(value, datatype).into())
}

fn iri(iri: &str) -> Slot {
    store::NamedNode::new_unchecked(iri).into()
}

fn iris(iris: &[String]) -> Vec<Term> {
    iris.iter().map(|iri| store::NamedNode::new_unchecked(iri.as_str()).into()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_are_read() {
        let wish = |text: &str| Wish::parse(text).map(|wish| (wish.property, wish.relation, wish.value));
        let some = |property: &str, relation, value: &str| Some((property.to_owned(), relation, value.to_owned()));
        assert_eq!(wish("price<=12.5"), some("price", Relation::AtMost, "12.5"));
        assert_eq!(wish("name = a=b"), some("name", Relation::Is, "a=b"));
        assert_eq!(wish("name~Old Har"), some("name", Relation::Contains, "Old Har"));
        assert_eq!(wish("name"), None);
        assert_eq!(wish("=x"), None);
    }

    #[test]
    fn values_are_compared_as_names_are() {
        assert!(is_same_value("Old  Harbour", "old harbour"));
        assert!(is_same_value("12.50", "12.5"));
        assert!(is_same_value("http://x.example/o#Vienna", "vienna"));
        assert!(!is_same_value("Old Harbour Inn", "old harbour"));
    }
}
