//! `lode fetch`: crawls addresses into an archive, shows how it goes, and says what came of it.

use std::io::Write;
use std::time::{Duration, Instant};

use lode::crawl::{Crawl, End, Known, Parts, Reach, Report};
use lode::job::{Event, Job, Visit};
use lode::wire;

use super::crawling::{going_on, seconds, tell_away, tell_pages};
use super::quoted;
use crate::args::{Fetch, PlainFormat, Within};
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;
use crate::watching::{Watch, cancel};

/// So many reasons are told in the summary.
const SHOWN_REASONS: usize = 12;
/// So much of an address is shown there.
const SHOWN_CHARACTERS: usize = 120;

pub(crate) fn run(settings: &Fetch, printer: &Printer) -> Result<Exit, Diagnostic> {
    let crawl = plan(settings)?;
    let began = Instant::now();
    let watch = Watch::new(printer);
    let hear = |event: Event| {
        if let (PlainFormat::Jsonl, Event::Visit(visit)) = (settings.format, &event) {
            print_line(visit);
        }
        watch.hear(event);
    };
    let ended = crawl.run(&Job::new(&hear, cancel().clone()));
    watch.finish();
    let ended = ended?;
    let is_stopped = ended.is_stopped();
    let report = ended.into_inner();
    tell(&report, settings, began.elapsed(), printer);
    Ok(match report.counts.pages {
        _ if is_stopped => Exit::Stopped,
        0 => Exit::NothingFound,
        _ => Exit::Done,
    })
}

/// The crawl that the user asks for.
fn plan(settings: &Fetch) -> Result<Crawl, Diagnostic> {
    let (given, guard) = settings.crawling.network.apart(&settings.urls);
    let seeds = given.into_iter().map(lode::Input::address).collect::<Result<Vec<_>, _>>()?;
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

/// Prints what happened to an address, if it is over and done with.
fn print_line(visit: &Visit) {
    if let Some(line) = wire::v1::Visit::of(visit) {
        // Whoever reads our output may stop reading; the archive is what counts.
        let _ = std::io::stdout().lock().write_all(wire::line(&line).as_bytes());
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
        Some(End::Complete) if report.fetched > 0 => Some(format!("look at it: lode records {archive}")),
        Some(End::Complete) if report.counts.pages > 0 && !settings.refresh => {
            Some("nothing was left to fetch; --refresh asks again for what the archive has".to_owned())
        }
        _ => going_on(report),
    }
}
