//! Steps 3 and 4: the suffix array of a string, its longest common prefixes, and from them all maximal repeats. All of
//! it takes time and memory linear in the string.
//!
//! A repeat is maximal if some of its occurrences are preceded by different symbols, and some followed by different
//! ones. There are fewer than the string has symbols, but their occurrences, and even their lengths, may add up to its
//! square. A [`Repeat`] is therefore a range of the suffix array, and nothing is listed.
//!
//! The paper builds the array by the skew algorithm and compares neighbours symbol by symbol, which is quadratic on
//! repetitive strings; induced sorting and the permuted prefixes of a library replace both.

use std::ops::Range;

/// Symbols below this are bytes, with one byte left to stand for the start of the string.
const BYTES: u32 = 255;
/// Up to this length, an unsigned number holds a length and a byte.
const SHORT: usize = 1 << 24;

/// The sorted suffixes of a string.
#[derive(Clone, Debug)]
pub struct SuffixArray {
    /// Where the suffixes begin, in their order.
    suffixes: Vec<i32>,
    /// How many symbols each suffix has in common with the one before it in order.
    common: Vec<i32>,
    /// One bit for each suffix: whether another symbol precedes it than the one before it in order.
    turns: Vec<u64>,
}

/// A substring that occurs at least twice and cannot be made longer without losing an occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repeat {
    /// How many symbols it has.
    pub length: u32,
    /// The first of its suffixes in the suffix array.
    pub first: u32,
    /// How many times it occurs, overlaps included: so many entries of the suffix array begin with it.
    pub count: u32,
}

impl SuffixArray {
    /// Sorts the suffixes of a string. `None` if it has more than 2³¹ symbols.
    pub fn new(symbols: &[u32]) -> Option<SuffixArray> {
        i32::try_from(symbols.len()).ok()?;
        if symbols.is_empty() {
            return Some(SuffixArray { suffixes: Vec::new(), common: Vec::new(), turns: Vec::new() });
        }
        let mut suffixes = vec![0; symbols.len()];
        let mut permuted = vec![0; symbols.len()];
        // A string of bytes takes a quarter of the cache; nearly all pages have fewer than 128 names of tags. The
        // library reads beyond its array for two bytes that take turns, `babab`, if there are one more than a
        // multiple of four.
        let done = if symbols.len() % 4 != 1 && symbols.iter().all(|&symbol| symbol < BYTES) {
            let text: Vec<u8> = symbols.iter().map(|&symbol| symbol as u8).collect();
            libsais_rs::libsais(&text, &mut suffixes, 0, None) == 0
                && libsais_rs::libsais_plcp(&text, &suffixes, &mut permuted) == 0
        } else {
            let (mut text, letters) = dense(symbols)?;
            libsais_rs::libsais_int(&mut text, &mut suffixes, letters, 0) == 0
                && libsais_rs::libsais_plcp_int(&text, &suffixes, &mut permuted) == 0
        };
        done.then(|| SuffixArray::in_order(symbols, suffixes, permuted))
    }

    /// Brings into the order of the suffixes what is known in the order of the string: how many symbols are in common
    /// with the suffix before, and what precedes. That is a jump through memory for each symbol, and most of the time
    /// on long strings, so that both are fetched by one jump where one number holds them.
    fn in_order(symbols: &[u32], suffixes: Vec<i32>, mut permuted: Vec<i32>) -> SuffixArray {
        let mut turns = vec![0; suffixes.len().div_ceil(64)];
        let mut mark = |rank: usize, turns_here: bool| turns[rank / 64] |= u64::from(turns_here) << (rank % 64);
        let common = if suffixes.len() <= SHORT && symbols.iter().all(|&symbol| symbol < BYTES) {
            let mut before = BYTES;
            for (common, &symbol) in permuted.iter_mut().zip(symbols) {
                *common = ((*common as u32) << 8 | before) as i32;
                before = symbol;
            }
            let mut last = permuted[suffixes[0] as usize] as u32;
            let both = suffixes.iter().map(|&position| permuted[position as usize] as u32);
            let unpack = |(rank, both): (usize, u32)| {
                mark(rank, (last ^ both) & 0xFF != 0);
                last = both;
                (both >> 8) as i32
            };
            both.enumerate().map(unpack).collect()
        } else {
            let before = |position: i32| (position as usize).checked_sub(1).map(|at| symbols[at]);
            let mut last = before(suffixes[0]);
            for (rank, &position) in suffixes.iter().enumerate() {
                let here = before(position);
                mark(rank, here != last);
                last = here;
            }
            suffixes.iter().map(|&position| permuted[position as usize]).collect()
        };
        SuffixArray { suffixes, common, turns }
    }

    /// How long the string is.
    pub fn len(&self) -> usize {
        self.suffixes.len()
    }

    /// Whether the string is empty.
    pub fn is_empty(&self) -> bool {
        self.suffixes.is_empty()
    }

    /// Where the suffix of this rank begins.
    pub fn position(&self, rank: usize) -> usize {
        self.suffixes[rank] as usize
    }

    /// Calls `found` with each maximal repeat of at least so many symbols. Those that are prefixes of others come after
    /// them.
    pub fn maximal_repeats(&self, shortest: usize, mut found: impl FnMut(Repeat)) {
        let mut open: Vec<(usize, usize)> = Vec::new();
        // The last rank whose suffix is preceded by another symbol than the suffix before it. A range of ranks has
        // different symbols before it if this lies within, past its first.
        let mut last_turn = 0;
        for rank in 1..=self.len() {
            if self.turns[(rank - 1) / 64] >> ((rank - 1) % 64) & 1 == 1 {
                last_turn = rank - 1;
            }
            let common = self.common.get(rank).map_or(0, |&common| common as usize);
            let mut first = rank - 1;
            while let Some(&(length, from)) = open.last().filter(|(length, _)| *length > common) {
                open.pop();
                first = from;
                if length >= shortest && last_turn > from {
                    found(Repeat { length: length as u32, first: from as u32, count: (rank - from) as u32 });
                }
            }
            if common > open.last().map_or(0, |(length, _)| *length) {
                open.push((common, first));
            }
        }
    }

    /// The ranks of the suffixes that begin with the same `length` symbols as that of rank `within`. Takes time in
    /// proportion to their number; `None` if there are more than `most`.
    pub fn ranks(&self, within: usize, length: usize, most: usize) -> Option<Range<usize>> {
        let shares = |rank: usize| self.common[rank] as usize >= length;
        let (mut first, mut end) = (within, within + 1);
        while first > 0 && shares(first) {
            first -= 1;
            if end - first > most {
                return None;
            }
        }
        while end < self.len() && shares(end) {
            end += 1;
            if end - first > most {
                return None;
            }
        }
        Some(first..end)
    }

    /// The rank of the first suffix that begins with `part`, if any does.
    pub fn find(&self, symbols: &[u32], part: &[u32]) -> Option<usize> {
        let start = |position: i32| {
            let suffix = &symbols[position as usize..];
            &suffix[..suffix.len().min(part.len())]
        };
        let rank = self.suffixes.partition_point(|&position| start(position) < part);
        self.suffixes.get(rank).filter(|&&position| start(position) == part).map(|_| rank)
    }
}

/// The string over an alphabet that is not much larger than the string, and the size of that alphabet.
fn dense(symbols: &[u32]) -> Option<(Vec<i32>, i32)> {
    let largest = symbols.iter().copied().max().unwrap_or_default() as usize;
    if largest <= symbols.len().max(1 << 16) {
        let letters = i32::try_from(largest + 1).ok()?;
        return Some((symbols.iter().map(|&symbol| symbol as i32).collect(), letters));
    }
    let mut known = symbols.to_vec();
    known.sort_unstable();
    known.dedup();
    let number = |symbol: &u32| known.partition_point(|other| other < symbol) as i32;
    Some((symbols.iter().map(number).collect(), i32::try_from(known.len()).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn repeats_of(symbols: &[u32]) -> (SuffixArray, Vec<Repeat>) {
        let array = SuffixArray::new(symbols).unwrap();
        let mut repeats = Vec::new();
        array.maximal_repeats(1, |repeat| repeats.push(repeat));
        (array, repeats)
    }

    fn check(text: &str, expected: Expect) {
        let symbols: Vec<u32> = text.chars().map(u32::from).collect();
        let (array, repeats) = repeats_of(&symbols);
        let print = |repeat: &Repeat| {
            let at = array.position(repeat.first as usize);
            format!("{}*{}", &text[at..at + repeat.length as usize], repeat.count)
        };
        expected.assert_eq(&repeats.iter().map(print).collect::<Vec<_>>().join(" "));
    }

    #[test]
    fn repeats_are_maximal() {
        check("", expect![""]);
        check("a", expect![""]);
        check("banana", expect!["ana*2 a*3"]);
        check("mississippi", expect!["issi*2 i*4 p*2 s*4"]);
        check("aaaaa", expect!["aaaa*2 aaa*3 aa*4 a*5"]);
        check("xabcyabcz", expect!["abc*2"]);
        check("abcabcabc", expect!["abcabc*2 abc*3"]);
    }

    /// By definition: all substrings with their occurrences, kept if both sides vary.
    fn plain(symbols: &[u32]) -> Vec<(Vec<u32>, usize)> {
        let mut places: BTreeMap<&[u32], Vec<usize>> = BTreeMap::new();
        for from in 0..symbols.len() {
            for to in from + 1..=symbols.len() {
                places.entry(&symbols[from..to]).or_default().push(from);
            }
        }
        let varies = |mut sides: Vec<Option<u32>>| {
            sides.dedup();
            sides.len() > 1
        };
        let is_maximal = |(part, places): &(&[u32], Vec<usize>)| {
            let left = places.iter().map(|&at| at.checked_sub(1).map(|at| symbols[at])).collect();
            let right = places.iter().map(|&at| symbols.get(at + part.len()).copied()).collect();
            places.len() > 1 && varies(left) && varies(right)
        };
        places.into_iter().filter(is_maximal).map(|(part, places)| (part.to_vec(), places.len())).collect()
    }

    #[test]
    fn symbols_that_take_turns_are_sorted() {
        for length in 0..200 {
            let symbols: Vec<u32> = (0..length).map(|at| 2 - at % 2).collect();
            let array = SuffixArray::new(&symbols).unwrap();
            let suffixes: Vec<&[u32]> = (0..array.len()).map(|rank| &symbols[array.position(rank)..]).collect();
            assert!(suffixes.is_sorted(), "{length}");
        }
    }

    proptest! {
        #[test]
        fn repeats_are_those_of_the_definition(
            symbols in prop::collection::vec(0..4u32, 0..50),
            step in prop_oneof![Just(1), Just(200), Just(1 << 28)],
        ) {
            // As bytes, over a larger alphabet, and over one much larger than the string.
            let symbols: Vec<u32> = symbols.into_iter().map(|symbol| symbol * step).collect();
            let (array, repeats) = repeats_of(&symbols);
            let mut found: Vec<(Vec<u32>, usize)> = Vec::new();
            for repeat in repeats {
                let at = array.position(repeat.first as usize);
                found.push((symbols[at..at + repeat.length as usize].to_vec(), repeat.count as usize));
                let ranks = array.ranks(repeat.first as usize, repeat.length as usize, usize::MAX).unwrap();
                prop_assert_eq!(ranks, repeat.first as usize..(repeat.first + repeat.count) as usize);
                let part = &symbols[at..at + repeat.length as usize];
                prop_assert_eq!(array.find(&symbols, part), Some(repeat.first as usize));
            }
            found.sort();
            prop_assert_eq!(found, plain(&symbols));
        }

        #[test]
        fn suffixes_are_sorted_over_any_alphabet(symbols in prop::collection::vec(any::<u32>(), 0..40)) {
            let array = SuffixArray::new(&symbols).unwrap();
            let suffixes: Vec<&[u32]> = (0..array.len()).map(|rank| &symbols[array.position(rank)..]).collect();
            prop_assert!(suffixes.is_sorted());
            prop_assert_eq!(array.find(&symbols, &[symbols.len() as u32, 7, 7]), None);
        }
    }

    #[test]
    fn large_strings_are_sorted_too() {
        // Past the sizes at which the library takes other ways. Random, Fibonacci, one symbol.
        let mut state = 1u32;
        let random: Vec<u32> = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 26
        })
        .take(150_000)
        .collect();
        let (mut shorter, mut fibonacci) = (vec![0], vec![0, 1]);
        while fibonacci.len() < 150_000 {
            let longer = [fibonacci.clone(), shorter].concat();
            shorter = fibonacci;
            fibonacci = longer;
        }
        let wide: Vec<u32> = random.iter().map(|symbol| symbol * 300).collect();
        for symbols in [random, wide, fibonacci, vec![7; 150_000]] {
            let array = SuffixArray::new(&symbols).unwrap();
            let mut ranks = vec![0; array.len() + 1];
            for rank in 0..array.len() {
                ranks[array.position(rank)] = rank + 1;
            }
            // Sorted, since first symbols are and equal ones are in the order of what follows.
            let key = |rank: usize| (symbols[array.position(rank)], ranks[array.position(rank) + 1]);
            assert!((1..array.len()).all(|rank| key(rank - 1) < key(rank)));
            let mut repeats = 0;
            array.maximal_repeats(1, |_| repeats += 1);
            assert!((1..symbols.len()).contains(&repeats));
        }
    }
}
