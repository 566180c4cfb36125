//! Flat partitioning: a page cut into the segments a person would draw on it (OntoMiner, section 4.1).
//!
//! There are two ways. [`Method::Paper`] is the published one: leaves with the same path are linked, and a segment
//! ends where few links go on ([`links`]). [`Method::Visual`], the default, is a logistic regression over the places
//! between leaves:
//!
//! 1. facts tell what begins at each place ([`places`], [`facts`]) and are weighed
//! 2. places of one kind share their odds
//! 3. headings and tables have their say ([`settling`])
//! 4. a segment begins where the odds are as high as the [`Level`] asks for

mod facts;
mod links;
mod places;
mod settling;
mod weights;

use std::ops::Range;

pub use facts::Facts;
pub use places::Places;

use crate::content::Content;
use crate::tables::Table;

/// How a page is cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By what is seen: boxes, headings, gaps, structure.
    #[default]
    Visual,
    /// By the links between leaves of the same path, as published.
    Paper,
}

/// How fine a page is cut by what is seen. All cuts of a level are cuts of the finer ones too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The page's large parts, a handful.
    Coarse,
    /// The blocks a person would draw.
    #[default]
    Normal,
    /// The parts of these blocks too, half as many again.
    Fine,
}

impl Level {
    /// All levels, from the coarsest.
    pub const ALL: [Level; 3] = [Level::Coarse, Level::Normal, Level::Fine];

    /// The name used in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Coarse => "coarse",
            Level::Normal => "normal",
            Level::Fine => "fine",
        }
    }

    /// The logarithm of the odds above which a segment begins. Of what people marked, the coarse level finds the
    /// page's parts best, the normal one all blocks (F1), and the fine one seven blocks of eight. A cut whose odds are
    /// a little less than even is worth making, since one that is a leaf off is still right.
    fn least_odds(self) -> f64 {
        match self {
            Level::Coarse => 1.0,
            Level::Normal => -0.85,
            Level::Fine => -2.25,
        }
    }
}

/// The constants of the partitioner.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// How the page is cut.
    pub method: Method,
    /// How fine it is cut by what is seen.
    pub level: Level,
    /// The paper's δ: a segment ends where fewer links cross, for each link within it.
    pub crossing_ratio: f64,
}

impl Default for Config {
    fn default() -> Self {
        Config { method: Method::default(), level: Level::default(), crossing_ratio: 0.34 }
    }
}

/// Cuts a page with these tables into segments: ranges of leaf numbers, in order, that cover all leaves. What is seen
/// never cuts a table of data; the published way knows nothing of tables.
pub fn segments(content: &Content<'_>, tables: &[Table], config: &Config) -> Vec<Range<usize>> {
    let cuts = match config.method {
        Method::Visual => {
            let places = Places::of(content, tables);
            places.cuts(&places.odds(), config.level)
        }
        Method::Paper => links::cuts(&content.paths(), config.crossing_ratio),
    };
    between(&cuts, content.leaves().len())
}

/// The ranges between cuts. A cut is the number of the leaf that begins a segment.
fn between(cuts: &[usize], leaves: usize) -> Vec<Range<usize>> {
    let starts = std::iter::once(0).chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain(std::iter::once(leaves));
    starts.zip(ends).map(|(start, end)| start..end).filter(|range| !range.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::{Capture, Page};

    const CARDS: &str = "<div><a>Home</a> <a>Shop</a> <a>Help</a></div><div><h2>New</h2>\
                         <div><b>Lamp</b><i>brass</i><u>12</u></div><div><b>Rope</b><i>hemp</i><u>4</u></div></div>\
                         <p>Open on Mondays<p>Closed in May";

    fn cuts(html: &str, level: Level) -> Vec<usize> {
        let page = Page::new(Capture::new("page", html));
        let content = Content::of(&page);
        let found = segments(&content, &[], &Config { level, ..Config::default() });
        found.iter().map(|segment| segment.start).collect()
    }

    #[test]
    fn a_finer_level_keeps_all_cuts_of_a_coarser_one() {
        let [coarse, normal, fine] = Level::ALL.map(|level| cuts(CARDS, level));
        assert!(coarse.iter().all(|cut| normal.contains(cut)), "{coarse:?} {normal:?}");
        assert!(normal.iter().all(|cut| fine.contains(cut)), "{normal:?} {fine:?}");
        assert!(coarse.len() < fine.len(), "{coarse:?} {fine:?}");
    }

    #[test]
    fn boxes_of_one_kind_all_begin_a_segment_or_none() {
        let boxes = "<div><p>Lamp<p>brass<p>12</div>".repeat(3);
        for level in Level::ALL {
            let cuts = cuts(&boxes, level);
            assert_eq!(cuts.contains(&3), cuts.contains(&6), "{cuts:?}");
        }
    }
}
