//! What the REST bridge says of an API's tools, made by the compiler and read from the document beside generated code.

mod read_history;

use std::collections::HashMap;
use std::sync::OnceLock;

#[cfg(feature = "bridge")]
use toolwright_inspect::openapi::ToolTexts;

#[cfg(feature = "bridge")]
use crate::document::BrokenDocument;
use crate::document::{Document, find_members};
use crate::value::Json;

/// The tools of an API in the words of OpenAPI.
///
/// ```
/// # mod shop { toolwright::tools!("tests/doc/pets.yaml", name = "shop", bridge = true); }
/// // There is none without the feature `bridge`.
/// if let Some(bridge) = shop::API.bridge {
///     assert!(bridge.tags().is_empty());
///     assert!(bridge.history().is_empty());
/// }
///
/// // Generated code makes it of its document.
/// use toolwright::generated::{Bridge, Document};
///
/// static DOCUMENT: Document = Document::new(r#"{"fingerprint": "1f"}"#, "1f");
/// static BRIDGE: Bridge = Bridge::from_document(&DOCUMENT);
/// assert_eq!(BRIDGE.contact(), None);
/// ```
#[derive(Debug)]
pub struct Bridge {
    document: &'static Document,
    members: OnceLock<HashMap<&'static str, &'static str>>,
    #[cfg(feature = "bridge")]
    tools: OnceLock<HashMap<&'static str, &'static str>>,
    history: OnceLock<&'static [RecordedVersion]>,
}

impl Bridge {
    /// What a document has in its member `bridge`.
    pub const fn from_document(document: &'static Document) -> Self {
        Self {
            document,
            members: OnceLock::new(),
            #[cfg(feature = "bridge")]
            tools: OnceLock::new(),
            history: OnceLock::new(),
        }
    }

    /// The Contact Object of the spec (OpenAPI 3.0.3, section 4.7.3), if there is one.
    pub fn contact(&self) -> Option<Json> {
        self.read("contact")
    }

    /// The tags of the spec, each with its description, which may be empty.
    pub fn tags(&self) -> Vec<(String, String)> {
        let tags = self.read_list("tags").into_iter();
        let text = |tag: &Json, key| tag[key].as_str().unwrap_or_default().to_owned();
        tags.map(|tag| (text(&tag, "name"), text(&tag, "description")))
            .collect()
    }

    /// The recorded versions of the list of tools, the oldest first; empty if none is.
    pub fn history(&self) -> &'static [RecordedVersion] {
        self.history.get_or_init(|| {
            let versions = self.read_list("history").into_iter();
            // Leaked on purpose: once for a static.
            Box::leak(versions.map(read_history::read_version).collect())
        })
    }

    /// What OpenAPI says of the tool of that name.
    #[cfg(feature = "bridge")]
    pub(crate) fn tool(&'static self, name: &str) -> Option<BridgeTool> {
        let tools = self.tools.get_or_init(|| {
            let tools = self.member("tools").map(find_members);
            tools.into_iter().flatten().collect()
        });
        Some(BridgeTool {
            document: self.document,
            texts: tools.get(name)?,
        })
    }

    /// A member of the section; `None` if it is not there or cannot be read.
    fn read(&self, name: &str) -> Option<Json> {
        let text = self.document.expand(self.member(name)?, "").ok()?;
        serde_json::from_str(&text).ok()
    }

    fn read_list(&self, name: &str) -> Vec<Json> {
        match self.read(name) {
            Some(Json::Array(items)) => items,
            _ => Vec::new(),
        }
    }

    fn member(&self, name: &str) -> Option<&'static str> {
        let members = self.members.get_or_init(|| {
            let section = self.document.section("bridge").map(find_members);
            section.into_iter().flatten().collect()
        });
        members.get(name).copied()
    }
}

/// The tools of an API as they were once, and what changed since the version before.
///
/// ```
/// use toolwright::bridge::RecordedVersion;
///
/// let first = RecordedVersion {
///     version: "1.0.0",
///     recorded: "2026-11-24T08:00:00Z",
///     tools: &[("ping", Some(r#"{"type":"object"}"#))],
///     changes: &[],
/// };
/// assert_eq!(first.tools[0].0, "ping");
/// ```
#[derive(Debug)]
pub struct RecordedVersion {
    /// What it is called.
    pub version: &'static str,
    /// When it was recorded (RFC 3339, in UTC); empty for tools that are not recorded yet.
    pub recorded: &'static str,
    /// The name of each tool and its input schema; none where that is as in the version before.
    pub tools: &'static [(&'static str, Option<&'static str>)],
    /// What changed since the version before.
    pub changes: &'static [RecordedChange],
}

/// A change of the list of tools, as `toolwright diff` classifies it.
///
/// ```
/// use toolwright::bridge::RecordedChange;
///
/// let text = r#"{"rule":"tool-removed","class":"breaking"}"#;
/// let gone = RecordedChange { class: "breaking", tools: &["ping"], text };
/// assert_eq!(gone.class, "breaking");
/// ```
#[derive(Debug)]
pub struct RecordedChange {
    /// `breaking`, `additive` or `neutral`
    pub class: &'static str,
    /// The tools that it is about; by both names if one has another.
    pub tools: &'static [&'static str],
    /// The change as JSON.
    pub text: &'static str,
}

/// What an OpenAPI document says of a tool; mirrors [`ToolTexts`].
#[cfg(feature = "bridge")]
#[derive(Debug)]
pub(crate) struct OpenApiTexts {
    pub(crate) parameters: String,
    pub(crate) path: String,
    /// Members of an object, without braces.
    pub(crate) components: String,
}

#[cfg(feature = "bridge")]
impl From<ToolTexts> for OpenApiTexts {
    fn from(texts: ToolTexts) -> Self {
        Self {
            parameters: texts.parameters,
            path: texts.path,
            components: texts.components,
        }
    }
}

/// A tool in the words of OpenAPI 3.0, as a document has it.
#[cfg(feature = "bridge")]
#[derive(Clone, Copy, Debug)]
pub(crate) struct BridgeTool {
    document: &'static Document,
    texts: &'static str,
}

#[cfg(feature = "bridge")]
impl BridgeTool {
    /// What [`DocumentedTool`](toolwright_inspect::openapi::DocumentedTool) says of it.
    pub(crate) fn read_texts(&self) -> Result<OpenApiTexts, BrokenDocument> {
        let mut texts = OpenApiTexts {
            parameters: "{}".to_owned(),
            path: "{}".to_owned(),
            components: String::new(),
        };
        for (key, value) in find_members(self.texts) {
            let text = self.document.expand(value, "")?;
            match key {
                "parameters" => texts.parameters = text,
                "path" => texts.path = text,
                // The members of the object alone: they join those of other tools.
                "components" => {
                    let members = text.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
                    texts.components = members.unwrap_or_default().to_owned();
                }
                _ => {}
            }
        }
        Ok(texts)
    }
}

/// What the bridge says of an API: `Some` if the feature `bridge` is on, `None` if it is off.
///
/// ```
/// use toolwright::generated::{Bridge, Document, bridge};
///
/// static DOCUMENT: Document = Document::new("{\"fingerprint\":\"1f\"}", "1f");
/// static SHOP: Option<&Bridge> = bridge!(DOCUMENT);
/// assert!(SHOP.is_some_and(|bridge| bridge.contact().is_none()));
/// ```
#[cfg(feature = "bridge")]
#[macro_export]
macro_rules! bridge {
    ($document:ident) => {{
        static BRIDGE: $crate::bridge::Bridge = $crate::bridge::Bridge::from_document(&$document);
        Some(&BRIDGE)
    }};
}

/// What the bridge says of an API: `Some` if the feature `bridge` is on, `None` if it is off.
///
/// ```
/// use toolwright::generated::{Bridge, Document, bridge};
///
/// static DOCUMENT: Document = Document::new("{\"fingerprint\":\"1f\"}", "1f");
/// static SHOP: Option<&Bridge> = bridge!(DOCUMENT);
/// assert!(SHOP.is_none());
/// ```
#[cfg(not(feature = "bridge"))]
#[macro_export]
macro_rules! bridge {
    ($($bridge:tt)*) => {
        None
    };
}
