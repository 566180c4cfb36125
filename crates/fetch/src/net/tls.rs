//! Whom we believe: the authorities that the system trusts, and where it names none, those that browsers do.

use std::io;

use hyper_rustls::ConfigBuilderExt;
use rustls::{ClientConfig, RootCertStore};

/// How connections are encrypted.
pub(super) fn config() -> io::Result<ClientConfig> {
    let provider = rustls::crypto::ring::default_provider();
    let builder = ClientConfig::builder_with_provider(provider.into())
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?;
    let mut roots = RootCertStore::empty();
    // A certificate of the system that cannot be read is passed over, as browsers do.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    Ok(if roots.is_empty() {
        builder.with_webpki_roots().with_no_client_auth()
    } else {
        builder.with_root_certificates(roots).with_no_client_auth()
    })
}
