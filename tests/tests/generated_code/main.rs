//! Generated code as people read it.

mod files;
mod layout;
