//! A made-up site for crawlers to be measured on, and a client that measures how fast the site itself is. Every answer
//! is put together before the first request, so that serving one costs little more than two system calls. One file
//! without dependencies: `rustc -O` builds it. No crawler stands here.
//!
//! `site serve PAGES LINKS` prints its port, then answers each line on its input with what was asked for since then.
//! `site load PORT PAGES CONNECTIONS SECONDS` asks for pages, does not look at them, and prints how many came a second.

use std::fmt::Write as _;
use std::io::{self, BufRead, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How many links lead down the tree, which makes every page reachable in a few steps.
const CHILDREN: usize = 8;
/// About how long a page is.
const LENGTH: usize = 10_000;

const WORDS: [&str; 48] = [
    "the", "of", "a", "in", "and", "with", "from", "for", "stone", "river", "market", "winter", "letter", "garden",
    "number", "window", "measure", "copper", "harbour", "paper", "morning", "village", "engine", "season", "bridge",
    "silver", "carries", "holds", "opens", "shows", "turns", "keeps", "weighs", "reaches", "gathers", "small", "early",
    "quiet", "narrow", "bright", "heavy", "northern", "wooden", "common", "often", "slowly", "again", "together",
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let number = |text: &str| text.parse::<usize>().map_err(io::Error::other);
    let done = match words[..] {
        ["serve", pages, links] => number(pages).and_then(|pages| serve(pages, number(links)?)),
        ["load", port, pages, connections, seconds] => (|| {
            let port = u16::try_from(number(port)?).map_err(io::Error::other)?;
            load(port, number(pages)?, number(connections)?, Duration::from_secs(number(seconds)? as u64))
        })(),
        _ => Err(io::Error::other("site serve PAGES LINKS | site load PORT PAGES CONNECTIONS SECONDS")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The answers, and how often each was given.
struct Site {
    pages: Vec<Vec<u8>>,
    asked: Vec<AtomicU32>,
    robots: Vec<u8>,
    robots_asked: AtomicU32,
    missing: Vec<u8>,
    missing_asked: AtomicU32,
}

impl Site {
    fn new(count: usize, links: usize) -> Site {
        Site {
            pages: (0..count)
                .map(|page| answer("200 OK", "text/html; charset=utf-8", &html(page, count, links)))
                .collect(),
            asked: (0..count).map(|_| AtomicU32::new(0)).collect(),
            robots: answer("200 OK", "text/plain", "User-agent: *\nAllow: /\n"),
            robots_asked: AtomicU32::new(0),
            missing: answer("404 Not Found", "text/plain", "nothing is here\n"),
            missing_asked: AtomicU32::new(0),
        }
    }

    /// The answer to a request, which is given as a whole up to its empty line.
    fn answer(&self, request: &[u8]) -> &[u8] {
        let path = request.split(|&byte| byte == b' ').nth(1).unwrap_or_default();
        if path == b"/robots.txt" {
            self.robots_asked.fetch_add(1, Ordering::Relaxed);
            return &self.robots;
        }
        match page_at(path).filter(|&page| page < self.pages.len()) {
            Some(page) => {
                self.asked[page].fetch_add(1, Ordering::Relaxed);
                &self.pages[page]
            }
            None => {
                self.missing_asked.fetch_add(1, Ordering::Relaxed);
                &self.missing
            }
        }
    }

    /// What was asked for since the last time: different pages, pages in all, robots.txt, and what is not there.
    fn counts(&self) -> String {
        let asked: Vec<u32> = self.asked.iter().map(|count| count.swap(0, Ordering::Relaxed)).collect();
        let different = asked.iter().filter(|&&count| count > 0).count();
        let all: u32 = asked.iter().sum();
        let robots = self.robots_asked.swap(0, Ordering::Relaxed);
        let missing = self.missing_asked.swap(0, Ordering::Relaxed);
        format!("{different} {all} {robots} {missing}")
    }
}

/// The number of the page at a path: `/`, or the digits in `/market/stone-42.html`.
fn page_at(path: &[u8]) -> Option<usize> {
    if path == b"/" {
        return Some(0);
    }
    let digits = path.strip_suffix(b".html")?.rsplit(|&byte| byte == b'-').next()?;
    std::str::from_utf8(digits).ok()?.parse().ok().filter(|&page| page > 0)
}

fn path_of(page: usize) -> String {
    let word = |at: usize| WORDS[8 + at % 40];
    if page == 0 { "/".to_owned() } else { format!("/{}/{}-{page}.html", word(page / 40), word(page)) }
}

fn answer(status: &str, kind: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nServer: site\r\nDate: Mon, 01 Jan 2024 00:00:00 GMT\r\nContent-Type: {kind}\r\n\
         Content-Length: {length}\r\nConnection: keep-alive\r\n\r\n{body}"
    )
    .into_bytes()
}

/// Numbers that look random and are the same every time (splitmix64).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}

/// A page: a head, so many links in a list and in the text, and as much text as pages have.
fn html(page: usize, count: usize, links: usize) -> String {
    let mut dice = Dice(page as u64);
    let title = format!("{} {} {page}", WORDS[8 + dice.below(40)], WORDS[8 + dice.below(40)]);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n</head>\n<body>\n<header><h1>{title}</h1></header>\n\
         <nav><ul>\n"
    );
    let link = |to: usize| format!("<a href=\"{}\">{}</a>", path_of(to), WORDS[8 + to % 40]);
    let mut left = links;
    for child in (page * CHILDREN + 1..=page * CHILDREN + CHILDREN).filter(|&child| child < count) {
        left = left.saturating_sub(1);
        let _ = writeln!(html, "<li class=\"item\">{}</li>", link(child));
    }
    html.push_str("</ul></nav>\n<main>\n");
    while html.len() < LENGTH {
        html.push_str("<p class=\"text\">");
        for _ in 0..60 {
            let _ = write!(html, "{} ", WORDS[dice.below(WORDS.len())]);
        }
        for _ in 0..2 {
            if left > 0 {
                let _ = write!(html, "see <b>{}</b>, ", link(dice.below(count)));
                left -= 1;
            }
        }
        html.push_str("and so on.</p>\n");
    }
    html.push_str("</main>\n<footer>Made up for measuring.</footer>\n</body>\n</html>\n");
    html
}

fn serve(count: usize, links: usize) -> io::Result<()> {
    let site = Arc::new(Site::new(count, links));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    println!("{}", listener.local_addr()?.port());
    let shared = Arc::clone(&site);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let site = Arc::clone(&shared);
            thread::spawn(move || talk(stream, &site));
        }
    });
    for line in io::stdin().lock().lines() {
        line?;
        println!("{}", site.counts());
    }
    Ok(())
}

/// Answers all requests of one connection, however they are cut into pieces.
fn talk(mut stream: TcpStream, site: &Site) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut buffer = vec![0; 16 << 10];
    let mut filled = 0;
    loop {
        match stream.read(&mut buffer[filled..]) {
            Ok(0) => return Ok(()),
            Ok(read) => filled += read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        }
        let mut start = 0;
        while let Some(end) = buffer[start..filled].windows(4).position(|four| four == b"\r\n\r\n") {
            stream.write_all(site.answer(&buffer[start..start + end]))?;
            start += end + 4;
        }
        buffer.copy_within(start..filled, 0);
        filled -= start;
    }
}

/// Asks for pages on several connections, one request after the other on each, and prints how many a second came.
fn load(port: u16, pages: usize, connections: usize, time: Duration) -> io::Result<()> {
    let came = Arc::new(AtomicU64::new(0));
    let began = Instant::now();
    let clients: Vec<_> = (0..connections)
        .map(|number| {
            let came = Arc::clone(&came);
            thread::spawn(move || ask(port, pages, number, began + time, &came))
        })
        .collect();
    for client in clients {
        client.join().map_err(|_| io::Error::other("a client panicked"))??;
    }
    println!("{:.0}", came.load(Ordering::Relaxed) as f64 / began.elapsed().as_secs_f64());
    Ok(())
}

fn ask(port: u16, pages: usize, number: usize, until: Instant, came: &AtomicU64) -> io::Result<()> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_nodelay(true)?;
    let mut dice = Dice(number as u64);
    let mut buffer = vec![0; 64 << 10];
    while Instant::now() < until {
        let path = path_of(dice.below(pages));
        stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n").as_bytes())?;
        let mut filled = stream.read(&mut buffer)?;
        let length = answer_length(&buffer[..filled]).ok_or_else(|| io::Error::other("not an answer"))?;
        while filled < length {
            filled += match stream.read(&mut buffer[filled..])? {
                0 => return Err(io::Error::other("an answer broke off")),
                read => read,
            };
        }
        came.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// How long an answer is, by its header, which comes in one piece since it is sent in one.
fn answer_length(start: &[u8]) -> Option<usize> {
    let head = start.windows(4).position(|four| four == b"\r\n\r\n")?;
    let text = std::str::from_utf8(&start[..head]).ok()?;
    let body = text.lines().find_map(|line| line.strip_prefix("Content-Length: "))?;
    Some(head + 4 + body.parse::<usize>().ok()?)
}
