//! The only place where an identifier or a tool's name is chosen.

mod argument;
mod hash;
mod keyword;
mod lock;
mod look_alikes;
mod place;
mod scope;
mod singular;
mod tool;
mod tool_form;
mod tool_words;
mod unique;
mod variant;
mod words;

pub use argument::{argument_name, identifier_name};
pub use keyword::raw;
pub use lock::{LockError, NameLock};
pub(crate) use lock::{LockedOperation, place};
pub(crate) use look_alikes::{find_alike_names, find_look_alike_letters};
pub(crate) use place::shared_name;
pub use scope::Scope;
pub(crate) use singular::singular;
pub(crate) use tool::{NameLengths, Nameless, ToolName, fitted, tool_names};
pub(crate) use unique::{Given, Wanted, unique};
pub use variant::variant_name;
pub(crate) use words::compact_name;
pub use words::{field_name, handler_trait, human_name, pascal_name, screaming_name, snake_name};

#[cfg(test)]
mod tests;
