//! Everything generated code names, for its one `use toolwright::generated::*;`.

pub use crate::http::{ApiKeyIn, Encoding, HttpRequest, Style, Xml, XmlNode};
pub use crate::schema::{Keyword, Literal, Pattern, Schema, Types};
pub use crate::upstream::{Answer, Answers};
pub use crate::value::{
    Choice, Code, Cursor, Decode, Encode, Encoder, Fields, Json, Map, Nullable, ObjectEncoder,
    Symbol, Tag,
};
pub use crate::{
    Annotations, Api, Definition, File, Handler, InputSchema, Method, OutputSchema, Request,
    Requirement, SchemaText, Schemas, SecurityKind, SecurityScheme, Tool, answers, choice, code,
    symbol,
};
