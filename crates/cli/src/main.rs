//! The `lode` command.

fn main() {}
