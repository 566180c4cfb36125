//! What a wrapper will do, in words.

use std::fmt::Write as _;

use analysis::wrappers::agreement::confidence;

use super::file::{Field, Kind, Place, ValueKind, Values, WrapperFile};

/// Says in words what a wrapper will do.
pub fn explain(file: &WrapperFile) -> String {
    let mut text = String::new();
    let kind = match file.template.kind {
        Kind::Detail => "pages that are each about one thing",
        Kind::List => "pages with a list of things",
    };
    let _ = write!(text, "a wrapper for {kind}");
    if let Some(made) = &file.made {
        let _ = write!(text, ", made by {} from {}", made.by, counted(made.pages, "page"));
        if !made.vocabulary.is_empty() {
            let _ = write!(text, " and {}", made.vocabulary.join(", "));
        }
    }
    text.push('\n');
    if !file.template.signature.is_empty() {
        let count = file.template.signature.len();
        let _ = writeln!(text, "  a page is read as one of them if it has at least a third of {count} kinds of places");
    }
    if let Some(pattern) = &file.pattern {
        let _ = writeln!(text, "  every part of the page that matches this pattern is a pair:\n    {pattern}");
    }
    for field in &file.fields {
        explain_field(&mut text, field);
    }
    if !file.review.is_empty() {
        let _ = writeln!(text, "\nalso on the pages, but not asked for (\"review\" in the file):");
        for review in &file.review {
            let _ = write!(text, "  {}", review.name);
            if let Some(example) = review.examples.first() {
                let _ = write!(text, "  e.g. {example:?}");
            }
            if !review.suggestions.is_empty() {
                let _ = write!(text, "  perhaps {}", review.suggestions.join(" or "));
            }
            text.push('\n');
        }
    }
    text
}

fn explain_field(text: &mut String, field: &Field) {
    let _ = write!(text, "\n{}", field.name);
    if let Some(term) = field.term.as_deref().filter(|term| *term != field.name) {
        let _ = write!(text, "  ({term})");
    }
    text.push('\n');
    if !field.examples.is_empty() {
        let examples: Vec<String> = field.examples.iter().map(|example| format!("{example:?}")).collect();
        let _ = writeln!(text, "  such as {}", examples.join(", "));
    }
    if field.find.is_empty() {
        let _ = writeln!(
            text,
            "  not found on the pages it was learnt from: add a place, such as {{\"after\": \"Label\"}}"
        );
    }
    let mut places: Vec<&Place> = field.find.iter().collect();
    let total = field.find.iter().map(|place| place.weight).sum::<f64>().max(f64::MIN_POSITIVE);
    let sure = confidence(total.min(1.0));
    if !field.find.is_empty() {
        let _ = writeln!(text, "  {:.0} % sure where all of these agree:", 100.0 * sure);
    }
    places.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    for place in places {
        let _ = writeln!(text, "  {:>4.0} %  {}", 100.0 * place.weight / total, in_words(place));
    }
    if let Some(name) = &field.whole {
        let _ = writeln!(text, "  the value is all of the {name} around that text");
    }
    if let Some(count) = field.texts {
        let _ = writeln!(text, "  the value is that text and those behind it, {count} in all");
    }
    if let Some((front, back)) = &field.between {
        let end = if back.is_empty() { "the end".to_owned() } else { format!("{back:?}") };
        let start = if front.is_empty() { "the beginning".to_owned() } else { format!("{front:?}") };
        let _ = writeln!(text, "  the value is only what stands between {start} and {end}");
    }
    if !field.never.is_empty() {
        let never: Vec<String> = field.never.iter().map(|never| format!("{never:?}")).collect();
        let _ = writeln!(text, "  never a value: {}", never.join(", "));
    }
    if let Some(values) = &field.values {
        let _ = writeln!(text, "  a value that is not {} is doubtful", expected(values));
    }
    if field.many {
        let _ = writeln!(text, "  several values may follow each other");
    }
}

/// Where a field is mostly found, in few words.
pub fn main_place(field: &Field) -> String {
    let heaviest = |best: &'_ Place, next: &Place| next.weight > best.weight;
    let mut places = field.find.iter();
    let Some(mut best) = places.next() else { return "nowhere".to_owned() };
    places.for_each(|next| {
        if heaviest(best, next) {
            best = next
        }
    });
    // A label says more to a person than elements do, if it counts about as much.
    let label = field.find.iter().find(|place| place.after.is_some() && 2.0 * place.weight >= best.weight);
    match label.unwrap_or(best) {
        Place { chain: Some(chain), after: None, nth: 1, .. } if chain.ends_with(" h1") => {
            "the main heading".to_owned()
        }
        place => in_words(place),
    }
}

fn in_words(place: &Place) -> String {
    let nth = if place.nth == 1 { String::new() } else { format!(" (number {} of them)", place.nth) };
    match (&place.after, &place.starts_with, &place.path, &place.chain) {
        (Some(label), _, _, None) => format!("the text after {label:?}{nth}"),
        (Some(label), _, _, Some(chain)) => format!("the text after {label:?}{nth} in {}", end_of(chain)),
        (_, Some(label), _, _) => format!("the text that starts with {label:?} and a colon{nth}"),
        (_, _, Some(path), _) => format!("the text at {path}"),
        (_, _, _, Some(chain)) if place.nth == 1 => format!("the first text in {}", end_of(chain)),
        (_, _, _, Some(chain)) => format!("text number {} in {}", place.nth, end_of(chain)),
        _ => "nothing".to_owned(),
    }
}

/// The last elements of a chain, which tell most.
fn end_of(chain: &str) -> String {
    let links: Vec<&str> = chain.split(' ').collect();
    match links.len() {
        0..=4 => chain.to_owned(),
        count => format!("… {}", links[count - 4..].join(" ")),
    }
}

fn expected(values: &Values) -> String {
    match values {
        Values::Kind(kind) => match kind {
            ValueKind::Integer => "a whole number",
            ValueKind::Number => "a number",
            ValueKind::Boolean => "yes or no",
            ValueKind::Date => "a date",
            ValueKind::DateTime => "a date with a time",
            ValueKind::Time => "a time",
            ValueKind::Year => "a year",
            ValueKind::Address => "an address on the web",
        }
        .to_owned(),
        Values::Pattern(pattern) => format!("of the form {pattern}"),
        Values::OneOf(texts) => format!("one of {}", texts.join(", ")),
        Values::Between(least, most) => {
            let bound = |bound: &Option<f64>| bound.map_or_else(|| "…".to_owned(), |bound| bound.to_string());
            format!("a number from {} to {}", bound(least), bound(most))
        }
    }
}

/// A number with its noun.
fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
