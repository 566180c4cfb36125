//! The encoding prescan: what a page's bytes declare, with the suite's default where they declare nothing.

use encoding_rs::{Encoding, WINDOWS_1252};

use super::{KnownFailure, Outcome, dat_cases, files, suite};
use crate::decode::declared_encoding;

/// Cases that fail, and why.
const KNOWN_FAILURES: &[KnownFailure] = &[];

#[test]
fn encoding() {
    let Some(folder) = suite("encoding") else { return };
    let mut outcome = Outcome::default();
    for (file, bytes) in files(&folder, "dat") {
        for (number, case) in dat_cases(&bytes, &["data", "encoding"]).into_iter().enumerate() {
            let data = &case["data"];
            let expected = Encoding::for_label(case["encoding"].trim_ascii()).unwrap().name();
            let marked = Encoding::for_bom(data).map(|(encoding, _)| encoding);
            let got = marked.or_else(|| declared_encoding(data, None)).unwrap_or(WINDOWS_1252).name();
            outcome.record(format!("{file}:{}", number + 1), &String::from_utf8_lossy(data), got, expected);
        }
    }
    outcome.check("encoding", KNOWN_FAILURES);
}
