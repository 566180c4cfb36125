//! Declarations of our own in an element's `style` attribute, and attributes for the engine in general.

use blitz_dom::{Attribute, BaseDocument, LocalName, NodeId as EngineId, QualName, local_name, ns};
use style::context::QuirksMode;
use style::properties::parse_style_attribute;
use style::stylesheets::{CssRuleType, UrlExtraData};
use url::Url;

/// An attribute as the engine wants it.
pub(super) fn attribute(name: &str, value: impl Into<String>) -> Attribute {
    Attribute { name: attribute_name(name), value: value.into() }
}

/// The name of an attribute.
pub(super) fn attribute_name(name: &str) -> QualName {
    QualName::new(None, ns!(), LocalName::from(name))
}

/// Adds declarations to an element. Being last, they win over those that the page gives the element, if they are as
/// important.
pub(super) fn declare(document: &mut BaseDocument, id: EngineId, ours: &str) {
    let own = document.get_node(id).and_then(|node| node.attr(local_name!("style"))).unwrap_or_default();
    let style = join(own, ours);
    document.mutate().set_attribute(id, attribute_name("style"), &style);
}

/// The page's declarations for one element, and ours behind them. Theirs are parsed and written out anew: a bracket,
/// a quote or a comment that is never closed would swallow ours.
pub(super) fn join(own: &str, ours: &str) -> String {
    if own.trim().is_empty() {
        return ours.to_owned();
    }
    let mut style = well_formed(own);
    if !style.is_empty() && !ours.is_empty() {
        style.push(' ');
    }
    style.push_str(ours);
    style
}

/// What the engine understands of a `style` attribute, each declaration closed by a semicolon.
fn well_formed(own: &str) -> String {
    let Ok(base) = Url::parse("about:blank") else { return String::new() };
    let base = UrlExtraData::from(base);
    // As the engine itself reads the attribute.
    let block = parse_style_attribute(own, &base, None, QuirksMode::NoQuirks, CssRuleType::Style);
    let mut style = String::new();
    match block.to_css(&mut style) {
        Ok(()) => style,
        Err(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_declarations_do_not_swallow_ours() {
        let ours = "width: 5px !important";
        for own in ["color: red; x: (", "color: red; x: \"", "color: red; /*", "color: red; x: {[", "color: red; y: \\"]
        {
            assert_eq!(join(own, ours), format!("color: red; {ours}"), "{own}");
        }
        assert_eq!(join("", ours), ours);
        assert_eq!(join("(", ours), ours);
    }

    #[test]
    fn declarations_keep_their_importance_and_variables() {
        assert_eq!(join("--a: 3px; width: var(--a) !important", ""), "--a: 3px; width: var(--a) !important;");
        assert_eq!(join("background: url(x.png)", "color: red"), "background: url(\"x.png\"); color: red");
    }
}
