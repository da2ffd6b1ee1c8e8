//! The second file of generated code: what is not for readers of Rust, as ordinary JSON. It takes the model, the schemas and
//! what discovery and the bridge say, and gives a text whose lines are those of one tool each. It knows nothing of Rust.

mod bridge;
mod discovery;
mod layout;
mod mock_responses;
mod schemas;
mod shared_descriptions;
#[cfg(test)]
mod tests;

use crate::bridge::Bridge;
use crate::discovery::PlannedDiscovery;
use crate::interned::{Interner, Sharing, Use};
use crate::model::Api;
use crate::schema_texts::SchemaTexts;
use layout::{Layout, Writer};

/// The JSON that belongs to a generated file.
pub(crate) struct GeneratedDocument {
    /// The text.
    pub(crate) json: String,
    /// What the Rust names, so that a text of another compilation is noticed.
    pub(crate) fingerprint: String,
}

/// What a document is made of.
pub(crate) struct DocumentRequest<'a> {
    pub(crate) api: &'a Api,
    pub(crate) texts: &'a SchemaTexts,
    /// File name of the spec.
    pub(crate) spec: &'a str,
    /// Whether the built-in upstream has answers.
    pub(crate) has_mock_responses: bool,
    pub(crate) discovery: Option<&'a PlannedDiscovery>,
    pub(crate) bridge: Option<&'a Bridge>,
}

/// Writes the document of an API.
pub(crate) fn write_document(request: &DocumentRequest<'_>) -> GeneratedDocument {
    let mut interner = Interner::default();
    let api = request.api;
    let mut rest = Vec::new();
    if let Some(discovery) = request.discovery {
        let layout = discovery::lay_out_discovery(api, discovery, &mut interner);
        rest.push(("discovery".to_owned(), layout));
    }
    if let Some(bridge) = request.bridge {
        rest.push((
            "bridge".to_owned(),
            bridge::lay_out_bridge(api, bridge, &mut interner),
        ));
    }
    if request.has_mock_responses {
        let responses = mock_responses::lay_out_responses(api, &mut interner);
        rest.push(("responses".to_owned(), responses));
    }
    let sections = Sections {
        schemas: schemas::lay_out_schemas(api, request.texts, &mut interner),
        rest,
    };
    // The text of a large document is written while all of its values are there.
    interner.forget_texts();
    sections.write_document(&interner, request.spec)
}

/// The members of a document, in their order.
struct Sections {
    /// What a server reads to list its tools.
    schemas: Vec<(String, Layout)>,
    rest: Vec<(String, Layout)>,
}

impl Sections {
    fn write_document(&self, interner: &Interner, spec: &str) -> GeneratedDocument {
        let mut uses: Vec<Use<'_>> = Vec::new();
        let parts = [(&self.schemas, true), (&self.rest, false)];
        for (sections, is_schema) in parts {
            for (name, layout) in sections {
                layout.collect_uses(name, is_schema, &mut uses);
            }
        }
        let sharing = Sharing::new(interner, &uses);
        let mut writer = Writer::new(interner, &sharing);
        for (sections, is_schema) in parts {
            for (name, layout) in sections {
                writer.write_section(name, layout);
            }
            writer.write_shared(
                if is_schema { "shared" } else { "more" },
                sharing.list_shared(is_schema),
            );
        }
        writer.into_document(spec)
    }
}
