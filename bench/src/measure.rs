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
    /// Its time on the page in the middle.
    pub median: Duration,
    /// Its time on the slowest page.
    pub longest: Duration,
}

/// Measures the stages on the pages. The first stage is what the others are set against.
pub fn measure(stages: &[Stage], pages: &[SamplePage]) -> Vec<Row> {
    let mut typical: Vec<Vec<Duration>> = vec![Vec::new(); stages.len()];
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
        for (typical, times) in typical.iter_mut().zip(&mut times) {
            times.sort();
            typical.push(times[ROUNDS / 2]);
        }
    }
    let megabytes = pages.iter().map(|page| page.bytes.len()).sum::<usize>() as f64 / 1e6;
    let total = |times: &[Duration]| times.iter().sum::<Duration>().as_secs_f64();
    let bare = typical.first().map_or(1.0, |times| total(times));
    let row = |(stage, times): (&Stage, &mut Vec<Duration>)| {
        times.sort();
        Row {
            stage: stage.name,
            megabytes_per_second: megabytes / total(times),
            multiple: total(times) / bare,
            median: times.get(times.len() / 2).copied().unwrap_or_default(),
            longest: times.last().copied().unwrap_or_default(),
        }
    };
    stages.iter().zip(&mut typical).map(row).collect()
}

/// Prints the rows as a table.
pub fn print(rows: &[Row], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{:<14} {:>8} {:>8} {:>12} {:>12}", "stage", "MB/s", "x bare", "median ms", "slowest ms")?;
    for row in rows {
        let [median, longest] = [row.median, row.longest].map(|time| 1e3 * time.as_secs_f64());
        let Row { stage, megabytes_per_second, multiple, .. } = row;
        writeln!(out, "{stage:<14} {megabytes_per_second:>8.1} {multiple:>8.2} {median:>12.2} {longest:>12.2}")?;
    }
    Ok(())
}
