//! Tests of mining as a whole, on sites of a few lines.

use page::{Capture, Page};

use super::*;

/// A site: its host, and each page's path with what its menu does not say.
fn add(survey: &mut Survey, site: usize, host: &str, menu: &str, pages: &[(&str, &str)]) {
    for (path, content) in pages {
        let html = format!(
            "<html lang=en><title>{path}</title><nav>{menu}</nav><main>{content}</main><footer><ul>\
            <li><a href=/legal>Legal</a><li><a href=/login>Log in</a></ul></footer>"
        );
        let mut page = Page::new(Capture::new(*path, html.as_str()));
        page.url = Url::parse(&format!("https://{host}/{path}")).ok();
        survey.add(site, &PageMenu::of(&page, &analysis::menus::menu_links(&page)));
    }
}

/// A list of things, each with a text beside it.
fn things(names: &[&str]) -> String {
    let thing = |name: &&str| {
        format!("<li><a href='/{name}'>{name} house</a><p>A house of which much is to be said, and little good.</p>")
    };
    format!("<ul>{}</ul>", names.iter().map(thing).collect::<String>())
}

fn sites() -> Survey {
    let mut survey = Survey::default();
    let (inns, spas) = (things(&["a", "b", "c"]), things(&["d", "e"]));
    let menu = "<ul><li><a href=/>Home</a><li><a href=/hotels>Hotels</a><ul><li><a href=/hotels/inns>Inns</a>\
                <li><a href=/hotels/spas>Spas</a></ul><li><a href=/sights>Sights</a></ul>";
    let sights = things(&["f", "g", "h"]);
    let pages = [
        ("", ""),
        ("hotels", &format!("{inns}{spas}")),
        ("hotels/inns", &inns),
        ("hotels/spas", &spas),
        ("sights", &sights),
        ("legal", ""),
        ("login", ""),
        ("a", "See <a href=/b>B house</a>"),
        ("b", ""),
    ];
    add(&mut survey, 0, "one.example", menu, &pages);
    let menu = "<ul><li><a href=/>Start</a><li><a href=/hotel>Hotel</a><ul><li><a href=/hotel/inns>Inns</a>\
                <li><a href=/hotel/spas>Wellness</a></ul><li><a href=/sights>Sights</a></ul>";
    let pages = [
        ("", ""),
        ("hotel", &format!("{inns}{spas}")),
        ("hotel/inns", &inns),
        ("hotel/spas", &spas),
        ("sights", &sights),
        ("legal", ""),
        ("login", ""),
        ("a", ""),
        ("b", "See <a href=/a>A house</a>"),
    ];
    add(&mut survey, 1, "two.example", menu, &pages);
    survey
}

/// The tree, a concept a line, with all its labels.
fn drawn(taxonomy: &Taxonomy) -> String {
    let depth =
        |number: usize| std::iter::successors(Some(number), |&number| taxonomy.concepts[number].parent).count() - 1;
    let line = |(number, concept): (usize, &Concept)| {
        let labels: Vec<&str> = concept.labels.iter().map(|label| label.text.as_str()).collect();
        format!("{}{} ({})\n", "  ".repeat(depth(number)), labels.join(" | "), concept.support)
    };
    taxonomy.concepts.iter().enumerate().map(line).collect()
}

#[test]
fn sections_are_concepts_and_things_and_services_are_not() {
    let taxonomy = Taxonomy::mine(&sites(), &Config::default());
    let expected = "Hotel | Hotels (2)\n  Inns (2)\n  Spas | Wellness (2)\nSights (2)\n";
    assert_eq!(drawn(&taxonomy), expected);
    assert!(taxonomy.known_labels().any(|(text, language)| text == "Wellness" && language.code() == "en"));
    let inns = &taxonomy.concepts[1];
    assert_eq!(inns.places[0].page.as_str(), "https://one.example/");
    assert!(inns.targets.iter().any(|(site, url)| *site == 1 && url.path() == "/hotel/inns"));
}

#[test]
fn one_site_alone_says_nothing() {
    let mut survey = Survey::default();
    let menu = "<ul><li><a href=/x>Xenon</a><li><a href=/y>Yarn</a></ul>";
    add(&mut survey, 0, "one.example", menu, &[("", ""), ("x", &things(&["a", "b"])), ("y", &things(&["c", "d"]))]);
    assert!(Taxonomy::mine(&survey, &Config::default()).concepts.is_empty());
    assert!(Taxonomy::mine(&Survey::default(), &Config::default()).concepts.is_empty());
    assert!(Survey::default().wanted(&Config::default()).is_empty());
}

#[test]
fn pages_behind_candidates_are_wanted() {
    let mut survey = Survey::default();
    for (site, host) in ["one.example", "two.example"].into_iter().enumerate() {
        let menu = "<ul><li><a href=/hotels>Hotels</a><ul><li><a href=/hotels/inns>Inns</a></ul>\
                    <li><a href=/sights>Sights</a></ul>";
        add(&mut survey, site, host, menu, &[("", &things(&["hotels/a", "hotels/b", "sights/c", "sights/d"]))]);
    }
    let wanted = survey.wanted(&Config::default());
    let paths: Vec<&str> = wanted[0].iter().map(Url::path).collect();
    assert!(paths.contains(&"/hotels") && paths.contains(&"/sights"), "{paths:?}");
    assert!(!paths.contains(&"/login"), "{paths:?}");
}
