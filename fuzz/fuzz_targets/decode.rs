//! Any bytes become text.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| lode_fuzz::check_decoding(bytes));
