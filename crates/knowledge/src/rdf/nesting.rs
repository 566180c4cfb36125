//! Turtle and TriG are read piece by piece and may be of any size. But a parser remembers every bracket that is open
//! and every prefix, and reads a string that has not ended from its beginning again with each piece: a reader that
//! counts them on the way, and refuses more than anybody writes.
//!
//! It knows just enough of the syntax to know a bracket from a letter. Where the input is not in the syntax it may
//! count wrongly, and the parser says what is wrong.

use std::io::{self, Read};

use super::{Place, RdfError};

/// Brackets within brackets. Ontologies have a dozen.
const MOST_NESTED: usize = 256;

/// Bytes of a string or an address.
const MOST_TEXT: usize = 4 << 20;

/// Prefixes. Each takes a kilobyte of memory.
const MOST_PREFIXES: usize = 100_000;

/// How a prefix is declared, with or without an `@`, in small or in large letters.
const PREFIX: &[u8] = b"prefix";

/// What a byte is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Code,
    /// A byte that stands for itself, whatever it is.
    Escaped,
    Comment,
    Iri,
    /// Behind one or two quotes, of which nobody knows yet how many there will be.
    Quotes(u8, u8),
    Short(u8),
    ShortEscaped(u8),
    /// In triple quotes, of which as many were seen in a row.
    Long(u8, u8),
    LongEscaped(u8),
}

/// Passes on what it reads, until it is nested too deep.
pub(super) struct Nesting<R> {
    inner: R,
    state: State,
    depth: usize,
    /// Bytes of the string or the address that it is in.
    length: usize,
    prefixes: usize,
    /// Letters of the word for a prefix that were seen in a row, if the word began with them.
    seen: Option<usize>,
    place: Place,
}

impl<R: Read> Nesting<R> {
    pub(super) fn new(inner: R) -> Nesting<R> {
        let place = Place { line: 1, column: 1 };
        Nesting { inner, state: State::Code, depth: 0, length: 0, prefixes: 0, seen: Some(0), place }
    }

    /// Takes a byte, or says why not.
    fn take(&mut self, byte: u8) -> Result<(), RdfError> {
        let state = match (self.state, byte) {
            (State::Quotes(quote, 1), byte) if byte == quote => State::Quotes(quote, 2),
            (State::Quotes(quote, 2), byte) if byte == quote => State::Long(quote, 0),
            (State::Quotes(quote, 1), byte) => in_short(quote, byte),
            // Two quotes were an empty string, and this is behind it.
            (State::Quotes(..) | State::Code, byte) => self.in_code(byte),
            (State::Escaped, _) => State::Code,
            (State::Comment, b'\n' | b'\r') => State::Code,
            (State::Iri, b'>') => State::Code,
            (state @ (State::Comment | State::Iri), _) => state,
            (State::Short(quote), byte) => in_short(quote, byte),
            (State::ShortEscaped(quote), _) => State::Short(quote),
            (State::Long(quote, _), b'\\') => State::LongEscaped(quote),
            (State::Long(quote, 2), byte) if byte == quote => State::Code,
            (State::Long(quote, seen), byte) => State::Long(quote, if byte == quote { seen + 1 } else { 0 }),
            (State::LongEscaped(quote), _) => State::Long(quote, 0),
        };
        self.state = state;
        self.length = if matches!(state, State::Code | State::Comment) { 0 } else { self.length + 1 };
        if byte == b'\n' {
            self.place = Place { line: self.place.line + 1, column: 1 };
        } else if byte & 0xc0 != 0x80 {
            self.place.column += 1;
        }
        let place = self.place;
        if self.depth > MOST_NESTED {
            Err(RdfError::TooDeep { place, limit: MOST_NESTED })
        } else if self.length > MOST_TEXT {
            Err(RdfError::LongText { place, limit: MOST_TEXT })
        } else if self.prefixes > MOST_PREFIXES {
            Err(RdfError::Prefixes { limit: MOST_PREFIXES })
        } else {
            Ok(())
        }
    }

    fn in_code(&mut self, byte: u8) -> State {
        self.seen = match self.seen {
            Some(seen) if PREFIX.get(seen).is_some_and(|letter| byte.eq_ignore_ascii_case(letter)) => Some(seen + 1),
            Some(seen) if seen == PREFIX.len() && byte.is_ascii_whitespace() => {
                self.prefixes += 1;
                Some(0)
            }
            // A declaration begins behind a space, an `@`, or what ends something else.
            _ => (byte.is_ascii_whitespace() || b".@<#}".contains(&byte)).then_some(0),
        };
        match byte {
            b'(' | b'[' | b'{' => self.depth += 1,
            b')' | b']' | b'}' => self.depth = self.depth.saturating_sub(1),
            b'#' => return State::Comment,
            b'<' => return State::Iri,
            b'\\' => return State::Escaped,
            b'"' | b'\'' => return State::Quotes(byte, 1),
            _ => {}
        }
        State::Code
    }
}

fn in_short(quote: u8, byte: u8) -> State {
    match byte {
        b'\\' => State::ShortEscaped(quote),
        byte if byte == quote || byte == b'\n' || byte == b'\r' => State::Code,
        _ => State::Short(quote),
    }
}

impl<R: Read> Read for Nesting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        buffer[..count].iter().try_for_each(|byte| self.take(*byte)).map_err(io::Error::other)?;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, is_read: bool) {
        // Byte by byte, so that nothing hangs on what comes at once.
        let mut bytes = Vec::new();
        let mut reader = Nesting::new(text.as_bytes());
        let read = (0..=text.len()).try_for_each(|_| {
            let mut byte = [0];
            reader.read(&mut byte).map(|count| bytes.extend_from_slice(&byte[..count]))
        });
        assert_eq!(read.is_ok(), is_read, "{text:.80}");
        assert!(!is_read || bytes == text.as_bytes());
    }

    #[test]
    fn prefixes_and_long_texts_are_counted() {
        for declared in ["@prefix a: <b> .\n", "PREFIX a: <b>\n", "Prefix\ta: <b>"] {
            check(&declared.repeat(MOST_PREFIXES), true);
            check(&declared.repeat(MOST_PREFIXES + 1), false);
        }
        check(&"prefix:a a:prefix 'prefix a' ".repeat(MOST_PREFIXES + 1), true);
        check(&format!("'{}'", "a".repeat(MOST_TEXT - 2)), true);
        check(&format!("'''{}'''", "a".repeat(MOST_TEXT + 1)), false);
        check(&format!("#{}", "a".repeat(MOST_TEXT + 1)), true);
    }

    #[test]
    fn brackets_are_counted_and_nothing_else() {
        let deep = "([{".repeat(90);
        check(&"(".repeat(256), true);
        check(&deep, false);
        for (open, close) in [("'", "'"), ("\"", "\""), ("'''", "'''"), ("\"\"\"", "\"\"\""), ("<", ">"), ("#", "\n")] {
            check(&format!("{open}{deep}{close}"), true);
            check(&format!("{open}{close}{deep}"), false);
            check(&format!("{open}a{close}{deep}"), false);
        }
        for hidden in [
            "'\\''",
            "\"\\\\\"",
            "''''''",
            "'''a''b'''",
            "'''\\''''",
            "e:a\\'",
            "e:a\\#",
            "''",
            "'' ''",
            "\"a\"@en",
            "#'\n",
            "<'>",
            "'''a\n'''",
            "'a\n",
        ] {
            check(&format!("{hidden} {deep}"), false);
        }
    }
}
