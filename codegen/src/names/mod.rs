//! The only place where an identifier or a tool's name is chosen.

mod argument;
mod keyword;
mod scope;
mod tool;
mod variant;
mod words;

pub use argument::{argument_name, identifier_name};
pub use keyword::raw;
pub use scope::Scope;
pub use tool::ToolNames;
pub use variant::variant_name;
pub use words::{field_name, human_name, pascal_name, screaming_name, snake_name};

#[cfg(test)]
mod tests;
