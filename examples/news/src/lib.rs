//! A news server: feeds are read into a database, their articles are scored, and 48 tools answer questions
//! about both. `news.yaml` describes the tools; `handlers` has a handler for each, which checks what a schema
//! cannot check and calls `storage` and `feed`.

mod arguments;
mod export;
mod feed;
mod handlers;
mod ingest;
mod news;
mod read_only;
mod scheduler;
mod sentiment;
mod settings;
mod storage;
mod templates;
mod text;
mod time;
mod topics;

/// The tools as `news.yaml` describes them.
pub mod api {
    toolwright::include_tools!("news_mcp");
}

pub use news::News;
pub use read_only::run_query_process;
pub use sentiment::{Scores, SentimentAnalyzer, Vader};
pub use settings::{Settings, SettingsError};
pub use storage::Location;
