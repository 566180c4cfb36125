//! A property of the ontology as it is looked for: what it is called, what its values look like, where they stand.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::names::{Dictionary, Term, in_words, stem};
use crate::ontology::{Ontology, Property, Range};
use crate::values::{Fit, Judge};
use analysis::wrappers::reading::{Reading, own_label};
use analysis::wrappers::texts::{Shape, TextLook, plain};

/// A property that is looked for.
pub(super) struct Wanted {
    /// Its place in the ontology.
    pub(super) property: usize,
    /// Its place among those that are looked for.
    pub(super) number: usize,
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
    /// Those of some properties that are looked for. Of many only those count that are called by a name somewhere on
    /// the pages, and the one in the heading: the others would be found by chance.
    pub(super) fn all(
        ontology: &Ontology,
        properties: &[usize],
        dictionary: &Dictionary,
        readings: &[Reading<'_>],
    ) -> Vec<Wanted> {
        let mut own: Vec<(usize, &Property)> =
            properties.iter().map(|&number| (number, &ontology.properties[number])).collect();
        if own.len() > MOST_UNNAMED {
            let named = named_properties(dictionary, readings);
            own.retain(|(number, property)| named.contains(number) || is_called_name(property));
        }
        let numbers: Vec<usize> = own.iter().map(|(number, _)| *number).collect();
        let naming = naming(ontology, &numbers);
        let wanted = |(number, property): (usize, &Property)| Wanted::of(property, number, naming.contains(&number));
        let mut all: Vec<Wanted> = own.into_iter().map(wanted).collect();
        all.iter_mut().enumerate().for_each(|(number, wanted)| wanted.number = number);
        all
    }

    fn of(property: &Property, number: usize, is_heading: bool) -> Wanted {
        let examples: Vec<String> = property.examples.iter().map(|example| plain(example)).collect();
        let words = examples.iter().flat_map(|example| example.split(' '));
        Wanted {
            property: number,
            number: 0,
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

/// Those of some properties that name the thing.
pub(super) fn naming(ontology: &Ontology, properties: &[usize]) -> Vec<usize> {
    let says_heading =
        |number: &usize| ontology.properties[*number].comments.iter().any(|comment| mentions_heading(comment));
    let said: Vec<usize> = properties.iter().copied().filter(says_heading).collect();
    if !said.is_empty() {
        return said;
    }
    properties.iter().copied().filter(|&number| is_called_name(&ontology.properties[number])).collect()
}

/// The properties that can have their values on a page about one thing.
pub(super) fn of_subject(ontology: &Ontology) -> Vec<usize> {
    let properties = ontology.properties.iter().enumerate();
    properties.filter(|(_, property)| is_of_subject(property, ontology)).map(|(number, _)| number).collect()
}

/// Properties that may be looked for although nothing on the pages has their name.
const MOST_UNNAMED: usize = 64;

/// The properties that have a name on the pages: a text, the beginning of one, or a class.
fn named_properties(dictionary: &Dictionary, readings: &[Reading<'_>]) -> FxHashSet<usize> {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut named = FxHashSet::default();
    for reading in readings {
        for text in &reading.texts {
            let own_label = own_label(&text.text).map(|(label, _)| label);
            let class = reading.tree().parent(text.node).and_then(|element| reading.tree().attr(element, "class"));
            for name in [Some(text.text.as_str()), own_label, class].into_iter().flatten() {
                if name.len() <= LONGEST_LABEL && seen.insert(name) {
                    named.extend(dictionary.lookup(name).iter().filter_map(|found| match found.term {
                        Term::Property(number) => Some(number),
                        Term::Class(_) => None,
                    }));
                }
            }
        }
    }
    named
}

/// What is assumed of the form of values if the ontology gives no example.
const UNKNOWN_SHAPE: f64 = 0.3;

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

/// Whether a property is called a name of some sort: `stockName`, `full title`.
pub(super) fn is_called_some_name(property: &Property) -> bool {
    let is_text = matches!(property.range, Range::Any | Range::Text);
    let local = in_words(property.local_name()).to_lowercase();
    is_text && property.is_functional && (local.ends_with(" name") || local.ends_with(" title"))
}

/// How well texts name each of the properties, remembered for each text.
pub(super) struct Names<'a> {
    dictionary: &'a Dictionary,
    /// The places of properties among those that are looked for.
    numbers: FxHashMap<usize, usize>,
    exact: FxHashMap<String, Vec<f64>>,
    alike: FxHashMap<String, Vec<f64>>,
    /// Of a text that is no name.
    none: Vec<f64>,
}

impl<'a> Names<'a> {
    pub(super) fn of(dictionary: &'a Dictionary, wanted: &[Wanted]) -> Names<'a> {
        let none = vec![0.0; wanted.len()];
        let numbers = wanted.iter().map(|wanted| (wanted.property, wanted.number)).collect();
        Names { dictionary, numbers, exact: FxHashMap::default(), alike: FxHashMap::default(), none }
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
                if let Some(number) = self.number(suggestion.term) {
                    likeness[number] = suggestion.likeness.min(0.99);
                }
            }
            self.mark_exact(text, &mut likeness);
            self.alike.insert(text.to_owned(), likeness);
        }
        &self.alike[text]
    }

    fn number(&self, term: Term) -> Option<usize> {
        match term {
            Term::Property(property) => self.numbers.get(&property).copied(),
            Term::Class(_) => None,
        }
    }

    fn mark_exact(&self, text: &str, likeness: &mut [f64]) {
        for found in self.dictionary.lookup(text) {
            if let Some(number) = self.number(found.term) {
                likeness[number] = 1.0;
            }
        }
    }
}

/// Bytes of a text that may be a label.
const LONGEST_LABEL: usize = 80;
