//! Step 6, first half: which text of the winning pattern is a property and which a value.
//!
//! The paper's records are rows of a name and a value, and it leaves other records open. Here:
//! - A text that is the same in all records of both pages is neither: a colon, a bullet, "more".
//! - Of two texts, the first is the property and the second the value.
//! - Of any other number, those are properties that both pages share: labels come from the site, values from the page.
//!   If all are shared, the first is; if none is, there are only values. What follows a property is its value in any
//!   case: two pages may well have the same.

use std::collections::BTreeSet;

use super::pattern::{Match, Slot};

/// A text is shared if at least half of what the page with fewer has in its place, the other has there too.
const SHARED: (usize, usize) = (1, 2);

/// The roles of a pattern's texts, by what stands there in the two pages. Each match must have all of them.
pub(super) fn roles(texts: usize, a: &[Match], b: &[Match]) -> Vec<Slot> {
    let in_slot = |matches: &[Match], slot: usize| -> BTreeSet<String> {
        matches.iter().filter_map(|found| Some(found.texts.get(slot)?.text.clone())).collect()
    };
    let seen: Vec<_> = (0..texts).map(|slot| (in_slot(a, slot), in_slot(b, slot))).collect();
    let varies = |slot: &usize| seen[*slot].0.union(&seen[*slot].1).nth(1).is_some();
    let mut open: Vec<usize> = (0..texts).filter(varies).collect();
    if open.is_empty() {
        open = (0..texts).collect();
    }
    let is_shared = |slot: &usize| {
        let (a, b) = &seen[*slot];
        SHARED.1 * a.intersection(b).count() >= SHARED.0 * a.len().min(b.len()).max(1)
    };
    let mut properties: Vec<usize> = match open.as_slice() {
        [_] => Vec::new(),
        [first, _] => vec![*first],
        _ => open.iter().copied().filter(is_shared).collect(),
    };
    if properties.len() == open.len() {
        properties.truncate(1);
    }
    // Of two that follow one another the first is a property, and the last of all is none.
    let place = |slot: usize| open.iter().position(|&other| other == slot);
    properties.dedup_by(|later, earlier| place(*later) == place(*earlier).map(|at| at + 1));
    if let [.., name, last] = open.as_slice()
        && properties.last() == Some(last)
        && !properties.contains(name)
    {
        properties.pop();
    }
    let role = |slot| match (open.contains(&slot), properties.contains(&slot)) {
        (false, _) => Slot::Text,
        (true, true) => Slot::Property,
        (true, false) => Slot::Value,
    };
    (0..texts).map(role).collect()
}

#[cfg(test)]
mod tests {
    use super::super::pattern::Pattern;
    use super::*;
    use expect_test::{Expect, expect};
    use page::{Capture, Page};

    fn check(pattern: &str, a: &str, b: &str, expected: Expect) {
        let pattern: Pattern = pattern.parse().unwrap();
        let matches = |html: &str| pattern.matches(&Page::new(Capture::new("p", html)));
        let found = roles(pattern.slots().len(), &matches(a), &matches(b));
        expected.assert_eq(&found.iter().map(ToString::to_string).collect::<String>());
    }

    #[test]
    fn of_two_texts_the_first_names_the_second() {
        let pattern = "<p>{text}<b>{value}</b></p>";
        check(pattern, "<p>Name<b>Ada</b><p>Born<b>1815</b>", "<p>Name<b>Bob</b>", expect!["{property}{value}"]);
        check(pattern, "<p>One<b>1</b><p>Two<b>2</b>", "<p>Three<b>3</b>", expect!["{property}{value}"]);
        check(pattern, "<p>by<b>Ada</b><p>by<b>Bob</b>", "<p>by<b>Cy</b>", expect!["{text}{value}"]);
    }

    #[test]
    fn of_many_texts_what_pages_share_names_the_others() {
        let pattern = "<p>{text}<b>{text}</b>{text}<b>{value}</b></p>";
        check(
            pattern,
            "<p>Name<b>Ada</b>Sex<b>f</b><p>Born<b>1815</b>Died<b>1852</b>",
            "<p>Name<b>Bob</b>Sex<b>m</b><p>Born<b>1901</b>Died<b>1990</b>",
            expect!["{property}{value}{property}{value}"],
        );
        check(pattern, "<p>1<b>2</b>3<b>4</b>", "<p>5<b>6</b>7<b>8</b>", expect!["{value}{value}{value}{value}"]);
    }

    #[test]
    fn one_text_is_a_value() {
        check("<li>{value}</li>", "<li>a<li>b", "<li>a<li>b", expect!["{value}"]);
        check("<li>{value}</li>", "<li>a", "<li>a", expect!["{value}"]);
    }
}
