//! What speaks for a segment beginning between two leaves, and against it.

use super::weights;
use crate::facts;

facts! {
    /// What can be said about a place between two leaves, in numbers. Its block is the largest element that begins
    /// there, just below the lowest node that holds both leaves. The page *forks* at a node with at least
    /// two children of weight, which hold three leaves or more.
    pub struct Facts weighed by weights::WEIGHTS {
        /// One: what speaks for a segment wherever it is (the intercept).
        anywhere,

        // How fine the page is cut.

        /// The logarithm of the number of the page's leaves: on a page ten times as long people do not draw ten times
        /// as many segments.
        ln_page_leaves,
        /// The logarithm of the block's share of these leaves.
        ln_share,
        /// At how many nodes the page forks on the way down to the block: its depth in what is seen, whatever the
        /// number of elements around it.
        forks,
        /// The same as a share of the forks on the way down to the page's deepest block: what is far down on one page
        /// is not on another, whose whole content is wrapped more often.
        forks_of_page,
        /// Whether at least two of the block's siblings, itself among them, hold three leaves or more.
        weighty_siblings,

        // What begins.

        /// The logarithm of the block's height in lines of 20 px, up to 600 px.
        ln_height,
        /// How many boxes open, up to five.
        boxes,
        /// The empty space above the next leaf, up to 60 px, in units of 60 px.
        gap,
        /// Whether a heading of the first three ranks opens.
        heading,
        /// Whether the block is a part of a line.
        inline,
        /// Whether the block is an item of a list.
        list_item,
        /// Whether the block has the same element and class as the one that ends.
        alike,
    }
}
