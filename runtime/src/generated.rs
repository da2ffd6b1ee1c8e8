//! Everything generated code names, for its one `use toolwright::generated::*;`.

mod format;

pub use format::{FORMAT, assert_format};

// In the prelude since edition 2024; generated code is for any edition.
#[cfg(feature = "server")]
pub use std::future::Future;

pub use crate::bridge::{Bridge, BridgeTool, RecordedChange, RecordedVersion};
pub use crate::discovery::{Discovery, Endpoint};
#[cfg(feature = "server")]
pub use crate::handlers::{
    Call, Dispatch, RunningHandler, ToolError, box_handler, decode_arguments, start_handler,
    start_own_tool,
};
pub use crate::http::{ApiKeyIn, Encoding, HttpRequest, Style, Xml, XmlNode};
pub use crate::into_outcome::{IntoOutcome, json};
pub use crate::response::{Content, Event, Items, Operation, Reply};
pub use crate::schema::{Keyword, Literal, Pattern, Schema, Types};
pub use crate::typed::{HasTool, Lists};
pub use crate::upstream::{MockResponse, MockResponses};
pub use crate::value::{
    Choice, Cursor, Decode, Discriminator, Encode, Encoder, Fields, IntegerEnum, Json, Map,
    Nullable, OpenIntegerEnum, OpenStringEnum, StringEnum,
};
pub use crate::{
    Annotations, Api, BaseUrl, CallOptions, Counted, Definition, File, Handler, InputSchema,
    Method, OAuthFlow, OAuthGrant, OutputSchema, Preset, Request, Requirement, SchemaText, Schemas,
    SecurityKind, SecurityScheme, Tool, UrlVariable, bridge, choice, discovery, integer_enum,
    mock_responses, open_integer_enum, open_string_enum, string_enum,
};
#[cfg(feature = "server")]
pub use crate::{ManualApi, OwnTool, Tools};
