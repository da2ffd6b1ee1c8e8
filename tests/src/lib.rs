//! Tests of toolwright that need more than one crate, and what they share.

mod external;
mod servers;

pub use external::{Form, corpus, node, npm, npm_package, python, shared};
pub use servers::{Server, build_program, build_servers, target};

/// The code generated from every spec of `specs/`.
pub mod compiled {
    include!(concat!(env!("OUT_DIR"), "/all.rs"));
}
