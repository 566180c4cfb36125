//! The text of a query as a row of tokens, as the standard cuts it up: without understanding it, but so that nothing is
//! taken for a string, a comment or an address that the parser takes for something else.
//!
//! The parser has no tokens of its own. Where it may go back and read the same letters in another way, this one refuses
//! the text (strings), or writes it so that there is one way only (addresses, see [`Iri::is_ambiguous`]).

/// A piece of a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// `(`, `[`, `{`, or `<<`, which nests in a later version of the language.
    Open(u8),
    /// `)`, `]` or `}`.
    Close,
    /// An address in angle brackets.
    Iri(Iri<'a>),
    /// A string, with its datatype's `^^` if it has one.
    Text,
    Number,
    /// A variable, without its mark.
    Variable(&'a str),
    /// A name with a prefix, or a blank node: the prefix is what stands before the colon.
    Name(&'a str),
    /// A word without a colon.
    Word(&'a str),
    /// One character that puts things together.
    Operator(u8),
    /// What separates: `.`, `;`, `,`; a language; and what no query has.
    Other,
}

/// What stands between angle brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Iri<'a>(pub(super) &'a str);

impl<'a> Iri<'a> {
    /// What the parser could take for a comparison with something behind it, if it is so inclined: `?a<b(c>d)` has an
    /// address to the standard, and to the parser perhaps none. Behind `//` it cannot go on with a comparison.
    fn part_in_doubt(self) -> &'a str {
        match self.0.split_once("//") {
            // A backslash may make the slash behind it a letter of a name.
            Some((before, _)) if !before.contains('\\') => before,
            _ => self.0,
        }
    }

    fn is_harmless(letter: char) -> bool {
        letter.is_ascii_alphanumeric() || !letter.is_ascii() || ":?%._~@\\".contains(letter)
    }

    /// Whether anything in it could be taken for brackets, strings, comments or operators.
    pub(super) fn is_ambiguous(self) -> bool {
        !self.part_in_doubt().chars().all(Iri::is_harmless)
    }

    /// The same address, written so that it can only be an address.
    pub(super) fn unambiguous(self) -> String {
        let doubtful = self.part_in_doubt();
        let mut written = String::with_capacity(self.0.len() + 16);
        for letter in doubtful.chars() {
            match letter {
                letter if Iri::is_harmless(letter) => written.push(letter),
                letter => written += &format!("\\u{:04X}", u32::from(letter)),
            }
        }
        written + &self.0[doubtful.len()..]
    }
}

/// What is wrong, and at which byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Flaw {
    pub(super) at: usize,
    pub(super) message: &'static str,
}

/// Goes through a query.
#[derive(Clone, Debug)]
pub(super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn of(text: &'a str) -> Tokens<'a> {
        Tokens { text, at: 0 }
    }

    /// Where it has come to.
    pub(super) fn place(&self) -> usize {
        self.at
    }

    /// The next token with the byte where it begins.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Token<'a>)>, Flaw> {
        self.skip_space();
        let begin = self.at;
        let Some(byte) = self.byte(0) else { return Ok(None) };
        self.at += 1;
        let token = match byte {
            b'(' | b'[' | b'{' => Token::Open(byte),
            b')' | b']' | b'}' => Token::Close,
            b'"' | b'\'' => self.string(byte, begin)?,
            b'<' => self.angle(),
            b'?' | b'$' if self.byte(0).is_some_and(is_word) => Token::Variable(self.word()),
            b'0'..=b'9' => self.number(),
            b':' => self.name(begin),
            b'@' => {
                self.skip_while(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
                Token::Other
            }
            b'!' | b'+' | b'-' | b'*' | b'/' | b'|' | b'^' | b'&' | b'=' | b'>' | b'?' | b'$' => Token::Operator(byte),
            byte if is_word(byte) => {
                self.at = begin;
                let word = self.word();
                if self.byte(0) == Some(b':') {
                    self.at += 1;
                    self.name(begin)
                } else {
                    Token::Word(word)
                }
            }
            _ => Token::Other,
        };
        Ok(Some((begin, token)))
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    fn skip_while(&mut self, fits: impl Fn(u8) -> bool) {
        while self.byte(0).is_some_and(&fits) {
            self.at += 1;
        }
    }

    fn skip_space(&mut self) {
        loop {
            self.skip_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
            if self.byte(0) != Some(b'#') {
                return;
            }
            self.skip_while(|byte| byte != b'\n' && byte != b'\r');
        }
    }

    /// Letters, digits, underscores, and whatever is not ASCII.
    fn word(&mut self) -> &'a str {
        let begin = self.at;
        self.skip_while(is_word);
        &self.text[begin..self.at]
    }

    fn number(&mut self) -> Token<'a> {
        self.skip_while(|byte| byte.is_ascii_digit());
        let sign = usize::from(matches!(self.byte(1), Some(b'+' | b'-')));
        if matches!(self.byte(0), Some(b'e' | b'E')) && self.byte(1 + sign).is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1 + sign;
            self.skip_while(|byte| byte.is_ascii_digit());
        }
        Token::Number
    }

    /// What follows the colon of a name. It does not begin with a hyphen, may have dots within it, and a backslash
    /// makes any sign a letter.
    fn name(&mut self, begin: usize) -> Token<'a> {
        let prefix = &self.text[begin..self.at - 1];
        if self.byte(0) == Some(b'-') {
            return Token::Name(prefix);
        }
        self.local();
        let dots = self.text[self.at..].bytes().take_while(|byte| *byte == b'.').count();
        if dots > 0 && self.byte(dots).is_some_and(is_local) {
            self.at += dots;
            self.local();
        }
        Token::Name(prefix)
    }

    fn local(&mut self) {
        while let Some(byte) = self.byte(0).filter(|byte| is_local(*byte)) {
            let next = if byte == b'\\' { self.text[self.at + 1..].chars().next() } else { None };
            self.at += 1 + next.map_or(0, char::len_utf8);
        }
    }

    /// `<` may begin an address. The standard takes the longest token, so that it does if it can.
    fn angle(&mut self) -> Token<'a> {
        let rest = &self.text[self.at..];
        match rest.bytes().position(ends_iri) {
            Some(length) if begins_iri(rest) => {
                self.at += length + 1;
                Token::Iri(Iri(&rest[..length]))
            }
            Some(0) if rest.starts_with('<') && !begins_iri(&rest[1..]) => {
                self.at += 1;
                Token::Open(b'<')
            }
            _ => Token::Operator(b'<'),
        }
    }

    /// A string in single or in triple quotes. One that does not end, or has an escape that there is not, is refused:
    /// the parser would go back, and read its quotes in another way.
    fn string(&mut self, quote: u8, begin: usize) -> Result<Token<'a>, Flaw> {
        let is_long = self.byte(0) == Some(quote) && self.byte(1) == Some(quote);
        if is_long {
            self.at += 2;
        }
        loop {
            let Some(byte) = self.byte(0) else {
                return Err(Flaw { at: begin, message: "the string that begins here does not end" });
            };
            self.at += 1;
            match byte {
                b'\\' => self.escape()?,
                b'\n' | b'\r' if !is_long => {
                    return Err(Flaw { at: begin, message: "the string that begins here does not end on its line" });
                }
                byte if byte == quote && !is_long => break,
                byte if byte == quote && self.byte(0) == Some(quote) && self.byte(1) == Some(quote) => {
                    self.at += 2;
                    break;
                }
                _ => {}
            }
        }
        let mut behind = self.clone();
        behind.skip_space();
        if behind.text[behind.at..].starts_with("^^") {
            self.at = behind.at + 2;
        }
        Ok(Token::Text)
    }

    /// What follows a backslash in a string.
    fn escape(&mut self) -> Result<(), Flaw> {
        let flaw = Flaw { at: self.at - 1, message: "a string has no such escape; write \\\\ for a backslash" };
        let byte = self.byte(0).ok_or(flaw)?;
        self.at += 1;
        let digits = match byte {
            b't' | b'b' | b'n' | b'r' | b'f' | b'"' | b'\'' | b'\\' => return Ok(()),
            b'u' => 4,
            b'U' => 8,
            _ => return Err(flaw),
        };
        let code = self.text.get(self.at..self.at + digits).filter(|code| code.bytes().all(|b| b.is_ascii_hexdigit()));
        let letter = code.and_then(|code| u32::from_str_radix(code, 16).ok()).and_then(char::from_u32);
        self.at += digits;
        letter.map(|_| ()).ok_or(flaw)
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii()
}

/// A letter of a name behind its colon.
fn is_local(byte: u8) -> bool {
    is_word(byte) || b"-:%\\".contains(&byte)
}

/// What no address has.
fn ends_iri(byte: u8) -> bool {
    matches!(byte, 0..=b' ' | b'<' | b'>' | b'"' | b'{' | b'}' | b'|' | b'^' | b'`')
}

/// Whether what follows a `<` is an address.
fn begins_iri(rest: &str) -> bool {
    rest.bytes().find(|byte| ends_iri(*byte)) == Some(b'>')
}
