//! The tokenizer as we drive it: every case in each of its initial states, tokens printed one per line.

use std::cell::RefCell;

use html5ever::tokenizer::states::{self, State};
use html5ever::tokenizer::{EndTag, StartTag, Token, TokenSink, TokenSinkResult, TokenizerOpts};
use serde_json::Value;

use super::{KnownFailure, Outcome, files, suite};
use crate::tree::{PIECE, drive};

/// Cases that fail, and why.
const KNOWN_FAILURES: &[KnownFailure] = &[];

#[test]
fn tokenizer() {
    let Some(folder) = suite("tokenizer") else { return };
    let mut outcome = Outcome::default();
    for (file, bytes) in files(&folder, "test") {
        let suite: Value = serde_json::from_slice(&bytes).unwrap();
        // The "XML violation" cases describe a tokenizer that rewrites its input for XML, which ours does not.
        let Some(cases) = suite.get("tests").and_then(Value::as_array) else { continue };
        for (number, case) in cases.iter().enumerate() {
            let is_escaped = case.get("doubleEscaped").is_some_and(|flag| flag == true);
            // Lone surrogates cannot reach the tokenizer: its input is a Rust string.
            let Some(input) = unescape(case["input"].as_str().unwrap(), is_escaped) else { continue };
            let Some(expected) = print_expected(&case["output"], is_escaped) else { continue };
            let default = vec![Value::from("Data state")];
            for state in case.get("initialStates").and_then(Value::as_array).unwrap_or(&default) {
                let state = state.as_str().unwrap();
                let options = TokenizerOpts {
                    initial_state: Some(initial_state(state)),
                    last_start_tag_name: case.get("lastStartTag").map(|tag| tag.as_str().unwrap().to_owned()),
                    ..TokenizerOpts::default()
                };
                // Where the source is cut into pieces must not matter.
                for piece in [PIECE, 1, 3] {
                    let (printer, _) = drive(&input, Printer::default(), options.clone(), piece);
                    let case = format!("{file}:{} {state}, pieces of {piece}", number + 1);
                    outcome.record(case, &input, &printer.finish(), &expected);
                }
            }
        }
    }
    outcome.check("tokenizer", KNOWN_FAILURES);
}

fn initial_state(name: &str) -> State {
    match name {
        "Data state" => states::Data,
        "PLAINTEXT state" => states::Plaintext,
        "RCDATA state" => states::RawData(states::Rcdata),
        "RAWTEXT state" => states::RawData(states::Rawtext),
        "Script data state" => states::RawData(states::ScriptData),
        "CDATA section state" => states::CdataSection,
        other => panic!("an initial state that the suite did not have: {other}"),
    }
}

/// The text behind `\uXXXX` escapes, which some cases write twice; `None` if it holds lone surrogates.
fn unescape(text: &str, is_escaped: bool) -> Option<String> {
    if !is_escaped {
        return Some(text.to_owned());
    }
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        units.extend(rest[..at].encode_utf16());
        units.push(u16::from_str_radix(&rest[at + 2..at + 6], 16).unwrap());
        rest = &rest[at + 6..];
    }
    units.extend(rest.encode_utf16());
    String::from_utf16(&units).ok()
}

fn print_expected(tokens: &Value, is_escaped: bool) -> Option<String> {
    let printer = Printer::default();
    for token in tokens.as_array().unwrap() {
        let text = |index: usize| match &token[index] {
            Value::Null => Some(None),
            value => unescape(value.as_str().unwrap(), is_escaped).map(Some),
        };
        match token[0].as_str().unwrap() {
            "Character" => printer.characters(&text(1)??),
            "Comment" => printer.line(format!("comment {:?}", text(1)??)),
            "EndTag" => printer.line(format!("end {:?}", text(1)??)),
            "StartTag" => {
                let mut attributes = Vec::new();
                for (name, value) in token[2].as_object().unwrap() {
                    attributes.push((unescape(name, is_escaped)?, unescape(value.as_str().unwrap(), is_escaped)?));
                }
                printer.start_tag(&text(1)??, attributes, token.get(3).is_some_and(|flag| flag == true));
            }
            "DOCTYPE" => printer.line(format!("doctype {:?} {:?} {:?} {}", text(1)?, text(2)?, text(3)?, token[4])),
            other => panic!("a token that the suite did not have: {other}"),
        }
    }
    Some(printer.finish())
}

/// Prints tokens as they come, neighbouring characters as one.
#[derive(Default)]
struct Printer {
    lines: RefCell<Vec<String>>,
    characters: RefCell<String>,
}

impl Printer {
    fn characters(&self, text: &str) {
        self.characters.borrow_mut().push_str(text);
    }

    fn line(&self, line: String) {
        let characters = self.characters.take();
        if !characters.is_empty() {
            self.lines.borrow_mut().push(format!("characters {characters:?}"));
        }
        self.lines.borrow_mut().push(line);
    }

    fn start_tag(&self, name: &str, mut attributes: Vec<(String, String)>, self_closing: bool) {
        attributes.sort();
        let slash = if self_closing { " /" } else { "" };
        self.line(format!("start {name:?} {attributes:?}{slash}"));
    }

    fn finish(self) -> String {
        self.line("end of file".to_owned());
        self.lines.into_inner().join("\n")
    }
}

impl TokenSink for Printer {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(text) => self.characters(&text),
            Token::NullCharacterToken => self.characters("\0"),
            Token::CommentToken(text) => self.line(format!("comment {:?}", &*text)),
            Token::TagToken(tag) => match tag.kind {
                StartTag => {
                    let attributes = tag
                        .attrs
                        .iter()
                        .map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string()))
                        .collect();
                    self.start_tag(&tag.name, attributes, tag.self_closing);
                }
                EndTag => self.line(format!("end {:?}", &*tag.name)),
            },
            Token::DoctypeToken(doctype) => {
                let [name, public, system] =
                    [doctype.name, doctype.public_id, doctype.system_id].map(|part| part.map(|part| part.to_string()));
                self.line(format!("doctype {name:?} {public:?} {system:?} {}", !doctype.force_quirks));
            }
            Token::ParseError(_) | Token::EOFToken => {}
        }
        TokenSinkResult::Continue
    }
}
