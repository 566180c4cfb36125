//! Why an address gave no answer.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use job::{Advice, Failure};

use super::guard::{DialError, Forbidden};

/// What helps against what passes.
pub(super) const TRY_LATER: &str = "check the address, or try again later";

/// Why an address gave no answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum FetchError {
    /// The guard forbids to ask it.
    Forbidden(Forbidden),
    /// There is no connection to it.
    Unreachable(DialError),
    /// It did not answer in time.
    TimedOut(Duration),
    /// Nobody we trust vouches for it. Holds what is wrong with its certificate.
    Untrusted(String),
    /// Its answer is not HTTP, or ends in its header. Holds what is wrong.
    Broken(String),
    /// It sends its visitors on and on.
    TooManyRedirects(usize),
    /// It sends its visitors to something that is no address.
    BadRedirect(String),
    /// Its rules for robots keep us out, or cannot be had.
    Robots(&'static str),
    /// A fault in Lode: to ask it made something panic. Nothing else suffers from it.
    Fault,
}

impl FetchError {
    /// Whether asking again later may help.
    pub fn is_passing(&self) -> bool {
        match self {
            FetchError::Forbidden(_) | FetchError::TooManyRedirects(_) | FetchError::BadRedirect(_) => false,
            FetchError::Unreachable(DialError::Forbidden(_)) | FetchError::Robots(_) => false,
            FetchError::Untrusted(_) | FetchError::Fault => false,
            FetchError::Unreachable(_) | FetchError::TimedOut(_) | FetchError::Broken(_) => true,
        }
    }

    /// Whether the guard has refused it.
    pub fn forbidden(&self) -> Option<&Forbidden> {
        match self {
            FetchError::Forbidden(forbidden) | FetchError::Unreachable(DialError::Forbidden(forbidden)) => {
                Some(forbidden)
            }
            _ => None,
        }
    }
}

impl Failure for FetchError {
    fn code(&self) -> &'static str {
        match self {
            FetchError::Forbidden(forbidden) => forbidden.code(),
            FetchError::Unreachable(error) => error.code(),
            FetchError::TimedOut(_) => "net-no-answer",
            FetchError::Untrusted(_) => "net-untrusted",
            FetchError::Broken(_) => "net-broken-answer",
            FetchError::TooManyRedirects(_) => "net-too-many-redirects",
            FetchError::BadRedirect(_) => "net-bad-redirect",
            FetchError::Robots(_) => "net-robots",
            FetchError::Fault => "net-fault",
        }
    }

    fn advice(&self) -> Option<Advice> {
        match self {
            FetchError::Forbidden(forbidden) => forbidden.advice(),
            FetchError::Unreachable(error) => error.advice(),
            FetchError::TimedOut(_) | FetchError::Broken(_) => Some(Advice::new(TRY_LATER)),
            FetchError::Untrusted(_) => Some(Advice::new(
                "if you trust it, add its authority to those of the system, or name it in SSL_CERT_FILE",
            )),
            FetchError::Robots(_) => Some(Advice::new("the site asks robots to stay away from it")),
            FetchError::BadRedirect(_) | FetchError::TooManyRedirects(_) => {
                Some(Advice::new("look at it in a browser"))
            }
            FetchError::Fault => None,
        }
    }
}

impl fmt::Display for FetchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FetchError::Forbidden(forbidden) => forbidden.fmt(f),
            FetchError::Unreachable(error) => error.fmt(f),
            FetchError::TimedOut(limit) => write!(f, "no answer within {:.0} s", limit.as_secs_f64()),
            FetchError::Untrusted(what) => write!(f, "its certificate is not trusted: {what}"),
            FetchError::Broken(what) => write!(f, "its answer cannot be read: {what}"),
            FetchError::TooManyRedirects(count) => write!(f, "it redirects more than {count} times"),
            FetchError::BadRedirect(target) => write!(f, "it redirects to {target:?}, which is no web address"),
            FetchError::Robots(what) => f.write_str(what),
            FetchError::Fault => f.write_str("a fault in Lode: this address made it panic, please report it"),
        }
    }
}

impl Error for FetchError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            FetchError::Forbidden(forbidden) => Some(forbidden),
            FetchError::Unreachable(error) => Some(error),
            _ => None,
        }
    }
}
