//! Placeholder.
use serde::Serialize;
/// x
#[derive(Serialize)]
pub struct Rate;
/// x
#[derive(Serialize)]
pub struct Score {
    /// x
    pub mistakes: Vec<String>,
}
/// x
pub fn score(_: &crate::Gold, _: &str, _: &str) -> std::io::Result<Score> {
    Ok(Score { mistakes: vec![] })
}
