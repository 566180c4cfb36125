//! Encrypted pages over HTTP/2 and HTTP/1.1, from a server whose certificate an authority of the test has signed; and
//! from one whose certificate nobody has.
//!
//! Whom the system trusts is read from the environment, which a process cannot safely change for itself: the test
//! starts itself anew with an authority of its own.

#![expect(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

#[path = "../misbehaving/crawling.rs"]
#[expect(dead_code, reason = "the other tests use more of it")]
mod crawling;
#[path = "../crawling/records.rs"]
#[expect(dead_code, reason = "the other tests use more of it")]
mod records;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::process::Command;
use std::sync::Arc;

use bytes::Bytes;
use fetch::crawl::End;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use url::Url;

use crawling::Trial;

/// Where the test that starts itself anew finds the authority's key.
const FOLDER: &str = "LODE_TEST_AUTHORITY";

type Authority = CertifiedIssuer<'static, KeyPair>;

fn authority(key: KeyPair) -> Authority {
    let mut params = CertificateParams::new(Vec::<String>::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, key).unwrap()
}

/// Encrypts for a name, with a certificate that the authority has signed.
fn encryption(authority: &Authority, name: &str, protocol: &[u8]) -> TlsAcceptor {
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new(vec![name.to_owned()]).unwrap().signed_by(&key, authority).unwrap();
    let key = rustls::pki_types::PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let mut config = builder.with_no_client_auth().with_single_cert(vec![certificate.der().clone()], key).unwrap();
    config.alpn_protocols = vec![protocol.to_vec()];
    TlsAcceptor::from(Arc::new(config))
}

/// A site that says by which version of HTTP it was asked.
async fn answer(request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
    let html = match request.uri().path() {
        "/" => (0..20).map(|n| format!("<a href='/{n}'>x</a>")).collect(),
        _ => format!("<p>{:?}", request.version()),
    };
    let is_rules = request.uri().path() == "/robots.txt";
    let response = Response::builder().header("content-type", "text/html").status(if is_rules { 404 } else { 200 });
    Ok(response.body(Full::new(Bytes::from(html))).unwrap())
}

/// Serves in the background. Gives the address.
fn serve(runtime: &tokio::runtime::Runtime, acceptor: TlsAcceptor) -> SocketAddr {
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    runtime.spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(stream) = acceptor.accept(stream).await else { return };
                let is_h2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
                let (stream, service) = (TokioIo::new(stream), service_fn(answer));
                // That the visitor goes away is how each connection ends.
                if is_h2 {
                    let server = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
                    let _ = server.serve_connection(stream, service).await;
                } else {
                    let _ = hyper::server::conn::http1::Builder::new().serve_connection(stream, service).await;
                }
            });
        }
    });
    address
}

#[test]
fn encrypted_pages_are_fetched_if_somebody_vouches_for_them() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        let key = std::fs::read_to_string(std::path::Path::new(&folder).join("key.pem")).unwrap();
        return crawl_encrypted(&authority(KeyPair::from_pem(&key).unwrap()));
    }
    let folder = tempfile::tempdir().unwrap();
    let key = KeyPair::generate().unwrap();
    std::fs::write(folder.path().join("key.pem"), key.serialize_pem()).unwrap();
    let trusted = folder.path().join("authority.pem");
    std::fs::write(&trusted, authority(key).pem()).unwrap();
    let again = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "encrypted_pages_are_fetched_if_somebody_vouches_for_them", "--nocapture"])
        .env(FOLDER, folder.path())
        .env("SSL_CERT_FILE", &trusted)
        .env_remove("SSL_CERT_DIR")
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&again.stdout).into_owned() + &String::from_utf8_lossy(&again.stderr);
    assert!(again.status.success() && printed.contains("1 passed"), "{printed}");
}

fn crawl_encrypted(trusted: &Authority) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let url = |address: SocketAddr, name: &str| Url::parse(&format!("https://{name}:{}/", address.port())).unwrap();
    for (protocol, shown, named) in [("h2", "HTTP/2.0", "h2"), ("http/1.1", "HTTP/1.1", "http/1.1")] {
        let address = serve(&runtime, encryption(trusted, "site.example", protocol.as_bytes()));
        let trial = Trial::new(vec![url(address, "site.example")]);
        let seen = trial.run();
        assert_eq!((seen.pages().len(), &seen.report.end), (21, &Some(End::Complete)), "{protocol}: {seen:?}");
        let all = records::records(&trial.archive());
        let responses: Vec<_> = all.iter().filter(|record| record.field("WARC-Type") == Some("response")).collect();
        assert!(responses.iter().all(|record| record.field("WARC-Protocol") == Some(named)), "{protocol}");
        let said = responses.iter().filter(|record| record.payload() == format!("<p>{shown}").as_bytes()).count();
        assert_eq!(said, 21, "{protocol}: all pages but the first, and where the rules would be");
    }
    let stranger = authority(KeyPair::generate().unwrap());
    for (authority, name) in [(&stranger, "site.example"), (trusted, "other.example")] {
        let address = serve(&runtime, encryption(authority, name, b"h2"));
        let seen = Trial::new(vec![url(address, "site.example")]).run();
        assert_eq!((seen.answers.len(), &seen.report.end), (0, &Some(End::HostsAway)), "{name}: {seen:?}");
        let reason = &seen.report.given_up[0].1;
        println!("{reason}");
        assert!(reason.contains("certificate"), "{reason}");
    }
}
