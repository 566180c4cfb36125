//! Lays a sample of pages out with the embedded engine and with Chromium, and prints how far they agree. Called by
//! `cargo xtask layout-agreement`.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use bench::agreement::Agreement;
use fetch::browser::{Chromium, ChromiumOptions};
use fetch::source::{Captured, Choice, Input, Network, load_stylesheets, read};
use layout::Embedded;
use page::{LayoutEngine, Page};

const USAGE: &str = "usage: layout-agreement FOLDER... [--sample N] [--pages]";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// What to compare.
struct Options {
    folders: Vec<String>,
    sample: usize,
    /// Whether to print a line for each page.
    pages: bool,
}

impl Options {
    fn parse() -> Result<Options, String> {
        let mut options = Options { folders: Vec::new(), sample: 100, pages: false };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--sample" => options.sample = words.next().and_then(|count| count.parse().ok()).ok_or(USAGE)?,
                "--pages" => options.pages = true,
                folder if !folder.starts_with('-') => options.folders.push(word),
                _ => return Err(USAGE.to_owned()),
            }
        }
        if options.folders.is_empty() { Err(USAGE.to_owned()) } else { Ok(options) }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::parse()?;
    let chromium = Chromium::new(ChromiumOptions::default())?;
    let embedded = Embedded::new();
    let (mut total, mut times, mut failures) = (Agreement::default(), Vec::new(), 0);
    for folder in &options.folders {
        let mut of_folder = Agreement::default();
        for page in sample(folder, options.sample.div_ceil(options.folders.len()))? {
            let start = Instant::now();
            let ours = embedded.lay_out(&page);
            times.push(start.elapsed());
            match (ours, chromium.lay_out(&page)) {
                (Ok(ours), Ok(theirs)) => {
                    let agreement = Agreement::of(&page, &ours, &theirs);
                    of_folder.add(&agreement);
                    if options.pages {
                        print(&page.name, &agreement);
                    }
                }
                (Err(failure), _) | (_, Err(failure)) => {
                    failures += 1;
                    eprintln!("{}: {failure}", page.name);
                }
            }
        }
        print(folder, &of_folder);
        total.add(&of_folder);
    }
    print("all", &total);
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or(Duration::ZERO);
    println!("embedded layout: {:.1} ms on the median page; {failures} pages failed", median.as_secs_f64() * 1e3);
    Ok(())
}

/// An even sample of the pages of a folder, with their stylesheets.
fn sample(folder: &str, count: usize) -> Result<Vec<Page>, Box<dyn std::error::Error>> {
    let captures: Vec<Captured> = read(vec![Input::parse(folder)?], Network::default(), Choice::All)
        .filter_map(|item| item.captured.ok())
        .collect();
    let step = captures.len().div_ceil(count).max(1);
    let pages = captures.into_iter().step_by(step).map(|captured| {
        let mut page = Page::new(captured.capture);
        load_stylesheets(&mut page, &captured.origin);
        page
    });
    Ok(pages.collect())
}

fn print(name: &str, agreement: &Agreement) {
    println!("{name}: {} elements shown, of {}", agreement.shown, agreement.elements);
    for (measure, share) in agreement.shares() {
        println!("  {share:6.2} %  {measure}");
    }
}
