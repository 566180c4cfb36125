//! Files that were made to harm: each is read or refused in bounded time and memory, and of one that is refused nothing is
//! in the knowledge base. Each family has a process of its own, so that one that dies is seen.
#![expect(clippy::unwrap_used, reason = "this is a test")]

mod families;

use std::io::Read;
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use families::Case;
use store::KnowledgeBase;

/// Which family a process is for.
const FAMILY: &str = "LODE_HOSTILE_FAMILY";
/// What reading a file may take on a machine that does other things as well, and by how much a process may grow.
const TIME: Duration = Duration::from_secs(30);
const GROWTH: u64 = 1 << 30;

fn main() -> ExitCode {
    match std::env::var(FAMILY) {
        Ok(family) => load_family(&family),
        Err(_) => load_all(),
    }
}

/// Starts a process for each family, two at a time.
fn load_all() -> ExitCode {
    let families: Vec<&str> = families::FAMILIES.iter().map(|(name, _)| *name).collect();
    let (next, failed) = (Mutex::new(families.iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let Some(family) = next.lock().unwrap().next() else { break };
                    let output = Command::new(std::env::current_exe().unwrap()).env(FAMILY, family).output().unwrap();
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

/// Loads the files of a family, and says how it went.
fn load_family(family: &str) -> ExitCode {
    let cases = families::FAMILIES.iter().find(|(name, _)| *name == family).unwrap().1();
    let (count, before) = (cases.len(), peak());
    let (mut longest, mut loaded, mut refused, mut bad) = (Duration::ZERO, 0, 0, 0);
    for Case { name, syntax, input } in cases {
        let folder = tempfile::tempdir().unwrap();
        let base = KnowledgeBase::open_or_create(folder.path()).unwrap();
        let mut writer = base.write().unwrap();
        let begin = Instant::now();
        let mut commit = writer.begin("a hostile file").unwrap();
        let result = commit.load(Read::take(input, 1 << 30), syntax, None, |_| {});
        let took = begin.elapsed();
        longest = longest.max(took);
        match result {
            Ok(statements) => {
                loaded += 1;
                commit.finish().unwrap();
                bad += usize::from(base.read().unwrap().statements().unwrap() > statements);
            }
            Err(error) => {
                refused += 1;
                drop(commit);
                let left = base.read().unwrap().statements().unwrap();
                if left > 0 || format!("{error:?}").contains("broke down") {
                    eprintln!("{name}: {left} statements are left, {error:?}");
                    bad += 1;
                }
            }
        }
        if took > TIME {
            eprintln!("{name} took {took:?}");
            bad += 1;
        }
    }
    let growth = peak().saturating_sub(before);
    if growth > GROWTH {
        eprintln!("it grew by {} MB", growth >> 20);
        bad += 1;
    }
    println!(
        "{family:<22} {count:>3} files: {loaded:>2} loaded, {refused:>2} refused; at most {:>5} ms, {:>3} MB",
        longest.as_millis(),
        growth >> 20
    );
    std::process::exit(i32::from(bad > 0))
}

/// The most that the process ever had, where the system says so.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or_default() << 10
}
