//! Crawls as tests need them: impatient, into a folder of their own, with all that happened kept for the test to look
//! at. What is expected of them stands in the tests.

use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fetch::crawl::{Crawl, Guard, Limits, Report};
use fetch::net::{Resolve, Resolving};
use job::{Cancel, Event, Job, VisitOutcome};
use tempfile::TempDir;
use url::Url;

/// A crawl that can be changed before it is run, and run again.
pub(crate) struct Trial {
    pub(crate) crawl: Crawl,
    /// Stops it.
    pub(crate) cancel: Cancel,
    folder: TempDir,
}

/// What came of a crawl.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) report: Report,
    /// Each address that answered, with its status code.
    pub(crate) answers: Vec<(String, u16)>,
    /// Each address that was refused, failed, was postponed or noted, and why.
    pub(crate) others: Vec<(String, String)>,
}

impl Trial {
    /// A crawl that begins here.
    pub(crate) fn new(seeds: Vec<Url>) -> Trial {
        let folder = tempfile::tempdir().unwrap();
        let mut crawl = Crawl::new(seeds, folder.path().join("a.warc.gz"));
        let second = Duration::from_secs(1);
        crawl.limits = Limits { bytes: 32 << 20, time: 3 * second, silence: second, connect: second };
        crawl.delay = Duration::ZERO;
        crawl.backoff = Duration::from_millis(20);
        crawl.guard = guard();
        Trial { crawl, cancel: Cancel::default(), folder }
    }

    /// The archive.
    pub(crate) fn archive(&self) -> PathBuf {
        self.folder.path().join("a.warc.gz")
    }

    /// Runs it to its end.
    pub(crate) fn run(&self) -> Seen {
        let notes = Mutex::new(Notes::default());
        let tell = |event| notes.lock().unwrap().hear(event);
        let ended = self.crawl.clone().run(&Job::new(&tell, self.cancel.clone())).unwrap();
        let is_stopped = ended.is_stopped();
        let report = ended.into_inner();
        assert_eq!(report.end.is_none(), is_stopped, "{report:?}");
        let Notes { answers, others } = notes.into_inner().unwrap();
        Seen { report, answers, others }
    }
}

impl Seen {
    /// The paths of the pages that were fetched, in the order of the alphabet.
    pub(crate) fn pages(&self) -> Vec<String> {
        let good = self.answers.iter().filter(|(_, status)| *status == 200);
        let mut paths: Vec<String> = good.map(|(url, _)| path_of(url)).collect();
        paths.retain(|path| path != "/robots.txt");
        paths.sort();
        paths
    }
}

/// The path of an address, with its query.
pub(crate) fn path_of(url: &str) -> String {
    let url = Url::parse(url).unwrap();
    format!("{}{}", url.path(), url.query().map(|query| format!("?{query}")).unwrap_or_default())
}

/// Lets the test server through and nothing else that is not public; names are all looked up as the test server.
pub(crate) fn guard() -> Guard {
    Guard::new(vec!["127.0.0.1/32".parse().unwrap()]).with_resolver(Arc::new(HereOnly))
}

/// Every name is this machine.
struct HereOnly;

impl Resolve for HereOnly {
    fn resolve<'name>(&'name self, _: &'name str) -> Resolving<'name> {
        Box::pin(async { io::Result::Ok(vec![IpAddr::from([127, 0, 0, 1])]) })
    }
}

#[derive(Default)]
struct Notes {
    answers: Vec<(String, u16)>,
    others: Vec<(String, String)>,
}

impl Notes {
    fn hear(&mut self, event: Event) {
        let Event::Visit(visit) = event else { return };
        let url = visit.url;
        match visit.outcome {
            VisitOutcome::Answered { status, .. } => self.answers.push((url, status)),
            VisitOutcome::Failed { reason } => self.others.push((url, format!("failed: {reason}"))),
            VisitOutcome::Refused { reason, .. } => self.others.push((url, format!("refused: {reason}"))),
            VisitOutcome::Postponed { reason } => self.others.push((url, format!("postponed: {reason}"))),
            VisitOutcome::Noted { note } => self.others.push((url, format!("noted: {note}"))),
            other => panic!("this is new: {other:?}"),
        }
    }
}
