//! Mining: from the sites of a domain, and nothing else, to its concepts and their instances. The order of the steps is
//! in `pipeline.rs`; here is what each of them does.
//!
//! - pages of sites on the web are fetched, led by what was found so far (`expansion`, `supply`)
//! - all pages are looked at once: their menus, where they lead, and what they look like (`look`, `graph`)
//! - the concepts that the sites share are mined from the menus (`knowledge::taxonomy`)
//! - the pages behind concepts list instances, and what they list are the pages of instances (`members`)
//! - of each template some pages are learnt from: what lists say of each thing, and what its own page says (`plan`,
//!   `lists`, `knowledge::instances`)
//! - attributes that sites call differently are found to be one (`joining`)
//! - all pages are read by that, one at a time, and what they tell becomes statements (`reading`, `facts`, `terms`)

mod expansion;
mod facts;
mod graph;
mod homes;
mod joining;
mod journal;
mod lists;
mod look;
mod matrices;
mod members;
mod plan;
mod reading;
mod run;
mod site;
mod supply;
mod terms;
mod trails;

pub(crate) use expansion::Expansion;
pub(crate) use joining::Joined;
pub(crate) use look::{Seen, SiteLook};
pub(crate) use plan::{SitePlan, learn_from_each_other};
pub(crate) use reading::Reading;
pub(crate) use run::{cut_pairs, leave_out_empty};
pub(crate) use terms::Terms;

pub use knowledge::labels::{ThesaurusError, read_thesaurus};
pub use knowledge::taxonomy::{Config as TaxonomyConfig, Thesaurus};
pub use plan::Method;
pub use run::{MineError, Mined, Mining};
pub use site::Site;
pub use supply::{Crawler, Fetched, Order, Supply};
