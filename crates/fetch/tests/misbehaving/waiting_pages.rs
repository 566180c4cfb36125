//! Large pages that come faster than a browser renders them: so many wait for it as there is room for, and the others
//! are taken as they came.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fetch::browser::BrowserError;
use fetch::crawl::{Browsers, Render, RunScripts, Supplied, Wanted};
use url::Url;

use crate::crawling::Trial;
use crate::server::Server;

/// So many pages of so many bytes come at once: together four times of what may wait.
const PAGES: usize = 64;
const LENGTH: usize = 4 << 20;
/// No more memory is taken for them: what may wait, and what any crawl takes.
pub(crate) const MOST_GROWTH: usize = 128 << 20;

/// A browser that renders nothing before all pages were asked for.
struct Slow(Arc<Mutex<Receiver<()>>>);

impl RunScripts for Slow {
    fn render(
        &self,
        url: &Url,
        html: &str,
        _: Duration,
        _: &mut dyn FnMut(&Wanted<'_>) -> Option<Supplied>,
    ) -> Result<String, BrowserError> {
        if url.path() == "/" {
            return Ok(html.to_owned());
        }
        // When nobody is left who could tell, all have been asked for.
        while self.0.lock().unwrap().recv_timeout(Duration::from_secs(60)).is_ok() {}
        Ok("<p>rendered".to_owned())
    }
}

/// A server of large pages. Whoever waits at the other end of `asked` is let go when the last one was asked for.
fn server(asked: Sender<()>) -> Server {
    let page = "<p>A page that is large.\n".repeat(LENGTH / 25);
    let left = Mutex::new((PAGES, Some(asked)));
    Server::start(move |request, wire| match request.path.as_str() {
        "/robots.txt" => wire.missing(),
        "/" => wire.page(&(0..PAGES).map(|number| format!("<a href='/{number}'>x</a>")).collect::<String>()),
        _ => {
            // Without a copy of it: only what the crawl needs shall count.
            let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\r\n", page.len());
            let answered = wire.raw(head.as_bytes()).and_then(|_| wire.raw(page.as_bytes()));
            let mut left = left.lock().unwrap();
            left.0 -= 1;
            if left.0 == 0 {
                left.1 = None;
            }
            answered
        }
    })
}

/// Crawls them; says how much memory that took, by the measure that is given.
pub(crate) fn growth(measure: impl FnOnce(&mut dyn FnMut()) -> usize) -> usize {
    let (tell, asked) = channel();
    let server = server(tell);
    let asked = Arc::new(Mutex::new(asked));
    let mut trial = Trial::new(vec![server.url("/")]);
    trial.crawl.render = Render::Always;
    trial.crawl.browsers = Browsers::new(move || Ok(Box::new(Slow(Arc::clone(&asked)))));
    measure(&mut || {
        let seen = trial.run();
        assert_eq!(seen.pages().len(), PAGES + 1, "{:?}", seen.others);
        let (unrendered, why) = seen.report.unrendered.unwrap();
        assert_eq!(why, "too many pages wait for the browser");
        // Some may come when those before them have been rendered.
        assert!((PAGES as u64 / 4..PAGES as u64).contains(&unrendered), "{unrendered}");
    })
}
