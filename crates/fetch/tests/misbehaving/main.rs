//! Crawls servers that do everything wrong. Whatever a server does, the crawl ends, the pages that can be had are
//! there, and memory stays small.
//!
//! All cases run one after the other inside one test, so that what the process uses is what the case at hand makes it
//! use. What well-behaved servers may expect of us stands in `tests/crawling`.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod answers;
mod bodies;
mod bombs;
#[expect(dead_code, reason = "the other tests use more of it")]
mod crawling;
mod endless;
#[expect(dead_code, reason = "the other tests use more of it")]
mod server;
mod waiting_pages;

use std::io;

use crawling::{Seen, Trial};
use server::{After, Request, Server, Wire};

/// What is in use on the heap, and what was at most.
#[global_allocator]
static HEAP: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

/// No case may need more memory than this.
const MOST_GROWTH: usize = 64 << 20;

/// Something that a server does wrong.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// Where the first page leads, besides to a page that can be had.
    pub(crate) links: &'static [&'static str],
    /// What is answered to all but the first page and the good one.
    pub(crate) answer: fn(&Request, &mut Wire) -> io::Result<After>,
    /// What must have come of it, besides that the good page is there.
    pub(crate) check: fn(&Seen, &Server),
}

#[test]
fn whatever_a_server_does_the_crawl_ends_and_needs_little_memory() {
    // What is served is made beforehand: only what the crawl needs shall count.
    bombs::check_that_they_are_small_and_unpack_to_a_gibibyte();
    let mut wrong = Vec::new();
    for case in answers::CASES.iter().chain(bodies::CASES).chain(endless::CASES) {
        // What goes wrong in one case shall not hide what goes wrong in the next.
        match std::panic::catch_unwind(|| run(case)) {
            Ok(growth) => {
                println!("{:>8} kB  {}", growth >> 10, case.name);
                wrong.extend((growth > MOST_GROWTH).then(|| format!("{}: {} MB of memory", case.name, growth >> 20)));
            }
            Err(_) => wrong.push(format!("{}: see above", case.name)),
        }
    }
    match std::panic::catch_unwind(|| waiting_pages::growth(growth_of)) {
        Ok(growth) => {
            let name = "large pages that wait for a browser";
            println!("{:>8} kB  {name}", growth >> 10);
            let is_much = growth > waiting_pages::MOST_GROWTH;
            wrong.extend(is_much.then(|| format!("{name}: {} MB of memory", growth >> 20)));
        }
        Err(_) => wrong.push("large pages that wait for a browser: see above".to_owned()),
    }
    assert_eq!(wrong, [""; 0], "what went wrong");
}

/// How much memory some work takes.
fn growth_of(work: &mut dyn FnMut()) -> usize {
    HEAP.reset_peak_usage();
    forget_peak();
    let (heap, resident) = (HEAP.current_usage(), status_field("VmRSS:"));
    work();
    let heap = HEAP.peak_usage().saturating_sub(heap);
    let resident = status_field("VmHWM:").saturating_sub(resident);
    heap.max(resident)
}

/// Runs a case, and says how much memory it took.
fn run(case: &Case) -> usize {
    let (links, answer) = (case.links, case.answer);
    let server = Server::start(move |request, wire| match request.path.as_str() {
        "/" => {
            let links: String = links.iter().map(|link| format!("<a href='{link}'>more</a>\n")).collect();
            wire.page(&format!("<title>first</title>{links}<a href='/good'>good</a>"))
        }
        "/good" => wire.page("<title>good</title><p>This page can be had."),
        _ => answer(request, wire),
    });
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.retries = 1;
    trial.crawl.pages = 400;
    growth_of(&mut || {
        let seen = trial.run();
        let pages = seen.pages();
        assert!(pages.iter().any(|path| path == "/good"), "{}: {pages:?} {:?}", case.name, seen.others);
        (case.check)(&seen, &server);
    })
}

/// The system counts the most that this process has used from here on.
fn forget_peak() {
    // Where the system does not do that, the peak of all cases so far counts, which is more.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// A number of bytes that the system knows of this process; none where there is no such file.
fn status_field(name: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|value| value.trim().trim_end_matches(" kB").parse::<usize>().ok()).unwrap_or_default() << 10
}
