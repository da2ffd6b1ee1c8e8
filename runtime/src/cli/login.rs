use std::process::{Command, Stdio};

use tokio::runtime::Builder;

use super::Failure;
use super::options::{Login, Logout};
use crate::api::Api;
use crate::http::{HttpExecutor, Tokens};

/// `login`: a person signs in, and the tokens are saved for the server.
pub(super) fn login(api: &'static Api, login: &Login) -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let executor = executor(api, login.upstream.as_deref())?;
        let tokens = named(&executor, login.scheme.as_deref())?;
        let scheme = tokens.scheme();
        let need = scopes(api, scheme.name);
        let saved = if login.device {
            let show = |device: &crate::http::DeviceCode| {
                eprintln!("Visit {} and enter {}", device.address, device.code);
            };
            tokens.sign_in_by_device(&need, show).await?
        } else {
            let show = |url: &reqwest::Url| {
                eprintln!("To sign in, visit {url}");
                if login.browser {
                    open(url.as_str());
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
pub(super) fn logout(api: &'static Api, logout: &Logout) -> Result<(), Failure> {
    let executor = executor(api, None)?;
    let tokens = named(&executor, logout.scheme.as_deref())?;
    let scheme = tokens.scheme().name;
    if tokens.sign_out()? {
        eprintln!("Signed out of {scheme}.");
    } else {
        eprintln!("Nobody was signed in to {scheme}.");
    }
    Ok(())
}

fn executor(api: &'static Api, upstream: Option<&str>) -> Result<HttpExecutor, Failure> {
    let builder = HttpExecutor::builder(api);
    let builder = match upstream {
        Some(url) => builder.base_url(url),
        None => builder,
    };
    Ok(builder.build()?)
}

/// The scheme of that name, or the only one.
fn named<'e>(executor: &'e HttpExecutor, name: Option<&str>) -> Result<&'e Tokens, Failure> {
    let all: Vec<_> = executor.tokens().filter(|it| it.have_login()).collect();
    let names: Vec<_> = all.iter().map(|it| it.scheme().name).collect();
    let names = names.join(", ");
    match (name, all.as_slice()) {
        (_, []) => Err("this API has no security scheme that people sign in to".into()),
        (None, [only]) => Ok(only),
        (None, _) => Err(format!("say which scheme to sign in to: {names}").into()),
        (Some(name), all) => {
            let mut all = all.iter();
            let found = all.find(|it| it.scheme().name.eq_ignore_ascii_case(name));
            let missing = || format!("'{name}' is no scheme to sign in to; there is: {names}");
            Ok(found.ok_or_else(missing)?)
        }
    }
}

/// All scopes that tools ask for.
fn scopes(api: &'static Api, scheme: &str) -> Vec<&'static str> {
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

/// Opens the user's browser. Where there is none, the address has been printed.
fn open(url: &str) {
    let (program, arguments): (_, &[&str]) = if cfg!(windows) {
        // `start` of `cmd` would read the `&` of the address.
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let opened = Command::new(program)
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if let Err(error) = opened {
        tracing::debug!(%error, program, "no browser");
    }
}
