//! Which text of a page is the label of which other text: the label hierarchy.
//!
//! By default the outline that a reader sees ([`outline`]): headings by their ranks ([`ranks`]), lists, cards and
//! menus by their boxes. As published, by hierarchical partitioning ([`paper`]: OntoMiner, section 4.3). Data tables
//! bring their own labels, the headers ([`table_labels`]), either way.

mod outline;
mod paper;
mod print;
mod ranks;
mod table_labels;
mod wholes;

use std::ops::Range;

use page::NodeId;

pub use paper::Departures;
pub use print::Outline;

use crate::content::Content;
use crate::tables::Table;

/// How labels are found.
#[derive(Clone, Copy, Debug, Default)]
pub enum Method {
    /// The outline that a reader sees.
    #[default]
    Outline,
    /// Hierarchical partitioning, as published but for these departures.
    Paper(Departures),
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
}

/// The label tree of a page that was cut into these segments, which only the published method asks for, and has these
/// tables, of which those that hold data give their own labels.
pub fn hierarchy(content: &Content<'_>, segments: &[Range<usize>], tables: &[Table], method: &Method) -> LabelNode {
    hierarchy_of_instance(content, segments, tables, method, &|_| false)
}

/// The same for a page that tells of one thing, with a further rule (section 6.3): a text that other pages of the kind
/// have as well is a label like one that is emphasised.
pub fn hierarchy_of_instance(
    content: &Content<'_>,
    segments: &[Range<usize>],
    tables: &[Table],
    method: &Method,
    is_frequent: &dyn Fn(&str) -> bool,
) -> LabelNode {
    let data: Vec<&Table> = tables.iter().filter(|table| table.is_data).collect();
    match method {
        Method::Outline => outline::outline(content, &data, is_frequent),
        Method::Paper(departures) => paper::labels(content, segments, &data, departures, is_frequent),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::tables;
    use expect_test::{Expect, expect};
    use page::{Capture, Page};

    fn check(html: &str, method: &Method, expected: Expect) {
        let page = Page::new(Capture::new("page", html));
        let content = Content::of(&page);
        let whole = 0..content.leaves().len();
        expected.assert_eq(
            &hierarchy(&content, &[whole], &tables(&page, &Default::default()), method)
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
            &Method::Paper(Departures::default()),
            expect![[r#"
                - NEWS
                    - International
                    - National
                    - Health
                    - Sports
                - OPINION
                    - Editorials
                    - Readers
                    FEATURES
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
            &Method::Outline,
            expect![[r#"
                - NEWS
                    - International
                    - National
                    - Health
                    - Sports
                - OPINION
                    - Editorials
                    - Readers
                - FEATURES
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
            &Method::Outline,
            expect![[r#"
                Hours
                  - 9 to 5
                  - Closed on Monday
                Tickets
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
            &Method::Outline,
            expect![[r#"
                Price: 12
                Weight: 3 kg
                Colour: red
            "#]],
        );
        check(
            "<p>Phone:<b>555</b></p>",
            &Method::Outline,
            expect![[r#"
                Phone: 555
            "#]],
        );
        check(
            "<div>One<br><i>two</i></div>",
            &Method::Outline,
            expect![[r#"
                One
                two
            "#]],
        );
        check(
            "<div>One<br><i>two</i></div>",
            &Method::Paper(Departures::default()),
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
            &Method::Outline,
            expect![[r#"
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
            &Method::Outline,
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
        let outline = hierarchy(&content, &[whole], &[], &Method::Outline).outline(&Outline::default());
        for n in 0..300 {
            let found = outline.lines().position(|line| line.trim_start_matches(['-', ' ']) == format!("h{n}"));
            let lines: Vec<&str> = outline.lines().skip(found.expect("the heading")).map(str::trim).take(3).collect();
            assert_eq!(lines, [format!("h{n}"), format!("- a{n}"), format!("- b{n}")]);
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
                hierarchy_of_instance(&content, std::slice::from_ref(&whole), &[], &Method::Outline, is_frequent);
            tree.outline(&Outline::default())
        };
        assert!(!tree(&|_| false).contains("Fax: 557"), "{}", tree(&|_| false));
        assert!(tree(&|text| matches!(text, "Phone" | "Fax")).contains("Fax: 557"));
    }

    #[test]
    fn pages_without_content_have_an_empty_tree() {
        check("<div></div>", &Method::Outline, expect![[""]]);
        check(
            "x",
            &Method::Paper(Departures::default()),
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
        let tree = hierarchy(&content, &[whole], &[], &Method::Outline);
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
