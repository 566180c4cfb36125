//! Whatever bytes come, the tree keeps its promises: the checks of the fuzz targets, on random soup.

#[path = "../../../fuzz/src/lib.rs"]
pub mod invariants;

use proptest::prelude::*;

const PARTS: &[&str] = &[
    "<div>",
    "</div>",
    "<b>",
    "</b>",
    "<a x=1>",
    "</a>",
    "<i a=1 b=2>",
    "<p>",
    "</p>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<caption>",
    "<colgroup>",
    "<col>",
    "<li>",
    "<ul>",
    "<svg>",
    "<math>",
    "<mi>",
    "<title>",
    "</title>",
    "<foreignObject>",
    "<desc>",
    "<template>",
    "</template>",
    "<select>",
    "<option>",
    "<script>",
    "</script>",
    "<textarea>",
    "</textarea>",
    "<frameset>",
    "<body c=d>",
    "<html e=f>",
    "<head>",
    "</body>",
    "</html>",
    "<nobr>",
    "<button>",
    "<form>",
    "</form>",
    "<ruby>",
    "<rt>",
    "<object>",
    "</object>",
    "<!--c-->",
    "<!doctype html>",
    "<!",
    "&amp;",
    "&#0;",
    "\0",
    "\r\n",
    " ",
    "x",
    "ä",
    "<![CDATA[",
    "]]>",
    "<plaintext>",
    "<style>",
    "</style>",
    "</br>",
    "<annotation-xml encoding=text/html>",
    "<svg xlink:href=a xml:lang=b>",
    "<x-y 1=2 a:b=c \"=d>",
    "</x-y>",
];

proptest! {
    #[test]
    fn soup_of_tags(parts in proptest::collection::vec(proptest::sample::select(PARTS), 0..120)) {
        invariants::check_page(parts.concat().as_bytes());
    }

    #[test]
    fn soup_of_characters(bytes in proptest::collection::vec(
        prop_oneof![Just(b'<'), Just(b'>'), Just(b'/'), Just(b'!'), Just(b'-'), Just(b'"'), Just(b'='), Just(b'&'),
                    Just(b' '), Just(b'a'), Just(b'p'), any::<u8>()],
        0..200
    )) {
        invariants::check_page(&bytes);
    }

    #[test]
    fn any_bytes_can_be_decoded(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        invariants::check_decoding(&bytes);
    }
}
