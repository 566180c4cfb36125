//! Attributes that sites call differently and that are one property: found before anything is written, by what some pages
//! of each site tell.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use fetch::source::Choice;
use knowledge::instances::AttributeRows;

use super::facts::facts;
use super::plan::{SitePlan, spread};
use super::site::{Site, SitePage};
use super::terms::Terms;

/// Pages that are read for it in all, and of one site at most and at least: things that two sites tell of must be among
/// them.
const PAGES: usize = 20_000;
const MOST_OF_A_SITE: usize = 1_000;
const LEAST_OF_A_SITE: usize = 50;

/// The properties that are another, each with the one that stands for both.
pub(crate) fn joined_attributes(planned: &[(Site, SitePlan)], terms: &Terms) -> BTreeMap<String, String> {
    let mut rows = AttributeRows::default();
    if planned.len() < 2 {
        return BTreeMap::new();
    }
    let most = (PAGES / planned.len()).clamp(LEAST_OF_A_SITE, MOST_OF_A_SITE);
    for (number, (site, plan)) in planned.iter().enumerate() {
        let telling: Vec<usize> = (0..plan.look.pages.len()).filter(|&page| plan.is_telling(page)).collect();
        let names = spread(&telling, most).into_iter().map(|page| plan.look.pages[page].name.clone()).collect();
        let view = |placed: SitePage| Some(facts(plan, plan.number(&placed.page.name)?, &placed, terms));
        site.for_each(Choice::Only(Arc::new(names)), view, |_, result| {
            if let Ok(Some(page)) = result {
                page.add_rows(number, &mut rows);
            }
            ControlFlow::Continue(())
        });
    }
    rows.joined()
}
