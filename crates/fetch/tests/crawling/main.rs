//! What a site may expect of a crawl: that it obeys, waits, stays within its bounds, asks nobody else, and keeps what
//! it was given. What servers do wrong stands in `tests/misbehaving`.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod archive;
mod bounds;
mod codings;
mod containment;
#[path = "../misbehaving/crawling.rs"]
mod crawling;
mod finding;
mod guarded;
mod pacing;
mod records;
mod revisits;
mod rules;
#[path = "../misbehaving/server.rs"]
mod server;
mod waiting;
