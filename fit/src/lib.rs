//! The weights of evidence, fitted to pages whose truth is known: `cargo xtask fit TASK`.
//!
//! 1. a task reads pages and their truth into decisions: candidates with facts, and which of them are right ([`tasks`])
//! 2. the weights are found by regularised logistic regression ([`regression`])
//! 3. what they are worth is told by pages that were left out of the fit ([`validation`])
//! 4. the file of weights is written anew, with both scores in its header ([`weights`])
//!
//! Nothing here is part of Lode, and nothing of Lode depends on it.

pub mod decision;
pub mod pages;
pub mod parallel;
pub mod regression;
pub mod tasks;
pub mod truth;
pub mod validation;
pub mod weights;
