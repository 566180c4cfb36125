//! The language of a page, by what it says of itself or else by its text, and the stems of the language's words.

use snowball_stemmers_rs::{Algorithm, Stemmer};

/// Less text than this tells no language apart.
const LEAST_LETTERS: usize = 60;

/// A language, by its two-letter code where it has one. The empty code is a language nobody knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Language(String);

impl Language {
    /// The language with this tag, as in `de-AT`: its first part counts.
    pub fn from_tag(tag: &str) -> Language {
        let code = tag.trim().split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
        let is_code = (2..=3).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_lowercase());
        Language(if is_code { code } else { String::new() })
    }

    /// The language a page says it is in, else the one its text looks like.
    pub fn of(tag: Option<&str>, text: &str) -> Language {
        let stated = tag.map(Language::from_tag).unwrap_or_default();
        if stated != Language::default() {
            return stated;
        }
        if text.chars().filter(|character| character.is_alphabetic()).count() < LEAST_LETTERS {
            return Language::default();
        }
        let found = whatlang::detect(text).map(|info| info.lang().code());
        found.map(|code| Language(short_code(code).to_owned())).unwrap_or_default()
    }

    /// The code; empty if the language is not known.
    pub fn code(&self) -> &str {
        &self.0
    }

    /// What takes the endings off the language's words, if anybody has written that down.
    pub(super) fn stemmer(&self) -> Option<Stemmer> {
        let algorithm = match self.0.as_str() {
            "ar" => Algorithm::Arabic,
            "ca" => Algorithm::Catalan,
            "cs" => Algorithm::Czech,
            "da" => Algorithm::Danish,
            "de" => Algorithm::German,
            "el" => Algorithm::Greek,
            "en" => Algorithm::English,
            "eo" => Algorithm::Esperanto,
            "es" => Algorithm::Spanish,
            "et" => Algorithm::Estonian,
            "eu" => Algorithm::Basque,
            "fa" => Algorithm::Persian,
            "fi" => Algorithm::Finnish,
            "fr" => Algorithm::French,
            "ga" => Algorithm::Irish,
            "hi" => Algorithm::Hindi,
            "hu" => Algorithm::Hungarian,
            "hy" => Algorithm::Armenian,
            "id" => Algorithm::Indonesian,
            "it" => Algorithm::Italian,
            "lt" => Algorithm::Lithuanian,
            "nb" | "nn" | "no" => Algorithm::Norwegian,
            "ne" => Algorithm::Nepali,
            "nl" => Algorithm::Dutch,
            "pl" => Algorithm::Polish,
            "pt" => Algorithm::Portuguese,
            "ro" => Algorithm::Romanian,
            "ru" => Algorithm::Russian,
            "sr" => Algorithm::Serbian,
            "sv" => Algorithm::Swedish,
            "ta" => Algorithm::Tamil,
            "tr" => Algorithm::Turkish,
            "uk" => Algorithm::Ukrainian,
            "yi" => Algorithm::Yiddish,
            _ => return None,
        };
        Some(Stemmer::create(algorithm))
    }
}

/// The two-letter code of a language that detection names by three letters; others keep theirs.
fn short_code(code: &str) -> &str {
    const CODES: &str = "ara:ar cat:ca ces:cs dan:da deu:de ell:el eng:en epo:eo spa:es est:et pes:fa fin:fi fra:fr \
                         hin:hi hun:hu hye:hy ind:id ita:it lit:lt nob:nb nep:ne nld:nl pol:pl por:pt ron:ro rus:ru \
                         srp:sr swe:sv tam:ta tur:tr ukr:uk yid:yi cmn:zh jpn:ja kor:ko vie:vi heb:he bul:bg";
    let mut pairs = CODES.split_ascii_whitespace().filter_map(|pair| pair.split_once(':'));
    pairs.find(|(long, _)| *long == code).map_or(code, |(_, short)| short)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_page_says_goes_before_what_its_text_looks_like() {
        assert_eq!(Language::of(Some("de-AT"), "").code(), "de");
        assert_eq!(Language::of(Some("x y"), "").code(), "");
        assert_eq!(Language::of(None, "short").code(), "");
        let german = "Die Gemeinde hat gestern beschlossen, dass die alte Brücke über den Fluss abgerissen wird.";
        assert_eq!(Language::of(None, german).code(), "de");
        assert_eq!(Language::of(Some("en"), german).code(), "en");
    }
}
