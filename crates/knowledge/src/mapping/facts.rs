//! What speaks for a slot holding the values of a property, and against it, and how much.
//!
//! The weights were fitted to 160 properties on 40 sites of eight domains, so that the slot with the right values
//! weighs most; of the many things that can be measured those stayed that were missed when they were left out. Nothing
//! in them is about a domain: with a whole domain left out of the fitting they find nearly as much in it.

macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident = $weight:literal,)*) => {
        /// What can be said about a slot and a property, in numbers. Shares are of the pages the slot is found on.
        #[derive(Clone, Copy, Debug, Default)]
        pub(super) struct Facts {
            $($(#[$doc])* pub(super) $name: f64,)*
        }

        impl Facts {
            /// All of it together: the more, the better.
            pub(super) fn weight(&self) -> f64 {
                0.0 $(+ $weight * self.$name)*
            }
        }
    };
}

facts! {
    // What it is called.

    /// The share behind a label that is a name of the property, or beginning with one.
    label = 10.54,
    /// How much the label is like such a name, where it is none.
    label_like = 3.99,
    /// The share whose label is a name of another property.
    label_of_other = -1.68,
    /// The share with a label that is like no name of the property.
    label_foreign = -1.18,
    /// The share that begins with the label: if the same stands behind a label elsewhere, that is the cleaner value.
    own_label = -3.95,
    /// How much a class, an id or the like of its elements is like a name of the property.
    class_like = 4.68,

    // What the values look like.

    /// The share that is as the range says.
    fits = 1.49,
    /// The share of which a part is as the range says.
    fits_in_part = 6.18,
    /// The share that is as the range says, if it says anything about the form. Set by hand: on the sites of the
    /// fitting nearly everything has a label, and this finds what has none. It costs nothing there.
    form = 2.50,
    /// How many of the property's examples it has, if it has other values too.
    examples_seen = 7.71,
    /// The share with a word of an example.
    example_word = 5.55,
    /// How much they look like the examples: digits, capitals, signs, length.
    shape = 5.49,
    /// The share that is prose.
    prose = -2.01,
    /// The share of the commonest value: a property of many things varies.
    commonest = -3.67,
    /// The share of values that most pages have, here or elsewhere: words of the template.
    constant = -1.91,

    // Where they stand.

    /// The share of all pages it is found on.
    coverage = 4.81,
    /// Whether it is the first of its kind on the page.
    first_of_kind = 0.92,
    /// The logarithm of how many of its kind there are on a page.
    crowd = -0.47,
    /// The share in links.
    link = -1.33,
    /// How far down the page it is.
    depth = -1.17,

    // For the property that names what a page is about.

    /// The share in a heading of the first sort.
    name_in_first_heading = 2.19,
    /// The share in bold or large print.
    name_in_bold = 2.29,
    /// How much of the title it makes up: all of it is too much.
    name_title_cover = -7.25,
    /// How well its words are those of the title that other pages do not have.
    name_title_likeness = 7.04,
    /// The share of words that all values begin or end with, as in `… Review`.
    name_affix = -1.69,
    /// The share whose page has the same text elsewhere.
    name_repeated = 2.66,
    /// Whether it is what looks most like the main heading.
    name_is_heading = 5.93,
    /// Whether it stands before that.
    name_before = 4.36,

    // For all other properties.

    /// How well its words are those of the title.
    title_likeness = -3.00,
    /// Whether it is what looks most like the main heading.
    is_heading = -0.87,
    /// The logarithm of how many texts stand between it and the main heading.
    distance = -1.01,
}

/// The weight of a property not being on the pages at all: fitted to properties of one domain that were looked for on
/// the pages of another.
pub(super) const NOTHING: f64 = 12.95;
