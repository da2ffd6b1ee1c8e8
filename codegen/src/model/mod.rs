//! The typed picture of an API: all that [`emit`](crate::emit) needs, and nothing of the document.

mod api;
mod operation;
mod types;

pub use api::{Api, ApiKeyIn, Definition, SecurityKind, SecurityScheme};
pub use operation::{
    Answer, Body, BodyPlace, Location, Method, Operation, Parameter, ParameterStyle,
};
pub use types::{Field, Shape, SymbolVariant, Tag, Type, TypeDef, Variant};
