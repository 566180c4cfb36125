//! The DevTools protocol over a pipe: JSON messages, each ended by a zero byte. Knows of commands, answers and events,
//! but not what any of them mean.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::error::BrowserError;

/// No message is larger than this; a browser that sends one is not listened to any longer.
const MAX_MESSAGE: u64 = 512 << 20;
/// How many messages may wait to be read before the browser has to.
const WAITING: usize = 256;
/// The watchdog ends what is late; only if even that fails is waiting given up on, this much later.
const GRACE: Duration = Duration::from_secs(5);

/// A session with one tab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Session(pub(super) String);

/// A message from the browser.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    id: Option<u64>,
    method: Option<String>,
    params: Option<Box<RawValue>>,
    result: Option<Box<RawValue>>,
    error: Option<Complaint>,
    session_id: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Complaint {
    message: String,
}

/// Something that happened in a tab, or the answer to a command.
#[derive(Debug)]
pub(super) enum Incoming {
    Answer(Answered),
    Event { method: String, session: Option<Session>, params: Option<Box<RawValue>> },
}

/// The answer to a command.
#[derive(Debug)]
pub(super) struct Answered {
    /// The command's number.
    pub(super) id: u64,
    complaint: Option<String>,
    result: Option<Box<RawValue>>,
}

impl Answered {
    /// What the answer holds.
    pub(super) fn read<T: DeserializeOwned>(self, method: &'static str) -> Result<T, BrowserError> {
        match self.complaint {
            Some(message) => Err(BrowserError::Refused { method, message }),
            None => read_params(method, self.result.as_deref()),
        }
    }
}

/// The connection to a browser.
#[derive(Debug)]
pub(super) struct Connection {
    to: PipeWriter,
    from: Receiver<Message>,
    last_id: u64,
    /// What came in while the answer to a command was waited for.
    waiting: VecDeque<Incoming>,
}

impl Connection {
    /// Takes over our ends of the two pipes. A thread reads what comes, until the browser closes its end.
    pub(super) fn new(to: PipeWriter, from: PipeReader) -> Connection {
        let (sender, receiver) = sync_channel(WAITING);
        thread::spawn(move || receive(from, &sender));
        Connection { to, from: receiver, last_id: 0, waiting: VecDeque::new() }
    }

    /// Sends a command, and does not wait for its answer. Returns the command's number.
    pub(super) fn send(&mut self, session: Option<&Session>, method: &str, params: Value) -> Result<u64, BrowserError> {
        self.last_id += 1;
        let mut message = json!({ "id": self.last_id, "method": method, "params": params });
        if let Some(Session(session)) = session {
            message["sessionId"] = Value::from(session.as_str());
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).map_err(BrowserError::Pipe)?;
        Ok(self.last_id)
    }

    /// Sends a command and waits for its answer. Events that come meanwhile are kept.
    pub(super) fn call<T: DeserializeOwned>(
        &mut self,
        session: Option<&Session>,
        method: &'static str,
        params: Value,
        deadline: Instant,
    ) -> Result<T, BrowserError> {
        let sent = self.send(session, method, params)?;
        loop {
            match self.receive(deadline)? {
                Incoming::Answer(answered) if answered.id == sent => return answered.read(method),
                // Answers that nobody waits for say nothing.
                Incoming::Answer(_) => {}
                Incoming::Event { ref method, .. } if method == "Inspector.targetCrashed" => {
                    return Err(BrowserError::Crashed);
                }
                event @ Incoming::Event { .. } => self.waiting.push_back(event),
            }
        }
    }

    /// The next thing that happened.
    pub(super) fn next(&mut self, deadline: Instant) -> Result<Incoming, BrowserError> {
        match self.waiting.pop_front() {
            Some(incoming) => Ok(incoming),
            None => self.receive(deadline),
        }
    }

    /// The next thing that happens within this time, if anything does.
    pub(super) fn poll(&mut self, wait: Duration) -> Result<Option<Incoming>, BrowserError> {
        if let Some(incoming) = self.waiting.pop_front() {
            return Ok(Some(incoming));
        }
        match self.from.recv_timeout(wait) {
            Ok(message) => Ok(Some(message.into())),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(BrowserError::Died),
        }
    }

    /// Forgets what has come in and not been looked at.
    pub(super) fn forget(&mut self) {
        self.waiting.clear();
    }

    fn receive(&mut self, deadline: Instant) -> Result<Incoming, BrowserError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let message = self.from.recv_timeout(left + GRACE).map_err(|error| match error {
            RecvTimeoutError::Timeout => BrowserError::TimedOut(left),
            RecvTimeoutError::Disconnected => BrowserError::Died,
        })?;
        Ok(message.into())
    }
}

impl From<Message> for Incoming {
    fn from(message: Message) -> Incoming {
        match (message.id, message.method) {
            (Some(id), _) => {
                let complaint = message.error.map(|error| error.message);
                Incoming::Answer(Answered { id, complaint, result: message.result })
            }
            (None, method) => Incoming::Event {
                method: method.unwrap_or_default(),
                session: message.session_id.map(Session),
                params: message.params,
            },
        }
    }
}

/// What an event holds.
pub(super) fn read_params<T: DeserializeOwned>(
    method: &'static str,
    params: Option<&RawValue>,
) -> Result<T, BrowserError> {
    serde_json::from_str(params.map_or("{}", RawValue::get)).map_err(|cause| BrowserError::Answer { method, cause })
}

/// Reads messages until the pipe is closed, something is no message, or nobody listens any longer.
fn receive(from: PipeReader, to: &SyncSender<Message>) {
    let mut from = BufReader::with_capacity(64 << 10, from);
    loop {
        let mut bytes = Vec::new();
        let read = from.by_ref().take(MAX_MESSAGE).read_until(0, &mut bytes);
        if read.is_err() || bytes.pop() != Some(0) {
            return;
        }
        let Ok(message) = serde_json::from_slice(&bytes) else { return };
        if to.send(message).is_err() {
            return;
        }
    }
}
