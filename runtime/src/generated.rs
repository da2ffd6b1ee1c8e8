//! Everything generated code names, for its one `use toolwright::generated::*;`.

mod version;

pub use version::{REQUIRED_VERSION, requires_version};

// In the prelude since edition 2024; generated code is for any edition.
#[cfg(feature = "server")]
pub use std::future::Future;

pub use crate::bridge::Bridge;
pub use crate::discovery_table::Discovery;
pub use crate::document::{BrokenDocument, Document};
#[cfg(feature = "server")]
pub use crate::handlers::{
    Call, Dispatch, RunningHandler, ToolError, box_handler, decode_arguments, start_handler,
    start_own_tool,
};
pub use crate::into_outcome::{IntoOutcome, json};
pub use crate::mock_response::{MockResponse, MockResponses};
pub use crate::request::{Encoding, Handler, HttpRequest, Method, Request, Style, Xml, XmlNode};
pub use crate::response::{Content, Event, Items, Operation, Reply};
pub use crate::schema::{Keyword, Literal, Pattern, Schema, Types};
pub use crate::tool::find_tool;
pub use crate::typed::{HasTool, Lists};
pub use crate::value::{
    Choice, Cursor, Decode, Discriminator, Encode, Encoder, Fields, IntegerEnum, Json, Map,
    Nullable, OpenIntegerEnum, OpenStringEnum, StringEnum,
};
pub use crate::{
    Annotations, Api, ApiKeyIn, BaseUrl, CallOptions, Counted, File, InputSchema, OAuthFlow,
    OAuthGrant, OutputSchema, Preset, Requirement, SchemaText, Schemas, SecurityKind,
    SecurityScheme, Tool, UrlVariable, bridge, choice, discovery, integer_enum, mock_responses,
    open_integer_enum, open_string_enum, string_enum,
};
#[cfg(feature = "server")]
pub use crate::{ManualApi, OwnTool, Tools};
