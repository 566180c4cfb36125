//! The stylesheets that a stylesheet imports. Only its head is read, since `@import` counts nowhere else; this is no
//! CSS parser.

/// The addresses that `@import` rules name, as written and in order.
pub(crate) fn imports(css: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = css.trim_start_matches('\u{FEFF}');
    loop {
        rest = skip_blank(rest);
        if let Some(behind) = strip_keyword(rest, "@import") {
            let Some((address, behind)) = address(skip_blank(behind)) else { return found };
            found.push(address);
            rest = skip_statement(behind);
        } else if let Some(behind) = strip_keyword(rest, "@charset").or_else(|| strip_keyword(rest, "@layer")) {
            // A layer with a block is no statement, and ends the head of the sheet.
            let statement = skip_statement(behind);
            let skipped = &behind[..behind.len() - statement.len()];
            if skipped.contains('{') || !skipped.ends_with(';') {
                return found;
            }
            rest = statement;
        } else {
            return found;
        }
    }
}

/// White space, comments and the HTML comment marks that old pages put around styles.
fn skip_blank(mut css: &str) -> &str {
    loop {
        css = css.trim_start();
        if let Some(comment) = css.strip_prefix("/*") {
            css = comment.find("*/").map_or("", |end| &comment[end + 2..]);
        } else if let Some(behind) = css.strip_prefix("<!--").or_else(|| css.strip_prefix("-->")) {
            css = behind;
        } else {
            return css;
        }
    }
}

fn strip_keyword<'css>(css: &'css str, keyword: &str) -> Option<&'css str> {
    let (start, behind) = css.split_at_checked(keyword.len())?;
    let ends = !behind.starts_with(|next: char| next.is_alphanumeric() || matches!(next, '-' | '_'));
    (ends && start.eq_ignore_ascii_case(keyword)).then_some(behind)
}

/// A string or `url(…)`, and what stands behind it.
fn address(css: &str) -> Option<(String, &str)> {
    if let Some(quoted) = quoted(css) {
        return Some(quoted);
    }
    let inner = strip_keyword(css, "url")?.strip_prefix('(')?.trim_start();
    let (address, behind) = match quoted(inner) {
        Some((address, behind)) => (address, behind.find(')').map_or("", |end| &behind[end + 1..])),
        None => {
            let end = inner.find(')')?;
            (inner[..end].trim().to_owned(), &inner[end + 1..])
        }
    };
    Some((address, behind))
}

fn quoted(css: &str) -> Option<(String, &str)> {
    let quote = css.chars().next().filter(|first| matches!(first, '"' | '\''))?;
    let inner = &css[1..];
    let mut is_escaped = false;
    let end = inner.find(|character| {
        let ends = character == quote && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        ends
    })?;
    // Addresses hardly ever hold escapes; a backslash before a character that needs none is all that is undone.
    Some((inner[..end].replace('\\', ""), &inner[end + 1..]))
}

/// What stands behind the next semicolon or opening brace; those in strings do not count.
fn skip_statement(mut css: &str) -> &str {
    loop {
        let Some(at) = css.find([';', '{', '"', '\'']) else { return "" };
        if css[at..].starts_with([';', '{']) {
            return &css[at + 1..];
        }
        let Some((_, behind)) = quoted(&css[at..]) else { return "" };
        css = behind;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(css: &str, expected: &[&str]) {
        assert_eq!(imports(css), expected, "{css}");
    }

    #[test]
    fn imports_are_found_in_the_head_only() {
        check(
            "\u{FEFF}@charset \"utf-8\"; /* a */ @import 'a.css'; @IMPORT url( \"b.css\" ) screen;\n\
             @import url(c.css);",
            &["a.css", "b.css", "c.css"],
        );
        check("<!-- @import \"a.css\"; p { } @import 'b.css'; -->", &["a.css"]);
        check("@layer a, b; @import url('x.css?a;b') layer(a);", &["x.css?a;b"]);
        check("@layer a { p { } } @import 'b.css';", &[]);
        check("@import 'a.css' supports(content: ';'); @import 'b.css';", &["a.css", "b.css"]);
        check("@import 'a\\'b;c.css'; @import 'd.css';", &["a'b;c.css", "d.css"]);
        check("/* @import 'a.css'; */ p {}", &[]);
    }

    #[test]
    fn broken_sheets_end_the_search() {
        for css in
            ["", "@import", "@import url(", "@import 'a", "@charset 'x'", "/* ", "@importx 'a';", "é@import 'a';"]
        {
            check(css, &[]);
        }
        check("@import 'a.css'", &["a.css"]);
    }
}
