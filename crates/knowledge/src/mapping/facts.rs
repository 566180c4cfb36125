//! What speaks for a slot holding the values of a property, and against it.

use analysis::facts;

use super::weights;

facts! {
    /// What can be said about a slot and a property, in numbers. Shares are of the pages the slot is found on.
    pub struct Facts weighed by weights::WEIGHTS {
        /// Whether it is no slot at all: what every slot is measured against is that the property is not on the pages.
        nothing,

        // What it is called.

        /// The share behind a label that is a name of the property, or beginning with one.
        label,
        /// How much the label is like such a name, where it is none.
        label_like,
        /// The share whose label is a name of another property.
        label_of_other,
        /// The share with a label that is like no name of the property.
        label_foreign,
        /// The share behind a text that most pages have there, without the colon of a label, and like no name.
        label_unsure,
        /// The share that begins with the label: if the same stands behind a label elsewhere, that is the cleaner
        /// value.
        own_label,
        /// How much a class, an id or the like of its elements is like a name of the property.
        class_like,

        // What the values look like.

        /// The share that is as the range says.
        fits,
        /// The share of which a part is as the range says.
        fits_in_part,
        /// The share that is as the range says, if it says anything about the form.
        form,
        /// The same, and the less the more texts of a page are of that form.
        form_alone,
        /// Whether it is the first on the page of which most are of that form.
        form_first,
        /// How many of the property's examples it has, if it has other values too.
        examples_seen,
        /// The share with a word of an example.
        example_word,
        /// How much they look like the examples: digits, capitals, signs, length.
        shape,
        /// The share that is prose.
        prose,
        /// The share of the commonest value: a property of many things varies.
        commonest,
        /// How many different values it has, as a share.
        distinct,
        /// The share of values that most pages have, here or elsewhere: words of the template.
        constant,

        // Where they stand.

        /// The share of all pages it is found on. By hand: on the sites of the fitting nearly every property is on
        /// nearly every page, so that a fit would refuse whatever most pages of another site do not tell.
        coverage = 4.81,
        /// Whether it is the first of its kind on the page.
        first_of_kind,
        /// The logarithm of how many of its kind there are on a page.
        crowd,
        /// The share in links.
        link,
        /// How far down the page it is.
        depth,

        // For the property that names what a page is about.

        /// The share in a heading of the first sort.
        name_in_first_heading,
        /// The share in bold or large print.
        name_in_bold,
        /// How much of the title it makes up: all of it is too much.
        name_title_cover,
        /// How well its words are those of the title that other pages do not have.
        name_title_likeness,
        /// The share of words that all values begin or end with, as in `… Review`.
        name_affix,
        /// The share whose page has the same text elsewhere.
        name_repeated,
        /// Whether it is what looks most like the main heading. By hand: other slots say the same on most sites of the
        /// fitting, which share what it deserves.
        name_is_heading = 5.93,
        /// Whether it stands before that.
        name_before,

        // For all other properties.

        /// How well its words are those of the title.
        title_likeness,
        /// Whether it is what looks most like the main heading.
        is_heading,
        /// The logarithm of how many texts stand between it and the main heading.
        distance,
    }
}
