//! The one guard in front of every outgoing connection: which addresses may be asked, and the dial that connects to
//! nothing else.
//!
//! A name is looked up, the addresses it has are checked, and one of those very addresses is connected to. Nothing
//! looks the name up again in between, so a name that changes its mind gains nothing. What is allowed beyond the
//! public web is what the user names.

use std::error::Error;
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use ipnet::IpNet;
use job::{Advice, Failure};
use tokio::net::TcpStream;
use tokio::time::timeout;
use url::{Host, Url};

use super::error::TRY_LATER;
use super::ranges;
use super::resolver::{Resolve, SystemResolver};

/// Ports of services that are no web servers and could be talked to by mistake (the Fetch standard's bad ports).
const BAD_PORTS: [u16; 83] = [
    0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109,
    110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531,
    532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060,
    5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];
/// No more addresses of one name are tried than this.
const MAX_ATTEMPTS: usize = 4;

/// Why an address may not be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Forbidden {
    /// It is not a web address.
    Scheme(String),
    /// It names no host.
    NoHost,
    /// It carries a user name or password.
    Credentials,
    /// Its port belongs to another service.
    Port(u16),
    /// It leads to a part of the network that is not the public web.
    Address {
        /// Where it leads.
        address: IpAddr,
        /// What is there.
        what: &'static str,
    },
}

impl Failure for Forbidden {
    fn code(&self) -> &'static str {
        match self {
            Forbidden::Scheme(_) => "net-scheme",
            Forbidden::NoHost => "net-no-host",
            Forbidden::Credentials => "net-credentials",
            Forbidden::Port(_) => "net-port",
            Forbidden::Address { .. } => "net-forbidden",
        }
    }

    fn advice(&self) -> Option<Advice> {
        Some(match self {
            Forbidden::Scheme(_) | Forbidden::NoHost => {
                Advice::new("give an address that starts with http:// or https://")
            }
            Forbidden::Credentials => Advice::new("leave the user name out of the address"),
            Forbidden::Port(_) => Advice::new("name the port of a web server"),
            Forbidden::Address { address, .. } => Advice::AllowNetwork(address.to_string()),
        })
    }
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forbidden::Scheme(scheme) => write!(f, "{scheme}: is no web address"),
            Forbidden::NoHost => f.write_str("it names no host"),
            Forbidden::Credentials => f.write_str("it carries a user name or password"),
            Forbidden::Port(port) => write!(f, "port {port} belongs to another service"),
            Forbidden::Address { address, what } => write!(f, "{address} is not on the public web ({what})"),
        }
    }
}

impl Error for Forbidden {}

/// Why there is no connection.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum DialError {
    /// The guard forbids it.
    Forbidden(Forbidden),
    /// The name has no address.
    NoSuchHost {
        /// The name.
        host: String,
        /// What the resolver says.
        cause: Arc<io::Error>,
    },
    /// Nobody answers there.
    Refused {
        /// The last address that was tried.
        address: SocketAddr,
        /// What the system says.
        cause: Arc<io::Error>,
    },
}

impl fmt::Display for DialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DialError::Forbidden(forbidden) => forbidden.fmt(f),
            DialError::NoSuchHost { host, .. } => write!(f, "the host {host} was not found"),
            DialError::Refused { address, cause } => write!(f, "no connection to {address}: {cause}"),
        }
    }
}

impl Error for DialError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            DialError::Forbidden(forbidden) => Some(forbidden),
            DialError::NoSuchHost { cause, .. } | DialError::Refused { cause, .. } => Some(&**cause),
        }
    }
}

impl Failure for DialError {
    fn code(&self) -> &'static str {
        match self {
            DialError::Forbidden(forbidden) => forbidden.code(),
            DialError::NoSuchHost { .. } => "net-no-such-host",
            DialError::Refused { .. } => "net-no-connection",
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            DialError::Forbidden(forbidden) => forbidden.advice(),
            DialError::NoSuchHost { .. } | DialError::Refused { .. } => Some(Advice::new(TRY_LATER)),
        }
    }
}

/// Told of every connection that is tried, before it is.
pub type Witness = Arc<dyn Fn(SocketAddr) + Send + Sync>;

/// Decides what may be connected to, and connects.
#[derive(Clone)]
pub struct Guard {
    allowed: Vec<IpNet>,
    resolver: Arc<dyn Resolve>,
    witness: Option<Witness>,
}

impl Default for Guard {
    fn default() -> Self {
        Guard::new(Vec::new())
    }
}

impl fmt::Debug for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guard").field("allowed", &self.allowed).finish_non_exhaustive()
    }
}

impl Guard {
    /// The public web, and these ranges.
    pub fn new(allowed: Vec<IpNet>) -> Guard {
        Guard { allowed, resolver: Arc::new(SystemResolver), witness: None }
    }

    /// Look names up with this.
    pub fn with_resolver(self, resolver: Arc<dyn Resolve>) -> Guard {
        Guard { resolver, ..self }
    }

    /// Tell this of every connection.
    pub fn with_witness(self, witness: Witness) -> Guard {
        Guard { witness: Some(witness), ..self }
    }

    /// Whether an address may be asked, as far as that shows without looking its name up.
    pub fn check(&self, url: &Url) -> Result<(), Forbidden> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Forbidden::Scheme(url.scheme().to_owned()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(Forbidden::Credentials);
        }
        let port = url.port_or_known_default().unwrap_or_default();
        if BAD_PORTS.contains(&port) {
            return Err(Forbidden::Port(port));
        }
        match url.host() {
            None | Some(Host::Domain("")) => Err(Forbidden::NoHost),
            Some(Host::Domain(_)) => Ok(()),
            Some(Host::Ipv4(address)) => self.check_address(address.into()),
            Some(Host::Ipv6(address)) => self.check_address(address.into()),
        }
    }

    fn check_address(&self, address: IpAddr) -> Result<(), Forbidden> {
        let meant = ranges::meant(address);
        if self.allowed.iter().any(|range| range.contains(&meant) || range.contains(&address)) {
            return Ok(());
        }
        match ranges::special(address) {
            Some(what) => Err(Forbidden::Address { address: meant, what }),
            None => Ok(()),
        }
    }

    /// Connects to a host: looks it up, checks, and dials what was checked.
    pub(super) async fn dial(&self, host: &str, port: u16, patience: Duration) -> Result<TcpStream, DialError> {
        let addresses = self.look_up(host).await?;
        let mut forbidden = None;
        let mut last = None;
        for address in addresses.into_iter().map(ranges::meant).take(MAX_ATTEMPTS) {
            if let Err(reason) = self.check_address(address) {
                forbidden = Some(reason);
                continue;
            }
            let address = SocketAddr::new(address, port);
            if let Some(witness) = &self.witness {
                witness(address);
            }
            let cause = match timeout(patience, TcpStream::connect(address)).await {
                Ok(Ok(stream)) => return Ok(stream),
                Ok(Err(cause)) => cause,
                Err(_) => io::ErrorKind::TimedOut.into(),
            };
            last = Some(DialError::Refused { address, cause: Arc::new(cause) });
        }
        Err(last.or(forbidden.map(DialError::Forbidden)).unwrap_or_else(|| no_address(host)))
    }

    async fn look_up(&self, host: &str) -> Result<Vec<IpAddr>, DialError> {
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        if let Ok(address) = bare.parse::<IpAddr>() {
            return Ok(vec![address]);
        }
        self.resolver
            .resolve(host)
            .await
            .map_err(|cause| DialError::NoSuchHost { host: host.to_owned(), cause: Arc::new(cause) })
    }
}

fn no_address(host: &str) -> DialError {
    let cause = Arc::new(io::Error::other("the name has no address"));
    DialError::NoSuchHost { host: host.to_owned(), cause }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(allowed: &[&str], url: &str) -> Result<(), Forbidden> {
        let guard = Guard::new(allowed.iter().map(|range| range.parse().unwrap()).collect());
        guard.check(&Url::parse(url).unwrap())
    }

    #[test]
    fn every_spelling_of_a_forbidden_address_is_forbidden() {
        for url in [
            "http://127.0.0.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f.1/",
            "http://0177.0.0.1/",
            "http://0x7f000001/",
            "http://127.0.0.1./",
            "http://１２７.0.0.1/",
            "http://%31%32%37.0.0.1/",
            "http://[::1]/",
            "http://[::ffff:127.0.0.1]/",
            "http://[0:0:0:0:0:ffff:7f00:1]/",
            "http://0/",
            "http://[::]/",
            "http://[fe80::1]/",
            "https://169.254.169.254/latest/",
        ] {
            assert!(matches!(check(&[], url), Err(Forbidden::Address { .. })), "{url}");
        }
        assert_eq!(check(&[], "ftp://a.example/"), Err(Forbidden::Scheme("ftp".to_owned())));
        assert_eq!(check(&[], "file:///etc/passwd"), Err(Forbidden::Scheme("file".to_owned())));
        assert_eq!(check(&[], "http://a.example:25/"), Err(Forbidden::Port(25)));
        assert_eq!(check(&[], "http://u@a.example/"), Err(Forbidden::Credentials));
        assert_eq!(check(&[], "https://a.example/"), Ok(()));
    }

    #[test]
    fn what_the_user_allows_is_allowed() {
        assert_eq!(check(&["127.0.0.0/8"], "http://127.9.9.9:8000/"), Ok(()));
        assert_eq!(check(&["127.0.0.0/8"], "http://[::ffff:127.0.0.1]:8000/"), Ok(()));
        assert!(check(&["127.0.0.1/32"], "http://127.0.0.2/").is_err());
        assert!(check(&["127.0.0.0/8"], "http://10.0.0.1/").is_err());
        assert_eq!(check(&["::1/128"], "http://[::1]/"), Ok(()));
        assert!(check(&["127.0.0.0/8"], "http://127.0.0.1:25/").is_err());
    }
}
