//! The text of a query, put together from terms. A value can only be a term, and whatever is in it, it is that term
//! in the query and nothing else: a stranger's text ends no string, and a stranger's address no bracket.

use std::error::Error;
use std::fmt::{self, Write as _};

use job::Failure;
use oxrdf::{Literal, NamedNode, Term, Variable};

/// What stands in a place of a statement or a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slot {
    /// Whatever fits.
    Variable(Variable),
    /// This one. A blank node has no name that a query could say, and is refused.
    Term(Term),
}

impl Slot {
    /// A text without a language.
    pub fn text(text: impl Into<String>) -> Slot {
        Slot::Term(Literal::new_simple_literal(text).into())
    }
}

impl From<Variable> for Slot {
    fn from(variable: Variable) -> Slot {
        Slot::Variable(variable)
    }
}

impl From<Term> for Slot {
    fn from(term: Term) -> Slot {
        Slot::Term(term)
    }
}

impl From<NamedNode> for Slot {
    fn from(node: NamedNode) -> Slot {
        Slot::Term(node.into())
    }
}

impl From<Literal> for Slot {
    fn from(literal: Literal) -> Slot {
        Slot::Term(literal.into())
    }
}

/// How two things are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// They are the same.
    Equal,
    /// They are not.
    Different,
    /// The first is less.
    Less,
    /// The first is not more.
    AtMost,
    /// The first is more.
    More,
    /// The first is not less.
    AtLeast,
}

/// What has to be true of a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// Two things compare so.
    Compare(Slot, Comparison, Slot),
    /// The text of the one contains this one, whatever the case of their letters.
    Contains(Variable, String),
    /// It is one of these.
    OneOf(Variable, Vec<Term>),
    /// It has a value.
    Bound(Variable),
    /// The condition is not true.
    Not(Box<Condition>),
    /// All of them are.
    All(Vec<Condition>),
    /// One of them is.
    Any(Vec<Condition>),
}

/// What a query looks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// A statement.
    Statement(Slot, Slot, Slot),
    /// These within a graph.
    Graph(Slot, Vec<Pattern>),
    /// These, if there are such.
    Optional(Vec<Pattern>),
    /// That there are none such.
    Without(Vec<Pattern>),
    /// The ones or the others.
    Either(Vec<Vec<Pattern>>),
    /// One of these values.
    Values(Variable, Vec<Term>),
    /// What has to be true.
    Filter(Condition),
}

/// By what rows are ordered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// The smallest first.
    Up(Variable),
    /// The largest first.
    Down(Variable),
}

/// Whether equal rows are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rows {
    /// As they come.
    #[default]
    All,
    /// Each once.
    Distinct,
}

/// A query for rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Select {
    /// The columns, in their order.
    pub columns: Vec<Variable>,
    /// Whether equal rows are kept.
    pub rows: Rows,
    /// What is looked for.
    pub patterns: Vec<Pattern>,
    /// By what rows are ordered.
    pub order: Vec<Order>,
    /// How many rows are wanted.
    pub limit: Option<usize>,
}

/// Why something cannot be said in a query.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TextError {
    /// It is no whole address.
    Iri(String),
    /// It is no language.
    Language(String),
    /// It is no name of a variable.
    Variable(String),
    /// It is a blank node.
    BlankNode,
    /// Nothing to choose from, or no column.
    Empty,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Iri(iri) => write!(f, "{iri:?} is no address that a query could name"),
            TextError::Language(language) => write!(f, "{language:?} is no language"),
            TextError::Variable(name) => write!(f, "{name:?} is no name of a variable"),
            TextError::BlankNode => f.write_str("a blank node has no name that a query could say"),
            TextError::Empty => f.write_str("there is nothing to choose from"),
        }
    }
}

impl Error for TextError {}

impl Failure for TextError {
    fn code(&self) -> &'static str {
        match self {
            TextError::Iri(_) => "query-text-iri",
            TextError::Language(_) => "query-text-language",
            TextError::Variable(_) => "query-text-variable",
            TextError::BlankNode => "query-text-blank-node",
            TextError::Empty => "query-text-empty",
        }
    }
}

impl Select {
    /// The query as text.
    ///
    /// # Errors
    ///
    /// If an address, a language or a variable is none, or a value is a blank node.
    pub fn text(&self) -> Result<String, TextError> {
        let mut written = Written::default();
        written.0 += match self.rows {
            Rows::All => "SELECT",
            Rows::Distinct => "SELECT DISTINCT",
        };
        if self.columns.is_empty() {
            return Err(TextError::Empty);
        }
        for column in &self.columns {
            written.variable(column)?;
        }
        written.0 += " WHERE";
        written.group(&self.patterns)?;
        if !self.order.is_empty() {
            written.0 += " ORDER BY";
        }
        for order in &self.order {
            let (Order::Up(variable) | Order::Down(variable)) = order;
            written.0 += if matches!(order, Order::Up(_)) { " ASC(" } else { " DESC(" };
            written.variable(variable)?;
            written.0 += ")";
        }
        if let Some(limit) = self.limit {
            _ = write!(written.0, " LIMIT {limit}");
        }
        Ok(written.0)
    }
}

/// What has been written. Each part begins with a space, so that no two of them run together.
#[derive(Default)]
struct Written(String);

impl Written {
    fn group(&mut self, patterns: &[Pattern]) -> Result<(), TextError> {
        self.0 += " {";
        for pattern in patterns {
            self.pattern(pattern)?;
        }
        self.0 += " }";
        Ok(())
    }

    fn pattern(&mut self, pattern: &Pattern) -> Result<(), TextError> {
        match pattern {
            Pattern::Statement(subject, predicate, object) => {
                [subject, predicate, object].into_iter().try_for_each(|slot| self.slot(slot))?;
                self.0 += " .";
            }
            Pattern::Graph(graph, patterns) => {
                self.0 += " GRAPH";
                self.slot(graph)?;
                self.group(patterns)?;
            }
            Pattern::Optional(patterns) => {
                self.0 += " OPTIONAL";
                self.group(patterns)?;
            }
            Pattern::Without(patterns) => {
                self.0 += " FILTER NOT EXISTS";
                self.group(patterns)?;
            }
            Pattern::Either(sides) => {
                for (number, side) in sides.iter().enumerate() {
                    self.0 += if number == 0 { "" } else { " UNION" };
                    self.group(side)?;
                }
                if sides.is_empty() {
                    return Err(TextError::Empty);
                }
            }
            Pattern::Values(variable, terms) => {
                self.0 += " VALUES";
                self.variable(variable)?;
                self.0 += " {";
                terms.iter().try_for_each(|term| self.term(term))?;
                self.0 += " }";
            }
            Pattern::Filter(condition) => {
                self.0 += " FILTER";
                self.condition(condition)?;
            }
        }
        Ok(())
    }

    /// A condition in brackets.
    fn condition(&mut self, condition: &Condition) -> Result<(), TextError> {
        self.0 += " (";
        match condition {
            Condition::Compare(one, comparison, other) => {
                self.slot(one)?;
                self.0 += match comparison {
                    Comparison::Equal => " =",
                    Comparison::Different => " !=",
                    Comparison::Less => " <",
                    Comparison::AtMost => " <=",
                    Comparison::More => " >",
                    Comparison::AtLeast => " >=",
                };
                self.slot(other)?;
            }
            Condition::Contains(variable, text) => {
                self.0 += " CONTAINS( LCASE( STR(";
                self.variable(variable)?;
                self.0 += " ) ), LCASE(";
                self.literal(&Literal::new_simple_literal(text))?;
                self.0 += " ) )";
            }
            Condition::OneOf(variable, terms) => {
                self.variable(variable)?;
                self.0 += " IN (";
                for (number, term) in terms.iter().enumerate() {
                    self.0 += if number == 0 { "" } else { "," };
                    self.term(term)?;
                }
                self.0 += ")";
            }
            Condition::Bound(variable) => {
                self.0 += " BOUND(";
                self.variable(variable)?;
                self.0 += " )";
            }
            Condition::Not(inner) => {
                self.0 += " !";
                self.condition(inner)?;
            }
            Condition::All(inner) => self.several(inner, " &&")?,
            Condition::Any(inner) => self.several(inner, " ||")?,
        }
        self.0 += " )";
        Ok(())
    }

    fn several(&mut self, conditions: &[Condition], between: &str) -> Result<(), TextError> {
        for (number, condition) in conditions.iter().enumerate() {
            self.0 += if number == 0 { "" } else { between };
            self.condition(condition)?;
        }
        if conditions.is_empty() { Err(TextError::Empty) } else { Ok(()) }
    }

    fn slot(&mut self, slot: &Slot) -> Result<(), TextError> {
        match slot {
            Slot::Variable(variable) => self.variable(variable),
            Slot::Term(term) => self.term(term),
        }
    }

    /// Terms can be made without being looked at, so that each is looked at here.
    fn variable(&mut self, variable: &Variable) -> Result<(), TextError> {
        let name = variable.as_str();
        // Our own code names variables, and needs no other letters.
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return Err(TextError::Variable(name.to_owned()));
        }
        _ = write!(self.0, " ?{name}");
        Ok(())
    }

    fn term(&mut self, term: &Term) -> Result<(), TextError> {
        match term {
            Term::NamedNode(node) => {
                self.0 += " ";
                self.iri(node.as_str())
            }
            Term::Literal(literal) => self.literal(literal),
            Term::BlankNode(_) => Err(TextError::BlankNode),
        }
    }

    fn iri(&mut self, iri: &str) -> Result<(), TextError> {
        NamedNode::new(iri).map_err(|_| TextError::Iri(iri.to_owned()))?;
        _ = write!(self.0, "<{iri}>");
        Ok(())
    }

    fn literal(&mut self, literal: &Literal) -> Result<(), TextError> {
        self.0 += " \"";
        for letter in literal.value().chars() {
            match letter {
                '"' => self.0 += "\\\"",
                '\\' => self.0 += "\\\\",
                '\n' => self.0 += "\\n",
                '\r' => self.0 += "\\r",
                '\t' => self.0 += "\\t",
                letter if letter.is_control() => _ = write!(self.0, "\\u{:04X}", u32::from(letter)),
                letter => self.0.push(letter),
            }
        }
        self.0 += "\"";
        if let Some(language) = literal.language() {
            Literal::new_language_tagged_literal("", language).map_err(|_| TextError::Language(language.to_owned()))?;
            _ = write!(self.0, "@{language}");
        } else if literal.datatype() != oxrdf::vocab::xsd::STRING {
            self.0 += "^^";
            self.iri(literal.datatype().as_str())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use spargebra::Query;
    use spargebra::algebra::{Expression, Function, GraphPattern};
    use spargebra::term::{TermPattern, TriplePattern};

    use super::*;
    use crate::sparql::parse::{Prefixes, parse};

    fn variable(name: &str) -> Variable {
        Variable::new(name).unwrap()
    }

    fn predicate() -> NamedNode {
        NamedNode::new("http://a.invalid/p").unwrap()
    }

    /// One statement with a value, and two conditions with it.
    fn select(object: &Term, searched: &str) -> Select {
        Select {
            columns: vec![variable("s")],
            patterns: vec![
                Pattern::Statement(variable("s").into(), predicate().into(), object.clone().into()),
                Pattern::Filter(Condition::Compare(variable("s").into(), Comparison::Less, object.clone().into())),
                Pattern::Filter(Condition::Contains(variable("s"), searched.to_owned())),
            ],
            ..Select::default()
        }
    }

    /// What the parser has to make of it.
    fn intended(object: &Term, searched: &str) -> Query {
        let (pattern, value): (TermPattern, Expression) = match object {
            Term::NamedNode(node) => (node.clone().into(), node.clone().into()),
            Term::Literal(literal) => (literal.clone().into(), literal.clone().into()),
            Term::BlankNode(_) => panic!("a blank node"),
        };
        let triple = TriplePattern { subject: variable("s").into(), predicate: predicate().into(), object: pattern };
        let subject = || Box::new(Expression::from(variable("s")));
        let lower = |inner| Expression::FunctionCall(Function::LCase, vec![inner]);
        let searched = Expression::from(Literal::new_simple_literal(searched));
        let texts = [Expression::FunctionCall(Function::Str, vec![*subject()]), searched].map(lower).to_vec();
        let filter = Expression::And(
            Box::new(Expression::Less(subject(), Box::new(value))),
            Box::new(Expression::FunctionCall(Function::Contains, texts)),
        );
        let inner =
            GraphPattern::Filter { expr: filter, inner: Box::new(GraphPattern::Bgp { patterns: vec![triple] }) };
        let pattern = GraphPattern::Project { inner: Box::new(inner), variables: vec![variable("s")] };
        Query::Select { dataset: None, pattern, base_iri: None }
    }

    fn check(object: &Term, searched: &str) -> Result<(), TestCaseError> {
        let text = select(object, searched).text().unwrap();
        let parsed = parse(&text, &Prefixes::default());
        let parsed = parsed.map_err(|error| TestCaseError::fail(format!("{text}: {error}")))?;
        prop_assert_eq!(parsed, intended(object, searched), "{}", text);
        Ok(())
    }

    /// Texts that want out of their quotes.
    fn nasty() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            Just("\"".to_owned()),
            Just("'".to_owned()),
            Just("\\".to_owned()),
            Just("\"\"\"".to_owned()),
            Just("\n".to_owned()),
            Just("\r".to_owned()),
            Just("} UNION {".to_owned()),
            Just("> } #".to_owned()),
            Just("<http://a>".to_owned()),
            Just("\\u0022".to_owned()),
            Just("\\\"".to_owned()),
            Just("$1".to_owned()),
            any::<char>().prop_map(String::from),
            "[\\x00-\\x7f]{0,3}",
        ];
        prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #[test]
        fn a_text_is_that_text_and_nothing_else(value in nasty(), searched in nasty()) {
            check(&Literal::new_simple_literal(value).into(), &searched)?;
        }

        #[test]
        fn a_typed_text_is_that_text(value in nasty(), datatype in "[a-z()';,!*&=+$#/-]{0,9}") {
            let datatype = NamedNode::new(format!("urn:x:{datatype}"));
            prop_assume!(datatype.is_ok());
            let datatype = datatype.unwrap();
            check(&Literal::new_typed_literal(value, datatype).into(), "")?;
        }

        #[test]
        fn an_address_is_that_address_or_refused(end in nasty(), scheme in prop_oneof!["urn:", "http://a/", "", "a:", "//"]) {
            let iri = NamedNode::new_unchecked(format!("{scheme}{end}"));
            match select(&iri.clone().into(), "").text() {
                Err(error) => prop_assert_eq!(error, TextError::Iri(iri.as_str().to_owned())),
                Ok(_) => check(&iri.into(), "")?,
            }
        }

        #[test]
        fn a_language_is_one_or_refused(language in prop_oneof![nasty(), "[a-z]{2}(-[a-z0-9]{2,8}){0,2}"]) {
            let literal = Literal::new_language_tagged_literal_unchecked("a", language);
            match select(&literal.clone().into(), "").text() {
                Err(error) => prop_assert!(matches!(error, TextError::Language(_))),
                Ok(_) => {
                    let language = literal.language().unwrap_or_default().to_ascii_lowercase();
                    check(&Literal::new_language_tagged_literal_unchecked("a", language).into(), "")?;
                }
            }
        }

        #[test]
        fn a_variable_is_one_or_refused(name in prop_oneof![nasty(), "[a-z]{1,3}"]) {
            let select = Select { columns: vec![Variable::new_unchecked(&name)], ..Select::default() };
            if let Ok(text) = select.text() {
                let expected = Query::Select {
                    dataset: None,
                    pattern: GraphPattern::Project {
                        inner: Box::new(GraphPattern::default()),
                        variables: vec![Variable::new_unchecked(name)],
                    },
                    base_iri: None,
                };
                prop_assert_eq!(parse(&text, &Prefixes::default()).unwrap(), expected);
            }
        }
    }

    #[test]
    fn all_that_can_be_said_is_read() {
        let (s, o) = (variable("s"), variable("o"));
        let term = || Term::from(predicate());
        let statement = || Pattern::Statement(s.clone().into(), predicate().into(), o.clone().into());
        let select = Select {
            columns: vec![s.clone(), o.clone()],
            rows: Rows::Distinct,
            patterns: vec![
                Pattern::Graph(predicate().into(), vec![statement()]),
                Pattern::Optional(vec![statement()]),
                Pattern::Without(vec![statement()]),
                Pattern::Either(vec![vec![statement()], vec![]]),
                Pattern::Values(s.clone(), vec![term(), Literal::from(5).into()]),
                Pattern::Filter(Condition::Any(vec![
                    Condition::OneOf(s.clone(), vec![term(), term()]),
                    Condition::Not(Box::new(Condition::All(vec![Condition::Bound(o.clone())]))),
                    Condition::Compare(Slot::text("a"), Comparison::Different, Literal::from(true).into()),
                ])),
            ],
            order: vec![Order::Up(s.clone()), Order::Down(o)],
            limit: Some(10),
        };
        let text = select.text().unwrap();
        parse(&text, &Prefixes::default()).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(Select::default().text(), Err(TextError::Empty));
        let blank = Term::BlankNode(oxrdf::BlankNode::default());
        let pattern = Pattern::Values(s.clone(), vec![blank]);
        assert_eq!(
            Select { columns: vec![s], patterns: vec![pattern], ..Select::default() }.text(),
            Err(TextError::BlankNode)
        );
    }
}
