//! YAML text to a JSON value.

mod build;
mod scalar;

pub(super) use build::parse;
pub(super) use scalar::is_merge_key;

#[cfg(test)]
mod tests;
