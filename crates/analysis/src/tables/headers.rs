//! Which cells of a table are headers, our way: the first rule that says something decides.
//!
//! | rule | why | test, in `tests` |
//! |---|---|---|
//! | [`by_markup`] | `th` is the author's own word, unless all cells are | `th_for_everything_says_nothing` |
//! | [`in_turns`] | labels set apart again and again along a row | `labels_set_apart_in_turns_are_labels` |
//! | [`set_apart`] | names in bold, or on a ground of their own | `bold_rows_are_headers_where_…` |
//! | [`complete_under_wide`] | wide names, found by these, ask for more below | `a_row_of_words_under_wide_names_…` |
//! | [`by_colons`] | a colon says that a value follows | `labels_with_a_colon_are_headers` |
//! | [`by_words`] | of two lines, that of words names that of values | `lines_that_say_nothing_…` |
//! | [`by_kinds`] | values of several kinds are those of one thing | `labels_beside_values_of_many_kinds_…` |
//! | [`under_title`] | below a title stands what is known of a thing | `a_title_alone_is_not_the_headers` |
//! | `content.rs` | what cells say and where they stand | `labels_and_values_in_turn_are_one_record` |
//! | [`keep_first_row`] | after that: values like all below are no names | `a_first_row_like_all_others_is_data` |

use page::Color;

use super::content;
use super::features::Features;
use super::grid::{Cell, Grid};
use super::template::{Orientation, Template};
use super::words::{ends_like_name, is_usual_name};
use crate::kinds::{Family, ValueKind};

/// Above this share of the filled cells `th` is a habit of the author and says nothing.
const MOST_TH: f32 = 0.85;
/// A line is set in bold if at least this share of its filled cells is.
const LINE_SHARE: f32 = 0.9;
/// Lines set apart say nothing if more than this share of the other cells looks the same.
const BODY_SHARE: f32 = 0.4;

/// No label of a pair is longer, in characters.
const LABEL_LENGTH: usize = 40;

/// Which cells are headers, in the order of the grid.
pub(super) fn identify(grid: &Grid, features: &[Features]) -> Vec<bool> {
    let said = by_markup(grid, features).or_else(|| by_looks(grid, features));
    if let Some(mut is_header) = said {
        complete_under_wide(grid, features, &mut is_header);
        return is_header;
    }
    let is_title = |cell: &Cell, features: &Features| features.is_th && is_full_width(grid, cell);
    let titles: Vec<bool> = grid.cells().iter().zip(features).map(|(cell, of)| is_title(cell, of)).collect();
    let found = by_colons(grid).or_else(|| by_words(grid, features)).or_else(|| by_kinds(grid, features));
    let by_content = || keep_first_row(grid, features, content::identify(grid, features));
    if !titles.contains(&true) {
        return found.unwrap_or_else(by_content);
    }
    // Who marks a title would have marked other titles and names of columns as well; labels at the left are more often
    // left as they are.
    let with_titles = |found: Vec<bool>| -> Vec<bool> {
        let cells = grid.cells().iter().zip(found.iter().zip(&titles));
        cells.map(|(cell, (is_header, is_title))| *is_title || (*is_header && !is_full_width(grid, cell))).collect()
    };
    let found = found.or_else(|| under_title(grid, features)).map(with_titles);
    let found = found.or_else(|| {
        let found = with_titles(by_content());
        (Template::of(grid, &found).orientation == Orientation::Row).then_some(found)
    });
    found.unwrap_or_else(|| titles.clone())
}

/// A title over two columns names a thing, and the rows below what is known of it: short words that differ, each beside
/// something, are labels.
fn under_title(grid: &Grid, features: &[Features]) -> Option<Vec<bool>> {
    let labels = grid.cells().iter().zip(features).filter(|(cell, _)| cell.column == 0 && !is_full_width(grid, cell));
    let labels: Vec<(&Cell, &Features)> = labels.collect();
    let mut texts: Vec<&str> = labels.iter().map(|(cell, _)| cell.text.as_str()).collect();
    texts.sort_unstable();
    texts.dedup();
    let is_label = |(cell, of): &(&Cell, &Features)| of.kind == ValueKind::Words && of.words <= 5.0 && cell.height == 1;
    let named = labels.iter().filter(|label| is_label(label)).count();
    let values = labels.iter().filter(|(cell, _)| !grid.text(cell.row, 1).is_empty()).count();
    let is_sensible = grid.columns() == 2
        && first_row(grid) > 0
        && labels.len() >= 3
        && named == labels.len()
        && texts.len() == labels.len()
        && values * 2 >= labels.len();
    is_sensible.then(|| grid.cells().iter().map(|cell| cell.column == 0 && !is_full_width(grid, cell)).collect())
}

/// Whether a cell goes over the full width: a title or a heading, which names no column.
fn is_full_width(grid: &Grid, cell: &Cell) -> bool {
    grid.columns() > 1 && cell.width == grid.columns()
}

/// The first row that is not one cell over the full width.
fn first_row(grid: &Grid) -> usize {
    let is_title = |&row: &usize| grid.cell(row, 0).is_some_and(|cell| is_full_width(grid, cell));
    (0..grid.rows()).take_while(is_title).count()
}

/// The `th` cells, if the author tells headers from data by them. Titles and headings alone do not.
fn by_markup(grid: &Grid, features: &[Features]) -> Option<Vec<bool>> {
    let filled = grid.cells().iter().zip(features);
    let filled = filled.filter(|(cell, _)| !cell.text.is_empty() && !is_full_width(grid, cell));
    let (th, all) = filled.fold((0, 0), |(th, all), (_, features)| (th + usize::from(features.is_th), all + 1));
    let is_sensible = th > 0 && (th as f32) <= MOST_TH * all as f32;
    is_sensible.then(|| features.iter().map(|features| features.is_th).collect())
}

/// Labels by the colon they end with, if they fill columns and the cells beside them have none.
pub(super) fn by_colons(grid: &Grid) -> Option<Vec<bool>> {
    let ends_with_colon = |cell: usize| grid.cells()[cell].text.ends_with([':', '：']);
    let filled = |column: usize| {
        let cells = (0..grid.rows()).filter_map(move |row| grid.cell_index(row, column));
        cells.filter(|&cell| !grid.cells()[cell].text.is_empty() && grid.cells()[cell].width < grid.columns())
    };
    let is_labels = |column: usize| {
        let labels = filled(column).filter(|&cell| ends_with_colon(cell)).count();
        labels >= 2 && labels as f32 >= LINE_SHARE * filled(column).count() as f32
    };
    let columns: Vec<bool> = (0..grid.columns()).map(is_labels).collect();
    // The last column has no values beside it, and neither has one before another of labels.
    let is_sensible = columns.contains(&true)
        && columns.last() == Some(&false)
        && columns.windows(2).all(|pair| pair != [true, true]);
    // Labels without values, as those of forms, name nothing.
    let has_value =
        |&(row, column): &(usize, usize)| (column + 1..grid.columns()).any(|right| !grid.text(row, right).is_empty());
    let labels = (0..grid.rows()).flat_map(|row| (0..grid.columns()).map(move |column| (row, column)));
    let labels: Vec<(usize, usize)> = labels
        .filter(|&(row, column)| columns[column] && grid.cell_index(row, column).is_some_and(ends_with_colon))
        .collect();
    let is_sensible = is_sensible && labels.iter().filter(|&label| has_value(label)).count() * 2 > labels.len();
    is_sensible.then(|| {
        let cells = grid.cells().iter().enumerate();
        cells.map(|(index, cell)| columns[cell.column] && ends_with_colon(index)).collect()
    })
}

/// Rows at the top and columns at the left that are set in bold or on a ground of their own, unlike the rest.
pub(super) fn by_looks(grid: &Grid, features: &[Features]) -> Option<Vec<bool>> {
    let ground = usual_ground(features);
    let marks: [&dyn Fn(&Features) -> bool; 2] =
        [&|features| features.bold > 0.9, &|features| features.background != ground];
    marks.iter().find_map(|mark| in_turns(grid, features, mark).or_else(|| set_apart(grid, features, mark)))
}

/// Labels in every other column, if this mark sets those columns apart from the ones between: at least two pairs a row.
fn in_turns(grid: &Grid, features: &[Features], mark: &dyn Fn(&Features) -> bool) -> Option<Vec<bool>> {
    let is_label = |cell: &Cell| cell.column.is_multiple_of(2) && !is_full_width(grid, cell);
    let filled = || grid.cells().iter().zip(features).filter(|(cell, _)| !cell.text.is_empty());
    let share = |is_asked: bool| {
        let own = filled().filter(|(cell, _)| !is_full_width(grid, cell) && is_label(cell) == is_asked);
        let (hits, all) = own.fold((0, 0), |(hits, all), (_, of)| (hits + usize::from(mark(of)), all + 1));
        hits as f32 / all.max(1) as f32
    };
    let is_even = grid.columns() >= 4 && grid.columns().is_multiple_of(2);
    let is_sensible = is_even && grid.rows() >= 2 && share(true) >= LINE_SHARE && share(false) <= 1.0 - LINE_SHARE;
    is_sensible.then(|| grid.cells().iter().map(is_label).collect())
}

/// The most frequent background; of equals the one that comes first.
fn usual_ground(features: &[Features]) -> Color {
    let mut counts: Vec<(Color, usize)> = Vec::new();
    for features in features {
        match counts.iter_mut().find(|(color, _)| *color == features.background) {
            Some((_, count)) => *count += 1,
            None => counts.push((features.background, 1)),
        }
    }
    let most = counts.iter().map(|(_, count)| *count).max();
    counts.iter().find(|(_, count)| Some(*count) == most).map(|(color, _)| *color).unwrap_or_default()
}

/// The headers, if this mark sets lines at the top or at the left apart from the rest.
fn set_apart(grid: &Grid, features: &[Features], mark: &dyn Fn(&Features) -> bool) -> Option<Vec<bool>> {
    // Of a slot: whether the mark is there; `None` if nothing is.
    let marked = |row: usize, column: usize| {
        let cell = grid.cell_index(row, column).filter(|&cell| !grid.cells()[cell].text.is_empty())?;
        Some(mark(&features[cell]))
    };
    let is_line = |slots: &mut dyn Iterator<Item = (usize, usize)>| {
        let (hits, all) = slots
            .filter_map(|(row, column)| marked(row, column))
            .fold((0, 0), |(hits, all), hit| (hits + usize::from(hit), all + 1));
        all > 0 && hits as f32 >= LINE_SHARE * all as f32
    };
    // A title alone sets nothing apart.
    let top = (0..first_row(grid)).take_while(|&row| marked(row, 0) == Some(true)).count();
    let rows = top + (top..grid.rows()).take_while(|&r| is_line(&mut (0..grid.columns()).map(|c| (r, c)))).count();
    let columns = (0..grid.columns()).take_while(|&c| is_line(&mut (rows..grid.rows()).map(|r| (r, c)))).count();
    if rows == grid.rows() || columns == grid.columns() || rows - top + columns == 0 {
        return None;
    }
    let body = || (rows..grid.rows()).flat_map(|row| (columns..grid.columns()).map(move |column| (row, column)));
    let (hits, all) = body()
        .filter_map(|(row, column)| marked(row, column))
        .fold((0, 0), |(hits, all), hit| (hits + usize::from(hit), all + 1));
    if all == 0 || hits as f32 > BODY_SHARE * all as f32 {
        return None;
    }
    let is_heading = |row: usize| is_line(&mut (0..grid.columns()).map(|column| (row, column)));
    let headings: Vec<bool> = (0..grid.rows()).map(is_heading).collect();
    let is_header = grid
        .cells()
        .iter()
        .map(|cell| cell.row < rows || cell.column < columns || (headings[cell.row] && is_full_width(grid, cell)));
    Some(is_header.collect())
}

/// Names over several columns ask for a row of names below, one for each: where that row is of words and what follows
/// is of values, it is of headers, too.
fn complete_under_wide(grid: &Grid, features: &[Features], is_header: &mut [bool]) {
    let top = first_row(grid);
    let below = top + 1;
    let slots = |row: usize| (0..grid.columns()).filter_map(move |column| grid.cell_index(row, column));
    let is_filled = |cell: usize| !grid.cells()[cell].text.is_empty();
    if below + 1 >= grid.rows() || !slots(top).filter(|&cell| is_filled(cell)).all(|cell| is_header[cell]) {
        return;
    }
    let is_wide = |&column: &usize| {
        grid.cell(top, column).is_some_and(|cell| cell.width > 1 && cell.height == 1 && !cell.text.is_empty())
    };
    let wide: Vec<usize> = (0..grid.columns()).filter(is_wide).collect();
    // A few names have digits in them, and a corner may be empty.
    let is_name = |cell: usize| {
        let place = &grid.cells()[cell];
        place.text.is_empty() || (place.text.contains(char::is_alphabetic) && features[cell].kind != ValueKind::Date)
    };
    let is_single = |cell: usize| grid.cells()[cell].row == below && grid.cells()[cell].width == 1;
    let named: Vec<usize> = wide.iter().filter_map(|&column| grid.cell_index(below, column)).collect();
    let filled = named.iter().filter(|&&cell| is_filled(cell)).count();
    let words = named.iter().filter(|&&cell| features[cell].kind == ValueKind::Words).count();
    let are_names = named.len() == wide.len()
        && named.iter().all(|&cell| is_single(cell))
        && slots(below).all(is_name)
        && filled * 10 >= wide.len() * 7
        && words * 10 >= filled * 7;
    let is_of_values = |&&column: &&usize| {
        let cells = (below + 1..grid.rows()).filter_map(|row| grid.cell_index(row, column));
        let kinds: Vec<ValueKind> = cells.map(|cell| features[cell].kind).filter(|kind| kind.is_filled()).collect();
        let values = kinds.iter().filter(|kind| kind.is_value()).count();
        values > 0 && values * 2 > kinds.len()
    };
    if wide.is_empty() || !are_names || wide.iter().filter(is_of_values).count() * 2 < wide.len() {
        return;
    }
    slots(below).filter(|&cell| is_filled(cell)).for_each(|cell| is_header[cell] = true);
}

/// In two columns, labels that differ beside values of several kinds are what is known of one thing: a column of
/// records would be of one kind. The first row is a name and its value like the others, unless both read like names.
fn by_kinds(grid: &Grid, features: &[Features]) -> Option<Vec<bool>> {
    let of = |cell: usize| (grid.cells()[cell].text.as_str(), features[cell].kind);
    let is_pair = |&row: &usize| !grid.cell(row, 0).is_some_and(|cell| is_full_width(grid, cell));
    let pair = |row: usize| Some((of(grid.cell_index(row, 0)?), of(grid.cell_index(row, 1)?)));
    let pairs: Vec<_> = (0..grid.rows()).filter(is_pair).filter_map(pair).collect();
    let (&((first_label, _), (first_text, first_kind)), rest) = pairs.split_first()?;
    let is_label = |text: &str, kind: ValueKind| kind == ValueKind::Words && text.chars().count() <= LABEL_LENGTH;
    let mut labels: Vec<&str> = pairs.iter().map(|((label, _), _)| *label).collect();
    labels.sort_unstable();
    labels.dedup();
    let family = first_kind.family();
    let is_value = (first_kind.is_value() || first_kind == ValueKind::Code) && family != Family::Date;
    let alike = rest.iter().filter(|(_, (_, kind))| kind.family() == family).count();
    let is_name = |text: &str| is_usual_name(text) || ends_like_name(text);
    let is_own_pair = is_value || (!is_name(first_text) && !is_usual_name(first_label) && alike * 5 >= rest.len());
    let families = pairs.iter().map(|(_, (_, kind))| kind.family()).filter(|family| *family != Family::Nothing);
    let is_sensible = grid.columns() == 2
        && pairs.len() >= 3
        && pairs.iter().all(|((label, kind), _)| is_label(label, *kind))
        && labels.len() == pairs.len()
        && families.clone().any(|family| Some(family) != families.clone().next())
        && family != Family::Nothing
        && is_own_pair;
    is_sensible.then(|| grid.cells().iter().map(|cell| cell.column == 0).collect())
}

/// The first row is no row of names if it has values wherever the rows below have them, and of the same kind, as
/// opening hours and lists of prices have: then its cells are what the cells below them are.
fn keep_first_row(grid: &Grid, features: &[Features], mut is_header: Vec<bool>) -> Vec<bool> {
    let top = first_row(grid);
    let family = |row: usize, column: usize| {
        let kind = grid.cell_index(row, column).map(|cell| features[cell].kind)?;
        Some(kind.family()).filter(|_| kind.is_filled() && kind.is_value())
    };
    let below = || top + 1..grid.rows();
    let is_most = |count: usize| count > 0 && count * 10 >= below().len() * 6;
    let is_of_values = |&column: &usize| is_most(below().filter(|&row| family(row, column).is_some()).count());
    let is_alike = |column: usize| is_most(below().filter(|&row| family(row, column) == family(top, column)).count());
    let values: Vec<usize> = (1..grid.columns()).filter(is_of_values).collect();
    let is_record = |column: &usize| family(top, *column).is_some() && is_alike(*column);
    if below().len() < 2 || values.is_empty() || !values.iter().all(is_record) {
        return is_header;
    }
    for column in 0..grid.columns() {
        let is_named = |row: &usize| grid.cell_index(*row, column).is_some_and(|cell| is_header[cell]);
        let is_of_headers = below().filter(is_named).count() * 2 > below().len();
        grid.cell_index(top, column).into_iter().for_each(|cell| is_header[cell] = is_of_headers);
    }
    is_header
}

/// In tables of two rows, or two columns, the line of words beside a line of values.
fn by_words(grid: &Grid, features: &[Features]) -> Option<Vec<bool>> {
    let top = first_row(grid);
    if grid.rows() != top + 2 {
        return None;
    }
    let are = |mut slots: &mut dyn Iterator<Item = (usize, usize)>, is_value: bool| {
        (&mut slots).all(|(row, column)| {
            grid.cell_index(row, column).is_some_and(|cell| {
                let kind = features[cell].kind;
                if is_value { kind.is_value() } else { kind == ValueKind::Words }
            })
        })
    };
    let is_empty = |column: usize| (top..top + 2).all(|row| grid.text(row, column).is_empty());
    let columns = (0..grid.columns()).rev().find(|&column| !is_empty(column)).map_or(0, |last| last + 1);
    let row = |row: usize| (0..columns).map(move |column| (row, column));
    let body = |from: usize| (1..columns).flat_map(move |column| [(from, column), (from + 1, column)]);
    let by_row = are(&mut row(top), false) && are(&mut row(top + 1), true);
    let by_column = are(&mut [(top, 0), (top + 1, 0)].into_iter(), false) && are(&mut body(top), true);
    let of = |cell: &Cell| match is_full_width(grid, cell) {
        true => cell.row < top,
        false => (by_row && cell.row == top) || (by_column && cell.column == 0),
    };
    (columns > 1 && (by_row || by_column)).then(|| grid.cells().iter().map(of).collect())
}
