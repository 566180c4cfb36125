//! Step 5, pattern selection: of all maximal repeats, the one that is most likely a record of the page.
//!
//! The paper's criteria in their order: F1 tag loops are reduced, F2 short patterns go, F3 patterns that begin with a
//! closing tag go, F4 what covers little of the page goes. What covers most is best; patterns whose tags are balanced
//! come before those that cut elements apart.
//!
//! The paper leaves open what becomes of a repeat that cuts elements apart:
//! - Where records follow one another, whatever begins the first of them may have been dropped with what is the same
//!   in both pages, and the repeat begins in the middle of a record. If it can be turned so that its tags are
//!   balanced, and occurs that way too, the turned one is meant.
//! - Neighbours of records may be alike by accident, so that the repeat reaches into them. The longest balanced part of
//!   it is tried as well.
//!
//! It also leaves open whether text may come first. Here it may not: in running text everything between two links
//! would be a record. For the same reason patterns that end in text come after those that do not. And since a wrapper
//! is there to find properties with their values, patterns of two texts or more come before those of one, which mostly
//! are menus.
//!
//! The paper leaves open how much work this may be. There may be as many repeats as symbols, and their lengths may add
//! up to the square of that. They are tried in the order of what they could cover at best, and only so many symbols are
//! looked at in all, which on real pages is more than enough for every one of them.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use super::Config;
use super::blocks::is_void_name;
use super::repeats::{Repeat, SuffixArray};
use super::tags::{Alphabet, Letter, TEXT};

/// Symbols that are looked at on the shortest pages, and for each symbol on longer ones.
const WORK: (usize, usize) = (1 << 20, 64);

/// A repeat that passed, reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Chosen {
    /// Where it first occurs.
    pub(super) start: usize,
    pub(super) length: usize,
    /// How often it occurs without overlaps.
    pub(super) support: usize,
    /// How many texts it has.
    pub(super) texts: usize,
    pub(super) ends_in_text: bool,
    pub(super) is_balanced: bool,
}

impl Chosen {
    /// How many symbols its occurrences have.
    pub(super) fn covered(&self) -> usize {
        self.length * self.support
    }
}

/// The patterns that pass, the best first.
pub(super) fn select(symbols: &[u32], alphabet: &Alphabet, array: &SuffixArray, config: &Config) -> Vec<Chosen> {
    // At best all occurrences are apart. Of those that could cover as much, the shorter are cheaper and, loops being
    // reduced, often the same.
    let at_best = |repeat: &Repeat| (repeat.length as usize * repeat.count as usize).min(symbols.len());
    let least = config.least_coverage * symbols.len() as f64;
    let mut repeats = Vec::new();
    array.maximal_repeats(config.shortest_pattern, |repeat| {
        if at_best(&repeat) as f64 > least {
            repeats.push(repeat);
        }
    });
    repeats.sort_unstable_by_key(|repeat| (Reverse(at_best(repeat)), repeat.length, repeat.first));
    let mut selection = Selection {
        symbols,
        alphabet,
        array,
        config,
        work: WORK.0 + WORK.1 * symbols.len(),
        seen: FxHashSet::default(),
    };
    let mut chosen: Vec<Chosen> = repeats.iter().flat_map(|repeat| selection.try_repeat(repeat)).collect();
    chosen.sort_unstable_by_key(|found| {
        let preferred = (found.is_balanced, found.texts > 1, !found.ends_in_text, found.covered(), found.length);
        (Reverse(preferred), found.start)
    });
    chosen
}

struct Selection<'a> {
    symbols: &'a [u32],
    alphabet: &'a Alphabet,
    array: &'a SuffixArray,
    config: &'a Config,
    /// How many symbols may still be looked at.
    work: usize,
    /// Patterns that have been looked at.
    seen: FxHashSet<&'a [u32]>,
}

impl Selection<'_> {
    /// The patterns that a repeat leads to, as far as they pass.
    fn try_repeat(&mut self, repeat: &Repeat) -> Vec<Chosen> {
        if !self.spend(repeat.length as usize) {
            return Vec::new();
        }
        let from = self.array.position(repeat.first as usize);
        let pattern = without_loops(&self.symbols[from..from + repeat.length as usize]);
        if is_balanced(pattern, self.alphabet) {
            return self.try_pattern(pattern).into_iter().collect();
        }
        let whole = turned(pattern, self.alphabet).and_then(|turned| self.try_pattern(&turned));
        let whole = whole.or_else(|| self.try_pattern(pattern));
        let core = self.try_pattern(without_loops(core(pattern, self.alphabet)));
        whole.into_iter().chain(core).collect()
    }

    /// F2 to F4.
    fn try_pattern(&mut self, pattern: &[u32]) -> Option<Chosen> {
        if !is_record(pattern, self.alphabet, self.config) || self.seen.contains(pattern) || !self.spend(pattern.len())
        {
            return None;
        }
        let rank = self.array.find(self.symbols, pattern)?;
        let ranks = self.array.ranks(rank, pattern.len(), self.work)?;
        self.work -= ranks.len();
        let mut places: Vec<usize> = ranks.map(|rank| self.array.position(rank)).collect();
        places.sort_unstable();
        self.seen.insert(&self.symbols[places[0]..][..pattern.len()]);
        let found = Chosen {
            start: places[0],
            length: pattern.len(),
            support: apart(&places, pattern.len()),
            texts: pattern.iter().filter(|&&symbol| symbol == TEXT).count(),
            ends_in_text: pattern.last() == Some(&TEXT),
            is_balanced: is_balanced(pattern, self.alphabet),
        };
        let covers = found.covered() as f64 > self.config.least_coverage * self.symbols.len() as f64;
        (found.support >= 2 && covers).then_some(found)
    }

    /// Whether so many symbols may be looked at, which are then counted.
    fn spend(&mut self, symbols: usize) -> bool {
        let left = self.work.checked_sub(symbols);
        self.work = left.unwrap_or(self.work);
        left.is_some()
    }
}

/// F1: what is left of a pattern when its end, as long as it is equal to its beginning, is cut off, shortest first. So
/// `abab`, `aba` and `ababa` all become `ab`. This is the paper's Algorithm 2, in linear time: the ends that equal
/// beginnings are known for all beginnings at once.
fn without_loops(pattern: &[u32]) -> &[u32] {
    // For each length, the longest and the shortest end that equals the beginning, by length; 0 if there is none.
    let mut longest = vec![0; pattern.len() + 1];
    let mut shortest = vec![0; pattern.len() + 1];
    for length in 2..=pattern.len() {
        let mut border: usize = longest[length - 1];
        while border > 0 && pattern[border] != pattern[length - 1] {
            border = longest[border];
        }
        if pattern[border] == pattern[length - 1] {
            border += 1;
        }
        longest[length] = border;
        shortest[length] = if shortest[border] > 0 { shortest[border] } else { border };
    }
    let mut length = pattern.len();
    while shortest[length] > 0 {
        length -= shortest[length];
    }
    &pattern[..length]
}

/// F2 and F3. A pattern must also hold text: the paper does not say so, but without any there is nothing to extract.
fn is_record(pattern: &[u32], alphabet: &Alphabet, config: &Config) -> bool {
    (config.shortest_pattern..=config.longest_pattern).contains(&pattern.len())
        && matches!(alphabet.letter(pattern[0]), Letter::Open(_))
        && pattern.contains(&TEXT)
}

/// How many of these places, in order, are at least `length` apart if taken one after the other.
fn apart(places: &[usize], length: usize) -> usize {
    let mut free = 0;
    let mut count = 0;
    for &place in places {
        if place >= free {
            count += 1;
            free = place + length;
        }
    }
    count
}

/// The pattern turned so that it begins where fewest elements are open, if that balances its tags.
fn turned(pattern: &[u32], alphabet: &Alphabet) -> Option<Vec<u32>> {
    let (mut depth, mut lowest, mut first) = (0isize, 0, 0);
    for (at, &symbol) in pattern.iter().enumerate() {
        match alphabet.letter(symbol) {
            Letter::Open(name) if !is_void_name(name) => depth += 1,
            Letter::Close(_) => depth -= 1,
            _ => {}
        }
        if depth < lowest {
            (lowest, first) = (depth, at + 1);
        }
    }
    let turned = [&pattern[first..], &pattern[..first]].concat();
    (depth == 0 && is_balanced(&turned, alphabet)).then_some(turned)
}

/// The longest part of a pattern between tags that have no counterpart in it.
fn core<'a>(pattern: &'a [u32], alphabet: &Alphabet) -> &'a [u32] {
    let mut open: Vec<(usize, &str)> = Vec::new();
    let mut seams = Vec::new();
    for (at, &symbol) in pattern.iter().enumerate() {
        match alphabet.letter(symbol) {
            Letter::Open(name) if !is_void_name(name) => open.push((at, name)),
            Letter::Close(name) if open.last().is_some_and(|(_, opened)| *opened == name) => {
                open.pop();
            }
            Letter::Close(_) => {
                // What is open here is never closed.
                seams.extend(open.drain(..).map(|(at, _)| at));
                seams.push(at);
            }
            _ => {}
        }
    }
    seams.extend(open.into_iter().map(|(at, _)| at));
    seams.push(pattern.len());
    let mut best = &pattern[..0];
    let mut from = 0;
    for seam in seams {
        if seam - from > best.len() {
            best = &pattern[from..seam];
        }
        from = seam + 1;
    }
    best
}

/// Whether every element that begins in the pattern ends in it and the other way round.
fn is_balanced(pattern: &[u32], alphabet: &Alphabet) -> bool {
    let mut open = Vec::new();
    pattern.iter().all(|&symbol| match alphabet.letter(symbol) {
        Letter::Text => true,
        Letter::Open(name) => {
            if !is_void_name(name) {
                open.push(name);
            }
            true
        }
        Letter::Close(name) => open.pop() == Some(name),
    }) && open.is_empty()
}

#[cfg(test)]
mod tests {
    use super::super::tags::TagString;
    use super::*;
    use expect_test::{Expect, expect};
    use page::{Capture, Page};

    fn check(html: &str, expected: Expect) {
        let tags = TagString::of(&Page::new(Capture::new("p", html)));
        let array = SuffixArray::new(&tags.symbols).unwrap();
        let print = |found: &Chosen| {
            let letter = |&symbol: &u32| match tags.alphabet.letter(symbol) {
                Letter::Text => "·".to_owned(),
                Letter::Open(name) => format!("<{name}>"),
                Letter::Close(name) => format!("</{name}>"),
            };
            let part: String = tags.symbols[found.start..found.start + found.length].iter().map(letter).collect();
            format!("{part} {}{}\n", found.support, if found.is_balanced { "" } else { " unbalanced" })
        };
        let chosen = select(&tags.symbols, &tags.alphabet, &array, &Config::default());
        expected.assert_eq(&chosen.iter().map(print).collect::<String>());
    }

    #[test]
    fn loops_are_reduced() {
        let reduced = |text: &str| {
            let symbols: Vec<u32> = text.bytes().map(u32::from).collect();
            let length = without_loops(&symbols).len();
            text[..length].to_owned()
        };
        assert_eq!(reduced("abcabcabc"), "abc");
        assert_eq!(reduced("abcabcab"), "abc");
        assert_eq!(reduced("abca"), "abc");
        assert_eq!(reduced("aaaa"), "a");
        assert_eq!(reduced("abc"), "abc");
        assert_eq!(reduced(""), "");
    }

    #[test]
    fn records_that_are_cut_are_put_together() {
        // Each row follows one of another kind, so that no row is a maximal repeat by itself.
        check(
            "<table><tr><th>x<tr><td>a<td>b<tr><td>c<td>d<tr><td>e<td>f<tr><th>g<tr><td>h<td>i",
            expect![[r#"
            <tr><td>·</td><td>·</td></tr> 4
            <tr><th>·</th></tr><tr><td>·</td><td>·</td></tr> 2
        "#]],
        );
    }

    #[test]
    fn rows_win() {
        check(
            "<table><tr><td>a<td>b<tr><td>c<td>d<tr><td>e<td>f<tr><td>g<td>h",
            expect![[r#"
            <tr><td>·</td><td>·</td></tr> 4
        "#]],
        );
    }
}
