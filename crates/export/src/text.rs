//! Tables for a terminal: columns as wide as they need to be, fitted to the width there is. Cells may go over several
//! columns, and any of them may be a header, since tables of pages are like that; a [`Sheet`] is a simple case.
//! What a table says beside its cells is printed by others.

use std::fmt::Write as _;

use anstyle::Style;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::sheet::Sheet;

/// Before each line, and between columns.
const INDENT: usize = 2;
const GAP: usize = 2;

/// No column is narrower, so that a row of short ones is no lump.
const MIN_WIDTH: usize = 4;

/// Where there is not enough room, long columns are cut down to this; after that, the last columns are left out.
const READABLE_WIDTH: usize = 16;

/// What stands for a value that is missing.
const MISSING: &str = "–";

/// A table to be printed.
#[derive(Clone, Debug, Default)]
pub struct TextTable<'a> {
    /// The rows above the line.
    pub head: Vec<Vec<Cell<'a>>>,
    /// The rows below it.
    pub body: Vec<Vec<Cell<'a>>>,
    /// How many rows there are besides these; they are only counted.
    pub more_rows: usize,
}

/// A cell to be printed, on one line.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'a> {
    /// What it says.
    pub text: &'a str,
    /// How many columns it goes over.
    pub span: usize,
    /// How it looks.
    pub style: Style,
}

/// The first rows of a sheet for a terminal that is `width` columns wide, under its names.
pub fn text_table(sheet: &Sheet, width: usize, max_rows: usize, header: Style) -> String {
    let shown = sheet.height().min(max_rows);
    let value = |text| Cell { text, span: 1, style: Style::new() };
    let values = |row| sheet.row(row).map(|text| value(text.unwrap_or(MISSING))).collect();
    let names = sheet.columns().iter().map(|name| Cell { text: name, span: 1, style: header }).collect();
    let more_rows = sheet.height() - shown;
    TextTable { head: vec![names], body: (0..shown).map(values).collect(), more_rows }.print(width)
}

impl TextTable<'_> {
    /// The table in lines for a terminal that is `width` columns wide, and a line about what is not shown.
    pub fn print(&self, width: usize) -> String {
        let room = width.saturating_sub(INDENT).max(1);
        let natural = self.natural_widths(room);
        let widths = fitted(&natural, room);
        let mut out = String::new();
        if widths.is_empty() {
            return out;
        }
        for row in &self.head {
            write_line(row, &widths, room, &mut out);
        }
        if !self.head.is_empty() {
            let _ = writeln!(out, "{:INDENT$}{}", "", "─".repeat(total(widths.iter().copied())));
        }
        for row in &self.body {
            write_line(row, &widths, room, &mut out);
        }
        let more = [(self.more_rows, "row"), (natural.len() - widths.len(), "column")];
        let plural = |n: usize| if n == 1 { "" } else { "s" };
        let more = more.into_iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n} more {unit}{}", plural(n)));
        let more: Vec<String> = more.collect();
        if !more.is_empty() {
            let _ = writeln!(out, "{:INDENT$}… {}", "", more.join(", "));
        }
        out
    }

    /// How wide each column would like to be. Cells over several columns take the room there is.
    fn natural_widths(&self, room: usize) -> Vec<usize> {
        let mut widths = Vec::new();
        for row in self.head.iter().chain(&self.body) {
            let mut column = 0;
            for cell in row {
                let end = column + cell.span;
                if widths.len() < end {
                    widths.resize(end, MIN_WIDTH);
                }
                if cell.span == 1 {
                    widths[column] = widths[column].max(harmless(cell.text).width().min(room));
                }
                column = end;
            }
        }
        widths
    }
}

/// The widths with the gaps between them.
fn total(widths: impl Iterator<Item = usize>) -> usize {
    widths.map(|width| width + GAP).sum::<usize>().saturating_sub(GAP)
}

/// How wide each column may be. If not all can be as wide as they like, the widest give way until they are hardly
/// readable, and then the last ones do, but for one.
fn fitted(natural: &[usize], room: usize) -> Vec<usize> {
    let fits = |columns: &[usize], most: usize| total(columns.iter().map(|&width| width.min(most))) <= room;
    let mut count = natural.len().min(room.div_ceil(MIN_WIDTH + GAP));
    while count > 1 && !fits(&natural[..count], READABLE_WIDTH) {
        count -= 1;
    }
    let columns = &natural[..count];
    let most = (1..=room).rev().find(|&most| fits(columns, most)).unwrap_or(1);
    columns.iter().map(|&width| width.min(most)).collect()
}

/// One row.
fn write_line(row: &[Cell<'_>], widths: &[usize], room: usize, out: &mut String) {
    let mut line = " ".repeat(INDENT);
    let (mut column, mut used) = (0, 0);
    for cell in row {
        let Some(columns) = widths.get(column..).filter(|columns| !columns.is_empty()) else { break };
        // A wide cell may use the room of the columns it covers, and up to the last one all that is left.
        let own = columns.iter().take(cell.span).map(|width| width + GAP).sum::<usize>();
        let reaches_end = cell.span > 1 && cell.span >= columns.len();
        let text = clip(cell.text, if reaches_end { room.saturating_sub(used) } else { own.saturating_sub(GAP) });
        let padding = own.saturating_sub(text.width());
        let style = cell.style;
        let _ = write!(line, "{style}{text}{style:#}{:padding$}", "");
        column += cell.span;
        used += own;
    }
    let _ = writeln!(out, "{}", line.trim_end());
}

/// The text cut to a width on the screen, on one line and without what would control the screen.
pub fn clip(text: &str, width: usize) -> String {
    let text = harmless(text);
    if text.width() <= width {
        return text;
    }
    let mut clipped = String::new();
    let mut used = 1;
    for character in text.chars() {
        // The sign that asks for a picture makes the one before it wider.
        used += if character == '\u{FE0F}' { 1 } else { character.width().unwrap_or_default() };
        if used > width {
            break;
        }
        clipped.push(character);
    }
    if width > 0 {
        clipped.push('…');
    }
    clipped
}

fn harmless(text: &str) -> String {
    page::printable(text).replace(['\n', '\t'], " ")
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    fn books() -> Sheet {
        let mut sheet = Sheet::of_records([
            vec![("title", "The Old Harbour"), ("price", "€12.90"), ("date", "2024-05-03"), ("link", "/b/8121")],
            vec![("title", "A Field Guide to Moss"), ("price", "€31.00"), ("link", "/b/9920")],
            vec![("title", "海と灯台の長い長い物語"), ("price", ""), ("link", "/b/\u{1b}[31m\n7")],
        ]);
        sheet.push(Vec::new());
        sheet
    }

    fn check(sheet: &Sheet, width: usize, max_rows: usize, expected: Expect) {
        let text = text_table(sheet, width, max_rows, Style::new());
        let mut table = text.lines().filter(|line| !line.starts_with("  …"));
        assert!(table.all(|line| line.width() <= width), "no line of the table is wider than {width}:\n{text}");
        // The first line is there for the indent of the others.
        expected.assert_eq(&format!("{width} wide, {max_rows} high:\n{text}"));
    }

    #[test]
    fn columns_are_as_wide_as_they_need_to_be() {
        check(
            &books(),
            80,
            9,
            expect![[r#"
                80 wide, 9 high:
                  title                   price   date        link
                  ──────────────────────────────────────────────────────
                  The Old Harbour         €12.90  2024-05-03  /b/8121
                  A Field Guide to Moss   €31.00  –           /b/9920
                  海と灯台の長い長い物語          –           /b/�[31m 7
                  –                       –       –           –
            "#]],
        );
    }

    #[test]
    fn where_room_is_short_the_widest_give_way_then_the_last() {
        check(
            &books(),
            50,
            2,
            expect![[r#"
                50 wide, 2 high:
                  title                price   date        link
                  ────────────────────────────────────────────────
                  The Old Harbour      €12.90  2024-05-03  /b/8121
                  A Field Guide to M…  €31.00  –           /b/9920
                  … 2 more rows
            "#]],
        );
        check(
            &books(),
            40,
            3,
            expect![[r#"
                40 wide, 3 high:
                  title               price   date
                  ──────────────────────────────────────
                  The Old Harbour     €12.90  2024-05-03
                  A Field Guide to …  €31.00  –
                  海と灯台の長い長…           –
                  … 1 more row, 1 more column
            "#]],
        );
        check(
            &books(),
            20,
            1,
            expect![[r#"
                20 wide, 1 high:
                  title
                  ───────────────
                  The Old Harbour
                  … 3 more rows, 3 more columns
            "#]],
        );
    }

    #[test]
    fn one_row_and_one_column_too_many_are_told_and_nothing_breaks_without_any_room() {
        let mut sheet = Sheet::new(["a long name of a column", "b"]);
        sheet.push(vec![Some("1".into())]);
        check(
            &sheet,
            20,
            0,
            expect![[r#"
                20 wide, 0 high:
                  a long name of a …
                  ──────────────────
                  … 1 more row, 1 more column
            "#]],
        );
        for width in 0..10 {
            text_table(&sheet, width, 1, Style::new());
        }
    }

    #[test]
    fn sheets_without_rows_or_columns_are_printed() {
        check(
            &Sheet::new(["a", "b"]),
            80,
            9,
            expect![[r#"
                80 wide, 9 high:
                  a     b
                  ──────────
            "#]],
        );
        check(
            &Sheet::default(),
            80,
            9,
            expect![[r#"
            80 wide, 9 high:
        "#]],
        );
    }

    #[test]
    fn thousands_of_columns_and_rows_are_counted() {
        let mut sheet = Sheet::new((0..3_000).map(|column| format!("c{column}")));
        (0..100_000).for_each(|row| sheet.push(vec![Some(row.to_string())]));
        check(
            &sheet,
            30,
            2,
            expect![[r#"
                30 wide, 2 high:
                  c0    c1    c2    c3    c4
                  ────────────────────────────
                  0     –     –     –     –
                  1     –     –     –     –
                  … 99998 more rows, 2995 more columns
            "#]],
        );
    }

    #[test]
    fn cells_over_several_columns_use_their_room_and_what_is_left() {
        let cell = |text, span| Cell { text, span, style: Style::new() };
        let table = TextTable {
            head: vec![vec![cell("rooms", 1), cell("prices in the season", 2)], vec![cell("", 1), cell("low", 1)]],
            body: vec![
                vec![cell("single", 1), cell("40", 1), cell("55", 1)],
                vec![cell("closed in winter", 2), cell("", 1)],
            ],
            more_rows: 1,
        };
        expect![[r#"
            spans:
              rooms   prices in the season
                      low
              ──────────────────
              single  40    55
              closed in w…
              … 1 more row
        "#]]
        .assert_eq(&format!("spans:\n{}", table.print(40)));
    }

    #[test]
    fn headers_look_as_asked_and_styles_take_no_room() {
        let mut sheet = Sheet::new(["a", "b"]);
        sheet.push(vec![Some("1".into()), Some("2".into())]);
        let text = text_table(&sheet, 80, 9, Style::new().bold());
        expect![[r#"
            bold:
              ^[1ma^[0m     ^[1mb^[0m
              ──────────
              1     2
        "#]]
        .assert_eq(&format!("bold:\n{}", text.replace('\u{1b}', "^")));
    }

    #[test]
    fn clipped_text_has_the_width_on_the_screen() {
        assert_eq!(clip("海と灯台", 8), "海と灯台");
        assert_eq!(clip("海と灯台", 7), "海と灯…");
        assert_eq!(clip("海と灯台", 6), "海と…");
        assert_eq!(clip("ab\u{FE0F}c\u{FE0F}d", 4).width(), 4);
        assert_eq!(clip("ab", 1), "…");
        assert_eq!(clip("ab", 0), "");
    }
}
