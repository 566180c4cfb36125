//! Prints how the time for suffix array, common prefixes and maximal repeats grows from a hundred thousand to ten
//! million symbols, on strings of several kinds, and fails if ten times the symbols take more than twelve times as
//! long.
//!
//! Work per symbol is the same at all sizes; what is more than ten is memory: the arrays of a million symbols still fit
//! into the cache, those of ten million do not. Large pages help (`GLIBC_TUNABLES=glibc.malloc.hugetlb=1`), and so does
//! a machine with nothing else to do. No page has more than four million symbols.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use analysis::wrappers::paper::repeats::SuffixArray;

const SIZES: [usize; 3] = [100_000, 1_000_000, 10_000_000];
const ROUNDS: usize = 5;
const MOST: f64 = 12.0;
/// No pattern of fewer symbols is ever looked at.
const SHORTEST: usize = 4;

/// A string of so many symbols.
type Kind = (&'static str, fn(usize) -> Vec<u32>);

const KINDS: [Kind; 5] = [
    ("tags", tags),
    ("rows", |length| [5, 7, 0, 8, 7, 0, 8, 6].into_iter().cycle().take(length).collect()),
    ("one symbol", |length| vec![1; length]),
    ("Fibonacci", fibonacci),
    ("random", |length| {
        let mut chance = Chance(1);
        (0..length).map(|_| chance.below(64)).collect()
    }),
];

/// Rows as pages have them: most of one kind, some of others, with tables that begin and end now and then.
fn tags(length: usize) -> Vec<u32> {
    const ROWS: [&[u32]; 6] = [
        &[5, 7, 0, 8, 7, 0, 8, 6],
        &[5, 7, 0, 8, 7, 9, 0, 10, 8, 6],
        &[5, 7, 11, 0, 12, 8, 7, 0, 8, 7, 0, 8, 6],
        &[5, 7, 9, 13, 10, 8, 7, 0, 14, 0, 8, 6],
        &[4, 2, 15, 0, 16, 1, 3],
        &[5, 17, 0, 18, 17, 0, 18, 6],
    ];
    let mut chance = Chance(1);
    let mut symbols = Vec::with_capacity(length + 16);
    while symbols.len() < length {
        let row = chance.below(16) as usize;
        symbols.extend_from_slice(ROWS.get(row).unwrap_or(&ROWS[0]));
    }
    symbols.truncate(length);
    symbols
}

fn fibonacci(length: usize) -> Vec<u32> {
    let (mut shorter, mut longer) = (vec![0], vec![0, 1]);
    while longer.len() < length {
        let longest = [longer.as_slice(), &shorter].concat();
        shorter = std::mem::replace(&mut longer, longest);
    }
    longer.truncate(length);
    longer
}

/// A sequence that looks like chance and is the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % end) as u32
    }
}

fn main() -> ExitCode {
    print!("{:<12}", "string");
    SIZES.iter().for_each(|size| print!(" {size:>20}"));
    println!("  repeats");
    let mut violations = 0;
    for (name, make) in KINDS {
        print!("{name:<12}");
        let mut before: Option<Duration> = None;
        let mut repeats = 0;
        for size in SIZES {
            let (time, found) = shortest(&make(size));
            repeats = found;
            print!(" {:>10.1} ms", 1e3 * time.as_secs_f64());
            match before.replace(time) {
                Some(before) => {
                    let ratio = time.as_secs_f64() / before.as_secs_f64();
                    violations += usize::from(ratio > MOST);
                    print!(" x{ratio:<5.1}");
                }
                None => print!("       "),
            }
        }
        println!("  {repeats}");
    }
    println!("{violations} ratios over {MOST}");
    if violations == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The shortest of some times, since other programs only add to it, and the number of repeats.
fn shortest(symbols: &[u32]) -> (Duration, usize) {
    let mut found = 0;
    let time = |_| {
        let start = Instant::now();
        let array = SuffixArray::new(symbols);
        found = 0;
        if let Some(array) = &array {
            array.maximal_repeats(SHORTEST, |_| found += 1);
        }
        let time = start.elapsed();
        black_box(array);
        time
    };
    let time = (0..ROUNDS).map(time).min().unwrap_or_default();
    (time, found)
}
