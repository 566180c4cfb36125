//! Reads a pattern from what a person wrote, and says what is wrong, where, and what to do about it.

use std::fmt;
use std::str::FromStr;

use job::Failure;

use super::{Part, Pattern, Slot, Times};

/// No pattern has more tags, texts and groups; a page of a real site is not described by so many.
const MOST_PARTS: usize = 2_000;
/// Groups stand within groups so deep and no deeper.
const DEEPEST: usize = 32;

/// Why a pattern cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatternError {
    /// Which character is wrong; the first is 1.
    pub position: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What may be wrong with a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// A `<` without its `>`.
    TagWithoutEnd,
    /// No name of a tag.
    NoTagName(String),
    /// A tag with more than its name.
    Attributes(String),
    /// A `{` without its `}`, or a name that is no slot.
    UnknownSlot(String),
    /// Something that is no tag, slot or group.
    Unexpected(char),
    /// A `(` without its `)`.
    GroupWithoutEnd,
    /// A `)` without its `(`.
    EndWithoutGroup,
    /// A group that does not say how often it comes.
    GroupWithoutTimes,
    /// A group that may come without any tag or text, for ever.
    EmptyGroup,
    /// Nothing in the pattern must be there.
    NothingNeeded,
    /// Nothing in the pattern is wanted.
    NoValue,
    /// Too many parts.
    TooLong,
    /// Groups within groups within groups.
    TooDeep,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: ", self.position)?;
        match &self.problem {
            Problem::TagWithoutEnd => write!(f, "this tag does not end; write it as <td> or </td>"),
            Problem::NoTagName(name) => write!(f, "{name:?} is no name of a tag; write for example <td> or </td>"),
            Problem::Attributes(name) => write!(f, "attributes are not compared; write only <{name}>"),
            Problem::UnknownSlot(slot) => {
                write!(f, "{slot:?} is no slot; text is written as {{property}}, {{value}} or {{text}}")
            }
            Problem::Unexpected(character) => write!(
                f,
                "{character:?} cannot stand here; text is written as {{property}}, {{value}} or {{text}}, tags as <td>"
            ),
            Problem::GroupWithoutEnd => write!(f, "this group does not end; close it with )+, )? or )*"),
            Problem::EndWithoutGroup => write!(f, "no group is open here; remove the ) or open one before it with ("),
            Problem::GroupWithoutTimes => write!(f, "how often does this group come? write )+, )? or )*"),
            Problem::EmptyGroup => {
                write!(f, "this group would repeat nothing for ever; put a tag or text into it that is not optional")
            }
            Problem::NothingNeeded => {
                write!(f, "this pattern would match nothing at all; write a tag or text that is not optional")
            }
            Problem::NoValue => write!(f, "this pattern finds nothing; write {{value}} where the wanted text stands"),
            Problem::TooLong => write!(f, "patterns end after {MOST_PARTS} tags and texts; describe one record only"),
            Problem::TooDeep => write!(f, "groups stand in each other at most {DEEPEST} deep; take some apart"),
        }
    }
}

impl std::error::Error for PatternError {}

impl Failure for PatternError {
    fn code(&self) -> &'static str {
        match &self.problem {
            Problem::TagWithoutEnd => "pattern-tag-without-end",
            Problem::NoTagName(_) => "pattern-no-tag-name",
            Problem::Attributes(_) => "pattern-attributes",
            Problem::UnknownSlot(_) => "pattern-unknown-slot",
            Problem::Unexpected(_) => "pattern-unexpected",
            Problem::GroupWithoutEnd => "pattern-group-without-end",
            Problem::EndWithoutGroup => "pattern-end-without-group",
            Problem::GroupWithoutTimes => "pattern-group-without-times",
            Problem::EmptyGroup => "pattern-empty-group",
            Problem::NothingNeeded => "pattern-nothing-needed",
            Problem::NoValue => "pattern-no-value",
            Problem::TooLong => "pattern-too-long",
            Problem::TooDeep => "pattern-too-deep",
        }
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        let mut reader = Reader { text, at: 0, parts: 0 };
        let parts = reader.parts(0)?;
        if reader.rest().starts_with(')') {
            return Err(reader.error(reader.at, Problem::EndWithoutGroup));
        }
        if is_empty(&parts) {
            return Err(reader.error(0, Problem::NothingNeeded));
        }
        let pattern = Pattern { parts };
        if !pattern.slots().contains(&Slot::Value) {
            return Err(reader.error(0, Problem::NoValue));
        }
        Ok(pattern)
    }
}

/// Whether a page with nothing in it has all that these parts need.
fn is_empty(parts: &[Part]) -> bool {
    parts.iter().all(|part| match part {
        Part::Group(parts, times) => *times != Times::Once || is_empty(parts),
        _ => false,
    })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    parts: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn error(&self, at: usize, problem: Problem) -> PatternError {
        PatternError { position: self.text[..at].chars().count() + 1, problem }
    }

    /// All parts up to the end of the group, or of the pattern.
    fn parts(&mut self, depth: usize) -> Result<Vec<Part>, PatternError> {
        let mut parts = Vec::new();
        loop {
            self.at = self.text.len() - self.rest().trim_start().len();
            let from = self.at;
            let part = match self.rest().chars().next() {
                None | Some(')') => return Ok(parts),
                Some('<') => self.tag()?,
                Some('{') => self.slot()?,
                Some('(') if depth == DEEPEST => return Err(self.error(from, Problem::TooDeep)),
                Some('(') => self.group(depth)?,
                Some(other) => return Err(self.error(from, Problem::Unexpected(other))),
            };
            self.parts += 1;
            if self.parts > MOST_PARTS {
                return Err(self.error(from, Problem::TooLong));
            }
            parts.push(part);
        }
    }

    fn tag(&mut self) -> Result<Part, PatternError> {
        let from = self.at;
        let inside = self.enclosed('>').ok_or_else(|| self.error(from, Problem::TagWithoutEnd))?;
        let (closes, name) = match inside.strip_prefix('/') {
            Some(name) => (true, name.trim()),
            None => (false, inside.strip_suffix('/').unwrap_or(inside).trim()),
        };
        if !name.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return Err(self.error(from, Problem::NoTagName(name.to_owned())));
        }
        if let Some((name, _)) = name.split_once(|character: char| character.is_whitespace() || character == '/') {
            return Err(self.error(from, Problem::Attributes(name.to_owned())));
        }
        // Names are in lower case, but for a few of SVG that have capitals within; people may write <TR>.
        let shouted = !name.contains(|character: char| character.is_ascii_lowercase());
        let name = if shouted { name.to_ascii_lowercase() } else { name.to_owned() };
        Ok(if closes { Part::Close(name) } else { Part::Open(name) })
    }

    fn slot(&mut self) -> Result<Part, PatternError> {
        let from = self.at;
        let unknown = |slot: &str| Problem::UnknownSlot(page::clipped(slot, 20));
        let rest = self.rest();
        let name = self.enclosed('}').ok_or_else(|| self.error(from, unknown(rest)))?;
        match name.trim() {
            "property" => Ok(Part::Slot(Slot::Property)),
            "value" => Ok(Part::Slot(Slot::Value)),
            "text" => Ok(Part::Slot(Slot::Text)),
            _ => Err(self.error(from, unknown(&rest[..name.len() + 2]))),
        }
    }

    fn group(&mut self, depth: usize) -> Result<Part, PatternError> {
        let from = self.at;
        self.at += 1;
        let parts = self.parts(depth + 1)?;
        if !self.rest().starts_with(')') {
            return Err(self.error(from, Problem::GroupWithoutEnd));
        }
        self.at += 1;
        let times = match self.rest().chars().next() {
            Some('?') => Times::Optional,
            Some('+') => Times::Once,
            Some('*') => Times::Any,
            _ => return Err(self.error(from, Problem::GroupWithoutTimes)),
        };
        self.at += 1;
        if is_empty(&parts) {
            return Err(self.error(from, Problem::EmptyGroup));
        }
        Ok(Part::Group(parts, times))
    }

    /// What stands between the character here and the next `end`, which is passed.
    fn enclosed(&mut self, end: char) -> Option<&'a str> {
        let inside = &self.rest()[1..];
        let inside = &inside[..inside.find(end)?];
        self.at += inside.len() + 2;
        Some(inside)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&match text.parse::<Pattern>() {
            Ok(pattern) => pattern.to_string(),
            Err(error) => error.to_string(),
        });
    }

    #[test]
    fn what_a_person_writes_is_read() {
        check(
            "<tr><td>{property}</td><td>{value}</td></tr>",
            expect![["<tr><td>{property}</td><td>{value}</td></tr>"]],
        );
        check(
            " <TR>\n  ( <td> { value } </td> )+ (<br/>)? (<hr>)* </ tr >",
            expect!["<tr>(<td>{value}</td>)+(<br>)?(<hr>)*</tr>"],
        );
        check("<linearGradient>{value}", expect!["<linearGradient>{value}"]);
    }

    #[test]
    fn errors_say_where_and_what_to_do() {
        check(
            "",
            expect!["character 1: this pattern would match nothing at all; write a tag or text that is not optional"],
        );
        check("<p>(<b>{value}</b>", expect!["character 4: this group does not end; close it with )+, )? or )*"]);
        check("<p>{value})", expect!["character 11: no group is open here; remove the ) or open one before it with ("]);
        check("<p>(<b>)</p>", expect!["character 4: how often does this group come? write )+, )? or )*"]);
        check(
            "((<b>)?)+",
            expect![
                "character 1: this group would repeat nothing for ever; put a tag or text into it that is not optional"
            ],
        );
        check("<p", expect!["character 1: this tag does not end; write it as <td> or </td>"]);
        check("<1>", expect![[r#"character 1: "1" is no name of a tag; write for example <td> or </td>"#]]);
        check("<p><td class=x>", expect!["character 4: attributes are not compared; write only <td>"]);
        check(
            "<p>{prop}</p>",
            expect![[r#"character 4: "{prop}" is no slot; text is written as {property}, {value} or {text}"#]],
        );
        check(
            "价<p>",
            expect![
                "character 1: '价' cannot stand here; text is written as {property}, {value} or {text}, tags as <td>"
            ],
        );
        check(
            "<p>{text}</p>",
            expect!["character 1: this pattern finds nothing; write {value} where the wanted text stands"],
        );
        check(&"(".repeat(40), expect!["character 33: groups stand in each other at most 32 deep; take some apart"]);
        check(
            &"<p>".repeat(2001),
            expect!["character 6001: patterns end after 2000 tags and texts; describe one record only"],
        );
    }

    fn parts() -> impl Strategy<Value = Vec<Part>> {
        let slot = prop_oneof![Just(Slot::Property), Just(Slot::Value), Just(Slot::Text)];
        let name = prop_oneof![Just("td".to_owned()), Just("b".to_owned()), Just("h1".to_owned())];
        let leaf =
            prop_oneof![name.clone().prop_map(Part::Open), name.prop_map(Part::Close), slot.prop_map(Part::Slot),];
        let times = prop_oneof![Just(Times::Optional), Just(Times::Once), Just(Times::Any)];
        let part = leaf.prop_recursive(3, 12, 4, move |inner| {
            (prop::collection::vec(inner, 1..4), times.clone()).prop_map(|(parts, times)| Part::Group(parts, times))
        });
        prop::collection::vec(part, 1..6)
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(parts in parts()) {
            let pattern = Pattern { parts };
            if let Ok(read) = pattern.to_string().parse::<Pattern>() {
                prop_assert_eq!(read, pattern);
            }
        }

        #[test]
        fn nothing_makes_the_reader_panic(text in "[<>/(){}a-z+?* é]{0,30}") {
            let _ = text.parse::<Pattern>();
        }
    }
}
