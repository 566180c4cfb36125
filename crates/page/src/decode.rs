//! Bytes to text: byte order mark, HTTP header, `meta` element, then detection. Never fails.
//!
//! The prescan for `meta` follows the HTML standard's "prescan a byte stream to determine its encoding", but looks
//! further than its 1,024 bytes: browsers, too, obey a later `meta` when their parser meets it.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

use crate::note::Note;

/// How far into the page a `meta` element may declare the encoding.
const PRESCAN_BYTES: usize = 16 * 1024;
/// A page with at least this many non-ASCII characters that is valid UTF-8 is UTF-8, whatever it declares: text in
/// another encoding is that only by a chance of about one in seven for each of its characters.
const SURELY_UTF_8: usize = 6;
/// A declared encoding is overruled when at least one in this many non-ASCII characters is malformed in it.
const MALFORMED_ONE_IN: usize = 10;

/// How much the detector is shown at most, and how much around what is not ASCII.
const DETECTION_BYTES: usize = 64 * 1024;
const DETECTION_CONTEXT: usize = 32;

/// Decoded text, with the encoding that was used and what had to be guessed.
#[derive(Clone, Debug)]
pub struct Decoded<'bytes> {
    /// The text.
    pub text: Cow<'bytes, str>,
    /// The encoding's name in the Encoding Standard.
    pub encoding: &'static str,
    /// What a user should know.
    pub notes: Vec<Note>,
}

/// Decodes a page's bytes; `content_type` is the HTTP header, if there was one.
pub fn decode<'bytes>(bytes: &'bytes [u8], content_type: Option<&str>) -> Decoded<'bytes> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let (text, malformed) = encoding.decode_without_bom_handling(&bytes[mark..]);
        return finish(text, encoding, malformed, Vec::new());
    }
    match declared_encoding(bytes, content_type) {
        Some(encoding) => decode_declared(bytes, encoding),
        None => {
            let encoding = detect(bytes);
            let (text, malformed) = encoding.decode_without_bom_handling(bytes);
            finish(text, encoding, malformed, Vec::new())
        }
    }
}

/// What the header or else the page itself declares.
pub(crate) fn declared_encoding(bytes: &[u8], content_type: Option<&str>) -> Option<&'static Encoding> {
    content_type.and_then(charset_of_content_type).or_else(|| prescan_meta(bytes))
}

/// Uses the declared encoding unless the bytes plainly contradict it: pages saved by tools are often re-encoded to
/// UTF-8 while their `meta` still names the old encoding, and the other way round.
fn decode_declared<'bytes>(bytes: &'bytes [u8], declared: &'static Encoding) -> Decoded<'bytes> {
    if declared != UTF_8
        && let Ok(text) = std::str::from_utf8(bytes)
        && text.chars().filter(|character| !character.is_ascii()).nth(SURELY_UTF_8 - 1).is_some()
    {
        let note = Note::EncodingOverruled { declared: declared.name(), used: UTF_8.name() };
        return finish(Cow::Borrowed(text), UTF_8, false, vec![note]);
    }
    let (text, malformed) = declared.decode_without_bom_handling(bytes);
    if malformed && is_mostly_malformed(&text) {
        let detected = detect(bytes);
        if detected != declared {
            let (retried, still_malformed) = detected.decode_without_bom_handling(bytes);
            if !still_malformed || !is_mostly_malformed(&retried) {
                let note = Note::EncodingOverruled { declared: declared.name(), used: detected.name() };
                return finish(retried, detected, still_malformed, vec![note]);
            }
        }
    }
    finish(text, declared, malformed, Vec::new())
}

fn finish<'a>(text: Cow<'a, str>, encoding: &'static Encoding, malformed: bool, mut notes: Vec<Note>) -> Decoded<'a> {
    if malformed {
        notes.push(Note::MalformedBytes(encoding.name()));
    }
    Decoded { text, encoding: encoding.name(), notes }
}

fn is_mostly_malformed(text: &str) -> bool {
    let (mut replaced, mut non_ascii) = (0, 0);
    for character in text.chars().filter(|character| !character.is_ascii()) {
        non_ascii += 1;
        replaced += usize::from(character == char::REPLACEMENT_CHARACTER);
    }
    replaced * MALFORMED_ONE_IN >= non_ascii
}

/// The encoding that the bytes look like.
fn detect(bytes: &[u8]) -> &'static Encoding {
    // ISO-2022-JP is made of ASCII bytes; it shows by its escapes.
    let has_escapes = memchr::memchr(b'\x1B', bytes).is_some();
    if (!has_escapes || !bytes.is_ascii()) && std::str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    if has_escapes {
        detector.feed(&bytes[..bytes.len().min(DETECTION_BYTES)], false);
    } else {
        telling_parts(bytes).for_each(|part| _ = detector.feed(part, false));
    }
    // The end is not announced: the sample may be cut within a character, which would rule the right encoding out.
    detector.guess(None, Utf8Detection::Allow)
}

/// The parts of a page that tell its encoding: what is not ASCII, with a little around it, until that is enough. The
/// detector is slow, and markup tells it nothing.
fn telling_parts(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (mut at, mut total) = (0, 0);
    std::iter::from_fn(move || {
        let first = at + Encoding::ascii_valid_up_to(&bytes[at..]);
        if first == bytes.len() || total >= DETECTION_BYTES {
            return None;
        }
        let start = first.saturating_sub(DETECTION_CONTEXT).max(at);
        let mut end = first;
        loop {
            end += bytes[end..].iter().take_while(|byte| !byte.is_ascii()).count();
            let gap = Encoding::ascii_valid_up_to(&bytes[end..bytes.len().min(end + 2 * DETECTION_CONTEXT)]);
            if end + gap == bytes.len() || gap == 2 * DETECTION_CONTEXT || end - start >= DETECTION_BYTES {
                break;
            }
            end += gap;
        }
        at = bytes.len().min(end + DETECTION_CONTEXT);
        total += at - start;
        Some(&bytes[start..at])
    })
}

/// The encoding named by the `charset` parameter of a Content-Type header.
fn charset_of_content_type(value: &str) -> Option<&'static Encoding> {
    extract_charset(value.as_bytes()).and_then(encoding_for_web)
}

/// A label as the web means it: UTF-16 in ASCII-compatible bytes can only be UTF-8.
fn encoding_for_web(label: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(label)?;
    Some(if encoding == UTF_16BE || encoding == UTF_16LE {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    })
}

/// The standard's prescan: walks comments and tags, and reads the attributes of `meta`.
fn prescan_meta(bytes: &[u8]) -> Option<&'static Encoding> {
    let bytes = &bytes[..bytes.len().min(PRESCAN_BYTES)];
    let mut at = 0;
    while let Some(offset) = memchr::memchr(b'<', &bytes[at..]) {
        at += offset;
        let rest = &bytes[at..];
        if rest.starts_with(b"<!--") {
            at += memchr::memmem::find(&rest[2..], b"-->")? + 5;
        } else if rest.len() > 5
            && rest[1..5].eq_ignore_ascii_case(b"meta")
            && (rest[5].is_ascii_whitespace() || rest[5] == b'/')
        {
            let mut attributes = Attributes { bytes, at: at + 5 };
            if let Some(encoding) = meta_encoding(&mut attributes) {
                return Some(encoding);
            }
            at = attributes.at;
        } else if rest.len() > 1 && (rest[1].is_ascii_alphabetic() || rest.starts_with(b"</")) {
            let name = rest.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b'>')?;
            let mut attributes = Attributes { bytes, at: at + name };
            while attributes.next().is_some() {}
            at = attributes.at;
        } else if rest.len() > 1 && matches!(rest[1], b'!' | b'/' | b'?') {
            at += memchr::memchr(b'>', rest)?;
        } else {
            at += 1;
        }
    }
    None
}

/// What one `meta` element declares, if it does.
fn meta_encoding(attributes: &mut Attributes<'_>) -> Option<&'static Encoding> {
    let (mut is_content_type, mut needs_pragma, mut charset) = (false, None, None);
    let mut seen: Vec<Vec<u8>> = Vec::new();
    for (name, value) in attributes.by_ref() {
        if seen.contains(&name) {
            continue;
        }
        match name.as_slice() {
            b"http-equiv" => is_content_type = value.eq_ignore_ascii_case(b"content-type"),
            b"content" if charset.is_none() => {
                if let Some(encoding) = extract_charset(&value).and_then(encoding_for_web) {
                    charset = Some(encoding);
                    needs_pragma = Some(true);
                }
            }
            b"charset" => {
                charset = encoding_for_web(&value);
                needs_pragma = Some(false);
            }
            _ => {}
        }
        seen.push(name);
    }
    // A tag that never ends declares nothing.
    attributes.peek()?;
    match needs_pragma? {
        true if !is_content_type => None,
        _ => charset,
    }
}

/// The standard's "extract a character encoding from a meta element": the text behind `charset=`.
fn extract_charset(value: &[u8]) -> Option<&[u8]> {
    let mut at = 0;
    loop {
        let found = value.get(at..)?.windows(7).position(|window| window.eq_ignore_ascii_case(b"charset"))?;
        at += found + 7;
        let rest = value[at..].trim_ascii_start();
        let Some(label) = rest.strip_prefix(b"=") else { continue };
        let label = label.trim_ascii_start();
        return match label.first()? {
            quote @ (b'"' | b'\'') => {
                let end = label[1..].iter().position(|byte| byte == quote)?;
                Some(&label[1..=end])
            }
            _ => {
                let end = label.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b';');
                Some(&label[..end.unwrap_or(label.len())])
            }
        };
    }
}

/// The attributes of one tag in raw bytes, names in lower case; stands behind the tag when it is done.
struct Attributes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Attributes<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_while(&mut self, test: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&test) {
            self.at += 1;
        }
    }

    fn value(&mut self) -> Vec<u8> {
        self.skip_while(|byte| byte.is_ascii_whitespace());
        if self.peek() != Some(b'=') {
            return Vec::new();
        }
        self.at += 1;
        self.skip_while(|byte| byte.is_ascii_whitespace());
        let (start, end) = match self.peek() {
            Some(quote @ (b'"' | b'\'')) => {
                let start = self.at + 1;
                self.at = start;
                self.skip_while(|byte| byte != quote);
                let end = self.at;
                self.at += 1;
                (start, end)
            }
            _ => {
                let start = self.at;
                self.skip_while(|byte| !byte.is_ascii_whitespace() && byte != b'>');
                (start, self.at)
            }
        };
        self.at = self.at.min(self.bytes.len());
        self.bytes[start.min(end)..end].to_ascii_lowercase()
    }
}

impl Iterator for Attributes<'_> {
    type Item = (Vec<u8>, Vec<u8>);

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_while(|byte| byte.is_ascii_whitespace() || byte == b'/');
        if matches!(self.peek(), None | Some(b'>')) {
            return None;
        }
        let start = self.at;
        // A leading "=" belongs to the name, so that the loop always moves on.
        self.at += 1;
        self.skip_while(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'=' | b'/' | b'>'));
        let name = self.bytes[start..self.at].to_ascii_lowercase();
        Some((name, self.value()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: &[u8], header: Option<&str>, encoding: &str, text: &str) {
        let decoded = decode(bytes, header);
        assert_eq!((decoded.encoding, decoded.text.as_ref()), (encoding, text));
    }

    #[test]
    fn the_order_is_mark_header_meta_detection() {
        check(b"\xEF\xBB\xBFa\xC3\xA4", Some("text/html; charset=gbk"), "UTF-8", "aä");
        check(b"\xFF\xFEa\0", None, "UTF-16LE", "a");
        check(
            b"<meta charset=utf-8>\xB5",
            Some("text/html; charset=\"windows-1251\""),
            "windows-1251",
            "<meta charset=utf-8>µ",
        );
        check(b"<meta charset=big5>\xA4\xA4", None, "Big5", "<meta charset=big5>中");
        check(
            b"<META HTTP-EQUIV=Content-Type content='text/html; charset=GB2312'>\xD6\xD0",
            None,
            "GBK",
            "<META HTTP-EQUIV=Content-Type content='text/html; charset=GB2312'>中",
        );
    }

    #[test]
    fn undeclared_pages_are_detected() {
        check("plain ä text".as_bytes(), None, "UTF-8", "plain ä text");
        let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode("これは日本語のページです。ようこそ、私たちのサイトへ。");
        assert_eq!(decode(&bytes, None).encoding, "Shift_JIS");
        let (bytes, _, _) = encoding_rs::GBK.encode("这是一个中文网页，欢迎访问我们的网站，谢谢大家的支持。");
        assert_eq!(decode(&bytes, None).encoding, "GBK");
        let long = "これは日本語のページです。ようこそ、私たちのサイトへ。".repeat(2500);
        for cut in 0..4 {
            let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(&long);
            assert_eq!(decode(&bytes[cut * 2..], None).encoding, "Shift_JIS");
        }
        assert_eq!(decode("中文\u{1b}网页".as_bytes(), None).encoding, "UTF-8");
    }

    #[test]
    fn what_is_shown_to_the_detector_is_what_is_not_ascii() {
        let ascii = "x".repeat(100);
        let page = format!("{ascii}ä{ascii}öü{ascii}");
        let parts: Vec<usize> = telling_parts(page.as_bytes()).map(<[u8]>::len).collect();
        assert_eq!(parts, [32 + 2 + 32, 32 + 4 + 32]);
        assert_eq!(telling_parts("ä".as_bytes()).collect::<Vec<_>>(), ["ä".as_bytes()]);
        let near = format!("ä{}ö", "x".repeat(40));
        assert_eq!(telling_parts(near.as_bytes()).collect::<Vec<_>>(), [near.as_bytes()]);
        assert_eq!(telling_parts(b"abc").count(), 0);
        let endless = vec![0xE4; 3 * DETECTION_BYTES];
        assert!(telling_parts(&endless).map(<[u8]>::len).sum::<usize>() <= endless.len());
    }

    #[test]
    fn a_declaration_that_the_bytes_contradict_is_overruled_and_noted() {
        let page = "<meta charset=gb2312>中华人民共和国，全国人民代表大会".as_bytes();
        let decoded = decode(page, None);
        assert!(decoded.text.contains("中华人民"));
        assert_eq!(decoded.notes, [Note::EncodingOverruled { declared: "GBK", used: "UTF-8" }]);
    }

    #[test]
    fn a_few_broken_bytes_do_not_overrule_the_declaration() {
        let mut page = "<meta charset=utf-8>ein Bär, zwei Bären, drei Bärte, vier Stühle, fünf Öfen, sechs Äpfel"
            .as_bytes()
            .to_vec();
        page.extend("äöü".repeat(20).as_bytes());
        page.push(0xE4);
        let decoded = decode(&page, None);
        assert_eq!(decoded.encoding, "UTF-8");
        assert_eq!(decoded.notes, [Note::MalformedBytes("UTF-8")]);
    }

    #[test]
    fn a_meta_in_a_comment_or_without_its_pragma_does_not_count() {
        check(b"<!-- <meta charset=koi8-r> --><p>a", None, "UTF-8", "<!-- <meta charset=koi8-r> --><p>a");
        check(
            b"<meta content='text/html; charset=koi8-r'>a",
            None,
            "UTF-8",
            "<meta content='text/html; charset=koi8-r'>a",
        );
    }
}
