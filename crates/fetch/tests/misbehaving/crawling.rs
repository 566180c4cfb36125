//! Crawls as tests need them: impatient, into a folder of their own, with all that happened kept for the test to look
//! at. What is expected of them stands in the tests.

use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use fetch::crawl::{Crawl, Event, Guard, Limits, Observer, Outcome, Report, Status};
use fetch::net::{Resolve, Resolving};
use tempfile::TempDir;
use url::Url;

/// A crawl that can be changed before it is run, and run again.
pub(crate) struct Trial {
    pub(crate) crawl: Crawl,
    folder: TempDir,
}

/// What came of a crawl.
#[derive(Debug)]
pub(crate) struct Seen {
    pub(crate) report: Report,
    /// Each address that answered, with its status code.
    pub(crate) answers: Vec<(String, u16)>,
    /// Each address that was refused, failed or was postponed, and why.
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
        Trial { crawl, folder }
    }

    /// The archive.
    pub(crate) fn archive(&self) -> PathBuf {
        self.folder.path().join("a.warc.gz")
    }

    /// Runs it to its end.
    pub(crate) fn run(&self) -> Seen {
        let mut notes = Notes::default();
        let report = self.crawl.clone().run(&mut notes).unwrap();
        Seen { report, answers: notes.answers, others: notes.others }
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

impl Observer for Notes {
    fn event(&mut self, event: &Event<'_>) {
        let url = event.url.to_string();
        match event.outcome {
            Outcome::Answered { status, .. } => self.answers.push((url, status)),
            Outcome::Failed(why) => self.others.push((url, format!("failed: {why}"))),
            Outcome::Refused(why) => self.others.push((url, format!("refused: {why}"))),
            Outcome::Postponed(why) | Outcome::Noted(why) => self.others.push((url, format!("postponed: {why}"))),
        }
    }

    fn status(&mut self, _: &Status) {}
}
