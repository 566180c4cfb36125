//! A progress bar on a terminal for work that lasts: pages done, rate, time left. Silent otherwise.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::printer::Printer;

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// The bar of one run.
pub(crate) struct Progress {
    bar: ProgressBar,
    is_drawn: bool,
}

impl Progress {
    /// For so many pages, if their number is known.
    pub(crate) fn new(printer: &Printer, pages: Option<u64>) -> Progress {
        let bar = ProgressBar::with_draw_target(pages, ProgressDrawTarget::hidden());
        let template = match pages {
            Some(_) => "{bar:24} {pos}/{len} pages  {per_sec}  {eta} left",
            None => "{spinner} {pos} pages  {per_sec}  {elapsed}",
        };
        bar.set_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()));
        Progress { bar, is_drawn: printer.is_quiet() }
    }

    /// One more page is done.
    pub(crate) fn advance(&mut self) {
        self.bar.inc(1);
        if !self.is_drawn && self.bar.elapsed() > PATIENCE {
            self.is_drawn = true;
            // Draws nothing when standard error is no terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Prints something without tearing the bar apart.
    pub(crate) fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Takes the bar away; says how long the run took.
    pub(crate) fn finish(self) -> Duration {
        let elapsed = self.bar.elapsed();
        self.bar.finish_and_clear();
        elapsed
    }
}
