//! Mining: from the sites of a domain, and nothing else, to its concepts and their instances.
//!
//! 1. all pages are looked at once: their menus, where they lead, and what they look like (`look`, `graph`)
//! 2. the concepts that the sites share are mined from the menus (`knowledge::taxonomy`)
//! 3. the pages behind concepts list instances, and what they list are the pages of instances (`members`)
//! 4. of each template some pages are learnt from: what lists say of each thing, and what its own page says (`plan`,
//!    `lists`, `knowledge::instances`)
//!    A template can be kept, so that further pages are read alike (`kept`)
//! 5. all pages are read by that, one at a time, and what they tell becomes statements (`facts`, `terms`)

mod facts;
mod graph;
mod homes;
mod kept;
mod lists;
mod look;
mod matrices;
mod members;
mod plan;
mod run;
mod site;
mod terms;
mod trails;

pub use homes::{Home, WebHome};
pub use kept::{BadTemplate, KeptTemplate};
pub use knowledge::taxonomy::Config as TaxonomyConfig;
pub use plan::Method;
pub use run::{MineError, Mined, Mining, Step};
pub use site::Site;
