//! The browser's processes: starts them confined and cut off from the network, and ends them all.
//!
//! They end by themselves when we do, however we end: then the pipe is closed, and the browser takes that for the
//! order to quit.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use command_fds::{CommandFdExt, FdMapping};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use serde_json::{Value, json};

use super::account::{self, Account};
use super::devtools::Connection;
use super::error::BrowserError;
use super::profile::Profile;
use super::watchdog::{Verdict, Watchdog};
use super::{ChromiumOptions, Confinement, Sandbox, SandboxPolicy};

/// How long a start may take; a machine under load needs a while.
const START: Duration = Duration::from_secs(60);

/// What the browser is told. It has no display, no network and no state, asks nobody anything, and draws alike
/// everywhere.
const FLAGS: &[&str] = &[
    "--headless=new",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--hide-scrollbars",
    "--mute-audio",
    "--force-device-scale-factor=1",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--lang=en-US",
    // The shared memory of containers is often too small.
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-pings",
    "--no-service-autorun",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-extensions",
    "--disable-component-extensions-with-background-pages",
    "--disable-default-apps",
    "--disable-sync",
    "--disable-component-update",
    "--disable-background-networking",
    "--disable-client-side-phishing-detection",
    "--disable-domain-reliability",
    "--disable-quic",
    "--disable-search-engine-choice-screen",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    "--disable-hang-monitor",
    "--metrics-recording-only",
    "--password-store=basic",
    "--use-mock-keychain",
    "--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,HttpsUpgrades,\
     LocalNetworkAccessChecks,AutofillServerCommunication,CertificateTransparencyComponentUpdater",
    // Every request is answered by us or refused. Should one slip past, there is only a proxy to turn to, and that,
    // like every other host, does not exist.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--proxy-server=http://proxy.invalid:9",
    "--proxy-bypass-list=<-loopback>",
    "--host-resolver-rules=MAP * ~NOTFOUND",
];

/// A running browser.
#[derive(Debug)]
pub(super) struct Browser {
    connection: Connection,
    confinement: Confinement,
    memory: u64,
    // Dropped in this order: first nobody watches any longer, then the processes end, then their folder goes.
    watchdog: Watchdog,
    #[cfg_attr(not(test), expect(dead_code, reason = "it is held to be dropped"))]
    processes: Processes,
    profile: Profile,
}

impl Browser {
    /// Starts the browser, without its sandbox only where that does not work.
    pub(super) fn start(binary: &Path, options: &ChromiumOptions) -> Result<Browser, BrowserError> {
        let account = account::for_browser();
        match Browser::start_as(binary, options, account.as_ref(), Sandbox::On) {
            Err(BrowserError::DiedAtStart { said })
                if options.sandbox == SandboxPolicy::Preferred && said.to_ascii_lowercase().contains("sandbox") =>
            {
                Browser::start_as(binary, options, account.as_ref(), Sandbox::Off)
            }
            result => result,
        }
    }

    fn start_as(
        binary: &Path,
        options: &ChromiumOptions,
        account: Option<&Account>,
        sandbox: Sandbox,
    ) -> Result<Browser, BrowserError> {
        let cannot_start = |cause| BrowserError::Start { binary: binary.to_owned(), cause };
        let profile = Profile::make(account).map_err(cannot_start)?;
        let (processes, connection) =
            spawn(command(binary, &profile, account, sandbox), &profile).map_err(cannot_start)?;
        let watchdog = Watchdog::new(processes.group(), options.memory);
        let confinement = Confinement { account: account.map(|account| account.name.clone()), sandbox };
        let mut browser = Browser { connection, confinement, memory: options.memory, watchdog, processes, profile };
        match browser.within(START, |browser, deadline| {
            browser.connection.call::<Value>(None, "Browser.getVersion", json!({}), deadline)
        }) {
            Ok(_) => Ok(browser),
            Err(BrowserError::Died | BrowserError::Pipe(_)) => {
                Err(BrowserError::DiedAtStart { said: browser.profile.messages() })
            }
            Err(other) => Err(other),
        }
    }

    pub(super) fn connection(&mut self) -> &mut Connection {
        &mut self.connection
    }

    pub(super) fn confinement(&self) -> &Confinement {
        &self.confinement
    }

    /// The group of its processes.
    #[cfg(test)]
    pub(super) fn group(&self) -> Pid {
        self.processes.group()
    }

    /// Its folder.
    #[cfg(test)]
    pub(super) fn profile_path(&self) -> &Path {
        self.profile.path()
    }

    /// Does some work with the browser under the eye of the watchdog. If that had to step in, the error says so.
    pub(super) fn within<T>(
        &mut self,
        limit: Duration,
        work: impl FnOnce(&mut Browser, Instant) -> Result<T, BrowserError>,
    ) -> Result<T, BrowserError> {
        let deadline = Instant::now() + limit;
        self.watchdog.set_deadline(Some(deadline));
        let result = work(self, deadline);
        self.watchdog.set_deadline(None);
        result.map_err(|error| match self.watchdog.verdict() {
            Some(Verdict::TooSlow) => BrowserError::TimedOut(limit),
            Some(Verdict::TooLarge) => BrowserError::TooMuchMemory(self.memory),
            None => error,
        })
    }
}

/// All processes of a browser: they are a group of their own. Dropping this ends them.
#[derive(Debug)]
struct Processes {
    first: Child,
}

impl Processes {
    fn group(&self) -> Pid {
        Pid::from_raw(self.first.id().cast_signed())
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        // The first process is not waited for before, so the group's number cannot be another's by now.
        let _ = killpg(self.group(), Signal::SIGKILL);
        let _ = self.first.wait();
    }
}

fn command(binary: &Path, profile: &Profile, account: Option<&Account>, sandbox: Sandbox) -> Command {
    let mut command = Command::new(binary);
    command.args(FLAGS);
    let (width, height) = (page::VIEWPORT_WIDTH, page::VIEWPORT_HEIGHT);
    command.arg(format!("--window-size={width},{height}"));
    command.arg(format!("--user-data-dir={}", profile.path().display()));
    if sandbox == Sandbox::Off {
        command.arg("--no-sandbox");
    }
    // Nothing of our environment is its business; a proxy or a display least of all.
    command.env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin").env("LANG", "en_US.UTF-8");
    command.env("HOME", profile.path()).env("TMPDIR", profile.path()).current_dir(profile.path());
    if let Some(account) = account {
        command.uid(account.uid).gid(account.gid);
    }
    command.process_group(0);
    command
}

/// Starts it with the pipes as its files 3 and 4, which is where it looks for them.
fn spawn(mut command: Command, profile: &Profile) -> io::Result<(Processes, Connection)> {
    let (their_input, our_output) = io::pipe()?;
    let (our_input, their_output) = io::pipe()?;
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(profile.messages_file()?);
    let mappings = vec![
        FdMapping { parent_fd: their_input.into(), child_fd: 3 },
        FdMapping { parent_fd: their_output.into(), child_fd: 4 },
    ];
    command.fd_mappings(mappings).map_err(io::Error::other)?;
    let first = command.spawn()?;
    // The command still holds the browser's ends; until it is gone, a browser that ends would not be noticed.
    drop(command);
    Ok((Processes { first }, Connection::new(our_output, our_input)))
}
