//! From a text to a query that may be evaluated.

use std::collections::HashSet;

use knowledge::rdf::Place;
use spargebra::algebra::GraphPattern;
use spargebra::{Query, SparqlParser};

use super::error::place_of;
use super::growth::longest_to_read;
use super::shape::{Shape, pattern_of, shape};
use super::tokens::{Token, Tokens};
use super::{QueryError, guard};

/// Levels of the algebra. The planner takes the square of them in time (half a second at most), and the planner and
/// the evaluator up to 4.2 kB of stack for each, as measured on chains of all operators; together with the nesting of
/// brackets, of 12 kB each, that is a sixth of the stack they have.
pub(super) const MOST_LEVELS: usize = 2000;
/// Nanoseconds that planning may take: eighty patterns in one join, or a hundred and sixty `OPTIONAL` in a row.
/// Nothing can stop the planner.
const MOST_PLANNING: u64 = 1_100_000_000;
/// Repetitions within repetitions in a path: each goes through all that the one within it has found, also when nobody
/// wants to know any more. `(a/b*)*` has two.
const MOST_REPETITIONS: usize = 4;
/// The part of the memory that one text may take.
const PART: u64 = 8;
/// What is worth naming as missing. Functions could stand almost anywhere.
const STRUCTURE: [&str; 22] = [
    "SELECT",
    "CONSTRUCT",
    "DESCRIBE",
    "ASK",
    "WHERE",
    "FROM",
    "NAMED",
    "AS",
    "BY",
    "LIMIT",
    "OFFSET",
    "EXISTS",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ".",
    ";",
    ",",
    ">",
];
/// Things that could stand at a place and are named in an error.
const MOST_EXPECTED: usize = 6;

/// Prefixes that a query need not declare.
#[derive(Clone, Debug, Default)]
pub struct Prefixes(pub Vec<(String, String)>);

impl Prefixes {
    /// Whoever reads or writes names with them. One that it does not take is left out.
    pub(crate) fn given_to<T: Clone, E>(&self, to: T, with: impl Fn(T, &str, &str) -> Result<T, E>) -> T {
        self.0.iter().fold(to, |all, (prefix, iri)| with(all.clone(), prefix, iri).unwrap_or(all))
    }
}

/// Parses a query, and refuses what must not be evaluated.
pub(super) fn parse(text: &str, prefixes: &Prefixes) -> Result<Query, QueryError> {
    let checked = guard::check(text)?;
    let parser = prefixes.given_to(SparqlParser::new(), |all, prefix, iri| all.with_prefix(prefix, iri));
    let parsed = parser.parse_query(&checked.text);
    let mut query = parsed.map_err(|error| match update(&checked.text) {
        Some(word) => QueryError::Update(word.to_ascii_uppercase()),
        None => syntax(&error.to_string(), &checked.text, prefixes),
    })?;
    let Shape { depth, repetitions, planning, service } = shape(&query);
    if depth > MOST_LEVELS || planning > MOST_PLANNING || repetitions > MOST_REPETITIONS {
        return Err(QueryError::TooComplex { most: MOST_LEVELS });
    }
    if let Some(service) = service {
        return Err(QueryError::Service(service));
    }
    if let Some(order) = checked.star {
        put_columns_in_order(&mut query, &order);
    }
    Ok(query)
}

/// How many bytes a text may have that the query reads, so that what it makes of it in one step is a small part of the
/// memory that it may use.
pub(super) fn longest_to_read_within(query: &Query, memory: u64) -> Result<u64, QueryError> {
    longest_to_read(pattern_of(query), memory / PART).ok_or(QueryError::TooMuchText)
}

/// How many times as long as such a text the texts can be that the query makes of it.
pub(super) fn most_times(longest: u64, memory: u64) -> u64 {
    (memory / PART).div_ceil(longest.max(1))
}

/// How many variables a text names.
pub(super) fn count_variables(text: &str) -> u64 {
    let mut tokens = Tokens::of(text);
    let mut names = HashSet::new();
    while let Ok(Some((_, token))) = tokens.next() {
        if let Token::Variable(name) = token {
            names.insert(name);
        }
    }
    names.len() as u64
}

/// Columns of `SELECT *` come in the order in which the query has them; the parser gives them by the alphabet.
fn put_columns_in_order(query: &mut Query, order: &[&str]) {
    let Query::Select { pattern, .. } = query else { return };
    let mut pattern = pattern;
    loop {
        match pattern {
            GraphPattern::Distinct { inner } | GraphPattern::Reduced { inner } | GraphPattern::Slice { inner, .. } => {
                pattern = inner;
            }
            GraphPattern::Project { variables, .. } => {
                let place = |name: &str| order.iter().position(|known| *known == name).unwrap_or(usize::MAX);
                variables.sort_by_key(|variable| place(variable.as_str()));
                return;
            }
            _ => return,
        }
    }
}

/// What is wrong with a text that the parser did not read. It says where it gave up, as `error at line:column: …`.
fn syntax(message: &str, text: &str, prefixes: &Prefixes) -> QueryError {
    let known: Vec<String> = prefixes.0.iter().map(|(prefix, _)| prefix.clone()).collect();
    let Some((place, expected)) = where_and_what(message) else {
        return QueryError::Syntax { message: message.to_owned(), place: None, prefix: None, known };
    };
    let at = byte_of(text, place);
    if let Some((begin, prefix)) = undeclared(text, prefixes).filter(|(begin, _)| *begin <= at) {
        let (message, place) = (format!("unknown prefix {prefix}:"), Some(place_of(text, begin)));
        return QueryError::Syntax { message, place, prefix: Some(prefix.to_owned()), known };
    }
    let message = if text[at..].trim().is_empty() && is_whole(text) {
        // The parser looks at variables when all is read, and then only remembers how far it had come.
        "the query is written well but makes no sense: perhaps a variable gets a value twice (BIND, AS) or is \
         selected twice, or SELECT has one that is not in GROUP BY"
            .to_owned()
    } else {
        in_words(expected, &text[at..])
    };
    QueryError::Syntax { message, place: Some(place), prefix: None, known }
}

/// The place and the rest of a message of the parser.
fn where_and_what(message: &str) -> Option<(Place, &str)> {
    let (place, expected) = message.strip_prefix("error at ")?.split_once(": ")?;
    let (line, column) = place.split_once(':')?;
    Some((Place { line: line.parse().ok()?, column: column.parse().ok()? }, expected))
}

/// The byte at a place.
fn byte_of(text: &str, place: Place) -> usize {
    let line = text.split_inclusive('\n').take(place.line as usize - 1).map(str::len).sum::<usize>().min(text.len());
    let column = text[line..].chars().take(place.column as usize - 1).map(char::len_utf8).sum::<usize>();
    (line + column).min(text.len())
}

/// The first prefix that nobody has declared, and where.
fn undeclared<'a>(text: &'a str, prefixes: &Prefixes) -> Option<(usize, &'a str)> {
    let mut tokens = Tokens::of(text);
    let mut declared: Vec<&str> = prefixes.0.iter().map(|(prefix, _)| prefix.as_str()).collect();
    let mut is_declaration = false;
    while let Ok(Some((begin, token))) = tokens.next() {
        match token {
            Token::Name(prefix) if is_declaration => declared.push(prefix),
            Token::Name(prefix) if prefix != "_" && !declared.contains(&prefix) => return Some((begin, prefix)),
            _ => {}
        }
        is_declaration = matches!(token, Token::Word(word) if word.eq_ignore_ascii_case("prefix"));
    }
    None
}

/// The word by which a text is an update, if it is one.
fn update(text: &str) -> Option<&str> {
    const UPDATES: [&str; 10] = ["INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "WITH"];
    let mut tokens = Tokens::of(text);
    while let Ok(Some((_, token))) = tokens.next() {
        match token {
            Token::Word(word) if ["prefix", "base"].iter().any(|name| word.eq_ignore_ascii_case(name)) => {}
            Token::Word(word) => return UPDATES.iter().any(|name| word.eq_ignore_ascii_case(name)).then_some(word),
            Token::Name(_) | Token::Iri(_) => {}
            _ => return None,
        }
    }
    None
}

/// Whether as many brackets are closed as are opened, and there are some.
fn is_whole(text: &str) -> bool {
    let mut tokens = Tokens::of(text);
    let (mut opened, mut closed) = (0, 0);
    while let Ok(Some((_, token))) = tokens.next() {
        opened += usize::from(matches!(token, Token::Open(_)));
        closed += usize::from(token == Token::Close);
    }
    opened > 0 && opened == closed
}

/// A message for people: what stands there, and what could stand there instead.
fn in_words(expected: &str, rest: &str) -> String {
    let expected = expected.strip_prefix("expected ").unwrap_or(expected);
    let all = expected.strip_prefix("one of ").unwrap_or(expected);
    // Rules that are no grammar say what is wrong in words; all else is a name or a sign.
    let names: Vec<&str> = all.split(", ").filter(|name| !name.contains('[') && !name.is_empty()).collect();
    let is_sentence = |name: &&&str| name.contains(' ') && !name.starts_with('"');
    if let Some(sentence) = names.iter().find(is_sentence) {
        return match *sentence {
            "IRI parsing failed" => {
                "this is no whole address; give a BASE, or the address with its `http://`".to_owned()
            }
            "Prefix not found" => "this prefix is not declared".to_owned(),
            sentence => sentence.to_owned(),
        };
    }
    let found: String = rest.split_whitespace().next().unwrap_or_default().chars().take(20).collect();
    let found =
        if found.is_empty() { "the query ends too early".to_owned() } else { format!("`{found}` does not fit here") };
    let mut expected: Vec<&str> = names.iter().map(|name| name.trim_matches('"')).collect();
    expected.retain(|name| STRUCTURE.contains(name));
    expected.truncate(MOST_EXPECTED);
    match expected.as_slice() {
        [] => found,
        [one] => format!("{found}; `{one}` would"),
        several => format!("{found}; one of these would: {}", several.join(" ")),
    }
}
