//! A progress bar on a terminal for work that lasts: pages done, rate, time left. Silent otherwise.

use std::fmt;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use lode::job::{Stage, Unit};

use crate::printer::Printer;

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the bar is drawn anew, so that its clock goes on while nothing else does.
const TICK: Duration = Duration::from_millis(250);

/// The bar of one run.
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Draws the bar when the time has come, be a page done or not. Ends when its sender goes.
    drawer: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// For so many pages, if their number is known.
    pub(crate) fn new(printer: &Printer, pages: Option<u64>) -> Progress {
        // Draws nothing when standard error is no terminal.
        let target = (!printer.is_quiet()).then(ProgressDrawTarget::stderr);
        Progress::after(PATIENCE, pages, target)
    }

    /// For a crawl, whose end shows only as it goes.
    pub(crate) fn crawl(printer: &Printer) -> Progress {
        let progress = Progress::new(printer, Some(0));
        let template = "{bar:24} {pos}/{len} pages  {rate}  {msg}  {eta} left";
        progress.bar.set_style(style(template));
        progress
    }

    /// How far a crawl has come.
    pub(crate) fn crawled(&self, pages: u64, expected: u64, message: String) {
        self.bar.set_length(expected);
        self.bar.set_position(pages);
        self.bar.set_message(message);
    }

    /// For a stage of a job.
    pub(crate) fn of_stage(printer: &Printer, stage: Stage, expected: Option<u64>) -> Progress {
        let progress = Progress::new(printer, expected);
        let unit = stage.unit();
        let template = match (unit, expected) {
            (Unit::Pages, _) => return progress,
            (Unit::Bytes, _) => "{bar:24} {bytes}/{total_bytes}  {eta} left".to_owned(),
            (unit, Some(_)) => format!("{{bar:24}} {{pos}}/{{len}} {}  {{rate}}  {{eta}} left", unit.plural()),
            (unit, None) => format!("{{spinner}} {{pos}} {}  {{rate}}  {{elapsed}}", unit.plural()),
        };
        progress.bar.set_style(style(&template));
        progress
    }

    fn after(patience: Duration, pages: Option<u64>, target: Option<ProgressDrawTarget>) -> Progress {
        let bar = ProgressBar::with_draw_target(pages, ProgressDrawTarget::hidden());
        let template = match pages {
            Some(1) => "{spinner} {elapsed}",
            Some(_) => "{bar:24} {pos}/{len} pages  {rate}  {eta} left",
            None => "{spinner} {pos} pages  {rate}  {elapsed}",
        };
        bar.set_style(style(template));
        let drawer = target.filter(|target| !target.is_hidden()).map(|target| {
            let (sender, receiver) = mpsc::channel();
            let bar = bar.clone();
            let draw = move || {
                if receiver.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                    bar.set_draw_target(target);
                    bar.enable_steady_tick(TICK);
                }
            };
            (sender, thread::spawn(draw))
        });
        Progress { bar, drawer }
    }

    /// One more page is done.
    pub(crate) fn advance(&mut self) {
        self.advance_by(1);
    }

    /// So much more is done.
    pub(crate) fn advance_by(&mut self, by: u64) {
        self.bar.inc(by);
    }

    /// Prints something without tearing the bar apart.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Takes the bar away; says how long the run took.
    pub(crate) fn finish(mut self) -> Duration {
        let elapsed = self.bar.elapsed();
        if let Some((sender, drawer)) = self.drawer.take() {
            drop(sender);
            // It only draws; if it panicked, nothing is lost.
            let _ = drawer.join();
        }
        self.bar.finish_and_clear();
        elapsed
    }
}

/// The looks of a bar, with a rate that is no more exact than anyone wants to know.
fn style(template: &str) -> ProgressStyle {
    let rate = |state: &ProgressState, to: &mut dyn fmt::Write| {
        // A bar that cannot be drawn is no reason to stop.
        let _ = write!(to, "{:.1}/s", state.per_sec());
    };
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()).with_key("rate", rate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use indicatif::TermLike;
    use std::io;

    /// A terminal that tells when something is written to it.
    #[derive(Debug)]
    struct Terminal(Sender<()>);

    impl TermLike for Terminal {
        fn width(&self) -> u16 {
            80
        }
        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }
        fn write_line(&self, _: &str) -> io::Result<()> {
            self.0.send(()).map_err(io::Error::other)
        }
        fn write_str(&self, _: &str) -> io::Result<()> {
            self.0.send(()).map_err(io::Error::other)
        }
        fn clear_line(&self) -> io::Result<()> {
            Ok(())
        }
        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_single_page_that_takes_long_has_a_bar() {
        let (sender, drawn) = mpsc::channel();
        let target = ProgressDrawTarget::term_like(Box::new(Terminal(sender)));
        let progress = Progress::after(Duration::ZERO, Some(1), Some(target));
        assert!(drawn.recv_timeout(Duration::from_secs(60)).is_ok(), "although no page is done");
        progress.finish();
    }

    #[test]
    fn short_work_has_none() {
        let (sender, drawn) = mpsc::channel();
        let target = ProgressDrawTarget::term_like(Box::new(Terminal(sender)));
        let mut progress = Progress::after(Duration::from_secs(3600), Some(1), Some(target));
        progress.advance();
        progress.finish();
        assert!(drawn.try_recv().is_err());
    }
}
