use std::fs;
use std::path::PathBuf;

use reqwest::Identity;

use crate::api::Api;
use crate::http::executor::auth::variables::Variables;
use crate::http::executor::failure;
use crate::security::SecurityKind;

/// The client's certificate for mutual TLS: PEM files, the key in the second or in the first.
#[derive(Debug)]
pub(in crate::http::executor) struct Certificate {
    env: &'static str,
    certificate: PathBuf,
    key: Option<PathBuf>,
}

impl Certificate {
    /// That of the first scheme for which one is set: a connection has one.
    pub(in crate::http::executor) fn read(
        api: &Api,
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> Option<Self> {
        let mut schemes = api
            .security
            .iter()
            .filter(|scheme| scheme.kind == SecurityKind::MutualTls);
        schemes.find_map(|scheme| {
            let variables = Variables::new(api, scheme.env, environment);
            Some(Self {
                env: scheme.env,
                certificate: variables.get("_CERT")?.into(),
                key: variables.get("_KEY").map(PathBuf::from),
            })
        })
    }

    /// What TLS shows to servers that ask.
    pub(in crate::http::executor) fn identity(&self) -> Result<Identity, String> {
        let mut pem = read(&self.certificate, self.env, "_CERT")?;
        if let Some(key) = &self.key {
            pem.push(b'\n');
            pem.extend(read(key, self.env, "_KEY")?);
        }
        Identity::from_pem(&pem).map_err(|error| {
            format!(
                "{0}_CERT and {0}_KEY are no certificate with its key in PEM: {1}.",
                self.env,
                failure::chain(&error)
            )
        })
    }
}

fn read(path: &PathBuf, env: &str, suffix: &str) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| {
        let path = path.display();
        format!("The file that {env}{suffix} names, {path}, can't be read: {error}.")
    })
}
