//! Small pieces of HTML that all templates need.

/// The text with the characters of markup replaced.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A link.
pub(crate) fn anchor(href: &str, text: &str) -> String {
    format!("<a href=\"{}\">{}</a>", escape(href), escape(text))
}

/// The way from one page of a site to another.
pub(crate) fn relative(from: &str, to: &str) -> String {
    let folder = |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
    let (here, there) = (folder(from), folder(to));
    let file = to.rsplit('/').next().unwrap_or(to);
    match (here.is_empty(), there.is_empty()) {
        (true, _) => to.to_owned(),
        (false, _) if here == there => file.to_owned(),
        (false, true) => format!("../{file}"),
        (false, false) => format!("../{to}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_lead_through_at_most_one_folder() {
        assert_eq!(relative("index.html", "hotels/a.html"), "hotels/a.html");
        assert_eq!(relative("hotels/a.html", "hotels/b.html"), "b.html");
        assert_eq!(relative("hotels/a.html", "index.html"), "../index.html");
        assert_eq!(relative("hotels/a.html", "sights/b.html"), "../sights/b.html");
    }

    #[test]
    fn markup_in_texts_is_harmless() {
        assert_eq!(anchor("a?b&c", "<x>"), "<a href=\"a?b&amp;c\">&lt;x&gt;</a>");
    }
}
