//! What a wrapper remembers of the pages it was learnt from, to tell later whether a template has changed, and to find
//! its fields again if it has.

use analysis::bartree::Bars;
use analysis::wrappers::portrait::{never, portraits};
use analysis::wrappers::reading::Reading;
use analysis::wrappers::wrapper::Reader;

use super::file::{Look, WrapperFile, written_bar};

/// Notes for each field what it looks like and what stands around it on some pages, or in some records.
pub(super) fn remember(file: &mut WrapperFile, readings: &[Reading<'_>]) {
    let Some(reader) = reader(file) else { return };
    let mut found: Vec<Vec<(u32, u32)>> = vec![Vec::new(); file.fields.len()];
    for (page, reading) in readings.iter().enumerate() {
        for (values, found) in reader.read(reading).iter().zip(&mut found) {
            found.extend(values.first().map(|value| (page as u32, value.text as u32)));
        }
    }
    let portraits = portraits(readings, &found);
    for ((field, found), portrait) in file.fields.iter_mut().zip(&found).zip(portraits) {
        if found.is_empty() {
            continue;
        }
        field.look = Some(Look::of(portrait));
        // If all pages say the same it may be a part of a menu, and what is around it may be a value elsewhere.
        if found.len() == 1 || field.examples.len() > 1 {
            field.never = never(readings, found).into_iter().filter(|text| !field.examples.contains(text)).collect();
        }
        // The levels around a record are those of the list.
        if readings.iter().all(|reading| reading.around.is_none()) {
            field.bars = common_bars(readings, found);
        }
    }
}

/// Notes how much the places of each field disagree on the pages that it was learnt from.
pub(super) fn remember_doubts(file: &mut WrapperFile, readings: &[Reading<'_>]) {
    let Some(reader) = reader(file) else { return };
    for (field, doubt) in file.fields.iter_mut().zip(reader.doubts(readings)) {
        field.doubt = (10000.0 * doubt).round() / 10000.0;
    }
}

fn reader(file: &WrapperFile) -> Option<Reader> {
    Reader::new(&file.wrapper().ok()?).ok()
}

/// The levels around a field that are the same on all pages. Of pages on which it stands at different depths, nothing
/// can be said.
fn common_bars(readings: &[Reading<'_>], found: &[(u32, u32)]) -> String {
    let bars = found.iter().map(|&(page, text)| {
        let reading = &readings[page as usize];
        Bars::around(reading.tree(), reading.texts[text as usize].node)
    });
    let bars: Vec<Bars> = bars.collect();
    let depth = bars[0].depth();
    if bars.iter().any(|bars| bars.depth() != depth) {
        return String::new();
    }
    let common = (0..depth).map(|level| {
        let first = bars[0].0[level];
        if bars.iter().all(|bars| bars.0[level] == first) { written_bar(first) } else { "?".to_owned() }
    });
    common.collect::<Vec<_>>().join(" ")
}
