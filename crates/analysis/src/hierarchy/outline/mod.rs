//! The outline of a page as a reader sees it: a heading heads all that follows, up to the next heading of its rank or
//! of a higher one. That is the outline algorithm of HTML with its implied sections, but by the ranks that are seen
//! ([`super::ranks`]), and within scopes: what stands in an item of a list, in a card or in a menu heads nothing
//! outside.
//!
//! One walk over the elements in the order of the page, with a stack of open headings for each scope.

mod areas;
mod parts;

use std::ops::Range;

use page::{NodeId, NodeKind, Tree};

use self::parts::{Part, line_starts};
use super::ranks::{self, Rank};
use super::table_labels::label_tree;
use super::{Kind, LabelNode, wholes};
use crate::content::Content;
use crate::emphasis;
use crate::tables::{Source, Table};

/// Scopes are not nested deeper than this; no page made for readers comes near. What is deeper belongs to the
/// innermost.
const MAX_SCOPES: usize = 24;

/// Only so many elements around a text are looked at for the link that it stands in.
const LINK_LEVELS: usize = 4;

/// No more headings are open at once in one scope. Ranks below are side by side.
const MAX_OPEN: usize = 12;

/// The outline of a page with these data tables, which bring labels of their own. A text that is frequent on pages of
/// its kind is a label of what follows, however it looks.
pub(super) fn outline(all: &Content<'_>, tables: &[&Table], is_frequent: &dyn Fn(&str) -> bool) -> LabelNode {
    let tables: Vec<&Table> = tables.iter().copied().filter(|table| is_read_by_headers(all, table)).collect();
    let reading = wholes::Reading { drops_marks: true, joins_headings: true };
    let whole = 0..all.leaves().len();
    let (content, _) = wholes::read_as_one(all, std::slice::from_ref(&whole), &tables, reading);
    let starts = line_starts(&content);
    let ranks = ranks::ranks(&content, &starts);
    let tree = content.tree();
    let page = Draft { kind: Kind::Page, leaves: 0..0, node: tree.body(), rank: None, children: Vec::new() };
    let mut outliner = Outliner {
        all,
        content: &content,
        tables: &tables,
        paths: content.paths(),
        top: ranks.iter().flatten().filter(|&&rank| rank > ranks::TERM).min().copied(),
        ranks,
        starts,
        bold: emphasis::standing_out(&content),
        is_frequent,
        drafts: vec![page],
        announced: None,
        scopes: 0,
    };
    outliner.walk(tree.root(), 0..content.leaves().len(), &mut Scope { owner: PAGE, open: Vec::new() });
    let label = content.page.title().unwrap_or_default();
    LabelNode { label, ..outliner.made(PAGE) }
}

/// Whether a table is read by its headers. Terms and labelled lines are found by the walk as well, with the lists that
/// may stand below them.
fn is_read_by_headers(content: &Content<'_>, table: &Table) -> bool {
    let tree = content.tree();
    let is_list = |id: NodeId| matches!(tree.name(id), "li" | "dt") || ranks::marked_level(tree, id).is_some();
    match table.source {
        Source::Table | Source::Boxes => true,
        Source::DefinitionList => false,
        Source::Pairs => !tree.descendants(table.node).any(is_list),
    }
}

/// The draft of the page itself.
const PAGE: usize = 0;

/// A node of the tree while it is made.
#[derive(Debug)]
struct Draft {
    kind: Kind,
    /// The leaves whose words stand for it; none if it has no label.
    leaves: Range<usize>,
    node: NodeId,
    /// Its rank, if it is a heading.
    rank: Option<Rank>,
    children: Vec<usize>,
}

impl Draft {
    fn is_empty_area(&self) -> bool {
        self.kind == Kind::Segment && self.children.is_empty()
    }
}

/// What headings may head: all that follows, but nothing outside.
#[derive(Debug)]
struct Scope {
    /// What all of it belongs to.
    owner: usize,
    /// The headings that head what comes next, the highest first.
    open: Vec<(Rank, usize)>,
}

impl Scope {
    /// What the next thing belongs to.
    fn innermost(&self) -> usize {
        self.open.last().map_or(self.owner, |&(_, draft)| draft)
    }

    /// Ends the sections of this rank and below.
    fn close(&mut self, rank: Rank) {
        let kept = self.open.iter().take_while(|&&(open, _)| open < rank).count();
        self.open.truncate(kept);
    }
}

struct Outliner<'a> {
    /// The page with all its leaves, and with those that are read as one.
    all: &'a Content<'a>,
    content: &'a Content<'a>,
    tables: &'a [&'a Table],
    starts: Vec<bool>,
    paths: Vec<u32>,
    ranks: Vec<Option<Rank>>,
    /// The highest rank of the page.
    top: Option<Rank>,
    bold: Vec<bool>,
    is_frequent: &'a dyn Fn(&str) -> bool,
    drafts: Vec<Draft>,
    /// A line that ends with a colon: what comes next, if it is more than a line, is below it.
    announced: Option<usize>,
    scopes: usize,
}

impl Outliner<'_> {
    fn tree(&self) -> &Tree {
        self.content.tree()
    }

    /// Puts what an element holds below the headings that are open.
    fn walk(&mut self, mut element: NodeId, leaves: Range<usize>, scope: &mut Scope) {
        let mut parts = self.parts(element, &leaves);
        while let [only] = &parts[..]
            && !only.is_line
            && !self.is_bounded(only.node)
        {
            element = only.node;
            parts = self.parts(element, &leaves);
        }
        let is_list = self.is_list(element, &parts);
        // The last line that may head what is indented below it.
        let mut hanging: Option<(&Part, usize)> = None;
        // Up to where parts look alike, and yet are not things of one kind.
        let mut mixed = 0;
        let mut at = 0;
        while let Some(first) = parts.get(at) {
            let (run, is_alike) = if at < mixed { (1, false) } else { self.alike(&parts[at..], is_list) };
            let are_items = is_alike && self.scopes < MAX_SCOPES;
            mixed = mixed.max(if are_items { 0 } else { at + run });
            let now = &parts[at..at + if are_items { run } else { 1 }];
            if let Some((_, line)) = hanging.filter(|(line, _)| !are_items && self.is_indented(first, line)) {
                self.within(first, line);
                at += 1;
                continue;
            }
            hanging = None;
            let is_beside = || {
                let is_content = scope.owner == PAGE;
                self.is_area(first.node)
                    || is_content && (self.stands_beside(at, &parts) || self.is_row_of_links(now, scope))
            };
            if self.scopes == 0 && is_beside() {
                self.area(element, now);
            } else if are_items {
                self.items(now, scope);
            } else if first.is_line {
                hanging = self.line(first.leaves.clone(), scope).map(|line| (first, line));
            } else {
                self.block(first, scope);
            }
            at += now.len();
        }
    }

    /// A block that is no item: a paragraph with a heading of its own, a frame, or just a box.
    fn block(&mut self, part: &Part, scope: &mut Scope) {
        let run_in = self.run_in(part);
        let is_by_itself = run_in.is_some() || self.is_bounded(part.node) || self.is_set_apart(part, scope);
        if !is_by_itself || self.scopes >= MAX_SCOPES {
            return self.walk(part.node, part.leaves.clone(), scope);
        }
        if let Some(rank) = run_in {
            scope.close(rank);
        }
        let owner = self.place(scope);
        self.within(part, owner);
    }

    /// A part of the page with a tree of its own.
    fn area(&mut self, element: NodeId, parts: &[Part]) {
        self.announced = None;
        let node = if let [only] = parts { only.node } else { element };
        let area = self.draft(Kind::Segment, node, PAGE);
        let mut own = Scope { owner: area, open: Vec::new() };
        parts.iter().for_each(|part| self.fill(part, &mut own));
    }

    /// What is in a part, in a scope of its own.
    fn fill(&mut self, part: &Part, own: &mut Scope) {
        if part.is_line {
            self.line(part.leaves.clone(), own);
        } else {
            self.walk(part.node, part.leaves.clone(), own);
        }
    }

    /// What is below a part that heads nothing outside, as children of a draft.
    fn within(&mut self, part: &Part, owner: usize) {
        let mut own = Scope { owner, open: Vec::new() };
        self.scopes += 1;
        self.fill(part, &mut own);
        self.scopes -= 1;
        self.announced = None;
    }

    /// A row of alike parts: each is a child of a group.
    fn items(&mut self, parts: &[Part], scope: &mut Scope) {
        let top = parts.iter().filter_map(|part| self.top_of(&part.leaves)).min();
        if let Some(top) = top
            && !self.is_item(parts[0].node)
        {
            scope.close(top);
        }
        let owner = self.place(scope);
        let list = self.tree().parent(parts[0].node).unwrap_or(parts[0].node);
        let group = self.draft(Kind::Group, list, owner);
        for part in parts {
            let item = self.draft(Kind::Partition, part.node, group);
            self.within(part, item);
            self.settle(item, group);
        }
    }

    /// Says what an item is: the only thing in it, its heading with the rest, its first line with a list below it.
    fn settle(&mut self, item: usize, group: usize) {
        let children = std::mem::take(&mut self.drafts[item].children);
        let top = children.iter().filter_map(|&child| self.drafts[child].rank).min();
        let heads: Vec<usize> = match top {
            Some(top) => children.iter().copied().filter(|&child| self.drafts[child].rank == Some(top)).collect(),
            None => Vec::new(),
        };
        let is_words = |&child: &usize| matches!(self.drafts[child].kind, Kind::Leaf | Kind::Label);
        let has_list = children.iter().skip(1).any(|&child| self.drafts[child].kind == Kind::Group);
        let head = match (&children[..], &heads[..]) {
            ([], _) => None,
            ([only], _) => Some(*only),
            (_, [head]) => Some(*head),
            ([first, ..], _) if has_list && is_words(first) => Some(*first),
            _ => None,
        };
        let last = self.drafts[group].children.pop();
        debug_assert_eq!(last, Some(item));
        match head {
            Some(head) => {
                let at = children.iter().position(|&child| child == head).unwrap_or(0);
                let own = std::mem::take(&mut self.drafts[head].children);
                let below: Vec<usize> = children[..at].iter().chain(&own).chain(&children[at + 1..]).copied().collect();
                if self.drafts[head].kind == Kind::Leaf && !below.is_empty() {
                    self.drafts[head].kind = Kind::Label;
                }
                self.drafts[head].children = below;
                self.drafts[group].children.push(head);
            }
            None if children.is_empty() => {}
            None => {
                self.drafts[item].children = children;
                self.drafts[group].children.push(item);
            }
        }
    }

    /// A line: a heading, a label with its values, or words. Answers with the last words, unless it is a heading.
    fn line(&mut self, leaves: Range<usize>, scope: &mut Scope) -> Option<usize> {
        if let Some(rank) = self.ranks[leaves.start] {
            self.announced = None;
            scope.close(rank);
            scope.open.truncate(MAX_OPEN);
            let head = self.words(leaves.start..leaves.start + 1, scope.innermost());
            self.drafts[head].rank = Some(rank);
            scope.open.push((rank, head));
            if leaves.len() > 1 {
                self.words_of_line(leaves.start + 1..leaves.end, scope.innermost());
            }
            return None;
        }
        let owner = scope.innermost();
        let last = self.words_of_line(leaves.clone(), owner);
        let text = self.content.text(leaves.end - 1);
        self.announced = last.filter(|_| text.ends_with([':', '：']));
        last
    }

    /// The words of a line that is no heading, below a draft. Answers with the last of them.
    fn words_of_line(&mut self, leaves: Range<usize>, owner: usize) -> Option<usize> {
        let mut last = None;
        let mut at = leaves.start;
        let mut label = None;
        while at < leaves.end {
            if self.labels_rest(at, &leaves) {
                let head = self.words(at..at + 1, owner);
                (label, last) = (Some(head), Some(head));
                at += 1;
                continue;
            }
            let end = (at + 1..leaves.end).find(|&leaf| self.labels_rest(leaf, &leaves)).unwrap_or(leaves.end);
            // Links in a row are things of their own; words with links among them are one line.
            let step = if self.has_plain_words(at..end) { end - at } else { 1 };
            for part in (at..end).step_by(step) {
                last = Some(self.words(part..part + step, label.unwrap_or(owner)));
            }
            at = end;
        }
        last
    }

    /// Whether a leaf is the label of what follows in its line.
    fn labels_rest(&self, leaf: usize, line: &Range<usize>) -> bool {
        let text = self.content.text(leaf);
        let ends = leaf + 1 == line.end;
        let is_emphasised = self.bold[leaf] && leaf == line.start && !ends && !self.bold[leaf + 1];
        !ends && !text.is_empty() && (text.ends_with([':', '：']) || is_emphasised) || (self.is_frequent)(&text)
    }

    /// Whether some of the leaves are words outside of links.
    fn has_plain_words(&self, mut leaves: Range<usize>) -> bool {
        leaves.any(|leaf| {
            let node = self.content.leaves()[leaf];
            let is_link = self.tree().ancestors(node).take(LINK_LEVELS).any(|above| self.tree().name(above) == "a");
            let says = || self.content.text(leaf).contains(char::is_alphanumeric);
            self.tree().kind(node) == NodeKind::Text && !is_link && says()
        })
    }

    /// What the next thing that is more than a line belongs to.
    fn place(&mut self, scope: &Scope) -> usize {
        match self.announced.take() {
            Some(line) => line,
            None => scope.innermost(),
        }
    }

    /// Words below a draft, which is a label from now on.
    fn words(&mut self, leaves: Range<usize>, owner: usize) -> usize {
        let node = self.content.common_node(&leaves);
        let words = self.draft(Kind::Leaf, node, owner);
        self.drafts[words].leaves = leaves;
        words
    }

    fn draft(&mut self, kind: Kind, node: NodeId, owner: usize) -> usize {
        let draft = self.drafts.len();
        self.drafts.push(Draft { kind, leaves: 0..0, node, rank: None, children: Vec::new() });
        if self.drafts[owner].kind == Kind::Leaf {
            self.drafts[owner].kind = Kind::Label;
        }
        self.drafts[owner].children.push(draft);
        draft
    }
}

/// Label nodes, made of drafts.
impl Outliner<'_> {
    fn made(&self, draft: usize) -> LabelNode {
        let Draft { kind, ref leaves, node, ref children, .. } = self.drafts[draft];
        if let (Kind::Leaf, Ok(table)) = (kind, self.tables.binary_search_by_key(&node, |table| table.node)) {
            return label_tree(self.all, self.tables[table]);
        }
        let children = match kind {
            Kind::Group => children.iter().map(|&child| self.made(child)).collect(),
            // What stood in a part beside the content may all be in parts within it.
            Kind::Page => {
                let is_something = |&child: &usize| !self.drafts[child].is_empty_area();
                self.grouped(&children.iter().copied().filter(is_something).collect::<Vec<_>>())
            }
            _ => self.grouped(children),
        };
        LabelNode { label: self.content.texts(leaves.clone()), node, kind, children }
    }

    /// Lines of one kind that follow each other are a group.
    fn grouped(&self, drafts: &[usize]) -> Vec<LabelNode> {
        let path = |draft: usize| {
            let Draft { kind, leaves, .. } = &self.drafts[draft];
            (*kind == Kind::Leaf && leaves.len() == 1).then(|| self.paths[leaves.start])
        };
        let mut made = Vec::new();
        for run in drafts.chunk_by(|&one, &next| path(one).is_some() && path(one) == path(next)) {
            let children: Vec<LabelNode> = run.iter().map(|&draft| self.made(draft)).collect();
            if run.len() == 1 {
                made.extend(children);
                continue;
            }
            let node = self.tree().lca(children[0].node, children[children.len() - 1].node);
            made.push(LabelNode { label: String::new(), node, kind: Kind::Group, children });
        }
        made
    }
}
