//! What the records of odd tables say: nothing is lost, and nothing goes under a wrong name.

use std::fmt::Write as _;

use expect_test::expect;
use page::{Capture, Page};
use proptest::prelude::*;

use super::check;
use crate::tables::{Cell, Config, tables};

#[test]
fn a_label_without_a_value_is_no_heading() {
    check(
        "<table><tr><th>Born<td>1900<tr><th>Died<td><tr><th>Job<td>Poet<tr><th>Spouse<td>Ann</table>",
        expect![[r#"
        table row 0+1
          [Born] | 1900
          [Died] | 
          [Job] | Poet
          [Spouse] | Ann
          → Born=1900; Died=; Job=Poet; Spouse=Ann
    "#]],
    );
    check(
        "<table><tr><th>Y<th>Q1<th>Q2<tr><th>a<td>1<td>2<tr><th>b<td><td><tr><th>c<td>5<td>6</table>",
        expect![[r#"
        table row-column 1+1
          [Y] | [Q1] | [Q2]
          [a] | 1 | 2
          [b] |  | 
          [c] | 5 | 6
          → Y=a; Q1=1; Q2=2
          → Y=b; Q1=; Q2=
          → Y=c; Q1=5; Q2=6
    "#]],
    );
}

#[test]
fn a_wide_value_belongs_to_each_record_it_covers() {
    check(
        "<table><tr><th>Name<td>A<td>B<td>C<tr><th>Size<td>1<td>2<td>3<tr><th>Col<td colspan=2>red<td>blue</table>",
        expect![[r#"
            table row 0+1
              [Name] | A | B | C
              [Size] | 1 | 2 | 3
              [Col] | red | red | blue
              → Name=A; Size=1; Col=red
              → Name=B; Size=2; Col=red
              → Name=C; Size=3; Col=blue
        "#]],
    );
}

#[test]
fn names_that_come_again_are_names() {
    check(
        "<table><tr><th>Who<th>Points<tr><td>a<td>1<tr><th>Who<th>Points<tr><td>b<td>2<tr><th>Total<th>3</table>",
        expect![[r#"
            table column 1+0
              [Who] | [Points]
              a | 1
              [Who] | [Points]
              b | 2
              [Total] | [3]
              → Who=a; Points=1
              → Who=b; Points=2
              → Who=Total; Points=3
        "#]],
    );
}

#[test]
fn a_first_row_like_all_others_is_data() {
    for html in [
        "<table><tr><td>Mon<td>9–5<tr><td>Tue<td>9–5<tr><td>Wed<td>10–4<tr><td>Sun<td>closed</table>",
        "<table><tr><td>Most wins<td>4<td>Ann Lee<tr><td>Most starts<td>10<td>Bo Ray<tr><td>Poles<td>3<td>Ann Lee</table>",
        "<table><tr><td>Espresso<td>€2.50<tr><td>Flat white<td>€3.20<tr><td>Tea<td>€2.00</table>",
    ] {
        let page = Page::new(Capture::new("page", html));
        let table = &tables(&page, &Config::default())[0];
        assert!(table.is_data && table.header_rows == 0, "{html}");
        assert!((0..table.grid.rows()).all(|row| !table.is_header(row, 1)), "{html}");
    }
}

#[test]
fn labels_beside_values_of_many_kinds_are_labels() {
    check(
        "<table><tr><td>Blades<td>3<tr><td>Finish<td>matt<tr><td>Guarantee<td>2 years<tr><td>Maker<td>Acme</table>",
        expect![[r#"
            table row 0+1
              [Blades] | 3
              [Finish] | matt
              [Guarantee] | 2 years
              [Maker] | Acme
              → Blades=3; Finish=matt; Guarantee=2 years; Maker=Acme
        "#]],
    );
}

#[test]
fn names_below_a_toolbar_are_found() {
    let names = "<tr><th>Name<th>Size<th>Type<tr><td>a.txt<td>12<td>text<tr><td>b.png<td>90<td>picture";
    for bar in ["<tr><td colspan=3>Three files", "<tr><td><input><td><button>Find</button><td>"] {
        let page = Page::new(Capture::new("page", format!("<table>{bar}{names}</table>")));
        let table = &tables(&page, &Config::default())[0];
        assert_eq!((table.orientation.as_str(), table.header_rows), ("column", 2), "{bar}");
        let first: Vec<&str> = table.records[0].fields.iter().map(|field| field.name.as_str()).collect();
        assert_eq!((first, table.records.len()), (vec!["Name", "Size", "Type"], 2), "{bar}");
    }
}

#[test]
fn labels_set_apart_in_turns_are_labels() {
    check(
        "<table><tr><td><b>Maker</b><td>Acme<td><b>Colour</b><td>grey<tr><td><b>Form</b><td>round<td><b>Feet</b><td>four</table>",
        expect![[r#"
            table row 0+1
              [Maker] | Acme | [Colour] | grey
              [Form] | round | [Feet] | four
              → Maker=Acme; Colour=grey; Form=round; Feet=four
        "#]],
    );
}

#[test]
fn marks_of_footnotes_are_in_the_grid_and_not_in_records() {
    check(
        "<table><tr><th>Bird<th>Seen<tr><td>Kite†<td>12<sup><a href=#n>1</a></sup><tr><td>Owl<sup>[2]</sup><td>10<sup>3</sup></table>",
        expect![[r#"
            table column 1+0
              [Bird] | [Seen]
              Kite† | 121
              Owl[2] | 103
              → Bird=Kite; Seen=12
              → Bird=Owl; Seen=103
        "#]],
    );
}

proptest! {
    /// Whatever is a header and whatever is not, no value in the body of a data table is lost.
    #[test]
    fn every_text_is_a_name_or_a_value(
        columns in 2usize..5,
        cells in prop::collection::vec((any::<bool>(), 0u8..4), 4..24),
    ) {
        let mut html = String::from("<table border=1>");
        for (row, cells) in cells.chunks_exact(columns).enumerate() {
            html.push_str("<tr>");
            for (column, (is_header, kind)) in cells.iter().enumerate() {
                let tag = if *is_header { "th" } else { "td" };
                let text = match kind {
                    0 => String::new(),
                    1 => format!("{}", 1000 + 100 * row + column),
                    _ => format!("w{row}x{column}"),
                };
                let _ = write!(html, "<{tag}>{text}</{tag}>");
            }
        }
        html.push_str("</table>");
        let page = Page::new(Capture::new("random", html));
        for table in tables(&page, &Config::default()).iter().filter(|table| table.is_data && !table.records.is_empty()) {
            let said: Vec<&str> = table.records.iter().flat_map(|record| &record.fields)
                .flat_map(|field| [field.name.as_str(), field.text.as_str()]).chain(table.caption.as_deref()).collect();
            let is_lost = |text: &str| !text.is_empty() && !said.iter().any(|said| said.contains(text));
            let is_in_body = |cell: &&Cell| cell.row >= table.header_rows && cell.column >= table.header_columns;
            let body = table.grid.cells().iter().filter(is_in_body);
            let cells = body.filter(|cell| !table.is_header(cell.row, cell.column));
            for cell in cells {
                prop_assert!(!is_lost(&cell.text), "{} is lost: {said:?}", cell.text);
            }
        }
    }
}
