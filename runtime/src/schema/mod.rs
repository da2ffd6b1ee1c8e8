//! JSON Schema 2020-12 as static tables, and the walk that validates against them.

mod keyword;
mod literal;
mod pattern;

pub use keyword::{Keyword, Schema, Types};
pub use literal::Literal;
pub use pattern::Pattern;
