//! Wrappers: what turns the pages of one site into data, learnt from examples. Each way of learning is a module.

pub mod paper;
