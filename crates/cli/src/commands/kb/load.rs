//! `lode kb load`: files of statements into a knowledge base, all of them or none.

use std::path::PathBuf;
use std::time::Instant;

use lode::Syntax;
use lode::job::Ended;
use lode::kb::{Loaded, Statements, load};
use lode::store::KnowledgeBase;

use super::counted;
use crate::args::{Load, LoadFormat};
use crate::exit::{Diagnostic, Exit};
use crate::printer::Printer;
use crate::watching::{Watch, stopped};

pub(super) fn run(settings: &Load, printer: &Printer) -> Result<Exit, Diagnostic> {
    let graph = settings.graph.as_deref().map(lode::store::graph_name).transpose().map_err(|problem| {
        let failure = Diagnostic::from(problem);
        Diagnostic { what: format!("--graph: {}", failure.what), ..failure }
    })?;
    // All files are opened before anything is made.
    let format = settings.format.map(syntax);
    let open = |path: &PathBuf| match path.as_os_str() == "-" {
        true => Statements::keep("-", std::io::stdin().lock(), format),
        false => Statements::open(path, format),
    };
    let files: Vec<Statements> = settings.files.iter().map(open).collect::<Result<_, _>>()?;
    let begin = Instant::now();
    let base = KnowledgeBase::open_or_create(&settings.kb)?;
    let watch = Watch::new(printer);
    let loaded = watch.over(|job| load(&base, &files, graph.as_ref(), job))?;
    watch.finish();
    let Loaded { statements, counts } = match loaded {
        Ended::Done(loaded) => loaded,
        Ended::Stopped { next, .. } => {
            return Ok(stopped("before everything was read; nothing has changed", next, printer));
        }
    };
    printer.say(&format!(
        "{} read, {} of them new, in {:.1} s → {}",
        counted(statements, "statement"),
        counts.added,
        begin.elapsed().as_secs_f64(),
        settings.kb.display()
    ));
    Ok(if statements == 0 { Exit::NothingFound } else { Exit::Done })
}

fn syntax(format: LoadFormat) -> Syntax {
    match format {
        LoadFormat::Ttl => Syntax::Turtle,
        LoadFormat::Trig => Syntax::TriG,
        LoadFormat::Nt => Syntax::NTriples,
        LoadFormat::Nq => Syntax::NQuads,
        LoadFormat::Rdf => Syntax::RdfXml,
        LoadFormat::Jsonld => Syntax::JsonLd,
    }
}
