//! Options about the way to the upstream API: server, headers, certificate authorities, retries and limits.
//!
//! Each one is parsed to a [`Setting`] and applied to the builder of an executor later. The environment variables for the
//! same settings are read by the executor itself.

use std::num::NonZeroU32;
use std::path::PathBuf;

use super::option_values::invalid_value;
use crate::http::HttpExecutorBuilder;

/// An option about the way upstream.
#[derive(Debug, PartialEq)]
pub(super) enum Setting {
    Server(String),
    ServerVariable(String, String),
    PathPrefix(String),
    Header(String, String),
    CaFile(PathBuf),
    MaxRetries(u32),
    MaxConcurrency(NonZeroU32),
    RateLimitRpm(NonZeroU32),
    MaskResults,
    AllowPathSlash,
}

type Read = fn(&str) -> Result<Setting, lexopt::Error>;

impl Setting {
    /// How the value of that option is read, if it is one of these.
    pub(super) fn find_option(option: &str) -> Option<Read> {
        let read: Read = match option {
            "server" => |text| Ok(Self::Server(text.to_owned())),
            "server-variable" => |text| {
                let (name, value) = split_pair(text, '=', "a variable, as `NAME=VALUE`")?;
                Ok(Self::ServerVariable(name, value))
            },
            "path-prefix" => |text| Ok(Self::PathPrefix(text.to_owned())),
            "header" => |text| {
                // Not repeated in an error: it may be secret.
                let (name, value) = split_pair(text, ':', "a header, as `Name: value`")
                    .map_err(|_| invalid_value("…", "a header, as `Name: value`"))?;
                Ok(Self::Header(name, value))
            },
            "ca-file" => |text| Ok(Self::CaFile(text.into())),
            "max-retries" => |text| {
                let retries = text.parse();
                let retries = retries.map_err(|_| invalid_value(text, "a number of retries"))?;
                Ok(Self::MaxRetries(retries))
            },
            "max-concurrency" => |text| Ok(Self::MaxConcurrency(parse_positive(text)?)),
            "rate-limit-rpm" => |text| Ok(Self::RateLimitRpm(parse_positive(text)?)),
            _ => return None,
        };
        Some(read)
    }

    /// An option without a value, if it is one of these.
    pub(super) fn find_switch(option: &str) -> Option<Self> {
        match option {
            "mask-results" => Some(Self::MaskResults),
            "allow-path-slash" => Some(Self::AllowPathSlash),
            _ => None,
        }
    }

    /// Whether it is about every API that a server has.
    pub(super) fn applies_to_all_apis(&self) -> bool {
        match self {
            Self::CaFile(_) | Self::MaxRetries(_) | Self::MaxConcurrency(_) => true,
            Self::RateLimitRpm(_) | Self::MaskResults | Self::AllowPathSlash => true,
            Self::Server(_) | Self::ServerVariable(..) | Self::PathPrefix(_) => false,
            Self::Header(..) => false,
        }
    }

    pub(super) fn apply_to(&self, builder: HttpExecutorBuilder) -> HttpExecutorBuilder {
        match self {
            Self::Server(which) => builder.server(which),
            Self::ServerVariable(name, value) => builder.server_variable(name, value),
            Self::PathPrefix(path) => builder.path_prefix(path),
            Self::Header(name, value) => builder.header(name, value),
            Self::CaFile(path) => builder.ca_file(path),
            Self::MaxRetries(retries) => builder.max_retries(*retries),
            Self::MaxConcurrency(requests) => builder.max_concurrency(*requests),
            Self::RateLimitRpm(requests) => builder.requests_per_minute(*requests),
            Self::MaskResults => builder.mask_results(true),
            Self::AllowPathSlash => builder.allow_path_slashes(true),
        }
    }
}

fn split_pair(
    text: &str,
    separator: char,
    expected: &'static str,
) -> Result<(String, String), lexopt::Error> {
    let (name, value) = text
        .split_once(separator)
        .ok_or_else(|| invalid_value(text, expected))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

fn parse_positive(text: &str) -> Result<NonZeroU32, lexopt::Error> {
    let number = text.parse();
    number.map_err(|_| invalid_value(text, "a number greater than 0"))
}
