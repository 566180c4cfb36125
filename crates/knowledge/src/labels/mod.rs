//! Labels of many sites, made comparable: a normal form, the stems of the words in the page's language, and how much
//! two sets of stems have in common.

mod language;
mod thesaurus;

use icu_normalizer::ComposingNormalizerBorrowed;
use rustc_hash::FxHashMap;
use snowball_stemmers_rs::Stemmer;

pub use language::Language;
pub use thesaurus::{ThesaurusError, read_thesaurus};

/// A label whatever its case, width and white space, and without what stands around it: signs at its ends, and a
/// count behind it.
pub fn normal_label(text: &str) -> String {
    let text = ComposingNormalizerBorrowed::new_nfkc().normalize(text).to_lowercase();
    let text = page::fold(&text.replace(is_invisible, ""));
    let is_sign = |character: char| !character.is_alphanumeric();
    let text = without_count(&text).trim_start_matches(is_sign);
    // A bracket that closes belongs to the label.
    text.trim_end_matches(|character: char| is_sign(character) && character != ')').to_owned()
}

/// Signs that are there for line breaks alone.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// A label without the number in brackets that follows it.
fn without_count(text: &str) -> &str {
    let Some((name, count)) = text.trim_end_matches([')', ']']).rsplit_once(['(', '[']) else { return text };
    let is_count =
        !count.is_empty() && count.chars().all(|character| character.is_numeric() || ".,+ ".contains(character));
    if is_count && text.ends_with([')', ']']) { name } else { text }
}

/// Makes stems of labels; it keeps the stemmer of each language it has met.
#[derive(Default)]
pub struct Stems {
    stemmers: FxHashMap<Language, Option<Stemmer>>,
}

impl Stems {
    /// The stems of a label's words, sorted and each once. Text without spaces between words gives pairs of characters.
    pub fn of(&mut self, label: &str, language: &Language) -> Vec<String> {
        let label = normal_label(label);
        let stemmer = self.stemmers.entry(language.clone()).or_insert_with(|| language.stemmer());
        let mut stems = Vec::new();
        for word in label.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty()) {
            if word.chars().any(is_unspaced) {
                stems.extend(bigrams(word));
            } else {
                stems.push(stemmer.as_ref().map_or_else(|| word.to_owned(), |stemmer| stemmer.stem(word).into_owned()));
            }
        }
        stems.sort_unstable();
        stems.dedup();
        stems
    }
}

impl std::fmt::Debug for Stems {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(self.stemmers.keys()).finish()
    }
}

/// How much two sorted sets have in common: the share of what is in both of what is in one of them.
pub fn jaccard<T: Ord>(one: &[T], other: &[T]) -> f64 {
    let both = one.iter().filter(|item| other.binary_search(item).is_ok()).count();
    let either = one.len() + other.len() - both;
    if either == 0 { 0.0 } else { both as f64 / either as f64 }
}

/// Whether words are written without spaces in the script of a character.
fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// The pairs of neighbouring characters, or the one character there is.
fn bigrams(word: &str) -> Vec<String> {
    let characters: Vec<char> = word.chars().collect();
    match characters.len() {
        0 | 1 => vec![word.to_owned()],
        _ => characters.windows(2).map(|pair| pair.iter().collect()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_a_normal_form() {
        assert_eq!(normal_label("  SPORT »"), "sport");
        assert_eq!(normal_label("Hotels (1.204)"), "hotels");
        assert_eq!(normal_label("Apps (Android)"), "apps (android)");
        assert_eq!(normal_label("Wissen\u{ad}schaft"), "wissenschaft");
        assert_eq!(normal_label("Ｎｅｗｓ"), "news");
    }

    #[test]
    fn words_meet_in_their_stems() {
        let mut stems = Stems::default();
        let german = Language::from_tag("de");
        assert_eq!(stems.of("Reise", &german), stems.of("Reisen", &german));
        assert_eq!(stems.of("Sports", &Language::from_tag("en")), ["sport"]);
        assert_eq!(stems.of("体育新闻", &Language::from_tag("zh")), ["体育", "新闻", "育新"]);
        assert_eq!(stems.of("Reisen", &Language::default()), ["reisen"]);
    }

    #[test]
    fn what_is_common_is_a_share() {
        assert_eq!(jaccard(&["a", "b"], &["b", "c"]), 1.0 / 3.0);
        assert_eq!(jaccard::<u8>(&[], &[]), 0.0);
    }
}
