//! `lode fetch`: crawls addresses into an archive, shows how it goes, and says what came of it.

use std::io::Write;
use std::time::Duration;

use lode::crawl::{Crawl, End, Event, Kind, Known, Observer, Outcome, Parts, Reach, Report, Status};
use serde::Serialize;

use super::crawling::{Teller, address, failure, going_on, seconds, tell_away, tell_pages};
use super::{json_line, quoted};
use crate::args::{Fetch, PlainFormat, Within};
use crate::exit::{Exit, Failure};
use crate::printer::Printer;

/// So many reasons are told in the summary.
const SHOWN_REASONS: usize = 12;
/// So much of an address is shown there.
const SHOWN_CHARACTERS: usize = 120;

pub(crate) fn run(settings: &Fetch, printer: &Printer) -> Result<Exit, Failure> {
    let crawl = plan(settings)?;
    let mut observer = LineTeller { teller: Teller::new(printer), format: settings.format };
    let report = crawl.run(&mut observer).map_err(failure)?;
    let elapsed = observer.teller.finish();
    tell(&report, settings, elapsed, printer);
    Ok(match report.end {
        End::Stopped => Exit::Stopped,
        _ if report.counts.pages == 0 => Exit::NothingFound,
        _ => Exit::Done,
    })
}

/// The crawl that the user asks for.
fn plan(settings: &Fetch) -> Result<Crawl, Failure> {
    let (given, guard) = settings.crawling.network.apart(&settings.urls);
    let seeds = given.into_iter().map(address).collect::<Result<Vec<_>, _>>()?;
    let mut crawl = settings.crawling.crawl(seeds, settings.output.clone(), guard);
    crawl.pages = settings.pages;
    crawl.bytes = settings.max_size;
    crawl.time = settings.max_time.map(seconds);
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
    crawl.agent = lode::crawl::Agent::new(settings.contact.as_deref());
    Ok(crawl)
}

/// Shows how it goes, and prints a line for each address if that is wanted.
struct LineTeller<'a> {
    teller: Teller<'a>,
    format: PlainFormat,
}

impl Observer for LineTeller<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if self.format == PlainFormat::Jsonl
            && let Some(line) = Line::of(event)
        {
            let mut out = std::io::stdout().lock();
            // Whoever reads our output may stop reading; the archive is what counts.
            let _ = out.write_all(json_line(&line).as_bytes());
        }
        self.teller.event(event);
    }

    fn status(&mut self, status: &Status) {
        self.teller.status(status);
    }
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

/// Says what came of it.
fn tell(report: &Report, settings: &Fetch, elapsed: Duration, printer: &Printer) {
    tell_pages(report, elapsed, printer);
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
    tell_away(report, printer);
    if let Some(words) = next_step(report, settings) {
        printer.say(&words);
    }
}

/// What to do next.
fn next_step(report: &Report, settings: &Fetch) -> Option<String> {
    let archive = quoted(&report.archive.display().to_string());
    match report.end {
        End::Complete if report.fetched > 0 => Some(format!("look at it: lode records {archive}")),
        End::Complete if report.counts.pages > 0 && !settings.refresh => {
            Some("nothing was left to fetch; --refresh asks again for what the archive has".to_owned())
        }
        _ => going_on(report),
    }
}
