//! The compiler of toolwright: a Swagger or OpenAPI file in, Rust source of typed MCP tools out.
//!
//! [`Builder`] is the way in. A module is a stage of the pipeline: [`source`] reads the file,
//! [`normalize`] brings Swagger 2.0 and OpenAPI 3.x to one form, [`lower`] makes the [`model`],
//! [`emit`] writes Rust from it.

mod builder;
mod cargo_directives;
mod compiled;
mod data_flow;
mod document;
mod generated_code;
mod hidden_text;
mod html;
mod interned;
mod invisible;
mod markdown;
mod modelled;
mod name_file;
mod output_file;
mod overlay;
mod policy;
mod portable_path;
mod setting;
#[cfg(test)]
mod shared;
mod side_by_side;
mod stack;

pub mod bridge;
pub mod clients;
pub mod config;
pub mod diagnostics;
pub mod diff;
pub mod discovery;
pub mod emit;
pub mod expand;
pub mod history;
pub mod lint;
pub mod lower;
pub mod model;
pub mod names;
pub mod normalize;
pub mod report;
pub mod rust_types;
pub mod schema;
pub mod schema_texts;
pub mod selection;
pub mod source;

pub use builder::{BuildError, Builder};
pub use cargo_directives::CargoDirectives;
pub use clients::Clients;
pub use compiled::Compiled;
pub use config::{Config, ConfigError};
pub use diff::Diff;
pub use generated_code::GeneratedCode;
pub use lint::Lint;
pub use modelled::{Modelled, SpecError, Stage};
pub use name_file::{NameFile, NameFileError};
pub use output_file::{WriteError, write_if_changed};
pub use overlay::OverlayError;
pub use policy::StrictError;
pub use portable_path::write_portable_path;
pub use setting::{
    Client, SchemaFormat, Setting, SettingError, SettingPlaces, UnknownClient, UnknownSchemaFormat,
    Written, recorded_options,
};
pub use side_by_side::do_side_by_side;

/// The examples of the README compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
