//! Watches a job for the person at the terminal: a bar, what there is to say of pages, and Ctrl-C.

use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use lode::job::{AddressKind, Cancel, Event, Job, LeftOut, Next, Remark, Stage, Standing, Visit, VisitOutcome};

use crate::exit::{Exit, told};
use crate::printer::Printer;
use crate::progress::Progress;

/// Watches one job.
pub(crate) struct Watch<'a> {
    printer: &'a Printer,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    stage: Option<Stage>,
    progress: Option<Progress>,
    elapsed: Duration,
    /// Pages that came, and pages that could not be had.
    done: u64,
    failed: u64,
}

/// What a watched job has come to.
pub(crate) struct Watched {
    /// The last stage that began.
    pub(crate) stage: Option<Stage>,
    /// How long its stages took, but for what was fetched.
    pub(crate) elapsed: Duration,
    /// Pages that came.
    pub(crate) done: u64,
    /// Pages that could not be had.
    pub(crate) failed: u64,
}

impl<'a> Watch<'a> {
    /// From here on the person may say so.
    pub(crate) fn new(printer: &'a Printer) -> Watch<'a> {
        cancel();
        Watch { printer, state: Mutex::default() }
    }

    /// Does some work, which is stopped when the person says so.
    pub(crate) fn over<R>(&self, work: impl FnOnce(&Job<'_>) -> R) -> R {
        let tell = |event| self.hear(event);
        work(&Job::new(&tell, cancel().clone()))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows something that happened.
    pub(crate) fn hear(&self, event: Event) {
        let mut state = self.state();
        match event {
            Event::Stage { stage, expected } => {
                state.end_stage();
                state.stage = Some(stage);
                state.progress = Some(match stage {
                    Stage::Fetch => Progress::crawl(self.printer),
                    stage => Progress::of_stage(self.printer, stage, expected),
                });
            }
            Event::Advanced(by) => state.advance(by),
            Event::Page { page, error, advice, notes } => {
                state.advance(1);
                match &error {
                    Some(_) => state.failed += 1,
                    None => state.done += 1,
                }
                state.aside(|| {
                    if let Some(error) = &error {
                        self.printer.page_error(&page, &told(error, advice.as_ref()));
                    }
                    if self.printer.is_verbose() {
                        notes.iter().for_each(|note| self.printer.note(&page, note));
                    }
                });
            }
            Event::Visit(visit) => state.aside(|| self.visit(&visit)),
            Event::Standing(standing) => state.stand(&standing),
            Event::Remark(remark) => state.aside(|| self.remark(&remark)),
            _ => {}
        }
    }

    fn visit(&self, visit: &Visit) {
        let url = visit.url.as_str();
        match &visit.outcome {
            VisitOutcome::Failed { reason } => self.printer.page_error(url, reason),
            VisitOutcome::Refused { reason, advice } if visit.depth == 0 && visit.kind == AddressKind::Page => {
                self.printer.page_error(url, &told(reason, advice.as_ref()));
            }
            VisitOutcome::Refused { reason, .. } if self.printer.is_verbose() => self.printer.note(url, reason),
            VisitOutcome::Postponed { reason } if self.printer.is_verbose() => {
                self.printer.note(url, &format!("{reason}; tried again later"));
            }
            VisitOutcome::Noted { note } if self.printer.is_verbose() => self.printer.note(url, note),
            VisitOutcome::Answered { status, .. } if self.printer.is_verbose() => {
                self.printer.say(&format!("{status} {url}"));
            }
            _ => {}
        }
    }

    fn remark(&self, remark: &Remark) {
        match remark {
            Remark::GoingOn { pages } => self.printer.say(&format!("going on: {pages} pages were read before")),
            Remark::SiteLeftOut { site, why } => self.printer.page_error(
                site,
                match why {
                    LeftOut::NoPages => "there are no pages in it; it is left out",
                    LeftOut::NotFetched => "none of its pages could be fetched; it is left out",
                    LeftOut::NeverFetched => "nothing is kept of it, as it was never fetched",
                },
            ),
            _ => {}
        }
    }

    /// Takes the bar away; says what the job has come to.
    pub(crate) fn finish(self) -> Watched {
        let mut state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.end_stage();
        let State { stage, elapsed, done, failed, .. } = state;
        Watched { stage, elapsed, done, failed }
    }
}

impl State {
    fn advance(&mut self, by: u64) {
        if let Some(progress) = &mut self.progress {
            progress.advance_by(by);
        }
    }

    /// Shows how a crawl stands.
    fn stand(&self, standing: &Standing) {
        let Some(progress) = &self.progress else { return };
        let hosts = if standing.hosts == 1 { "1 host".to_owned() } else { format!("{} hosts", standing.hosts) };
        let rest = match (&standing.waits_for, standing.resting) {
            (Some(waits_for), _) => format!("  {waits_for}"),
            (None, 0) => String::new(),
            (None, resting) => format!("  {resting} resting"),
        };
        let message = format!("{} waiting  {hosts}{rest}", standing.waiting);
        progress.crawled(standing.pages, standing.expected, message);
    }

    /// Prints something without tearing the bar apart.
    fn aside(&self, print: impl FnOnce()) {
        match &self.progress {
            Some(progress) => progress.suspend(print),
            None => print(),
        }
    }

    fn end_stage(&mut self) {
        if let Some(progress) = self.progress.take() {
            let elapsed = progress.finish();
            // Where pages come from is told beside what is made of them.
            if self.stage != Some(Stage::Fetch) {
                self.elapsed += elapsed;
            }
        }
    }
}

/// What the person at the terminal stops work with: the first Ctrl-C ends it cleanly, the second at once. Signals are
/// caught from the first time on that somebody asks for it; until then they end the process as they always do.
pub(crate) fn cancel() -> &'static Cancel {
    static CANCEL: OnceLock<Cancel> = OnceLock::new();
    CANCEL.get_or_init(|| {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let cancel = Cancel::default();
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            // Where signals cannot be caught, they end the process as they always do.
            let _ = signal_hook::flag::register_conditional_shutdown(signal, 130, cancel.flag())
                .and_then(|_| signal_hook::flag::register(signal, cancel.flag()));
        }
        cancel
    })
}

/// From here on a file that may not grow any longer is an error of writing, which is told, rather than the end.
pub(crate) fn outlive_full_disks() {
    // Where signals cannot be caught, they end the process as they always do.
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Does work that changes nothing and looks at nothing meanwhile: if the person says so, the process ends. What the
/// work notes as its temporary file goes.
pub(crate) fn until_stopped<R>(printer: &Printer, work: impl FnOnce(&Mutex<Option<PathBuf>>) -> R) -> R {
    /// How soon it is seen that the person says so.
    const GLANCE: Duration = Duration::from_millis(20);
    let cancel = cancel();
    let temporary = Mutex::new(None);
    thread::scope(|scope| {
        let (done, ended) = mpsc::channel::<()>();
        scope.spawn(|| {
            let ended = ended;
            while ended.recv_timeout(GLANCE) == Err(mpsc::RecvTimeoutError::Timeout) {
                if cancel.is_cancelled() {
                    let temporary = temporary.lock().unwrap_or_else(PoisonError::into_inner);
                    temporary.iter().for_each(|path| _ = fs::remove_file(path));
                    stopped("before everything was answered; no file was written", Next::BeginsAnew, printer);
                    std::process::exit(i32::from(u8::from(Exit::Stopped)));
                }
            }
        });
        let result = work(&temporary);
        drop(done);
        result
    })
}

/// Says that work was stopped, and how it goes on.
pub(crate) fn stopped(what: &str, next: Next, printer: &Printer) -> Exit {
    let hint = match next {
        Next::GoesOn => "the same command goes on where this one stopped",
        Next::BeginsAnew => "the same command begins anew",
    };
    printer.stopped(what, hint)
}
