//! What the commands that crawl have in common: how a crawl is set up, how it is shown and stopped, and what is said of
//! it in the end.

use std::path::PathBuf;
use std::time::Duration;

use lode::crawl::{Crawl, CrawlError, End, Event, Guard, IpNet, Kind, Observer, Outcome, Render, Report, Status};

use crate::args::{Crawling, Network, RenderName};
use crate::exit::Failure;
use crate::printer::Printer;
use crate::progress::Progress;
use crate::watching::cancel;

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
        crawl.stop = cancel().flag();
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

/// An address as people write it: without a scheme it is that of a host.
pub(super) fn address(given: &str) -> Result<lode::Url, Failure> {
    let parsed = match lode::Url::parse(given) {
        Err(_) if !given.contains("://") => lode::Url::parse(&format!("https://{given}")),
        // What looks like a scheme may be a host with a port.
        Ok(url) if !url.has_host() && given.contains(':') && !given.contains("//") => {
            lode::Url::parse(&format!("https://{given}")).or(Ok(url))
        }
        parsed => parsed,
    };
    parsed.map_err(|error| {
        Failure::new(format!("{given} is no address: {error}")).with_hint("an address looks like https://site.example/")
    })
}

pub(super) fn failure(error: CrawlError) -> Failure {
    Failure::new(&error).with_hint(error.hint())
}

/// Shows how a crawl goes.
pub(super) struct Teller<'a> {
    printer: &'a Printer,
    progress: Progress,
}

impl<'a> Teller<'a> {
    pub(super) fn new(printer: &'a Printer) -> Teller<'a> {
        Teller { printer, progress: Progress::crawl(printer) }
    }

    /// Shows nothing any longer; says how long it took.
    pub(super) fn finish(self) -> Duration {
        self.progress.finish()
    }
}

impl Observer for Teller<'_> {
    fn event(&mut self, event: &Event<'_>) {
        let url = event.url.as_str();
        self.progress.suspend(|| match &event.outcome {
            Outcome::Failed(words) => self.printer.page_error(url, words),
            Outcome::Refused(words) if event.depth == 0 && event.kind == Kind::Page => {
                self.printer.page_error(url, words);
            }
            Outcome::Refused(words) if self.printer.is_verbose() => self.printer.note(url, words),
            Outcome::Postponed(words) if self.printer.is_verbose() => {
                self.printer.note(url, &format!("{words}; tried again later"));
            }
            Outcome::Noted(words) if self.printer.is_verbose() => self.printer.note(url, words),
            Outcome::Answered { status, .. } if self.printer.is_verbose() => {
                self.printer.say(&format!("{status} {url}"));
            }
            _ => {}
        });
    }

    fn status(&mut self, status: &Status) {
        let hosts = if status.hosts == 1 { "1 host".to_owned() } else { format!("{} hosts", status.hosts) };
        let rest = match (&status.waits_for, status.resting) {
            (Some(waits_for), _) => format!("  {waits_for}"),
            (None, 0) => String::new(),
            (None, resting) => format!("  {resting} resting"),
        };
        let message = format!("{} waiting  {hosts}{rest}", status.waiting);
        self.progress.crawled(status.pages, status.expected, message);
    }
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
        End::Complete => None,
        End::PagesReached => Some(format!("{waiting}: go on with a larger --pages")),
        End::BytesReached => Some(format!("{waiting}: go on with a larger --max-size")),
        End::TimeReached | End::Stopped => Some(format!("{waiting}: the same command goes on")),
        End::HostsAway => Some(format!("{waiting} for these hosts: the same command tries again")),
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
