//! What speaks for a way to a taught value leading to its likes on other pages, and against it.
//!
//! The votes of ways are added up, so a way counts by the exponential of what its facts weigh.
//!
//! All of it is set by hand. Nearly all ways are right on nearly all pages of 40 sites with 155 fields, so that there
//! is little to fit to: a softmax over the ways reads no more values right on sites that were left out, and fewer on
//! domains that were.

use crate::evidence::Weight;
use crate::facts;
use crate::wrappers::slots::Way;

/// Nothing is fitted.
const FITTED: &[Weight] = &[];

facts! {
    /// What can be said about a way, in numbers.
    pub struct Facts weighed by FITTED {
        // Its sort. What was said to a reader lasts longest, what only counts elements breaks first.

        /// A text that begins with a label. By hand: it says itself what it is.
        within = 0.768,
        /// At the end of a chain. By hand: classes name what is in them.
        chain = 0.545,
        /// Behind a label. By hand: a label may be missing, or stand before something else.
        after = 0.363,
        /// Behind a label and at the end of a chain. By hand: it says what the two before say, and breaks if either
        /// does.
        after_in = -0.068,
        /// At a path counted from an element with an id. By hand: short paths last longer.
        anchored = -0.068,
        /// At a path counted from the root. By hand: whatever is put before it breaks it.
        path = -1.534,
        /// The same in a record. By hand: records are small, and the columns of a table are nothing but a path.
        path_in_record = 0.363,
        /// At the end of a chain of which only the end counts, in a record. By hand: less is said than by a whole
        /// chain.
        ending = 0.14,

        // How telling it is.

        /// The logarithm of how many texts of the taught page are found in the same way. By hand: it may be each of
        /// them.
        crowd = -1.0,
        /// How many texts before it say the same. By hand: the first is mostly meant, the next one not much less.
        further = -0.288,

        // What the other pages say; one says half of what two say, and many no more than two.

        /// On how many of two other pages it finds nothing. By hand: it does not last.
        missing = -1.407,
        /// The same for records. By hand: what is empty in one record is nothing to wonder at.
        missing_in_record = -0.255,
        /// On how many of two other pages it finds something else than most. By hand: most may be wrong.
        other = -0.693,
    }
}

impl Facts {
    /// What is known of a way by itself.
    pub(super) fn of(way: Way, is_in_record: bool) -> Facts {
        let mut facts = Facts::default();
        *match way {
            Way::Within(..) => &mut facts.within,
            Way::After(..) => &mut facts.after,
            Way::AfterIn(..) => &mut facts.after_in,
            Way::Chain(..) => &mut facts.chain,
            Way::Anchored(_) => &mut facts.anchored,
            Way::Path(_) if is_in_record => &mut facts.path_in_record,
            Way::Path(_) => &mut facts.path,
            Way::Ending(..) => &mut facts.ending,
        } = 1.0;
        facts
    }
}
