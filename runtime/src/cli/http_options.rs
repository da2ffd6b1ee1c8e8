//! Rejects options of the HTTP transport where a server does not speak HTTP: they would change nothing, and whoever writes
//! `--listen 8001` believes that the server listens.

use std::net::SocketAddr;

use super::Failure;
use super::options::{Options, Transport};

/// Checks that options of the HTTP transport come with it. `default_listen` is where the program listens unless told
/// otherwise; an author may have put it before the options of the command line.
///
/// # Errors
///
/// There are such options and the transport is stdio.
pub(super) fn check_http_options(
    options: &Options,
    default_listen: SocketAddr,
) -> Result<(), Failure> {
    match (
        options.transport,
        first_http_option(options, default_listen),
    ) {
        (Transport::Stdio, Some(option)) => {
            Err(format!("{option} has no effect without HTTP: add --transport http").into())
        }
        _ => Ok(()),
    }
}

fn first_http_option(options: &Options, default_listen: SocketAddr) -> Option<&'static str> {
    let serving = &options.serving;
    let given = [
        (
            "--listen",
            options.listen.is_some_and(|it| it != default_listen),
        ),
        ("--open", options.is_open),
        ("--allow-host", !options.allowed_hosts.is_empty()),
        ("--allow-origin", !options.allowed_origins.is_empty()),
        ("--pass-header", !options.pass_headers.is_empty()),
        ("--client-rate-limit-rpm", serving.client_rate.is_some()),
        ("--trusted-proxy", serving.trusted_proxies.is_some()),
        ("--max-connections", serving.max_connections.is_some()),
    ];
    let mut given = given.into_iter().filter(|(_, is_given)| *is_given);
    given.next().map(|(option, _)| option)
}
