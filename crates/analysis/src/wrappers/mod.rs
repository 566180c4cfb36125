//! Wrappers: how each varying text of a template is found again on its pages.
//!
//! [`reading`] lists the texts of a page with their places, [`slots`] finds what the pages of a template have in common.

pub mod places;
pub mod reading;
pub mod slots;
pub mod templates;
