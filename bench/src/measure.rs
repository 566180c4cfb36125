//! Times stages in turn on every page and sets them against the first, which is the bare parser.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use crate::sample::SamplePage;
use crate::stages::Stage;

/// Times every stage runs on every page.
const ROUNDS: usize = 15;

/// One stage's cost over all pages.
#[derive(Clone, Debug)]
pub struct Row {
    /// The stage.
    pub stage: &'static str,
    /// Megabytes of source per second.
    pub megabytes_per_second: f64,
    /// Its time over that of the bare parser.
    pub multiple: f64,
}

/// Measures the stages on the pages. The first stage is what the others are set against.
pub fn measure(stages: &[Stage], pages: &[SamplePage]) -> Vec<Row> {
    let mut totals = vec![Duration::ZERO; stages.len()];
    for page in pages {
        let mut times = vec![Vec::with_capacity(ROUNDS); stages.len()];
        for _ in 0..ROUNDS {
            for (stage, times) in stages.iter().zip(&mut times) {
                let mut run = (stage.prepare)(page);
                let start = Instant::now();
                let made = run();
                times.push(start.elapsed());
                // What was made is dropped outside the time, as those who use it drop it later.
                drop(made);
            }
        }
        for (total, times) in totals.iter_mut().zip(&mut times) {
            times.sort();
            *total += times[ROUNDS / 2];
        }
    }
    let megabytes = pages.iter().map(|page| page.bytes.len()).sum::<usize>() as f64 / 1e6;
    let bare = totals.first().map_or(1.0, Duration::as_secs_f64);
    let row = |(stage, total): (&Stage, &Duration)| Row {
        stage: stage.name,
        megabytes_per_second: megabytes / total.as_secs_f64(),
        multiple: total.as_secs_f64() / bare,
    };
    stages.iter().zip(&totals).map(row).collect()
}

/// Prints the rows as a table.
pub fn print(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{:<14} {:>8} {:>12}", "stage", "MB/s", "x bare")?;
    for row in rows {
        writeln!(out, "{:<14} {:>8.1} {:>12.2}", row.stage, row.megabytes_per_second, row.multiple)?;
    }
    Ok(())
}
