//! The four ways in which the sites are built. Each writes the same content and looks like nothing else.

mod cards;
mod lists;
mod script;
mod sheets;
mod tables;

use crate::random::Random;
use crate::site::{Site, Template, View};
use crate::style::picture;

/// The page as it is served.
pub(crate) fn page(view: &View<'_>) -> String {
    match view.site.template {
        Template::Tables => tables::page(view),
        Template::Cards => cards::page(view),
        Template::Lists => lists::page(view),
        Template::Script => script::page(view),
    }
}

/// What the pages of a site use: style sheets, pictures, scripts; each with its path.
pub(crate) fn assets(site: &Site, random: &mut Random) -> Vec<(String, String)> {
    let mut assets = match site.template {
        Template::Tables => Vec::new(),
        Template::Cards => vec![("style.css".to_owned(), sheets::cards(&site.style))],
        Template::Lists => vec![("style.css".to_owned(), sheets::lists(&site.style))],
        Template::Script => vec![
            ("style.css".to_owned(), sheets::script(&site.style)),
            ("app.js".to_owned(), script::PROGRAM.to_owned()),
        ],
    };
    if site.style.has_pictures {
        let pictures = site.tops().map(|(_, top)| (top.picture.clone(), picture(site.style.palette, random)));
        assets.extend(pictures);
    }
    assets
}
