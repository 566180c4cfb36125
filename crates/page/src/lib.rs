//! A web page as a value: what was received ([`Capture`]), its HTML5 tree ([`Tree`]), its boxes and styles
//! ([`Layout`]). Everything later in Lode is derived from the [`Page`] defined here.
//!
//! This crate is pure: it does no I/O, reads no clock and no environment. Making a [`Page`] never fails; whatever
//! the web sends becomes a page, and what had to be cut or guessed stands in its [`Note`]s. How boxes are computed
//! is not its business: engines implement [`LayoutEngine`] elsewhere.

mod capture;
#[cfg(test)]
mod conformance;
mod decode;
mod engine;
mod fingerprint;
mod hidden;
mod layout;
mod leaves;
mod links;
mod note;
mod page;
mod text;
pub mod tree;

pub use capture::{Capture, Resource};
pub use decode::{Decoded, decode};
pub use engine::{LayoutEngine, LayoutFailure};
pub use fingerprint::Fingerprint;
pub use hidden::is_muted_element;
pub use layout::{Color, Display, Layout, LayoutBuilder, Rect, Style, TextAlign, VIEWPORT_HEIGHT, VIEWPORT_WIDTH};
pub use leaves::{leaves, leaves_below, leaves_shown_or_not};
pub use links::{Link, LinkKind, Links, asks_not_to_follow, links};
pub use note::Note;
pub use page::{Page, StylesheetLink};
pub use text::{clipped, fold, is_blank, is_inline_element, printable, visible_text};
pub use tree::{NodeId, NodeKind, SourceTag, TagKind, Tree, xml_escaped};
