//! Whether bytes look like HTML or like text, for what does not say of itself what it is.

/// The tags that HTML may start with, as browsers recognise them (WHATWG MIME Sniffing, section 7.1).
const OPENINGS: &[&str] = &[
    "!doctype html",
    "html",
    "head",
    "script",
    "iframe",
    "h1",
    "div",
    "font",
    "table",
    "a",
    "style",
    "title",
    "b",
    "body",
    "br",
    "p",
    "meta",
    "center",
    "frameset",
    "ul",
    "link",
];

/// How many first bytes decide.
pub(super) const SNIFF_BYTES: usize = 1024;

/// Whether an answer of this media type is a page; where the type says nothing, its first bytes decide.
pub(crate) fn is_page(media_type: Option<&str>, start: &[u8]) -> bool {
    match media_type {
        Some("text/html" | "application/xhtml+xml" | "application/vnd.wap.xhtml+xml") => true,
        None
        | Some("" | "text/plain" | "text/xml" | "application/xml" | "application/octet-stream" | "unknown/unknown") => {
            is_html(start)
        }
        Some(_) => false,
    }
}

/// Whether this looks like an HTML page. White space, comments and an XML declaration may come first.
pub(super) fn is_html(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(SNIFF_BYTES)];
    // UTF-16 is recognised by leaving out its zero bytes, which no other text has.
    let text: Vec<u8> = if start.starts_with(b"\xFF\xFE") || start.starts_with(b"\xFE\xFF") {
        start[2..].iter().copied().filter(|&byte| byte != 0).collect()
    } else {
        start.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(start).to_vec()
    };
    let mut rest = text.trim_ascii_start();
    loop {
        let end: &[u8] = if rest.starts_with(b"<!--") {
            b"-->"
        } else if rest.starts_with(b"<?xml") {
            b"?>"
        } else {
            return opens_html(rest);
        };
        let Some(found) = memchr::memmem::find(rest, end) else { return false };
        rest = rest[found + end.len()..].trim_ascii_start();
    }
}

/// Whether this is certainly a picture.
pub(super) fn is_image(bytes: &[u8]) -> bool {
    [&b"GIF8"[..], b"\x89PNG\r\n", b"\xFF\xD8\xFF"].iter().any(|signature| bytes.starts_with(signature))
}

fn opens_html(rest: &[u8]) -> bool {
    let Some(tag) = rest.strip_prefix(b"<") else { return false };
    OPENINGS.iter().any(|name| {
        let ends = tag.get(name.len()).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'>');
        ends && tag[..name.len()].eq_ignore_ascii_case(name.as_bytes())
    })
}

/// Whether this can be text that is not HTML, as a stylesheet is.
pub(super) fn is_plain_text(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(SNIFF_BYTES)];
    !start.contains(&0) && !is_html(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_recognised_by_its_first_tag() {
        for html in [
            &b"<!DOCTYPE html>"[..],
            b"\xEF\xBB\xBF \n<HTML lang=en>",
            b"<!-- a --><?xml version='1.0'?> <p>",
            b"\xFF\xFE<\0p\0>\0",
            b"<a href=x>",
        ] {
            assert!(is_html(html), "{html:?}");
            assert!(!is_plain_text(html));
        }
        for other in [&b""[..], b"<", b"a { color: red }", b"<?xml version='1.0'?><rss>", b"<abbr>", b"%PDF", b"<!-- x"]
        {
            assert!(!is_html(other), "{other:?}");
        }
        assert!(is_plain_text(b"a { color: red }") && !is_plain_text(b"\x89PNG\0"));
    }
}
