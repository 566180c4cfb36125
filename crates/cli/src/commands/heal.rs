//! `lode heal`: a wrapper made anew for pages whose layout has changed.

use std::fmt::Write as _;
use std::path::Path;

use lode::job::{Ended, Next};
use lode::wrapping::{Healing, Outcome, WrapperFile, heal, proposal_beside};
use lode::{clipped, printable, wire};

use super::{not_an_input, quoted, read_pages, read_wrapper, start};
use crate::args::{Heal, PlainFormat};
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;
use crate::printer::Printer;
use crate::watching::{Watch, stopped};

pub(super) fn run(settings: &Heal, printer: &Printer) -> Result<Exit, Diagnostic> {
    let file = read_wrapper(&settings.wrapper)?;
    if settings.rollback {
        return roll_back(settings, &file, printer);
    }
    let target = settings.output.as_deref();
    not_an_input(target, settings.inputs.iter().map(Path::new))?;
    if target.is_some() {
        drop(Output::open(target)?);
    }
    let (mut pages, tally) = read_pages(&settings.inputs, &settings.network, Healing::PAGES, printer)?;
    if tally.goes_on().is_break() {
        return tally.end(|| Ok(None));
    }
    drop(tally);
    if pages.is_empty() {
        return Err(Diagnostic::new("there is no page to learn from").with_hint("name pages with the new layout"));
    }
    let engine = start(settings.engine)?;
    let watch = Watch::new(printer);
    let healing = watch
        .over(|job| heal(&file, &mut pages, Some(&engine), job))
        .map_err(|bad| Diagnostic::from(bad).about(&settings.wrapper))?;
    watch.finish();
    let Ended::Done(Some(healing)) = healing else {
        return Ok(stopped("before it was healed; no file was written", Next::BeginsAnew, printer));
    };
    let is_proposed = settings.propose && healing.outcome == Outcome::Proposed;
    let written = match target {
        Some(target) if healing.is_sure() => Some(target.to_owned()),
        _ if is_proposed => Some(proposal_beside(target.unwrap_or(&settings.wrapper))),
        _ => None,
    };
    if let Some(written) = &written {
        write(written, &healing.file)?;
    }
    let report = match settings.format {
        PlainFormat::Text => printable(&text(&healing, pages.len(), written.as_deref(), settings)),
        PlainFormat::Jsonl => wire::line(&wire::v1::Healing::of(&healing, written.as_deref())),
    };
    let mut output = Output::open(None)?;
    output.write(&report).or_else(Output::ignore_closed_pipe)?;
    output.finish()?;
    Ok(healing.upshot().into())
}

fn roll_back(settings: &Heal, file: &WrapperFile, printer: &Printer) -> Result<Exit, Diagnostic> {
    let Some(before) = file.rolled_back() else {
        return Err(Diagnostic::new(format!("{} has no earlier version", settings.wrapper.display()))
            .with_hint("only a wrapper that was healed can be rolled back"));
    };
    let target = settings.output.as_deref().unwrap_or(&settings.wrapper);
    write(target, &before)?;
    printer.say(&format!(
        "{}, version {}, reads pages as before version {}, which stays in its history",
        target.display(),
        before.version,
        file.version
    ));
    Ok(Exit::Done)
}

fn write(target: &Path, file: &WrapperFile) -> Result<(), Diagnostic> {
    let mut output = Output::open(Some(target))?;
    output.write(&file.to_json()).or_else(Output::ignore_closed_pipe)?;
    output.finish().map(|_| ())
}

fn text(healing: &Healing, pages: usize, written: Option<&Path>, settings: &Heal) -> String {
    let sure = format!("{:.0} % sure", 100.0 * healing.confidence);
    let changed = healing.changed;
    let mut text = match healing.outcome {
        Outcome::NotNeeded if changed == 0 => format!("nothing to heal: the layout of {pages} pages is as it was\n"),
        Outcome::NotNeeded => format!("nothing to heal: only {changed} of {pages} pages have another layout\n"),
        Outcome::Healed => format!("healed, {sure}: {changed} of {pages} pages have another layout\n"),
        Outcome::Proposed => format!("not healed, only {sure}: {changed} of {pages} pages have another layout\n"),
        Outcome::Lost => "not healed: none of the fields was found on these pages\n".to_owned(),
    };
    let width = healing.moved.iter().map(|moved| moved.name.chars().count()).max().unwrap_or_default().min(30);
    for moved in &healing.moved {
        let name = clipped(&moved.name, 30);
        let to = moved.to.as_deref().unwrap_or("not found any more");
        let _ = writeln!(
            text,
            "  {name:<width$}  from {}\n  {:<width$}    to {}",
            clipped(&moved.from, 80),
            "",
            clipped(to, 80)
        );
    }
    let wrapper = quoted(&settings.wrapper.display().to_string());
    match (healing.outcome, written) {
        (Outcome::Healed, Some(written)) => {
            let written = quoted(&written.display().to_string());
            let _ = writeln!(
                text,
                "  → {written}, version {}   Back: lode heal {written} --rollback",
                healing.file.version
            );
        }
        (Outcome::Healed, None) => {
            let _ = writeln!(text, "  nothing was written; name a file after -o");
        }
        (Outcome::Proposed, Some(written)) => {
            let written = quoted(&written.display().to_string());
            let _ = writeln!(text, "  proposed in {written}. Look at it: lode explain {written}");
        }
        (Outcome::Proposed, None) => {
            let _ = writeln!(text, "  see what it would do: --propose   or teach it again: lode teach PAGE --want …");
        }
        (Outcome::Lost, _) => {
            let _ = writeln!(text, "  are these pages of the same site? {wrapper} is kept as it is");
        }
        (Outcome::NotNeeded, Some(written)) => {
            let _ = writeln!(text, "  → {}, as it was", quoted(&written.display().to_string()));
        }
        (Outcome::NotNeeded, None) => {}
    }
    text
}
