//! What the command line and the environment say of the REST bridge.
//!
//! `HTTP_BRIDGE_HOST`, `HTTP_BRIDGE_PORT` and `LOG_LEVEL` are the variables of the bridges that this one takes the
//! place of. They have effect only on a server with `--bridge`, and an option goes before each of them.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use super::Failure;
use super::environment::ProcessEnvironment;
use super::log;
use super::missing_feature::describe_missing_feature;
use super::options::{DEFAULT_LISTEN, Options, Transport};

const HOST: &str = "HTTP_BRIDGE_HOST";
const PORT: &str = "HTTP_BRIDGE_PORT";
const LOG_LEVEL: &str = "LOG_LEVEL";

/// Checks that a server which is to have the bridge can have it.
///
/// # Errors
///
/// It was built without it, or it does not speak HTTP.
pub(super) fn check_bridge(options: &Options) -> Result<(), Failure> {
    if !has_bridge(options) {
        return Ok(());
    }
    if !cfg!(feature = "bridge") {
        let missing = describe_missing_feature("the REST bridge", "bridge", "--bridge");
        return Err(format!(
            "{missing}. In a crate of `toolwright new`, `cargo build --features bridge` builds it in"
        )
        .into());
    }
    match options.transport {
        Transport::Http => Ok(()),
        Transport::Stdio => Err("--bridge needs --transport http".into()),
    }
}

/// Where a server listens.
///
/// # Errors
///
/// A variable does not hold an address or a port.
pub(super) fn listen_address(
    options: &Options,
    environment: &ProcessEnvironment,
) -> Result<SocketAddr, Failure> {
    if let Some(address) = options.listen {
        return Ok(address);
    }
    let mut address = DEFAULT_LISTEN;
    if !has_bridge(options) {
        return Ok(address);
    }
    if let Some(host) = environment.non_empty(HOST)? {
        address.set_ip(parse_host(host).ok_or_else(|| {
            format!(
                "{HOST} must be an IP address, for example 127.0.0.1, or localhost (got '{host}')"
            )
        })?);
    }
    if let Some(port) = environment.non_empty(PORT)? {
        address.set_port(
            port.parse()
                .map_err(|_| format!("{PORT} must be a number from 0 to 65535 (got '{port}')"))?,
        );
    }
    Ok(address)
}

/// What is logged, unless `--log` or `RUST_LOG` say so.
///
/// # Errors
///
/// The variable does not hold a level.
pub(super) fn log_filter(
    options: &Options,
    environment: &ProcessEnvironment,
) -> Result<log::Filter, Failure> {
    if let Some(level) = options.log {
        return Ok(log::Filter::for_level(level));
    }
    if !has_bridge(options) || std::env::var_os("RUST_LOG").is_some() {
        return Ok(log::Filter::from_environment());
    }
    let Some(name) = environment.non_empty(LOG_LEVEL)? else {
        return Ok(log::Filter::from_environment());
    };
    // Python's names for the same levels.
    let level = match name.to_ascii_uppercase().as_str() {
        "WARNING" => "warn".to_owned(),
        "CRITICAL" | "FATAL" => "error".to_owned(),
        _ => name.to_owned(),
    };
    let level = log::parse_level(&level).ok_or_else(|| {
        format!("{LOG_LEVEL} must be off, error, warn, info, debug or trace (got '{name}')")
    })?;
    Ok(log::Filter::for_own_code(level))
}

fn has_bridge(options: &Options) -> bool {
    options.serving.bridge == Some(true)
}

/// Other names are not looked up: what they resolve to may change, and with it who reaches the server.
fn parse_host(host: &str) -> Option<IpAddr> {
    match host.eq_ignore_ascii_case("localhost") {
        true => Some(Ipv4Addr::LOCALHOST.into()),
        false => host.trim_matches(['[', ']']).parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use lexopt::Parser;

    use super::*;
    use crate::cli::options::{Action, parse_arguments};

    fn options(arguments: &[&str]) -> Options {
        match parse_arguments(&mut Parser::from_args(arguments)) {
            Ok(Action::Serve(options)) => options,
            other => panic!("{other:?}"),
        }
    }

    fn address(arguments: &[&str], variables: &[(&str, &str)]) -> Result<String, String> {
        let environment = ProcessEnvironment::from_texts(variables);
        let address = listen_address(&options(arguments), &environment);
        address
            .map(|it| it.to_string())
            .map_err(|error| error.to_string())
    }

    #[test]
    fn the_variables_say_where_a_bridge_listens() {
        let both = [(HOST, "0.0.0.0"), (PORT, "8001")];
        let address = |arguments: &[&str], variables: &[(&str, &str)]| {
            address(arguments, variables).expect("is an address")
        };
        assert_eq!(address(&["--bridge"], &both), "0.0.0.0:8001");
        assert_eq!(address(&["--bridge"], &both[1..]), "127.0.0.1:8001");
        assert_eq!(address(&["--bridge"], &[(HOST, "[::1]")]), "[::1]:8000");
        assert_eq!(
            address(&["--bridge", "--listen", "9000"], &both),
            "127.0.0.1:9000"
        );
        assert_eq!(address(&[], &both), "127.0.0.1:8000");
    }

    #[test]
    fn a_variable_that_means_nothing_is_an_error() {
        for (name, value) in [
            (HOST, "example.com"),
            (HOST, ""),
            (PORT, "http"),
            (PORT, "70000"),
        ] {
            let error = address(&["--bridge"], &[(name, value)]).expect_err("is wrong");
            assert!(error.contains(name), "{error}");
        }
        let environment = ProcessEnvironment::from_texts(&[(LOG_LEVEL, "loud")]);
        let error = log_filter(&options(&["--bridge"]), &environment).expect_err("is no level");
        assert!(error.to_string().contains("LOG_LEVEL must be"), "{error}");
        assert!(log_filter(&options(&[]), &environment).is_ok());
    }

    #[test]
    fn a_bridge_needs_http() {
        assert!(check_bridge(&options(&[])).is_ok());
        let error = check_bridge(&options(&["--bridge"])).expect_err("is over stdio");
        assert!(error.to_string().contains("bridge"), "{error}");
        assert_eq!(
            check_bridge(&options(&["--bridge", "--transport", "http"])).is_ok(),
            cfg!(feature = "bridge")
        );
    }
}
