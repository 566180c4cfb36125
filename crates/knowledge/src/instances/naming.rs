//! What to call a slot that has no label: by its markup, or by the heading above it.

use analysis::wrappers::reading::Reading;
use page::NodeId;

use super::reader::FixedTexts;

/// A name from what is around a text: a property of the markup, or a class or an id that a person may have chosen, and
/// of these the one that the fewest elements of the page have; or else the heading above.
pub(super) fn name_of_place(reading: &Reading<'_>, text: usize, fixed: &FixedTexts<'_>) -> String {
    /// Elements that may speak for a text.
    const NEAREST: usize = 4;
    let tree = reading.tree();
    let above = tree.ancestors(reading.texts[text].node);
    let above: Vec<NodeId> =
        above.take_while(|&element| !matches!(tree.name(element), "body" | "html")).take(NEAREST).collect();
    let property = |&element: &NodeId| {
        ["itemprop", "property"].iter().find_map(|name| tree.attr(element, name)).filter(|name| is_word(name))
    };
    let classes =
        above.iter().flat_map(|&element| tree.classes(element).chain(tree.attr(element, "id").map(end_of_id)));
    let classes: Vec<&str> = classes.filter(|class| is_word(class)).collect();
    let mut counts = vec![0_usize; classes.len()];
    for element in tree.elements() {
        for class in tree.classes(element) {
            classes.iter().zip(&mut counts).filter(|(known, _)| **known == class).for_each(|(_, count)| *count += 1);
        }
    }
    let class = classes.iter().zip(&counts).min_by_key(|(_, count)| **count).map(|(class, _)| *class);
    let name = above.iter().find_map(property).or(class).map(words);
    name.or_else(|| heading_above(reading, text, fixed)).unwrap_or_else(|| "text".to_owned())
}

/// The nearest heading before a text that all pages have. A long text may stand farther below it: it has a heading, if
/// any text has.
fn heading_above(reading: &Reading<'_>, text: usize, fixed: &FixedTexts<'_>) -> Option<String> {
    /// Texts between a heading and what it is about.
    const FARTHEST: usize = 8;
    /// The same for a long text.
    const FARTHEST_LONG: usize = 40;
    /// Words from which a text is long.
    const LONG: usize = 12;
    /// Characters of a heading at most.
    const LONGEST: usize = 40;
    let tree = reading.tree();
    let is_heading = |node: NodeId| {
        tree.ancestors(node).take(3).any(|element| matches!(tree.name(element), "h2" | "h3" | "h4" | "h5" | "h6"))
    };
    let is_name = |heading: &usize| {
        let text = &reading.texts[*heading].text;
        text.chars().count() <= LONGEST
            && text.contains(char::is_alphabetic)
            && (fixed.is_empty() || fixed.contains(reading, *heading))
    };
    let is_long = reading.texts[text].text.split(' ').count() >= LONG;
    let first = text.saturating_sub(if is_long { FARTHEST_LONG } else { FARTHEST });
    let heading = (first..text).rev().find(|&before| is_heading(reading.texts[before].node)).filter(is_name)?;
    Some(reading.texts[heading].text.clone())
}

/// The end of an id that was put together by a machine: of `page1_form0_mainPhone` it is what a person wrote.
fn end_of_id(id: &str) -> &str {
    if is_word(id) { id } else { id.rsplit(['_', '-', '$', ':']).next().unwrap_or(id) }
}

/// A class that a person may have chosen to say what something is.
fn is_word(class: &str) -> bool {
    (3..=40).contains(&class.len())
        && class.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '_' | ':'))
        && class.chars().filter(|c| c.is_alphabetic()).count() >= 3
}

/// The words of a class: `jobTitle`, `job-title` and `job_title` are `job title`.
fn words(class: &str) -> String {
    let mut words = String::with_capacity(class.len() + 4);
    let mut was_lower = false;
    for c in class.chars() {
        if c.is_uppercase() && was_lower || !c.is_alphanumeric() {
            words.push(' ');
        }
        was_lower = c.is_lowercase();
        words.extend(c.to_lowercase().filter(|c| c.is_alphanumeric()));
    }
    words.split_whitespace().collect::<Vec<&str>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::{Capture, Page};

    #[track_caller]
    fn check(html: &str, expected: &str) {
        let page = Page::new(Capture::new("p", html));
        let reading = Reading::of(&page);
        let text = reading.texts.iter().position(|text| text.text == "42").unwrap();
        assert_eq!(name_of_place(&reading, text, &FixedTexts::of(&Default::default())), expected);
    }

    #[test]
    fn markup_gives_names() {
        check("<p itemprop='startDate'><b class=x>42</b></p>", "start date");
        check("<p class=jobTitle><b class=small>42</b> <i class=small>x</i></p>", "job title");
        check("<h3>Opening hours</h3><p>daily</p><p>42</p>", "Opening hours");
        check("<p class=a1><b id=ctl00_form_lblPhone>42</b></p>", "lbl phone");
        check("<p>42</p>", "text");
    }
}
