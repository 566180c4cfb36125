//! What a query may look like before anything reads it: the parser and the evaluator follow its nesting with their own
//! calls, and would leave their stack on a query that was made to do so.
//!
//! The text is gone through once, without understanding it. Brackets may be nested so deep, and chains of operators,
//! which the algebra nests as well, may be so long; both far beyond what people and programs write.

use super::QueryError;

/// Bytes of the longest query.
const MOST_BYTES: usize = 4 << 20;
/// Brackets within brackets.
const MOST_NESTED: usize = 96;
/// Operators, and words that nest what stands before them.
const MOST_OPERATORS: usize = 4000;

/// Words that make what they stand behind a part of something larger.
const NESTING_WORDS: [&str; 10] =
    ["union", "optional", "minus", "filter", "bind", "exists", "graph", "lateral", "select", "values"];

/// Checks a query before it is parsed.
pub(super) fn check(query: &str) -> Result<(), QueryError> {
    if query.len() > MOST_BYTES {
        return Err(QueryError::TooLong { most: MOST_BYTES });
    }
    let mut rest = Text { bytes: query.as_bytes(), at: 0 };
    let (mut depth, mut operators) = (0usize, 0usize);
    while let Some(byte) = rest.next() {
        match byte {
            b'#' => rest.skip_line(),
            b'"' | b'\'' => rest.skip_string(byte),
            b'<' if rest.is_iri() => rest.skip_iri(),
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'!' | b'+' | b'-' | b'*' | b'/' | b'|' | b'^' | b'&' | b'=' | b'<' | b'>' => operators += 1,
            b'?' | b'$' => rest.skip_word(),
            byte if byte.is_ascii_alphabetic() => {
                let word = rest.word();
                operators += usize::from(NESTING_WORDS.iter().any(|nesting| word.eq_ignore_ascii_case(nesting)));
            }
            _ => {}
        }
        if depth > MOST_NESTED {
            return Err(QueryError::TooDeep { most: MOST_NESTED });
        }
        if operators > MOST_OPERATORS {
            return Err(QueryError::TooComplex { most: MOST_OPERATORS });
        }
    }
    Ok(())
}

struct Text<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Text<'a> {
    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        byte
    }

    fn skip_line(&mut self) {
        while self.next().is_some_and(|byte| byte != b'\n' && byte != b'\r') {}
    }

    /// A string in single or in triple quotes. One that does not end is the parser's to complain about.
    fn skip_string(&mut self, quote: u8) {
        if self.bytes[self.at..].starts_with(&[quote, quote]) {
            self.at += 2;
            while let Some(byte) = self.next() {
                match byte {
                    b'\\' => self.at += 1,
                    byte if byte == quote && self.bytes[self.at..].starts_with(&[quote, quote]) => {
                        self.at += 2;
                        return;
                    }
                    _ => {}
                }
            }
        } else {
            while let Some(byte) = self.next() {
                match byte {
                    b'\\' => self.at += 1,
                    b'\n' | b'\r' => return,
                    byte if byte == quote => return,
                    _ => {}
                }
            }
        }
    }

    /// Whether what follows a `<` is an IRI, and not a comparison.
    fn is_iri(&self) -> bool {
        let ends = |byte: &u8| matches!(byte, 0..=b' ' | b'<' | b'>' | b'"' | b'{' | b'}' | b'|' | b'^' | b'`');
        self.bytes[self.at.min(self.bytes.len())..].iter().find(|byte| ends(byte)) == Some(&b'>')
    }

    fn skip_iri(&mut self) {
        while self.next().is_some_and(|byte| byte != b'>') {}
    }

    fn skip_word(&mut self) {
        while self.bytes.get(self.at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_') {
            self.at += 1;
        }
    }

    /// The word whose first letter was just read.
    fn word(&mut self) -> &'a str {
        let begin = self.at - 1;
        self.skip_word();
        std::str::from_utf8(&self.bytes[begin..self.at]).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_queries_pass() {
        for query in [
            "SELECT * { ?s ?p ?o FILTER(?o < 5 && ?o > 3) }",
            "# ((((\nASK { <http://a/(((> ?p \"((((\" , '''(((' '''  }",
            &format!("SELECT * {{ VALUES ?x {{ {} }} }}", "\"a\" ".repeat(50_000)),
        ] {
            assert!(check(query).is_ok(), "{query}");
        }
    }

    #[test]
    fn what_is_nested_too_deep_is_refused() {
        for (open, close) in [("{", "}"), ("(", ")"), ("[", "]")] {
            assert!(matches!(check(&(open.repeat(97) + &close.repeat(97))), Err(QueryError::TooDeep { .. })));
        }
        assert!(matches!(check(&"\"a\" ( ?x < ".repeat(97)), Err(QueryError::TooDeep { .. })));
    }

    #[test]
    fn chains_that_are_too_long_are_refused() {
        for link in ["!", "-", "1+", "^", "a/", "|| ?x ", "{} UNION ", "OPTIONAL {}", "BIND(1 AS ?x)", "FILTER(true)"] {
            assert!(matches!(check(&link.repeat(4001)), Err(QueryError::TooComplex { .. })), "{link}");
        }
    }

    #[test]
    fn a_string_that_does_not_end_hides_nothing_behind_its_line() {
        assert!(matches!(check(&format!("\"abc\n{}", "(".repeat(97))), Err(QueryError::TooDeep { .. })));
    }
}
