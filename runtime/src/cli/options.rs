//! Parses a server's command line into an [`Action`].
//!
//! Options about serving are in `serving_options` and those about the upstream in `upstream_options`, since both can also
//! come from elsewhere; all others are matched here. Nothing is started, and no environment variable is read.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use lexopt::{Arg, Parser, ValueExt};
use tracing::level_filters::LevelFilter;

use super::option_values::{
    invalid_value, parse_bytes, parse_listen_address, parse_log_level, parse_origin, parse_timeout,
    parse_transport, parse_upstream,
};
use super::serving_options::Serving;
use super::upstream_options::Setting;

/// What a command line asks for.
#[derive(Debug, PartialEq)]
pub(super) enum Action {
    Serve(Options),
    ListTools(Options),
    Login(Login),
    Logout(Logout),
    /// For packages of the server.
    About,
    Help,
    Version,
}

/// How a person signs in.
#[derive(Debug, PartialEq)]
pub(super) struct Login {
    pub(super) scheme: Option<String>,
    pub(super) device: bool,
    /// Whether to open one.
    pub(super) browser: bool,
    /// Where the browser comes back to; 0 is any port that is free.
    pub(super) port: u16,
    pub(super) upstream: Option<String>,
}

/// What to sign out of.
#[derive(Debug, PartialEq)]
pub(super) struct Logout {
    pub(super) scheme: Option<String>,
}

/// How to serve.
#[derive(Debug, PartialEq)]
pub(super) struct Options {
    pub(super) transport: Transport,
    pub(super) listen: Option<SocketAddr>,
    /// Whether anyone may call the tools who reaches the server.
    pub(super) is_open: bool,
    pub(super) allowed_hosts: Vec<String>,
    pub(super) allowed_origins: Vec<String>,
    pub(super) upstream: Option<Upstream>,
    pub(super) settings: Vec<Setting>,
    pub(super) serving: Serving,
    pub(super) timeout: Option<Duration>,
    pub(super) max_result_bytes: Option<usize>,
    pub(super) allowed_files: Vec<PathBuf>,
    pub(super) allowed_uris: Vec<String>,
    pub(super) max_file_bytes: Option<u64>,
    pub(super) pass_headers: Vec<String>,
    pub(super) log: Option<LevelFilter>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Transport {
    Stdio,
    Http,
}

/// Where calls go when it isn't the base URL of the spec.
#[derive(Debug, PartialEq)]
pub(super) enum Upstream {
    Url(String),
    Builtin,
}

pub(super) const DEFAULT_LISTEN: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 8000);

pub(super) fn parse_arguments(arguments: &mut Parser) -> Result<Action, lexopt::Error> {
    let mut option = String::new();
    read_arguments(arguments, &mut option).map_err(|error| match error {
        // lexopt does not know to which option a value belongs.
        lexopt::Error::ParsingFailed { value, error } => {
            lexopt::Error::Custom(format!("--{option} cannot be {value:?}: {error}").into())
        }
        error => error,
    })
}

/// Reads all arguments; `option` becomes the name of the last option that was read.
fn read_arguments(arguments: &mut Parser, option: &mut String) -> Result<Action, lexopt::Error> {
    let mut options = Options {
        transport: Transport::Stdio,
        listen: None,
        is_open: false,
        allowed_hosts: Vec::new(),
        allowed_origins: Vec::new(),
        upstream: None,
        settings: Vec::new(),
        serving: Serving::default(),
        timeout: None,
        max_result_bytes: None,
        allowed_files: Vec::new(),
        allowed_uris: Vec::new(),
        max_file_bytes: None,
        pass_headers: Vec::new(),
        log: None,
    };
    let mut is_first = true;
    let mut list = false;
    while let Some(argument) = arguments.next()? {
        note_option(&argument, option);
        // The tables are asked first; the `match` below has the options that none of them has.
        if let Arg::Long(name) = argument
            && let Some(read) = Setting::find_option(name)
        {
            options.settings.push(read(&take_text(arguments)?)?);
            is_first = false;
            continue;
        }
        if let Arg::Long(name) = argument
            && let Some(read) = Serving::find_setting(name)
        {
            read(&mut options.serving, &take_text(arguments)?)?;
            is_first = false;
            continue;
        }
        if let Arg::Long(name) = argument
            && let Some(setting) = Setting::find_switch(name)
        {
            options.settings.push(setting);
            is_first = false;
            continue;
        }
        if let Arg::Long(name) = argument
            && let Some(switch) = Serving::find_switch(name)
        {
            switch(&mut options.serving, true);
            is_first = false;
            continue;
        }
        match argument {
            // Only as the first word: a scheme or a value may be called `login` as well.
            Arg::Value(command) if is_first && command == "login" => {
                return parse_login(arguments, option);
            }
            Arg::Value(command) if is_first && command == "logout" => {
                return parse_logout(arguments);
            }
            Arg::Long("transport") => options.transport = parse_transport(&take_text(arguments)?)?,
            Arg::Long("listen") => {
                options.listen = Some(parse_listen_address(&take_text(arguments)?)?)
            }
            Arg::Long("open") => options.is_open = true,
            Arg::Long("allow-host") => options.allowed_hosts.push(take_text(arguments)?),
            Arg::Long("allow-origin") => options
                .allowed_origins
                .push(parse_origin(take_text(arguments)?)?),
            Arg::Long("upstream") => {
                options.upstream = Some(parse_upstream(&take_text(arguments)?)?)
            }
            Arg::Long("timeout") => options.timeout = Some(parse_timeout(&take_text(arguments)?)?),
            Arg::Long("max-result-bytes") => {
                options.max_result_bytes = Some(parse_bytes(&take_text(arguments)?)?);
            }
            Arg::Long("allow-files") => options.allowed_files.push(arguments.value()?.into()),
            Arg::Long("allow-uris") => options.allowed_uris.push(take_text(arguments)?),
            Arg::Long("max-file-bytes") => {
                options.max_file_bytes = Some(parse_bytes(&take_text(arguments)?)?);
            }
            Arg::Long("pass-header") => options.pass_headers.push(take_text(arguments)?),
            Arg::Long("log") => options.log = Some(parse_log_level(&take_text(arguments)?)?),
            Arg::Long("list-tools") => list = true,
            Arg::Long("about") => return Ok(Action::About),
            Arg::Short('h') | Arg::Long("help") => return Ok(Action::Help),
            Arg::Short('V') | Arg::Long("version") => return Ok(Action::Version),
            unknown => return Err(unknown.unexpected()),
        }
        is_first = false;
    }
    Ok(if list {
        Action::ListTools(options)
    } else {
        Action::Serve(options)
    })
}

fn note_option(argument: &Arg<'_>, option: &mut String) {
    if let Arg::Long(name) = argument {
        *option = (*name).to_owned();
    }
}

fn parse_login(arguments: &mut Parser, option: &mut String) -> Result<Action, lexopt::Error> {
    let mut login = Login {
        scheme: None,
        device: false,
        browser: true,
        port: 0,
        upstream: None,
    };
    while let Some(argument) = arguments.next()? {
        note_option(&argument, option);
        match argument {
            Arg::Long("device") => login.device = true,
            Arg::Long("no-browser") => login.browser = false,
            Arg::Long("port") => login.port = arguments.value()?.parse()?,
            Arg::Long("upstream") => match parse_upstream(&take_text(arguments)?)? {
                Upstream::Url(url) => login.upstream = Some(url),
                Upstream::Builtin => return Err(invalid_value("builtin", "a URL")),
            },
            Arg::Value(name) if login.scheme.is_none() => login.scheme = Some(name.string()?),
            Arg::Short('h') | Arg::Long("help") => return Ok(Action::Help),
            unknown => return Err(unknown.unexpected()),
        }
    }
    Ok(Action::Login(login))
}

fn parse_logout(arguments: &mut Parser) -> Result<Action, lexopt::Error> {
    let mut scheme = None;
    while let Some(argument) = arguments.next()? {
        match argument {
            Arg::Value(name) if scheme.is_none() => scheme = Some(name.string()?),
            Arg::Short('h') | Arg::Long("help") => return Ok(Action::Help),
            unknown => return Err(unknown.unexpected()),
        }
    }
    Ok(Action::Logout(Logout { scheme }))
}

fn take_text(arguments: &mut Parser) -> Result<String, lexopt::Error> {
    arguments.value()?.string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_texts(arguments: &[&str]) -> Result<Action, String> {
        parse_arguments(&mut Parser::from_args(arguments)).map_err(|error| error.to_string())
    }

    fn options(arguments: &[&str]) -> Options {
        match parse_texts(arguments) {
            Ok(Action::Serve(options)) => options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn serves_stdio_unless_told_otherwise() {
        let options = options(&[]);
        assert_eq!(options.transport, Transport::Stdio);
        assert_eq!(options.listen, None);
        assert_eq!(options.upstream, None);
    }

    #[test]
    fn takes_every_option() {
        let options = options(&[
            "--transport=http",
            "--listen",
            "[::1]:9000",
            "--allow-host",
            "mcp.example.com",
            "--allow-origin=https://app.example.com:443",
            "--upstream",
            "https://api.example.com/v2",
            "--timeout",
            "2.5",
            "--max-result-bytes=5000",
            "--allow-files=/srv/uploads",
            "--allow-files",
            "relative",
            "--allow-uris",
            "https://files.example.com",
            "--max-file-bytes=1000",
            "--pass-header=X-Tenant",
            "--pass-header",
            "authorization",
            "--server=2",
            "--header",
            "X-Tenant: acme",
            "--max-retries=0",
            "--mask-results",
            "--read-only",
            "--allow-path-slash",
            "--log",
            "DEBUG",
        ]);
        assert_eq!(options.transport, Transport::Http);
        assert_eq!(options.listen, "[::1]:9000".parse().ok());
        assert_eq!(options.allowed_hosts, ["mcp.example.com"]);
        assert_eq!(options.allowed_origins, ["https://app.example.com:443"]);
        let url = "https://api.example.com/v2".to_owned();
        assert_eq!(options.upstream, Some(Upstream::Url(url)));
        assert_eq!(options.timeout, Some(Duration::from_millis(2500)));
        assert_eq!(options.max_result_bytes, Some(5000));
        let directories = ["/srv/uploads", "relative"].map(PathBuf::from);
        assert_eq!(options.allowed_files, directories);
        assert_eq!(options.allowed_uris, ["https://files.example.com"]);
        assert_eq!(options.max_file_bytes, Some(1000));
        assert_eq!(options.pass_headers, ["X-Tenant", "authorization"]);
        assert_eq!(options.log, Some(LevelFilter::DEBUG));
        let settings = [
            Setting::Server("2".to_owned()),
            Setting::Header("X-Tenant".to_owned(), "acme".to_owned()),
            Setting::MaxRetries(0),
            Setting::MaskResults,
            Setting::AllowPathSlash,
        ];
        assert_eq!(options.serving.read_only, Some(true));
        assert_eq!(options.settings, settings);
    }

    #[test]
    fn listens_on_loopback_unless_an_address_is_given() {
        for (text, expected) in [
            ("8000", "127.0.0.1:8000"),
            ("0", "127.0.0.1:0"),
            ("localhost:8080", "127.0.0.1:8080"),
            ("LOCALHOST:1", "127.0.0.1:1"),
            ("0.0.0.0:8000", "0.0.0.0:8000"),
            ("[::1]:8000", "[::1]:8000"),
        ] {
            let options = options(&["--listen", text]);
            assert_eq!(options.listen, expected.parse().ok());
        }
        assert!(!options(&[]).is_open);
        assert!(options(&["--open"]).is_open);
    }

    #[test]
    fn knows_the_builtin_upstream() {
        let options = options(&["--upstream", "builtin"]);
        assert_eq!(options.upstream, Some(Upstream::Builtin));
    }

    #[test]
    fn says_what_it_expects() {
        for (arguments, expected) in [
            (&["--transport", "sse"][..], "expected `stdio` or `http`"),
            (
                &["--listen", "example.com:8000"],
                "for example 127.0.0.1:8000",
            ),
            (&["--listen", "localhost"], "for example 127.0.0.1:8000"),
            (&["--listen", "localhost:+80"], "for example 127.0.0.1:8000"),
            (&["--listen", ":8000"], "for example 127.0.0.1:8000"),
            (&["--listen", "65536"], "for example 127.0.0.1:8000"),
            (&["--listen", "127.0.0.1"], "for example 127.0.0.1:8000"),
            (&["--upstream", "localhost"], "`builtin`"),
            (&["--timeout", "0"], "greater than 0"),
            (&["--timeout", "nan"], "greater than 0"),
            (&["--timeout", "1e300"], "greater than 0"),
            (&["--max-result-bytes", "0"], "a number of bytes"),
            (&["--max-file-bytes", "1M"], "a number of bytes"),
            (&["--max-retries", "-1"], "a number of retries"),
            (&["--max-concurrency=0"], "a number greater than 0"),
            (&["--rate-limit-rpm=0"], "a number greater than 0"),
            (&["--header", "X-Tenant"], "`Name: value`"),
            (&["--server-variable", "region"], "`NAME=VALUE`"),
            (&["--log-format=xml"], "`text` or `json`"),
            (&["--log", "loud"], "off, error, warn, info, debug or trace"),
            (
                &["--timeout", "x"],
                "--timeout cannot be \"x\": expected a number",
            ),
            (
                &["login", "--port=x"],
                "--port cannot be \"x\": invalid digit",
            ),
            (&["--allow-origin", "example.com"], "an origin"),
            (&["--frobnicate"], "invalid option '--frobnicate'"),
            (&["surplus"], "unexpected argument \"surplus\""),
            (&["--listen"], "missing argument for option '--listen'"),
        ] {
            let error = parse_texts(arguments).expect_err("is wrong");
            assert!(error.contains(expected), "{arguments:?}: {error}");
        }
    }

    #[test]
    fn signs_in_and_out() {
        let Ok(Action::Login(login)) =
            parse_texts(&["login", "--port=8123", "sso", "--no-browser"])
        else {
            panic!("is a login");
        };
        assert_eq!(login.scheme.as_deref(), Some("sso"));
        assert_eq!(
            (login.port, login.browser, login.device),
            (8123, false, false)
        );
        let scheme = None;
        assert_eq!(
            parse_texts(&["logout"]),
            Ok(Action::Logout(Logout { scheme }))
        );
        assert!(parse_texts(&["login", "a", "b"]).is_err());
        assert!(parse_texts(&["login", "--port", "70000"]).is_err());
        assert!(parse_texts(&["--list-tools", "login"]).is_err());
    }

    #[test]
    fn answers_questions() {
        assert_eq!(parse_texts(&["--help"]), Ok(Action::Help));
        assert_eq!(parse_texts(&["--about"]), Ok(Action::About));
        assert_eq!(parse_texts(&["-V"]), Ok(Action::Version));
        let listing = parse_texts(&["--list-tools", "--allow-files", "."]);
        assert!(
            matches!(listing, Ok(Action::ListTools(options)) if options.allowed_files.len() == 1)
        );
    }
}
