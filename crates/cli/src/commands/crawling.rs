//! What the commands that crawl have in common: how a crawl is set up, and what is said of it in the end.

use std::path::PathBuf;
use std::time::Duration;

use lode::crawl::{Crawl, End, Guard, IpNet, Render, Report};

use crate::args::{Crawling, Network, RenderName};
use crate::printer::Printer;

/// So many hosts that were left alone are told.
const SHOWN_HOSTS: usize = 12;

impl Crawling {
    /// The crawl of these addresses into this archive.
    pub(super) fn crawl(&self, seeds: Vec<lode::Url>, archive: PathBuf, guard: Guard) -> Crawl {
        let mut crawl = Crawl::new(seeds, archive);
        crawl.depth = self.depth;
        crawl.delay = seconds(self.delay);
        crawl.render = match self.render {
            RenderName::Auto => Render::Shells,
            RenderName::Embedded => Render::Never,
            RenderName::Chromium => Render::Always,
        };
        crawl.guard = guard;
        crawl
    }
}

impl Network {
    /// What was named, apart from ranges: `--allow-net A B` may be written for several, and what stands behind the
    /// first looks like a range, not like an address.
    pub(super) fn apart<'a>(&self, given: &'a [String]) -> (Vec<&'a str>, Guard) {
        let has_ranges = !self.allow_net.is_empty();
        let range = |given: &str| given.parse::<IpNet>().ok().filter(|_| has_ranges);
        let ranges = given.iter().filter_map(|given| range(given)).chain(self.allow_net.iter().copied());
        let guard = Guard::new(ranges.collect());
        (given.iter().map(String::as_str).filter(|given| range(given).is_none()).collect(), guard)
    }
}

/// A time that a user gave.
pub(super) fn seconds(given: f64) -> Duration {
    Duration::try_from_secs_f64(given).unwrap_or(Duration::MAX)
}

/// Says how many pages there are, and where.
pub(super) fn tell_pages(report: &Report, elapsed: Duration, printer: &Printer) {
    let Report { counts, fetched, .. } = report;
    let unchanged = if report.unchanged > 0 { format!(", {} unchanged", report.unchanged) } else { String::new() };
    let all = if counts.pages == *fetched { String::new() } else { format!(" ({} in all)", counts.pages) };
    let unit = if *fetched == 1 { "page" } else { "pages" };
    let size = size(report.bytes);
    printer.say(&format!(
        "{fetched} {unit}{unchanged}{all} in {:.1} s → {} ({size}), index {}",
        elapsed.as_secs_f64(),
        report.archive.display(),
        report.index.display()
    ));
}

/// Says which hosts were left alone.
pub(super) fn tell_away(report: &Report, printer: &Printer) {
    for (host, reason) in report.given_up.iter().take(SHOWN_HOSTS) {
        printer.page_error(host, reason);
    }
}

/// How a crawl that is not complete can go on.
pub(super) fn going_on(report: &Report) -> Option<String> {
    let waiting = match report.counts.waiting {
        1 => "1 address waits".to_owned(),
        number => format!("{number} addresses wait"),
    };
    match report.end {
        Some(End::Complete) => None,
        Some(End::PagesReached) => Some(format!("{waiting}: go on with a larger --pages")),
        Some(End::BytesReached) => Some(format!("{waiting}: go on with a larger --max-size")),
        Some(End::TimeReached) | None => Some(format!("{waiting}: the same command goes on")),
        Some(End::HostsAway) => Some(format!("{waiting} for these hosts: the same command tries again")),
    }
}

/// A number of bytes as people read it.
fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        _ => format!("{:.0} MB", bytes as f64 / 1e6),
    }
}
