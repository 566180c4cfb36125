//! Labels that are one concept because the user says so.

use std::collections::BTreeMap;

use super::address;

/// Groups of labels, each of which is one concept. Case, marks and punctuation make no difference.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thesaurus {
    groups: BTreeMap<String, usize>,
}

impl Thesaurus {
    /// A thesaurus of groups of labels. Groups that share a label are one.
    pub fn new<Label: AsRef<str>>(groups: impl IntoIterator<Item = impl IntoIterator<Item = Label>>) -> Thesaurus {
        let mut thesaurus = Thesaurus::default();
        for (number, labels) in groups.into_iter().enumerate() {
            for label in labels {
                thesaurus.add(number, &address::words_of(label.as_ref()));
            }
        }
        thesaurus
    }

    fn add(&mut self, group: usize, words: &str) {
        if words.is_empty() {
            return;
        }
        if let Some(known) = self.groups.insert(words.to_owned(), group) {
            self.groups.values_mut().filter(|number| **number == known).for_each(|number| *number = group);
        }
    }

    /// The number of the group that a label is in.
    pub(super) fn group(&self, label: &str) -> Option<usize> {
        if self.groups.is_empty() { None } else { self.groups.get(&address::words_of(label)).copied() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_that_share_a_label_are_one() {
        let thesaurus =
            Thesaurus::new([vec!["World", "Abroad"], vec!["Money", "Finance"], vec!["abroad!", "Overseas"]]);
        assert_eq!(thesaurus.group("WORLD"), thesaurus.group("Overseas"));
        assert!(thesaurus.group("world").is_some() && thesaurus.group("money") != thesaurus.group("world"));
        assert_eq!(thesaurus.group("Sport"), None);
    }
}
