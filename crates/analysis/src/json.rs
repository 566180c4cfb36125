//! JSON as pages hold it: objects in the order they are written, numbers as they are written, and the usual slips
//! overlooked. What it means is the matter of others.
//!
//! The text is first made clean, which is one pass over its characters; a real parser reads the rest.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

/// No block is longer than this.
const MAX_BYTES: usize = 8 << 20;

/// A value. Numbers and truths are texts, since nobody computes with them here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Json {
    Null,
    Text(String),
    List(Vec<Json>),
    /// Names are not unique: what is written twice is here twice.
    Object(Vec<(String, Json)>),
}

/// The values of a block, each with what is wrong instead if that ends the reading. There is one value, but some pages
/// write several after one another, or a bracket too many after the last. Nesting is bounded by the parser, which
/// refuses what is deeper than 128.
pub(crate) fn parse(text: &str) -> Vec<Result<Json, String>> {
    if text.len() > MAX_BYTES {
        return vec![Err(format!("{} bytes are too many", text.len()))];
    }
    let clean = cleaned(text);
    let values = serde_json::Deserializer::from_str(&clean).into_iter();
    // The place of an error in the cleaned text would mislead.
    let reason = |error: serde_json::Error| error.to_string().split(" at line ").next().unwrap_or_default().to_owned();
    values.map(|value| value.map_err(reason)).collect()
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Json, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Text(value.to_string()))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = values.next_element()? {
            list.push(value);
        }
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut object = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            object.push(entry);
        }
        Ok(Json::Object(object))
    }
}

/// The text without what pages put around JSON and into it by mistake, and with its numbers in quotes, so that they
/// stay as written: `19.90` and the twenty digits of an article number are more than a machine's numbers keep.
fn cleaned(text: &str) -> String {
    let mut clean = String::with_capacity(text.len() + text.len() / 8);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => copy_string(rest, &mut clean),
            '0'..='9' | '-' if !rest.starts_with("-->") => copy_number(rest, &mut clean),
            _ => match wrapping(rest) {
                Some(length) => length,
                None => {
                    if matches!(first, '}' | ']') {
                        drop_trailing_comma(&mut clean);
                    }
                    clean.push(first);
                    first.len_utf8()
                }
            },
        };
        rest = &rest[length..];
    }
    clean
}

/// Copies the string at the beginning of the text and says how long it is. Line breaks and tabs, which must not stand
/// in it, become spaces, and a backslash before a letter that needs none is left out.
fn copy_string(text: &str, clean: &mut String) -> usize {
    clean.push('"');
    let mut characters = text.char_indices().skip(1).peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => {
                clean.push('"');
                return at + 1;
            }
            '\\' => match characters
                .next_if(|(_, next)| matches!(next, '"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't' | 'u'))
            {
                Some((_, next)) => clean.extend(['\\', next]),
                None => continue,
            },
            '\0'..='\x1F' => clean.push(' '),
            _ => clean.push(character),
        }
    }
    text.len()
}

fn copy_number(text: &str, clean: &mut String) -> usize {
    let is_number = |character: char| character.is_ascii_digit() || matches!(character, '+' | '-' | '.' | 'e' | 'E');
    let length = text.find(|character| !is_number(character)).unwrap_or(text.len());
    clean.extend(["\"", &text[..length], "\""]);
    length
}

/// How much of the text, which is not within a string, is no JSON but harmless: comments of HTML and of scripts, the
/// marks of character data, a last semicolon, a byte order mark.
fn wrapping(text: &str) -> Option<usize> {
    if text.starts_with("/*") {
        return Some(text.find("*/").map_or(text.len(), |end| end + 2));
    }
    if text.starts_with("//") {
        // The marks of character data are often behind two slashes, with all the JSON in the same line.
        let marks = ["//<![CDATA[", "// <![CDATA[", "//]]>", "// ]]>", "//-->", "// -->"];
        let mark = marks.iter().find(|mark| text.starts_with(**mark)).map(|mark| mark.len());
        return mark.or_else(|| Some(text.find('\n').unwrap_or(text.len())));
    }
    let marks = ["<!--", "-->", "<![CDATA[", "]]>", ";", "\u{FEFF}"];
    marks.iter().find(|mark| text.starts_with(**mark)).map(|mark| mark.len())
}

/// A comma before a closing bracket is one too many.
fn drop_trailing_comma(clean: &mut String) {
    let kept = clean.trim_end();
    if kept.ends_with(',') {
        clean.truncate(kept.len() - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Json {
        Json::Text(text.to_owned())
    }

    #[test]
    fn order_and_numbers_are_as_written() {
        let object = |entries: &[(&str, Json)]| {
            Json::Object(entries.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
        };
        let read = parse(r#"{"z": 19.90, "a": [-1e5, 12345678901234567890123, true, null], "z": "\u00e4\n"}"#);
        let list = Json::List(vec![text("-1e5"), text("12345678901234567890123"), text("true"), Json::Null]);
        assert_eq!(read, [Ok(object(&[("z", text("19.90")), ("a", list), ("z", text("ä\n"))]))]);
    }

    #[test]
    fn the_usual_slips_are_overlooked() {
        let good = parse(r#"{"a": ["b c"]}"#);
        for slip in [
            "<!--\n{\"a\": [\"b c\"]}\n-->",
            "<![CDATA[{\"a\": [\"b c\"]}]]>",
            "//<![CDATA[\n{\"a\": [\"b c\"]}\n//]]>",
            "//<![CDATA[ {\"a\": [\"b c\"]} //]]>",
            "/* <![CDATA[ */{\"a\": [\"b c\"]}/* ]]> */",
            "\u{FEFF}{\"a\": [\"b c\",\n],\n};",
            "{\"a\": [\"b\nc\"]}",
            "{\"a\": [\"b\\ c\"]} // the end",
        ] {
            assert_eq!(parse(slip), good, "{slip}");
        }
        assert_eq!(parse("[[1]]]]>"), parse("[[1]]"));
        assert_eq!(parse("{} {}").len(), 2);
        assert_eq!(parse("[]}"), [Ok(Json::List(Vec::new())), Err("expected value".to_owned())]);
        assert_eq!(
            parse(r#"["http://a.example/ // <!-- ,]"]"#),
            [Ok(Json::List(vec![text("http://a.example/ // <!-- ,]")]))]
        );
    }

    #[test]
    fn what_is_no_json_is_an_error() {
        for broken in ["{", "{\"a\": }", "{'a': 1}", "[\"a", "[\"\\", "nothing", "{\"a\": \"b\"c\"}", "\"\\ud800\""] {
            assert!(matches!(parse(broken)[..], [Err(_)]), "{broken}");
        }
        assert_eq!(parse(""), []);
        assert_eq!(parse(&"[".repeat(1000)), [Err("recursion limit exceeded".to_owned())]);
        assert!(matches!(parse(&" ".repeat(MAX_BYTES + 1))[..], [Err(_)]));
    }
}
