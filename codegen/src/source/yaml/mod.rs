//! YAML text to a JSON value.

mod build_yaml;
mod quote_errors;
mod relaxed_indentation;
mod resolve_scalar;

pub(super) use build_yaml::parse_yaml;
pub(super) use relaxed_indentation::RelaxedIndentation;
pub(super) use resolve_scalar::is_merge_key;

#[cfg(test)]
mod tests;
