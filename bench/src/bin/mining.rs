//! Mining at two sizes in one run: what a page costs, as a multiple of only making it a tree, must not grow with the
//! number of pages, and neither may memory, but for the little that is kept of each page. Ends with 1 if a bar is
//! missed.
//!
//! `cargo run --release -p bench --bin mining [PAGES]`; sites are made up, so many as it takes, four for each seed.

use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use example_sites::{Domain, generate};
use lode::mining::{Method, Mining, Site, TaxonomyConfig};
use lode::store::KnowledgeBase;
use lode::{Input, Pages};
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A page may cost so many times what it costs when there are a tenth as many.
const MOST_GROWTH: f64 = 1.3;
/// Memory at the large size, in bytes.
const MOST_MEMORY: usize = 2_000_000_000;

fn main() -> ExitCode {
    let pages = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    match made_up(pages) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Sites of the generator, until there are enough pages.
fn made_up(pages: usize) -> Outcome<bool> {
    let folder = tempfile::tempdir()?;
    let (mut sites, mut count, mut few) = (Vec::new(), 0, 0);
    for seed in 0.. {
        let place = folder.path().join(seed.to_string());
        for file in generate(Domain::Travel, 1_000 + seed) {
            let path = place.join(&file.path);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(&path, &file.text)?;
            count += usize::from(file.path.ends_with(".html"));
        }
        sites.extend(["a", "b", "c", "d"].map(|name| place.join(name)));
        if count <= pages.div_ceil(10) {
            few = sites.len();
        }
        if count >= pages {
            break;
        }
    }
    compare(&sites, few.max(4))
}

/// What one size comes to.
struct Cost {
    pages: usize,
    /// Seconds to mine, as a multiple of the seconds to make trees of all pages.
    multiple: f64,
    milliseconds: f64,
    memory: usize,
}

fn compare(sites: &[PathBuf], few: usize) -> Outcome<bool> {
    println!("{:>8} {:>10} {:>12} {:>14}", "pages", "ms a page", "x bare trees", "peak memory MB");
    let mut costs = Vec::new();
    for sites in [&sites[..few.min(sites.len())], sites] {
        let cost = mine(sites)?;
        let memory = cost.memory as f64 / 1e6;
        println!("{:>8} {:>10.2} {:>12.2} {memory:>14.0}", cost.pages, cost.milliseconds, cost.multiple);
        costs.push(cost);
    }
    let growth = costs[1].multiple / costs[0].multiple;
    println!("\na page costs {growth:.2} times as much at the large size (at most {MOST_GROWTH})");
    Ok(growth <= MOST_GROWTH && costs[1].memory <= MOST_MEMORY)
}

fn mine(folders: &[PathBuf]) -> Outcome<Cost> {
    let inputs = || folders.iter().map(|folder| Input::Folder(folder.clone()));
    let begin = Instant::now();
    let mut pages = 0;
    Pages::new(inputs().collect()).for_each(|_| (), |_, _| pages += 1);
    let bare = begin.elapsed().as_secs_f64();
    let place = tempfile::tempdir()?;
    let base = KnowledgeBase::open_or_create(place.path().join("kb"))?;
    let sites = folders.iter().zip(inputs()).map(|(folder, input)| Site::new(&folder.display().to_string(), input));
    let mining = Mining {
        base: &base,
        sites: sites.collect(),
        taxonomy: TaxonomyConfig::default(),
        depth: None,
        method: Method::Best,
    };
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let begin = Instant::now();
    mining.run(None, &lode::job::Job::unwatched())?;
    let seconds = begin.elapsed().as_secs_f64();
    let memory = ALLOCATOR.peak_usage().saturating_sub(before);
    Ok(Cost { pages, multiple: seconds / bare, milliseconds: 1000.0 * seconds / pages as f64, memory })
}
