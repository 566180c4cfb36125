//! Hierarchical partitioning: which text of a page is the label of which other text (OntoMiner, section 4.3).
//!
//! The leaves of each segment, and then the segments, are put together two by two, the most alike first
//! ([`partition`], by the costs in [`cost`]); neighbours that are alike become instances of groups ([`grouping`]);
//! leaves that head what follows become its labels ([`promotion`]). Data tables bring their own labels, the headers
//! ([`table_labels`]).

mod cost;
mod grouping;
mod partition;
#[cfg(test)]
mod plain;
mod print;
mod promotion;
mod shapes;
mod table_labels;
mod wholes;

use std::ops::Range;

use page::NodeId;

pub use print::Outline;

use crate::content::Content;
use crate::emphasis;
use crate::tables::Table;

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
    /// Whether the same path several times in a row counts so often in the order of paths. In the paper it does; then
    /// a list of two items and a list of five are not alike.
    pub repeats_count: bool,
    /// Whether two ranges without a common path are as good together as two that are alike, if one's node holds the
    /// other's. In the paper they are; then a heading rather joins all that stands before it than what it heads.
    pub clean_cut_is_free: bool,
    /// The cost of a range that ends with a heading, which is then parted from what it heads. None in the paper.
    pub lost_heading: f64,
    /// Neighbours are alike if grouping them costs less than this, of at most five. The paper has 0.33; then two
    /// teasers are not alike as soon as one of them has a line more.
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
            range_weight: 3,
            repeats_count: false,
            clean_cut_is_free: false,
            lost_heading: 2.0,
            group_threshold: 0.6,
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
            repeats_count: true,
            clean_cut_is_free: true,
            lost_heading: 0.0,
            group_threshold: 0.33,
            distance_parts: true,
            unguarded_promotion: true,
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
    /// A data table: its children are its records.
    Table,
    /// A record of a table that has no label of its own.
    Record,
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
            Kind::Table => "table",
            Kind::Record => "record",
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
    /// The leaf that stands for it, as this stage numbers them.
    leaf: Option<usize>,
}

/// The label tree of a page that was cut into these segments and has these tables, of which those that hold data give
/// their own labels.
pub fn hierarchy(content: &Content<'_>, segments: &[Range<usize>], tables: &[Table], config: &Config) -> LabelNode {
    hierarchy_of_instance(content, segments, tables, config, &|_| false)
}

/// The same for segments that tell of one thing, with a further rule (section 6.3): a text that other pages of the kind
/// have as well is promoted like one that is emphasised.
pub fn hierarchy_of_instance(
    content: &Content<'_>,
    segments: &[Range<usize>],
    tables: &[Table],
    config: &Config,
    is_frequent: &dyn Fn(&str) -> bool,
) -> LabelNode {
    let data: Vec<&Table> = tables.iter().filter(|table| table.is_data).collect();
    let nodes: Vec<NodeId> = data.iter().map(|table| table.node).collect();
    let (all, (content, segments)) = (content, wholes::read_as_one(content, segments, &nodes));
    let mut emphasised = emphasis::emphasised(&content);
    for (leaf, emphasised) in emphasised.iter_mut().enumerate() {
        *emphasised |= is_frequent(&content.text(leaf));
    }
    let headings: Vec<bool> = (0..emphasised.len()).map(|leaf| emphasised[leaf] || is_label(&content, leaf)).collect();
    let mut partitioner = partition::Partitioner::new(&content, &headings, config);
    let binary = partitioner.page(&segments);
    let groups = grouping::group(&mut partitioner, &binary);
    promotion::Promotion::new(all, &content, &segments, &data, &emphasised, config).page(&groups)
}

/// Whether a leaf says that its value follows.
fn is_label(content: &Content<'_>, leaf: usize) -> bool {
    content.tree().text(content.leaves()[leaf]).trim_end().ends_with([':', '：'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::tables;
    use expect_test::{Expect, expect};
    use page::{Capture, Page};

    fn check(html: &str, config: &Config, expected: Expect) {
        let page = Page::new(Capture::new("page", html));
        let content = Content::of(&page);
        let whole = 0..content.leaves().len();
        expected.assert_eq(
            &hierarchy(&content, &[whole], &tables(&page, &Default::default()), config)
                .outline(&Outline { characters: usize::MAX, ..Outline::default() }),
        );
    }

    /// The directory of the paper's figure 7: emphasised names, each with the links below it.
    const DIRECTORY: &str = "<div><b>NEWS</b><br><a>International</a><br><a>National</a><br><a>Health</a><br>\
         <a>Sports</a><br></div><div><b>OPINION</b><br><a>Editorials</a><br><a>Readers</a><br></div>\
         <div><b>FEATURES</b><br><a>Arts</a><br><a>Books</a><br><a>Movies</a><br></div>";

    #[test]
    fn the_papers_directory_gets_its_labels() {
        check(
            DIRECTORY,
            &Config::paper(),
            expect![[r#"
            (group)
              - NEWS
                  (group)
                    - International
                    - National
                    - Health
                    - Sports
              - OPINION
                  (group)
                    - Editorials
                    - Readers
                  FEATURES
                    (group)
                      - Arts
                      - Books
                      - Movies
        "#]],
        );
    }

    #[test]
    fn equal_headings_stand_side_by_side() {
        check(
            DIRECTORY,
            &Config::default(),
            expect![[r#"
            (group)
              - NEWS
                  (group)
                    - International
                    - National
                    - Health
                    - Sports
              - OPINION
                  (group)
                    - Editorials
                    - Readers
              - FEATURES
                  (group)
                    - Arts
                    - Books
                    - Movies
        "#]],
        );
    }

    #[test]
    fn sections_without_elements_of_their_own_are_found() {
        let html =
            "<h2>Hours</h2><p>9 to 5<p>Closed on Monday<h2>Tickets</h2><p>Adults 9<p>Children 4<p>Free for babies";
        check(
            html,
            &Config::default(),
            expect![[r#"
            (group)
              - Hours
                  (group)
                    - 9 to 5
                    - Closed on Monday
              - Tickets
                  (group)
                    - Adults 9
                    - Children 4
                    - Free for babies
        "#]],
        );
    }

    #[test]
    fn terms_get_their_values() {
        check(
            "<dl><dt>Price<dd>12<dt>Weight<dd>3 kg<dt>Colour<dd>red</dl>",
            &Config::default(),
            expect![[r#"
                (table)
                  - Price: 12
                  - Weight: 3 kg
                  - Colour: red
            "#]],
        );
        check(
            "<p>Phone:<b>555</b></p>",
            &Config::default(),
            expect![[r#"
                Phone: 555
            "#]],
        );
        check(
            "<div>One<br><i>two</i></div>",
            &Config::default(),
            expect![[r#"
                (segment)
                  One
                  two
            "#]],
        );
        check(
            "<div>One<br><i>two</i></div>",
            &Config::paper(),
            expect![[r#"
                One: two
            "#]],
        );
    }

    #[test]
    fn free_text_is_one_leaf() {
        let html = "<p>A long paragraph with <a>a link</a> in the middle of it, which nobody would take apart to read it, \
                    since <em>all</em> of it is one.<p>Another.";
        check(
            html,
            &Config::default(),
            expect![[r#"
            (group)
              - A long paragraph with a link in the middle of it, which nobody would take apart to read it, since all of it is one.
              - Another.
        "#]],
        );
    }

    #[test]
    fn lines_between_pairs_are_kept() {
        let html = "<div><p>Opened: 1897<p>Closed: 1930<p>Price: 12 EUR<p>Some other line of text</div>";
        check(
            html,
            &Config::default(),
            expect![[r#"
            (table)
              - Opened: 1897
              - Closed: 1930
              - Price: 12 EUR
              - Some other line of text
        "#]],
        );
    }

    #[test]
    fn what_comes_again_is_not_torn_however_often() {
        let html: String = (0..300).map(|n| format!("<h2>h{n}</h2><p>a{n}</p><p>b{n}</p>")).collect();
        let page = Page::new(Capture::new("page", html));
        let content = Content::of(&page);
        let whole = 0..content.leaves().len();
        let outline = hierarchy(&content, &[whole], &[], &Config::default()).outline(&Outline::default());
        for n in 0..300 {
            let found = outline.lines().position(|line| line.trim_start_matches(['-', ' ']) == format!("h{n}"));
            let lines: Vec<&str> = outline.lines().skip(found.expect("the heading")).map(str::trim).take(4).collect();
            assert_eq!(lines, [format!("- h{n}"), "(group)".into(), format!("- a{n}"), format!("- b{n}")]);
        }
    }

    #[test]
    fn frequent_labels_are_promoted() {
        let page =
            Page::new(Capture::new("page", "<div><p><u>Phone</u> <i>555</i></p><p><u>Fax</u> <i>557</i></p></div>"));
        let content = Content::of(&page);
        let whole = 0..content.leaves().len();
        let tree = |is_frequent: &dyn Fn(&str) -> bool| {
            let tree =
                hierarchy_of_instance(&content, std::slice::from_ref(&whole), &[], &Config::default(), is_frequent);
            tree.outline(&Outline::default())
        };
        assert!(!tree(&|_| false).contains("Fax: 557"), "{}", tree(&|_| false));
        assert!(tree(&|text| matches!(text, "Phone" | "Fax")).contains("Fax: 557"));
    }

    #[test]
    fn pages_without_content_have_an_empty_tree() {
        check("<div></div>", &Config::default(), expect![[""]]);
        check(
            "x",
            &Config::paper(),
            expect![[r#"
            x
        "#]],
        );
    }

    #[test]
    fn xml_names_instances() {
        let page = Page::new(Capture::new("p", "<title>A & B</title><ul><li>one<li>two</ul>"));
        let content = Content::of(&page);
        let whole = 0..content.leaves().len();
        let tree = hierarchy(&content, &[whole], &[], &Config::default());
        expect![[r#"
            <page name="a&lt;b" label="A &amp; B" path="/html[1]/body[1]">
              <group path="/html[1]/body[1]/ul[1]">
                <instance>
                  <leaf label="one" path="/html[1]/body[1]/ul[1]/li[1]/text()[1]"/>
                </instance>
                <instance>
                  <leaf label="two" path="/html[1]/body[1]/ul[1]/li[2]/text()[1]"/>
                </instance>
              </group>
            </page>
        "#]]
        .assert_eq(&tree.to_xml(&page.tree, "a<b"));
    }
}
