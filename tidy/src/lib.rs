//! No code: the rules of ARCHITECTURE.md as tests.
