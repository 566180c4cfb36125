//! The families: each is a function that makes files of one idea in several syntaxes or sizes.

use std::io::{self, Read};

use knowledge::rdf::Syntax;

/// A file that never was on a disk.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) syntax: Syntax,
    pub(crate) input: Generated,
}

/// A family and its files.
pub(crate) type Family = (&'static str, fn() -> Vec<Case>);

pub(crate) const FAMILIES: &[Family] = &[
    ("deep Turtle and TriG", deep_turtle),
    ("endless Turtle", endless_turtle),
    ("deep RDF/XML", deep_xml),
    ("entities", entities),
    ("deep JSON-LD", deep_json),
    ("odd JSON-LD", odd_json),
    ("endless tokens", endless_tokens),
    ("cut off", cut_off),
    ("another syntax", another_syntax),
    ("no UTF-8", no_utf8),
    ("prefixes", prefixes),
    ("many nodes", many_nodes),
    ("broken readers", broken_readers),
];

/// A head, a piece that comes again and again with its number in place of `@`, and a tail.
pub(crate) struct Generated {
    ready: io::Cursor<Vec<u8>>,
    piece: Vec<u8>,
    is_numbered: bool,
    done: u64,
    count: u64,
    tail: Vec<u8>,
    fails: bool,
}

impl Read for Generated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.ready.read(buffer)?;
            if count > 0 {
                return Ok(count);
            }
            let mut next = Vec::new();
            while self.done < self.count && next.len() < 1 << 16 {
                if self.is_numbered {
                    let number = self.done.to_string();
                    for byte in &self.piece {
                        if *byte == b'@' { next.extend(number.as_bytes()) } else { next.push(*byte) }
                    }
                } else {
                    next.extend(&self.piece);
                }
                self.done += 1;
            }
            if next.is_empty() {
                if self.fails {
                    return Err(io::Error::other("the cable is cut"));
                }
                next = std::mem::take(&mut self.tail);
            }
            if next.is_empty() {
                return Ok(0);
            }
            self.ready = io::Cursor::new(next);
        }
    }
}

fn case(syntax: Syntax, head: impl Into<Vec<u8>>, piece: &str, count: u64, tail: impl Into<Vec<u8>>) -> Case {
    let (head, tail) = (head.into(), tail.into());
    let name = format!("{syntax} {} {piece:.30} × {count}", String::from_utf8_lossy(&head[..head.len().min(40)]));
    let is_numbered = piece.contains('@');
    let ready = io::Cursor::new(head);
    let input = Generated { ready, piece: piece.as_bytes().to_vec(), is_numbered, done: 0, count, tail, fails: false };
    Case { name, syntax, input }
}

fn whole(syntax: Syntax, bytes: impl Into<Vec<u8>>) -> Case {
    case(syntax, bytes, "", 0, "")
}

const FIRST: &str = "<http://a/s> <http://a/p> <http://a/o> .\n";
const TERSE: [Syntax; 2] = [Syntax::Turtle, Syntax::TriG];
const ALL: [Syntax; 6] =
    [Syntax::Turtle, Syntax::TriG, Syntax::NTriples, Syntax::NQuads, Syntax::RdfXml, Syntax::JsonLd];

fn deep_turtle() -> Vec<Case> {
    let mut cases = Vec::new();
    for syntax in TERSE {
        for piece in ["[ <http://a/p> ", "( ", "[ <http://a/p> ( "] {
            for count in [100, 1_000, 100_000] {
                let head = format!("{FIRST}<http://a/s> <http://a/p> ");
                cases.push(case(syntax, head, piece, count, "1"));
            }
        }
    }
    let closed =
        |count: usize| format!("{FIRST}<http://a/s> <http://a/p> {}{} .", "(".repeat(count), ")".repeat(count));
    cases.extend([20, 200].map(|count| whole(Syntax::Turtle, closed(count))));
    cases.push(case(Syntax::TriG, FIRST, "<http://a/g> { ", 100_000, ""));
    cases
}

/// Brackets of which there are so many that a file of them would not fit anywhere.
fn endless_turtle() -> Vec<Case> {
    let mut cases = Vec::new();
    for syntax in TERSE {
        for piece in ["[", "(", "[ <http://a/p> [", "{", "<<", "<<("] {
            cases.push(case(syntax, FIRST, piece, 100_000_000, ""));
        }
    }
    cases.push(case(Syntax::Turtle, format!("{FIRST}<http://a/s> <http://a/p> ("), "1 ", 1_000_000, ") ."));
    cases.push(case(Syntax::Turtle, format!("{FIRST}<http://a/s> <http://a/p> "), "1, ", 1_000_000, "2 ."));
    cases.push(case(Syntax::Turtle, format!("{FIRST}<http://a/s> "), "<http://a/p> 1 ; ", 1_000_000, " ."));
    cases
}

const RDF: &str = "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:a=\"http://a/\">";

fn deep_xml() -> Vec<Case> {
    let mut cases = Vec::new();
    for count in [50, 100_000, 1_000_000] {
        cases.push(case(Syntax::RdfXml, RDF, "<a:b><a:c>", count, ""));
        cases.push(case(Syntax::RdfXml, RDF, "<rdf:Description><a:p rdf:parseType=\"Collection\">", count, ""));
        cases.push(case(Syntax::RdfXml, RDF, "<rdf:Description><a:p rdf:parseType=\"Literal\"><x>", count, ""));
    }
    cases.push(case(Syntax::RdfXml, format!("{RDF}<rdf:Description "), "a:b@=\"1\" ", 100_000, "/></rdf:RDF>"));
    cases.push(case(
        Syntax::RdfXml,
        "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" ",
        "xmlns:n@=\"http://a/@\" ",
        100_000,
        "/>",
    ));
    cases.push(case(Syntax::RdfXml, RDF, "<rdf:Description rdf:ID=\"i@\"/>", 100_000, "</rdf:RDF>"));
    cases.push(case(Syntax::RdfXml, RDF, "<!-- <<<< -->", 200_000, "</rdf:RDF>"));
    cases.push(case(
        Syntax::RdfXml,
        format!("{RDF}<rdf:Description><a:b><![CDATA["),
        "<<<<",
        1_000_000,
        "]]></a:b></rdf:Description></rdf:RDF>",
    ));
    cases
}

fn entities() -> Vec<Case> {
    let laughs: String =
        (1..12).map(|n| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10))).collect();
    let body = |entity: &str| format!("{RDF}<rdf:Description><a:b>&{entity};</a:b></rdf:Description></rdf:RDF>");
    let long = "x".repeat(1_000_000);
    [
        format!("<!DOCTYPE r [<!ENTITY l0 \"ha\">{laughs}]>{}", body("l11")),
        format!("<!DOCTYPE r [<!ENTITY l \"{long}\">]>{}", body("l").replace("&l;", &"&l;".repeat(100_000))),
        format!("<!DOCTYPE r [<!ENTITY l \"&l;\">]>{}", body("l")),
        format!("<!DOCTYPE r [<!ENTITY l SYSTEM \"file:///etc/passwd\">]>{}", body("l")),
        format!("<!DOCTYPE r [<!ENTITY % l SYSTEM \"http://127.0.0.1:9/\"> %l;]>{}", body("l")),
        format!("<!DOCTYPE r SYSTEM \"http://127.0.0.1:9/\">{}", body("l")),
        format!("<!DOCTYPE r [<!ENTITY l \"short\">]><!DOCTYPE r [<!ENTITY m \"&l;&l;\">]>{}", body("m")),
        body("unknown"),
        body("#0"),
        body("#x110000"),
    ]
    .map(|text| whole(Syntax::RdfXml, text))
    .into_iter()
    .collect()
}

fn deep_json() -> Vec<Case> {
    let mut cases = Vec::new();
    for count in [60, 10_000, 5_000_000] {
        cases.push(case(Syntax::JsonLd, "", "[", count, ""));
        cases.push(case(Syntax::JsonLd, "", "{\"http://a/p\":", count, "1"));
        cases.push(case(Syntax::JsonLd, "", "{\"@list\":[", count, "1"));
        cases.push(case(Syntax::JsonLd, "{\"@context\":", "{\"@context\":", count, "{}"));
    }
    let closed = format!("{}1{}", "{\"http://a/p\":".repeat(60), "}".repeat(60));
    cases.push(whole(Syntax::JsonLd, closed));
    cases
}

fn odd_json() -> Vec<Case> {
    vec![
        case(Syntax::JsonLd, "[", "{\"@id\":\"http://a/@\",\"http://a/p\":1},", 100_000, "{}]"),
        case(Syntax::JsonLd, "{", "\"http://a/@\":1,", 100_000, "\"@id\":\"http://a/s\"}"),
        case(Syntax::JsonLd, "{\"@context\":{", "\"t@\":\"http://a/@\",", 100_000, "\"z\":\"http://a/z\"},\"t5\":1}"),
        case(Syntax::JsonLd, "{\"@context\":[", "{\"a\":\"http://a/\"},", 100_000, "{}],\"a\":1}"),
        case(Syntax::JsonLd, "[", "{\"@context\":{\"a\":\"http://a/\"},\"a\":1},", 100_000, "{}]"),
        whole(Syntax::JsonLd, "{\"@context\":\"http://127.0.0.1:9/\",\"a\":1}"),
        whole(Syntax::JsonLd, "{\"@context\":{\"@import\":\"http://127.0.0.1:9/\"},\"a\":1}"),
        whole(Syntax::JsonLd, "{\"@context\":{\"a\":{\"@id\":\"b\"},\"b\":{\"@id\":\"a\"}},\"a\":1}"),
        whole(Syntax::JsonLd, format!("{{\"http://a/p\":{}}}", "9".repeat(1_000_000))),
        whole(Syntax::JsonLd, "{\"http://a/p\":1e999999999}"),
        whole(Syntax::JsonLd, "{\"http://a/p\":\"\\uD800\"}"),
        whole(Syntax::JsonLd, "{\"@reverse\":{\"http://a/p\":[{\"@reverse\":{\"http://a/p\":{}}}]}}"),
        whole(Syntax::JsonLd, "{\"@graph\":{\"@graph\":{\"@graph\":{\"@id\":\"a\"}}},\"@included\":[[[]]]}"),
        whole(Syntax::JsonLd, "nulltrue\0"),
    ]
}

/// One literal, address, name or comment of two hundred megabytes.
fn endless_tokens() -> Vec<Case> {
    let size = 200 << 20;
    let mut cases = Vec::new();
    for syntax in [Syntax::Turtle, Syntax::TriG, Syntax::NTriples, Syntax::NQuads] {
        cases.push(case(syntax, format!("{FIRST}<http://a/s> <http://a/p> \""), "xxxxxxxxxxxxxxxx", size / 16, "\" ."));
        cases.push(case(
            syntax,
            format!("{FIRST}<http://a/s> <http://a/p> <http://a/"),
            "xxxxxxxxxxxxxxxx",
            size / 16,
            "> .",
        ));
    }
    cases.push(case(Syntax::Turtle, format!("{FIRST}<http://a/s> <http://a/p> '''"), "x'x\n", size / 4, "''' ."));
    cases.push(case(Syntax::Turtle, format!("{FIRST}<http://a/s> <http://a/p> \"a\"@en"), "-abcdefg", size / 8, " ."));
    cases.push(case(Syntax::Turtle, format!("{FIRST}#"), "xxxxxxxxxxxxxxxx", size / 16, "\n"));
    cases.push(case(Syntax::Turtle, FIRST, "                ", size / 16, ""));
    cases.push(case(Syntax::Turtle, format!("{FIRST}<http://a/s> <http://a/p> "), "1111111111111111", size / 16, " ."));
    cases.push(case(
        Syntax::RdfXml,
        format!("{RDF}<rdf:Description><a:b>"),
        "xxxxxxxxxxxxxxxx",
        size / 16,
        "</a:b></rdf:Description></rdf:RDF>",
    ));
    cases.push(case(Syntax::JsonLd, "{\"http://a/p\":\"", "xxxxxxxxxxxxxxxx", size / 16, "\"}"));
    cases
}

fn cut_off() -> Vec<Case> {
    let mut cases = Vec::new();
    for end in [
        "<http://a/s",
        "<http://a/s> <http://a/p>",
        "<http://a/s> <http://a/p> \"a",
        "<http://a/s> <http://a/p> \"a\\",
        "@prefix a: ",
        "_:",
    ] {
        for syntax in [Syntax::Turtle, Syntax::TriG, Syntax::NTriples, Syntax::NQuads] {
            cases.push(case(syntax, "", FIRST, 5_000, end));
        }
    }
    cases.push(whole(Syntax::RdfXml, format!("{RDF}<rdf:Description rdf:about=\"http://a/s\"><a:p>1</a:p>")));
    cases.push(whole(Syntax::RdfXml, format!("{RDF}<rdf:Description rdf:about=\"http://a")));
    cases.push(whole(Syntax::JsonLd, "{\"@id\":\"http://a/s\",\"http://a/p\":[1,2,"));
    cases.push(whole(Syntax::JsonLd, "{\"@id\":\"http://a/s"));
    cases
}

fn another_syntax() -> Vec<Case> {
    let texts = [
        "<html><body><p>no</body>",
        "%PDF-1.7\n\0\0",
        "PK\x03\x04",
        "{\"a\":1}",
        "a,b,c\n1,2,3\n",
        "SELECT * { ?s ?p ?o }",
        "",
    ];
    ALL.into_iter().flat_map(|syntax| texts.map(|text| whole(syntax, text))).collect()
}

fn no_utf8() -> Vec<Case> {
    let mut cases = Vec::new();
    for bytes in [&b"\xff"[..], b"\xc3", b"\xed\xa0\x80", b"\xf8\x88\x80\x80\x80", b"\0", b"\xff\xfe<\0a\0"] {
        for syntax in ALL {
            let (before, after) = match syntax {
                Syntax::RdfXml => (format!("{RDF}<rdf:Description><a:b>"), "</a:b></rdf:Description></rdf:RDF>"),
                Syntax::JsonLd => ("{\"http://a/p\":\"".to_owned(), "\"}"),
                _ => (format!("{FIRST}<http://a/s> <http://a/p> \""), "\" .\n"),
            };
            cases.push(whole(syntax, [before.as_bytes(), bytes, after.as_bytes()].concat()));
        }
    }
    cases
}

fn prefixes() -> Vec<Case> {
    vec![
        case(Syntax::Turtle, "", "@prefix p@: <http://a/@/> .\n", 1_000_000, "p5:a p6:b p7:c ."),
        case(Syntax::TriG, "", "PREFIX p@: <http://a/@/>\n", 300_000, "p5:a p6:b p7:c ."),
        case(Syntax::Turtle, "", "@base <http://a/@/> .\n", 300_000, "<a> <b> <c> ."),
        case(
            Syntax::Turtle,
            format!("@prefix p: <http://a/{}> .\n", "x".repeat(100_000)),
            "p:a p:b p:c@ .\n",
            2_000,
            "",
        ),
        case(
            Syntax::Turtle,
            format!("@prefix p: <http://a/{}> .\n", "x".repeat(3_000_000)),
            "p:a p:b p:c@ .\n",
            200,
            "",
        ),
        case(Syntax::Turtle, "", "p@:a p:b p:c .\n", 1_000, ""),
    ]
}

fn many_nodes() -> Vec<Case> {
    vec![
        case(Syntax::NTriples, "", "_:b@ <http://a/p> _:c@ .\n", 500_000, ""),
        case(Syntax::Turtle, "", "[] <http://a/p> [ <http://a/q> @ ] .\n", 300_000, ""),
        case(Syntax::NQuads, "", "<http://a/s> <http://a/p> \"@\" <http://a/g@> .\n", 300_000, ""),
        case(Syntax::NQuads, "", "<http://a/s> <http://a/p> \"x\"^^<http://a/d@> .\n", 200_000, ""),
        case(Syntax::NQuads, "", "<http://a/s> <http://a/p> <http://a/o> .\n", 1_000_000, ""),
    ]
}

fn broken_readers() -> Vec<Case> {
    ALL.into_iter()
        .map(|syntax| {
            let mut case = case(syntax, "", FIRST, 20_000, "");
            case.input.fails = true;
            case
        })
        .collect()
}
