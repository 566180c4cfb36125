//! Prints the table of stages; with names of stages as arguments, of those only.

use std::io;

use bench::stages::{ALL, Stage};

fn main() -> io::Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |stage: &&Stage| wanted.is_empty() || wanted.iter().any(|name| name == stage.name);
    let stages: Vec<Stage> = ALL.iter().filter(is_wanted).copied().collect();
    let pages = bench::sample();
    let bytes: usize = pages.iter().map(|page| page.bytes.len()).sum();
    println!("{} pages, {:.1} MB", pages.len(), bytes as f64 / 1e6);
    bench::print(&bench::measure(&stages, &pages), &mut io::stdout().lock())
}
