//! Cuts tags with absurdly many attributes before they reach the tokenizer, whose check for duplicate attributes is
//! quadratic in their number. Source that has none is passed on as it is.

use std::borrow::Cow;

use super::MAX_ATTRIBUTES;

/// The source without the attributes beyond [`MAX_ATTRIBUTES`] of any tag, and how many those were.
pub(super) fn cut_attribute_floods(html: &str) -> (Cow<'_, str>, usize) {
    let bytes = html.as_bytes();
    let mut cuts: Vec<(usize, usize)> = Vec::new();
    let mut dropped = 0;
    let mut at = 0;
    while let Some(offset) = memchr::memchr(b'<', &bytes[at..]) {
        at += offset + 1;
        if bytes[at..].starts_with(b"!--") {
            at = memchr::memmem::find(&bytes[at..], b"-->").map_or(bytes.len(), |end| at + end);
        } else if bytes.get(at).is_some_and(u8::is_ascii_alphabetic)
            || (bytes.get(at) == Some(&b'/') && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic))
        {
            let tag = scan_tag(bytes, at);
            if let Some(cut) = tag.surplus {
                cuts.push((cut, tag.end));
                dropped += tag.attributes - MAX_ATTRIBUTES;
            }
            let name = &bytes[at..tag.name_end];
            at = tag.end;
            // The text of scripts is full of things that look like tags.
            if let Some(raw) = [&b"script"[..], b"style"].into_iter().find(|raw| name.eq_ignore_ascii_case(raw)) {
                at = end_of_raw_text(bytes, at, raw);
            }
        }
    }
    if cuts.is_empty() {
        return (Cow::Borrowed(html), 0);
    }
    let mut kept = String::with_capacity(html.len());
    let mut from = 0;
    for (start, end) in cuts {
        kept.push_str(&html[from..start]);
        from = end;
    }
    kept.push_str(&html[from..]);
    (Cow::Owned(kept), dropped)
}

struct TagScan {
    name_end: usize,
    /// Where the `>` is, or the end of the source.
    end: usize,
    attributes: usize,
    /// Where the first surplus attribute starts.
    surplus: Option<usize>,
}

/// Walks one tag as the tokenizer does, counting attributes. `at` is behind the `<`.
fn scan_tag(bytes: &[u8], at: usize) -> TagScan {
    let is_space = |byte: u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'\x0c' | b'/');
    let skip = |mut at: usize, test: &dyn Fn(u8) -> bool| {
        while at < bytes.len() && test(bytes[at]) {
            at += 1;
        }
        at
    };
    let name_end = skip(at, &|byte| !is_space(byte) && byte != b'>');
    let (mut at, mut attributes, mut surplus) = (name_end, 0, None);
    loop {
        at = skip(at, &is_space);
        if at >= bytes.len() || bytes[at] == b'>' {
            return TagScan { name_end, end: at, attributes, surplus };
        }
        attributes += 1;
        if attributes == MAX_ATTRIBUTES + 1 {
            surplus = Some(at);
        }
        // A leading "=" is part of the name.
        at = skip(at + 1, &|byte| !is_space(byte) && byte != b'>' && byte != b'=');
        let equals = skip(at, &|byte| is_space(byte) && byte != b'/');
        if bytes.get(equals) != Some(&b'=') {
            continue;
        }
        at = skip(equals + 1, &|byte| is_space(byte) && byte != b'/');
        at = match bytes.get(at) {
            Some(quote @ (b'"' | b'\'')) => {
                memchr::memchr(*quote, &bytes[at + 1..]).map_or(bytes.len(), |end| at + end + 2)
            }
            _ => skip(at, &|byte| (!is_space(byte) || byte == b'/') && byte != b'>'),
        };
    }
}

/// Where the end tag of a raw-text element starts, or the end of the source.
fn end_of_raw_text(bytes: &[u8], from: usize, name: &[u8]) -> usize {
    let mut at = from;
    while let Some(offset) = memchr::memmem::find(&bytes[at..], b"</") {
        at += offset;
        if bytes.get(at + 2..at + 2 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name)) {
            return at;
        }
        at += 2;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_source_is_untouched() {
        let html = "<a b=c d='>' e=\"<\" f/><script>a <b c</script><!-- <x y -->< z</p";
        assert!(matches!(cut_attribute_floods(html), (Cow::Borrowed(_), 0)));
    }

    #[test]
    fn surplus_attributes_are_cut_and_the_tag_ends_where_it_did() {
        let flood: String = (0..2000).map(|i| format!(" a{i}='>'")).collect();
        let html = format!("<p{flood}>text<b x>");
        let (kept, dropped) = cut_attribute_floods(&html);
        assert_eq!(dropped, 2000 - MAX_ATTRIBUTES);
        assert!(kept.ends_with("a511='>' >text<b x>"), "{}", &kept[kept.len() - 40..]);
    }

    #[test]
    fn a_flood_without_end_is_cut_too() {
        let flood: String = (0..2000).map(|i| format!(" <{i}")).collect();
        let html = format!("<p{flood}");
        let (kept, dropped) = cut_attribute_floods(&html);
        assert_eq!(dropped, 2000 - MAX_ATTRIBUTES);
        assert!(kept.len() < 4000);
    }
}
