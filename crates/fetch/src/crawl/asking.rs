//! Asking for what sites ask of robots: each redirect on the way to the rules takes the turn of the host it leads to,
//! so that nobody is asked too often, not even for this.

use std::sync::Arc;
use std::time::{Duration, Instant};

use job::AddressKind;
use url::Url;

use super::address::host_key;
use super::frontier::RobotsFile;
use super::hosts::Access;
use super::outcome::MAX_WAIT;
use super::run::Run;
use super::{CrawlError, Parts};
use crate::archive::Packed;
use crate::net::FetchError;
use crate::robots::{self, Rules, RulesAnswer, Says};

/// The rules of an origin that are being asked for.
#[derive(Debug)]
pub(super) struct Asking {
    /// Whose rules.
    host: usize,
    origin: String,
    /// Where they are said to be.
    pub(super) at: Url,
    redirects: usize,
    /// What was fetched on the way there.
    records: Vec<(Url, Packed, u16, String)>,
}

impl Run<'_> {
    /// Begins to ask for the rules at this location.
    pub(super) fn ask_for_rules(&mut self, number: usize, location: Url) -> Asking {
        let origin = location.origin().ascii_serialization();
        self.schedule.host(number).access.insert(origin.clone(), Access::Asked);
        Asking { host: number, origin, at: location, redirects: 0, records: Vec::new() }
    }

    /// An answer has come, or none.
    pub(super) fn rules_came(
        &mut self,
        mut asking: Asking,
        outcome: Result<RulesAnswer, FetchError>,
    ) -> Result<(), CrawlError> {
        let (reason, wait) = match outcome {
            Ok(RulesAnswer { says, record: (packed, status, mime), retry_after }) => {
                asking.records.push((asking.at.clone(), packed, status, mime));
                match says {
                    Says::Rules(rules, body) => return self.rules_are_known(asking, &rules, body),
                    Says::Moved(_) if asking.redirects >= robots::MAX_REDIRECTS => {
                        // The standard has it that such a site has no rules.
                        return self.rules_are_known(asking, &Arc::new(Rules::none()), None);
                    }
                    Says::Moved(to) => return self.follow_rules(asking, to),
                    Says::NotNow(reason) => (reason, retry_after),
                }
            }
            Err(error) if error.forbidden().is_some() && asking.redirects == 0 => {
                let access = Access::Forbidden(error.to_string());
                self.schedule.host(asking.host).access.insert(asking.origin, access);
                return self.schedule_if_needed(asking.host);
            }
            Err(error) if !error.is_passing() => (error.to_string(), Some(Duration::MAX)),
            Err(error) => (error.to_string(), None),
        };
        self.rules_failed(asking, reason, wait)
    }

    fn rules_are_known(&mut self, asking: Asking, rules: &Arc<Rules>, body: Option<Vec<u8>>) -> Result<(), CrawlError> {
        let mut origins = vec![(asking.host, asking.origin)];
        if asking.redirects > 0 && asking.at == robots::location(&asking.at) {
            // Where a redirect led to is the place of another origin's rules, which are known as well now.
            let number = self.schedule.hosts.number(&host_key(&asking.at));
            origins.push((number, asking.at.origin().ascii_serialization()));
        }
        for (url, record, status, mime) in asking.records {
            let captured = self.ledger.keep(record, status, mime, None, None)?;
            self.ledger.add_aside(url, AddressKind::Robots, captured);
        }
        if self.options.parts == Parts::All && self.options.depth != Some(0) {
            self.discover_sitemaps(rules.sitemaps());
        }
        for (number, origin) in origins {
            let host = self.schedule.host(number);
            (host.failures, host.rules_tries) = (0, 0);
            self.obey(number, &origin, rules);
            self.ledger.add_rules(RobotsFile { origin, body: body.clone() });
            self.schedule_if_needed(number)?;
        }
        Ok(())
    }

    /// Goes on asking where a redirect leads, when it is that host's turn.
    fn follow_rules(&mut self, asking: Asking, to: Url) -> Result<(), CrawlError> {
        if let Err(forbidden) = self.options.guard.check(&to) {
            return self.rules_failed(asking, format!("its robots.txt leads astray: {forbidden}"), Some(Duration::MAX));
        }
        let number = self.schedule.hosts.number(&host_key(&to));
        if let Some(reason) = self.schedule.host(number).given_up.clone() {
            return self.rules_failed(asking, reason, Some(Duration::MAX));
        }
        let asking = Asking { at: to, redirects: asking.redirects + 1, ..asking };
        self.schedule.host(number).askings.push_back(asking);
        self.schedule.hosts.schedule(number, Instant::now());
        Ok(())
    }

    /// The rules cannot be had now. They are asked for again, or the host is left alone.
    pub(super) fn rules_failed(
        &mut self,
        asking: Asking,
        reason: String,
        wait: Option<Duration>,
    ) -> Result<(), CrawlError> {
        // A page that is being rendered does not wait for another try.
        self.refuse_errands(asking.host);
        let tries = self.schedule.host(asking.host).rules_tries;
        let wait = wait.unwrap_or_else(|| self.backoff(tries));
        let (retries, host) = (self.options.retries, self.schedule.host(asking.host));
        if tries < retries && wait <= MAX_WAIT {
            // When its turn comes, nothing is known of its rules, so they are asked for again.
            host.rules_tries += 1;
            host.access.remove(&asking.origin);
            host.free_at = host.free_at.max(Instant::now() + wait);
        } else {
            host.access.insert(asking.origin, Access::Unreachable(reason));
        }
        self.schedule_if_needed(asking.host)
    }
}
