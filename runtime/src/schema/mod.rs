//! JSON Schema 2020-12 as static tables, and the walk that validates against them.
//!
//! Generated code declares the tables; [`check_arguments`] holds a call's arguments to them.

mod apart;
mod applicators;
mod arguments;
mod best_match;
mod coerce;
mod equality;
mod evaluated;
#[cfg(feature = "client")]
mod files;
mod format;
mod keyword;
mod literal;
mod number;
mod objects;
mod path;
mod pattern;
mod places;
mod report;
mod repr;
mod search;
mod types;
mod unevaluated;
mod walk;

#[cfg(test)]
mod tests;

pub use arguments::check_arguments;
#[cfg(feature = "client")]
pub(crate) use files::files;
pub use format::Format;
pub use keyword::Property::{self, Optional, Required};
pub use keyword::{Branches, Contains, Keyword, Members, Schema, Unevaluated};
pub use literal::Literal;
pub use number::Number;
pub use pattern::Pattern;
pub use types::Types;
