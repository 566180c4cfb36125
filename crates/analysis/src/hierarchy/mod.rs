//! Hierarchical partitioning: which text of a page is the label of which other text (OntoMiner, section 4.3).
//!
//! The leaves of each segment, and then the segments, are put together two by two, the most alike first
//! ([`partition`], by the costs in [`cost`]); neighbours that are alike become instances of groups ([`grouping`]);
//! leaves that head what follows become its labels ([`promotion`]).

mod cost;
mod grouping;
mod partition;
mod promotion;
mod prose;
mod shapes;

use std::ops::Range;

use page::NodeId;

use crate::content::Content;

/// The constants of hierarchical partitioning. [`Config::paper`] has the published ones; the defaults were changed
/// where the label trees of real pages were plainly wrong, as each field says.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// What an element holds is put together before it joins anything outside of it. The paper goes by costs alone,
    /// and then often pairs the end of one list item with the beginning of the next.
    pub structure_first: bool,
    /// How often the unlikeness of two ranges counts if one's node holds the other's. The paper leaves three of five
    /// factors out in these cases and counts it once; then a leaf rather joins whatever is large than its own like.
    pub range_weight: u32,
    /// Whether two ranges without a common path are as good together as two that are alike, if one's node holds the
    /// other's. In the paper they are; then a heading rather joins all that stands before it than what it heads.
    pub clean_cut_is_free: bool,
    /// The cost of a range that ends with a heading, which is then parted from what it heads. None in the paper.
    pub lost_heading: f64,
    /// Neighbours are alike if grouping them costs less than this, of at most five.
    pub group_threshold: f64,
    /// Whether distance in the tree makes neighbours less alike. In the paper it does, in shares of the page's depth;
    /// then nothing is alike on pages that are not deep.
    pub distance_parts: bool,
    /// Whether promotion is as in the paper: any first of two is promoted over the second, and a heading also over
    /// headings of its own rank. If not, the first of two must end with a colon, and equal headings stand side by
    /// side.
    pub unguarded_promotion: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            structure_first: true,
            range_weight: 4,
            clean_cut_is_free: false,
            lost_heading: 2.0,
            group_threshold: 0.33,
            distance_parts: false,
            unguarded_promotion: false,
        }
    }
}

impl Config {
    /// The published algorithm.
    pub fn paper() -> Config {
        Config {
            structure_first: false,
            range_weight: 1,
            clean_cut_is_free: true,
            lost_heading: 0.0,
            distance_parts: true,
            unguarded_promotion: true,
            ..Config::default()
        }
    }
}

/// What a node of the label tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The whole page.
    Page,
    /// A segment of the page. It is labelled if one of its leaves heads all others.
    Segment,
    /// Things that belong together, but no leaf heads them.
    Partition,
    /// A row of things that are alike: its children are instances.
    Group,
    /// A leaf that heads others, which are its children.
    Label,
    /// A leaf that heads nothing.
    Leaf,
}

impl Kind {
    /// The name used in output.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Page => "page",
            Kind::Segment => "segment",
            Kind::Partition => "partition",
            Kind::Group => "group",
            Kind::Label => "label",
            Kind::Leaf => "leaf",
        }
    }
}

/// A node of the label tree.
#[derive(Clone, Debug)]
pub struct LabelNode {
    /// What the leaf that stands for this node says; empty if there is none.
    pub label: String,
    /// The node of the page: of that leaf, or the lowest that holds all that is below.
    pub node: NodeId,
    /// What it is.
    pub kind: Kind,
    /// What is below it, in the order of the page.
    pub children: Vec<LabelNode>,
    /// The leaf that stands for it, and all leaves at or below it, as this stage numbers them.
    leaf: Option<usize>,
    leaves: Range<usize>,
}

/// The label tree of a page that was cut into these segments.
pub fn hierarchy(content: &Content<'_>, segments: &[Range<usize>], config: &Config) -> LabelNode {
    let (content, segments) = prose::read_as_one(content, segments);
    let emphasised = promotion::emphasised(&content);
    let mut partitioner = partition::Partitioner::new(&content, &emphasised, config);
    let binary = partitioner.page(&segments);
    let groups = grouping::group(&mut partitioner, &binary);
    promotion::Promotion::new(&content, &segments, &emphasised, config).page(&groups)
}
