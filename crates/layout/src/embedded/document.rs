//! A page's tree replayed into the engine's document, with the page's style, our user-agent style and the style that
//! old attributes stand for.

use std::sync::LazyLock;

use blitz_dom::{Attribute, BaseDocument, DocumentConfig, NodeId as EngineId, QualName, UserAgentStylesheet, ns};
use blitz_traits::shell::{ColorScheme, Viewport};
use html5ever::local_name;
use page::tree::{Namespace, Quirks, Tree};
use page::{NodeId, NodeKind, Page, VIEWPORT_HEIGHT, VIEWPORT_WIDTH};

use super::spans::{MAX_SPAN, Spans, caption_of};
use super::style_attribute::attribute;
use super::stylesheets::Sheets;
use super::{fonts, legacy, matching};

/// How many tracks grids that are described in `style` attributes may have, all together; those of later ones are not
/// made.
const MAX_TRACKS: u64 = 1_000_000;

/// What the engine needs of a page; its own copy, since it may run longer than anyone waits.
pub(super) struct Input {
    pub(super) tree: Tree,
    sheets: Sheets,
}

impl Input {
    pub(super) fn of(page: &Page) -> Input {
        Input { tree: page.tree.clone(), sheets: Sheets::of(page) }
    }

    fn is_quirky(&self) -> bool {
        self.tree.quirks() == Quirks::Full
    }
}

/// The engine's document, and which of its nodes stands for which of ours.
pub(super) struct Replay {
    pub(super) document: BaseDocument,
    pub(super) engine_ids: Vec<Option<EngineId>>,
}

static USER_AGENT: LazyLock<UserAgentStylesheet> =
    LazyLock::new(|| UserAgentStylesheet::parse(include_str!("user_agent.css")));
static QUIRKS: LazyLock<UserAgentStylesheet> = LazyLock::new(|| UserAgentStylesheet::parse(include_str!("quirks.css")));

/// Builds the document.
pub(super) fn replay(input: &Input) -> Replay {
    let hints = legacy::Hints::of(&input.tree);
    let mut ua_stylesheets = vec![UserAgentStylesheet::default_sheet(), USER_AGENT.clone()];
    if input.is_quirky() {
        ua_stylesheets.push(QUIRKS.clone());
    }
    if !hints.css().is_empty() {
        ua_stylesheets.push(UserAgentStylesheet::parse(hints.css()));
    }
    let mut document = BaseDocument::new(DocumentConfig {
        viewport: Some(Viewport::new(VIEWPORT_WIDTH, VIEWPORT_HEIGHT, 1.0, ColorScheme::Light)),
        ua_stylesheets,
        font_ctx: Some(fonts::context()),
        // A second layout of changed parts only gets the places of floats and boxes in lines wrong.
        incremental: Some(false),
        ..DocumentConfig::default()
    });
    let engine_ids = replay_nodes(&input.tree, &hints, &mut document);
    input.sheets.attach(&input.tree, &engine_ids, &mut document);
    Replay { document, engine_ids }
}

/// Creates all nodes, then links them below the root in one step, so that the engine sees one complete subtree.
fn replay_nodes(tree: &Tree, hints: &legacy::Hints, document: &mut BaseDocument) -> Vec<Option<EngineId>> {
    let root = document.root_node().id;
    let mut engine_ids: Vec<Option<EngineId>> = vec![None; tree.len()];
    let spans = Spans::of(tree);
    let mut tracks = 0;
    let mut mutator = document.mutate();
    for id in tree.nodes() {
        engine_ids[id.index()] = match tree.kind(id) {
            NodeKind::Document => Some(root),
            NodeKind::Text if is_laid_out_text(tree, id) => Some(mutator.create_text_node(tree.text(id))),
            NodeKind::Element => {
                let mut attributes = element_attributes(tree, id, hints);
                let style = attributes.iter().find(|attribute| attribute.name.local == local_name!("style"));
                tracks += style
                    .filter(|style| style.value.contains("grid"))
                    .map_or(0, |style| matching::tracks(&style.value));
                if tracks > MAX_TRACKS {
                    attributes.retain(|attribute| !attribute.value.contains("grid"));
                }
                if let Some(span) = spans.get(id) {
                    attributes.push(attribute("colspan", span.columns.to_string()));
                    attributes.push(attribute("rowspan", span.rows.to_string()));
                }
                Some(mutator.create_element(element_name(tree, id), attributes))
            }
            _ => None,
        };
    }
    // Children first: what is linked below the root last arrives there whole.
    for id in tree.nodes().rev() {
        let Some(parent) = engine_ids[id.index()] else { continue };
        // The options of a drop-down are not on the page until it is opened.
        if tree.name(id) == "select" && !legacy::is_list_box(tree, id) {
            continue;
        }
        let mut children: Vec<EngineId> = tree.children(id).filter_map(|child| engine_ids[child.index()]).collect();
        if let Some(caption) = caption_of(tree, id).and_then(|caption| engine_ids[caption.index()]) {
            // The engine has no box for captions; a first row with one cell looks the same.
            let row = mutator.create_element(QualName::new(None, ns!(html), local_name!("tr")), Vec::new());
            mutator.append_children(row, &[caption]);
            children.retain(|&child| child != caption);
            children.insert(0, row);
        }
        if !children.is_empty() {
            mutator.append_children(parent, &children);
        }
    }
    drop(mutator);
    engine_ids
}

/// How many controls there are to lay out.
pub(super) fn controls(tree: &Tree) -> usize {
    tree.elements().filter(|&id| matches!(tree.name(id), "input" | "textarea" | "select" | "button")).count()
}

/// How much text there is to lay out.
pub(super) fn text_bytes(tree: &Tree) -> usize {
    let texts = tree.nodes().filter(|&id| tree.kind(id) == NodeKind::Text && is_laid_out_text(tree, id));
    texts.map(|id| tree.text(id).len()).sum()
}

/// Whether a text node can have a box. Style and script have none, and the engine would read style a second time.
fn is_laid_out_text(tree: &Tree, id: NodeId) -> bool {
    tree.parent(id).is_none_or(|parent| {
        !matches!(tree.name(parent), "style" | "script" | "noscript" | "iframe" | "noframes" | "title")
            && tree.kind(parent) != NodeKind::TemplateContent
    })
}

fn element_name(tree: &Tree, id: NodeId) -> QualName {
    let namespace = match tree.namespace(id) {
        Namespace::Html => ns!(html),
        Namespace::Svg => ns!(svg),
        Namespace::MathMl => ns!(mathml),
    };
    QualName::new(None, namespace, tree.local_name(id).clone())
}

/// The attributes that style and layout depend on. Addresses stay out: the engine would try to load them.
fn element_attributes(tree: &Tree, id: NodeId, hints: &legacy::Hints) -> Vec<Attribute> {
    let name = tree.name(id);
    let is_shown_without_size = name == "img" && !matches!(legacy::absent_image(tree, id), legacy::AbsentImage::Box);
    let mut attributes: Vec<Attribute> = tree
        .attrs(id)
        .filter(|(key, _)| {
            !(key.starts_with("on")
                || matches!(key.as_str(), "src" | "srcset" | "srcdoc" | "data" | "poster" | "align" | "autofocus")
                || (key == "href" && name != "a" && name != "area")
                || (is_shown_without_size && matches!(key.as_str(), "width" | "height")))
        })
        // The engine makes a column for each that a `col` spans, however many that are. Cells get theirs later.
        .filter(|(key, value)| match key.as_str() {
            "span" => value.trim().parse().is_ok_and(|count: usize| count <= MAX_SPAN),
            "colspan" | "rowspan" => false,
            _ => true,
        })
        .map(|(key, value)| attribute(&key, value))
        .collect();
    if let Some(hint) = hints.of_element(id) {
        attributes.push(attribute(&legacy::hint_attribute(hint), ""));
    }
    if name == "input" && tree.attr(id, "value").is_none() {
        let label = match tree.attr(id, "type").unwrap_or_default().to_ascii_lowercase().as_str() {
            "submit" => "Submit",
            "reset" => "Reset",
            _ => "",
        };
        attributes.extend((!label.is_empty()).then(|| attribute("value", label)));
    }
    if name == "a" && tree.attr(id, "href").is_some() {
        // Only that there is an address matters, and a malformed one would be a panic.
        attributes.retain(|attribute| attribute.name.local != local_name!("href"));
        attributes.push(attribute("href", "#"));
    }
    attributes
}
