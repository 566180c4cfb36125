//! `lode fetch`: crawls addresses into an archive, shows how it goes, and says what came of it.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lode::crawl::{
    Crawl, CrawlError, End, Event, Kind, Known, Observer, Outcome, Parts, Reach, Render, Report, Status,
};
use serde::Serialize;

use super::{json_line, quoted};
use crate::args::{Fetch, PlainFormat, RenderName, Within};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;
use crate::progress::Progress;

/// So many reasons are told in the summary.
const SHOWN_REASONS: usize = 12;
/// So much of an address is shown there.
const SHOWN_CHARACTERS: usize = 120;

pub(crate) fn run(settings: &Fetch, printer: &Printer) -> Result<Exit, Failure> {
    let crawl = plan(settings)?;
    let progress = Progress::crawl(printer);
    let mut teller = Teller { printer, progress, format: settings.format, shown: 0 };
    let report = crawl.run(&mut teller).map_err(failure)?;
    let elapsed = teller.progress.finish();
    tell(&report, settings, elapsed, printer);
    Ok(if report.counts.pages == 0 { Exit::NothingFound } else { Exit::Done })
}

/// The crawl that the user asks for.
fn plan(settings: &Fetch) -> Result<Crawl, Failure> {
    // `--allow-net A B` may be written for several ranges; what stands behind the first looks like a range, not like
    // an address.
    let has_ranges = !settings.network.allow_net.is_empty();
    let range = |given: &String| given.parse::<lode::crawl::IpNet>().ok().filter(|_| has_ranges);
    let ranges = settings.urls.iter().filter_map(range).chain(settings.network.allow_net.iter().copied());
    let guard = lode::crawl::Guard::new(ranges.collect());
    let given = settings.urls.iter().filter(|given| range(given).is_none());
    let seeds = given.map(|given| address(given)).collect::<Result<Vec<_>, _>>()?;
    let seconds = |given: f64| Duration::try_from_secs_f64(given).unwrap_or(Duration::MAX);
    let mut crawl = Crawl::new(seeds, settings.output.clone());
    crawl.depth = settings.depth;
    crawl.pages = settings.pages;
    crawl.bytes = settings.max_size;
    crawl.time = settings.max_time.map(seconds);
    crawl.delay = seconds(settings.delay);
    crawl.connections = settings.connections;
    crawl.connections_per_host = settings.connections_per_host;
    crawl.reach = match settings.within {
        Within::Hosts => Reach::Hosts,
        Within::Domains => Reach::Domains,
        Within::Anywhere => Reach::Anywhere,
    };
    if settings.refresh {
        crawl.known = Known::Refresh;
    }
    if settings.pages_only {
        crawl.parts = Parts::PagesOnly;
    }
    if settings.ignore_robots {
        crawl.robots = lode::crawl::Obedience::Ignore;
    }
    crawl.render = match settings.render {
        RenderName::Auto => Render::Shells,
        RenderName::Embedded => Render::Never,
        RenderName::Chromium => Render::Always,
    };
    crawl.agent = lode::crawl::Agent::new(settings.contact.as_deref());
    crawl.guard = guard;
    crawl.stop = stop_on_signals()?;
    Ok(crawl)
}

/// An address as people write it: without a scheme it is that of a host.
fn address(given: &str) -> Result<lode::Url, Failure> {
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

/// The first Ctrl-C ends the run cleanly, the second at once.
fn stop_on_signals() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        let registered = signal_hook::flag::register_conditional_shutdown(signal, 130, Arc::clone(&stop))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(&stop)));
        registered.map_err(|error| Failure::new(format!("signals cannot be caught: {error}")))?;
    }
    // A file that may not grow any longer is an error of writing, which is told, rather than the end.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
    Ok(stop)
}

fn failure(error: CrawlError) -> Failure {
    Failure::new(&error).with_hint(error.hint())
}

/// Shows how a crawl goes.
struct Teller<'a> {
    printer: &'a Printer,
    progress: Progress,
    format: PlainFormat,
    /// Errors that were told.
    shown: usize,
}

/// What happened to an address, as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    page: &'a str,
    kind: &'static str,
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<u16>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    mime: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    redirect: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unchanged: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

impl<'a> Line<'a> {
    fn of(event: &'a Event<'a>) -> Option<Line<'a>> {
        let kind = match event.kind {
            Kind::Page => "page",
            Kind::Stylesheet => "stylesheet",
            Kind::Sitemap => "sitemap",
            Kind::Resource => "resource",
            Kind::Robots => "robots",
        };
        let mut line = Line {
            page: event.url.as_str(),
            kind,
            depth: event.depth,
            status: None,
            mime: None,
            bytes: None,
            redirect: None,
            unchanged: false,
            refused: None,
            error: None,
        };
        match &event.outcome {
            Outcome::Answered { status, mime, bytes, redirect, is_revisit } => {
                line.status = Some(*status);
                line.mime = Some(mime).filter(|mime| !mime.is_empty()).copied();
                line.bytes = Some(*bytes);
                line.redirect = redirect.map(lode::Url::as_str);
                line.unchanged = *is_revisit;
            }
            Outcome::Refused(reason) => line.refused = Some(reason),
            Outcome::Failed(error) => line.error = Some(error),
            Outcome::Postponed(_) | Outcome::Noted(_) => return None,
        }
        Some(line)
    }
}

impl Observer for Teller<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if self.format == PlainFormat::Jsonl
            && let Some(line) = Line::of(event)
        {
            let mut out = std::io::stdout().lock();
            // Whoever reads our output may stop reading; the archive is what counts.
            let _ = out.write_all(json_line(&line).as_bytes());
        }
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
        self.shown += 1;
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

/// Says what came of it.
fn tell(report: &Report, settings: &Fetch, elapsed: Duration, printer: &Printer) {
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
    for (reason, number, example) in report.reasons.iter().take(SHOWN_REASONS) {
        let example = lode::clipped(example, SHOWN_CHARACTERS);
        let example = if *number == 1 { example } else { format!("such as {example}") };
        printer.say(&format!("  {number:>6}  {reason}: {example}"));
    }
    if report.elsewhere > 0 {
        printer.say(&format!("  {:>6}  links to other hosts, not followed", report.elsewhere));
    }
    if let Some((number, reason)) = &report.unrendered {
        printer.say(&format!("  {number:>6}  pages made by scripts were not rendered: {reason}"));
    }
    for (host, reason) in report.given_up.iter().take(SHOWN_REASONS) {
        printer.page_error(host, reason);
    }
    if let Some(words) = next_step(report, settings) {
        printer.say(&words);
    }
}

/// What to do next.
fn next_step(report: &Report, settings: &Fetch) -> Option<String> {
    let waiting = match report.counts.waiting {
        1 => "1 address waits".to_owned(),
        number => format!("{number} addresses wait"),
    };
    let archive = quoted(&shown(&report.archive));
    match report.end {
        End::Complete if report.fetched > 0 => Some(format!("look at it: lode records {archive}")),
        End::Complete if report.counts.pages > 0 && !settings.refresh => {
            Some("nothing was left to fetch; --refresh asks again for what the archive has".to_owned())
        }
        End::Complete => None,
        End::PagesReached => Some(format!("{waiting}: go on with a larger --pages")),
        End::BytesReached => Some(format!("{waiting}: go on with a larger --max-size")),
        End::TimeReached | End::Stopped => Some(format!("{waiting}: the same command goes on")),
        End::HostsAway => Some(format!("{waiting} for these hosts: the same command tries again")),
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// A number of bytes as people read it.
fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        _ => format!("{:.0} MB", bytes as f64 / 1e6),
    }
}
