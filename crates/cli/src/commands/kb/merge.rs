//! `lode kb merge` and `lode kb undo`: what is the same thing, why, and what is not.

use std::fmt::Write as _;
use std::time::Instant;

use lode::job::Ended;
use lode::kb::bare;
use lode::printable;
use lode::store::{Explained, MergeMethod};

use super::{counted, open};
use crate::args::{Merge, Method, Undo};
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;
use crate::printer::Printer;
use crate::watching::{Watch, stopped};

pub(super) fn run(settings: &Merge, printer: &Printer) -> Result<Exit, Diagnostic> {
    let base = open(&settings.kb)?;
    if let Some([left, right]) = settings.explain.as_deref() {
        let explained = base.read()?.explain_merge(bare(left), bare(right))?;
        let mut output = Output::open(None)?;
        output.write(&printable(&text(&explained))).or_else(Output::ignore_closed_pipe)?;
        output.finish()?;
        return Ok(if explained.are_same { Exit::Done } else { Exit::NothingFound });
    }
    let method = match (settings.method, settings.anew) {
        (Method::Paper, _) => MergeMethod::Paper(settings.sigma),
        (Method::Best, true) => MergeMethod::Anew,
        (Method::Best, false) => MergeMethod::Best,
    };
    let begin = Instant::now();
    let watch = Watch::new(printer);
    let report = watch.over(|job| base.merge(method, job))?;
    watch.finish();
    let report = match report {
        Ended::Done(report) => report,
        Ended::Stopped { next, .. } => return Ok(stopped("before anything was decided", next, printer)),
    };
    let same = match report.members {
        0 => "no two are the same".to_owned(),
        members => format!("{members} individuals are {} now", counted(report.clusters, "thing")),
    };
    printer.say(&format!(
        "{} looked at, {} changed; {same}, in {:.1} s",
        counted(report.individuals, "individual"),
        report.changed,
        begin.elapsed().as_secs_f64()
    ));
    if report.anew {
        printer.say("  much has come since the last time, or what is the same was given: all was decided anew");
    } else if report.changed == 0 {
        printer.say("  nothing has changed");
    }
    if report.individuals == 0 && method == MergeMethod::Best {
        printer.say("  nothing has come since the last time; --anew decides for all again");
    }
    if report.left_out > 0 {
        printer.say(&format!(
            "  {} classes have too many individuals for the published method, which compares all with all",
            report.left_out
        ));
    }
    Ok(if report.clusters == 0 { Exit::NothingFound } else { Exit::Done })
}

pub(super) fn undo(settings: &Undo, printer: &Printer) -> Result<Exit, Diagnostic> {
    let base = open(&settings.kb)?;
    if let Some([left, right]) = settings.apart.as_deref() {
        if bare(left) == bare(right) {
            return Err(
                Diagnostic::new("nothing is different from itself").with_hint("give the IRIs of two individuals")
            );
        }
        return match base.keep_apart(bare(left), bare(right))? {
            Some(changed) => {
                printer.say(&format!("they are different from now on; {changed} individuals have another cluster"));
                Ok(Exit::Done)
            }
            None => Err(Diagnostic::new("one of them is not in the knowledge base").with_hint("give the IRIs of two")),
        };
    }
    match base.undo_merge()? {
        Some(undone) => {
            printer.say(&format!(
                "the merge of commit {} is taken back: {} individuals are again what they were",
                undone.commit, undone.changed
            ));
            Ok(Exit::Done)
        }
        None => {
            printer.say("there is no merge to take back");
            Ok(Exit::NothingFound)
        }
    }
}

fn text(explained: &Explained) -> String {
    let mut text = String::new();
    let are = if explained.are_same { "They are said to be the same." } else { "They are not said to be the same." };
    let _ = writeln!(text, "{are} Two by themselves would be {}", explained.verdict);
    let _ = writeln!(text, "{:>8}  {:>5}  ", "bits", "alike");
    for respect in &explained.respects {
        let _ = writeln!(text, "{:>+8.1}  {:>4.0} %  {}", respect.bits, 100.0 * respect.likeness, respect.name);
        let words = |label: &str, words: &[String], text: &mut String| {
            if !words.is_empty() {
                let _ = writeln!(text, "{:>18}{label} {}", "", lode::clipped(&words.join(", "), 90));
            }
        };
        words("both:", &respect.shared, &mut text);
        words("first:", &respect.only[0], &mut text);
        words("second:", &respect.only[1], &mut text);
    }
    let _ = writeln!(text, "{:>+8.1}         what any two begin with", explained.beforehand);
    let _ = writeln!(text, "{:>+8.1}         together; {:+.1} is enough", explained.total, explained.threshold);
    text
}
