//! A property of the ontology as it is looked for: what it is called, what its values look like, where they stand.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::names::{Dictionary, Term};
use crate::ontology::{Ontology, Property, Range};
use crate::values::{Fit, Judge};
use analysis::wrappers::texts::{Shape, TextLook, plain};

/// A property that is looked for.
pub(super) struct Wanted {
    /// Its place in the ontology.
    pub(super) property: usize,
    /// Whether it is the name of the thing, which stands in the main heading.
    pub(super) is_heading: bool,
    pub(super) examples: Vec<String>,
    judge: Judge,
    /// Whether the range says anything about the form of values.
    is_strict: bool,
    example_words: FxHashSet<String>,
    shapes: Vec<Shape>,
}

/// How a text does as a value of a property.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Suits {
    pub(super) whole: f64,
    pub(super) part: f64,
    /// Whether all of it fits a range that says something about the form.
    pub(super) form: f64,
    pub(super) shape: f64,
    pub(super) example_word: f64,
    pub(super) example: Option<usize>,
}

impl Wanted {
    /// The properties of what a page is about.
    pub(super) fn all(ontology: &Ontology) -> Vec<Wanted> {
        let own = ontology.properties.iter().enumerate().filter(|(_, property)| is_of_subject(property, ontology));
        let own: Vec<(usize, &Property)> = own.collect();
        let says_heading = |property: &Property| property.comments.iter().any(|comment| mentions_heading(comment));
        let knows_heading = own.iter().any(|(_, property)| says_heading(property));
        let wanted = |(number, property): (usize, &Property)| {
            let is_heading = if knows_heading { says_heading(property) } else { is_called_name(property) };
            Wanted::of(property, number, is_heading)
        };
        own.into_iter().map(wanted).collect()
    }

    fn of(property: &Property, number: usize, is_heading: bool) -> Wanted {
        let examples: Vec<String> = property.examples.iter().map(|example| plain(example)).collect();
        let words = examples.iter().flat_map(|example| example.split(' '));
        Wanted {
            property: number,
            is_heading,
            judge: Judge::new(&property.range),
            is_strict: !matches!(property.range, Range::Any | Range::Text | Range::Individual(_)),
            example_words: words.filter(|word| word.contains(char::is_alphabetic)).map(stem).collect(),
            shapes: property.examples.iter().map(|example| Shape::of(example)).collect(),
            examples,
        }
    }

    /// How a text does as a value.
    pub(super) fn suits(&self, look: &TextLook<'_>) -> Suits {
        let fit = self.judge.fit(look.text);
        let likeness = self.shapes.iter().map(|shape| shape.likeness(&look.shape)).fold(0.0, f64::max);
        Suits {
            whole: f64::from(fit == Fit::Whole),
            part: f64::from(fit == Fit::Part),
            form: f64::from(self.is_strict && fit == Fit::Whole),
            shape: if self.shapes.is_empty() { UNKNOWN_SHAPE } else { likeness },
            example_word: f64::from(look.plain.split(' ').any(|word| self.example_words.contains(&stem(word)))),
            example: self.examples.iter().position(|example| *example == look.plain),
        }
    }
}

/// Whether a property can have its values on a page about one thing. What links individuals has none of its own; what
/// is said of the individuals at the other end of a link is not about the page's subject, and a page has many of them.
pub(super) fn is_of_subject(property: &Property, ontology: &Ontology) -> bool {
    let is_linked = |class: &String| {
        ontology.properties.iter().any(|link| match &link.range {
            Range::Individual(classes) => classes.contains(class) && !link.domain.contains(class),
            _ => false,
        })
    };
    !property.is_object && (property.domain.is_empty() || !property.domain.iter().all(is_linked))
}

/// What is assumed of the form of values if the ontology gives no example.
const UNKNOWN_SHAPE: f64 = 0.3;

/// A word without the mark of the plural.
fn stem(word: &str) -> String {
    match word.strip_suffix('s') {
        Some(stem) if stem.len() >= 3 && !stem.ends_with('s') => stem.to_owned(),
        _ => word.to_owned(),
    }
}

/// Whether a comment says that the values stand in the heading.
fn mentions_heading(comment: &str) -> bool {
    const WORDS: [&str; 8] =
        ["heading", "headline", "überschrift", "titre de la page", "encabezado", "intestazione", "标题", "見出し"];
    let comment = comment.to_lowercase();
    WORDS.iter().any(|word| comment.contains(word))
}

/// Whether a property is called as what has no other name is called.
fn is_called_name(property: &Property) -> bool {
    const NAMES: [&str; 10] = ["name", "title", "label", "titel", "titre", "nom", "nombre", "名称", "姓名", "标题"];
    let local = plain(property.local_name());
    NAMES.contains(&local.as_str()) || property.names.first().is_some_and(|name| NAMES.contains(&plain(name).as_str()))
}

/// How well texts name each of the properties, remembered for each text.
pub(super) struct Names<'a> {
    dictionary: &'a Dictionary,
    exact: FxHashMap<String, Vec<f64>>,
    alike: FxHashMap<String, Vec<f64>>,
    /// Of a text that is no name.
    none: Vec<f64>,
}

impl<'a> Names<'a> {
    pub(super) fn of(dictionary: &'a Dictionary, ontology: &Ontology) -> Names<'a> {
        let none = vec![0.0; ontology.properties.len()];
        Names { dictionary, exact: FxHashMap::default(), alike: FxHashMap::default(), none }
    }

    /// For each property 1 if the text is a name of it, else 0.
    pub(super) fn exact(&mut self, text: &str) -> &[f64] {
        if text.len() > LONGEST_LABEL {
            return &self.none;
        }
        if !self.exact.contains_key(text) {
            let mut exact = self.none.clone();
            self.mark_exact(text, &mut exact);
            self.exact.insert(text.to_owned(), exact);
        }
        &self.exact[text]
    }

    /// For each property 1 if the text is a name of it, else how much it is like one.
    pub(super) fn likeness(&mut self, text: &str) -> &[f64] {
        if text.len() > LONGEST_LABEL {
            return &self.none;
        }
        if !self.alike.contains_key(text) {
            let mut likeness = self.none.clone();
            for suggestion in self.dictionary.suggestions(text, usize::MAX) {
                if let Term::Property(number) = suggestion.term {
                    likeness[number] = suggestion.likeness.min(0.99);
                }
            }
            self.mark_exact(text, &mut likeness);
            self.alike.insert(text.to_owned(), likeness);
        }
        &self.alike[text]
    }

    fn mark_exact(&self, text: &str, likeness: &mut [f64]) {
        for found in self.dictionary.lookup(text) {
            if let Term::Property(number) = found.term {
                likeness[number] = 1.0;
            }
        }
    }
}

/// Bytes of a text that may be a label.
const LONGEST_LABEL: usize = 80;
