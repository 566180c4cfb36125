//! What goes on beside a run: requests, many at once, each a task that knows nothing of the run and owes it a message.
//! The run gets one whatever becomes of the task, so that it never waits for what will not come.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use tokio::runtime::Runtime;

use super::asking::Asking;
use super::frontier::Address;
use super::render::{Errand, Rendered};
use super::visit::{self, Earlier, Plan, Visited};
use super::{Crawl, CrawlError};
use crate::archive::Form;
use crate::net::{Client, FetchError};
use crate::robots::{self, RulesAnswer};

/// What is sent back to the run.
pub(super) enum Message {
    Visited {
        host: usize,
        address: Address,
        outcome: Result<Visited, FetchError>,
    },
    Rules {
        host: usize,
        asking: Asking,
        outcome: Result<RulesAnswer, FetchError>,
    },
    /// A page wants something while its scripts run.
    Wanted(Errand),
    Delivered {
        host: usize,
        errand: Errand,
        outcome: Result<Visited, FetchError>,
    },
    Rendered(Box<Rendered>),
}

/// What goes on beside a run.
pub(super) struct Tasks {
    client: Arc<Client>,
    outbox: Sender<Message>,
    inbox: Receiver<Message>,
    runtime: Runtime,
}

impl Tasks {
    pub(super) fn new(options: &Crawl) -> Result<Tasks, CrawlError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(std::thread::available_parallelism().map_or(2, usize::from).min(8))
            .thread_name("lode-fetch")
            .enable_all()
            .build()
            .map_err(CrawlError::Network)?;
        let client = Client::new(options.guard.clone(), options.limits, &options.agent).map_err(CrawlError::Network)?;
        let (outbox, inbox) = channel();
        Ok(Tasks { client: Arc::new(client), outbox, inbox, runtime })
    }

    /// Where messages to the run are left.
    pub(super) fn outbox(&self) -> Sender<Message> {
        self.outbox.clone()
    }

    /// The next message, if one comes within so long.
    pub(super) fn next_within(&self, time: Duration) -> Option<Message> {
        self.inbox.recv_timeout(time).ok()
    }

    /// A message that is there already.
    pub(super) fn next(&self) -> Option<Message> {
        self.inbox.try_recv().ok()
    }

    /// Visits an address.
    pub(super) fn visit(&self, host: usize, address: Address, earlier: Option<Earlier>, plan: Plan) {
        let visit = visit::visit(Arc::clone(&self.client), address.clone(), earlier, plan);
        self.start(visit, move |outcome| Message::Visited { host, address, outcome });
    }

    /// Asks a host for rules.
    pub(super) fn ask_rules(&self, host: usize, asking: Asking, form: Form) {
        let ask = robots::ask(Arc::clone(&self.client), asking.at.clone(), form);
        self.start(ask, move |outcome| Message::Rules { host, asking, outcome });
    }

    /// Asks a host for what a page wants.
    pub(super) fn run_errand(&self, host: usize, errand: Errand, form: Form) {
        let run = visit::run_errand(Arc::clone(&self.client), errand.url.clone(), errand.accept.clone(), form);
        self.start(run, move |outcome| Message::Delivered { host, errand, outcome });
    }

    fn start<R: Send + 'static>(
        &self,
        work: impl Future<Output = Result<R, FetchError>> + Send + 'static,
        message: impl FnOnce(Result<R, FetchError>) -> Message + Send + 'static,
    ) {
        let owed = Owed { outbox: self.outbox.clone(), message: Some(Box::new(message)) };
        self.runtime.spawn(async move { owed.pay(work.await) });
    }

    /// What is under way is dropped.
    pub(super) fn end(self) {
        self.runtime.shutdown_background();
    }
}

/// Makes a message of what a task came to.
type MakeMessage<R> = Box<dyn FnOnce(Result<R, FetchError>) -> Message + Send>;

/// A message that a task owes the run. If the task ends without having paid, since it panicked, the message tells so.
struct Owed<R> {
    outbox: Sender<Message>,
    message: Option<MakeMessage<R>>,
}

impl<R> Owed<R> {
    fn pay(mut self, outcome: Result<R, FetchError>) {
        self.send(outcome);
    }

    fn send(&mut self, outcome: Result<R, FetchError>) {
        if let Some(message) = self.message.take() {
            // If nobody listens any longer, the run is over.
            let _ = self.outbox.send(message(outcome));
        }
    }
}

impl<R> Drop for Owed<R> {
    fn drop(&mut self) {
        self.send(Err(FetchError::Fault));
    }
}
