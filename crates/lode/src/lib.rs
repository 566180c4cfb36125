//! The public API of Lode.
