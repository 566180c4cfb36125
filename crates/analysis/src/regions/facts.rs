//! What speaks for a cut being a list that a reader would want, and against it; and what tells how sure that is.

use super::weights;
use crate::facts;

facts! {
    /// What can be said about a cut, in numbers.
    pub struct Facts weighed by weights::main::WEIGHTS {
        // How much it is.

        /// The logarithm of the number of records: twice as many are better, whether it is ten or a hundred.
        ln_records,
        /// The same for up to eight records: a list of two or three is easily found by chance.
        ln_few_records,
        /// The share of the page's text in the records.
        text_share,
        /// The logarithm of that share, which tells a small list from a tiny one.
        ln_text_share,
        /// The logarithm of the share of the text beside links, of which menus have none.
        ln_prose_share,
        /// The logarithm of the number of different looks in a record, which menus have few of.
        ln_looks,
        /// The share of records that say next to nothing.
        tiny,
        /// The share of records that are a short link and nothing else. By hand: no page of the fitting had a menu as
        /// its best cut, other pages do.
        menu = -1.5,
        /// How far down the page it begins, 0 to 1.
        top,
        /// The share of the page's width that it takes: side lists are narrow.
        width_share,
        /// The share of it in `nav`, `header`, `footer` and `aside`, in roles of that kind, or beside the page.
        in_landmark,

        // How alike its records are.

        /// How often a leaf's look is met in the other records.
        alike,
        /// The same for the record that is least like the others.
        least_alike,
        /// How much the lengths of the records vary, in parts of the mean.
        uneven_text,
        /// How much their heights vary.
        uneven_height,
        /// The share of records with a link.
        linked,
        /// How many different links the records begin with, for each record.
        different_links,
        /// The share of records that continue the numbering of the record before.
        numbered,
        /// The share of records with a text that is a value: a price, a date, a number.
        valued,
        /// The share of records that begin with a digit.
        begin_with_digit,
        /// The share of records that end as a sentence does.
        sentences,
        /// How many different texts the records begin with, for each record.
        different_heads,
        /// The share of records that stand at the same left edge.
        same_left,
        /// How much the spaces between the records vary.
        uneven_gaps,
        /// The share of records that stand further from the next one than the lines within them from each other.
        set_apart,

        // Whether it is cut in the right places.

        /// The share of records that are a node with all that is in it.
        whole_nodes,
        /// The share of records that are nodes of the same tag.
        same_tag,
        /// The share of records that are nodes that authors write for items: `li`, `tr`, `article`, `dt`.
        item_markup,
        /// The logarithm of how often the usual looks come in one record: several times, if records are joined.
        repetition,
        /// The same for the look that comes least often.
        least_repetition,
        /// The share of first words' look on the page that is in the records: the rest are records that were missed.
        head_complete,
        /// Whether what stands before it looks like a part of a record.
        orphan_before,
        /// How much of what stands between records looks like a part of them.
        alike_between,
        /// In what share of the places between records the same look is left out.
        regular_between,
    }
}

facts! {
    /// What can be said about a list that was chosen, beside the page's other cuts.
    pub struct ListFacts weighed by weights::score::WEIGHTS {
        /// The same for all lists.
        always,
        /// How much speaks for it being cut rightly.
        as_cut,
        /// How much more speaks for it than for any cut with other records, up to some bound.
        lead,
        /// One by the number of its records: two or three are easily found by chance.
        few_records,
        /// The share of records that are a short link and nothing else.
        menu,
        /// The share of it in `nav`, `header`, `footer` and `aside`, in roles of that kind, or beside the page.
        in_landmark,
    }
}
