//! Hostile pages stay within the limits, and what takes twice as much input takes no more than a few times as long.
//! Times themselves are no matter of tests; the benchmark `hostile` prints them.

mod pages;

use std::time::{Duration, Instant};

use page::tree::{MAX_ATTRIBUTES, MAX_DEPTH, MAX_NODES};
use page::{Capture, NodeKind, Page, visible_text};

/// Small enough for a build without optimisation.
const SIZE: usize = 16 * 1024;

#[test]
fn every_page_stays_within_the_limits() {
    for (name, generator) in pages::GENERATORS {
        let page = Page::new(Capture::new(*name, generator(SIZE)));
        let tree = &page.tree;
        assert!(tree.len() <= MAX_NODES, "{name}: {} nodes", tree.len());
        for id in tree.nodes() {
            assert!(tree.depth(id) <= MAX_DEPTH, "{name}: a node of depth {}", tree.depth(id));
            assert!(tree.attrs(id).count() <= MAX_ATTRIBUTES, "{name}: too many attributes");
        }
    }
}

#[test]
fn everything_made_of_a_page_holds_on_every_page() {
    for (name, generator) in pages::GENERATORS {
        let page = Page::new(Capture::new(*name, generator(SIZE / 2)));
        let tree = &page.tree;
        let some = tree.nodes().step_by(tree.len() / 500 + 1);
        for id in some.filter(|&id| tree.kind(id) != NodeKind::TemplateContent) {
            assert_eq!(tree.find(&tree.path(id)), Ok(id), "{name}: {}", tree.path(id));
            let other = page::NodeId::from_index(id.index() * 7919 % tree.len());
            let both = tree.lca(id, other);
            assert!(tree.contains(both, id) && tree.contains(both, other), "{name}: {id:?} {other:?}");
        }
        assert!(page.leaves().iter().all(|leaf| leaf.index() < tree.len()), "{name}");
        assert!(visible_text(tree, tree.root()).len() <= 8 * SIZE, "{name}");
        assert!(tree.to_xhtml().ends_with(">\n"), "{name}");
    }
}

#[test]
fn text_survives_whatever_is_around_it() {
    for (name, page) in [
        ("deep", "<div>".repeat(2000) + "needle"),
        ("formatting", (0..500).map(|n| format!("<b a={n}><p>")).collect::<String>() + "needle"),
        ("tangled", "<span>".repeat(500) + &"</x>".repeat(10_000) + "needle"),
        ("svg titles", "<svg>".repeat(600) + &"<title>x<p></title>".repeat(100) + "needle"),
    ] {
        let page = Page::new(Capture::new(name, page));
        assert!(visible_text(&page.tree, page.tree.root()).contains("needle"), "{name}");
        assert!(!page.notes.is_empty(), "{name}: a page that was changed says so");
    }
}

/// Doubling a page may not take much more than twice as long. What is quadratic takes four times as long at every
/// doubling, so three doublings tell it from noise.
#[test]
fn time_grows_with_the_page_and_not_faster() {
    let small = 2 * 1024;
    for (name, generator) in pages::GENERATORS {
        let (few, many) = (generator(small), generator(8 * small));
        let is_linear = || {
            let (short, long) = (time(&few), time(&many));
            // The fixed part keeps pages that take no time at all from being judged by noise.
            long <= short * 32 + Duration::from_millis(20)
        };
        // A busy machine may disturb one measurement, but hardly five.
        assert!((0..5).any(|_| is_linear()), "{name}: eight times the page takes more than 32 times as long");
    }
}

fn time(bytes: &[u8]) -> Duration {
    let capture = Capture::new("hostile", bytes);
    let start = Instant::now();
    let page = Page::new(capture);
    let time = start.elapsed();
    drop(page);
    time
}
