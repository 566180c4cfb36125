//! The account that the browser runs under: our own, unless that is the superuser's.

use nix::unistd::{User, geteuid};

/// An account other than our own.
#[derive(Clone, Debug)]
pub(super) struct Account {
    pub(super) name: String,
    pub(super) uid: u32,
    pub(super) gid: u32,
}

/// The account to run the browser under; `None` for our own.
///
/// The superuser's browser would have no sandbox and could do anything, so it is started as `nobody`, who owns nothing.
pub(super) fn for_browser() -> Option<Account> {
    if !geteuid().is_root() {
        return None;
    }
    let user = User::from_name("nobody").ok().flatten()?;
    Some(Account { name: user.name, uid: user.uid.as_raw(), gid: user.gid.as_raw() })
}

/// Our own number.
pub(super) fn own_uid() -> u32 {
    geteuid().as_raw()
}
