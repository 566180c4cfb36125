//! Any bytes become a page whose tree keeps its promises.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lode_fuzz::check_page(bytes));
