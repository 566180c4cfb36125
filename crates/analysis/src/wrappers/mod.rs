//! Wrappers: what turns the pages of a template into data, learnt without examples or taught with one.
//!
//! [`paper`] is the published way, from two pages. Ours takes any number: [`templates`] sorts pages by template,
//! [`reading`] lists the texts of a page with their places, [`slots`] finds what the pages of a template have in
//! common, [`findings`] what they tell, and a [`wrapper`] reads it, as sure as its
//! locators are in [`agreement`]. With an example, [`pasted`] finds it on the page
//! and [`teaching`] learns how to find its likes. When a template has changed, a
//! field is found again by its [`portrait`]: [`healing`].

pub mod agreement;
pub mod choice;
pub mod findings;
pub mod healing;
pub mod locator;
pub mod paper;
pub mod pasted;
pub mod places;
pub mod portrait;
pub mod reading;
pub mod records;
pub mod slots;
pub mod teaching;
pub mod templates;
pub mod texts;
pub mod views;
mod votes;
pub mod wrapper;
