//! Labels that other templates have taught: what stands before values on several of them is a label wherever else it
//! stands before a text, even if the pages there are too few, or printed too plainly, to tell by themselves.

use analysis::wrappers::reading::{Label, Reading};
use rustc_hash::{FxHashMap, FxHashSet};

use super::decoration::is_label;
use super::template::InstanceTemplate;

/// Templates that must have a label.
const SEVERAL: usize = 2;

/// Labels that are known from elsewhere.
#[derive(Clone, Debug, Default)]
pub struct KnownLabels(FxHashSet<Label>);

/// Texts of pages that are no labels to their template, and might be labels elsewhere.
#[derive(Clone, Debug, Default)]
pub struct UnsureTexts(FxHashSet<Label>);

impl UnsureTexts {
    /// Of the pages that a template was learnt from.
    pub fn of(template: Option<&InstanceTemplate>, readings: &[Reading<'_>]) -> UnsureTexts {
        let own = template.map(own_labels).unwrap_or_default();
        let texts = readings.iter().flat_map(|reading| &reading.texts);
        let unsure = texts.filter(|text| is_label(text.text.trim_end_matches([':', '：', ' ']))).map(|text| text.label);
        UnsureTexts(unsure.filter(|label| !own.contains(label)).collect())
    }
}

impl KnownLabels {
    /// Those that several templates have.
    pub fn of<'a>(templates: impl IntoIterator<Item = &'a InstanceTemplate>) -> KnownLabels {
        let mut counts: FxHashMap<Label, usize> = FxHashMap::default();
        for template in templates {
            own_labels(template).into_iter().for_each(|label| *counts.entry(label).or_default() += 1);
        }
        KnownLabels(counts.into_iter().filter(|(_, count)| *count >= SEVERAL).map(|(label, _)| label).collect())
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether some of the texts that a template knows nothing of are labels elsewhere: then it is worth while to learn
    /// it again.
    pub fn may_repair(&self, unsure: &UnsureTexts) -> bool {
        unsure.0.iter().any(|label| self.0.contains(label))
    }

    /// Whether a text of a page is a label from elsewhere and stands as one: before a text that is none itself, and not
    /// behind another label.
    pub(super) fn labels(&self, reading: &Reading<'_>, text: usize) -> bool {
        let is_known = |text: usize| {
            let text = &reading.texts[text];
            self.0.contains(&text.label) || text.text.ends_with([':', '：']) || text.own_label.is_some()
        };
        !self.0.is_empty()
            && self.0.contains(&reading.texts[text].label)
            && reading.behind(text).is_some_and(|behind| !is_known(behind))
            && reading.before(text).is_none_or(|before| !reading.texts[before].text.ends_with([':', '：']))
    }
}

/// The labels of a template.
fn own_labels(template: &InstanceTemplate) -> FxHashSet<Label> {
    template.attributes.iter().filter_map(|attribute| attribute.label.as_deref()).map(Label::of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::{Capture, Page};

    fn pages(html: &[String]) -> Vec<Page> {
        html.iter().map(|html| Page::new(Capture::new("p", html.as_str()))).collect()
    }

    fn learnt(pages: &[Page], known: &KnownLabels) -> InstanceTemplate {
        let readings: Vec<Reading<'_>> = pages.iter().map(Reading::of).collect();
        InstanceTemplate::learn_with(&readings, known).unwrap()
    }

    #[test]
    fn labels_of_other_sites_repair_a_page_that_is_alone() {
        let site = |tag: &str| {
            let page = |name: &str, maker: &str, weight: &str| {
                format!(
                    "<title>{name}</title><h1>{name}</h1><{tag}><b>Maker:</b> <i>{maker}</i></{tag}>\
                     <{tag}><b>Weight:</b> <i>{weight}</i></{tag}>"
                )
            };
            pages(&[page("Al", "Quill", "3 g"), page("Bo", "Reed", "4 g"), page("Cy", "Ink", "5 g")])
        };
        let nothing = KnownLabels::default();
        let templates = [learnt(&site("p"), &nothing), learnt(&site("div"), &nothing)];
        let known = KnownLabels::of(&templates);
        // A page without colons, without print, and alone of its template.
        let alone = pages(&["<title>Di</title><h1>Di</h1><div><span>Maker</span><span>Moss</span></div>\
                             <div><span>Weight</span><span>6 g</span></div>"
            .to_owned()]);
        let reading = Reading::of(&alone[0]);
        let told = |template: &InstanceTemplate| {
            let told = template.read(&reading).attributes.into_iter();
            told.map(|told| format!("{} = {}", told.name, told.values[0].value)).collect::<Vec<_>>()
        };
        let (first, second) = (learnt(&alone, &nothing), learnt(&alone, &known));
        let unsure = UnsureTexts::of(Some(&first), std::slice::from_ref(&reading));
        assert!(known.may_repair(&unsure));
        assert_eq!(told(&second), ["maker = Moss", "weight = 6 g"], "first {:?}", told(&first));
        assert!(!KnownLabels::of(&templates[..1]).may_repair(&unsure));
    }
}
