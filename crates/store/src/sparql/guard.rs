//! What a query may look like before the parser reads it. The parser and the evaluator follow its nesting with their
//! own calls, and the parser reads some things twice, what is within them four times, and so on: on a query that was
//! made to do so, they would leave their stack or never come back.
//!
//! The limits are far beyond what people and programs write. How deep a query is once it is parsed is looked at again
//! (`shape.rs`).

use std::borrow::Cow;

use super::QueryError;
use super::error::place_of;
use super::tokens::{Iri, Token, Tokens};

/// Bytes of the longest query.
const MOST_BYTES: usize = 4 << 20;
/// Brackets within brackets. The parser takes up to 12 kB of stack for one (an `EXISTS` in a bracket), as measured.
pub(super) const MOST_NESTED: usize = 96;
/// Brackets and operators in all, outside of the data of `VALUES`. Each may put another level around what stands
/// before it, and a query that is dropped takes up to 210 bytes of stack for a level, as measured.
pub(super) const MOST_LINKS: usize = 20_000;
/// Variables, counted each time they occur: the parser compares each with each other.
const MOST_VARIABLES: usize = 20_000;
/// Bytes of names when their prefixes are written out, and of addresses when they are whole.
const MOST_WRITTEN_OUT: usize = 64 << 20;
/// Columns that are brought into the order in which a query has them. Nobody looks at more.
const MOST_COLUMNS: usize = 256;
/// Bytes that the parser reads again, of which it does about one in a microsecond.
const MOST_READ_AGAIN: usize = 1 << 20;

/// Calls of which the parser knows only at their end how many arguments they have; then it reads them again.
const READ_TWICE: [&str; 4] = ["regex", "substr", "replace", "group_concat"];

/// A query that may be parsed.
#[derive(Debug)]
pub(super) struct Checked<'a> {
    /// As the parser is to read it.
    pub(super) text: Cow<'a, str>,
    /// The variables in the order in which they occur, if all of them are asked for.
    pub(super) star: Option<Vec<&'a str>>,
}

/// Checks a query before it is parsed.
pub(super) fn check(query: &str) -> Result<Checked<'_>, QueryError> {
    if query.len() > MOST_BYTES {
        return Err(QueryError::TooLong { most: MOST_BYTES });
    }
    let mut tokens = Tokens::of(query);
    let mut counts = Counts::default();
    let mut text = Cow::Borrowed("");
    let mut copied = 0;
    let mut before = 0;
    loop {
        let next = tokens.next().map_err(|flaw| {
            let place = Some(place_of(query, flaw.at));
            QueryError::Syntax { message: flaw.message.to_owned(), place, prefix: None, known: Vec::new() }
        })?;
        let Some((at, token)) = next else { break };
        if let Token::Iri(iri) = token
            && iri.is_ambiguous()
        {
            // Between the brackets.
            text.to_mut().push_str(&query[copied..=at]);
            text.to_mut().push_str(&Iri::unambiguous(iri));
            copied = at + 1 + iri.0.len();
        }
        counts.take(token, tokens.place() - before)?;
        before = tokens.place();
    }
    let text = if copied == 0 { Cow::Borrowed(query) } else { text + &query[copied..] };
    Ok(Checked { text, star: counts.star.is_all().then_some(counts.variables) })
}

/// What has been seen of a query.
#[derive(Default)]
struct Counts<'a> {
    /// For each open bracket, how often the parser reads what is in it, as a power of two.
    open: Vec<u32>,
    /// The sum of them.
    again: u32,
    links: usize,
    /// Bytes that the parser will read more than once, as often as it does.
    read_again: usize,
    /// Whether what follows is read twice, since it stands behind a `!`.
    is_negated: bool,
    /// The last token, if it was a word.
    word: &'a str,
    data: Data,
    star: Star,
    variables: Vec<&'a str>,
    occurrences: usize,
    /// Bytes of the longest address before the first bracket: a prefix or a base.
    longest_base: usize,
    /// Names and addresses.
    names: usize,
}

/// Where in `VALUES` it is. Its data are flat, however many they are.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Data {
    #[default]
    No,
    Variables,
    /// In data that are in a bracket at this depth.
    Within(usize),
}

/// Whether the outermost `SELECT` asks for everything.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Star {
    #[default]
    Before,
    Select,
    All,
    No,
}

impl Star {
    fn is_all(self) -> bool {
        self == Star::All
    }

    fn after(self, token: Token<'_>) -> Star {
        match (self, token) {
            (Star::Before, Token::Word(word)) if word.eq_ignore_ascii_case("select") => Star::Select,
            (Star::Before, Token::Open(_)) => Star::No,
            (Star::Select, Token::Word(_)) => Star::Select,
            (Star::Select, Token::Operator(b'*')) => Star::All,
            (Star::Select, _) => Star::No,
            (state, _) => state,
        }
    }
}

impl<'a> Counts<'a> {
    fn take(&mut self, token: Token<'a>, bytes: usize) -> Result<(), QueryError> {
        self.star = self.star.after(token);
        self.data = self.data_after(token);
        match token {
            Token::Open(_) => {
                let is_call = READ_TWICE.iter().any(|name| {
                    let begin = self.word.len().checked_sub(name.len());
                    begin.and_then(|begin| self.word.get(begin..)).is_some_and(|end| end.eq_ignore_ascii_case(name))
                });
                let again = u32::from(is_call) + u32::from(self.is_negated);
                self.open.push(again);
                self.again += again;
            }
            Token::Iri(iri) if self.star == Star::Before || self.open.is_empty() => {
                self.longest_base = self.longest_base.max(iri.0.len());
                self.names += 1;
            }
            Token::Name(_) | Token::Iri(_) => self.names += 1,
            Token::Close => self.again -= self.open.pop().unwrap_or_default(),
            Token::Variable(name) => {
                self.occurrences += 1;
                if self.star.is_all() && self.variables.len() < MOST_COLUMNS && !self.variables.contains(&name) {
                    self.variables.push(name);
                }
            }
            _ => {}
        }
        self.is_negated = match token {
            Token::Operator(b'!') => true,
            Token::Word(_) | Token::Name(_) | Token::Iri(_) => self.is_negated,
            _ => false,
        };
        self.word = if let Token::Word(word) = token { word } else { "" };
        let is_link = matches!(token, Token::Open(_) | Token::Operator(_));
        self.links += usize::from(is_link && !matches!(self.data, Data::Within(_)));
        self.read_again = self.read_again.saturating_add(bytes.saturating_mul((1 << self.again.min(32)) - 1));
        self.is_within()
    }

    fn is_within(&self) -> Result<(), QueryError> {
        if self.open.len() > MOST_NESTED {
            return Err(QueryError::TooDeep { most: MOST_NESTED });
        }
        let is_long = self.longest_base.saturating_mul(self.names) > MOST_WRITTEN_OUT;
        if is_long || self.links > MOST_LINKS || self.occurrences > MOST_VARIABLES || self.read_again > MOST_READ_AGAIN
        {
            return Err(QueryError::TooComplex { most: MOST_LINKS });
        }
        Ok(())
    }

    fn data_after(&self, token: Token<'_>) -> Data {
        match (self.data, token) {
            (Data::No, Token::Word(word)) if word.eq_ignore_ascii_case("values") => Data::Variables,
            (Data::Variables, Token::Open(b'{')) => Data::Within(self.open.len()),
            (Data::Variables, Token::Open(b'(') | Token::Close | Token::Variable(_)) => Data::Variables,
            (Data::Within(depth), token) => match token {
                Token::Iri(_) | Token::Text | Token::Number | Token::Name(_) | Token::Word(_) | Token::Other => {
                    self.data
                }
                Token::Operator(b'+' | b'-') => self.data,
                Token::Open(b'(') if self.open.len() == depth + 1 => self.data,
                Token::Close if self.open.len() > depth + 1 => self.data,
                // The end; or what data cannot have, and the parser will not read on.
                _ => Data::No,
            },
            _ => Data::No,
        }
    }
}
