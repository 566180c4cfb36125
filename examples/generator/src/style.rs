//! What a site looks like: where its menu stands, what its classes are called, which words its buttons use.

use crate::random::Random;

#[derive(Clone)]
pub(crate) struct Style {
    /// The menu shows the second level too; otherwise the page of a concept shows it.
    pub(crate) menu_is_nested: bool,
    pub(crate) menu_is_at_side: bool,
    pub(crate) has_breadcrumbs: bool,
    /// A concept's list shows the entries of the concepts below it as well.
    pub(crate) parents_list_all: bool,
    pub(crate) lists_are_labelled: bool,
    pub(crate) lists_have_text: bool,
    pub(crate) has_pictures: bool,
    /// 1 or 2.
    pub(crate) heading: usize,
    /// Which of the template's ways to write facts.
    pub(crate) fact_manner: usize,
    /// Which of the template's ways to write lists.
    pub(crate) list_manner: usize,
    pub(crate) facts_come_first: bool,
    pub(crate) page_size: usize,
    /// What stands after a label.
    pub(crate) colon: &'static str,
    pub(crate) dash: &'static str,
    pub(crate) more: &'static str,
    pub(crate) next: &'static str,
    pub(crate) previous: &'static str,
    pub(crate) home: &'static str,
    pub(crate) popular: &'static str,
    pub(crate) viewed: &'static str,
    pub(crate) alike: &'static str,
    pub(crate) advert: &'static str,
    pub(crate) news: &'static str,
    pub(crate) facts_title: &'static str,
    pub(crate) card: &'static str,
    pub(crate) fact: &'static str,
    pub(crate) aside: &'static str,
    pub(crate) palette: Palette,
}

/// Colours that go together.
#[derive(Clone, Copy)]
pub(crate) struct Palette {
    pub(crate) strong: &'static str,
    pub(crate) accent: &'static str,
    pub(crate) pale: &'static str,
    pub(crate) ink: &'static str,
}

const PALETTES: [Palette; 7] = [
    Palette { strong: "#1f4e79", accent: "#d9822b", pale: "#eef3f8", ink: "#22303c" },
    Palette { strong: "#2f5d50", accent: "#c8553d", pale: "#f1f5f0", ink: "#26302b" },
    Palette { strong: "#6b2d5c", accent: "#e0a458", pale: "#f8f1f6", ink: "#33232f" },
    Palette { strong: "#8c2f39", accent: "#2a7f9e", pale: "#faf1ef", ink: "#332526" },
    Palette { strong: "#264653", accent: "#2a9d8f", pale: "#f0f6f6", ink: "#1f2d33" },
    Palette { strong: "#3d405b", accent: "#e07a5f", pale: "#f4f1ea", ink: "#2b2d3a" },
    Palette { strong: "#14532d", accent: "#b45309", pale: "#f3f7ee", ink: "#1f2a22" },
];

impl Style {
    pub(crate) fn draw(random: &mut Random, menu_is_nested: bool, parents_list_all: bool, palette: usize) -> Self {
        Self {
            menu_is_nested,
            menu_is_at_side: random.chance(45),
            has_breadcrumbs: random.chance(55),
            parents_list_all,
            lists_are_labelled: random.chance(50),
            lists_have_text: random.chance(55),
            has_pictures: random.chance(70),
            heading: random.between(1, 2),
            fact_manner: random.below(3),
            list_manner: random.below(2),
            facts_come_first: random.chance(50),
            page_size: random.between(4, 6),
            colon: random.pick(&["", ":"]),
            dash: random.pick(&["–", "|", "·", "-"]),
            more: random.pick(&["More", "Details", "Read more", "View", "See details"]),
            next: random.pick(&["Next", "Next page", "Next »", "More results"]),
            previous: random.pick(&["Previous", "Back", "« Previous"]),
            home: random.pick(&["Home", "Start", "Home page"]),
            popular: random.pick(&["Popular now", "Most viewed", "Visitors' favourites", "Trending"]),
            viewed: random.pick(&["Recently viewed", "You looked at", "Your last visits"]),
            alike: random.pick(&["You may also like", "Similar", "See also"]),
            advert: random.pick(&["Advertisement", "Sponsored", "Ad"]),
            news: random.pick(&["News", "From the blog", "Latest"]),
            facts_title: random.pick(&["At a glance", "Details", "Facts", "Information"]),
            card: random.pick(&["card", "tile", "teaser", "item"]),
            fact: random.pick(&["fact", "prop", "row", "meta"]),
            aside: random.pick(&["box", "panel", "widget"]),
            palette: PALETTES[palette % PALETTES.len()],
        }
    }
}

/// A picture for a branch: hills and a sun in the colours of the site.
pub(crate) fn picture(palette: Palette, random: &mut Random) -> String {
    let (left, right, sun) = (random.between(60, 140), random.between(50, 150), random.between(60, 260));
    let Palette { strong, accent, pale, .. } = palette;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 320 200\" width=\"320\" height=\"200\">\n\
         <rect width=\"320\" height=\"200\" fill=\"{pale}\"/>\n\
         <circle cx=\"{sun}\" cy=\"60\" r=\"28\" fill=\"{accent}\"/>\n\
         <path d=\"M0 200 V{left} Q80 {right} 160 140 T320 {right} V200 Z\" fill=\"{strong}\" opacity=\".55\"/>\n\
         <path d=\"M0 200 V{right} Q120 {left} 200 170 T320 150 V200 Z\" fill=\"{strong}\"/>\n\
         </svg>\n"
    )
}
