//! The way that leads to a page: a row of links to what stands above it, from the home page down. It is different on
//! pages of one template, as values are, and tells nothing of the thing that the page is about.

use analysis::menus::{Area, menu_links};
use page::{NodeId, Page, Tree, fold};
use rustc_hash::FxHashSet;

/// Characters of such a row at most.
const LONGEST: usize = 200;
/// Links of such a row at most.
const MOST_LINKS: usize = 8;

/// The nodes that hold such rows: as the markup says, or by where their links lead. `leads_above` knows of a link
/// whether it leads to the home page or to a list.
pub(crate) fn trails(page: &Page, leads_above: impl Fn(NodeId) -> bool) -> Vec<NodeId> {
    let tree = &page.tree;
    let menus = menu_links(page);
    let menu = menus.links.iter().map(|link| (link.node, link.area));
    let listed = menus.listed.iter().map(|link| (link.node, link.area));
    let mut marked: Vec<NodeId> =
        menu.chain(listed).filter(|(_, area)| *area == Area::Trail).map(|(node, _)| node).collect();
    marked.sort_unstable();
    let links: Vec<NodeId> = tree.elements().filter(|&node| tree.name(node) == "a").collect();
    let above: FxHashSet<NodeId> = links.iter().copied().filter(|&link| leads_above(link)).collect();
    let mut found: Vec<NodeId> = marked.windows(2).filter_map(|two| row(tree, two[0], two[1])).collect();
    found.extend(marked.iter().filter_map(|&link| tree.parent(link)).filter(|&parent| is_brief(tree, parent)));
    for two in links.windows(2).filter(|two| above.contains(&two[0]) && above.contains(&two[1])) {
        let is_trail = |row: &NodeId| {
            let inside = || links.iter().filter(|link| tree.contains(*row, **link));
            inside().count() <= MOST_LINKS && inside().all(|link| above.contains(link))
        };
        found.extend(row(tree, two[0], two[1]).filter(is_trail));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What holds two links, if it is brief.
fn row(tree: &Tree, one: NodeId, other: NodeId) -> Option<NodeId> {
    Some(tree.lca(one, other)).filter(|&row| is_brief(tree, row))
}

fn is_brief(tree: &Tree, node: NodeId) -> bool {
    !matches!(tree.name(node), "html" | "body" | "main") && fold(&tree.text_content(node)).chars().count() <= LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;
    use page::Capture;

    #[track_caller]
    fn check(html: &str, above: &[&str], expected: &[&str]) {
        let page = Page::new(Capture::new("p", html));
        let leads_above = |link: NodeId| page.tree.attr(link, "href").is_some_and(|href| above.contains(&href));
        let found = trails(&page, leads_above).into_iter().map(|node| fold(&page.tree.text_content(node)));
        assert_eq!(found.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_way_to_a_page_is_known_by_where_it_leads_or_by_its_markup() {
        let way = "<a href=/>Home</a> › <a href=inns>Inns</a> › Mill</p><h1>Mill</h1><p>Area: <a href=x>North</a>";
        check(&format!("<p>{way}</p>"), &["/", "inns"], &["Home › Inns › Mill"]);
        check(&format!("<p>{way}</p>"), &[], &[]);
        check(&format!("<p>{way} <a href=inns>Inns</a></p>"), &["inns"], &[]);
    }
}
