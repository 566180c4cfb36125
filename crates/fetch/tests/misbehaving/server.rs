//! A web server for tests that can do anything wrong: what it sends is written byte by byte by the test. It keeps a log
//! of what it was asked and when. It is no model of how HTTP should be served.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use url::Url;

/// What was asked.
#[derive(Clone, Debug)]
pub(crate) struct Request {
    /// The name of the host, without its port.
    pub(crate) host: String,
    /// The path with its query.
    pub(crate) path: String,
    /// By name in lower case.
    pub(crate) headers: HashMap<String, String>,
    /// How often this host has been asked for this path before.
    pub(crate) earlier: usize,
}

/// A line of the log.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) request: Request,
    /// When the request had come in.
    pub(crate) began: Instant,
    pub(crate) began_at: SystemTime,
    /// When the answer had gone out.
    pub(crate) ended: Option<Instant>,
}

/// Whether the connection is used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    Keep,
    Close,
}

/// Writes an answer.
pub(crate) type Handler = dyn Fn(&Request, &mut Wire) -> io::Result<After> + Send + Sync;

/// The connection that an answer is written to.
pub(crate) struct Wire {
    stream: TcpStream,
    shared: Arc<Shared>,
}

impl Wire {
    /// Does nothing for a while, or until the server is no longer wanted.
    pub(crate) fn pause(&self, time: Duration) -> io::Result<()> {
        let until = Instant::now() + time;
        let mut is_over = self.shared.is_over.lock().unwrap_or_else(PoisonError::into_inner);
        while !*is_over {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(());
            }
            is_over = self.shared.ended.wait_timeout(is_over, left).unwrap().0;
        }
        Err(io::ErrorKind::Interrupted.into())
    }

    /// Writes an answer with its length.
    pub(crate) fn answer(&mut self, status: &str, headers: &str, body: &[u8]) -> io::Result<After> {
        let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n", body.len());
        self.stream.write_all(&[head.as_bytes(), body].concat())?;
        Ok(After::Keep)
    }

    /// Writes a page.
    pub(crate) fn page(&mut self, html: &str) -> io::Result<After> {
        self.answer("200 OK", "Content-Type: text/html\r\n", html.as_bytes())
    }

    /// Sends the visitor elsewhere.
    pub(crate) fn redirect(&mut self, target: &str) -> io::Result<After> {
        self.answer("302 Found", &format!("Location: {target}\r\n"), b"")
    }

    /// Says that there is no such page.
    pub(crate) fn missing(&mut self) -> io::Result<After> {
        self.answer("404 Not Found", "Content-Type: text/html\r\n", b"<p>not here")
    }

    /// Writes bytes as they are, and closes the connection.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> io::Result<After> {
        self.stream.write_all(bytes)?;
        Ok(After::Close)
    }
}

#[derive(Default)]
struct Shared {
    is_over: Mutex<bool>,
    ended: Condvar,
    log: Mutex<Vec<Entry>>,
    asked: Mutex<HashMap<(String, String), usize>>,
}

/// A server that runs until it is dropped.
pub(crate) struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
}

impl Server {
    /// Starts a server on a free port of this machine.
    pub(crate) fn start(handler: impl Fn(&Request, &mut Wire) -> io::Result<After> + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let server = Server { address: listener.local_addr().unwrap(), shared: Arc::default() };
        let (shared, handler): (_, Arc<Handler>) = (Arc::clone(&server.shared), Arc::new(handler));
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if *shared.is_over.lock().unwrap() {
                    break;
                }
                let (shared, handler) = (Arc::clone(&shared), Arc::clone(&handler));
                let Ok(stream) = stream else { continue };
                std::thread::spawn(move || serve(stream, &shared, &*handler));
            }
        });
        server
    }

    /// The address of a path here, by number.
    pub(crate) fn url(&self, path: &str) -> Url {
        self.url_at("127.0.0.1", path)
    }

    /// The address of a path here, under another name.
    pub(crate) fn url_at(&self, host: &str, path: &str) -> Url {
        Url::parse(&format!("http://{host}:{}{path}", self.address.port())).unwrap()
    }

    /// What was asked so far.
    pub(crate) fn log(&self) -> MutexGuard<'_, Vec<Entry>> {
        self.shared.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The paths that were asked for, in order.
    pub(crate) fn paths(&self) -> Vec<String> {
        self.log().iter().map(|entry| entry.request.path.clone()).collect()
    }

    /// How often a path was asked for.
    pub(crate) fn count(&self, path: &str) -> usize {
        self.log().iter().filter(|entry| entry.request.path == path).count()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        *self.shared.is_over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.shared.ended.notify_all();
        // The listener looks up when somebody calls.
        let _ = TcpStream::connect(self.address);
    }
}

/// Answers the requests of one connection. Whatever goes wrong ends it: that is the visitor's matter.
fn serve(stream: TcpStream, shared: &Arc<Shared>, handler: &Handler) {
    let _ = stream.set_nodelay(true);
    let Ok(reading) = stream.try_clone() else { return };
    let mut reader = BufReader::new(reading);
    let mut wire = Wire { stream, shared: Arc::clone(shared) };
    while let Some(mut request) = read_request(&mut reader) {
        let (began, began_at) = (Instant::now(), SystemTime::now());
        let number = {
            let mut asked = shared.asked.lock().unwrap();
            let count = asked.entry((request.host.clone(), request.path.clone())).or_default();
            request.earlier = *count;
            *count += 1;
            let mut log = shared.log.lock().unwrap();
            log.push(Entry { request: request.clone(), began, began_at, ended: None });
            log.len() - 1
        };
        let after = handler(&request, &mut wire);
        if let Some(entry) = shared.log.lock().unwrap().get_mut(number) {
            entry.ended = Some(Instant::now());
        }
        if !matches!(after, Ok(After::Keep)) {
            break;
        }
    }
}

fn read_request(reader: &mut BufReader<TcpStream>) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|&read| read > 0)?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|&read| read > 0)?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let host = headers.get("host").map(|host| host.split(':').next().unwrap_or_default().to_owned());
    Some(Request { host: host.unwrap_or_default(), path, headers, earlier: 0 })
}
