//! The only place where an identifier or a tool's name is chosen.

mod argument_name;
mod identifier_case;
mod look_alikes;
mod name_lock;
mod name_scope;
mod shared_type_name;
mod singular;
mod tool_form;
mod tool_names;
mod tool_words;
mod unique_names;
mod variant_name;

pub use argument_name::{argument_name, identifier_name};
pub(crate) use identifier_case::compact_name;
pub use identifier_case::{
    field_name, handler_trait, human_name, pascal_name, raw_identifier, screaming_name, snake_name,
};
pub(crate) use look_alikes::{find_alike_names, find_look_alike_letters};
pub use name_lock::{LockError, NameLock};
pub(crate) use name_lock::{LockedOperation, operation_key};
pub use name_scope::Scope;
pub(crate) use shared_type_name::name_of_shared_type;
pub(crate) use singular::singular_of_last_word;
pub(crate) use tool_names::{
    NameLengths, ToolName, UnnamedOperation, choose_tool_names, fit_with_hash,
};
pub(crate) use unique_names::{AssignedName, WantedName, assign_unique_names};
pub use variant_name::variant_name;

#[cfg(test)]
mod tests;
