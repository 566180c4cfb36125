//! What speaks for a slot of the new pages being a field of the old ones, and against it.

use super::weights;
use crate::facts;

facts! {
    /// What can be said about a slot and a field, in numbers. Shares are of the pages the slot is found on.
    pub struct Facts weighed by weights::WEIGHTS {
        /// Whether it is no slot at all: what every slot is measured against is that the field is gone.
        gone,
        /// The share of all pages it is found on.
        coverage,

        // What led to the field.

        /// The weight of the old places that still lead there.
        old_places,
        /// The weight of the old labels that stand before it.
        label,
        /// The share that begins with the label that the field's values began with.
        own_label,
        /// The share that begins with a label although the field's values did not.
        foreign_label,

        // What stood around the field.

        /// The share of the texts before the field that stand before it.
        before,
        /// The share of the texts behind the field that stand behind it.
        behind,
        /// The share of the field's classes and ids that its elements have.
        names,

        // What the field looked like.

        /// The share that is of a kind that the field's values are of.
        kind,
        /// How much it looks like the value of the field that it looks most like: digits, capitals, signs, length.
        shape,
        /// How much more or fewer words it has, as a logarithm.
        other_length,
        /// How much more or less often it is in the title.
        other_in_title,
        /// How much more or less often it stands elsewhere on the page too.
        other_repeated,
        /// The share of texts that most pages have, if they are the same: a part of the template.
        constant,
    }
}
