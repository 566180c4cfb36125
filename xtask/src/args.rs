//! The command line of `cargo xtask`, as values. It decides nothing: a command gets what was asked for.

use std::ffi::OsString;

use lexopt::prelude::{Long, Short, Value, ValueExt};

use crate::failure::Failure;
use crate::quality::Options;

/// What `cargo xtask help` prints.
pub(crate) const HELP: &str = "\
cargo xtask COMMAND

  test                      format, lint and test everything; installs what the tests need
  quality [--quick] [--only TASK]... [--raise]
                            score `lode` on the corpora in ../shared and compare with the floors in quality.toml
      --quick               small samples, a few minutes
      --only TASK           this task, with or without a floor; may repeat
      --raise               lift the floors in quality.toml to what was measured, never lower them
  fit TASK [--facts] [--no-ablation] [--keep]
                            fit the weights of a task to the corpora in ../shared, say what they are worth on sites that
                            were left out, and write them
      --facts               print the facts of all candidates instead, a JSON object a line
      --no-ablation         do not try what is lost without each fact, which takes longest
      --keep                leave the file of weights as it is
  bench [ARGS]...           the benchmarks, in release; ARGS go to the bench binary
  layout-agreement [DIR]... [--sample N] [--pages]
                            the embedded layout against Chromium's on pages of these folders
  help                      this text
";

/// A command with its options.
#[derive(Debug, PartialEq)]
pub(crate) enum Command {
    Help,
    Test,
    Quality(Options),
    Fit(Vec<OsString>),
    Bench(Vec<OsString>),
    LayoutAgreement(Vec<OsString>),
}

impl Command {
    /// Reads the command line; an unknown word is an error that names the help.
    pub(crate) fn parse(mut parser: lexopt::Parser) -> Result<Self, Failure> {
        let command = match parser.next().map_err(wrong_usage)? {
            None | Some(Short('h') | Long("help")) => return Ok(Self::Help),
            Some(Value(name)) => name,
            Some(other) => return Err(wrong_usage(other.unexpected())),
        };
        match command.to_str() {
            Some("help") => Ok(Self::Help),
            Some("test") => match parser.next().map_err(wrong_usage)? {
                None => Ok(Self::Test),
                Some(other) => Err(wrong_usage(other.unexpected())),
            },
            Some("quality") => parse_quality(parser).map(Self::Quality).map_err(wrong_usage),
            Some("fit") => Ok(Self::Fit(parser.raw_args().map_err(wrong_usage)?.collect())),
            Some("bench") => Ok(Self::Bench(parser.raw_args().map_err(wrong_usage)?.collect())),
            Some("layout-agreement") => Ok(Self::LayoutAgreement(parser.raw_args().map_err(wrong_usage)?.collect())),
            _ => Err(Failure::new(format!("there is no command {}", command.display())).hint("see: cargo xtask help")),
        }
    }
}

fn parse_quality(mut parser: lexopt::Parser) -> Result<Options, lexopt::Error> {
    let mut options = Options::default();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("quick") => options.quick = true,
            Long("raise") => options.raise = true,
            Long("only") => options.only.push(parser.value()?.string()?),
            other => return Err(other.unexpected()),
        }
    }
    Ok(options)
}

fn wrong_usage(cause: lexopt::Error) -> Failure {
    Failure::new("wrong usage").because(cause).hint("see: cargo xtask help")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &[&str]) -> Result<Command, Failure> {
        Command::parse(lexopt::Parser::from_args(args))
    }

    #[test]
    fn commands_and_their_options() {
        assert_eq!(parse(&[]).unwrap(), Command::Help);
        assert_eq!(parse(&["test"]).unwrap(), Command::Test);
        let only = vec!["records".to_owned(), "heal".to_owned()];
        assert_eq!(
            parse(&["quality", "--quick", "--only", "records", "--only=heal"]).unwrap(),
            Command::Quality(Options { quick: true, raise: false, only })
        );
        assert_eq!(parse(&["layout-agreement", "dir"]).unwrap(), Command::LayoutAgreement(vec!["dir".into()]));
        assert_eq!(parse(&["bench", "--pages", "10"]).unwrap(), Command::Bench(vec!["--pages".into(), "10".into()]));
    }

    #[test]
    fn unknown_words_are_refused_with_a_hint() {
        for args in [&["tset"][..], &["quality", "--fast"], &["test", "more"], &["quality", "--only"]] {
            let failure = parse(args).unwrap_err().to_string();
            assert!(failure.contains("cargo xtask help"), "{failure}");
        }
    }
}
