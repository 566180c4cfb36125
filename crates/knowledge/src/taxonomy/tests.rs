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
fn things_that_two_sites_have_are_no_concepts_though_they_lead_to_their_like() {
    let mut survey = Survey::default();
    let like = |names: &[&str]| {
        let link = |name: &&str| format!("<li><a href='/{name}'>{name} house</a>");
        format!("<h4>Similar</h4><ul>{}</ul>", names.iter().map(link).collect::<String>())
    };
    let (first, second) = (things(&["a", "b", "c", "d"]), things(&["e", "f", "g", "h"]));
    for (site, host) in ["one.example", "two.example"].into_iter().enumerate() {
        let menu = "<ul><li><a href=/>Home</a><li><a href=/hotels>Hotels</a><li><a href=/sights>Sights</a></ul>";
        let sights = things(&["x", "y", "z"]);
        let pages = [
            ("", String::new()),
            ("hotels", format!("{first}<p><a href=/hotels-2>2</a>")),
            ("hotels-2", second.clone()),
            ("sights", sights),
            ("a", like(&["e", "f", "g"])),
            ("b", like(&["f", "g", "h"])),
            ("e", like(&["a", "b", "c"])),
            ("f", like(&["b", "c", "d"])),
        ];
        let pages: Vec<(&str, &str)> = pages.iter().map(|(path, content)| (*path, content.as_str())).collect();
        add(&mut survey, site, host, menu, &pages);
    }
    assert_eq!(drawn(&Taxonomy::mine(&survey, &Config::default())), "Hotels (2)\nSights (2)\n");
}

#[test]
fn what_few_pages_of_a_heap_lead_to_is_no_part_of_its_menus() {
    let mut survey = Survey::default();
    let menu = "<ul><li><a href=/news>News</a><li><a href=/teams>Teams</a></ul>";
    let alike = |at: usize| format!("<ul><li><a href=/p{at}>P {at}</a><li><a href=/p{0}>P {0}</a></ul>", at + 1);
    let pages: Vec<(String, String)> = (0..12).map(|at| (format!("p{at}"), alike(at + 1))).collect();
    let pages: Vec<(&str, &str)> = pages.iter().map(|(path, content)| (path.as_str(), content.as_str())).collect();
    add(&mut survey, 0, "one.example", menu, &pages);
    assert!(survey.rare_in_heaps().is_empty(), "a site with a home page is none");
    survey.set_heap(0);
    let rare = survey.rare_in_heaps();
    let is_rare = |path: &str| {
        let number = survey.targets.iter().position(|target| *target.key == format!("one.example/{path}"));
        rare.contains(&number.unwrap())
    };
    assert!(is_rare("p3") && is_rare("p12"));
    assert!(!is_rare("news") && !is_rare("legal"));
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

/// Sites whose menus have some labels, each of which leads to a page with things of its own or with given ones.
fn menus(sites: &[&[(&str, &str)]], listed: impl Fn(usize, &str) -> Vec<String>) -> Survey {
    let mut survey = Survey::default();
    for (site, labels) in sites.iter().enumerate() {
        let item = |(path, label): &(&str, &str)| format!("<li><a href=/{path}>{label}</a>");
        let menu = format!("<ul>{}</ul>", labels.iter().map(item).collect::<String>());
        let content = |path: &str| {
            let names = listed(site, path);
            things(&names.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let contents: Vec<(&str, String)> = labels.iter().map(|(path, _)| (*path, content(path))).collect();
        let pages: Vec<(&str, &str)> =
            std::iter::once(("", "")).chain(contents.iter().map(|(path, text)| (*path, text.as_str()))).collect();
        add(&mut survey, site, &format!("site{site}.example"), &menu, &pages);
    }
    survey
}

/// Things that only one page of one site has.
fn own_things(site: usize, path: &str) -> Vec<String> {
    (0..4).map(|number| format!("{path}-{site}-{number}")).collect()
}

#[test]
fn labels_in_one_place_among_the_same_siblings_are_one() {
    let one = [("a", "Politics"), ("b", "World"), ("c", "Business"), ("d", "Sport"), ("e", "Culture")];
    let two = [("k", "Politics"), ("l", "International"), ("m", "Business"), ("n", "Sport"), ("o", "Culture")];
    let taxonomy = Taxonomy::mine(&menus(&[&one, &two], own_things), &Config::default());
    assert!(drawn(&taxonomy).contains("World | International (2)\n"), "{}", drawn(&taxonomy));
    // A site that has both knows them for two.
    let three = [("x", "Politics"), ("y", "World"), ("z", "Business"), ("w", "International"), ("v", "Sport")];
    let taxonomy = Taxonomy::mine(&menus(&[&one, &two, &three], own_things), &Config::default());
    let drawn = drawn(&taxonomy);
    assert!(drawn.contains("World (2)\n") && drawn.contains("International (2)\n"), "{drawn}");
}

#[test]
fn labels_whose_pages_list_the_same_things_are_one() {
    let one = [("a", "Towns"), ("b", "Lodging"), ("c", "Sights"), ("d", "Food")];
    let two = [("k", "Food"), ("l", "Towns"), ("m", "Sights"), ("n", "Places to stay")];
    let listed = |site: usize, path: &str| match path {
        "b" | "n" => ["lion", "bear", "swan", "crown"].map(str::to_owned).to_vec(),
        _ => own_things(site, path),
    };
    let drawn_of = |listed: &dyn Fn(usize, &str) -> Vec<String>| {
        drawn(&Taxonomy::mine(&menus(&[&one, &two], listed), &Config::default()))
    };
    assert!(drawn_of(&listed).contains("Lodging | Places to stay (2)\n"), "{}", drawn_of(&listed));
    assert!(!drawn_of(&own_things).contains("Lodging |"), "{}", drawn_of(&own_things));
}

#[test]
fn labels_that_the_user_calls_one_are_one() {
    let one = [("a", "Towns"), ("b", "Lodging"), ("c", "Sights"), ("d", "Food")];
    let two = [("k", "Food"), ("l", "Towns"), ("m", "Sights"), ("n", "Places to stay")];
    let thesaurus = Thesaurus::new([["lodging", "Places to Stay"]]);
    let config = Config { thesaurus, ..Config::default() };
    let taxonomy = Taxonomy::mine(&menus(&[&one, &two], own_things), &config);
    assert!(drawn(&taxonomy).contains("Lodging | Places to stay (2)\n"), "{}", drawn(&taxonomy));
}

#[test]
fn what_was_mined_makes_a_list_a_menu() {
    let one = [("a", "Towns"), ("b", "Hotels"), ("c", "Sights"), ("d", "Food"), ("e", "Beaches")];
    let mut survey = menus(&[&one, &one], own_things);
    // The third site says something beside each link of its menu.
    let item = |(path, label): &(&str, &str)| {
        format!("<li><a href=/{path}>{label}</a><p>Here is all that can be said of them, and more besides.</p>")
    };
    let menu = format!("<ul>{}</ul>", one.iter().map(item).collect::<String>());
    let content = |path: &str| things(&own_things(2, path).iter().map(String::as_str).collect::<Vec<_>>());
    let contents: Vec<(&str, String)> = one.iter().map(|(path, _)| (*path, content(path))).collect();
    let pages: Vec<(&str, &str)> = contents.iter().map(|(path, text)| (*path, text.as_str())).collect();
    add(&mut survey, 2, "site2.example", &menu, &[&[("", "")], pages.as_slice()].concat());
    let first = Taxonomy::mine_once(&survey, &Config::default());
    assert!(drawn(&first).contains("Hotels (2)\n"), "{}", drawn(&first));
    let taxonomy = Taxonomy::mine(&survey, &Config::default());
    assert!(drawn(&taxonomy).contains("Hotels (3)\n"), "{}", drawn(&taxonomy));
}

#[test]
fn a_label_that_leads_to_whatever_page_it_stands_on_names_none() {
    let mut survey = Survey::default();
    for (site, host) in ["one.example", "two.example"].into_iter().enumerate() {
        let paths = ["a", "b", "c", "d"];
        let menu = "<ul><li><a href=/a>Towns</a><li><a href=/b>Hotels</a><li><a href=/c>Sights</a>\
                    <li><a href=/d>Food</a></ul>";
        let content = |path: &str| {
            let own = own_things(site, path);
            let list = things(&own.iter().map(String::as_str).collect::<Vec<_>>());
            format!("{list}<ul><li><a href=/{path}>Upwards</a><li><a href=/a>Towns</a></ul>")
        };
        let contents: Vec<(&str, String)> = paths.iter().map(|path| (*path, content(path))).collect();
        let pages: Vec<(&str, &str)> = contents.iter().map(|(path, text)| (*path, text.as_str())).collect();
        add(&mut survey, site, host, menu, &[&[("", "")], pages.as_slice()].concat());
    }
    let drawn = drawn(&Taxonomy::mine(&survey, &Config::default()));
    assert!(drawn.contains("Hotels (2)\n") && !drawn.contains("Upwards"), "{drawn}");
}

#[test]
fn a_page_that_is_titled_by_another_label_does_not_bear_this_one() {
    let check = |content: &str, expected: bool| {
        let mut survey = Survey::default();
        let menu = "<ul><li><a href=/>Home</a><li><a href=/x>Regional</a><ul><li><a href=/x/north>North</a>\
                    <li><a href=/x/south>South</a></ul><li><a href=/sights>Sights</a></ul>";
        add(&mut survey, 0, "one.example", menu, &[("", ""), ("x", content)]);
        let label = survey.label_number("Regional").unwrap();
        assert_eq!(Uses::of(&survey).number(0, label).is_some(), expected, "{content}");
    };
    check("<h1>North</h1>", false);
    check("<h1>North</h1><h2>Regional</h2>", true);
    check("<h1>Regionals of today</h1>", true);
    // The second heading is that of the page's first part.
    check("<h1>News</h1><h2>North</h2>", true);
}

#[test]
fn labels_that_lead_to_one_page_in_two_forms_are_one() {
    let mut survey = Survey::default();
    let menu = "<ul><li><a href=/>Home</a><li><a href=/areas.html>Areas</a><li><a href=/areas.mobile.html>Regions</a>\
                <li><a href='/list.html?id=1'>North</a><li><a href='/list.html?id=2'>South</a></ul>";
    add(&mut survey, 0, "one.example", menu, &[("", "")]);
    let uses = Uses::of(&survey);
    let words = words::AddressWords::of(&survey, &uses, &mut crate::labels::Stems::default(), |_| true);
    let [areas, regions] = ["Areas", "Regions"].map(|label| survey.label_number(label).unwrap());
    let evidence: Vec<_> = words.evidence(&Default::default()).into_iter().collect();
    assert_eq!(evidence, [((areas, regions), 1.0)]);
}
