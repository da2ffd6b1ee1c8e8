//! The typed picture of an API: all that [`emit`](crate::emit) needs, and nothing of the document.

mod api;
mod body;
mod operation;
mod types;
mod xml;

pub use api::{Api, ApiKeyIn, Definition, SecurityKind, SecurityScheme};
pub use body::{Body, BodyFormat, BodyPlace, PropertyEncoding, XmlRoot};
pub use operation::{Answer, Location, Method, Operation, Parameter, ParameterStyle};
pub use types::{Field, Shape, SymbolVariant, Tag, Type, TypeDef, Variant};
pub use xml::{Xml, XmlLink, XmlNode};
