//! What was received: the bytes of one page with where, when and how they came. The input type of the whole system.

use std::time::SystemTime;

/// One page as it was received, before anything is made of it.
#[derive(Clone, Debug, Default)]
pub struct Capture {
    /// What the user called it: a file path, a URL, or the URL of a WARC record. Printed as `"page"`.
    pub name: String,
    /// The address the page came from, if it is known.
    pub url: Option<String>,
    /// The response headers, in order, names as received.
    pub headers: Vec<(String, String)>,
    /// When it was received, if it is known.
    pub time: Option<SystemTime>,
    /// The body, content-encoding undone, charset not.
    pub body: Vec<u8>,
    /// Stylesheets and other parts that were saved with the page.
    pub resources: Vec<Resource>,
}

/// A part of a page that has its own address, such as a stylesheet.
#[derive(Clone, Debug)]
pub struct Resource {
    /// The absolute address under which the page refers to it.
    pub url: String,
    /// Its bytes.
    pub body: Vec<u8>,
}

impl Capture {
    /// A capture of which nothing is known but its name and its bytes.
    pub fn new(name: impl Into<String>, body: impl Into<Vec<u8>>) -> Self {
        Capture { name: name.into(), body: body.into(), ..Capture::default() }
    }

    /// The value of the first header with this name, whatever its case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}
