//! The commands `login` and `logout`: a person signs in to an upstream API, and the tokens are saved for the server.
//!
//! This chooses the security scheme, prints what the person has to do and opens a browser. The OAuth exchanges are those of
//! `http/executor/auth/oauth`.

use tokio::runtime::Builder;

use super::Failure;
use super::options::{Login, Logout};
use crate::api::Api;
use crate::http::{HttpExecutor, TokenSource};
use crate::tools::Tools;

/// `login`: a person signs in, and the tokens are saved for the server.
pub(super) fn run_login(tools: &Tools, login: &Login) -> Result<(), Failure> {
    // A person is faster than one thread: there is nothing to run in parallel.
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let executors = build_executors(tools, login.upstream.as_deref())?;
        let (api, tokens) = find_tokens(&executors, login.scheme.as_deref())?;
        let scheme = tokens.scheme();
        let need = required_scopes(api, scheme.name);
        let saved = if login.device {
            let show = |device: &crate::http::DeviceCode| {
                eprintln!("Visit {} and enter {}", device.address, device.code);
            };
            tokens.sign_in_by_device(&need, show).await?
        } else {
            let show = |url: &reqwest::Url| {
                eprintln!("To sign in, visit {url}");
                if login.browser {
                    open_browser(url.as_str());
                }
            };
            tokens.sign_in_by_browser(&need, login.port, show).await?
        };
        eprintln!(
            "Signed in. The tokens of {} are in {}.",
            scheme.name,
            saved.display()
        );
        Ok(())
    })
}

/// `logout`: the tokens are removed.
pub(super) fn run_logout(tools: &Tools, logout: &Logout) -> Result<(), Failure> {
    let executors = build_executors(tools, None)?;
    let (_, tokens) = find_tokens(&executors, logout.scheme.as_deref())?;
    let scheme = tokens.scheme().name;
    if tokens.sign_out()? {
        eprintln!("Signed out of {scheme}.");
    } else {
        eprintln!("There was no login for {scheme}.");
    }
    Ok(())
}

/// Those of all APIs; `upstream` is where the first is.
fn build_executors(tools: &Tools, upstream: Option<&str>) -> Result<Vec<HttpExecutor>, Failure> {
    let mut executors = Vec::new();
    for api in tools.apis() {
        let builder = tools.executor_builder(api);
        let builder = match upstream {
            Some(url) if executors.is_empty() => builder.base_url(url),
            _ => builder,
        };
        executors.push(builder.build()?);
    }
    Ok(executors)
}

/// The scheme of that name, or the only one. Where several APIs have one of that name, its API
/// stands before it: `shop.sso`.
fn find_tokens<'e>(
    executors: &'e [HttpExecutor],
    name: Option<&str>,
) -> Result<(&'static Api, &'e TokenSource), Failure> {
    let all: Vec<(&'static Api, &TokenSource)> = executors
        .iter()
        .flat_map(|executor| {
            executor
                .token_sources()
                .map(|tokens| (executor.api(), tokens))
        })
        .filter(|(_, tokens)| tokens.has_login())
        .collect();
    let names: Vec<String> = all
        .iter()
        .map(|(api, tokens)| {
            let name = tokens.scheme().name;
            let mut same = all.iter();
            match same.any(|(other, it)| it.scheme().name == name && other.name != api.name) {
                true => format!("{}.{name}", api.name),
                false => name.to_owned(),
            }
        })
        .collect();
    match (name, all.as_slice()) {
        (_, []) => Err("this API has no security scheme that people sign in to: set its credentials in the environment (see --help)".into()),
        (None, [only]) => Ok(*only),
        (None, _) => Err(format!(
            "name the security scheme to sign in to, one of: {}",
            names.join(", ")
        )
        .into()),
        (Some(name), all) => {
            let mut known = names.iter();
            let found = known.position(|known| known.eq_ignore_ascii_case(name));
            let found = found.and_then(|index| all.get(index));
            let missing = || {
                let names = names.join(", ");
                format!("'{name}' is not a security scheme to sign in to; choose one of: {names}")
            };
            Ok(*found.ok_or_else(missing)?)
        }
    }
}

/// All scopes that tools ask for.
fn required_scopes(api: &'static Api, scheme: &str) -> Vec<&'static str> {
    let required = api.tools.iter().flat_map(|tool| tool.security);
    let required = required.copied().flatten();
    let mut scopes: Vec<_> = required
        .filter(|(known, _)| known.name == scheme)
        .flat_map(|(_, scopes)| *scopes)
        .copied()
        .collect();
    scopes.sort_unstable();
    scopes.dedup();
    scopes
}

/// Opens the user's browser. Failing is not an error: the address has been printed.
fn open_browser(url: &str) {
    if let Err(error) = open::that_detached(url) {
        tracing::debug!(%error, "no browser was opened");
    }
}
