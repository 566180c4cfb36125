//! What headings and tables have to say about where a page is cut. They do not take cuts out of a finished row; they
//! change the odds of places. So whatever the odds are that a cut needs, what is cut at higher odds is cut at lower
//! ones too, and the levels nest.

use page::NodeId;

use super::Level;
use crate::content::Content;
use crate::emphasis::standing_out;
use crate::tables::Table;

/// What is known of the leaves beside places. All of it is by leaf.
#[derive(Clone, Debug)]
pub(super) struct Settling {
    stands_out: Vec<bool>,
    begins_line: Vec<bool>,
    /// The leaf behind the block that begins with this one.
    block_end: Vec<usize>,
    /// Whether a table of data holds both this leaf and the one before.
    is_in_table: Vec<bool>,
}

impl Settling {
    /// Of a page with these tables; `blocks` begin at its leaves but the first.
    pub(super) fn of(content: &Content<'_>, tables: &[Table], blocks: &[NodeId]) -> Settling {
        let leaves = content.leaves().len();
        let mut is_in_table = vec![false; leaves];
        for table in tables.iter().filter(|table| table.is_data) {
            let inside = content.below(table.node);
            is_in_table[inside.start.saturating_add(1).min(inside.end)..inside.end].fill(true);
        }
        let ends = blocks.iter().map(|&block| content.below(block).end);
        Settling {
            stands_out: standing_out(content),
            begins_line: content.line_starts(),
            block_end: std::iter::once(leaves).chain(ends).collect(),
            is_in_table,
        }
    }

    /// The odds that a segment begins at each leaf, from those of the places before all but the first.
    pub(super) fn settle(&self, odds: &[f64]) -> Vec<f64> {
        let mut settled: Vec<f64> = std::iter::once(f64::INFINITY).chain(odds.iter().copied()).collect();
        self.keep_tables_whole(&mut settled);
        self.move_before_headings(&mut settled);
        self.join_headings(&mut settled);
        settled
    }

    fn keep_tables_whole(&self, odds: &mut [f64]) {
        for (odds, &is_in_table) in odds.iter_mut().zip(&self.is_in_table) {
            if is_in_table {
                *odds = f64::NEG_INFINITY;
            }
        }
    }

    /// A heading alone on its line, after text that does not stand out, heads what follows: what speaks for a cut
    /// behind it speaks for one before it.
    fn move_before_headings(&self, odds: &mut [f64]) {
        for leaf in 2..odds.len() {
            let is_alone = self.begins_line[leaf - 1] && self.begins_line[leaf];
            let is_heading = self.stands_out[leaf - 1] && !self.stands_out[leaf - 2] && is_alone;
            if is_heading && !self.is_in_table[leaf - 1] && odds[leaf] > odds[leaf - 1] {
                odds.swap(leaf, leaf - 1);
            }
        }
    }

    /// A heading that begins a segment goes with the block that it heads, unless that is cut further: a heading over
    /// ten boxes does not belong to the first. The higher odds are then those of the heading.
    fn join_headings(&self, odds: &mut [f64]) {
        for leaf in 1..odds.len() {
            let begins_segment = odds[leaf - 1] >= odds[leaf].min(Level::Normal.least_odds());
            if self.stands_out[leaf - 1] && begins_segment {
                let inside = odds.get(leaf + 1..self.block_end[leaf]).unwrap_or_default();
                let cut_further = inside.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                odds[leaf - 1] = odds[leaf - 1].max(odds[leaf]);
                odds[leaf] = odds[leaf].min(cut_further);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A page with a leaf for each sign: `H` is a heading, `t` a text, `c` a cell of the page's one table of data. Each
    /// stands in a line of its own; blocks end as told.
    fn settling(signs: &str, block_end: &[usize]) -> Settling {
        let signs: Vec<char> = signs.chars().collect();
        Settling {
            stands_out: signs.iter().map(|&sign| sign == 'H').collect(),
            begins_line: vec![true; signs.len()],
            block_end: block_end.to_vec(),
            is_in_table: (0..signs.len()).map(|at| at > 0 && signs[at] == 'c' && signs[at - 1] == 'c').collect(),
        }
    }

    #[test]
    fn a_heading_goes_with_what_follows() {
        let settled = settling("ttHtt", &[5, 2, 3, 5, 5]).settle(&[-3.0, -2.0, 1.0, -4.0]);
        assert_eq!(settled, [f64::INFINITY, -3.0, 1.0, -4.0, -4.0]);
    }

    #[test]
    fn a_heading_over_boxes_does_not_belong_to_the_first() {
        // All boxes are in one block behind the heading, and each begins a segment.
        let settled = settling("tHttt", &[5, 2, 5, 4, 5]).settle(&[2.0, 1.0, 0.5, 0.5]);
        assert_eq!(settled, [f64::INFINITY, 2.0, 0.5, 0.5, 0.5]);
    }

    #[test]
    fn a_table_of_data_is_whole() {
        let settled = settling("tccct", &[5, 4, 3, 4, 5]).settle(&[1.0, 2.0, 3.0, 4.0]);
        assert_eq!(settled, [f64::INFINITY, 1.0, f64::NEG_INFINITY, f64::NEG_INFINITY, 4.0]);
    }
}
