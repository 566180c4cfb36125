//! The leaves of a page: the nodes that carry content for a reader, in document order. All of the analysis counts in
//! leaves.

use crate::hidden::{holds_fallback, is_muted_element, is_never_shown};
use crate::layout::Layout;
use crate::text::is_blank;
use crate::tree::{NodeId, NodeKind, Tree};

/// The leaves in document order: non-blank text, images with `alt` or `src`, and form controls with a visible value.
///
/// With a layout, its styles alone say what is hidden; without one, what the markup itself hides is left out. A page of
/// which its styles show nothing at all waits for a script to show it: then it is read as the script would show it.
pub fn leaves(tree: &Tree, layout: Option<&Layout>) -> Vec<NodeId> {
    let shown = shown_leaves(tree, layout);
    let Some(layout) = layout.filter(|_| shown.is_empty()) else { return shown };
    let is_removed = |id: NodeId| is_never_shown(tree.name(id)) || layout.is_removed(id);
    let invisible = leaves_from(tree, tree.root(), is_removed, |_| true);
    if invisible.is_empty() { shown_leaves(tree, None) } else { invisible }
}

/// The leaves that are seen before any script has run.
pub(crate) fn shown_leaves(tree: &Tree, layout: Option<&Layout>) -> Vec<NodeId> {
    let is_hidden = |id: NodeId| match layout {
        Some(layout) => is_never_shown(tree.name(id)) || layout.is_removed(id),
        None => is_muted_element(tree, id),
    };
    leaves_from(tree, tree.root(), is_hidden, |element| shows_text(layout, element))
}

/// The leaves below an element, and without regard to what hides the elements around it: a part of the page that is
/// shown later. Markup alone says what is hidden below.
pub fn leaves_below(tree: &Tree, element: NodeId) -> Vec<NodeId> {
    leaves_from(tree, element, |id| is_muted_element(tree, id), |_| true)
}

/// All leaves, those too that are hidden for the time being: what stands in tabs and folded parts. What no style can
/// show is left out.
pub fn leaves_shown_or_not(tree: &Tree) -> Vec<NodeId> {
    leaves_from(tree, tree.root(), |id| is_never_shown(tree.name(id)) || tree.name(id) == "title", |_| true)
}

/// The leaves below an element, given what is hidden with all that is in it, and whose own text shows.
fn leaves_from(
    tree: &Tree,
    first: NodeId,
    is_hidden: impl Fn(NodeId) -> bool,
    shows_text: impl Fn(NodeId) -> bool,
) -> Vec<NodeId> {
    let mut leaves = Vec::new();
    let mut id = first;
    let end = tree.end(id);
    while id < end {
        match tree.kind(id) {
            NodeKind::Text if !is_blank(tree.text(id)) && tree.parent(id).is_none_or(&shows_text) => leaves.push(id),
            NodeKind::Element => {
                if is_hidden(id) || holds_fallback(tree, id) {
                    id = tree.end(id);
                    continue;
                }
                if is_leaf_element(tree, id) {
                    if shows_text(id) {
                        leaves.push(id);
                    }
                    id = tree.end(id);
                    continue;
                }
            }
            _ => {}
        }
        id = id.next();
    }
    leaves
}

/// Whether the computed style of an element lets its own text be seen.
fn shows_text(layout: Option<&Layout>, element: NodeId) -> bool {
    layout.is_none_or(|layout| layout.style(element).is_none_or(|style| style.visible))
}

/// Elements that are leaves themselves, whatever stands in them.
fn is_leaf_element(tree: &Tree, id: NodeId) -> bool {
    let has = |name| tree.attr(id, name).is_some_and(|value| !is_blank(value));
    match tree.name(id) {
        "img" => has("alt") || has("src"),
        "input" => match tree.attr(id, "type").unwrap_or("text").to_ascii_lowercase().as_str() {
            "hidden" | "checkbox" | "radio" | "file" | "range" | "color" => false,
            "image" => has("alt") || has("src") || has("value"),
            // These two show a word of their own when the page gives none.
            "submit" | "reset" => true,
            _ => has("value") || has("placeholder"),
        },
        "select" => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::{Display, LayoutBuilder, Style};
    use expect_test::{Expect, expect};

    fn check(html: &str, expected: Expect) {
        let tree = Tree::parse(html).tree;
        let paths: Vec<String> = leaves(&tree, None).into_iter().map(|id| tree.path(id)).collect();
        expected.assert_eq(&paths.join("\n"));
    }

    #[test]
    fn text_images_and_controls_are_leaves() {
        check(
            "<p>a <b>b</b> <img alt=x> <img> <input value=v> <input type=hidden value=v> <input type=submit>\
             <select><option>o</select><textarea>t</textarea><button>go</button>",
            expect![[r#"
                /html[1]/body[1]/p[1]/text()[1]
                /html[1]/body[1]/p[1]/b[1]/text()[1]
                /html[1]/body[1]/p[1]/img[1]
                /html[1]/body[1]/p[1]/input[1]
                /html[1]/body[1]/p[1]/input[3]
                /html[1]/body[1]/p[1]/select[1]
                /html[1]/body[1]/p[1]/textarea[1]/text()[1]
                /html[1]/body[1]/p[1]/button[1]/text()[1]"#]],
        );
    }

    #[test]
    fn what_the_markup_hides_is_no_leaf() {
        check(
            "<title>t</title><script>s</script><div style='color:red; DISPLAY:None !important'>d</div><p hidden>h</p>\
             <template><p>t</template><noscript>n</noscript><p>x<b style='display:NoNe'>n</b>",
            expect!["/html[1]/body[1]/p[2]/text()[1]"],
        );
    }

    #[test]
    fn what_stands_in_for_films_and_drawings_is_no_leaf() {
        let html = "<video>v<p>v</p></video><audio>a</audio><canvas><b>c</b></canvas><p>x";
        check(html, expect!["/html[1]/body[1]/p[1]/text()[1]"]);
        let tree = Tree::parse(html).tree;
        assert_eq!(crate::visible_text(&tree, tree.root()), "x");
    }

    #[test]
    fn a_layout_alone_says_what_is_hidden() {
        let tree = Tree::parse("<p hidden>a<p style='display: none'>b<p>c<noscript>n</noscript>").tree;
        let mut layout = LayoutBuilder::new("test", tree.len());
        let texts = |layout: &Layout| -> Vec<&str> {
            leaves(&tree, Some(layout)).into_iter().map(|id| tree.text(id)).collect()
        };
        for id in tree.elements() {
            layout.set_style(id, Style { display: Display::Block, ..Style::default() });
        }
        let third = tree.elements().filter(|&id| tree.name(id) == "p").nth(2).unwrap();
        layout.set_style(third, Style { display: Display::None, ..Style::default() });
        assert_eq!(texts(&layout.finish()), ["a", "b"], "a style sheet shows what the markup hides");
    }
}
