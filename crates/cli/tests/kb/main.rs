//! A knowledge base as people use it: filled from pages, asked, merged, explained, taken back, exported, loaded again,
//! and killed while it is filled.

mod desk;
mod files;
mod harvests;
mod kills;
mod losses;
mod merging;
mod served;
mod stops;
mod web;
