//! `lode kb ask`: by class, property and value, in the words of people.

use lode::export::Sheet;
use lode::kb::{AskError, Found, Named, Question};
use lode::store::sparql::Limits;
use serde::Serialize;

use super::{open, table, unknown};
use crate::args::{Ask, PlainFormat};
use crate::commands::json_line;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::printer::Printer;

/// Individuals that are shown to people.
const SHOWN: usize = 40;

pub(super) fn run(settings: &Ask, printer: &Printer) -> Result<Exit, Failure> {
    let base = open(&settings.kb)?;
    let question = Question { class: settings.class.clone(), wishes: settings.wishes.clone() };
    let mut output = Output::open(None)?;
    if settings.sparql {
        let query = question.sparql(&Named::of(&base.read()?)?).map_err(failed)?;
        let mut remarks: Vec<String> = question.remarks().iter().map(|remark| format!("#   {remark}\n")).collect();
        if !remarks.is_empty() {
            remarks.insert(0, "# Of what this finds, Lode keeps the rows in which\n".to_owned());
        }
        output.write(&format!("{}{query}\n", remarks.concat())).or_else(Output::ignore_closed_pipe)?;
        output.finish()?;
        return Ok(Exit::Done);
    }
    let found = question.ask(&base, Limits::default()).map_err(failed)?;
    let text = match settings.format {
        PlainFormat::Jsonl => found.iter().map(|found| jsonl(found, &question)).collect(),
        PlainFormat::Text => table(&sheet(&found, &question), SHOWN),
    };
    output.write(&text).or_else(Output::ignore_closed_pipe)?;
    output.finish()?;
    printer.say(&format!("{} found", found.len()));
    Ok(if found.is_empty() { Exit::NothingFound } else { Exit::Done })
}

fn failed(error: AskError) -> Failure {
    match error {
        AskError::Name(name) => unknown(&name),
        AskError::Nothing => {
            Failure::new("nothing is asked for").with_hint("give --class CLASS, or --where PROPERTY=VALUE, or both")
        }
        AskError::Order(wish) => {
            let failure =
                format!("{:?} is neither a number nor a date: {} cannot be less or more", wish.value, wish.property);
            Failure::new(failure).with_hint("compare with 40, 1,101.50, 48 m, 1920 or 1920-05-31; words with = or ~")
        }
        AskError::Text(error) => Failure::new(error),
        AskError::Query(error) => Failure::of(&error),
    }
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

#[derive(Serialize)]
struct Line<'a> {
    instance: &'a str,
    label: Option<&'a str>,
    values: Vec<(&'a str, &'a [String])>,
}

fn jsonl(found: &Found, question: &Question) -> String {
    let values = question.wishes.iter().zip(&found.values);
    json_line(&Line {
        instance: &found.iri,
        label: found.label.as_deref(),
        values: values.map(|(wish, values)| (wish.property.as_str(), values.as_slice())).collect(),
    })
}
