//! The name of a server in the MCP registry: a namespace in reverse-DNS order, a slash and the name of the crate.

use std::fmt;

use thiserror::Error;

use super::CrateMetadata;
use super::texts::web_url;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ServerName(String);

#[derive(Debug, Error, PartialEq, Eq)]
#[error(
    "`{0}` is not a namespace of the MCP registry: expected a domain in reverse order, for example `com.example` or \
     `io.github.ann`"
)]
pub(crate) struct NamespaceError(String);

/// Characters of the longest name (`maxLength` in the schema of `server.json`).
const LONGEST: usize = 200;

impl ServerName {
    pub(crate) fn new(namespace: &str, name: &str) -> Result<Self, NamespaceError> {
        let is_label = |label: &str| {
            let is_of_label = |c: char| c.is_ascii_alphanumeric() || c == '-';
            let ends_well = !label.starts_with('-') && !label.ends_with('-');
            !label.is_empty() && label.len() <= 63 && ends_well && label.chars().all(is_of_label)
        };
        // The registry wants a letter or a digit at the end.
        let full = format!("{namespace}/{}", name.trim_end_matches(['-', '_']));
        let is_namespace = namespace.contains('.') && namespace.split('.').all(is_label);
        match is_namespace && full.len() <= LONGEST {
            true => Ok(Self(full)),
            false => Err(NamespaceError(namespace.chars().take(LONGEST).collect())),
        }
    }

    /// In the namespace of the owner of the repository, if that is at GitHub: the registry lets them publish there.
    pub(crate) fn of_repository(metadata: &CrateMetadata) -> Option<Self> {
        let url = web_url(metadata.repository.as_deref()?)?;
        let owner = url.path_segments()?.next()?;
        let is_github = url.host_str() == Some("github.com");
        is_github
            .then(|| Self::new(&format!("io.github.{owner}"), &metadata.name).ok())
            .flatten()
    }
}

impl fmt::Display for ServerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::package::tests::package;

    #[test]
    fn namespaces_are_domains_in_reverse_order() {
        let name =
            |namespace: &str| ServerName::new(namespace, "pets-mcp").map(|name| name.to_string());
        assert_eq!(name("com.example").as_deref(), Ok("com.example/pets-mcp"));
        assert_eq!(
            name("io.github.Ann-Lee").as_deref(),
            Ok("io.github.Ann-Lee/pets-mcp")
        );
        let long = "a.".repeat(120) + "b";
        for namespace in [
            "",
            "example",
            "com/example",
            "com..example",
            "com.-a",
            "com.a-",
            "com.exämple",
            ".a",
            &long,
        ] {
            assert!(name(namespace).is_err(), "{namespace}");
        }
    }

    #[test]
    fn owners_at_github_have_one() {
        let mut metadata = package().metadata;
        let name = ServerName::of_repository(&metadata).map(|name| name.to_string());
        assert_eq!(name.as_deref(), Some("io.github.ann/pets-mcp"));
        for other in [
            "https://gitlab.com/ann/pets",
            "https://github.com",
            "https://github.com/a_b/c",
        ] {
            metadata.repository = Some(other.to_owned());
            assert_eq!(ServerName::of_repository(&metadata), None, "{other}");
        }
    }
}
