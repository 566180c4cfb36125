//! Files that were made to harm: each is read or refused in bounded time and memory, and of one that is refused
//! nothing is in the knowledge base. Each family has a process of its own, so that one that dies is seen.
#![expect(clippy::unwrap_used, reason = "this is a test")]

mod families;
#[path = "../hostile/mod.rs"]
mod hostile;

use std::io::Read;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use families::Case;
use hostile::Outcome;
use store::{KnowledgeBase, Mark, StatementFile};

/// What reading a file may take on a machine that does other things as well.
const TIME: Duration = Duration::from_secs(30);

fn main() -> ExitCode {
    hostile::try_all(families::FAMILIES.iter().map(|(name, _)| *name), |_| (), |family, _| load_family(family))
}

/// Loads the files of a family, and says how it went.
fn load_family(family: &str) -> Outcome {
    let cases = families::FAMILIES.iter().find(|(name, _)| *name == family).unwrap().1();
    let count = cases.len();
    let (mut longest, mut loaded, mut refused, mut bad) = (Duration::ZERO, 0, 0, 0);
    for Case { name, syntax, input } in cases {
        let folder = tempfile::tempdir().unwrap();
        let base = KnowledgeBase::open_or_create(folder.path()).unwrap();
        let mut writer = base.write().unwrap();
        let begin = Instant::now();
        let mut commit = writer.begin("a hostile file").unwrap();
        let file = StatementFile::nameless(syntax, Mark::default());
        let result = commit.load(file, Read::take(input, 1 << 30), &job::Cancel::default()).map(job::Ended::into_inner);
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
    let longest = longest.as_millis();
    let line = format!("{count:>3} files: {loaded:>2} loaded, {refused:>2} refused; at most {longest:>5} ms");
    Outcome { line, bad }
}
