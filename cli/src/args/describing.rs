//! The options of `describe`, whose tools come from a spec, a URL or a command that starts a
//! server. Decides from what was given which of the three is meant and rejects options that do not
//! go with it. It does not look at what is in the spec or what the server answers.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::server::{ServerArgs, reject_spec_settings};
use super::{ConfigArgs, OptionArgs, UsageError};
use crate::remote::ServerAddress;
use crate::unfiled_spec::{STANDARD_INPUT, is_url};

/// What files of specs and of settings end in.
const EXTENSIONS: [&str; 4] = ["json", "yaml", "yml", "toml"];

#[derive(Debug, clap::Args)]
pub(crate) struct DescribeArgs {
    /// A Swagger 2.0 or OpenAPI 3.x file, `-` for one on standard input, a `toolwright.toml`, or the URL of an MCP
    /// server; the specs of `toolwright.toml` by default.
    #[arg(value_name = "SPEC|URL")]
    source: Option<PathBuf>,
    /// The tool; all tools by default.
    tool: Option<String>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) options: OptionArgs,
    /// Output format; by default `text` for one tool and `compact` for all.
    #[arg(long, value_enum)]
    format: Option<DescribeFormat>,
    #[command(flatten)]
    pub(crate) server: ServerArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub(crate) enum DescribeFormat {
    /// The description, and one line for each parameter.
    Text,
    /// Like `text`, with the properties of objects and the items of lists.
    Nested,
    /// One line: `read_file(path: string, encoding?: string)`.
    Compact,
    /// The input schema; for all tools, an object that contains each of them.
    Json,
}

/// Where tools are.
#[derive(Debug, PartialEq)]
pub(crate) enum Described<'a> {
    /// In a spec; in those of the nearest configuration file if there is no name.
    Spec(Option<&'a Path>),
    /// At a server that runs or is started.
    Server(ServerAddress<'a>),
}

impl DescribeArgs {
    /// Where the tools are, and which of them is described if not all.
    pub(crate) fn source_and_tool(&self) -> Result<(Described<'_>, Option<&str>), UsageError> {
        let (described, tool) = self.find_source()?;
        if matches!(described, Described::Spec(_)) {
            if self.server.has_timeout() {
                return Err(UsageError::NoServerToWaitFor);
            }
            return Ok((described, tool));
        }
        reject_spec_settings(&self.config, &self.options)?;
        Ok((described, tool))
    }

    fn find_source(&self) -> Result<(Described<'_>, Option<&str>), UsageError> {
        let (source, tool) = (self.source.as_deref(), self.tool.as_deref());
        let name = source.and_then(Path::to_str);
        if !self.server.command.is_empty() {
            return match (source, tool) {
                (Some(_), Some(_)) => Err(UsageError::CommandAndSource),
                _ if name.is_some_and(is_url) => Err(UsageError::CommandAndSource),
                _ => Ok((
                    Described::Server(ServerAddress::Command(&self.server.command)),
                    name,
                )),
            };
        }
        // The scheme decides, before anything looks at the file system: a URL is never taken for a
        // path.
        if let Some(url) = name.filter(|name| is_url(name)) {
            let address = self.server.address_of_url(url)?;
            return Ok((Described::Server(address), tool));
        }
        self.server.reject_headers()?;
        // A single word that is no file is a tool of the configuration file.
        if let (Some(path), None) = (source, tool)
            && !looks_like_spec_path(path)
        {
            return Ok((Described::Spec(None), name));
        }
        Ok((Described::Spec(source), tool))
    }

    pub(crate) fn output_format(&self, is_of_one: bool) -> DescribeFormat {
        self.format.unwrap_or(match is_of_one {
            true => DescribeFormat::Text,
            false => DescribeFormat::Compact,
        })
    }
}

fn looks_like_spec_path(path: &Path) -> bool {
    let extension = path.extension().and_then(|it| it.to_str());
    let extension = extension.map(str::to_ascii_lowercase);
    let is_input = path.as_os_str() == STANDARD_INPUT;
    is_input || extension.is_some_and(|it| EXTENSIONS.contains(&it.as_str())) || path.exists()
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use clap::Parser as _;

    use super::*;
    use crate::args::{Args, Command};

    fn parsed(words: &[&str]) -> DescribeArgs {
        let words = ["toolwright", "describe"].iter().chain(words);
        let Command::Describe(args) = Args::try_parse_from(words).expect("is right").command else {
            panic!("is another command");
        };
        args
    }

    #[test]
    fn a_file_a_url_and_a_command_are_told_apart() {
        let args = parsed(&["pets.yaml", "list_pets"]);
        let pets = Described::Spec(Some(Path::new("pets.yaml")));
        assert_eq!(
            args.source_and_tool().expect("is right"),
            (pets, Some("list_pets"))
        );
        let args = parsed(&[
            "HTTPS://a.example/mcp",
            "list_pets",
            "--header",
            "X-Key:  a:b ",
        ]);
        let url = ServerAddress::Url("HTTPS://a.example/mcp", vec![("X-Key", "a:b")]);
        let url = Described::Server(url);
        assert_eq!(
            args.source_and_tool().expect("is right"),
            (url, Some("list_pets"))
        );
        let args = parsed(&["list_pets", "--", "./pets-mcp", "--log", "off"]);
        let words = ["./pets-mcp", "--log", "off"].map(OsString::from);
        let command = Described::Server(ServerAddress::Command(&words));
        assert_eq!(
            args.source_and_tool().expect("is right"),
            (command, Some("list_pets"))
        );
    }

    #[test]
    fn one_word_is_a_file_or_a_tool() {
        let args = parsed(&["list_pets"]);
        let expected = (Described::Spec(None), Some("list_pets"));
        assert_eq!(args.source_and_tool().expect("is right"), expected);
        let args = parsed(&["missing.YML"]);
        let expected = (Described::Spec(Some(Path::new("missing.YML"))), None);
        assert_eq!(args.source_and_tool().expect("is right"), expected);
        assert_eq!(
            parsed(&[]).source_and_tool().expect("is right"),
            (Described::Spec(None), None)
        );
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        let wrong: [&[&str]; 7] = [
            &["pets.yaml", "--timeout", "5"],
            &["pets.yaml", "list_pets", "--", "./pets-mcp"],
            &["http://127.0.0.1/mcp", "--", "./pets-mcp"],
            &["http://127.0.0.1/mcp", "--prefix", "a"],
            &["--server", "a", "--", "./pets-mcp"],
            &["pets.yaml", "--header", "A: b"],
            &["http://127.0.0.1/mcp", "--header", "secret"],
        ];
        for words in wrong {
            assert!(parsed(words).source_and_tool().is_err(), "{words:?}");
        }
    }
}
