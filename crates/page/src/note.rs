//! What was cut, guessed or given up while a page was made. A note never stops anything; it is shown to the user
//! beside the result.

use std::fmt;

/// One remark about how a page was made. Its `Display` is the sentence shown to people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// The bytes are not HTML or text, but something else that was recognised by its first bytes.
    NotHtml(&'static str),
    /// Only the first bytes were read.
    BodyCut {
        /// How many bytes were kept.
        kept: usize,
        /// How many bytes there were.
        of: usize,
    },
    /// The page declares one encoding, but its bytes are another's.
    EncodingOverruled {
        /// What the header or the `meta` element says.
        declared: &'static str,
        /// What was used.
        used: &'static str,
    },
    /// Some bytes are malformed in the page's encoding and became U+FFFD.
    MalformedBytes(&'static str),
    /// Tags that would nest deeper than [`crate::tree::MAX_DEPTH`] were flattened.
    TooDeep(usize),
    /// The tree was cut after this many nodes.
    TooManyNodes(usize),
    /// Attributes beyond [`crate::tree::MAX_ATTRIBUTES`] of one tag were dropped.
    AttributesDropped(usize),
    /// Formatting tags (`b`, `font` …) beyond what a page can sensibly hold open were ignored.
    FormattingIgnored(usize),
    /// Tags were ignored because reading them all would have taken too long; their text was kept.
    TooTangled(usize),
    /// Only the first leaves of the page are looked at: it has more than anybody reads.
    LeavesCut {
        /// How many are.
        kept: usize,
        /// How many there are.
        of: usize,
    },
    /// A layout engine gave up; the boxes are a simple estimate.
    LayoutEstimated {
        /// The engine that gave up.
        engine: &'static str,
        /// Why.
        reason: String,
    },
    /// The page shows nothing until a script has run; it was read as the script would show it.
    WaitsForScript,
    /// Stylesheets the page links to were not saved with it.
    StylesheetsMissing(usize),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::NotHtml(kind) => write!(f, "this is not HTML but {kind}"),
            Note::BodyCut { kept, of } => write!(f, "only the first {kept} of {of} bytes were read"),
            Note::EncodingOverruled { declared, used } => {
                write!(f, "declared as {declared}, but the bytes are {used}")
            }
            Note::MalformedBytes(encoding) => write!(f, "some bytes are malformed {encoding}"),
            Note::TooDeep(1) => f.write_str("1 tag nested too deeply was flattened"),
            Note::TooDeep(count) => write!(f, "{count} tags nested too deeply were flattened"),
            Note::TooManyNodes(count) => write!(f, "the tree was cut after {count} nodes"),
            Note::AttributesDropped(1) => f.write_str("1 surplus attribute was dropped"),
            Note::AttributesDropped(count) => write!(f, "{count} surplus attributes were dropped"),
            Note::FormattingIgnored(1) => f.write_str("1 surplus formatting tag was ignored"),
            Note::FormattingIgnored(count) => write!(f, "{count} surplus formatting tags were ignored"),
            Note::TooTangled(1) => f.write_str("1 tag was ignored: the page is too tangled"),
            Note::TooTangled(count) => write!(f, "{count} tags were ignored: the page is too tangled"),
            Note::LeavesCut { kept, of } => write!(f, "only the first {kept} of {of} texts and images are looked at"),
            Note::LayoutEstimated { engine, reason } => {
                write!(f, "boxes are estimated: the {engine} engine gave up ({reason})")
            }
            Note::WaitsForScript => f.write_str("nothing is shown until a script has run; what is hidden was read"),
            Note::StylesheetsMissing(1) => f.write_str("1 linked stylesheet was not saved with the page"),
            Note::StylesheetsMissing(count) => write!(f, "{count} linked stylesheets were not saved with the page"),
        }
    }
}
