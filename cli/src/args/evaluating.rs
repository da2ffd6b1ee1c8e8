//! The options of `eval`, which measures how well models find the operations of tasks. Decides from what was given whether
//! the server of a spec is built, or another one is asked. It does not look at the tasks.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::server::{ServerArgs, reject_spec_settings};
use super::{ConfigArgs, OptionArgs, ToolwrightArgs, UsageError};
use crate::evaluation::Thresholds;
use crate::remote::ServerAddress;
use crate::unfiled_spec::is_url;

#[derive(Debug, clap::Args)]
pub(crate) struct EvalArgs {
    /// File of tasks: TOML, JSON or YAML. `toolwright new` writes a first one.
    pub(crate) tasks: PathBuf,
    /// A Swagger 2.0 or OpenAPI 3.x file, `-` for one on standard input, a `toolwright.toml`, or the URL of an MCP
    /// server; the spec of `toolwright.toml` by default.
    #[arg(value_name = "SPEC|URL")]
    source: Option<PathBuf>,
    /// Operations of a list that count as found.
    #[arg(long, short = 'k', value_name = "COUNT", default_value_t = 12, value_parser = parse_count)]
    pub(crate) top: usize,
    /// Fail if the mean share of a task's operations that is found is lower, for example 0.9.
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    min_recall: Option<f64>,
    /// Fail if the share of the tasks with all of their operations found is lower, for example 0.8.
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    min_all_gold: Option<f64>,
    /// Fail if a task takes more bytes of context than this, on average.
    #[arg(long, value_name = "BYTES")]
    max_bytes: Option<usize>,
    /// Output format.
    #[arg(long, value_enum, default_value_t = EvalFormat::Table)]
    pub(crate) format: EvalFormat,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    #[command(flatten)]
    pub(crate) toolwright: ToolwrightArgs,
    #[command(flatten)]
    pub(crate) server: ServerArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(crate) enum EvalFormat {
    /// A row for each task, and the totals.
    Table,
    /// `{"server": …, "top": …, "tasks": […], "total": {…}, "failed": […]}`.
    Json,
}

/// What is measured.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Evaluated<'a> {
    /// The server of a spec; of that of the nearest configuration file if there is no name.
    Spec(Option<&'a Path>),
    /// A server that runs or is started.
    Server(ServerAddress<'a>),
}

impl EvalArgs {
    /// What is measured.
    pub(crate) fn find_source(&self) -> Result<Evaluated<'_>, UsageError> {
        let source = self.source.as_deref();
        let url = source
            .and_then(Path::to_str)
            .filter(|source| is_url(source));
        let address = match (url, self.server.command.as_slice()) {
            (None, []) => {
                self.server.reject_headers()?;
                return Ok(Evaluated::Spec(source));
            }
            (Some(url), []) => self.server.address_of_url(url)?,
            (_, words) if source.is_none() => ServerAddress::Command(words),
            _ => return Err(UsageError::CommandAndSpec),
        };
        reject_spec_settings(&self.config, &self.options)?;
        Ok(Evaluated::Server(address))
    }

    pub(crate) fn to_thresholds(&self) -> Thresholds {
        Thresholds {
            min_recall: self.min_recall,
            min_all_gold: self.min_all_gold,
            max_bytes: self.max_bytes,
        }
    }
}

fn parse_share(written: &str) -> Result<f64, String> {
    let share = written.parse().ok();
    let share = share.filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "is not a number from 0 to 1".to_owned())
}

fn parse_count(written: &str) -> Result<usize, String> {
    // A model that reads more operations than this is not helped by a search.
    let count = written.parse().ok();
    let count = count.filter(|count| (1..=1_000).contains(count));
    count.ok_or_else(|| "is not a number from 1 to 1000".to_owned())
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use clap::Parser as _;

    use super::*;
    use crate::args::{Args, Command};

    fn parse(words: &[&str]) -> EvalArgs {
        let words = ["toolwright", "eval", "tasks.toml"].iter().chain(words);
        let Command::Eval(args) = Args::try_parse_from(words).expect("is right").command else {
            panic!("is another command");
        };
        args
    }

    #[test]
    fn a_spec_a_url_and_a_command_are_told_apart() {
        let args = parse(&["pets.yaml"]);
        let spec = Evaluated::Spec(Some(Path::new("pets.yaml")));
        assert_eq!(args.find_source().expect("is right"), spec);
        let args = parse(&["http://127.0.0.1/mcp", "--header", "A: b"]);
        let url = ServerAddress::Url("http://127.0.0.1/mcp", vec![("A", "b")]);
        assert_eq!(
            args.find_source().expect("is right"),
            Evaluated::Server(url)
        );
        let args = parse(&["--", "./pets-mcp"]);
        let words = [OsString::from("./pets-mcp")];
        let command = Evaluated::Server(ServerAddress::Command(&words));
        assert_eq!(args.find_source().expect("is right"), command);
        assert_eq!(
            parse(&[]).find_source().expect("is right"),
            Evaluated::Spec(None)
        );
    }

    #[test]
    fn options_that_contradict_each_other_are_rejected() {
        let wrong: [&[&str]; 5] = [
            &["pets.yaml", "--", "./pets-mcp"],
            &["http://127.0.0.1/mcp", "--", "./pets-mcp"],
            &["http://127.0.0.1/mcp", "--prefix", "a"],
            &["--server", "a", "--", "./pets-mcp"],
            &["pets.yaml", "--header", "A: b"],
        ];
        for words in wrong {
            assert!(parse(words).find_source().is_err(), "{words:?}");
        }
    }

    #[test]
    fn shares_are_from_0_to_1() {
        assert_eq!(parse_share("0.85"), Ok(0.85));
        for wrong in ["85", "-0.1", "NaN", "90%", ""] {
            assert!(parse_share(wrong).is_err(), "{wrong}");
        }
    }
}
