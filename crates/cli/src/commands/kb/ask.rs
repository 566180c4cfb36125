//! `lode kb ask`: by class, property and value, in the words of people.

use lode::export::Sheet;
use lode::kb::{Found, Named, Question};
use lode::store::sparql::Limits;
use lode::wire;

use super::{open, table};
use crate::args::{Ask, PlainFormat};
use crate::exit::{Diagnostic, Exit};
use crate::output::Output;
use crate::printer::Printer;

/// Individuals that are shown to people.
const SHOWN: usize = 40;

pub(super) fn run(settings: &Ask, printer: &Printer) -> Result<Exit, Diagnostic> {
    let base = open(&settings.kb)?;
    let question = Question { class: settings.class.clone(), wishes: settings.wishes.clone() };
    let mut output = Output::open(None)?;
    if settings.sparql {
        let query = question.sparql(&Named::of(&base.read()?)?)?;
        let mut remarks: Vec<String> = question.remarks().iter().map(|remark| format!("#   {remark}\n")).collect();
        if !remarks.is_empty() {
            remarks.insert(0, "# Of what this finds, Lode keeps the rows in which\n".to_owned());
        }
        output.write(&format!("{}{query}\n", remarks.concat())).or_else(Output::ignore_closed_pipe)?;
        output.finish()?;
        return Ok(Exit::Done);
    }
    let found = question.ask(&base, Limits::default())?;
    let text = match settings.format {
        PlainFormat::Jsonl => found.iter().map(|found| wire::line(&wire::v1::Answer::of(found, &question))).collect(),
        PlainFormat::Text => table(&sheet(&found, &question), SHOWN),
    };
    output.write(&text).or_else(Output::ignore_closed_pipe)?;
    output.finish()?;
    printer.say(&format!("{} found", found.len()));
    Ok(if found.is_empty() { Exit::NothingFound } else { Exit::Done })
}

fn sheet(found: &[Found], question: &Question) -> Sheet {
    let names = question.wishes.iter().map(|wish| wish.property.clone());
    let mut sheet = Sheet::new(std::iter::once("label".to_owned()).chain(names).chain(["iri".to_owned()]));
    for one in found {
        let values = one.values.iter().map(|values| (!values.is_empty()).then(|| values.join(" | ")));
        sheet.push(std::iter::once(one.label.clone()).chain(values).chain([Some(one.iri.clone())]).collect());
    }
    sheet
}
