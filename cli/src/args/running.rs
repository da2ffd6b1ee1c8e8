//! The options of `serve`, `call` and `cache`, which build a server in the user's cache and run it.
//! Options behind `--` belong to that server and are passed on as they are.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};

use super::{SpecArgs, ToolwrightArgs};
use crate::unfiled_spec::is_url;

/// What `serve` and `call` have in common.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) upstream: Upstream,
    #[command(flatten)]
    pub(crate) toolwright: ToolwrightArgs,
}

/// Where calls go, if not to the spec's first server.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
pub(crate) struct Upstream {
    /// Base URL of the API.
    // The server would reject it as well, but by the name of its own option and once it is compiled.
    #[arg(long, value_name = "URL", value_parser = parse_base_url)]
    pub(crate) base_url: Option<String>,
    /// Send calls to a mock upstream inside the server, which responds with the spec's examples.
    #[arg(long)]
    pub(crate) builtin_upstream: bool,
}

impl Upstream {
    /// The options of a generated server that say so.
    pub(crate) fn to_server_options(&self) -> Vec<OsString> {
        // Generated servers have one option for both: `builtin` is the only value that is not a
        // URL.
        let upstream = match &self.base_url {
            Some(url) => url,
            None if self.builtin_upstream => "builtin",
            None => return Vec::new(),
        };
        vec!["--upstream".into(), upstream.into()]
    }
}

fn parse_base_url(text: &str) -> Result<String, &'static str> {
    match is_url(text) {
        true => Ok(text.to_owned()),
        false => Err("expected a URL (http:// or https://)"),
    }
}

#[derive(Debug, clap::Args)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    pub(crate) spec: SpecArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Options of the server, for example `--transport http`; `-- --help` lists them.
    #[arg(last = true, value_name = "SERVER OPTIONS")]
    pub(crate) server_options: Vec<OsString>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct CallArgs {
    /// A Swagger 2.0 or OpenAPI 3.x file, JSON or YAML, its URL, or `-` for standard input; or a `toolwright.toml`.
    pub(crate) spec: PathBuf,
    /// The tool, as `toolwright list` shows it.
    pub(crate) tool: String,
    /// The arguments, a JSON object; `-` reads it from standard input.
    #[arg(value_name = "JSON", default_value = "{}")]
    pub(crate) arguments: String,
    #[command(flatten)]
    pub(crate) config: super::ConfigArgs,
    #[command(flatten)]
    pub(crate) options: super::OptionArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// Output format of the result.
    #[arg(long, value_enum, default_value_t = CallFormat::Text)]
    pub(crate) format: CallFormat,
    /// Other options of the server, for example `--header 'X-Tenant: blue'`.
    #[arg(last = true, value_name = "SERVER OPTIONS")]
    pub(crate) server_options: Vec<OsString>,
}

impl CallArgs {
    /// Whether the server is to print its options, and to call nothing.
    pub(crate) fn asks_for_help(&self) -> bool {
        let mut options = self.server_options.iter();
        options.any(|option| option == "--help" || option == "-h")
    }

    /// Whether the user said where the call goes.
    pub(crate) fn has_upstream(&self) -> bool {
        let is_upstream = |option: &OsString| option.to_string_lossy().starts_with("--upstream");
        let upstream = &self.run.upstream;
        upstream.builtin_upstream
            || upstream.base_url.is_some()
            || self.server_options.iter().any(is_upstream)
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CallFormat {
    /// The text of the result.
    Text,
    /// The MCP result: `{"content": […], "structuredContent": …, "isError": …}`.
    Json,
}

#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum CacheAction {
    /// Print the path of the cache.
    Path,
    /// Delete the cache.
    Clean,
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use crate::args::Args;

    #[test]
    fn a_base_url_is_checked_by_the_name_of_its_option() {
        let parse = |url| {
            let words = [
                "toolwright",
                "call",
                "pets.yaml",
                "get_pet",
                "--base-url",
                url,
            ];
            Args::try_parse_from(words)
        };
        for url in ["localhost:9911", "builtin", "ftp://a.example"] {
            let error = parse(url).expect_err("is no URL of an API");
            let text = error.to_string();
            assert!(
                text.contains("'--base-url <URL>': expected a URL (http:// or https://)"),
                "{text}"
            );
            assert_eq!(error.exit_code(), 2);
        }
        assert!(parse("http://localhost:9911").is_ok());
    }
}
