//! Values as people ask for them, held beside values as a knowledge base has them: numbers with separators and units,
//! days as far as they are told, yes and no, individuals by IRI or name.

use std::cmp::Ordering;

use knowledge::names::normalised;
use knowledge::ontology::local_name;
use knowledge::values::Reading;
use store::{Term, plain};

use super::ask::Relation;

const XSD: &str = "http://www.w3.org/2001/XMLSchema#";

/// A value that is asked for.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    text: String,
    normal: String,
    meaning: Meaning,
    truth: Option<bool>,
}

/// What can be put in order.
#[derive(Clone, Debug, Default)]
struct Meaning {
    number: Option<(f64, Option<String>)>,
    moment: Option<Moment>,
}

/// A moment as far as it is told: year, month, day, and the time of day as it is written.
#[derive(Clone, PartialEq, Debug)]
struct Moment {
    numbers: Vec<i64>,
    time: Option<String>,
}

impl Moment {
    /// As XML Schema writes a date, a part of one, or one with a time. Zones are left aside.
    fn parse(text: &str) -> Option<Moment> {
        let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (day, time) = rest.split_once('T').map_or((rest, None), |(day, time)| (day, Some(time)));
        let day = day.trim_end_matches('Z').split('+').next().unwrap_or_default();
        let is_part = |part: &&str| (2..=9).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        let parts: Vec<&str> = day.split('-').take(3).collect();
        let is_year = parts.first().is_some_and(|year| year.len() >= 4);
        let mut numbers: Vec<i64> =
            parts.iter().take_while(|part| is_part(part)).filter_map(|p| p.parse().ok()).collect();
        if !is_year || numbers.is_empty() {
            return None;
        }
        numbers[0] *= sign;
        let time = time.map(|time| time.chars().take_while(|c| c.is_ascii_digit() || matches!(c, ':' | '.')).collect());
        Some(Moment { time: time.filter(|_| numbers.len() == 3), numbers })
    }

    /// Compared as far as both are told: a year is the same as each of its days.
    fn compared(&self, with: &Moment) -> Ordering {
        let numbers = self.numbers.iter().zip(&with.numbers).map(|(a, b)| a.cmp(b)).find(|order| order.is_ne());
        let times = || Some(self.time.as_ref()?.cmp(with.time.as_ref()?));
        numbers.or_else(times).unwrap_or(Ordering::Equal)
    }
}

impl Meaning {
    /// Of a text that may be anything.
    fn of_text(text: &str) -> Meaning {
        let reading = Reading::of(text);
        let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| (number, None));
        Meaning {
            number: number.or_else(|| reading.amount.map(|amount| (amount.value(), amount.unit))),
            moment: Moment::parse(text.trim()).or_else(|| Moment::parse(&reading.day?)),
        }
    }

    /// Of a value of a knowledge base, which may say what it is.
    fn of(term: &Term) -> Meaning {
        let Term::Literal(literal) = term else { return Meaning::default() };
        match literal.datatype().as_str().strip_prefix(XSD) {
            Some("date" | "dateTime" | "dateTimeStamp" | "gYear" | "gYearMonth") => {
                Meaning { moment: Moment::parse(literal.value()), number: None }
            }
            Some("string") | None => Meaning::of_text(literal.value()),
            Some("boolean" | "anyURI" | "time") => Meaning::default(),
            Some(_) => Meaning { moment: None, ..Meaning::of_text(literal.value()) },
        }
    }

    fn is_some(&self) -> bool {
        self.number.is_some() || self.moment.is_some()
    }

    /// How a value compares with what is wanted, if they are of one sort and count the same.
    fn compared(&self, wanted: &Meaning) -> Option<Ordering> {
        let moments = self.moment.as_ref().zip(wanted.moment.as_ref()).map(|(a, b)| a.compared(b));
        let numbers = || {
            let ((a, unit), (b, wanted)) = (self.number.as_ref()?, wanted.number.as_ref()?);
            let is_same_unit = || {
                unit.as_ref()
                    .zip(wanted.as_ref())
                    .is_none_or(|(a, b)| normalised(a) == normalised(b) && a.trim() == b.trim())
            };
            a.partial_cmp(b).filter(|_| is_same_unit())
        };
        moments.or_else(numbers)
    }
}

impl Wanted {
    pub(super) fn new(text: &str) -> Wanted {
        Wanted {
            text: text.trim().trim_start_matches('<').trim_end_matches('>').to_owned(),
            normal: normalised(text),
            meaning: Meaning::of_text(text),
            truth: Reading::of(text).truth,
        }
    }

    /// Whether it can be put in order with others.
    pub(super) fn has_order(&self) -> bool {
        self.meaning.is_some()
    }

    /// A word that every value has in it that is the same; `None` if it can be written in other ways, or be the address
    /// of another individual that is the same.
    pub(super) fn word(&self) -> Option<&str> {
        if self.has_order() || self.truth.is_some() || self.is_iri() {
            return None;
        }
        // The longest one: marks and spaces between words may be others.
        let words = self.text.split(|c: char| !c.is_alphanumeric());
        words.max_by_key(|word| word.chars().count()).filter(|word| !word.is_empty())
    }

    /// Whether it is the address of an individual rather than its name.
    fn is_iri(&self) -> bool {
        self.text.contains("://") || self.text.starts_with("urn:")
    }

    /// Whether a value of a knowledge base, and what it is called if it is an individual, is as it is wanted.
    /// `first` gives for an individual the first of all that are the same.
    pub(super) fn fits(
        &self,
        relation: Relation,
        value: &Term,
        called: Option<&Term>,
        first: impl Fn(&str) -> String,
    ) -> bool {
        let order = || Meaning::of(value).compared(&self.meaning);
        match relation {
            Relation::Contains => true,
            Relation::Less => order().is_some_and(Ordering::is_lt),
            Relation::AtMost => order().is_some_and(Ordering::is_le),
            Relation::More => order().is_some_and(Ordering::is_gt),
            Relation::AtLeast => order().is_some_and(Ordering::is_ge),
            Relation::Is => {
                let text = plain(value);
                let is_called = |name: &str| normalised(name) == self.normal;
                let is_individual = !matches!(value, Term::Literal(_));
                let is_truth = || self.truth.is_some() && truth(value) == self.truth;
                is_called(&text)
                    || called.is_some_and(|called| is_called(&plain(called)))
                    || is_individual && (is_called(local_name(&text)) || first(&text) == first(&self.text))
                    || is_truth()
                    || order().is_some_and(Ordering::is_eq)
            }
        }
    }
}

/// What a value says that is yes or no by its datatype.
fn truth(value: &Term) -> Option<bool> {
    match value {
        Term::Literal(literal) if literal.datatype().as_str().strip_prefix(XSD) == Some("boolean") => {
            Reading::of(literal.value()).truth
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::{Literal, NamedNode};

    fn typed(value: &str, datatype: &str) -> Term {
        Literal::new_typed_literal(value, NamedNode::new_unchecked(format!("{XSD}{datatype}"))).into()
    }

    #[track_caller]
    fn check(asked: &str, value: &Term, is_meant: bool) {
        let wish = crate::kb::Wish::parse(&format!("p{asked}")).unwrap();
        let fits = Wanted::new(&wish.value).fits(wish.relation, value, None, str::to_owned);
        assert_eq!(fits, is_meant, "{value} {asked}");
    }

    #[test]
    fn a_year_is_all_its_days() {
        for (value, datatype) in [("1919-12-31", "date"), ("1919", "gYear"), ("1919-12-31T10:00:00Z", "dateTime")] {
            let value = typed(value, datatype);
            check("<1920", &value, true);
            check("<1919", &value, false);
            check("<=1919", &value, true);
            check("=1919", &value, true);
            check(">1918", &value, true);
            check(">1919", &value, false);
        }
        check("<1920-01-02", &typed("1920-01-01", "date"), true);
        check(">1920-01-01", &typed("1920-01-01", "date"), false);
        check("=14 May 1920", &typed("1920-05-14", "date"), true);
        check("<1920", &typed("-0044-03-15", "date"), true);
        check("<1920", &typed("14 May 1919", "string"), true);
    }

    #[test]
    fn numbers_are_numbers_however_they_are_printed() {
        check(">=40", &typed("48 m", "string"), true);
        check(">=40 m", &typed("48 m", "string"), true);
        check(">=40 ft", &typed("48 m", "string"), false);
        check(">=40 m", &typed("48", "integer"), true);
        check("=1,101.50", &typed("1101.5", "decimal"), true);
        check("=1101.5", &typed("1,101.50", "string"), true);
        check("<1,200", &typed("1.1015E3", "double"), true);
        check(">40", &typed("Room 48", "string"), false);
        check(">40", &typed("2010-05-14", "date"), false);
    }

    #[test]
    fn names_truths_and_individuals() {
        for (asked, is_meant) in [("=yes", true), ("=TRUE", true), ("=1", true), ("=no", false), ("=0", false)] {
            check(asked, &typed("true", "boolean"), is_meant);
            check(asked, &typed("1", "boolean"), is_meant);
        }
        check("=old harbour", &typed("Old  Harbour", "string"), true);
        check("=old harbour", &typed("Old Harbour Inn", "string"), false);
        let vienna: Term = NamedNode::new_unchecked("http://x.example/o#Vienna").into();
        check("=vienna", &vienna, true);
        check("=http://x.example/o#Vienna", &vienna, true);
        check("=<http://x.example/o#Vienna>", &vienna, true);
        check("=http://x.example/o#Graz", &vienna, false);
        let same = |iri: &str| iri.replace("Wien", "Vienna");
        assert!(Wanted::new("http://x.example/o#Wien").fits(Relation::Is, &vienna, None, same));
    }
}
