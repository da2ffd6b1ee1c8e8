//! Tests of toolwright that need more than one crate, and what they share.

mod external;
pub mod fuzz;
pub mod interpret;
mod mock_server;
mod nested_cargo;
pub mod oracle;
pub mod pages;
pub mod round_trip;
mod servers;
mod settings;
pub mod typed;
mod upstream_calls;
pub mod values;

pub use external::{
    Form, corpus, node, npm, npm_package, python, python_program, python_with, shared,
};
pub use mock_server::MockServer;
pub use nested_cargo::{
    hide_test_from_cargo, remove_variables, share_dependencies, user_programs, workspace_program,
};
pub use servers::{
    SERVER_FEATURES, Server, build_calling_program, build_discovery_server, build_program,
    build_servers, complaint_about, complaints_about_modules, target,
};
pub use settings::builder;
pub use upstream_calls::{build_caller, make_calls};

/// The code generated from every spec of `specs/`.
pub mod compiled {
    include!(concat!(env!("OUT_DIR"), "/all.rs"));
}
