//! Texts as pages print them, and what they may be.

use super::*;
use crate::ontology::{Bounds, Pattern};
use proptest::prelude::*;

fn check(range: &Range, whole: &[&str], part: &[&str], no: &[&str]) {
    for (texts, expected) in [(whole, Fit::Whole), (part, Fit::Part), (no, Fit::No)] {
        for text in texts {
            assert_eq!(fit(range, text), expected, "{range:?} {text:?}");
        }
    }
}

fn pattern(source: &str) -> Range {
    Range::Pattern(Pattern::new(source).unwrap())
}

#[test]
fn dates() {
    check(
        &Range::Date,
        &[
            "June 2010",
            "11/12/2008",
            "2010-06-25 00:12:45",
            "May 14, 2010",
            "2008",
            "2001年8月27日",
            "2001年8月",
            "2001年",
            "Nov 28",
            "14. März 2010",
            "3. Dezember 1998",
            "14 août 2009",
            "1er janvier 2010",
            "14 de mayo de 2010",
            "Friday, May 14, 2010",
            "Fri, 14 May 2010 10:00:00 GMT",
            "2010-06-25T00:12:45Z",
            "14-May-2010",
            "25.6.2010",
            "Sept. 3rd, 2004",
            "May 14th, 2010 at 3:15 pm",
            "(June 2010)",
            "20100625",
            "2010/06",
            "06/2010",
            "1998-2004",
            "May '09",
            "5/14/10",
            "Fall 2009",
            "c. 1850",
            "２０１０年６月２５日",
            "2010年6月25日 12:30",
            "2010-06-25 星期五",
        ],
        &[
            "Penguin Classics; December 2002",
            "Posted: May 14, 2010",
            "Published 2008",
            "2008 (USA)",
            "3 days ago",
            "Posted yesterday",
            "成立于2001年8月27日的公司",
        ],
        &[
            "2009 Ford Focus SE Sedan",
            "Maybe later",
            "$17,570",
            "334-229-4400",
            "Jane Austen",
            "48岁",
            "9780316125581",
            "24 city / 33 hwy",
            "",
            "—",
        ],
    );
}

#[test]
fn times_and_years() {
    check(
        &Range::DateTime,
        &["2010-06-25 00:12:45", "2010-06-25T00:12:45+02:00", "May 14, 2010 3:15 PM"],
        &["May 14, 2010"],
        &["3:15"],
    );
    check(
        &Range::Time,
        &["18:30", "6:30 pm", "6 pm", "6:30 p.m.", "18h30", "9:00 - 17:00", "15时30分"],
        &["Open from 9:00 daily"],
        &["2010", "3:15:2:1", "5 m"],
    );
    check(
        &Range::Year,
        &["2010", "2010年", "c. 1998", "1998–2004"],
        &["June 2010", "Founded 1998"],
        &["48", "12345", "2009 Ford Focus SE Sedan"],
    );
}

#[test]
fn numbers_in_texts() {
    check(
        &Range::Integer,
        &[
            "48岁",
            "21,237",
            "1 234 567",
            "1.234",
            "-12",
            "约3000人",
            "2008",
            "１２",
            "352 pages",
            "US$ 300",
            "1'234",
            "+5",
            "#7",
        ],
        &["Pages: 352", "24 city / 33 hwy", "Founded 1998"],
        &["12.5", "11/12/2008", "334-229-4400", "V650", "many", "2010-06-25", "18:30", ""],
    );
    check(
        &Range::Decimal,
        &["12.5", "12,5 mm", "1,234.50", "1.234,50 €", "$61,550", "12.5%", "1000万元", "0.125", "3"],
        &["MSRP: $61,550"],
        &["many", "11/12/2008", "a@b3.example"],
    );
    let age = Range::Between(Bounds { is_integer: true, least: Some(0.0), most: Some(120.0) });
    check(&age, &["48岁", "0"], &["Age: 48"], &["130", "-3", "12.5"]);
}

#[test]
fn addresses() {
    check(
        &Range::Address,
        &[
            "www.acu.edu",
            "americanbarberinstitute.com",
            "http://www.a.example/b?c=d",
            "https://x.co.uk/",
            "WWW.ACU.EDU",
            "(www.acu.edu)",
        ],
        &["Website: www.acu.edu", "Visit http://a.example/ today"],
        &["info@acu.edu", "University of Springfield", "3.5", "e.g.", "Node.js", "end.Next sentence", "index.html"],
    );
}

#[test]
fn choices_and_patterns() {
    let rating = Range::OneOf(["G", "PG", "PG-13", "R", "Not Rated"].map(str::to_owned).to_vec());
    check(
        &rating,
        &["PG-13", "pg-13", "[PG-13]", "not rated", "R"],
        &["PG-13 for violence", "R for language", "Not Rated (2008)"],
        &["PG13x", "R. Smith", "Rated", "Good", ""],
    );
    check(&pattern("[$€£] ?[0-9][0-9,.]*"), &["$61,550"], &["MSRP: $61,550"], &["61,550", "call"]);
    let phone = pattern(r"(\+?1[-. ]?)?\(?[0-9]{3}\)?[-./ ]{0,2}[0-9]{3}[-. ]?[0-9]{4}");
    check(
        &phone,
        &["334-229-4400", "(212) 555-0142", "212/555-0142"],
        &["Phone: 334-229-4400"],
        &["12345", "9780316125581"],
    );
    check(&pattern("97[89]([- ]?[0-9]){10}"), &["9780316125581"], &[": 9780316125581"], &["19780316125581"]);
    check(&pattern("[036][0-9]{5}"), &["600519"], &["贵州茅台(600519)"], &["6005191"]);
}

#[test]
fn other_ranges() {
    check(&Range::Boolean, &["Yes", "no", "是", "✓"], &["Yes, included"], &["maybe", "nothing", ""]);
    check(&Range::Text, &["anything at all", "12"], &[], &["", "—", "n/a"]);
    check(&Range::Any, &["anything at all"], &[], &[""]);
    check(&Range::Individual(Vec::new()), &["Jane Austen", "王明"], &["12"], &["-"]);
}

proptest! {
    #[test]
    fn any_text_has_a_grade(text in "\\PC{0,60}", digits in "[0-9 ,.:/'年月日a-f()-]{0,30}") {
        let bounds = Bounds { is_integer: false, least: None, most: Some(3.0) };
        for range in [
            Range::Any, Range::Text, Range::Integer, Range::Decimal, Range::Between(bounds), Range::Boolean, Range::Date,
            Range::DateTime, Range::Time, Range::Year, Range::Address, Range::OneOf(vec!["a".to_owned()]), pattern("[0-9]+"),
            Range::Individual(Vec::new()),
        ] {
            let judge = Judge::new(&range);
            for text in [&text, &digits] {
                prop_assert_eq!(judge.fit(text), judge.fit(text));
            }
        }
    }
}
