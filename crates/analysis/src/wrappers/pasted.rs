//! Texts that a person pasted as they are seen on the screen, found again on the page.
//!
//! What is seen differs from what is in the source: whitespace, soft hyphens, kinds of dashes and quotes, and markup in
//! the middle of a sentence. All of it is passed over.

use super::reading::{Label, Reading};
use super::texts::{Shape, plain};

/// Where a pasted text stands on a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The first text it is part of.
    pub first: usize,
    /// The last text it is part of.
    pub last: usize,
    /// What stands before it in its first text and behind it in its last, if it is only a part of them.
    pub cut: Option<(String, String)>,
}

impl Spot {
    /// Whether it is one whole text of the page.
    pub fn is_whole_text(&self) -> bool {
        self.first == self.last && self.cut.is_none()
    }
}

/// Where a pasted text stands on a page, in the order of the page. Whole texts come alone if there are any, then runs
/// of whole texts, then parts; and where letters are the same, nobody asks for other case.
pub fn spots(reading: &Reading<'_>, pasted: &str) -> Vec<Spot> {
    let exact = Screen::of(reading, Case::Kept).find(pasted);
    if exact.is_empty() { Screen::of(reading, Case::Folded).find(pasted) } else { exact }
}

/// The texts of a page that are most like one that is not on it, the likeliest first.
pub fn nearest(reading: &Reading<'_>, pasted: &str, most: usize) -> Vec<usize> {
    /// What is less like it than this would only confuse.
    const LEAST: f64 = 0.25;
    let (wanted, wanted_shape) = (letter_pairs(pasted), Shape::of(pasted));
    let mut scored: Vec<(f64, usize)> = Vec::new();
    for (index, text) in reading.texts.iter().enumerate().filter(|(_, text)| text.label != Label::SEPARATOR) {
        let pairs = letter_pairs(&text.text);
        let shared = wanted.iter().filter(|pair| pairs.binary_search(pair).is_ok()).count();
        let likeness = 2.0 * shared as f64 / (wanted.len() + pairs.len()).max(1) as f64;
        let score = 0.8 * likeness + 0.2 * wanted_shape.likeness(&Shape::of(&text.text));
        let is_new = scored.iter().all(|&(_, other)| reading.texts[other].text != text.text);
        if likeness >= LEAST && is_new {
            scored.push((score, index));
        }
    }
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    scored.into_iter().take(most).map(|(_, index)| index).collect()
}

/// The neighbouring letters of a text, each once, in order.
fn letter_pairs(text: &str) -> Vec<(char, char)> {
    let letters: Vec<char> = plain(text).chars().filter(|&c| c != ' ').collect();
    let mut pairs: Vec<(char, char)> = match letters[..] {
        [only] => vec![(only, only)],
        _ => letters.windows(2).map(|pair| (pair[0], pair[1])).collect(),
    };
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Kept,
    Folded,
}

/// The letters of a page in reading order, without whatever may differ from what is pasted.
struct Screen<'a> {
    reading: &'a Reading<'a>,
    case: Case,
    letters: String,
    /// For each text where its letters begin; one more at the end.
    starts: Vec<usize>,
}

impl<'a> Screen<'a> {
    fn of(reading: &'a Reading<'a>, case: Case) -> Screen<'a> {
        let mut letters = String::new();
        let mut starts = Vec::with_capacity(reading.texts.len() + 1);
        for text in &reading.texts {
            starts.push(letters.len());
            letters.extend(text.text.chars().flat_map(|c| seen(c, case)));
        }
        starts.push(letters.len());
        Screen { reading, case, letters, starts }
    }

    fn find(&self, pasted: &str) -> Vec<Spot> {
        /// More places than this are no help to anybody.
        const MOST: usize = 200;
        let wanted: String = pasted.chars().flat_map(|c| seen(c, self.case)).collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let places = self.letters.match_indices(&wanted).take(MOST).map(|(at, _)| self.spot(at, at + wanted.len()));
        let spots: Vec<Spot> = places.collect();
        let whole: Vec<Spot> = spots.iter().filter(|spot| spot.is_whole_text()).cloned().collect();
        if !whole.is_empty() {
            return whole;
        }
        let runs: Vec<Spot> = spots.iter().filter(|spot| spot.cut.is_none()).cloned().collect();
        if !runs.is_empty() {
            return runs;
        }
        // The end of one word and the beginning of another are not what anybody meant.
        spots.into_iter().filter(|spot| self.is_of_whole_words(spot)).collect()
    }

    fn spot(&self, start: usize, end: usize) -> Spot {
        // Texts without letters have no width: the first ends behind the start, the last begins before the end.
        let first = self.starts.partition_point(|&begin| begin <= start) - 1;
        let last = self.starts.partition_point(|&begin| begin < end) - 1;
        let (before, behind) = (start - self.starts[first], self.starts[last + 1] - end);
        let text = |index: usize| self.reading.texts[index].text.as_str();
        let cut = (before > 0 || behind > 0)
            .then(|| (self.front(text(first), before).to_owned(), self.back(text(last), behind).to_owned()));
        Spot { first, last, cut }
    }

    /// The beginning of a text with so many bytes of letters.
    fn front<'t>(&self, text: &'t str, letters: usize) -> &'t str {
        let mut seen_bytes = 0;
        let end = text.char_indices().find(|&(_, c)| {
            let is_behind = seen_bytes >= letters && seen(c, self.case).next().is_some();
            seen_bytes += seen(c, self.case).map(char::len_utf8).sum::<usize>();
            is_behind
        });
        end.map_or(text, |(end, _)| &text[..end])
    }

    /// The end of a text with so many bytes of letters.
    fn back<'t>(&self, text: &'t str, letters: usize) -> &'t str {
        let mut seen_bytes = 0;
        let start = text.char_indices().rev().find(|&(_, c)| {
            let is_before = seen_bytes >= letters && seen(c, self.case).next().is_some();
            seen_bytes += seen(c, self.case).map(char::len_utf8).sum::<usize>();
            is_before
        });
        start.map_or(text, |(at, c)| &text[at + c.len_utf8()..])
    }

    fn is_of_whole_words(&self, spot: &Spot) -> bool {
        let Some((front, back)) = &spot.cut else { return true };
        let (first, last) = (&self.reading.texts[spot.first].text, &self.reading.texts[spot.last].text);
        let is_word = |c: char| c.is_alphanumeric() && c.is_ascii();
        let joins = |left: Option<char>, right: Option<char>| left.is_some_and(is_word) && right.is_some_and(is_word);
        let joins_front = joins(front.chars().next_back(), first[front.len()..].chars().next());
        let joins_back = joins(last[..last.len() - back.len()].chars().next_back(), back.chars().next());
        !joins_front && !joins_back
    }
}

/// What is seen of a character, for comparison.
fn seen(c: char, case: Case) -> impl Iterator<Item = char> {
    let plain = match c {
        _ if c.is_whitespace() => None,
        // Soft hyphens, spaces without width, marks of direction.
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}' => None,
        '‐' | '‑' | '‒' | '–' | '—' | '―' | '−' | '﹣' | '－' => Some('-'),
        '‘' | '’' | '‚' | '‛' | '′' | '`' | '´' => Some('\''),
        '“' | '”' | '„' | '‟' | '″' | '«' | '»' => Some('"'),
        '…' => return Seen::Dots(0),
        _ => Some(c),
    };
    match (plain, case) {
        (Some(c), Case::Folded) => Seen::Folded(c.to_lowercase()),
        (plain, _) => Seen::One(plain),
    }
}

/// What one character becomes.
enum Seen {
    One(Option<char>),
    Folded(std::char::ToLowercase),
    Dots(u8),
}

impl Iterator for Seen {
    type Item = char;

    fn next(&mut self) -> Option<char> {
        match self {
            Seen::One(c) => c.take(),
            Seen::Folded(letters) => letters.next(),
            Seen::Dots(told) => {
                *told += 1;
                (*told <= 3).then_some('.')
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::{Capture, Page};

    /// Each spot as its texts, with what is cut off in brackets.
    #[track_caller]
    fn check(html: &str, pasted: &str, expected: &[&str]) {
        let page = Page::new(Capture::new("p", format!("<meta charset=utf-8>{html}")));
        let reading = Reading::of(&page);
        let told = |spot: &Spot| {
            let texts: Vec<&str> =
                reading.texts[spot.first..=spot.last].iter().map(|text| text.text.as_str()).collect();
            let cut = spot.cut.as_ref().map(|(front, back)| format!(" [{front}|{back}]")).unwrap_or_default();
            format!("{}{cut}", texts.join("+"))
        };
        assert_eq!(spots(&reading, pasted).iter().map(told).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn whole_texts_are_found_whatever_the_source_looks_like() {
        check("<p>The Old\n   Harbour</p>", "The Old Harbour", &["The Old Harbour"]);
        check("<p>Donau&shy;dampf&shy;schiff</p>", "Donaudampfschiff", &["Donau\u{ad}dampf\u{ad}schiff"]);
        check("<p>1990&ndash;1995</p><p>Tom&rsquo;s</p>", "1990-1995", &["1990–1995"]);
        check("<p>Tom&rsquo;s &hellip;</p>", "Tom's ...", &["Tom’s …"]);
        check("<p>&euro;&nbsp;12.90</p>", "€ 12.90", &["€ 12.90"]);
    }

    #[test]
    fn markup_in_the_middle_is_passed_over() {
        check("<p>By <a>Jane <b>Doe</b></a></p><p>Jane</p>", "Jane Doe", &["Jane+Doe"]);
        check("<p>By <a>Jane <b>Doe</b></a></p><p>Jane</p>", "By Jane Doe", &["By+Jane+Doe"]);
    }

    #[test]
    fn a_part_of_a_text_comes_with_what_is_around_it() {
        check("<p>Price: 12 EUR incl. VAT</p>", "12 EUR", &["Price: 12 EUR incl. VAT [Price: | incl. VAT]"]);
        check("<p>12 EUR</p><p>about 12 EUR</p>", "12 EUR", &["12 EUR"]);
        check("<p>112 EUROS</p>", "12 EUR", &[]);
    }

    #[test]
    fn case_matters_only_if_nothing_else_is_there() {
        check("<p>NEW</p><p>new</p>", "new", &["new"]);
        check("<p>THE OLD HARBOUR</p>", "The Old Harbour", &["THE OLD HARBOUR"]);
    }

    #[test]
    fn what_is_not_there_has_neighbours() {
        let page = Page::new(Capture::new("p", "<meta charset=utf-8><p>Was</p><p>€14.90</p><p>€12.90</p><p>menu</p>"));
        let reading = Reading::of(&page);
        let texts: Vec<&str> =
            nearest(&reading, "12,90 €", 2).into_iter().map(|index| reading.texts[index].text.as_str()).collect();
        assert_eq!(texts, ["€12.90", "€14.90"]);
    }
}
