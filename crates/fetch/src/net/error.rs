//! Why an address gave no answer.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use super::guard::{DialError, Forbidden};

/// Why an address gave no answer.
#[derive(Clone, Debug)]
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
}

impl FetchError {
    /// Whether asking again later may help.
    pub fn is_passing(&self) -> bool {
        match self {
            FetchError::Forbidden(_) | FetchError::TooManyRedirects(_) | FetchError::BadRedirect(_) => false,
            FetchError::Unreachable(DialError::Forbidden(_)) | FetchError::Robots(_) => false,
            FetchError::Untrusted(_) => false,
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

    /// What the user can do about it.
    pub fn hint(&self) -> String {
        match self {
            FetchError::Untrusted(_) => {
                "if you trust it, add its authority to those of the system, or name it in SSL_CERT_FILE".to_owned()
            }
            FetchError::Robots(_) => "the site asks robots to stay away from it".to_owned(),
            FetchError::BadRedirect(_) | FetchError::TooManyRedirects(_) => "look at it in a browser".to_owned(),
            _ => match self.forbidden() {
                Some(forbidden) => forbidden.hint(),
                None => "check the address, or try again later".to_owned(),
            },
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
