//! Lode turns websites into a knowledge base. This is its public API: everything the command line and the server
//! can do is reachable from here, and they hold no logic of their own.
//!
//! A run goes from [`Input`]s to [`Page`]s with boxes and on to what is seen in them; `pipeline.rs` is the only
//! place that knows the order of the stages.
//!
//! ```
//! use lode::{Capture, Engine, Page};
//!
//! let mut page = Page::new(Capture::new("hello.html", "<h1>Hello</h1><p>A page.</p>"));
//! Engine::Embedded.start()?.lay_out(&mut page);
//! let layout = page.layout.as_ref().expect("the embedded engine has laid it out");
//! let heading = page.tree.find("/html[1]/body[1]/h1[1]")?;
//! assert_eq!(layout.style(heading).map(|style| style.font_weight), Some(700));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// The guide for programs that call Lode; its examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct Guide;

mod engine;
pub mod kb;
pub mod mining;
mod ordered;
mod overview;
mod page_error;
mod pages;
mod parts;
mod picture;
mod pipeline;
pub mod populating;
mod sheets;
mod upshot;
pub mod wire;
pub mod wrapping;

pub use ::export;
pub use ::job;
pub use ::store;
pub use analysis::{Content, bartree, declared, hierarchy, regions, segments, tables};
pub use engine::{Engine, StartedEngine};
pub use fetch::browser::BrowserError;
pub use fetch::crawl;
pub use fetch::source::{HttpError, Input, InputError, Network, ReadError, RecordError, WebError};
pub use knowledge::names::Dictionary;
pub use knowledge::ontology::{Ontology, local_name};
pub use knowledge::rdf::Syntax;
pub use layout::CONTAINED_THREAD;
pub use overview::overview;
pub use page::tree;
pub use page::{Capture, Color, Display, Layout, NodeId, NodeKind, Note, Page, Rect, Style, TextAlign, Tree};
pub use page::{clipped, fold, printable, visible_text};
pub use page_error::PageError;
pub use pages::Pages;
pub use parts::{Methods, Parts};
pub use picture::{Layers, picture};
pub use sheets::{BookPage, RecordBook, glance_sheet, list_sheet};
pub use upshot::Upshot;
pub use url::Url;
