//! A well-behaved site on loopback: so many pages, each of which leads to some others, and a count of the requests.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// The site. It lives as long as the test that made it.
pub(crate) struct Site {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    pages: usize,
    requests: Mutex<usize>,
    more: Condvar,
}

impl Site {
    pub(crate) fn new(pages: usize) -> Site {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("its address");
        let shared = Arc::new(Shared { pages, requests: Mutex::new(0), more: Condvar::new() });
        let theirs = Arc::clone(&shared);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&theirs);
                // Whoever is killed breaks the connection, which ends its thread.
                thread::spawn(move || shared.serve(stream));
            }
        });
        Site { address, shared }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// How many pages were asked for.
    pub(crate) fn requests(&self) -> usize {
        *self.shared.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until so many more pages were asked for, or the one who asks has ended.
    pub(crate) fn wait_for_requests(&self, more: usize, client: &mut Child) {
        let wanted = self.requests() + more;
        let mut requests = self.shared.requests.lock().unwrap_or_else(PoisonError::into_inner);
        while *requests < wanted && matches!(client.try_wait(), Ok(None)) {
            let waited = self.shared.more.wait_timeout(requests, Duration::from_millis(50));
            requests = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Shared {
    fn serve(&self, stream: TcpStream) -> Option<()> {
        let mut reader = BufReader::new(stream.try_clone().ok()?);
        let mut writer = stream;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
            let path = line.split(' ').nth(1)?.to_owned();
            while line.trim_end() != "" {
                line.clear();
                reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
            }
            writer.write_all(&self.answer(&path)).ok()?;
        }
    }

    fn answer(&self, path: &str) -> Vec<u8> {
        let number = match path {
            "/" => Some(0),
            _ => path.strip_prefix("/page/").and_then(|number| number.parse().ok()),
        };
        match number.filter(|number| *number < self.pages) {
            None => b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_vec(),
            Some(number) => {
                *self.requests.lock().unwrap_or_else(PoisonError::into_inner) += 1;
                self.more.notify_all();
                let links = [2 * number + 1, 2 * number + 2, number + 1, number / 2].map(|to| match to {
                    0 => "<a href=/>home</a>".to_owned(),
                    _ => format!("<a href=/page/{to}>page {to}</a>"),
                });
                let links = if number + 1 < self.pages { &links[..] } else { &links[3..] };
                let known = links.iter().filter(|link| !self.is_beyond(link)).cloned().collect::<String>();
                let body = format!("<!doctype html><title>Page {number}</title><h1>Page {number}</h1>{known}");
                let length = body.len();
                let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n");
                (head + &body).into_bytes()
            }
        }
    }

    /// Whether a link leads to a page that is not there.
    fn is_beyond(&self, link: &str) -> bool {
        let number = link.split("/page/").nth(1).and_then(|rest| rest.split('>').next()?.parse::<usize>().ok());
        number.is_some_and(|number| number >= self.pages)
    }
}
