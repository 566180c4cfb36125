//! Asks for the rules of a site, once or until it has them. Who is asked when is not decided here.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use url::Url;

use super::{MAX_BYTES, MAX_REDIRECTS, Rules};
use crate::archive::{self, Form, Packed};
use crate::coding;
use crate::net::{Ask, Client, FetchError, contained};

/// An answer to the question for rules.
#[derive(Debug)]
pub(crate) struct RulesAnswer {
    pub(crate) says: Says,
    /// For the archive, with its status and media type.
    pub(crate) record: (Packed, u16, String),
    /// How long the server asks us to wait.
    pub(crate) retry_after: Option<Duration>,
}

/// What was answered.
#[derive(Debug)]
pub(crate) enum Says {
    /// The rules, and the file if there is one.
    Rules(Arc<Rules>, Option<Vec<u8>>),
    /// They are there.
    Moved(Url),
    /// They cannot be had now. Says why.
    NotNow(String),
}

/// Asks for rules.
pub(crate) async fn ask(client: Arc<Client>, at: Url, form: Form) -> Result<RulesAnswer, FetchError> {
    let mut answer = client.get(&at, &Ask::default()).await?;
    let read = contained(move || -> io::Result<_> {
        let body;
        (answer, body) = client.do_alone(move || {
            let body = coding::decoded(&mut answer, MAX_BYTES as usize)?;
            io::Result::Ok((answer, body))
        })??;
        let packed = archive::response(&mut answer, form)?;
        Ok((answer, body, packed))
    });
    let Ok((answer, body, packed)) = read.await? else {
        return Err(FetchError::Broken("robots.txt could not be kept".to_owned()));
    };
    let none = || Says::Rules(Arc::new(Rules::none()), None);
    let says = match (answer.status, answer.redirect()) {
        (_, Some(Ok(target))) => Says::Moved(target),
        // What cannot be followed, like what is not there, means that there are no rules.
        (_, Some(Err(_))) => none(),
        (200..300, None) => {
            let body = body.unwrap_or_default();
            Says::Rules(Arc::new(Rules::parse(&body)), Some(body))
        }
        // A server that is busy has not said that there are no rules.
        (status @ (429 | 500..), None) => {
            Says::NotNow(format!("its robots.txt answers {status}, so nothing may be asked for"))
        }
        (_, None) => none(),
    };
    let record = (packed, answer.status, answer.media_type().unwrap_or_default());
    Ok(RulesAnswer { says, record, retry_after: answer.retry_after() })
}

/// The same for those who keep nothing and follow redirects at once.
pub(crate) async fn follow(client: Arc<Client>, location: Url) -> Result<Arc<Rules>, FetchError> {
    let mut at = location;
    for _ in 0..=MAX_REDIRECTS {
        match ask(Arc::clone(&client), at, Form::Plain).await?.says {
            Says::Rules(rules, _) => return Ok(rules),
            Says::Moved(target) => at = target,
            Says::NotNow(_) => {
                let reason = "its robots.txt cannot be had now, so nothing may be asked for";
                return Err(FetchError::Robots(reason));
            }
        }
    }
    Ok(Arc::new(Rules::none()))
}
