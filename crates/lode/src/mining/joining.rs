//! Which attributes are one property: found before anything is written, by what some pages of each site tell.
//!
//! What sites call differently and tell alike is one. A text without a label, as lists have them, is called like the
//! attribute of the same site whose values it repeats; one that repeats nothing means nothing elsewhere, and is the
//! site's own.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use fetch::source::Choice;
use knowledge::instances::AttributeRows;
use knowledge::mined::{PROPERTIES, property_iri};

use super::facts::{MinedPage, facts};
use super::plan::{SitePlan, spread};
use super::site::{Site, SitePage};
use super::terms::Terms;

/// Pages that are read for it in all, and of one site at most and at least: things that two sites tell of must be among
/// them.
const PAGES: usize = 20_000;
const MOST_OF_A_SITE: usize = 1_000;
const LEAST_OF_A_SITE: usize = 50;

/// The rows of one site: what has a label, and what has none on its lists and on pages about one thing.
const LABELLED: usize = 0;
const LISTED: usize = 1;
const OWN: usize = 2;

/// Which properties are another.
#[derive(Debug, Default)]
pub(crate) struct Joined {
    /// By property, the one that stands for it on all sites.
    across: BTreeMap<String, String>,
    sites: Vec<JoinedSite>,
}

/// The same for what has no label on one site.
#[derive(Debug, Default)]
struct JoinedSite {
    /// What it is called where a property is its own.
    name: String,
    listed: BTreeMap<String, String>,
    own: BTreeMap<String, String>,
}

impl Joined {
    /// Reads some pages of each site, and compares what they tell.
    pub(crate) fn of(planned: &[(Site, SitePlan)], terms: &Terms) -> Joined {
        let mut across = AttributeRows::default();
        let most = (PAGES / planned.len().max(1)).clamp(LEAST_OF_A_SITE, MOST_OF_A_SITE);
        let mut sites = Vec::new();
        for (number, (site, plan)) in planned.iter().enumerate() {
            let mut within = AttributeRows::default();
            let telling: Vec<usize> = (0..plan.look.pages.len()).filter(|&page| plan.is_telling(page)).collect();
            let names = spread(&telling, most).into_iter().map(|page| plan.look.pages[page].name.clone()).collect();
            let view = |placed: SitePage| {
                let page = plan.number(&placed.page.name)?;
                Some((plan.is_instance(page), facts(plan, page, &placed, terms)))
            };
            site.for_each(Choice::Only(Arc::new(names)), view, |_, result| {
                if let Ok(Some((is_instance, page))) = result {
                    for (is_labelled, property, thing, value) in page.rows() {
                        if is_labelled {
                            across.add(number, property, thing, value);
                        }
                        let part = if is_labelled { LABELLED } else { part(is_instance) };
                        within.add(part, property, thing, value);
                    }
                }
                ControlFlow::Continue(())
            });
            let (listed, own) = (within.named_by(LISTED, LABELLED), within.named_by(OWN, LABELLED));
            sites.push(JoinedSite { name: own_name(number, planned), listed, own });
        }
        Joined { across: across.joined(), sites }
    }

    /// Gives what a page of a site tells the properties that stand for its attributes.
    pub(crate) fn rename(&self, site: usize, is_instance: bool, page: &mut MinedPage) {
        let Some(known) = self.sites.get(site) else { return };
        let within = if part(is_instance) == OWN { &known.own } else { &known.listed };
        page.rename(|is_labelled, property| {
            let named = if is_labelled { None } else { within.get(property) };
            let across = self.across.get(named.map_or(property, String::as_str));
            let is_nameless = || !is_labelled && named.is_none() && means_nothing(property);
            across.or(named).cloned().or_else(|| is_nameless().then(|| format!("{property}-{}", known.name)))
        });
    }
}

fn part(is_instance: bool) -> usize {
    if is_instance { OWN } else { LISTED }
}

/// Whether a property is called a text because nothing says what it is.
fn means_nothing(property: &str) -> bool {
    let name = property.strip_prefix(PROPERTIES).unwrap_or_default();
    let rest = name.strip_prefix("text").map(|rest| rest.strip_prefix('-').unwrap_or(rest));
    rest.is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What tells the properties of a site from those of others: the end of its name, or all of it if others end alike.
fn own_name(number: usize, planned: &[(Site, SitePlan)]) -> String {
    let end = |site: &Site| match site.addresses().first().and_then(|address| address.host_str()) {
        Some(host) => host.to_owned(),
        None => site.name.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_owned(),
    };
    let (own, _) = &planned[number];
    let is_other = planned.iter().enumerate().any(|(other, (site, _))| other != number && end(site) == end(own));
    let name = if is_other { own.name.clone() } else { end(own) };
    let iri = property_iri(&format!("of {name}"));
    iri.strip_prefix(PROPERTIES).unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_names_mean_nothing() {
        let is_so = |name: &str| means_nothing(&property_iri(name));
        assert!(is_so("text") && is_so("text 12"));
        assert!(!is_so("text size") && !is_so("context") && !is_so("price"));
    }
}
