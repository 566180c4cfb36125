//! From the text of a page to a value as RDF has it: checked against the range of the property and written as XML
//! Schema writes it. What does not fit comes back with a reason; nothing is guessed that the text leaves open.

use std::fmt;

use analysis::ValueKind;
use page::fold;
use url::Url;

use super::amounts::{Amount, Points, amounts};
use super::moments::{DayFound, DayOrder, day, shown_order, time};
use super::{Fit, Judge, addresses, is_ideograph};
use crate::names::{folded, normalised};
use crate::ontology::{Property, Range};

/// The namespace of XML Schema's types.
const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

/// A value that is no individual.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// What it says.
    pub lexical: String,
    /// The IRI of its datatype.
    pub datatype: String,
    /// The number in a text that is kept as the page has it, since its range is a form of texts: `12.56亿元` is
    /// 1256000000 元.
    pub amount: Option<Amount>,
}

/// Why a text is no value of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Misfit {
    /// It stands for there being none: a dash, `n/a`.
    NoValue,
    /// There is no number in it.
    NoNumber,
    /// There are several numbers in it, and nothing tells which is meant.
    SeveralNumbers,
    /// The number is not whole.
    NotWhole,
    /// The number is out of the bounds that the ontology gives.
    OutOfBounds,
    /// There is no day in it.
    NoDate,
    /// Day and month cannot be told apart.
    AmbiguousDate,
    /// There is no time of day in it.
    NoTime,
    /// It is neither yes nor no.
    NoTruth,
    /// It is none of the values that the ontology lists.
    NotListed,
    /// It has another form than the ontology asks for.
    OtherForm,
    /// It is no address on the web.
    NoAddress,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Misfit::NoValue => "it says that there is no value",
            Misfit::NoNumber => "there is no number in it",
            Misfit::SeveralNumbers => "there are several numbers in it, and no unit tells which is meant",
            Misfit::NotWhole => "the number is not whole",
            Misfit::OutOfBounds => "the number is out of the bounds of the range",
            Misfit::NoDate => "there is no date in it",
            Misfit::AmbiguousDate => "day and month cannot be told apart",
            Misfit::NoTime => "there is no time of day in it",
            Misfit::NoTruth => "it is neither yes nor no",
            Misfit::NotListed => "it is none of the values of the range",
            Misfit::OtherForm => "it has another form than the range asks for",
            Misfit::NoAddress => "it is no address on the web",
        })
    }
}

/// What is known of a text beside its words.
#[derive(Clone, Copy, Debug, Default)]
pub struct Setting<'a> {
    /// Where the page's links start from.
    pub base: Option<&'a Url>,
    /// Where the text leads, as it is written in the page.
    pub href: Option<&'a str>,
}

/// The range of a property, ready to turn texts into values.
#[derive(Clone, Debug)]
pub struct Converter {
    range: Range,
    judge: Judge,
    /// The texts of a choice as the ontology has them, and as they are compared.
    choices: Vec<(String, String)>,
    unit: Option<String>,
    order: Option<DayOrder>,
}

impl Converter {
    /// For a property.
    pub fn new(property: &Property) -> Converter {
        let mut choices: Vec<(String, String)> = match &property.range {
            Range::OneOf(texts) => texts.iter().map(|text| (text.clone(), normalised(text))).collect(),
            _ => Vec::new(),
        };
        choices.retain(|(_, compared)| !compared.is_empty());
        // A longer text may begin with a shorter one.
        choices.sort_by(|a, b| b.1.len().cmp(&a.1.len()).then(a.1.cmp(&b.1)));
        let unit = property.unit.as_deref().map(folded).filter(|unit| !unit.is_empty());
        Converter { judge: Judge::new(&property.range), range: property.range.clone(), choices, unit, order: None }
    }

    /// With the order of day and month that some values of the property show, if they show one and agree.
    pub fn with_order_of<'a>(self, values: impl Iterator<Item = &'a str>) -> Converter {
        let mut orders = values.filter_map(|value| shown_order(&folded(value)));
        let order = orders.next().filter(|first| orders.all(|other| other == *first));
        Converter { order: order.or(self.order), ..self }
    }

    /// Whether the range says so much about the form of values that a part of a text can be told to be one.
    pub fn is_specific(&self) -> bool {
        match &self.range {
            Range::OneOf(_) | Range::Pattern(_) => true,
            Range::Integer | Range::Decimal | Range::Between(_) => self.unit.is_some(),
            _ => false,
        }
    }

    /// Whether a text, or a word of it, is a value of a range of which parts can be told. Only values with the unit of
    /// the property count.
    pub fn is_in(&self, text: &str) -> bool {
        /// Characters of a text in which several values stand beside one another.
        const LONGEST: usize = 60;
        if !self.is_specific() || text.chars().count() > LONGEST {
            return false;
        }
        match &self.range {
            Range::OneOf(_) => self.choice(text).is_some(),
            Range::Pattern(_) => {
                self.judge.fit(text) == Fit::Whole || words(text).any(|word| self.judge.fit(word) == Fit::Whole)
            }
            _ => amounts(&folded(text), Points::Group).iter().any(|amount| self.has_unit(amount)),
        }
    }

    /// The value of a text.
    ///
    /// # Errors
    ///
    /// If the text is no value of the range.
    pub fn literal(&self, text: &str, setting: Setting<'_>) -> Result<Literal, Misfit> {
        let text = fold(text);
        if matches!(self.range, Range::OneOf(_)) {
            let choice = self.choice(&text).ok_or(Misfit::NotListed);
            return choice.map(|choice| plain("string", choice));
        }
        let is_empty = text.is_empty() || !ValueKind::of(&text).is_filled() || says_nothing(&text);
        if is_empty && !matches!(self.range, Range::Pattern(_)) {
            return Err(Misfit::NoValue);
        }
        match &self.range {
            Range::Any | Range::Text | Range::Individual(_) | Range::OneOf(_) => Ok(plain("string", text)),
            Range::Pattern(_) if is_empty && self.judge.fit(&text) != Fit::Whole => Err(Misfit::NoValue),
            Range::Pattern(pattern) => {
                let squeezed = squeezed(&text);
                let part = if pattern.is_match(&text) { Some(text.as_str()) } else { pattern.find(&text) };
                let part = part.or_else(|| pattern.find(&squeezed)).ok_or(Misfit::OtherForm)?;
                let amount = amounts(&folded(part), Points::Usual).into_iter().next();
                Ok(Literal { amount: amount.filter(|amount| amount.unit.is_some()), ..plain("string", part) })
            }
            Range::Integer | Range::Decimal | Range::Between(_) => self.number(&text),
            Range::Boolean => truth(&text).map(|truth| plain("boolean", truth.to_string())).ok_or(Misfit::NoTruth),
            Range::Date | Range::Year => self.day(&text),
            Range::DateTime => self.moment(&text),
            Range::Time => time(&folded(&text)).map(|time| plain("time", time)).ok_or(Misfit::NoTime),
            Range::Address => address(&text, setting).map(|url| plain("anyURI", url)).ok_or(Misfit::NoAddress),
        }
    }

    /// The values of a text that may list several, with what separates them.
    pub fn pieces<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let pieces = text.split([',', '，', '、', ';', '；', '|']).map(str::trim);
        pieces.filter(|piece| !piece.is_empty()).collect()
    }

    /// A choice that is the whole text, begins it, or is a word of it.
    fn choice(&self, text: &str) -> Option<String> {
        /// Bytes of a text that are looked at.
        const LONGEST: usize = 400;
        if text.len() > LONGEST {
            return None;
        }
        let found = |wanted: &str| {
            let wanted = normalised(wanted);
            self.choices.iter().find(|(_, choice)| *choice == wanted).map(|(written, _)| written.clone())
        };
        let begins = || {
            let whole = normalised(text);
            let begins = |(_, choice): &&(String, String)| {
                whole.strip_prefix(choice.as_str()).is_some_and(|rest| rest.starts_with(' ') && choice.len() > 1)
            };
            self.choices.iter().find(begins).map(|(written, _)| written.clone())
        };
        let ends = |word: &str| {
            let word = normalised(word);
            let stands_in = |(_, choice): &&(String, String)| {
                // Without spaces between words, a longer word may have the choice in it: 博士研究生.
                choice.ends_with(is_ideograph) && choice.chars().count() > 1 && word.contains(choice.as_str())
            };
            self.choices.iter().find(stands_in).map(|(written, _)| written.clone())
        };
        found(text).or_else(begins).or_else(|| words(text).find_map(found)).or_else(|| words(text).find_map(ends))
    }

    fn has_unit(&self, amount: &Amount) -> bool {
        match (&self.unit, &amount.unit) {
            (Some(unit), Some(printed)) => printed == unit || printed.strip_suffix('s') == Some(unit),
            _ => false,
        }
    }

    fn number(&self, text: &str) -> Result<Literal, Misfit> {
        let is_whole = match &self.range {
            Range::Integer => true,
            Range::Between(bounds) => bounds.is_integer,
            _ => false,
        };
        let text = folded(text);
        let found = amounts(&text, if is_whole { Points::Group } else { Points::Usual });
        let with_unit = found.iter().find(|amount| self.has_unit(amount));
        let begins = text.trim_start_matches(|c: char| !c.is_alphanumeric()).starts_with(|c: char| c.is_ascii_digit());
        let is_dated = matches!(ValueKind::of(&text), ValueKind::Date | ValueKind::Time);
        let amount = match (with_unit, found.as_slice()) {
            (Some(amount), _) => amount,
            (None, []) => return Err(Misfit::NoNumber),
            (None, [only]) => only,
            (None, [first, ..]) if begins && !is_dated => first,
            (None, _) => return Err(Misfit::SeveralNumbers),
        };
        if is_whole && !amount.is_whole() {
            return Err(Misfit::NotWhole);
        }
        if let Range::Between(bounds) = &self.range
            && !bounds.contain(amount.value())
        {
            return Err(Misfit::OutOfBounds);
        }
        Ok(plain(if is_whole { "integer" } else { "decimal" }, amount.number.clone()))
    }

    fn day(&self, text: &str) -> Result<Literal, Misfit> {
        match day(&folded(text), self.order) {
            DayFound::Day(day) => {
                let day = match self.range {
                    Range::Year => super::moments::Day { month: None, day: None, ..day },
                    _ => day,
                };
                day.written().map(|(datatype, lexical)| plain(datatype, lexical)).ok_or(Misfit::NoDate)
            }
            DayFound::Ambiguous => Err(Misfit::AmbiguousDate),
            DayFound::None => Err(Misfit::NoDate),
        }
    }

    fn moment(&self, text: &str) -> Result<Literal, Misfit> {
        let day = self.day(text)?;
        match time(&folded(text)) {
            Some(time) if day.datatype.ends_with("#date") => Ok(plain("dateTime", format!("{}T{time}", day.lexical))),
            _ => Ok(day),
        }
    }
}

fn plain(datatype: &str, lexical: impl Into<String>) -> Literal {
    Literal { lexical: lexical.into(), datatype: format!("{XSD}{datatype}"), amount: None }
}

/// The parts of a text between spaces and other separators.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let separators = |c: char| {
        c.is_whitespace() || matches!(c, ',' | '，' | '、' | ';' | '；' | '|' | '/' | '·' | '(' | ')' | '（' | '）')
    };
    text.split(separators).filter(|word| !word.is_empty())
}

/// A text in one width and without spaces between digits and what they count.
fn squeezed(text: &str) -> String {
    let wide = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    };
    text.chars().filter(|c| !c.is_whitespace()).map(wide).collect()
}

/// Whether a text says in words that there is no value.
fn says_nothing(text: &str) -> bool {
    const WORDS: [&str; 14] = [
        "暂无",
        "暂无数据",
        "未知",
        "未披露",
        "不详",
        "未公开",
        "not available",
        "unknown",
        "not specified",
        "not known",
        "keine angabe",
        "k a",
        "inconnu",
        "desconocido",
    ];
    WORDS.contains(&normalised(text).as_str())
}

pub(super) fn truth(text: &str) -> Option<bool> {
    const YES: [&str; 13] = ["yes", "true", "y", "1", "on", "ja", "oui", "si", "sí", "是", "有", "✓", "✔"];
    const CLEAR: [&str; 8] = ["yes", "true", "false", "ja", "nein", "oui", "non", "no"];
    const NO: [&str; 11] = ["no", "false", "n", "0", "off", "nein", "non", "否", "无", "✗", "✘"];
    let text = normalised(text);
    // `on request` is no yes: only what cannot be another word may begin a longer text.
    let first = text.split(' ').next().filter(|first| CLEAR.contains(first)).unwrap_or_default();
    let is = |words: &[&str]| words.contains(&text.as_str()) || words.contains(&first);
    if is(&YES) { Some(true) } else { is(&NO).then_some(false) }
}

/// The address that a text is, with a scheme; of a text that is none, the address that it leads to.
fn address(text: &str, setting: Setting<'_>) -> Option<String> {
    let leads_to = || {
        let href = setting.href.map(str::trim).filter(|href| !href.is_empty() && !href.starts_with('#'))?;
        let url = match setting.base {
            Some(base) => base.join(href).ok()?,
            None => Url::parse(href).ok()?,
        };
        matches!(url.scheme(), "http" | "https" | "ftp").then(|| url.to_string())
    };
    let Some(word) = addresses::first(text) else { return leads_to() };
    let with_scheme = if word.contains("://") { word.to_owned() } else { format!("http://{word}") };
    Url::parse(&with_scheme).ok()?;
    Some(with_scheme)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ontology;
    use crate::rdf::Syntax;

    /// The converter of a property with a range and more, in Turtle.
    fn converter(about: &str) -> Converter {
        let ontology = format!(
            "@prefix : <http://x.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . \
             @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix schema: <https://schema.org/> . \
             @prefix xsd: <{XSD}> . :p a owl:DatatypeProperty ; {about} ."
        );
        let ontology = ontology::read(ontology.as_bytes(), Syntax::Turtle).unwrap();
        Converter::new(&ontology.properties[0])
    }

    /// The literal and the end of its datatype, or the reason why there is none.
    type Expected<'a> = Result<(&'a str, &'a str), Misfit>;

    /// Holds against what becomes of each text.
    #[track_caller]
    fn check(about: &str, cases: &[(&str, Expected<'_>)]) {
        let converter = converter(about);
        for (text, expected) in cases {
            let found = converter.literal(text, Setting::default());
            let found = found.map(|literal| (literal.lexical, literal.datatype.replace(XSD, "")));
            let expected = expected.map(|(lexical, datatype)| (lexical.to_owned(), datatype.to_owned()));
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn dates_are_as_exact_as_the_text() {
        check(
            "rdfs:range xsd:date",
            &[
                ("1987-12-22", Ok(("1987-12-22", "date"))),
                ("14 May 2010", Ok(("2010-05-14", "date"))),
                ("May 14th, 2010 (in two towns)", Ok(("2010-05-14", "date"))),
                ("14. März 2010", Ok(("2010-03-14", "date"))),
                ("14 de mayo de 2010", Ok(("2010-05-14", "date"))),
                ("25.6.2010", Ok(("2010-06-25", "date"))),
                ("3.4.2010", Ok(("2010-04-03", "date"))),
                ("5/14/10", Ok(("2010-05-14", "date"))),
                ("20100625", Ok(("2010-06-25", "date"))),
                ("2001年8月27日", Ok(("2001-08-27", "date"))),
                ("2001年8月", Ok(("2001-08", "gYearMonth"))),
                ("June 2010", Ok(("2010-06", "gYearMonth"))),
                ("06/2010", Ok(("2010-06", "gYearMonth"))),
                ("published 2008", Ok(("2008", "gYear"))),
                ("Nov 28", Ok(("--11-28", "gMonthDay"))),
                ("1999-02-29", Ok(("1999-02", "gYearMonth"))),
                ("3/4/2010", Err(Misfit::AmbiguousDate)),
                ("soon", Err(Misfit::NoDate)),
                ("--", Err(Misfit::NoValue)),
            ],
        );
        let known = converter("rdfs:range xsd:date").with_order_of(["3/4/2010", "3/24/2010"].into_iter());
        let literal = known.literal("3/4/2010", Setting::default()).unwrap();
        assert_eq!(literal.lexical, "2010-03-04", "another value has shown that the month stands first");
        let torn = converter("rdfs:range xsd:date").with_order_of(["24/3/2010", "3/24/2010"].into_iter());
        assert_eq!(torn.literal("3/4/2010", Setting::default()), Err(Misfit::AmbiguousDate));
        check("rdfs:range xsd:gYear", &[("14 May 2010", Ok(("2010", "gYear")))]);
        check(
            "rdfs:range xsd:dateTime",
            &[
                ("14 May 2010, 2:05 pm", Ok(("2010-05-14T14:05:00", "dateTime"))),
                ("May 2010", Ok(("2010-05", "gYearMonth"))),
            ],
        );
        check("rdfs:range xsd:time", &[("from 9:30 a.m.", Ok(("09:30:00", "time"))), ("noon", Err(Misfit::NoTime))]);
    }

    #[test]
    fn numbers_lose_separators_and_units_and_nothing_else() {
        check(
            "rdfs:range xsd:integer ; schema:unitText \"岁\"",
            &[
                ("48岁", Ok(("48", "integer"))),
                ("男 48岁 本科 2010", Ok(("48", "integer"))),
                ("1,204", Ok(("1204", "integer"))),
                ("1.204", Ok(("1204", "integer"))),
                ("3.5万", Ok(("35000", "integer"))),
                ("about 90", Ok(("90", "integer"))),
                ("−5", Ok(("-5", "integer"))),
                ("12 to 14", Ok(("12", "integer"))),
                ("between 12 and 14", Err(Misfit::SeveralNumbers)),
                ("3.57", Err(Misfit::NotWhole)),
                ("many", Err(Misfit::NoNumber)),
                ("暂无", Err(Misfit::NoValue)),
            ],
        );
        check(
            "rdfs:range xsd:decimal",
            &[
                ("€ 12.50", Ok(("12.5", "decimal"))),
                ("1.204", Ok(("1.204", "decimal"))),
                ("1,204", Ok(("1204", "decimal"))),
                ("1.204,50 EUR", Ok(("1204.5", "decimal"))),
                ("12.56亿元", Ok(("1256000000", "decimal"))),
                ("0.123456789万亿", Ok(("123456789000", "decimal"))),
                ("USD 3.2 billion", Ok(("3200000000", "decimal"))),
                ("5k", Ok(("5000", "decimal"))),
                ("5 kg", Ok(("5", "decimal"))),
                ("0.00", Ok(("0", "decimal"))),
            ],
        );
        let bounded = "rdfs:range [ owl:onDatatype xsd:integer ; owl:withRestrictions ( [ xsd:maxInclusive 120 ] ) ]";
        check(bounded, &[("48", Ok(("48", "integer"))), ("1948", Err(Misfit::OutOfBounds))]);
    }

    #[test]
    fn forms_and_choices_are_those_of_the_ontology() {
        let pattern = "rdfs:range [ owl:onDatatype xsd:string ; owl:withRestrictions ( [ xsd:pattern \"[0-9][0-9,.]*[万亿]?元\" ] ) ]";
        check(
            pattern,
            &[
                ("12.56亿元", Ok(("12.56亿元", "string"))),
                ("约 12.56 亿元", Ok(("12.56亿元", "string"))),
                ("１２元", Ok(("12元", "string"))),
                ("twelve", Err(Misfit::OtherForm)),
                ("--", Err(Misfit::NoValue)),
            ],
        );
        let amount = converter(pattern).literal("12.56亿元", Setting::default()).unwrap().amount;
        assert_eq!(amount, Some(Amount { number: "1256000000".to_owned(), unit: Some("元".to_owned()) }));
        check(
            "rdfs:range [ a rdfs:Datatype ; owl:oneOf ( \"PG-13\" \"PG\" \"博士\" ) ]",
            &[
                ("pg-13", Ok(("PG-13", "string"))),
                ("PG for some scenes", Ok(("PG", "string"))),
                ("female, PG", Ok(("PG", "string"))),
                ("博士研究生", Ok(("博士", "string"))),
                ("XPG", Err(Misfit::NotListed)),
            ],
        );
        check(
            "rdfs:range xsd:boolean",
            &[
                ("Yes, always", Ok(("true", "boolean"))),
                ("否", Ok(("false", "boolean"))),
                ("on request", Err(Misfit::NoTruth)),
            ],
        );
    }

    #[test]
    fn addresses_are_whole() {
        let converter = converter("rdfs:range xsd:anyURI");
        let base = Url::parse("http://x.example/a/").unwrap();
        let literal = |text: &str, href: Option<&str>| {
            let setting = Setting { base: Some(&base), href };
            converter.literal(text, setting).map(|literal| literal.lexical)
        };
        assert_eq!(literal("www.velm.example", Some("/go?1")).as_deref(), Ok("http://www.velm.example"));
        assert_eq!(literal("see https://x.example/b, or ask", None).as_deref(), Ok("https://x.example/b"));
        assert_eq!(literal("our pages", Some("../club")).as_deref(), Ok("http://x.example/club"));
        assert_eq!(literal("our pages", Some("javascript:void(0)")), Err(Misfit::NoAddress));
        assert_eq!(literal("our pages", None), Err(Misfit::NoAddress));
    }

    #[test]
    fn parts_are_told_by_their_form() {
        let age = converter("rdfs:range xsd:integer ; schema:unitText \"years\"");
        assert!(age.is_in("f, 48 years, MSc") && !age.is_in("48") && !age.is_in("in 1990"));
        let plain = converter("rdfs:range xsd:string");
        assert!(!plain.is_in("anything") && !plain.is_specific());
    }
}
