//! What the figures in the documentation are measured with. Linux only: CPU time and memory are
//! read from `/proc`.

pub mod bridge;
pub mod call;
pub mod client;
pub mod commands;
pub mod compile;
pub mod compile_cost;
mod compiled_discovery;
pub mod context;
pub mod corpus;
pub mod crates;
pub mod discovery;
pub mod http_client;
pub mod http_server;
pub mod in_flight;
pub mod large;
pub mod listed;
pub mod long_answer;
pub mod macro_cost;
pub mod measure;
pub mod new;
pub mod openapi_directory;
pub mod overhead;
pub mod peers;
pub mod provider;
pub mod scaffold;
pub mod search;
pub mod size;
pub mod specs;
pub mod start;
pub mod throughput;
pub mod upstream;
pub mod wrk;
pub mod yaml;

/// Shared as source: the tests' library would compile every spec of theirs.
#[path = "../../tests/src/external.rs"]
pub mod external;

/// Why something could not be measured.
pub type Error = Box<dyn std::error::Error>;

/// The code generated from `specs/create_issue.yaml`.
#[allow(missing_docs)]
pub mod issues {
    toolwright::include_tools!("create_issue");
}

/// The code generated for the CMS, with discovery.
#[allow(missing_docs)]
#[rustfmt::skip]
#[path = "../../generated/cms/src/cms.rs"]
pub mod cms;
