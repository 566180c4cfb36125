//! Families of cases that were made to harm. A stack that overflows ends a process at once, so that each family has a
//! process of its own, and one that dies is seen.

use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Mutex;

/// Which family a process is for, and where all of them find what they share.
const FAMILY: &str = "LODE_HOSTILE_FAMILY";
const FOLDER: &str = "LODE_HOSTILE_FOLDER";
/// Bytes by which a process may grow.
const GROWTH: u64 = 1 << 30;

/// How the cases of a family went.
pub(crate) struct Outcome {
    /// What is said of it, in a line.
    pub(crate) line: String,
    /// Cases that did harm.
    pub(crate) bad: usize,
}

/// Tries all families, two at a time, each in a process of its own. `prepare` fills the folder that they share.
pub(crate) fn try_all(
    families: impl Iterator<Item = &'static str>,
    prepare: impl FnOnce(&Path),
    try_one: impl Fn(&str, &Path) -> Outcome,
) -> ExitCode {
    if let (Ok(family), Some(folder)) = (std::env::var(FAMILY), std::env::var_os(FOLDER)) {
        let before = peak();
        let Outcome { line, bad } = try_one(&family, Path::new(&folder));
        let growth = peak().saturating_sub(before);
        println!("{family:<22} {line}, {:>3} MB", growth >> 20);
        if growth > GROWTH {
            eprintln!("it grew by {} MB", growth >> 20);
        }
        // Whatever still runs ends with the process.
        std::process::exit(i32::from(bad > 0 || growth > GROWTH));
    }
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let (next, failed) = (Mutex::new(families.collect::<Vec<_>>().into_iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(family) = next.lock().unwrap().next() else { break };
                    let mut process = Command::new(std::env::current_exe().unwrap());
                    let output = process.env(FAMILY, family).env(FOLDER, folder.path()).output().unwrap();
                    print!("{}", String::from_utf8_lossy(&output.stdout));
                    if !output.status.success() {
                        let said = String::from_utf8_lossy(&output.stderr).into_owned();
                        failed.lock().unwrap().push(format!("{family}: {}\n{said}", output.status));
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap();
    failed.iter().for_each(|story| eprintln!("{story}"));
    if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The most that the process ever had, where the system says so.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or_default() << 10
}
