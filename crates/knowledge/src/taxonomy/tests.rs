//! Tests of mining as a whole.
