//! A notebook: an axum application that shows its notes at `/notes` and lets models write them at `/mcp`.

use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::State;
use axum::routing::get;
use toolwright::server::HttpConfig;
use toolwright::{Server, ToolServer, ToolsError, tool};

/// The state of the application. Its routes and its tools share it.
#[derive(Clone, Default, ToolServer)]
#[tools(name = "notebook", methods(add_note))]
pub struct Notebook {
    notes: Arc<Mutex<Vec<String>>>,
}

impl Notebook {
    /// Adds a note and returns how many notes there are.
    #[tool(open_world = false)]
    fn add_note(
        &self,
        /// What to remember, in one line.
        #[tool(min_length = 1, max_length = 200, pattern = "^[^\\n]*$")]
        text: String,
    ) -> usize {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        notes.push(text);
        notes.len()
    }
}

/// The application's own route, and the MCP server beside it.
///
/// # Errors
///
/// Two tools of the server have the same name.
pub fn application(notebook: Notebook, config: &HttpConfig) -> Result<Router, ToolsError> {
    let server = Server::from_tools(notebook.clone(), [])?;
    let own_routes = Router::new()
        .route("/notes", get(show_notes))
        .with_state(notebook);
    Ok(own_routes.merge(server.router(config)))
}

async fn show_notes(State(notebook): State<Notebook>) -> String {
    let notes = notebook.notes.lock();
    let notes = notes.unwrap_or_else(PoisonError::into_inner);
    notes.join("\n")
}
