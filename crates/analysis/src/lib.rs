//! What a page is made of: segments, tables, label hierarchies, data regions and wrappers, each a pure function of a
//! [`page::Page`].
//!
//! Segments and hierarchies count in the leaves of [`Content`].

pub mod bartree;
mod content;
pub mod declared;
mod emphasis;
pub mod evidence;
pub mod hierarchy;
mod json;
mod kinds;
pub mod menus;
pub mod regions;
pub mod segments;
pub mod state;
pub mod tables;
pub mod wrappers;

pub use content::{Content, MAX_LEAVES};
pub use kinds::{Family, ValueKind};
