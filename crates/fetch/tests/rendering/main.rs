//! Pages that are made by scripts, crawled with a real browser. These tests need Chromium. What the browser asks for
//! is logged by the server, what is connected to by the guard.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use fetch::crawl::{Crawl, Guard, Known, Render, Report};
use fetch::source::{Choice, Input, Network, read};
use job::{Cancel, Event, Job, Visit, VisitOutcome};
use url::Url;

const SHELL: &str = "<!doctype html><title>App</title><link rel=stylesheet href=/a.css>\
                     <script src=/app.js defer></script><div id=root></div>";

/// What the server was asked for, and when.
type Log = Arc<Mutex<Vec<(String, Instant)>>>;

/// A server whose pages are made by a script, with so much of it.
fn serve(script: String) -> (SocketAddr, Log) {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = listener.local_addr().unwrap();
    let log = Log::default();
    let theirs = Arc::clone(&log);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (script, log) = (script.clone(), Arc::clone(&theirs));
            thread::spawn(move || answer_all(&stream, &script, &log));
        }
    });
    (address, log)
}

fn answer_all(stream: &TcpStream, script: &str, log: &Log) -> Option<()> {
    let mut reader = BufReader::new(stream);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
        let path = line.split(' ').nth(1)?.to_owned();
        while line.trim_end() != "" {
            line.clear();
            reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
        }
        log.lock().unwrap().push((path.clone(), Instant::now()));
        let (status, kind, body) = match path.as_str() {
            "/robots.txt" => (200, "text/plain", "User-agent: *\nDisallow: /private".to_owned()),
            "/app.js" => (200, "text/javascript", script.to_owned()),
            "/a.css" => (200, "text/css", "h1 { color: red }".to_owned()),
            "/plain" => (200, "text/html", "<h1>Plain</h1><p>A page that needs no script at all.".to_owned()),
            "/" | "/item/1" | "/item/2" => (200, "text/html", SHELL.to_owned()),
            path if path.starts_with("/api/") => (200, "application/json", format!("{{\"name\": {path:?}}}")),
            _ => (404, "text/plain", "no".to_owned()),
        };
        let head = format!("HTTP/1.1 {status} X\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n", body.len());
        (&*stream).write_all((head + &body).as_bytes()).ok()?;
    }
}

fn crawl(
    server: SocketAddr,
    archive: &Path,
    change: impl FnOnce(&mut Crawl),
) -> (Report, Vec<SocketAddr>, Vec<String>) {
    let dialled = Arc::new(Mutex::new(Vec::new()));
    let theirs = Arc::clone(&dialled);
    let guard = Guard::new(vec!["127.0.0.1/32".parse().unwrap()])
        .with_witness(Arc::new(move |address| theirs.lock().unwrap().push(address)));
    let mut crawl = Crawl::new(vec![Url::parse(&format!("http://{server}/")).unwrap()], archive.to_owned());
    crawl.guard = guard;
    crawl.delay = Duration::ZERO;
    change(&mut crawl);
    let notes = Mutex::new(Vec::new());
    let tell = |event| {
        if let Event::Visit(Visit { outcome: VisitOutcome::Noted { note }, .. }) = event {
            notes.lock().unwrap().push(note);
        }
    };
    let report = crawl.run(&Job::new(&tell, Cancel::default())).unwrap().into_inner();
    let dialled = dialled.lock().unwrap().clone();
    (report, dialled, notes.into_inner().unwrap())
}

/// The pages of an archive as our own reader gives them, by their paths.
fn pages(archive: &Path) -> HashMap<String, String> {
    let inputs = vec![Input::parse(archive.to_str().unwrap()).unwrap()];
    read(inputs, Network::default(), Choice::All)
        .map(|item| {
            let captured = item.captured.unwrap();
            let path = Url::parse(&item.name).unwrap().path().to_owned();
            (path, String::from_utf8(captured.capture.body).unwrap())
        })
        .collect()
}

/// A script that shows what the server says, and tries whatever it should not.
fn script(elsewhere: SocketAddr) -> String {
    format!(
        "fetch('/api' + location.pathname).then(answer => answer.json()).then(data => {{
             document.getElementById('root').innerHTML = '<h1>' + data.name + '</h1>'
                 + '<a href=/item/1>one</a> <a href=/item/2>two</a> <a href=/plain>three</a>'
                 + '<img src=/picture.png><iframe src=/frame></iframe>';
         }});
         fetch('http://{elsewhere}/secret').catch(() => {{}});
         fetch('/private/data').catch(() => {{}});
         fetch('/api/post', {{ method: 'POST', body: 'x' }}).catch(() => {{}});
         try {{ new WebSocket('ws://{elsewhere}/'); }} catch {{}}
         try {{
             const call = new RTCPeerConnection({{ iceServers: [{{ urls: 'stun:{elsewhere}' }}] }});
             call.createDataChannel('x');
             call.createOffer().then(offer => call.setLocalDescription(offer));
         }} catch {{}}
         navigator.serviceWorker && navigator.serviceWorker.register('/worker.js').catch(() => {{}});
         alert('stop');
         window.open('http://{elsewhere}/popup');"
    )
}

#[test]
fn what_scripts_make_is_in_the_archive_and_they_reach_nobody_else() {
    // Somebody listens where nobody may connect to.
    let forbidden = TcpListener::bind(("127.0.0.2", 0)).unwrap();
    forbidden.set_nonblocking(true).unwrap();
    let datagrams = UdpSocket::bind(forbidden.local_addr().unwrap()).unwrap();
    datagrams.set_nonblocking(true).unwrap();
    let (server, log) = serve(script(forbidden.local_addr().unwrap()));
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("a.warc.gz");
    let (report, dialled, notes) = crawl(server, &archive, |_| {});
    assert_eq!((report.fetched, report.unrendered, notes), (4, None, Vec::<String>::new()));
    let pages = pages(&archive);
    assert!(pages["/"].contains("<h1>/api/</h1>"), "{}", pages["/"]);
    assert!(pages["/item/1"].contains("<h1>/api/item/1</h1>"), "{}", pages["/item/1"]);
    assert!(pages["/plain"].starts_with("<h1>Plain"), "a page that needs no script is kept as it came");
    let asked: Vec<String> = log.lock().unwrap().iter().map(|(path, _)| path.clone()).collect();
    let times = |path: &str| asked.iter().filter(|own| *own == path).count();
    assert_eq!((times("/app.js"), times("/a.css"), times("/robots.txt")), (1, 1, 1), "{asked:?}");
    let never = ["/private/data", "/api/post", "/picture.png", "/worker.js", "/popup", "/secret"];
    assert_eq!(never.map(times), [0; 6], "{asked:?}");
    assert!(dialled.iter().all(|address| *address == server), "{dialled:?}");
    assert_eq!(forbidden.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock, "nobody connected");
    let nothing = datagrams.recv(&mut [0; 100]).unwrap_err();
    assert_eq!(nothing.kind(), std::io::ErrorKind::WouldBlock, "nobody called");
}

#[test]
fn a_rest_is_kept_while_scripts_run_and_the_archive_supplies_what_it_has() {
    let (server, log) = serve(script("127.0.0.2:9".parse().unwrap()));
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("a.warc.gz");
    let rest = Duration::from_millis(150);
    crawl(server, &archive, |crawl| {
        crawl.delay = rest;
        crawl.depth = Some(0);
    });
    crawl(server, &archive, |crawl| crawl.depth = Some(1));
    let log = log.lock().unwrap();
    let first_run: Vec<Instant> = log.iter().map(|(_, at)| *at).take(5).collect();
    let shortest = first_run.windows(2).map(|pair| pair[1] - pair[0]).min().unwrap();
    assert!(shortest >= rest, "{shortest:?}");
    assert_eq!(log.iter().filter(|(path, _)| path == "/app.js").count(), 1, "the second run has it from the archive");
    assert!(pages(&archive)["/item/2"].contains("<h1>/api/item/2</h1>"));
}

#[test]
fn a_page_that_cannot_be_rendered_is_kept_as_it_came() {
    let (server, _) = serve("while (true) {}".to_owned());
    let folder = tempfile::tempdir().unwrap();
    let archive = folder.path().join("a.warc.gz");
    let (report, _, notes) = crawl(server, &archive, |crawl| {
        crawl.depth = Some(0);
        crawl.render = Render::Always;
        crawl.render_time = Duration::from_secs(6);
    });
    assert_eq!(report.unrendered.map(|(number, _)| number), Some(1));
    assert!(notes[0].contains("was not rendered"), "{:?}", notes);
    assert!(pages(&archive)["/"].contains("<div id=root>"));
    let (report, _, _) = crawl(server, &archive, |crawl| {
        crawl.depth = Some(0);
        crawl.known = Known::Refresh;
        crawl.render = Render::Never;
    });
    assert_eq!((report.fetched, report.unchanged), (0, 1));
}
