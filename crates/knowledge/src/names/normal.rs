//! When two names are the same name: whatever their width, case, punctuation and spacing.

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

/// A name as it is compared. `"Author(s):"`, `"ＡＵＴＨＯＲ"` and `" author "` are one; so are `"曾 用 名"` and `"曾用名"`.
///
/// Signs that say what is meant (`%`, `$`, `+`, `&`) stay. What would leave nothing (`"#"`) stays as it is.
pub fn normalised(name: &str) -> String {
    let folded = folded(name);
    let spaced = punctuated(&without_plural_marks(&folded));
    let joined = joined(&spaced);
    if joined.is_empty() { folded.split_whitespace().collect::<Vec<_>>().join(" ") } else { joined }
}

/// One width, one case, one sort of dash and of apostrophe, and nothing that is not seen.
pub(crate) fn folded(text: &str) -> String {
    let is_plain = text.is_ascii();
    // The sign for a trade mark would become two letters of the word before it.
    let seen = text.chars().filter(|c| !matches!(c, '™' | '®' | '©' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{feff}'));
    let kept: String = seen.collect();
    let kept = if is_plain { kept } else { ComposingNormalizerBorrowed::new_nfkc().normalize(&kept).into_owned() };
    let one = |c: char| match c {
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' => '-',
        '‘' | '’' | 'ʼ' | '´' | '`' => '\'',
        c => c,
    };
    kept.to_lowercase().chars().map(one).collect()
}

/// The text folded, and its letters without their marks: `Müller` and `Muller` are one.
pub(crate) fn without_marks(text: &str) -> String {
    let folded = folded(text);
    if folded.is_ascii() {
        return folded;
    }
    let parts = DecomposingNormalizerBorrowed::new_nfkd().normalize(&folded);
    parts.chars().filter(|c| !matches!(c, '\u{300}'..='\u{36f}')).collect()
}

/// `author(s)` is how careful people write `author`; Germans write `Autor(en)`.
fn without_plural_marks(text: &str) -> String {
    if !text.contains('(') {
        return text.to_owned();
    }
    let mut kept = text.to_owned();
    for mark in ["(s)", "(es)", "(en)", "(n)", "(e)"] {
        let mut from = 0;
        while let Some(at) = kept[from..].find(mark).map(|at| at + from) {
            if kept[..at].ends_with(char::is_alphabetic) {
                kept.replace_range(at..at + mark.len(), "");
            } else {
                from = at + mark.len();
            }
        }
    }
    kept
}

/// Punctuation becomes space, but for points in numbers and in abbreviations (`d.o.b.`) and for apostrophes.
fn punctuated(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let at = |index: Option<usize>| index.and_then(|index| characters.get(index).copied()).unwrap_or(' ');
    let mut spaced = String::with_capacity(text.len());
    for (index, &c) in characters.iter().enumerate() {
        let (before, after) = (at(index.checked_sub(1)), at(index.checked_add(1)));
        let is_single = before.is_alphabetic() && !at(index.checked_sub(2)).is_alphanumeric();
        match c {
            _ if c.is_alphanumeric() || is_meant(c) => spaced.push(c),
            '.' | ',' if before.is_numeric() && after.is_numeric() => spaced.push(c),
            '.' if is_single => {}
            '\'' => {}
            // Marks that belong to the letter before them.
            '\u{300}'..='\u{36f}' | '\u{900}'..='\u{dff}' | '\u{e31}'..='\u{e4e}' => spaced.push(c),
            _ => spaced.push(' '),
        }
    }
    spaced
}

/// Signs that tell names apart.
fn is_meant(c: char) -> bool {
    matches!(c, '%' | '‰' | '$' | '€' | '£' | '¥' | '+' | '&' | '@' | '°')
}

/// Single spaces, and none beside a character that is a word by itself.
fn joined(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let touches = joined.ends_with(is_ideograph) || word.starts_with(is_ideograph);
        if !joined.is_empty() && !touches {
            joined.push(' ');
        }
        joined.push_str(word);
    }
    joined
}

/// Whether a character is about a word, and is written without spaces: Chinese and Japanese, not Korean.
pub fn is_ideograph(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{2fdf}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}' | '々' | '〇')
}

/// A word without its English plural. Crude, but alike for both sides: `movie` and `movies` become `movy`.
pub(crate) fn stem(word: &str) -> String {
    let is_latin = word.bytes().all(|byte| byte.is_ascii_lowercase());
    if !is_latin || word.len() < 4 {
        return word.to_owned();
    }
    if let Some(start) = word.strip_suffix("ies").or_else(|| word.strip_suffix("ie")) {
        return format!("{start}y");
    }
    let hisses = ["sses", "xes", "ches", "shes", "zzes"];
    if hisses.iter().any(|end| word.ends_with(end)) {
        return word[..word.len() - 2].to_owned();
    }
    let is_plural = word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    if is_plural { word[..word.len() - 1].to_owned() } else { word.to_owned() }
}

/// A made-up name in words: `releaseDate` is "release Date", `fuel_economy` is "fuel economy".
pub(crate) fn in_words(local_name: &str) -> String {
    let mut words = String::with_capacity(local_name.len() + 4);
    let mut previous = ' ';
    for c in local_name.chars() {
        if c == '_' {
            words.push(' ');
        } else {
            if c.is_uppercase() && (previous.is_lowercase() || previous.is_numeric()) {
                words.push(' ');
            }
            words.push(c);
        }
        previous = c;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &[&str], expected: &str) {
        for name in names {
            assert_eq!(normalised(name), expected, "{name:?}");
        }
    }

    #[test]
    fn names_are_the_same_whatever_their_looks() {
        check(
            &[
                "Author(s):",
                "ＡＵＴＨＯＲ",
                " author ",
                "[Author]",
                "# Author",
                "Author\u{a0}:",
                "Author：",
                "• author",
            ],
            "author",
        );
        check(&["曾 用 名", "曾用名：", "【曾用名】", "曾\u{3000}用\u{3000}名"], "曾用名");
        check(&["Ａ股代码", "A 股 代码"], "a股代码");
        check(&["ISBN-13", "isbn 13:", "ISBN – 13"], "isbn 13");
        check(&["Make/Model", "Make / Model"], "make model");
        check(&["Pub. Date", "pub date"], "pub date");
        check(&["D.O.B.", "DOB:"], "dob");
        check(&["company's name", "Company’s Name"], "companys name");
        check(&["Change %", "(change %)"], "change %");
        check(&["Director(s) of photography"], "director of photography");
        check(&["Engine 2.0L"], "engine 2.0l");
        check(&["iPhone™"], "iphone");
        check(&["Größe"], "größe");
        check(&["#"], "#");
        check(&["", "  "], "");
    }

    #[test]
    fn plurals_have_one_stem() {
        for (one, many) in [
            ("director", "directors"),
            ("category", "categories"),
            ("movie", "movies"),
            ("address", "addresses"),
            ("box", "boxes"),
            ("genre", "genres"),
            ("price", "prices"),
            ("status", "status"),
        ] {
            assert_eq!(stem(one), stem(many));
        }
        assert_ne!(stem("publisher"), stem("published"));
    }

    #[test]
    fn local_names_become_words() {
        for (name, words) in [
            ("releaseDate", "release Date"),
            ("fuel_economy", "fuel economy"),
            ("ISBN", "ISBN"),
            ("isbn_13", "isbn 13"),
        ] {
            assert_eq!(in_words(name), words);
        }
    }
}
