//! Nobody is asked whom the user has not allowed to be asked: whatever a site names, in whatever spelling and by
//! whatever way, no connection leaves for anything but the public web and what was allowed.

use std::collections::{BTreeSet, HashSet};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use fetch::crawl::{Guard, Reach};
use fetch::net::{Resolve, Resolving};
use url::Url;

use crate::crawling::Trial;
use crate::server::Server;

/// Addresses of every range that is not the public web.
const FORBIDDEN: [&str; 44] = [
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.254",
    "127.0.0.2",
    "127.1.2.3",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.0.1",
    "192.168.255.255",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.2",
    "64:ff9b::7f00:2",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:2::",
    "3fff::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "4000::1",
];

/// Each forbidden address in every spelling that means it, with a port where somebody listens.
fn targets(port: u16) -> Vec<String> {
    let mut hosts = Vec::new();
    for address in FORBIDDEN {
        match address.parse().unwrap() {
            IpAddr::V4(v4) => hosts.extend(spellings(v4)),
            IpAddr::V6(v6) => hosts.extend([format!("[{v6}]"), format!("[{}]", in_full(v6.segments()))]),
        }
    }
    let mut targets: Vec<String> = hosts.iter().map(|host| format!("http://{host}:{port}/secret")).collect();
    targets.extend(FORBIDDEN.iter().filter(|address| !address.contains(':')).map(|host| format!("https://{host}/x")));
    for scheme in ["ftp", "file", "gopher", "ws", "wss", "data", "javascript", "ldap", "dict", "blob", "view-source"] {
        targets.push(format!("{scheme}://127.0.0.2:{port}/secret"));
    }
    for port in [1, 7, 22, 25, 53, 110, 143, 389, 465, 587, 993, 2049, 6000, 6667, 10080] {
        targets.push(format!("http://127.0.0.1:{port}/secret"));
    }
    targets.extend([
        format!("http://user@127.0.0.1:{port}/secret"),
        format!("http://user:word@127.0.0.2:{port}/secret"),
        format!("http://127.0.0.1@127.0.0.2:{port}/secret"),
    ]);
    targets
}

/// What browsers and systems take for the same IPv4 address.
fn spellings(v4: Ipv4Addr) -> Vec<String> {
    let [a, b, c, d] = v4.octets();
    let whole = v4.to_bits();
    let (high, low) = (whole >> 16, whole & 0xffff);
    vec![
        v4.to_string(),
        format!("{v4}."),
        whole.to_string(),
        format!("{whole:#x}"),
        format!("{whole:#o}").replace("0o", "0"),
        format!("{a}.{}", whole & 0xff_ffff),
        format!("{a}.{b}.{low}"),
        format!("{a:#x}.{b:#x}.{c:#x}.{d:#x}"),
        format!("0{a:o}.0{b:o}.0{c:o}.0{d:o}"),
        format!("[::ffff:{v4}]"),
        format!("[::ffff:{high:x}:{low:x}]"),
        v4.to_string().replace('.', "%2e"),
        v4.to_string().replace('.', "\u{3002}"),
    ]
}

fn in_full(segments: [u16; 8]) -> String {
    segments.map(|segment| format!("{segment:04x}")).join(":")
}

/// Names that the resolver of the test knows, by what they are looked up as.
struct Names {
    listener_is_asked_for: AtomicUsize,
}

impl Resolve for Names {
    fn resolve<'name>(&'name self, host: &'name str) -> Resolving<'name> {
        Box::pin(async move {
            let number = host.strip_prefix('n').and_then(|rest| rest.split('.').next()?.parse::<usize>().ok());
            let number = number.ok_or(io::ErrorKind::NotFound)?;
            self.listener_is_asked_for.fetch_add(1, Ordering::Relaxed);
            let address: IpAddr = FORBIDDEN[number % FORBIDDEN.len()].parse().map_err(io::Error::other)?;
            // Forbidden addresses stay forbidden however many of them a name has.
            Ok(vec![address; 1 + number % 3])
        })
    }
}

/// Somebody who must not be called, and counts who does.
struct Trap {
    port: u16,
    calls: Arc<AtomicUsize>,
}

impl Trap {
    /// At a forbidden address of this machine, and this port.
    fn new(port: u16) -> Trap {
        let listener = TcpListener::bind(("127.0.0.2", port)).unwrap();
        let (port, calls) = (listener.local_addr().unwrap().port(), Arc::new(AtomicUsize::new(0)));
        let counted = Arc::clone(&calls);
        std::thread::spawn(move || {
            for _ in listener.incoming() {
                counted.fetch_add(1, Ordering::Relaxed);
            }
        });
        Trap { port, calls }
    }
}

type Dialled = Arc<Mutex<Vec<SocketAddr>>>;

/// A guard that lets only the test server through, and tells of every connection that is tried.
fn watched(resolver: Arc<dyn Resolve>) -> (Guard, Dialled) {
    let dialled = Dialled::default();
    let notes = Arc::clone(&dialled);
    let guard = Guard::new(vec!["127.0.0.1/32".parse().unwrap()])
        .with_resolver(resolver)
        .with_witness(Arc::new(move |address| notes.lock().unwrap().push(address)));
    (guard, dialled)
}

/// A site that names all targets in every way there is. Each target has its own pages, by number.
fn site(targets: Vec<String>) -> Server {
    Server::start(move |request, wire| {
        let path = request.path.as_str();
        let number = path.rsplit('/').next().and_then(|number| number.split('.').next()?.parse::<usize>().ok());
        let target = number.and_then(|number| targets.get(number)).map(String::as_str).unwrap_or_default();
        let host = &request.headers["host"];
        let each = |name: &str| -> String {
            (0..targets.len()).map(|number| format!("<a href='/{name}/{number}'>x</a>\n")).collect()
        };
        if path == "/robots.txt" && request.host.starts_with('r') {
            // The rules of each of these hosts are said to be where they must not be looked for.
            let number: usize = request.host[1..].split('.').next().and_then(|n| n.parse().ok()).unwrap_or(0);
            return wire.redirect(&targets[number % targets.len()]);
        }
        match path.split('/').nth(1).unwrap_or_default() {
            "robots.txt" => {
                let named: String = targets.iter().map(|target| format!("Sitemap: {target}\n")).collect();
                wire.answer("200 OK", "", format!("{named}Sitemap: http://{host}/sitemap.xml\n").as_bytes())
            }
            "sitemap.xml" => {
                let entry =
                    |target: &String| format!("<url><loc>{target}</loc></url><sitemap><loc>{target}</loc></sitemap>");
                let entries: String = targets.iter().map(entry).collect();
                wire.answer("200 OK", "", format!("<urlset>{entries}</urlset>").as_bytes())
            }
            "" => wire.page(&["redirect", "style", "canonical", "refresh", "base"].map(each).concat()),
            "links" => {
                let links =
                    targets.iter().map(|target| format!("<a href='{target}'>x</a><iframe src='{target}'></iframe>"));
                wire.page(&links.collect::<String>())
            }
            "redirect" => wire.redirect(target),
            "canonical" => wire.page(&format!("<link rel=canonical href='{target}'>")),
            "refresh" => wire.page(&format!("<meta http-equiv=refresh content='0;url={target}'>")),
            "base" => {
                wire.page(&format!("<base href='{target}'><a href='below'>x</a><link rel=stylesheet href='s.css'>"))
            }
            "style" => wire.page(&format!(
                "<link rel=stylesheet href='{target}'><link rel=stylesheet href='/import/{0}.css'>\
                 <link rel=stylesheet href='/away/{0}.css'>",
                number.unwrap_or_default()
            )),
            "import" => {
                let css = format!("@import '{target}'; @import url({target}?2);");
                wire.answer("200 OK", "Content-Type: text/css\r\n", css.as_bytes())
            }
            "away" => wire.redirect(target),
            _ => wire.missing(),
        }
    })
}

#[test]
fn no_way_leads_to_a_forbidden_address() {
    let trap = Trap::new(0);
    let mut all = targets(trap.port);
    all.extend((0..FORBIDDEN.len() * 2).map(|number| format!("http://n{number}.example:{}/secret", trap.port)));
    let distinct: BTreeSet<&String> = all.iter().collect();
    assert!(distinct.len() >= 300, "{}", distinct.len());
    let server = site(all.clone());
    let names = Arc::new(Names { listener_is_asked_for: AtomicUsize::new(0) });
    let (guard, dialled) = watched(Arc::clone(&names) as Arc<dyn Resolve>);
    let mut seeds = vec![server.url("/"), server.url("/links")];
    seeds.extend(all.iter().filter_map(|target| Url::parse(target).ok()));
    let mut trial = Trial::new(seeds);
    trial.crawl.guard = guard;
    trial.crawl.reach = Reach::Anywhere;
    trial.crawl.retries = 0;
    let seen = trial.run();
    let here: SocketAddr = server.url("/").socket_addrs(|| None).unwrap()[0];
    let others: HashSet<SocketAddr> = dialled.lock().unwrap().iter().copied().filter(|to| *to != here).collect();
    assert_eq!(others, HashSet::new(), "connections were tried to");
    assert_eq!(trap.calls.load(Ordering::Relaxed), 0, "somebody called");
    assert!(!dialled.lock().unwrap().is_empty() && names.listener_is_asked_for.load(Ordering::Relaxed) > 80);
    // All pages of the site itself are there: what is forbidden does no harm to what is not.
    for name in ["redirect", "canonical", "refresh", "base", "style", "import", "away"] {
        let asked = server.log().iter().filter(|entry| entry.request.path.starts_with(&format!("/{name}/"))).count();
        assert!(asked >= all.len(), "{name}: {asked}");
    }
    assert!(seen.report.counts.refused as usize >= all.len() / 2, "{:?}", seen.report.counts);
}

/// Names of hosts whose rules are elsewhere: they are all the test server.
struct Here;

impl Resolve for Here {
    fn resolve<'name>(&'name self, _: &'name str) -> Resolving<'name> {
        Box::pin(async { Ok(vec![IpAddr::from([127, 0, 0, 1])]) })
    }
}

#[test]
fn rules_are_not_looked_for_at_a_forbidden_address() {
    let trap = Trap::new(0);
    let all = targets(trap.port);
    let server = site(all.clone());
    let (guard, dialled) = watched(Arc::new(Here));
    let host = |number: usize| server.url_at(&format!("r{number}.example"), "/redirect/x");
    let mut trial = Trial::new((0..all.len()).map(host).collect());
    trial.crawl.guard = guard;
    trial.crawl.retries = 0;
    trial.run();
    let here: SocketAddr = server.url("/").socket_addrs(|| None).unwrap()[0];
    assert!(dialled.lock().unwrap().iter().all(|to| *to == here), "{dialled:?}");
    assert_eq!(trap.calls.load(Ordering::Relaxed), 0, "somebody called");
    assert!(server.count("/robots.txt") >= all.len());
}

/// Gives another answer at every look-up: the allowed address, a forbidden one, or both in either order.
#[derive(Default)]
struct Fickle {
    look_ups: AtomicUsize,
}

impl Resolve for Fickle {
    fn resolve<'name>(&'name self, _: &'name str) -> Resolving<'name> {
        let number = self.look_ups.fetch_add(1, Ordering::Relaxed);
        let here = IpAddr::from([127, 0, 0, 1]);
        let forbidden: IpAddr = FORBIDDEN[number / 4 % FORBIDDEN.len()].parse().unwrap();
        // The rules and the first page must be had, or there is nothing to ask for.
        let addresses = match if number < 4 { 0 } else { number % 4 } {
            0 => vec![here],
            1 => vec![forbidden],
            2 => vec![here, forbidden],
            _ => vec![forbidden, here],
        };
        Box::pin(async { Ok(addresses) })
    }
}

#[test]
fn a_name_that_changes_its_mind_gains_nothing() {
    const PAGES: usize = 1400;
    let server = Server::start(|request, wire| {
        let links = match request.path.as_str() {
            "/" => (1..PAGES).map(|n| format!("<a href='/{n}'>x</a>")).collect::<String>(),
            "/robots.txt" => return wire.raw(b"HTTP/1.1 404 No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
            _ => String::new(),
        };
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/html\r\n";
        wire.raw(format!("{head}Content-Length: {}\r\n\r\n{links}", links.len()).as_bytes())
    });
    let trap = Trap::new(server.url("/").port().unwrap());
    let fickle = Arc::new(Fickle::default());
    let (guard, dialled) = watched(Arc::clone(&fickle) as Arc<dyn Resolve>);
    let mut trial = Trial::new(vec![server.url_at("fickle.example", "/")]);
    trial.crawl.guard = guard;
    let seen = trial.run();
    let here: SocketAddr = server.url("/").socket_addrs(|| None).unwrap()[0];
    assert!(dialled.lock().unwrap().iter().all(|to| *to == here), "{dialled:?}");
    assert_eq!(trap.calls.load(Ordering::Relaxed), 0, "somebody called");
    assert!(fickle.look_ups.load(Ordering::Relaxed) >= PAGES, "each request looks the name up");
    assert!(server.log().len() >= 1000, "{} requests, {:?}", server.log().len(), seen.report);
}
