//! The name of an image in a registry, without a tag: `ghcr.io/ann/pets-mcp`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ImageName(String);

#[derive(Debug, Error, PartialEq, Eq)]
#[error(
    "`{0}` is not the name of an image: expected a registry and a path in lower case, without a tag, for example \
     `ghcr.io/ann/pets-mcp`"
)]
pub(crate) struct ImageNameError(String);

/// Registries whose images the MCP registry takes
/// (<https://github.com/modelcontextprotocol/registry/blob/main/docs/modelcontextprotocol-io/package-types.mdx>).
const KNOWN_HOSTS: [&str; 4] = ["docker.io", "ghcr.io", "quay.io", "mcr.microsoft.com"];
const KNOWN_DOMAINS: [&str; 2] = [".pkg.dev", ".azurecr.io"];

impl FromStr for ImageName {
    type Err = ImageNameError;

    fn from_str(text: &str) -> Result<Self, ImageNameError> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        // A path component of the distribution specification, a little stricter: runs of separators are not allowed.
        let is_component = |part: &str| {
            let ends_well = part.starts_with(is_plain) && part.ends_with(is_plain);
            ends_well
                && part.chars().all(|c| is_plain(c) || "._-".contains(c))
                && !part.contains("..")
        };
        let is_port = |port: &str| !port.is_empty() && port.chars().all(|c| c.is_ascii_digit());
        let is_host = |host: &str| match host.split_once(':') {
            Some((host, port)) => is_component(host) && is_port(port),
            None => is_component(host) && (host.contains('.') || host == "localhost"),
        };
        let parts = text.split_once('/');
        let is_name =
            parts.is_some_and(|(host, path)| is_host(host) && path.split('/').all(is_component));
        match is_name && text.len() <= 255 {
            true => Ok(Self(text.to_owned())),
            false => Err(ImageNameError(text.chars().take(255).collect())),
        }
    }
}

impl fmt::Display for ImageName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl ImageName {
    pub(crate) fn with_tag(&self, version: &str) -> String {
        format!("{}:{}", self.0, image_tag(version))
    }

    /// Whether the MCP registry takes images from there.
    pub(crate) fn is_of_known_host(&self) -> bool {
        let host = self.0.split('/').next().unwrap_or_default();
        KNOWN_HOSTS.contains(&host) || KNOWN_DOMAINS.iter().any(|domain| host.ends_with(domain))
    }
}

/// A version as a tag, which cannot have the `+` of build metadata.
pub(crate) fn image_tag(version: &str) -> String {
    version.replace('+', "_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_a_registry_and_no_tag() {
        for name in [
            "ghcr.io/ann/pets-mcp",
            "localhost:5000/pets",
            "docker.io/ann/pets_mcp.a",
        ] {
            assert!(name.parse::<ImageName>().is_ok(), "{name}");
        }
        for name in [
            "",
            "pets",
            "ann/pets",
            "ghcr.io/Ann/pets",
            "ghcr.io/pets:1",
            "ghcr.io/pets@sha256:0",
            "ghcr.io/../pets",
            "ghcr.io//pets",
            "https://ghcr.io/pets",
            "ghcr.io:x/pets",
            "ghcr.io/pets\n",
        ] {
            assert!(name.parse::<ImageName>().is_err(), "{name}");
        }
    }

    #[test]
    fn tags_are_versions() {
        let name: ImageName = "ghcr.io/ann/pets".parse().expect("is a name");
        assert_eq!(name.with_tag("1.0.0+a.b"), "ghcr.io/ann/pets:1.0.0_a.b");
        assert!(name.is_of_known_host());
        for (name, is_known) in [("eu.pkg.dev/a/b", true), ("ghcr.io.example.com/a", false)] {
            let name: ImageName = name.parse().expect("is a name");
            assert_eq!(name.is_of_known_host(), is_known, "{name}");
        }
    }
}
