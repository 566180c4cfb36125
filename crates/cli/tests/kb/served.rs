//! A site on loopback that writes down what it is asked for: pages about islands that share a stylesheet, and addresses
//! that only lead to them.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::desk::page;

/// Each tenth address only leads to its page.
const LEADING: usize = 10;

/// The site. It lives as long as the test that made it.
pub(crate) struct Served {
    address: SocketAddr,
    log: Arc<Log>,
}

#[derive(Default)]
struct Log {
    asked: Mutex<HashMap<String, usize>>,
    more: Condvar,
}

impl Served {
    pub(crate) fn new() -> Served {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("its address");
        let log = Arc::new(Log::default());
        let theirs = Arc::clone(&log);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let log = Arc::clone(&theirs);
                // Whoever is killed breaks the connection, which ends its thread.
                thread::spawn(move || log.serve(stream));
            }
        });
        Served { address, log }
    }

    /// The addresses of so many pages.
    pub(crate) fn pages(&self, count: usize) -> Vec<String> {
        let path = |number: usize| if number.is_multiple_of(LEADING) { "leading" } else { "island" };
        (0..count).map(|number| format!("http://{}/{}/{number}", self.address, path(number))).collect()
    }

    /// How often each address was asked for; begins anew.
    pub(crate) fn take_log(&self) -> HashMap<String, usize> {
        std::mem::take(&mut *self.log.asked())
    }

    /// Waits until so many different addresses were asked for in all, or the one who asks has ended.
    pub(crate) fn wait_for(&self, addresses: usize, client: &mut Child) {
        let mut asked = self.log.asked();
        while asked.len() < addresses && matches!(client.try_wait(), Ok(None)) {
            let waited = self.log.more.wait_timeout(asked, Duration::from_millis(50));
            asked = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Log {
    fn asked(&self) -> std::sync::MutexGuard<'_, HashMap<String, usize>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

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
            *self.asked().entry(path.clone()).or_default() += 1;
            self.more.notify_all();
            writer.write_all(answer(&path).as_bytes()).ok()?;
        }
    }
}

fn answer(path: &str) -> String {
    if let Some(number) = path.strip_prefix("/leading/") {
        return format!("HTTP/1.1 302 Found\r\nLocation: /island/{number}\r\nContent-Length: 0\r\n\r\n");
    }
    let number = path.strip_prefix("/island/").and_then(|number| number.parse().ok());
    let (kind, body) = match number {
        Some(number) => ("text/html", page(number).replace("<head>", "<head><link rel=stylesheet href=/islands.css>")),
        None if path == "/islands.css" => ("text/css", "h1 { font-size: 30px }".to_owned()),
        None => return "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_owned(),
    };
    format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}
