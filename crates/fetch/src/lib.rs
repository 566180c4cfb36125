//! The only part of Lode that reads from outside: files, folders, WARCs, and a real browser.
//!
//! [`source`] turns what a user names into captures, one at a time, and finds the stylesheets that were saved with
//! them. [`crawl`] brings whole sites into an [`archive`], and obeys what they ask of robots. [`net`] is the one way
//! out. [`browser`] lays pages out in Chromium, without any network. What a page means is not this crate's business,
//! and the order in which its parts are used is decided elsewhere.

pub mod archive;
pub mod browser;
mod coding;
pub mod crawl;
pub mod net;
mod robots;
pub mod source;
