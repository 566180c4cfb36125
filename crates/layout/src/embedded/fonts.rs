//! The fonts text is measured with: made by `build.rs` from width tables, and known under the names pages ask for.

use std::sync::{Arc, OnceLock};

use parley::FontContext;
use parley::fontique::{
    Blob, Collection, CollectionOptions, FallbackKey, FontInfoOverride, GenericFamily, Script, SourceCache,
};

/// The bytes of one font, and the family, weight and slant it stands for.
macro_rules! face {
    ($name:literal) => {
        include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".ttf")).as_slice()
    };
}

const SANS: &[&[u8]] = &[face!("sans-400-upright"), face!("sans-700-upright")];
const SERIF: &[&[u8]] =
    &[face!("serif-400-upright"), face!("serif-700-upright"), face!("serif-400-italic"), face!("serif-700-italic")];
const MONO: &[&[u8]] = &[face!("mono-400-upright")];

/// The family names that systems without the original fonts serve with metric-compatible ones.
const FAMILIES: &[(&[&[u8]], &[&str])] = &[
    (SANS, &["Arial", "Helvetica", "Liberation Sans", "Arimo"]),
    (SERIF, &["Times New Roman", "Times", "Liberation Serif", "Tinos"]),
    (MONO, &["Courier New", "Courier", "Liberation Mono", "Cousine", "monospace"]),
];

/// The scripts text may be in, by their ISO 15924 codes; `Zyyy` are the characters that belong to all.
const SCRIPTS: &[&[u8; 4]] = &[
    b"Latn", b"Zyyy", b"Zinh", b"Zzzz", b"Cyrl", b"Grek", b"Armn", b"Hebr", b"Arab", b"Deva", b"Thai", b"Geor",
    b"Hani", b"Hira", b"Kana", b"Hang", b"Bopo",
];

/// A font context with these fonts and no others. Cloning shares the fonts.
pub(super) fn context() -> FontContext {
    /// Registering parses every font, which is worth doing only once.
    static CONTEXT: OnceLock<FontContext> = OnceLock::new();
    CONTEXT.get_or_init(make_context).clone()
}

fn make_context() -> FontContext {
    let options = CollectionOptions { shared: false, system_fonts: false };
    let mut collection = Collection::new(options);
    for (faces, names) in FAMILIES {
        for face in *faces {
            let blob = Blob::new(Arc::new(*face));
            for name in *names {
                let rename = FontInfoOverride { family_name: Some(name), ..FontInfoOverride::default() };
                collection.register_fonts(blob.clone(), Some(rename));
            }
        }
    }
    let generics = [
        (GenericFamily::SansSerif, "Arial"),
        (GenericFamily::SystemUi, "Arial"),
        (GenericFamily::UiSansSerif, "Arial"),
        (GenericFamily::Serif, "Times New Roman"),
        (GenericFamily::UiSerif, "Times New Roman"),
        (GenericFamily::Cursive, "Times New Roman"),
        (GenericFamily::Fantasy, "Times New Roman"),
        (GenericFamily::Monospace, "Courier New"),
        (GenericFamily::UiMonospace, "Courier New"),
    ];
    for (generic, name) in generics {
        let family = collection.family_id(name);
        collection.set_generic_families(generic, family.into_iter());
    }
    // A page that asks for fonts nobody has gets the standard one.
    let standard = collection.family_id("Times New Roman");
    for script in SCRIPTS {
        let key = FallbackKey::new(Script::from_bytes(**script), None);
        collection.set_fallbacks(key, standard.into_iter());
    }
    FontContext { collection, source_cache: SourceCache::new_shared() }
}
