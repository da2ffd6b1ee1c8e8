//! The client's certificate for mutual TLS, from PEM files that the environment names. It gives the identity that
//! an HTTP client presents.

use std::fs;
use std::path::PathBuf;

use reqwest::Identity;

use crate::api::Api;
use crate::http::executor::auth::scheme_variables::SchemeVariables;
use crate::http::executor::send_failure;
use crate::security::SecurityKind;

/// The client's certificate for mutual TLS: PEM files, the key in the second or in the first.
#[derive(Debug)]
pub(in crate::http::executor) struct ClientCertificate {
    env: &'static str,
    certificate: PathBuf,
    key: Option<PathBuf>,
}

impl ClientCertificate {
    /// That of the first scheme for which one is set: a connection has one.
    pub(in crate::http::executor) fn from_environment(
        api: &Api,
        environment: &dyn Fn(&str) -> Option<String>,
    ) -> Option<Self> {
        let mut schemes = api
            .security
            .iter()
            .filter(|scheme| scheme.kind == SecurityKind::MutualTls);
        schemes.find_map(|scheme| {
            let variables = SchemeVariables::new(api, scheme.env, environment);
            Some(Self {
                env: scheme.env,
                certificate: variables.get("_CERT")?.into(),
                key: variables.get("_KEY").map(PathBuf::from),
            })
        })
    }

    /// What TLS shows to servers that ask.
    pub(in crate::http::executor) fn load_identity(&self) -> Result<Identity, String> {
        let mut pem = read_pem_file(&self.certificate, self.env, "_CERT")?;
        if let Some(key) = &self.key {
            // A file without a line break at its end would join the two PEM markers.
            pem.push(b'\n');
            pem.extend(read_pem_file(key, self.env, "_KEY")?);
        }
        Identity::from_pem(&pem).map_err(|error| {
            format!(
                "{0}_CERT and {0}_KEY are not a certificate and its key in PEM: {1}.",
                self.env,
                send_failure::describe_error_chain(&error)
            )
        })
    }
}

fn read_pem_file(path: &PathBuf, env: &str, suffix: &str) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| {
        let path = path.display();
        format!("The file that {env}{suffix} names, {path}, cannot be read: {error}.")
    })
}
