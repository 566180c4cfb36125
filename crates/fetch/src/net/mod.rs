//! The one way out: every connection that Lode opens is opened here, behind one guard.
//!
//! [`Guard`] says which addresses may be asked, [`Client`] asks them. What is asked for, and how often, is not decided
//! here. No proxy is used, whatever the environment says: it would look names up where the guard cannot see it.

mod alone;
mod client;
mod connector;
mod contained;
mod cookies;
mod error;
mod guard;
mod ranges;
mod resolver;
mod tls;

pub(crate) use contained::contained;

pub use client::{Agent, Answer, Ask, Client, Cut, Limits, Parcel, Purpose, Spool};
pub use error::FetchError;
pub use guard::{DialError, Forbidden, Guard, Witness};
pub use resolver::{Resolve, Resolving, SystemResolver};
