//! The server's program: settings from the environment, the scheduler in the background, and the tools.

use std::process::ExitCode;
use std::sync::Arc;

use news_mcp::{News, Settings, api};

fn main() -> ExitCode {
    if let Some(code) = news_mcp::run_query_process() {
        return code;
    }
    let settings = match Settings::from_environment() {
        Ok(settings) => settings,
        Err(error) => {
            eprintln!("news-mcp: {error}");
            return ExitCode::FAILURE;
        }
    };
    let news = Arc::new(News::new(settings));
    News::start_scheduler(&news);
    toolwright::run(api::shared_tools(news))
}
