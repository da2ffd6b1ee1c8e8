//! YAML text to a JSON value.

mod build;
mod quotes;
mod relax;
mod scalar;

pub(super) use build::parse;
pub(super) use relax::Relaxed;
pub(super) use scalar::is_merge_key;

#[cfg(test)]
mod tests;
