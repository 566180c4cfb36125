//! Dates and times as they are printed, in the usual orders and in a few languages.
//!
//! A text is first written down as a row of signs, one for each number, word or mark: `May 14, 2010` is `M d, Y`. What
//! a date may look like is then one regular expression over such rows.

use super::Fit;
use regex::Regex;
use std::sync::LazyLock;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Date,
    DateTime,
    Time,
    Year,
}

/// Of a folded text.
pub(super) fn fit(text: &str, wanted: Wanted) -> Fit {
    let text = text.trim_matches(|c: char| " .,;:()[]*".contains(c));
    let text = text.replace("a.m", "am").replace("p.m", "pm");
    let signs = signs(&text);
    let forms = &*FORMS;
    match wanted {
        Wanted::Date => Fit::of(forms.date.is_match(&signs), || {
            forms.date_inside.is_match(&signs) || is_year_beside(&signs) || is_ago(&signs)
        }),
        Wanted::DateTime => Fit::of(forms.date_time.is_match(&signs), || forms.date_inside.is_match(&signs)),
        Wanted::Time => Fit::of(forms.time.is_match(&signs), || forms.time_inside.is_match(&signs)),
        Wanted::Year => Fit::of(forms.year.is_match(&signs), || {
            signs.contains('Y')
                && (forms.date_inside.is_match(&signs) || forms.date.is_match(&signs) || is_year_beside(&signs))
        }),
    }
}

/// A year with a word or two: `published 2008`, `2008 (usa)`. With more, as in a title, it says little.
fn is_year_beside(signs: &str) -> bool {
    let words = signs.chars().filter(|sign| matches!(sign, 'x' | 'o')).count();
    let years = signs.chars().filter(|&sign| sign == 'Y').count();
    let numbers = signs.chars().filter(|sign| matches!(sign, 'd' | 'z' | 'n' | 'c')).count();
    years == 1 && words <= 2 && numbers == 0 && (signs.starts_with('Y') || signs.ends_with('Y'))
}

/// `3 days ago`, `today`, with a word or two: in a sentence it is no date.
fn is_ago(signs: &str) -> bool {
    let words = signs.chars().filter(|&sign| sign == 'x').count();
    words <= 2 && (FORMS.ago.is_match(signs) || signs.contains('r'))
}

/// The forms, over rows of signs.
struct Forms {
    date: Regex,
    date_inside: Regex,
    date_time: Regex,
    time: Regex,
    time_inside: Regex,
    ago: Regex,
    year: Regex,
}

/// A day, a month or both, with a year or without. The longest forms stand first.
const DAYS: [&str; 15] = [
    // 2010-06-25, 25.6.2010, 5/14/10
    r"Y ?[-/.] ?d ?[-/.] ?d",
    r"d ?[-/.] ?d ?[-/.] ?(?:Y|[dz])",
    // 2001年8月27日, 8月27日
    r"Y ?y ?d ?m(?: ?d ?g)?",
    r"d ?m ?d ?g",
    // 20100625
    r"c",
    // May 14th, 2010
    r"M[.,]? ?(?:o ?)?d ?o?[.,]{0,2} ?(?:o ?)?(?:Y|'[dz])",
    // 14. März 2010, 14 de mayo de 2010
    r"d ?o?[.]? ?(?:o ?)?M[.,]{0,2} ?(?:o ?)?(?:Y|'[dz])",
    // 14-May-2010
    r"d ?[-/.] ?M[.]? ?[-/.] ?(?:Y|[dz])",
    // 2010, May 14
    r"Y[.,]? ?[-/]? ?M[.,]?(?: ?[-/]? ?d)?",
    // June 2010, Fall 2009, May '09
    r"[MS][.,]? ?[-/]? ?(?:o ?)?(?:Y|'[dz])",
    // Nov 28
    r"M[.]? ?d(?: ?o)?",
    r"d ?o?[.]? ?(?:o ?)?M",
    // 2010/06, 06/2010
    r"Y[-/.]d",
    r"d[-/.]Y",
    // 2001年
    r"Y ?y",
];

/// A time of day.
const TIME: &str = r"(?:[dz]:[dz](?::[dz])?(?:\.[dzYn])?(?: ?a[.]?)*|d ?a|[dz] ?h(?: ?[dz] ?i?)?(?: ?[dz] ?s)?)";

static FORMS: LazyLock<Forms> = LazyLock::new(|| {
    let day = format!("(?:{})", DAYS.join("|"));
    let full = format!(r"(?:W[.,]? ?(?:o ?)?)?(?:{day}|Y)(?: ?\(?W\)?)?(?:[, T-]{{0,3}}(?:o ?)?{TIME})?(?: ?a)*");
    // The forms are ours and compile; a test looks.
    let regex = |pattern: String| Regex::new(&pattern).unwrap_or_else(|_| unreachable!("the forms are constant"));
    Forms {
        date: regex(format!(r"^(?:o[.]? ?){{0,2}}{full}(?: ?[-/~] ?{full}| ?(?:o|-) ?{full})?$")),
        date_inside: regex(format!(r"(?:^|[^-/.:dzYnc]){day}(?:$|[^-/:dzYnc])")),
        date_time: regex(format!(
            r"^(?:W[.,]? ?(?:o ?)?)?{day}[, T-]{{1,3}}(?:o ?)?{TIME}(?: ?[a+]| ?[-+][dz]:?[dz]?)*$"
        )),
        time: regex(format!(r"^(?:o ?)?{TIME}(?: ?(?:-|o) ?{TIME})?$")),
        time_inside: regex(format!(r"(?:^|[^:dzYnc]){TIME}(?:$|[^:dzYnc])")),
        ago: regex("[dz] ?u ?p".to_owned()),
        year: regex(r"^(?:o[.]? ?){0,2}Y ?y?(?: ?- ?Y ?y?)?$".to_owned()),
    }
});

/// A text as a row of signs: `Y` a year, `d` a number up to 31, `z` another of two digits, `c` a date in eight digits,
/// `n` another number; `M` a month, `S` a season or quarter, `W` a weekday, `o` a word that stands beside dates, `a` a
/// word that stands behind times, `u` `p` `r` words for how long ago; `y` `m` `g` `h` `i` `s` year to second in
/// Chinese; `x` any other word. Marks and spaces stand for themselves.
fn signs(text: &str) -> String {
    let mut signs = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_same = |c: char| match () {
            () if first.is_ascii_digit() => c.is_ascii_digit(),
            () if is_word(first) => is_word(c),
            () => false,
        };
        let end = rest.find(|c| !is_same(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (token, behind) = rest.split_at(end);
        rest = behind;
        match () {
            () if first.is_ascii_digit() => signs.push(of_number(token)),
            () if is_word(first) => signs.push(of_word(token)),
            () if first.is_whitespace() => {
                if !signs.ends_with(' ') {
                    signs.push(' ');
                }
            }
            () => of_mark(first, &mut rest, &mut signs),
        }
    }
    signs
}

fn is_word(c: char) -> bool {
    c.is_alphabetic() && !super::is_ideograph(c)
}

fn of_number(digits: &str) -> char {
    let value: u32 = digits.parse().unwrap_or(u32::MAX);
    match digits.len() {
        1 | 2 if (1..=31).contains(&value) => 'd',
        1 | 2 => 'z',
        4 if (1000..2200).contains(&value) => 'Y',
        8 if (1000..2200).contains(&(value / 10_000))
            && (1..=12).contains(&(value / 100 % 100))
            && (1..=31).contains(&(value % 100)) =>
        {
            'c'
        }
        _ => 'n',
    }
}

/// Marks, and characters that are words. Weekdays in Chinese have two or three of them.
fn of_mark(mark: char, rest: &mut &str, signs: &mut String) {
    signs.push(match mark {
        '年' => 'y',
        '月' => 'm',
        '日' | '号' | '號' => 'g',
        '时' | '時' | '点' | '點' => 'h',
        '分' => 'i',
        '秒' => 's',
        '天' | '周' if rest.starts_with('前') => 'u',
        '前' => 'p',
        '于' | '在' | '约' | '至' | '到' => 'o',
        '今' | '昨' if rest.starts_with('天') => {
            *rest = &rest['天'.len_utf8()..];
            'r'
        }
        '星' if rest.starts_with('期') => {
            let mut characters = rest.chars();
            characters.next();
            characters.next();
            *rest = characters.as_str();
            'W'
        }
        '-' | '/' | '.' | ',' | ':' | '\'' | '(' | ')' | '+' | '~' => mark,
        _ if mark.is_alphabetic() => 'x',
        _ => ';',
    });
}

fn of_word(word: &str) -> char {
    let has = |words: &[&str]| words.contains(&word);
    match () {
        () if has(&MONTHS) => 'M',
        () if has(&["spring", "summer", "autumn", "fall", "winter", "frühjahr", "herbst", "été", "hiver", "q"]) => {
            'S'
        }
        () if has(&WEEKDAYS) => 'W',
        () if has(&["t"]) => 'T',
        () if has(&["am", "pm", "z", "utc", "gmt", "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "cet"]) => {
            'a'
        }
        () if has(&["cest", "bst", "uhr", "hrs"]) => 'a',
        () if has(&["h"]) => 'h',
        () if has(&[
            "second", "seconds", "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month",
        ]) =>
        {
            'u'
        }
        () if has(&["months", "year", "years"]) => 'u',
        () if has(&["ago"]) => 'p',
        () if has(&["today", "yesterday", "heute", "gestern"]) => 'r',
        () if has(&BESIDE) => 'o',
        () => 'x',
    }
}

/// Whether a word in lower case is the name of a month.
pub(super) fn is_month(word: &str) -> bool {
    MONTHS.contains(&word)
}

/// Words that stand beside dates: ordinals, articles, prepositions.
const BESIDE: [&str; 34] = [
    "st", "nd", "rd", "th", "er", "of", "the", "on", "in", "at", "by", "since", "from", "to", "until", "circa", "c",
    "ca", "about", "early", "late", "mid", "de", "del", "le", "du", "à", "am", "den", "der", "vom", "um", "seit", "im",
];

const WEEKDAYS: [&str; 37] = [
    "mon",
    "monday",
    "tue",
    "tues",
    "tuesday",
    "wed",
    "wednesday",
    "thu",
    "thur",
    "thurs",
    "thursday",
    "fri",
    "friday",
    "sat",
    "saturday",
    "sun",
    "sunday",
    "mo",
    "di",
    "mi",
    "do",
    "fr",
    "sa",
    "so",
    "montag",
    "dienstag",
    "mittwoch",
    "donnerstag",
    "freitag",
    "samstag",
    "sonntag",
    "lundi",
    "mardi",
    "mercredi",
    "jeudi",
    "vendredi",
    "dimanche",
];

/// Months in English, German, French, Spanish and Italian, with their abbreviations.
const MONTHS: [&str; 84] = [
    "january",
    "jan",
    "february",
    "feb",
    "march",
    "mar",
    "april",
    "apr",
    "may",
    "june",
    "jun",
    "july",
    "jul",
    "august",
    "aug",
    "september",
    "sep",
    "sept",
    "october",
    "oct",
    "november",
    "nov",
    "december",
    "dec",
    "januar",
    "jänner",
    "februar",
    "märz",
    "maerz",
    "mär",
    "mrz",
    "mai",
    "juni",
    "juli",
    "oktober",
    "okt",
    "dezember",
    "dez",
    "janvier",
    "janv",
    "février",
    "fevrier",
    "févr",
    "fevr",
    "fév",
    "mars",
    "avril",
    "avr",
    "juin",
    "juillet",
    "juil",
    "août",
    "aout",
    "septembre",
    "octobre",
    "novembre",
    "décembre",
    "decembre",
    "déc",
    "enero",
    "ene",
    "febrero",
    "marzo",
    "abril",
    "abr",
    "mayo",
    "junio",
    "julio",
    "agosto",
    "septiembre",
    "octubre",
    "noviembre",
    "diciembre",
    "dic",
    "gennaio",
    "febbraio",
    "aprile",
    "maggio",
    "giugno",
    "luglio",
    "settembre",
    "ottobre",
    "dicembre",
    "maio",
];
