//! `lode kb load`: files of statements into a knowledge base, all of them or none.

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use lode::Syntax;
use lode::store::{Counted, KnowledgeBase, LoadError};

use crate::args::Load;
use crate::exit::{Exit, Failure};
use crate::printer::Printer;
use crate::progress::Progress;

pub(super) fn run(settings: &Load, printer: &Printer) -> Result<Exit, Failure> {
    let graph = settings.graph.as_deref().map(lode::store::graph_name).transpose().map_err(|problem| {
        Failure::new(format!("--graph: {problem}")).with_hint("give a whole address, such as http://example.org/mine")
    })?;
    let base = KnowledgeBase::open_or_create(&settings.kb)?;
    let begin = Instant::now();
    let mut writer = base.write()?;
    let mut commit = writer.begin(&format!("load {}", names(&settings.files)))?;
    let mut count = 0;
    for path in &settings.files {
        let failed = |error: LoadError| {
            let failure = Failure::new(format!("{}: {error}", path.display()));
            match error.hint() {
                Some(hint) => failure.with_hint(hint),
                None => failure,
            }
        };
        let (file, syntax) = open(path)?;
        let length = file.metadata().map(|metadata| metadata.len()).unwrap_or_default();
        let read = Arc::new(AtomicU64::new(0));
        let progress = Progress::bytes(printer, length);
        let loaded = commit.load(Counted::new(file, Arc::clone(&read)), syntax, graph.clone(), |statements| {
            progress.read(read.load(Ordering::Relaxed), statements);
        });
        progress.finish();
        count += loaded.map_err(failed)?;
    }
    let counts = commit.finish()?;
    printer.say(&format!(
        "{count} statements read, {} of them new, in {:.1} s → {}",
        counts.added,
        begin.elapsed().as_secs_f64(),
        settings.kb.display()
    ));
    Ok(if count == 0 { Exit::NothingFound } else { Exit::Done })
}

fn open(path: &Path) -> Result<(File, Syntax), Failure> {
    let failed = |error| Failure::new(format!("cannot read {}: {error}", path.display()));
    let mut file = File::open(path).map_err(failed)?;
    let name = path.to_string_lossy();
    if let Some(syntax) = Syntax::of_name(&name) {
        return Ok((file, syntax));
    }
    let mut head = [0; 4096];
    let length = std::io::Read::read(&mut file, &mut head).map_err(failed)?;
    std::io::Seek::rewind(&mut file).map_err(failed)?;
    Ok((file, Syntax::sniffed(&head[..length])))
}

fn names(files: &[std::path::PathBuf]) -> String {
    files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
}
