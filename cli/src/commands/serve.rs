//! `serve`: builds the server of a spec and becomes it.

use std::ffi::OsString;
use std::path::Path;

use super::CommandResult;
use crate::args::{ServeArgs, UsageError};
use crate::dependency::Toolwright;
use crate::run;
use crate::unfiled_spec::STANDARD_INPUT;

/// The server's option for the REST bridge.
const BRIDGE: &str = "--bridge";

pub(crate) fn serve_spec(args: &ServeArgs) -> CommandResult {
    let given = server_options(args)?;
    let is_from_input = args.spec.spec.as_deref() == Some(Path::new(STANDARD_INPUT));
    if is_from_input && last_transport(&given).as_deref() != Some("http") {
        return Err(UsageError::InputOfServer.into());
    }
    let target = args.spec.resolve_target()?;
    let toolwright = Toolwright::locate_for_run(&args.run.toolwright)?;
    let server = run::build_server(&run::compile_target(&target)?, &toolwright)?;
    let mut options = args.run.upstream.to_server_options();
    options.extend(given);
    let server = run::server_command(&server, run::ServerCaller::Serve, args.spec.spec.as_deref());
    run::become_server(server, &options)
}

/// The options behind `--`, and what those before it mean for the server: whoever asks for the bridge, or for the
/// history that it tells, wants to see it.
///
/// # Errors
///
/// The bridge is asked for and does not go with the transport. The server would say so, but only once it is compiled.
fn server_options(args: &ServeArgs) -> Result<Vec<OsString>, UsageError> {
    let mut options = args.server_options.clone();
    let is_given = options.iter().any(|option| option == BRIDGE);
    let is_meant = args.spec.options.bridge || args.spec.options.history.is_some();
    let transport = last_transport(&options);
    if !is_given && !is_meant || options.iter().any(|option| option == "--help") {
        return Ok(options);
    }
    match transport.as_deref() {
        Some("http") => {}
        // It speaks HTTP and nothing else.
        None if is_meant => options
            .splice(..0, ["--transport", "http"].map(OsString::from))
            .for_each(drop),
        _ => return Err(UsageError::BridgeWithoutHttp),
    }
    if !is_given {
        options.insert(0, BRIDGE.into());
    }
    Ok(options)
}

/// The transport that options of a server name; the last one counts.
fn last_transport(options: &[OsString]) -> Option<String> {
    let words: Vec<&str> = options
        .iter()
        .filter_map(|option| option.to_str())
        .collect();
    let pairs = words.iter().enumerate();
    let mut named = pairs.filter_map(|(index, word)| match *word {
        "--transport" => words.get(index + 1).copied(),
        word => word.strip_prefix("--transport="),
    });
    named.next_back().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::args::{Args, Command};

    fn options(words: &[&str]) -> Result<Vec<String>, String> {
        let words = ["toolwright", "serve", "pets.yaml"].iter().chain(words);
        let Command::Serve(args) = Args::try_parse_from(words).expect("is right").command else {
            panic!("is another command");
        };
        let options = server_options(&args).map_err(|error| error.to_string())?;
        let options = options.into_iter().map(|option| option.into_string());
        Ok(options.map(|option| option.expect("is UTF-8")).collect())
    }

    #[test]
    fn the_bridge_can_be_asked_for_before_and_behind_the_dashes() {
        let http = ["--bridge", "--transport", "http"];
        for words in [
            &["--bridge"][..],
            &["--history", "lists"],
            &["--bridge", "--", "--bridge", "--transport", "http"],
            &["--", "--bridge", "--transport", "http"],
        ] {
            assert_eq!(options(words).expect("is right"), http, "{words:?}");
        }
        assert_eq!(
            options(&["--bridge", "--", "--transport=http", "--open"]).expect("is right"),
            ["--bridge", "--transport=http", "--open"]
        );
        assert_eq!(
            options(&["--", "--log", "off"]).expect("is right"),
            ["--log", "off"]
        );
        assert!(options(&["--", "--bridge", "--help"]).is_ok());
    }

    #[test]
    fn the_bridge_is_rejected_without_http() {
        for words in [
            &["--", "--bridge"][..],
            &["--bridge", "--", "--transport", "stdio"],
            &["--", "--transport", "http", "--bridge", "--transport=stdio"],
        ] {
            let error = options(words).unwrap_err();
            assert!(error.contains("--transport http"), "{words:?}: {error}");
        }
    }
}
