//! The typed picture of an API: all that [`emit`](crate::emit) needs, and nothing of the document.

mod annotations;
mod api;
mod base_url;
mod body;
mod call;
mod data_flow;
mod media_type;
mod operation;
mod reach;
mod response;
mod security;
mod sequence;
mod token;
mod types;
mod xml;

pub use crate::setting::{HintError, StatedHints};
pub use annotations::ListedAnnotations;
pub use api::{Api, Definition, TagDescription};
pub use base_url::{BaseUrl, UrlVariable};
pub use body::{Body, BodyFormat, BodyPlace, PropertyEncoding, XmlRoot};
pub use call::{CallOptions, Counted, Pagination, Preset, PresetValue, Presets, Step};
pub use data_flow::{
    ArgumentOrigin, DataFlow, LinkedArgument, LinkedValue, Need, OriginProducer, Producer,
    ReturnedSchemas, Rule,
};
pub(crate) use media_type::{is_json_media_type, media_type_essence};
pub use operation::{
    Escaping, Handler, Location, Method, MockResponse, Operation, Parameter, ParameterStyle,
    QueryString,
};
pub(crate) use reach::reachable_idents;
pub use response::{Payload, Response, ResponseVariant};
pub use security::{
    ApiKeyIn, OAuthFlow, OAuthGrant, RequiredScheme, Requirement, SecurityKind, SecurityScheme,
};
pub use sequence::Sequence;
pub use token::Token;
pub(crate) use token::is_token;
pub use types::{Field, Shape, SymbolVariant, Tag, Type, TypeDef, Variant};
pub use xml::{Xml, XmlLink, XmlNode};
