//! JSON Schema 2020-12 as static tables, and the walk that validates against them.
//!
//! Generated code declares the tables; [`check_arguments`] holds a call's arguments to them.

mod applicators;
mod best_violation;
mod check_arguments;
mod check_objects;
mod check_unevaluated;
mod coerce;
mod discriminate;
mod equality;
#[cfg(feature = "client")]
mod file_places;
mod format;
mod instance_path;
mod json_types;
mod keyword;
mod literal;
mod mark_evaluated;
mod name_search;
mod number;
mod pattern;
mod quoting;
mod unplaced_members;
mod validate;
mod validation_report;

#[cfg(test)]
mod tests;

pub use check_arguments::check_arguments;
#[cfg(feature = "client")]
pub(crate) use file_places::for_each_file;
pub use format::Format;
pub use json_types::Types;
pub use keyword::Property::{self, Optional, Required};
pub use keyword::{Branches, Contains, Keyword, Members, Schema, Unevaluated};
pub use literal::Literal;
pub use number::Number;
pub use pattern::Pattern;
pub(crate) use quoting::{Quoting, quote_property};
