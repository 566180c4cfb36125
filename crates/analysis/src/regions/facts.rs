//! What speaks for a cut being a list that a reader would want, and against it, and how much.
//!
//! The weights were fitted to the result pages of about 290 sites, so that on each page the cut that people had marked
//! weighs most; of the many things that can be measured those stayed that were missed when they were left out.

macro_rules! facts {
    ($($(#[$doc:meta])* $name:ident = $weight:literal,)*) => {
        /// What can be said about a cut, in numbers.
        #[derive(Clone, Copy, Debug, Default)]
        pub(super) struct Facts {
            $($(#[$doc])* pub(super) $name: f32,)*
        }

        impl Facts {
            /// All of it together: the more, the better.
            pub(super) fn weight(&self) -> f32 {
                0.0 $(+ $weight * self.$name)*
            }

            /// Each fact by name.
            #[cfg(test)]
            pub(super) fn named(&self) -> Vec<(&'static str, f32)> {
                vec![$((stringify!($name), self.$name)),*]
            }
        }
    };
}

facts! {
    // How much it is.

    /// The logarithm of the number of records: twice as many are better, whether it is ten or a hundred.
    ln_records = 0.834,
    /// The same for up to eight records: a list of two or three is easily found by chance.
    ln_few_records = 1.237,
    /// The share of the page's text in the records.
    text_share = 3.968,
    /// The logarithm of that share, which tells a small list from a tiny one.
    ln_text_share = 0.641,
    /// The logarithm of the share of the text beside links, of which menus have none.
    ln_prose_share = 0.489,
    /// The logarithm of the number of different looks in a record, which menus have few of.
    ln_looks = 1.173,
    /// The share of records that say next to nothing.
    tiny = -1.795,
    /// The share of records that are a short link and nothing else. Set by hand: no page of the fitting had a menu as
    /// its best cut, other pages do.
    menu = -1.5,
    /// How far down the page it begins, 0 to 1.
    top = -1.483,
    /// The share of it in `nav`, `header`, `footer` and `aside`, in roles of that kind, or beside the page.
    in_landmark = -1.067,

    // How alike its records are.

    /// How often a leaf's look is met in the other records.
    alike = 2.071,
    /// The same for the record that is least like the others.
    least_alike = 2.110,
    /// How much the lengths of the records vary, in parts of the mean.
    uneven_text = -2.203,
    /// How much their heights vary.
    uneven_height = -1.833,
    /// The share of records whose first words have the look that most first words have.
    same_head = 1.537,
    /// The share of records with a link.
    linked = 1.097,
    /// How many different links the records begin with, for each record.
    different_links = 1.572,
    /// The share of records that continue the numbering of the record before.
    numbered = 2.853,

    // Whether it is cut in the right places.

    /// The share of records that are a node with all that is in it.
    whole_nodes = 2.341,
    /// The logarithm of how often the usual looks come in one record: several times, if records are joined.
    repetition = -0.480,
    /// The same for the look that comes least often.
    least_repetition = -0.473,
    /// The logarithm of how many different links a record has, beyond four: whole sections have many.
    ln_many_links = -1.603,
    /// The share of first words' look on the page that is in the records: the rest are records that were missed.
    head_complete = 1.063,
    /// Whether what stands before it looks like a part of a record.
    orphan_before = -1.115,
    /// Whether what stands behind it looks like a part of a record.
    orphan_behind = -0.692,
    /// How much of what stands between records looks like a part of them.
    alike_between = -2.411,
    /// In what share of the places between records the same look is left out.
    regular_between = -1.711,
}
