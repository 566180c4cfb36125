//! Pages that work has dealt with before it was stopped: they are passed over when it goes on. A name may come more
//! than once, as an address does that was archived twice; then only as many are passed over as were dealt with.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Pages that were dealt with, by name.
#[derive(Debug)]
pub struct DealtWith(Mutex<HashMap<String, usize>>);

impl DealtWith {
    /// So many pages of each name.
    pub fn new(times: HashMap<String, usize>) -> DealtWith {
        DealtWith(Mutex::new(times))
    }

    /// Whether the next page of this name was dealt with. Once one was not, those behind it were not either.
    pub(super) fn passes_over(&self, name: &str) -> bool {
        let mut times = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match times.get_mut(name) {
            Some(left) if *left > 0 => {
                *left -= 1;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_passed_over_as_often_as_it_was_dealt_with() {
        let dealt_with = DealtWith::new([("a".to_owned(), 1), ("b".to_owned(), 2)].into());
        let passed: Vec<bool> = ["a", "b", "a", "b", "b", "c"].map(|name| dealt_with.passes_over(name)).to_vec();
        assert_eq!(passed, [true, true, false, true, false, false]);
    }
}
