//! A tab: loads one document whose every request is answered by us, and gives its snapshot or its markup. What is
//! answered, and what becomes of it, is decided elsewhere.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::devtools::{Answered, Connection, Incoming, Session, read_params};
use super::error::BrowserError;
use super::snapshot::Snapshot;

/// Scripts are forbidden by this rather than switched off, since what stands in `noscript` shows when they are off.
const POLICY: &str = "script-src 'none'; frame-src 'none'; object-src 'none'";

/// Takes away what browsers call each other with.
const NO_CALLS: &str = "for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', \
                        'RTCIceTransport', 'WebTransport']) { delete globalThis[name]; }";

/// Something the document asks for.
#[derive(Debug)]
pub(super) struct Request {
    /// The address, without a fragment.
    pub(super) url: String,
    /// Whether it is the document itself.
    pub(super) is_main_document: bool,
    /// The method: `GET`, mostly.
    pub(super) method: String,
    /// What it is for, in the words of the protocol: `Script`, `Image` and so on.
    pub(super) purpose: String,
    /// The kinds of content that it takes.
    pub(super) accept: Option<String>,
}

/// An answer as a server gives it.
#[derive(Debug, Default)]
pub struct Supplied {
    /// The status code.
    pub status: u16,
    /// The headers that matter to a page.
    pub headers: Vec<(String, String)>,
    /// The body, its compression undone.
    pub body: Vec<u8>,
}

/// What it is given.
#[derive(Debug)]
pub(super) enum Answer<'bytes> {
    /// HTML in UTF-8.
    Document(&'bytes [u8]),
    /// CSS.
    Stylesheet(&'bytes [u8]),
    /// What a server has answered. Scripts may run.
    Reply(Supplied),
    /// Nothing.
    Refuse,
}

/// An open tab. It has to be closed, unless the browser is ended anyway.
pub(super) struct Tab<'browser> {
    connection: &'browser mut Connection,
    session: Session,
    target: String,
    progress: Progress,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Target {
    target_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attached {
    session_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Navigated {
    error_text: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FrameNavigated {
    frame: Frame,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frame {
    parent_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Paused {
    request_id: String,
    request: PausedRequest,
    resource_type: String,
}

#[derive(Deserialize)]
struct PausedRequest {
    url: String,
    #[serde(default)]
    method: String,
    #[serde(default)]
    headers: HashMap<String, String>,
}

#[derive(Deserialize)]
struct DocumentRoot {
    root: DocumentNode,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DocumentNode {
    node_id: i64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Markup {
    #[serde(rename = "outerHTML")]
    outer_html: String,
}

/// How far the loading of the document has come.
#[derive(PartialEq)]
enum Progress {
    Asked,
    Committed,
    Loaded,
}

impl<'browser> Tab<'browser> {
    /// Opens an empty tab of the size that pages are laid out in.
    pub(super) fn open(connection: &'browser mut Connection, deadline: Instant) -> Result<Self, BrowserError> {
        connection.forget();
        let Target { target_id } =
            connection.call(None, "Target.createTarget", json!({ "url": "about:blank" }), deadline)?;
        let attach = json!({ "targetId": target_id, "flatten": true });
        let Attached { session_id } = connection.call(None, "Target.attachToTarget", attach, deadline)?;
        let mut tab = Tab { connection, session: Session(session_id), target: target_id, progress: Progress::Asked };
        let (width, height) = (page::VIEWPORT_WIDTH, page::VIEWPORT_HEIGHT);
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        tab.send("Emulation.setDeviceMetricsOverride", size)?;
        tab.send("DOMSnapshot.enable", json!({}))?;
        // Calls between browsers go past proxies and interception, so there are none.
        tab.send("Page.addScriptToEvaluateOnNewDocument", json!({ "source": NO_CALLS }))?;
        // Different processes carry these out. Unless both have answered, the start of the document may be missed.
        tab.call::<Value>("Fetch.enable", json!({ "patterns": [{ "urlPattern": "*" }] }), deadline)?;
        tab.call::<Value>("Page.enable", json!({}), deadline)?;
        Ok(tab)
    }

    /// Loads a document until everything it asks for has been answered or refused.
    pub(super) fn load<'bytes>(
        &mut self,
        url: &str,
        deadline: Instant,
        answer: &mut dyn FnMut(&Request) -> Answer<'bytes>,
    ) -> Result<(), BrowserError> {
        let navigation = self.send("Page.navigate", json!({ "url": url }))?;
        while self.progress != Progress::Loaded {
            let Some(answered) = self.step(deadline, answer)? else { continue };
            if answered.id == navigation {
                let navigated: Navigated = answered.read("Page.navigate")?;
                if let Some(message) = navigated.error_text {
                    return Err(BrowserError::Refused { method: "Page.navigate", message });
                }
            }
        }
        Ok(())
    }

    /// Lets the document's scripts work until it has asked for nothing for a while, or until `end`.
    pub(super) fn settle<'bytes>(
        &mut self,
        quiet: Duration,
        end: Instant,
        answer: &mut dyn FnMut(&Request) -> Answer<'bytes>,
    ) -> Result<(), BrowserError> {
        let mut quiet_since = Instant::now();
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let Some(wait) = quiet.min(left).checked_sub(quiet_since.elapsed()) else { return Ok(()) };
            match self.connection.poll(wait)? {
                Some(Incoming::Event { method, session, params }) if session.as_ref() == Some(&self.session) => {
                    self.on_event(&method, params.as_deref(), answer)?;
                    if method == "Fetch.requestPaused" {
                        quiet_since = Instant::now();
                    }
                }
                _ => {}
            }
        }
    }

    /// The document as markup, as it stands now.
    pub(super) fn markup(&mut self, deadline: Instant) -> Result<String, BrowserError> {
        let DocumentRoot { root } = self.ask("DOM.getDocument", json!({ "depth": 0 }), deadline)?;
        let which = json!({ "nodeId": root.node_id, "includeShadowDOM": true });
        let Markup { outer_html } = self.ask("DOM.getOuterHTML", which, deadline)?;
        Ok(outer_html)
    }

    /// The boxes of the document and these properties of its styles.
    pub(super) fn snapshot(&mut self, properties: &[&str], deadline: Instant) -> Result<Snapshot, BrowserError> {
        self.ask("DOMSnapshot.captureSnapshot", json!({ "computedStyles": properties }), deadline)
    }

    /// Asks the browser something about the document.
    ///
    /// A document may still ask for things, even to be replaced by another, and the browser does not answer before
    /// it is answered; all that is refused.
    fn ask<T: DeserializeOwned>(
        &mut self,
        method: &'static str,
        params: Value,
        deadline: Instant,
    ) -> Result<T, BrowserError> {
        let asked = self.send(method, params)?;
        loop {
            match self.step(deadline, &mut |_| Answer::Refuse)? {
                Some(answered) if answered.id == asked => return answered.read(method),
                _ => {}
            }
        }
    }

    /// Takes the next thing that happens: events are dealt with, answers to commands are handed on.
    fn step<'bytes>(
        &mut self,
        deadline: Instant,
        answer: &mut dyn FnMut(&Request) -> Answer<'bytes>,
    ) -> Result<Option<Answered>, BrowserError> {
        match self.connection.next(deadline)? {
            Incoming::Answer(answered) => Ok(Some(answered)),
            Incoming::Event { method, session, params } => {
                if session.as_ref() == Some(&self.session) {
                    self.on_event(&method, params.as_deref(), answer)?;
                }
                Ok(None)
            }
        }
    }

    fn on_event<'bytes>(
        &mut self,
        method: &str,
        params: Option<&RawValue>,
        answer: &mut dyn FnMut(&Request) -> Answer<'bytes>,
    ) -> Result<(), BrowserError> {
        match method {
            "Fetch.requestPaused" => {
                let paused: Paused = read_params("Fetch.requestPaused", params)?;
                let is_main_document = paused.resource_type == "Document" && self.progress == Progress::Asked;
                let PausedRequest { url, method, headers } = paused.request;
                let accept = headers.into_iter().find(|(name, _)| name.eq_ignore_ascii_case("accept"));
                let accept = accept.map(|(_, value)| value);
                let request = Request { url, is_main_document, method, purpose: paused.resource_type, accept };
                self.answer(&paused.request_id, &request, answer(&request))?;
            }
            "Page.frameNavigated" if self.progress == Progress::Asked => {
                let navigated: FrameNavigated = read_params("Page.frameNavigated", params)?;
                if navigated.frame.parent_id.is_none() {
                    self.progress = Progress::Committed;
                }
            }
            "Page.loadEventFired" if self.progress == Progress::Committed => self.progress = Progress::Loaded,
            // A question to a reader stops the document until it is answered.
            "Page.javascriptDialogOpening" => {
                self.send("Page.handleJavaScriptDialog", json!({ "accept": false }))?;
            }
            "Inspector.targetCrashed" => return Err(BrowserError::Crashed),
            _ => {}
        }
        Ok(())
    }

    fn answer(&mut self, id: &str, request: &Request, answer: Answer<'_>) -> Result<(), BrowserError> {
        let (content_type, body) = match answer {
            Answer::Document(body) => ("text/html; charset=utf-8", body),
            Answer::Stylesheet(body) => ("text/css", body),
            Answer::Reply(supplied) => return self.reply(id, supplied),
            // What a data address holds is in the page already.
            Answer::Refuse if request.url.starts_with("data:") => {
                return self.send("Fetch.continueRequest", json!({ "requestId": id })).map(drop);
            }
            // A refusal for this reason leaves the document in place when it is the document that wants to be another.
            Answer::Refuse => {
                let refusal = json!({ "requestId": id, "errorReason": "Aborted" });
                return self.send("Fetch.failRequest", refusal).map(drop);
            }
        };
        let headers = json!([
            { "name": "Content-Type", "value": content_type },
            { "name": "Content-Security-Policy", "value": POLICY },
            { "name": "Access-Control-Allow-Origin", "value": "*" },
            // Another page may have another stylesheet at this address.
            { "name": "Cache-Control", "value": "no-store" },
        ]);
        let body = STANDARD.encode(body);
        let answer = json!({ "requestId": id, "responseCode": 200, "responseHeaders": headers, "body": body });
        self.send("Fetch.fulfillRequest", answer).map(drop)
    }

    fn reply(&mut self, id: &str, supplied: Supplied) -> Result<(), BrowserError> {
        let mut headers: Vec<Value> =
            supplied.headers.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        headers.push(json!({ "name": "Cache-Control", "value": "no-store" }));
        let body = STANDARD.encode(supplied.body);
        let status = supplied.status;
        let answer = json!({ "requestId": id, "responseCode": status, "responseHeaders": headers, "body": body });
        self.send("Fetch.fulfillRequest", answer).map(drop)
    }

    /// Closes the tab, without waiting for it to be gone.
    pub(super) fn close(self) -> Result<(), BrowserError> {
        self.connection.send(None, "Target.closeTarget", json!({ "targetId": self.target })).map(drop)
    }

    fn send(&mut self, method: &str, params: Value) -> Result<u64, BrowserError> {
        self.connection.send(Some(&self.session), method, params)
    }

    fn call<T: DeserializeOwned>(
        &mut self,
        method: &'static str,
        params: Value,
        deadline: Instant,
    ) -> Result<T, BrowserError> {
        self.connection.call(Some(&self.session), method, params, deadline)
    }
}
