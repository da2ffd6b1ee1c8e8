//! Reports in the forms of the command line.

mod json;
mod junit;
mod text;

pub(crate) use json::to_json;
pub(crate) use junit::to_junit;
pub(crate) use text::to_text;
