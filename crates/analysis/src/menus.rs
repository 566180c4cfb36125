//! The links of a page that may name a part of its site, as they stand in menus: which row of like links each one is
//! in, and what stands above the row. By markup alone: menus are often folded away until a reader points at them.

use page::{NodeId, NodeKind, Page, Tree, fold, visible_text};
use rustc_hash::FxHashMap;
use url::Url;

/// A name of a section has no more words than this; what has more is a headline.
const MOST_WORDS: usize = 5;
/// Nor more characters.
const MOST_CHARACTERS: usize = 40;
/// Beside a menu's link there is room for an icon's name or a count, but not for a sentence.
const MOST_BESIDE: usize = 24;
/// A row of which so large a share are no names is a list.
const LIST_SHARE: f64 = 0.34;
/// A heading stands no more elements above its row than this.
const MOST_LEVELS: usize = 10;
/// No page has more links that matter.
const MOST_LINKS: usize = 20_000;

/// What a page's links say about the site.
#[derive(Clone, Debug, Default)]
pub struct MenuLinks {
    /// The links that may name a section, in document order.
    pub links: Vec<MenuLink>,
    /// The other links, which lead to what the page lists.
    pub listed: Vec<ListedLink>,
    /// For each list, what stands above it.
    pub list_heads: Vec<Option<Above>>,
}

/// A link that may name a section of the site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MenuLink {
    /// The link's element.
    pub node: NodeId,
    /// What a reader sees, folded.
    pub label: String,
    /// Where it leads, without a fragment.
    pub url: Url,
    /// The row of like links that it stands in; links of one row have the same number.
    pub row: usize,
    /// Its place in its row, from zero.
    pub position: usize,
    /// What stands above the row.
    pub above: Option<Above>,
    /// The part of the page that it stands in.
    pub area: Area,
}

/// A link whose text is no name of a section: a headline, mostly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedLink {
    /// The link's element.
    pub node: NodeId,
    /// What a reader sees, folded.
    pub label: String,
    /// Where it leads, without a fragment.
    pub url: Url,
    /// The list that it stands in; links of one list have the same number.
    pub list: usize,
    /// The part of the page that it stands in.
    pub area: Area,
}

/// What stands above a row of links: the link that the row unfolds from, or a heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Above {
    /// Its text, folded.
    pub text: String,
    /// Where it leads, if it is a link.
    pub url: Option<Url>,
}

/// The parts of a page, as its markup tells them apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Area {
    /// The head of the page.
    Header,
    /// A menu, wherever it stands.
    Menu,
    /// What the page is about.
    Main,
    /// The foot of the page.
    Footer,
    /// The way from the home page to this one.
    Trail,
}

/// The links of a page that may name a part of its site.
pub fn menu_links(page: &Page) -> MenuLinks {
    let Some(base) = page.link_base() else { return MenuLinks::default() };
    let reader = Reader::new(&page.tree);
    let mut found = MenuLinks::default();
    let mut rows: FxHashMap<NodeId, RowState> = FxHashMap::default();
    let mut lists: FxHashMap<NodeId, usize> = FxHashMap::default();
    for candidate in candidates(&reader, &base) {
        let Candidate { node, label, url, item, is_listed } = candidate;
        let area = reader.area(node);
        if is_listed {
            let count = lists.len();
            let list = *lists.entry(item.row).or_insert(count);
            if list == count {
                found.list_heads.push(reader.above(item.row, &base));
            }
            found.listed.push(ListedLink { node, label, url, list, area });
            continue;
        }
        let count = rows.len();
        let row = rows.entry(item.row).or_insert_with(|| RowState {
            number: count,
            length: 0,
            above: reader.above(item.row, &base),
        });
        let position = row.length;
        row.length += 1;
        let above = row.above.clone().filter(|above| above.url.as_ref() != Some(&url));
        found.links.push(MenuLink { node, label, url, row: row.number, position, above, area });
    }
    promote(&mut found.links, |node| reader.is_emphasised(node));
    found
}

/// A link before it is known whether its row is a menu.
struct Candidate {
    node: NodeId,
    label: String,
    url: Url,
    item: Item,
    is_listed: bool,
}

/// All links that lead to pages. Where some links of a row are listed, all are.
fn candidates(reader: &Reader<'_>, base: &Url) -> Vec<Candidate> {
    let mut found = Vec::new();
    let mut counts: FxHashMap<NodeId, (usize, usize)> = FxHashMap::default();
    for &node in &reader.links {
        let Some(url) = target(reader.tree, node, base) else { continue };
        let label = label(reader.tree, node);
        let item = reader.item(node);
        let is_listed = !is_name(&label) || reader.text_beside_links(item.own) > MOST_BESIDE || item.is_record;
        let (listed, all) = counts.entry(item.row).or_default();
        *listed += usize::from(is_listed);
        *all += 1;
        found.push(Candidate { node, label, url, item, is_listed });
    }
    for candidate in &mut found {
        let (listed, all) = counts[&candidate.item.row];
        candidate.is_listed |= listed as f64 >= all as f64 * LIST_SHARE;
    }
    found
}

/// Divides rows in which some links stand out, each followed by plain ones, into what stands out and what it heads.
fn promote(links: &mut [MenuLink], stands_out: impl Fn(NodeId) -> bool) {
    let mut rows: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (index, link) in links.iter().enumerate() {
        rows.entry(link.row).or_default().push(index);
    }
    let mut next_row = links.iter().map(|link| link.row + 1).max().unwrap_or_default();
    let mut numbers: Vec<usize> = rows.keys().copied().collect();
    numbers.sort_unstable();
    for number in numbers {
        let row = &rows[&number];
        let heads: Vec<bool> = row.iter().map(|&index| stands_out(links[index].node)).collect();
        let first = heads.iter().position(|head| *head);
        let Some(first) = first.filter(|&first| heads[first..].iter().any(|head| !head)) else { continue };
        let (mut above, mut position) = (None, 0);
        for (&index, &is_head) in row.iter().zip(&heads).skip(first) {
            if is_head {
                above = Some(Above { text: links[index].label.clone(), url: Some(links[index].url.clone()) });
                (next_row, position) = (next_row + 1, 0);
            } else {
                links[index].row = next_row;
                links[index].position = position;
                links[index].above.clone_from(&above);
                position += 1;
            }
        }
        next_row += 1;
    }
}

/// What is known of a row while its links are gathered.
struct RowState {
    number: usize,
    length: usize,
    above: Option<Above>,
}

/// Where a link leads, if to a page and not merely to another place of the same one.
fn target(tree: &Tree, node: NodeId, base: &Url) -> Option<Url> {
    let href = tree.attr(node, "href")?.trim();
    if href.is_empty() || href.starts_with('#') {
        return None;
    }
    let mut url = base.join(href).ok()?;
    url.set_fragment(None);
    matches!(url.scheme(), "http" | "https" | "file").then_some(url)
}

/// What a reader sees of a link, or hears if there is nothing to see.
fn label(tree: &Tree, node: NodeId) -> String {
    let seen = visible_text(tree, node);
    if !seen.is_empty() {
        return seen;
    }
    let image = tree.descendants(node).filter(|&id| tree.name(id) == "img").find_map(|id| tree.attr(id, "alt"));
    let heard = [image, tree.attr(node, "aria-label"), tree.attr(node, "title")];
    heard.into_iter().flatten().map(fold).find(|text| !text.is_empty()).unwrap_or_default()
}

/// Whether a text is short enough to be a name, and has letters.
pub fn is_name(text: &str) -> bool {
    text.chars().count() <= MOST_CHARACTERS
        && text.split(' ').filter(|word| word.chars().any(char::is_alphanumeric)).count() <= MOST_WORDS
        && text.chars().any(char::is_alphabetic)
}

/// Where a link stands among others.
struct Item {
    /// The largest element that holds no other link.
    own: NodeId,
    /// The element whose children are the row.
    row: NodeId,
    /// Whether it stands in an element for records.
    is_record: bool,
}

/// A tree with sums over its nodes, so that questions about subtrees cost nothing.
struct Reader<'tree> {
    tree: &'tree Tree,
    links: Vec<NodeId>,
    /// For each node, the number of links before it.
    links_before: Vec<u32>,
    /// For each link, where the run of links to the same page ends.
    run_ends: Vec<u32>,
    /// For each node, the characters of text outside of links before it.
    text_before: Vec<u32>,
}

impl<'tree> Reader<'tree> {
    fn new(tree: &'tree Tree) -> Reader<'tree> {
        let mut links = Vec::new();
        let mut links_before = Vec::with_capacity(tree.len() + 1);
        let mut text_before = Vec::with_capacity(tree.len() + 1);
        let mut text = 0;
        let mut muted_end = 0;
        let mut link_end = 0;
        for id in tree.nodes() {
            links_before.push(links.len() as u32);
            text_before.push(text);
            if id.index() < muted_end {
                continue;
            }
            match tree.kind(id) {
                NodeKind::Element if is_never_shown(tree.name(id)) => muted_end = tree.end(id).index(),
                NodeKind::Element
                    if matches!(tree.name(id), "a" | "area")
                        && tree.attr(id, "href").is_some()
                        && links.len() < MOST_LINKS =>
                {
                    links.push(id);
                    link_end = tree.end(id).index();
                }
                NodeKind::Text if id.index() >= link_end => {
                    text += tree.text(id).chars().filter(|character| character.is_alphanumeric()).count() as u32;
                }
                _ => {}
            }
        }
        links_before.push(links.len() as u32);
        text_before.push(text);
        let mut run_ends = vec![links.len() as u32; links.len()];
        for index in (1..links.len()).rev() {
            let is_same = tree.attr(links[index - 1], "href") == tree.attr(links[index], "href");
            run_ends[index - 1] = if is_same { run_ends[index] } else { index as u32 };
        }
        Reader { tree, links, links_before, run_ends, text_before }
    }

    fn links_in(&self, node: NodeId) -> usize {
        let range = self.tree.subtree(node);
        (self.links_before[range.end] - self.links_before[range.start]) as usize
    }

    /// Whether all links of an element lead to one page, as those of a record often do.
    fn leads_to_one(&self, node: NodeId) -> bool {
        let range = self.tree.subtree(node);
        let (first, end) = (self.links_before[range.start], self.links_before[range.end]);
        first < end && self.run_ends[first as usize] >= end
    }

    fn text_beside_links(&self, node: NodeId) -> usize {
        let range = self.tree.subtree(node);
        (self.text_before[range.end] - self.text_before[range.start]) as usize
    }

    /// Finds the row of a link: the lowest element in which it, or what it heads, has like siblings with links.
    fn item(&self, link: NodeId) -> Item {
        let tree = self.tree;
        let mut own = link;
        let mut item = link;
        let mut is_head = false;
        let mut is_record = false;
        while let Some(parent) = tree.parent(item).filter(|&id| !matches!(tree.name(id), "body" | "html" | "")) {
            is_record |= tree.name(item) == "article";
            if self.links_in(parent) == self.links_in(item) || (!is_head && self.leads_to_one(parent)) {
                item = parent;
                if !is_head {
                    own = parent;
                }
                continue;
            }
            if self.has_like_sibling(item, is_head) {
                return Item { own, row: parent, is_record };
            }
            // A link that stands first in an element with other links may head them; then its row is that element's.
            let heads = self.links_before[parent.index()] == self.links_before[link.index()];
            if !heads || is_part(tree, parent) {
                break;
            }
            is_head = true;
            item = parent;
        }
        Item { own, row: own, is_record }
    }

    /// Whether a sibling of the same kind holds links too. What is no item of a list must look alike.
    fn has_like_sibling(&self, item: NodeId, is_head: bool) -> bool {
        let tree = self.tree;
        let is_item = matches!(tree.name(item), "li" | "dt" | "dd" | "td" | "th" | "tr" | "details" | "a");
        let is_like = |id: NodeId| {
            tree.name(id) == tree.name(item)
                && self.links_in(id) > 0
                && (is_item
                    || tree.attr(id, "class").is_some() && tree.attr(id, "class") == tree.attr(item, "class")
                    || !is_head && self.links_in(id) == self.links_in(item))
        };
        // The nearest few siblings tell: a row has its like side by side.
        let before = std::iter::successors(tree.previous_sibling(item), |&id| tree.previous_sibling(id));
        let after = std::iter::successors(tree.next_sibling(item), |&id| tree.next_sibling(id));
        before.take(8).any(is_like) || after.take(8).any(is_like)
    }

    /// Whether a link is bold or a heading by its own markup.
    fn is_emphasised(&self, link: NodeId) -> bool {
        let is_bold =
            |id: NodeId| matches!(self.tree.name(id), "b" | "strong" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
        let around = self.tree.ancestors(link).take_while(|&id| self.links_in(id) == 1);
        let inner = self.tree.descendants(link).filter(|&id| self.tree.kind(id) == NodeKind::Element);
        around.into_iter().any(is_bold) || inner.into_iter().any(is_bold)
    }

    /// What stands above a row: the nearest short text before it that belongs to nothing else.
    fn above(&self, row: NodeId, base: &Url) -> Option<Above> {
        let tree = self.tree;
        let mut inner = row;
        for _ in 0..MOST_LEVELS {
            if (is_part(tree, inner) && tree.name(inner) != "nav") || matches!(tree.name(inner), "body" | "html" | "") {
                return None;
            }
            let mut before = tree.previous_sibling(inner);
            while let Some(id) = before {
                if self.says_something(id) {
                    return self.heading(id, base);
                }
                before = tree.previous_sibling(id);
            }
            inner = tree.parent(inner)?;
        }
        None
    }

    fn says_something(&self, node: NodeId) -> bool {
        self.text_beside_links(node) > 0 || self.links_in(node) > 0
    }

    /// A node's text as a heading, if it can be one.
    fn heading(&self, node: NodeId, base: &Url) -> Option<Above> {
        let tree = self.tree;
        if tree.kind(node) == NodeKind::Text {
            let text = fold(tree.text(node));
            return is_name(&text).then_some(Above { text, url: None });
        }
        // A list with one link is a list.
        if matches!(tree.name(node), "ul" | "ol" | "dl" | "table") {
            return None;
        }
        let link = match self.links_in(node) {
            0 => None,
            1 => Some(self.links[self.links_before[node.index()] as usize]),
            _ => return None,
        };
        let text = match link {
            Some(link) => label(tree, link),
            None => visible_text(tree, node),
        };
        let beside = link.map_or(0, |_| self.text_beside_links(node));
        let url = link.and_then(|link| target(tree, link, base));
        (is_name(&text) && beside <= MOST_BESIDE).then_some(Above { text, url })
    }

    /// The part of the page a node stands in, by the nearest element that says so.
    fn area(&self, node: NodeId) -> Area {
        std::iter::once(node)
            .chain(self.tree.ancestors(node))
            .find_map(|id| area_of(self.tree, id))
            .unwrap_or(Area::Main)
    }
}

/// Whether an element is a part of the page by itself, so that nothing outside of it heads what it holds.
fn is_part(tree: &Tree, id: NodeId) -> bool {
    matches!(tree.name(id), "nav" | "header" | "footer" | "main" | "body" | "html" | "aside")
}

/// Which part of the page an element makes, by its name, its role or the names that authors give such parts.
fn area_of(tree: &Tree, id: NodeId) -> Option<Area> {
    let names = || tree.classes(id).chain(tree.attr(id, "id"));
    if names().chain(tree.attr(id, "itemtype")).chain(tree.attr(id, "aria-label")).any(is_trail) {
        return Some(Area::Trail);
    }
    match tree.name(id) {
        "footer" => return Some(Area::Footer),
        "nav" | "menu" => return footer_above(tree, id).or(Some(Area::Menu)),
        "main" | "article" => return Some(Area::Main),
        "header" if !tree.ancestors(id).any(|id| matches!(tree.name(id), "main" | "article" | "section")) => {
            return Some(Area::Header);
        }
        _ => {}
    }
    match tree.attr(id, "role").unwrap_or_default() {
        "contentinfo" => return Some(Area::Footer),
        "navigation" | "menubar" | "menu" => return footer_above(tree, id).or(Some(Area::Menu)),
        "main" => return Some(Area::Main),
        "banner" => return Some(Area::Header),
        _ => {}
    }
    names().find_map(area_by_name)
}

/// Whether a name says that an element holds the way to the page.
fn is_trail(name: &str) -> bool {
    name.to_ascii_lowercase().contains("breadcrumb")
}

/// A menu in the foot of the page is the foot.
fn footer_above(tree: &Tree, id: NodeId) -> Option<Area> {
    let is_footer = |id: NodeId| {
        tree.name(id) == "footer"
            || tree.attr(id, "role") == Some("contentinfo")
            || tree.classes(id).chain(tree.attr(id, "id")).any(|name| area_by_name(name) == Some(Area::Footer))
    };
    tree.ancestors(id).any(is_footer).then_some(Area::Footer)
}

/// What the words of a class or an id say: they are the authors' names for the elements that have none of their own.
fn area_by_name(name: &str) -> Option<Area> {
    let mut words = name.split(|character: char| !character.is_ascii_alphanumeric());
    words.find_map(|word| match word.to_ascii_lowercase().as_str() {
        "footer" => Some(Area::Footer),
        "nav" | "navi" | "navigation" | "menu" | "navbar" => Some(Area::Menu),
        _ => None,
    })
}

/// Elements whose content no style can show.
fn is_never_shown(name: &str) -> bool {
    matches!(name, "head" | "script" | "style" | "template" | "noscript" | "noframes" | "iframe" | "object")
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::Capture;

    fn links(html: &str) -> MenuLinks {
        let mut page = Page::new(Capture::new("p", html));
        page.url = Url::parse("https://a.example/").ok();
        menu_links(&page)
    }

    /// The rows of a page: what stands above each, and its labels.
    fn rows(html: &str) -> Vec<(Option<String>, Vec<String>)> {
        let mut rows: Vec<(usize, Option<String>, Vec<String>)> = Vec::new();
        for link in links(html).links {
            let above = link.above.map(|above| above.text);
            match rows.iter_mut().find(|row| row.0 == link.row) {
                Some(row) => row.2.push(link.label),
                None => rows.push((link.row, above, vec![link.label])),
            }
        }
        rows.into_iter().map(|(_, above, labels)| (above, labels)).collect()
    }

    fn row(above: &str, labels: &[&str]) -> (Option<String>, Vec<String>) {
        let above = Some(above.to_owned()).filter(|above| !above.is_empty());
        (above, labels.iter().map(|&label| label.to_owned()).collect())
    }

    #[test]
    fn menus_unfold_from_their_heads() {
        let html = "<nav><ul><li><a href=s>Sport</a><ul><li><a href=f>Football</a><li><a href=t>Tennis</a></ul>\
                    <li><a href=c>Culture</a></ul></nav>";
        assert_eq!(rows(html), [row("", &["Sport", "Culture"]), row("Sport", &["Football", "Tennis"])]);
    }

    #[test]
    fn what_stands_out_heads_what_follows() {
        let html = "<table><tr><td><b><a href=s>Sport</a></b><tr><td><a href=f>Football</a>\
                    <tr><td><b><a href=c>Culture</a></b><tr><td><a href=o>Opera</a></table>";
        let expected = [row("", &["Sport", "Culture"]), row("Sport", &["Football"]), row("Culture", &["Opera"])];
        assert_eq!(rows(html), expected);
    }

    #[test]
    fn headings_stand_above_rows() {
        let html = "<div><h3>Services</h3><div><ul><li><a href=x>Help</a><li><a href=y>Shop</a></ul></div></div>";
        assert_eq!(rows(html), [row("Services", &["Help", "Shop"])]);
    }

    #[test]
    fn headlines_and_records_are_lists() {
        let html = "<ul><li><a href=x>Seven words are too many for names</a><li><a href=y>Short</a></ul>\
                    <ul><li><a href=z>Inn</a> A quiet house with a garden behind it<li><a href=w>Pub</a></ul>";
        let found = links(html);
        assert!(found.links.is_empty(), "{:?}", found.links);
        let lists: Vec<usize> = found.listed.iter().map(|link| link.list).collect();
        assert_eq!(lists, [0, 0, 1, 1]);
    }

    #[test]
    fn parts_of_pages_are_told_apart() {
        let html = "<div class=site-footer><nav><a href=x>A</a><a href=y>B</a></nav></div>\
                    <ol class=breadcrumb><li><a href=/>C</a><li><a href=z>D</a></ol><main><a href=w>E</a></main>";
        let areas: Vec<Area> = links(html).links.iter().map(|link| link.area).collect();
        assert_eq!(areas, [Area::Footer, Area::Footer, Area::Trail, Area::Trail, Area::Main]);
    }

    #[test]
    fn labels_may_be_heard_and_places_of_the_page_are_no_targets() {
        let found = links("<a href=x><img alt='Sport news'></a><a href='#top'>Up</a><a href='mailto:a@b'>Mail</a>");
        let labels: Vec<&str> = found.links.iter().map(|link| link.label.as_str()).collect();
        assert_eq!(labels, ["Sport news"]);
    }
}
