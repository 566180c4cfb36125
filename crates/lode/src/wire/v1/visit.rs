//! What a crawl does.

use job::VisitOutcome;
use serde::Serialize;

use super::Remedy;

/// What happened to an address that is over and done with.
#[derive(Debug, Serialize)]
pub struct Visit<'a> {
    /// The address.
    pub page: &'a str,
    /// What it was wanted for.
    pub kind: &'static str,
    /// How many links away from where the crawl began it is.
    pub depth: u32,
    /// The status code of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Its media type.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub media_type: Option<&'a str>,
    /// The length of its body as it came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
    /// Where it sends its visitor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redirect: Option<&'a str>,
    /// Whether the archive had the same already.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unchanged: bool,
    /// Why it was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<&'a str>,
    /// Why it could not be had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<&'a str>,
    /// What can be done about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<Remedy>,
}

impl<'a> Visit<'a> {
    /// What happened to an address; nothing if more is to come, or this version of the forms has no word for it.
    pub fn of(visit: &'a job::Visit) -> Option<Visit<'a>> {
        let mut line = Visit {
            page: &visit.url,
            kind: visit.kind.code(),
            depth: visit.depth,
            status: None,
            media_type: None,
            bytes: None,
            redirect: None,
            unchanged: false,
            refused: None,
            error: None,
            advice: None,
        };
        match &visit.outcome {
            VisitOutcome::Answered { status, media_type, bytes, redirect, is_revisit } => {
                line.status = Some(*status);
                line.media_type = Some(media_type.as_str()).filter(|media_type| !media_type.is_empty());
                line.bytes = Some(*bytes);
                line.redirect = redirect.as_deref();
                line.unchanged = *is_revisit;
            }
            VisitOutcome::Refused { reason, advice } => {
                line.refused = Some(reason);
                line.advice = advice.as_ref().map(Remedy::of);
            }
            VisitOutcome::Failed { reason } => line.error = Some(reason),
            _ => return None,
        }
        Some(line)
    }
}
