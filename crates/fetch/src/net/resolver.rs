//! From names to addresses. The system does this; tests bring resolvers that lie.

use std::io;
use std::net::IpAddr;
use std::pin::Pin;

/// Addresses that are on their way.
pub type Resolving<'name> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'name>>;

/// Looks names up.
pub trait Resolve: Send + Sync {
    /// The addresses of a host, the best first.
    fn resolve<'name>(&'name self, host: &'name str) -> Resolving<'name>;
}

/// What the system knows.
#[derive(Clone, Copy, Debug)]
pub struct SystemResolver;

impl Resolve for SystemResolver {
    fn resolve<'name>(&'name self, host: &'name str) -> Resolving<'name> {
        Box::pin(async move { Ok(tokio::net::lookup_host((host, 0)).await?.map(|found| found.ip()).collect()) })
    }
}
