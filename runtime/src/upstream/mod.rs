//! An upstream inside the server, for trying it out without the real API.

#[cfg(feature = "upstream")]
mod item_key;
#[cfg(feature = "upstream")]
mod item_store;
#[cfg(feature = "upstream")]
mod merge_json;
#[cfg(feature = "upstream")]
mod mock_operations;
#[cfg(feature = "upstream")]
mod mock_responder;
#[cfg(feature = "upstream")]
mod mock_server;
#[cfg(feature = "upstream")]
mod path_template;
#[cfg(feature = "upstream")]
mod request_body;

#[cfg(feature = "upstream")]
pub use mock_server::Upstream;

pub use crate::mock_response::{MockResponse, MockResponses};
