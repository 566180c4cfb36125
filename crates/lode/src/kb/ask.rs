//! Asking by class, property and value, in the words of people: names stand for all terms that are called so, classes
//! and properties for those below them, and what is true of an individual is true of all that are the same.

use std::collections::BTreeMap;

use store::sparql::text::{Condition, Pattern, Rows, Select, Slot, TextError};
use store::sparql::{Bit, DefaultGraph, Limits, Prefixes, QueryError};
use store::{KnowledgeBase, StoreError, Term, plain};

use super::values::Wanted;
use super::vocabulary::{Named, UnknownTerm};

const TYPE: &str = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const LABEL: &str = "http://www.w3.org/2000/01/rdf-schema#label";
const SAME_AS: &str = "http://www.w3.org/2002/07/owl#sameAs";

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
    /// It is less: a number, or a date. A year is the same as each of its days.
    Less,
    /// It is not more.
    AtMost,
    /// It is more.
    More,
    /// It is not less.
    AtLeast,
}

impl Relation {
    /// Whether any two values can be compared so.
    fn is_exact(self) -> bool {
        matches!(self, Relation::Is | Relation::Contains)
    }
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
        // `!=`, `<>`, `=>` and the like mean something that cannot be asked.
        let is_bare_iri = value.starts_with('<') && value.ends_with('>');
        let is_odd = property.ends_with('!') || value.starts_with(['=', '<', '>', '~']) && !is_bare_iri;
        let is_whole = !property.is_empty() && !value.is_empty() && !is_odd;
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
    /// A value that should be less or more than others is neither a number nor a date.
    Order(Wish),
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
    /// The question in SPARQL: it finds all that fits, and may find more. What of it is meant is decided afterwards, as
    /// [`Question::remarks`] say.
    ///
    /// # Errors
    ///
    /// If a name is unknown, or a value has no order and should be less or more.
    pub fn sparql(&self, named: &Named) -> Result<String, AskError> {
        let variable = |name: &str| store::Variable::new_unchecked(name);
        let mut patterns: Vec<Pattern> = Vec::new();
        let mut columns = vec![variable("individual"), variable("label")];
        if self.class.is_none() && self.wishes.is_empty() {
            return Err(AskError::Nothing);
        }
        let has_order = |wish: &&Wish| wish.relation.is_exact() || Wanted::new(&wish.value).has_order();
        if let Some(wish) = self.wishes.iter().find(|wish| !has_order(wish)) {
            return Err(AskError::Order(wish.clone()));
        }
        let naming = iris(&named.naming());
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
            let (name, called) = (variable(&format!("name{}", number + 1)), variable(&format!("called{}", number + 1)));
            patterns.push(Pattern::Optional(vec![
                Pattern::Values(name.clone(), naming.clone()),
                Pattern::Statement(value.clone().into(), name.into(), called.clone().into()),
            ]));
            patterns.extend(condition(wish, &value, &called).map(Pattern::Filter));
            columns.extend([value, called]);
        }
        let label = Pattern::Statement(variable("individual").into(), iri(LABEL), variable("label").into());
        patterns.push(Pattern::Optional(vec![label]));
        let select = Select { columns, rows: Rows::Distinct, patterns, ..Select::default() };
        select.text().map_err(AskError::Text)
    }

    /// What is not in the SPARQL of the question and decided afterwards: a sentence for each wish.
    pub fn remarks(&self) -> Vec<String> {
        let remark = |(number, wish): (usize, &Wish)| {
            let (value, asked) = (number + 1, format!("{:?}", wish.value));
            match wish.relation {
                Relation::Contains => None,
                Relation::Is => Some(format!(
                    "?value{value}, or ?called{value}, is the same as {asked}: as a name whatever its case, width and \
                     marks, as a number whatever its separators, as a date as far as it is told"
                )),
                Relation::Less => Some(format!("?value{value} is less than {asked}, as a number or a date")),
                Relation::AtMost => Some(format!("?value{value} is not more than {asked}, as a number or a date")),
                Relation::More => Some(format!("?value{value} is more than {asked}, as a number or a date")),
                Relation::AtLeast => Some(format!("?value{value} is not less than {asked}, as a number or a date")),
            }
        };
        self.wishes.iter().enumerate().filter_map(remark).collect()
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
        let wanted: Vec<Wanted> = self.wishes.iter().map(|wish| Wanted::new(&wish.value)).collect();
        let answer = base.query_at(snapshot, &query, &Prefixes::default(), DefaultGraph::Union, limits)?;
        let mut found: BTreeMap<(u32, String), Found> = BTreeMap::new();
        let mut order = BTreeMap::new();
        for bit in answer {
            let Bit::Rows(rows) = bit? else { continue };
            for row in rows {
                let mut row = row.into_iter();
                let Some(individual) = row.next().flatten().map(|term| plain(&term)) else { continue };
                let label = row.next().flatten().map(|term| plain(&term));
                let values: Vec<Option<Term>> = row.collect();
                let pairs = || self.wishes.iter().zip(&wanted).zip(values.chunks(2));
                let first_of = |iri: &str| firsts.get(iri).cloned().unwrap_or_else(|| iri.to_owned());
                let is_meant = pairs().all(|((wish, wanted), pair)| match pair {
                    [Some(value), called] => wanted.fits(wish.relation, value, called.as_ref(), first_of),
                    _ => false,
                });
                if !is_meant {
                    continue;
                }
                let texts: Vec<String> = pairs()
                    .map(|(_, pair)| pair.iter().rev().flatten().next().map(plain).unwrap_or_default())
                    .collect();
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

/// What a value has to fulfil already in the query, which lets through all that may be meant.
fn condition(wish: &Wish, value: &store::Variable, called: &store::Variable) -> Option<Condition> {
    let wanted = Wanted::new(&wish.value);
    let word = match wish.relation {
        Relation::Contains => wish.value.as_str(),
        Relation::Is => wanted.word()?,
        _ => return None,
    };
    let contains = |variable: &store::Variable| Condition::Contains(variable.clone(), word.to_owned());
    Some(Condition::Any(vec![contains(value), contains(called)]))
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
        for odd in ["fee!=30", "fee<>30", "fee=>30", "fee=<30", "fee=="] {
            assert_eq!(wish(odd), None, "{odd}");
        }
        assert_eq!(wish("name~Old Har"), some("name", Relation::Contains, "Old Har"));
        assert_eq!(wish("name"), None);
        assert_eq!(wish("=x"), None);
    }
}
