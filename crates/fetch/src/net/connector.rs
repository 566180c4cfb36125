//! What the HTTP client calls when it needs a connection: the guard's dial, and nothing else.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use hyper::Uri;
use hyper::rt::{Read, ReadBufCursor, Write};
use hyper_util::client::legacy::connect::{Connected, Connection};
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tower_service::Service;

use super::guard::{DialError, Forbidden, Guard};

/// The address that an answer came from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub(super) SocketAddr);

/// Dials through the guard.
#[derive(Clone, Debug)]
pub(super) struct Connector {
    pub(super) guard: Arc<Guard>,
    pub(super) patience: Duration,
}

impl Service<Uri> for Connector {
    type Response = Wire;
    type Error = DialError;
    type Future = Pin<Box<dyn Future<Output = Result<Wire, DialError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), DialError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, uri: Uri) -> Self::Future {
        let Connector { guard, patience } = self.clone();
        Box::pin(async move {
            let host = uri.host().ok_or(DialError::Forbidden(Forbidden::NoHost))?;
            let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 });
            let stream = guard.dial(host, port, patience).await?;
            // Requests are small and wait for their answers; delaying them gains nothing.
            let _ = stream.set_nodelay(true);
            Ok(Wire { peer: stream.peer_addr().ok(), stream: TokioIo::new(stream) })
        })
    }
}

/// A connection that knows whom it leads to.
#[derive(Debug)]
pub(super) struct Wire {
    peer: Option<SocketAddr>,
    stream: TokioIo<TcpStream>,
}

impl Connection for Wire {
    fn connected(&self) -> Connected {
        match self.peer {
            Some(peer) => Connected::new().extra(Peer(peer)),
            None => Connected::new(),
        }
    }
}

impl Read for Wire {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: ReadBufCursor<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, into)
    }
}

impl Write for Wire {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<std::io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
