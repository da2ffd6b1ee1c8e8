//! An assistant for [UTL-X](https://github.com/grauwen/utl-x): six tools that help a model to write transformations.
//! `tools.yaml` describes the tools; `handlers` has a handler for each. Some ask a daemon (`daemon`, over clients that
//! are generated from `daemon.yaml` and `utlx-1.yaml`), others read local data (`schema`, `functions`, `examples`); all
//! share one form of errors (`failure`) and one configuration (`settings`). `stand_in` is a small daemon for a first
//! start and for tests.

mod assistant;
mod daemon;
mod examples;
mod failure;
mod functions;
mod handlers;
mod json_map;
mod local_data;
mod regular_file;
mod schema;
mod settings;
mod stand_in;
mod suggest;
mod utlx;
mod yaml;

/// The tools as `tools.yaml` describes them.
pub mod api {
    toolwright::include_tools!("utlx_mcp");
}

/// A typed client of the daemon in the dialect `seed`.
pub mod daemon_client {
    toolwright::include_tools!("utlx_daemon");
}

/// A typed client of the daemon in the dialect `utlx-1`.
pub mod daemon_client_utlx1 {
    toolwright::include_tools!("utlx1_daemon");
}

pub use assistant::Assistant;
pub use failure::{Failure, FailureCode};
pub use settings::{
    DaemonSettings, DataSettings, Dialect, ExamplesSettings, ExecutionSettings, Inference,
    InputSchemaSettings, ServerSettings, SettingError, Settings, SettingsError,
};
pub use stand_in::StandIn;
