//! Steps that a person waits for: each is announced when it starts, and all are listed with their times at the end.
//! A failed step does not stop the later ones, so that one run shows everything there is to mend.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// The steps done so far.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<Step>,
}

struct Step {
    name: &'static str,
    time: Duration,
    outcome: Result<String, Failure>,
}

impl Steps {
    /// Runs one step. Its answer is a short note for the list at the end, empty when there is nothing to say.
    pub(crate) fn run(&mut self, name: &'static str, step: impl FnOnce() -> Result<String, Failure>) {
        eprintln!("==> {name}");
        let start = Instant::now();
        let outcome = step();
        self.done.push(Step { name, time: start.elapsed(), outcome });
    }

    /// Lists the steps, and fails if one of them did.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        eprint!("\n{}", self.summary());
        let failed: Vec<_> = self.done.iter().filter(|step| step.outcome.is_err()).map(|step| step.name).collect();
        if failed.is_empty() { Ok(()) } else { Err(Failure::new(format!("failed: {}", failed.join(", ")))) }
    }

    fn summary(&self) -> String {
        let mut text = String::new();
        for Step { name, time, outcome } in &self.done {
            let (mark, note) = match outcome {
                Ok(note) => ("ok", note.clone()),
                Err(failure) => ("FAILED", failure.to_string().replace('\n', "\n                                 ")),
            };
            let line = format!("{mark:<6} {:>8.1} s  {name:<14} {note}", time.as_secs_f64());
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_step_is_named_and_later_ones_still_run() {
        let mut steps = Steps::default();
        steps.run("first", || Err(Failure::new("it broke").hint("mend it")));
        steps.run("second", || Ok("12 things".to_owned()));
        let summary = steps.summary();
        assert!(summary.contains("FAILED") && summary.contains("it broke") && summary.contains("mend it"), "{summary}");
        assert!(summary.contains("12 things"), "{summary}");
        assert_eq!(steps.finish().unwrap_err().to_string(), "failed: first");
    }
}
