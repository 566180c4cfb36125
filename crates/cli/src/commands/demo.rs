//! `lode demo`: the main job on the bundled examples.

use lode::{Capture, Engine, Layers, Page};

use super::show;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::printer::Printer;

/// The bundled pages, with the path under which the project has them.
const PAGES: [(&str, &str); 3] = [
    ("examples/pages/bookshop.html", include_str!("../../../../examples/pages/bookshop.html")),
    ("examples/pages/hotels.html", include_str!("../../../../examples/pages/hotels.html")),
    ("examples/pages/museum.html", include_str!("../../../../examples/pages/museum.html")),
];
/// Lines for each page.
const LINES: usize = 54;

pub(super) fn run(printer: &Printer) -> Result<Exit, Failure> {
    let mut output = Output::open(None)?;
    let mut text = String::from(
        "Lode turns websites into a knowledge base. This demo takes three made-up pages apart: it repairs the markup,\n\
         lays the page out as a browser does, and finds the segments, tables, lists and labels a reader sees.\n\n",
    );
    let engine = Engine::Embedded.start().map_err(Failure::new)?;
    for (name, html) in PAGES {
        let mut page = Page::new(Capture::new(name, html));
        engine.lay_out(&mut page);
        text.push_str(&show::text(&page, Layers::ALL, LINES));
    }
    text.push_str(
        "Try it on pages of your own:\n  \
         lode show PAGE.html                          a page at a glance\n  \
         lode show PAGE.html --format svg -o PAGE.svg a picture of all that\n  \
         lode records PAGE.html                       its lists, with records and fields\n  \
         lode learn SAVED/ -o W.json                  where each value of pages with one layout stands\n  \
         lode teach PAGE.html --want NAME=TEXT -o W.json  … or taught: paste what you see\n  \
         lode extract W.json SAVED/                   the values of pages, by a wrapper\n  \
         lode check W.json SAVED/                     has their layout changed? then lode heal\n  \
         lode segments PAGE.html                      its parts, as a person would draw them\n  \
         lode tables PAGE.html                        its data tables, with headers and rows\n  \
         lode hierarchy PAGE.html                     which text is the label of which\n  \
         lode layout PAGE.html --format jsonl         where every element stands, for scripts\n  \
         lode tidy PAGE.html                          the repaired page as well-formed XHTML\n",
    );
    output.write(&text).or_else(Output::ignore_closed_pipe)?;
    output.finish()?;
    printer.say("The pages are built in; the source has them in examples/pages/.");
    Ok(Exit::Done)
}
