//! What fuzzing holds the project to. A function takes bytes, makes of them what they decide, and
//! panics where a promise is broken; the targets of `fuzz/` and the property tests of
//! `tests/fuzz` call the same ones.

mod build_script;
mod calls;
mod compile;
mod json;
mod mutate;
mod rust;
mod specs;
mod stack;
mod tables;
mod validation;
mod words;

pub use build_script::build_script;
pub use calls::call;
pub use compile::{json_text, mutated_spec, yaml_text};
pub use mutate::changed_spec;
pub use specs::{json_texts, yaml_texts};
pub use tables::tables;
