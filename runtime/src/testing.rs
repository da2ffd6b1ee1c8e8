//! What unit tests share.

#[cfg(feature = "server")]
use crate::face::Face;
use crate::http::HttpRequest;
use crate::schema::Schema;
#[cfg(feature = "server")]
use crate::text::Schemas;
use crate::tool::{Annotations, InputSchema, Method, Tool};
use crate::value::Fields;
use crate::{CallOptions, Handler, Request, SchemaText};

pub(crate) struct Nothing;

impl Request for Nothing {
    fn decode(_: &mut Fields<'_>) -> Self {
        Self
    }

    fn encode(&self, _: &mut HttpRequest) {}
}

/// The face of a tool whose schemas have nothing in common.
#[cfg(feature = "server")]
pub(crate) fn face(tool: &'static Tool) -> Face {
    tool.face(&Schemas::NONE)
}

/// A tool that takes any arguments and sends none of them.
pub(crate) const fn tool(method: Method, path: &'static str) -> Tool {
    Tool {
        name: "tool",
        title: "",
        description: "",
        method,
        path,
        call: CallOptions::DEFAULT,
        annotations: Annotations::of(method),
        input: InputSchema {
            faithful: SchemaText("{}"),
            portable: None,
            referenced: &[],
            check: Schema::ANY,
        },
        output: None,
        security: &[],
        handler: Handler::upstream::<Nothing>(),
    }
}
