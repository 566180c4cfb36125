//! Days and times out of printed texts, as XML Schema writes them. What a text leaves open stays open: of a month
//! without a day only the month is told.

use regex::{Captures, Regex};
use std::sync::LazyLock;

/// In which order a site writes day and month where both are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DayOrder {
    /// 14/5/2010.
    DayFirst,
    /// 5/14/2010.
    MonthFirst,
}

/// A day as far as it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Day {
    pub(super) year: Option<u32>,
    pub(super) month: Option<u32>,
    pub(super) day: Option<u32>,
}

/// What looking for a day gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DayFound {
    Day(Day),
    /// Two numbers that may each be the month.
    Ambiguous,
    None,
}

impl Day {
    /// What XML Schema calls so much of a day, and how it writes it.
    pub(super) fn written(&self) -> Option<(&'static str, String)> {
        match (self.year, self.month, self.day) {
            (Some(year), Some(month), Some(day)) => Some(("date", format!("{year:04}-{month:02}-{day:02}"))),
            (Some(year), Some(month), None) => Some(("gYearMonth", format!("{year:04}-{month:02}"))),
            (Some(year), None, None) => Some(("gYear", format!("{year:04}"))),
            (None, Some(month), Some(day)) => Some(("gMonthDay", format!("--{month:02}-{day:02}"))),
            _ => None,
        }
    }

    fn is_real(&self) -> bool {
        let Some(month) = self.month else { return self.day.is_none() && self.year.is_some() };
        let longest = match month {
            2 if self.year.is_none_or(is_leap) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        (1..=12).contains(&month) && self.day.is_none_or(|day| (1..=longest).contains(&day))
    }
}

fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// What the groups of a form mean.
#[derive(Clone, Copy)]
enum Order {
    YearMonthDay,
    /// Which of the first two is the day is for others to say.
    TwoThenYear,
    WordDayYear,
    DayWordYear,
    YearWordDay,
    WordYear,
    YearMonth,
    MonthYear,
    MonthDay,
    WordDay,
    DayWord,
    Year,
}

/// The forms of days, the fullest first: of those that begin at one place, the first counts.
static FORMS: LazyLock<Vec<(Regex, Order)>> = LazyLock::new(|| {
    const YEAR: &str = r"([12]\d{3}|'\d{2})";
    const WORD: &str = r"(\p{L}{3,10})\.?";
    const TH: &str = r"(?:st|nd|rd|th|er|\.)?";
    const OF: &str = r"(?:\s*[-/,]\s*|\s+(?:of|de|del|du)\s+|\s*)";
    let forms: [(String, Order); 14] = [
        (r"([12]\d{3})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*(\d{1,2})".to_owned(), Order::YearMonthDay),
        (r"([12]\d{3})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号號]?".to_owned(), Order::YearMonthDay),
        (r"([12]\d{3})(\d{2})(\d{2})".to_owned(), Order::YearMonthDay),
        (r"(\d{1,2})\s*[-/.]\s*(\d{1,2})\s*[-/.]\s*([12]\d{3}|\d{2})".to_owned(), Order::TwoThenYear),
        (format!(r"{WORD}\s*(\d{{1,2}}){TH}\s*,?\s*{YEAR}"), Order::WordDayYear),
        (format!(r"(\d{{1,2}}){TH}{OF}{WORD}{OF}{YEAR}"), Order::DayWordYear),
        (format!(r"{YEAR}{OF}{WORD}{OF}(\d{{1,2}})"), Order::YearWordDay),
        (format!(r"{WORD}{OF}{YEAR}"), Order::WordYear),
        (r"([12]\d{3})\s*(?:[-/.]|年)\s*(\d{1,2})\s*月?".to_owned(), Order::YearMonth),
        (r"(\d{1,2})\s*[-/.]\s*([12]\d{3})".to_owned(), Order::MonthYear),
        (r"(\d{1,2})\s*月\s*(\d{1,2})\s*[日号號]".to_owned(), Order::MonthDay),
        (format!(r"{WORD}\s*(\d{{1,2}}){TH}"), Order::WordDay),
        (format!(r"(\d{{1,2}}){TH}{OF}{WORD}"), Order::DayWord),
        (r"([12]\d{3})\s*年?".to_owned(), Order::Year),
    ];
    // The forms are ours and compile; a test looks.
    let compiled = |(form, order): (String, Order)| {
        (Regex::new(&form).unwrap_or_else(|_| unreachable!("the forms are constant")), order)
    };
    forms.into_iter().map(compiled).collect()
});

/// The first day in a folded text.
pub(super) fn day(text: &str, order: Option<DayOrder>) -> DayFound {
    /// Places in a text at which a form is tried: no value has more numbers before its date.
    const MOST: usize = 20;
    let mut first: Option<(usize, DayFound)> = None;
    for (form, meaning) in FORMS.iter() {
        let found = form.captures_iter(text).take(MOST).find_map(|captures| {
            let whole = captures.get(0)?;
            let found = read(&captures, *meaning, order)?;
            stands_alone(text, whole.start(), whole.end()).then_some((whole.start(), found))
        });
        if let Some((start, found)) = found
            && first.is_none_or(|(earliest, _)| start < earliest)
        {
            first = Some((start, found));
        }
    }
    first.map_or(DayFound::None, |(_, found)| found)
}

/// Whether no number goes on at either end.
fn stands_alone(text: &str, start: usize, end: usize) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let goes_on = text[..start].ends_with(is_digit) && text[start..].starts_with(is_digit);
    let goes_further = text[..end].ends_with(is_digit) && text[end..].starts_with(is_digit);
    !goes_on && !goes_further
}

fn read(captures: &Captures<'_>, meaning: Order, order: Option<DayOrder>) -> Option<DayFound> {
    let group = |number: usize| captures.get(number).map(|found| found.as_str()).unwrap_or_default();
    let number = |at: usize| group(at).parse::<u32>().ok();
    let word = |at: usize| month(group(at));
    let (year, month, day) = match meaning {
        Order::YearMonthDay => (year(group(1)), number(2)?, number(3)),
        Order::TwoThenYear => return two_numbers(number(1)?, number(2)?, year(group(3))?, captures, order),
        Order::WordDayYear => (year(group(3)), word(1)?, number(2)),
        Order::DayWordYear => (year(group(3)), word(2)?, number(1)),
        Order::YearWordDay => (year(group(1)), word(2)?, number(3)),
        Order::WordYear => (year(group(2)), word(1)?, None),
        Order::YearMonth => (year(group(1)), number(2)?, None),
        Order::MonthYear => (year(group(2)), number(1)?, None),
        Order::MonthDay => (None, number(1)?, number(2)),
        Order::WordDay => (None, word(1)?, number(2)),
        Order::DayWord => (None, word(2)?, number(1)),
        Order::Year => return Some(DayFound::Day(Day { year: year(group(1)), month: None, day: None })),
    };
    let day = Day { year, month: Some(month), day };
    day.is_real().then_some(DayFound::Day(day))
}

/// Day and month, whichever stands first. Points are used by those who write the day first.
fn two_numbers(one: u32, other: u32, year: u32, captures: &Captures<'_>, order: Option<DayOrder>) -> Option<DayFound> {
    let made = |month: u32, day: u32| Day { year: Some(year), month: Some(month), day: Some(day) };
    let (day_first, month_first) = (made(other, one), made(one, other));
    let has_points = captures.get(0).is_some_and(|whole| whole.as_str().contains('.'));
    let order = order.or(has_points.then_some(DayOrder::DayFirst));
    match (day_first.is_real(), month_first.is_real(), order) {
        (false, false, _) => None,
        (true, false, _) => Some(DayFound::Day(day_first)),
        (false, true, _) => Some(DayFound::Day(month_first)),
        (true, true, _) if one == other => Some(DayFound::Day(day_first)),
        (true, true, Some(DayOrder::DayFirst)) => Some(DayFound::Day(day_first)),
        (true, true, Some(DayOrder::MonthFirst)) => Some(DayFound::Day(month_first)),
        (true, true, None) => Some(DayFound::Ambiguous),
    }
}

/// In which order the day and the month of a text stand, if it shows: one of them is above twelve.
pub(super) fn shown_order(text: &str) -> Option<DayOrder> {
    let (form, _) = FORMS.iter().find(|(_, order)| matches!(order, Order::TwoThenYear))?;
    let captures = form.captures(text)?;
    let number = |at: usize| captures.get(at).and_then(|found| found.as_str().parse::<u32>().ok());
    match (number(1)?, number(2)?) {
        (13..=31, 1..=12) => Some(DayOrder::DayFirst),
        (1..=12, 13..=31) => Some(DayOrder::MonthFirst),
        _ => None,
    }
}

/// A year; of two digits the nearer century by the usual rule.
fn year(text: &str) -> Option<u32> {
    let digits = text.trim_start_matches('\'');
    let number: u32 = digits.parse().ok()?;
    Some(match digits.len() {
        2 if number < 69 => 2000 + number,
        2 => 1900 + number,
        _ => number,
    })
}

/// The number of a month by the first letters of its name, in the languages of [`super::dates`].
fn month(word: &str) -> Option<u32> {
    const STARTS: [(&str, u32); 36] = [
        ("jan", 1),
        ("jän", 1),
        ("ene", 1),
        ("gen", 1),
        ("feb", 2),
        ("fév", 2),
        ("fev", 2),
        ("mar", 3),
        ("mär", 3),
        ("mrz", 3),
        ("mae", 3),
        ("apr", 4),
        ("avr", 4),
        ("abr", 4),
        ("may", 5),
        ("mai", 5),
        ("mag", 5),
        ("jun", 6),
        ("juin", 6),
        ("giu", 6),
        ("jul", 7),
        ("juil", 7),
        ("lug", 7),
        ("aug", 8),
        ("aoû", 8),
        ("aou", 8),
        ("ago", 8),
        ("sep", 9),
        ("set", 9),
        ("oct", 10),
        ("okt", 10),
        ("ott", 10),
        ("nov", 11),
        ("dec", 12),
        ("dez", 12),
        ("dic", 12),
    ];
    let word = word.to_lowercase().replace("déc", "dec");
    if !super::dates::is_month(&word.replace("dec", "déc")) && !super::dates::is_month(&word) {
        return None;
    }
    STARTS.iter().find(|(start, _)| word.starts_with(start)).map(|&(_, number)| number)
}

/// The first time of day in a folded text, as XML Schema writes it.
pub(super) fn time(text: &str) -> Option<String> {
    static TIME: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(\d{1,2})(?::|时|時|点|點)(\d{2})(?:(?::|分)(\d{2}))?(?:\.\d+)?\s*([ap])?\.?m?")
            .unwrap_or_else(|_| unreachable!("the form is constant"))
    });
    let captures = TIME.captures(text)?;
    let number = |at: usize| captures.get(at).map_or(Some(0), |found| found.as_str().parse::<u32>().ok());
    let (hour, minute, second) = (number(1)?, number(2)?, number(3)?);
    let hour = match captures.get(4).map(|half| half.as_str()) {
        Some("p") if hour < 12 => hour + 12,
        Some("a") if hour == 12 => 0,
        _ => hour,
    };
    (hour < 24 && minute < 60 && second < 60).then(|| format!("{hour:02}:{minute:02}:{second:02}"))
}
