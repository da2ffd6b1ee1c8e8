//! The model as Rust source.

mod api;
mod base_url;
mod body;
mod call_options;
pub mod checks;
mod defaults;
mod derives;
mod docs;
mod document;
mod error;
mod file;
mod handlers;
mod ident;
mod layout;
mod literal;
mod method;
mod request;
mod response;
mod scope;
mod security;
mod settings;
mod source;
mod spacing;
mod tool;
pub(crate) mod typed;
mod types;
mod xml;

#[cfg(test)]
mod tests;

pub use error::EmitError;
pub use file::emit;
pub use handlers::{HandlerMethod, handler_methods};
pub use settings::EmitSettings;
