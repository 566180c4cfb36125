//! What speaks for a slot holding the values of a property, and against it, and how much.

macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident = $weight:literal,)*) => {
        /// What can be said about a slot and a property, in numbers. Shares are of the pages the slot is found on.
        #[derive(Clone, Copy, Debug, Default)]
        pub struct Facts {
            $($(#[$doc])* pub $name: f64,)*
        }

        impl Facts {
            /// All of it together: the more, the better.
            pub(super) fn weight(&self) -> f64 {
                0.0 $(+ $weight * self.$name)*
            }

            /// Each fact by name, with what it adds to the whole.
            pub fn named(&self) -> Vec<(&'static str, f64, f64)> {
                vec![$((stringify!($name), self.$name, $weight * self.$name)),*]
            }
        }
    };
}

facts! {
    /// The share of pages it is found on.
    coverage = 3.120,
    /// distinct
    distinct = 0.475,
    /// commonest
    commonest = -1.627,
    /// ways
    ways = 0.203,
    /// has_chain_first
    first_of_kind = 1.228,
    /// link
    link = -0.893,
    /// crowd
    crowd = -0.223,
    /// ln words
    ln_words = 0.087,
    /// constant
    constant = -0.966,
    /// repeated
    repeated = 0.184,
    /// depth
    depth = -0.651,
    /// before exact
    label = 7.623,
    /// near
    label_like = 3.687,
    /// other
    label_of_other = -1.985,
    /// foreign
    label_foreign = -0.981,
    /// own
    own_label = 0.000,
    /// class
    class_like = 4.868,
    /// class other
    class_of_other = -0.533,
    /// href
    address_like = -0.151,
    /// header
    column_label = -0.589,
    /// header
    column_label_of_other = -0.499,
    /// whole
    fits = 0.807,
    /// part
    fits_in_part = 5.101,
    /// example
    example = 3.813,
    /// examples_seen
    examples_seen = 4.789,
    /// example word
    example_word = 6.897,
    /// shape
    shape = 5.046,
    /// kind
    kind = 0.766,
    /// unit
    unit = 3.837,
    /// prose
    prose = -1.421,
    /// h1
    name_in_first_heading = 1.835,
    /// bold
    name_in_bold = 1.135,
    /// cover
    name_title_cover = -4.878,
    /// title likeness
    name_title_likeness = 3.847,
    /// affix
    name_affix = -2.124,
    /// repeated
    name_repeated = 1.181,
    /// is heading
    name_is_heading = 4.946,
    /// distance
    name_distance = -0.172,
    /// before
    name_before = 3.495,
    /// h1
    first_heading = 1.585,
    /// h2
    heading = 0.098,
    /// bold
    bold = -0.659,
    /// title
    in_title = -0.014,
    /// likeness
    title_likeness = -2.816,
    /// affix
    affix = 0.241,
    /// is heading
    is_heading = -2.878,
    /// distance
    distance = -0.228,
    /// before
    before_heading = 0.334,
}

/// The weight of a property not being on the pages at all.
pub(super) const NOTHING: f64 = 0.0;

/// How sure a property is whose likely slots have this much likelihood together.
pub(super) fn confidence(likelihood: f64) -> f64 {
    likelihood
}
