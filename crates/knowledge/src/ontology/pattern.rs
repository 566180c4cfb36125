//! The patterns of datatypes: XML Schema's regular expressions, in the syntax of ours.
//!
//! A pattern of XML Schema is of the whole text, knows no anchors, and has classes for the characters of XML names. The
//! engine takes time in proportion to the text, whatever the pattern; its size is bounded here.

use std::error::Error;
use std::fmt;

use job::Failure;
use regex::{Regex, RegexBuilder};

/// Bytes of a pattern. The longest in use (all postal codes of a country) are below a thousand.
const MAX_PATTERN: usize = 4096;

/// Bytes of a compiled pattern, a tenth of what the engine allows. Enough for a few hundred repeated classes.
const MAX_COMPILED: usize = 1 << 20;

/// A form of texts.
#[derive(Clone, Debug)]
pub struct Pattern {
    source: String,
    whole: Regex,
    inside: Regex,
}

/// Why a pattern cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadPattern {
    /// It has more bytes than are read.
    TooLong {
        /// How many it has.
        bytes: usize,
        /// How many it may have.
        limit: usize,
    },
    /// It is short, and yet stands for too much.
    TooLarge,
    /// It is no regular expression: what the engine says of it.
    Syntax(String),
}

impl fmt::Display for BadPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPattern::TooLong { bytes, limit } => {
                write!(f, "it has {bytes} bytes, and no more than {limit} are read")
            }
            BadPattern::TooLarge => f.write_str("it is too large when compiled"),
            BadPattern::Syntax(message) => f.write_str(message),
        }
    }
}

impl Error for BadPattern {}

impl Failure for BadPattern {
    fn code(&self) -> &'static str {
        match self {
            BadPattern::TooLong { .. } => "datatype-pattern-too-long",
            BadPattern::TooLarge => "datatype-pattern-too-large",
            BadPattern::Syntax(_) => "datatype-pattern-syntax",
        }
    }
}

impl Pattern {
    /// Compiles a pattern of XML Schema.
    ///
    /// # Errors
    ///
    /// If it cannot be used.
    pub fn new(source: &str) -> Result<Pattern, BadPattern> {
        if source.len() > MAX_PATTERN {
            return Err(BadPattern::TooLong { bytes: source.len(), limit: MAX_PATTERN });
        }
        let ours = translated(source);
        let whole = compiled(&format!("^(?:{ours})$"))?;
        let inside = compiled(&ours)?;
        Ok(Pattern { source: source.to_owned(), whole, inside })
    }

    /// As it stands in the ontology.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Whether the whole text has the form.
    pub fn is_match(&self, text: &str) -> bool {
        self.whole.is_match(text)
    }

    /// The first part of the text that has the form and is no part of a longer word or number.
    pub fn find<'a>(&self, text: &'a str) -> Option<&'a str> {
        // A text has few candidates; the bound is for texts made to have many.
        let stands_alone = |found: &regex::Match<'_>| {
            let before = text[..found.start()].chars().next_back();
            let after = text[found.end()..].chars().next();
            let first = found.as_str().chars().next();
            let last = found.as_str().chars().next_back();
            !found.is_empty() && !goes_on(before, first) && !goes_on(last, after)
        };
        self.inside.find_iter(text).take(100).find(stands_alone).map(|found| found.as_str())
    }
}

/// Whether two characters beside one another belong to one word or number.
fn goes_on(left: Option<char>, right: Option<char>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => {
            (left.is_numeric() && right.is_numeric()) || (left.is_alphabetic() && right.is_alphabetic())
        }
        _ => false,
    }
}

fn compiled(pattern: &str) -> Result<Regex, BadPattern> {
    let built = RegexBuilder::new(pattern).size_limit(MAX_COMPILED).dfa_size_limit(MAX_COMPILED).nest_limit(50).build();
    built.map_err(|error| match error {
        regex::Error::CompiledTooBig(_) => BadPattern::TooLarge,
        error => {
            // The last line says what; those before draw the pattern with a mark below it.
            let words = error.to_string();
            BadPattern::Syntax(words.lines().last().unwrap_or_default().trim_start_matches("error: ").to_owned())
        }
    })
}

/// The pattern in our syntax. Anchors are ordinary characters in XML Schema, but whoever writes them at the ends means
/// anchors.
fn translated(source: &str) -> String {
    let source = source.strip_prefix('^').unwrap_or(source);
    let is_anchored = source.ends_with('$') && !source.ends_with("\\$");
    let source = if is_anchored { &source[..source.len() - 1] } else { source };
    let mut ours = String::with_capacity(source.len() + 8);
    let mut depth = 0_usize;
    let mut characters = source.chars().peekable();
    let mut previous = ' ';
    while let Some(c) = characters.next() {
        match c {
            '\\' => escape(characters.next(), depth > 0, &mut ours),
            '[' if depth == 0 || previous == '-' => {
                // Between classes, one minus sign takes away in theirs, two in ours.
                ours.push_str(if depth > 0 { "-[" } else { "[" });
                depth += 1;
            }
            '[' => ours.push_str("\\["),
            ']' => {
                depth = depth.saturating_sub(1);
                ours.push(']');
            }
            // The operators of our classes are doubled signs; single ones may be escaped.
            '&' | '~' if depth > 0 => ours.extend(['\\', c]),
            '^' if previous != '[' => ours.push_str("\\^"),
            '$' => ours.push_str("\\$"),
            _ => ours.push(c),
        }
        previous = if c == '\\' { ' ' } else { c };
    }
    ours
}

/// An escape in our syntax.
fn escape(c: Option<char>, is_class: bool, ours: &mut String) {
    let (open, close) = if is_class { ("", "") } else { ("[", "]") };
    let mut class = |members: &str| ours.extend([open, members, close]);
    match c {
        Some('i') => class("\\p{L}_:"),
        Some('c') => class("\\p{L}\\p{N}\\p{M}\\-._:·"),
        Some('I') if !is_class => ours.push_str("[^\\p{L}_:]"),
        Some('C') if !is_class => ours.push_str("[^\\p{L}\\p{N}\\p{M}\\-._:·]"),
        Some(c) => ours.extend(['\\', c]),
        None => ours.push('\\'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn patterns_are_translated() {
        for (pattern, yes, no, inside) in [
            ("[0-9]{6}", "600519", "a600519", Some(("code: 600519", "600519"))),
            ("[$€£] ?[0-9][0-9,.]*", "$61,550", "61,550", Some(("MSRP: $61,550", "$61,550"))),
            ("97[89]([- ]?[0-9]){10}", "978-0316125581", "0316125581", Some((": 9780316125581", "9780316125581"))),
            ("^[a-z]+$", "abc", "ab1", None),
            ("a^b$c", "a^b$c", "abc", None),
            ("[a-z-[aeiou]]+", "xyz", "xaz", None),
            (r"\i\c*", "_a-1", "1a", None),
            (r"[\i&&]+", "a&", "1", None),
            ("[^0-9]+", "abc", "a1", None),
            ("a|bc", "bc", "abc", None),
            (r"cost: \$", "cost: $", "cost: ", None),
        ] {
            let compiled = Pattern::new(pattern).unwrap();
            assert!(compiled.is_match(yes), "{pattern} {yes}");
            assert!(!compiled.is_match(no), "{pattern} {no}");
            if let Some((text, part)) = inside {
                assert_eq!(compiled.find(text), Some(part), "{pattern}");
            }
        }
        assert_eq!(Pattern::new("[0-9]{3}").unwrap().find("12345"), None);
    }

    proptest! {
        #[test]
        fn any_pattern_compiles_or_says_why(pattern in "[\\[\\]\\\\^$&~a-c(){}0-9,|?*+.ipcI-]{0,20}", text in "[a-c0-9 -]{0,12}") {
            match Pattern::new(&pattern) {
                Ok(pattern) => { let _ = (pattern.is_match(&text), pattern.find(&text)); }
                Err(why) => prop_assert!(!why.to_string().is_empty()),
            }
        }
    }
}
