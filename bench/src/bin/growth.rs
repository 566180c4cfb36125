//! Prints how the time for segments, tables, label trees and records grows with the number of leaves, on pages made in
//! several shapes: the power of the growth from each size to the next, where 1 is linear and 2 is quadratic.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use bench::SamplePage;
use bench::stages::{ALL, Stage};

const SIZES: [usize; 5] = [100, 300, 1_000, 3_000, 10_000];
const ROUNDS: usize = 5;
/// What becomes of so many leaves.
type Shape = (&'static str, fn(usize) -> String);

const SHAPES: [Shape; 5] = [
    ("one list", |leaves| repeat(leaves, "<ul>", |n| format!("<li><a href=/{n}>Item {n}</a>"), "</ul>")),
    ("paragraphs", |leaves| {
        let part = |n: usize| match n % 10 {
            0 => format!("<h2>Part {n}</h2>"),
            _ => format!("<p>Sentence number {n} of this text."),
        };
        repeat(leaves, "<div>", part, "</div>")
    }),
    ("cards", |leaves| {
        let card =
            |n: usize| format!("<div class=card><h3>Thing {n}</h3><p>About it</p><b>{n}.50</b><a>More</a></div>");
        repeat(leaves / 4, "<main>", card, "</main>")
    }),
    ("one table", |leaves| {
        let row = |n: usize| format!("<tr><td>Row {n}<td>{n}<td>{}<td>words<td>{}.2</tr>", n * 7, n * 3);
        repeat(leaves / 5, "<table>", row, "</table>")
    }),
    ("nested lists", |leaves| {
        let list = |n: usize| format!("<ul><li>Group {n}<ul><li>one<li>two<li><b>three</b> and more</ul></ul>");
        repeat(leaves / 5, "<div>", list, "</div>")
    }),
];

fn repeat(times: usize, before: &str, part: impl Fn(usize) -> String, after: &str) -> String {
    let mut html = format!("<!DOCTYPE html>{before}");
    for n in 0..times {
        let _ = writeln!(html, "{}", part(n));
    }
    html + after
}

fn main() {
    let stages = ALL.iter().filter(|stage| matches!(stage.name, "segments" | "tables" | "hierarchy" | "records"));
    for stage in stages {
        print!("{:<14}", stage.name);
        SIZES.iter().for_each(|size| print!(" {size:>16}"));
        println!();
        for (name, html) in SHAPES {
            print!("  {name:<12}");
            let mut before: Option<(usize, Duration)> = None;
            for size in SIZES {
                let time = median(stage, &SamplePage::new(name, html(size)));
                print!(" {:>8.2} ms", 1e3 * time.as_secs_f64());
                match before.replace((size, time)) {
                    Some((size_before, time_before)) => print!(" ^{:.1}", power(size_before, time_before, size, time)),
                    None => print!("     "),
                }
            }
            println!();
        }
    }
}

fn median(stage: &Stage, page: &SamplePage) -> Duration {
    let time = |_| {
        let mut run = (stage.prepare)(page);
        let start = Instant::now();
        let made = run();
        let time = start.elapsed();
        drop(made);
        time
    };
    let mut times: Vec<Duration> = (0..ROUNDS).map(time).collect();
    times.sort();
    times[ROUNDS / 2]
}

/// The power by which the time grew.
fn power(size_before: usize, time_before: Duration, size: usize, time: Duration) -> f64 {
    (time.as_secs_f64() / time_before.as_secs_f64()).ln() / (size as f64 / size_before as f64).ln()
}
