//! What the compiler made of an API for discovery, as tables that generated code fills. The module `discovery` serves
//! them; nothing here knows how.

mod read_tables;
mod schema_format;

use std::sync::OnceLock;

use crate::document::Document;
use crate::tool::Tool;

pub use schema_format::{SchemaFormat, UnknownSchemaFormat};

/// What the compiler made of an API for its discovery.
///
/// ```
/// # mod shop { toolwright::tools!("tests/doc/pets.yaml", name = "shop", discovery = true); }
/// // There is none without the feature `discovery`.
/// if let Some(discovery) = shop::API.discovery {
///     assert_eq!(discovery.prefix(), "shop");
///     assert_eq!(discovery.endpoints(shop::API.tools).len(), shop::API.tools.len());
/// }
///
/// // Generated code makes it of its document.
/// use toolwright::generated::{Discovery, Document};
///
/// static DOCUMENT: Document = Document::new(r#"{"fingerprint": "1f"}"#, "1f");
/// static SHOP: Discovery = Discovery::from_document("shop", &DOCUMENT);
/// assert_eq!(SHOP.prefix(), "shop");
/// ```
#[derive(Debug)]
pub struct Discovery {
    prefix: &'static str,
    document: &'static Document,
    schema_format: SchemaFormat,
    read: OnceLock<DiscoveryTables>,
}

/// The tables that are searched and listed, with texts of the document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DiscoveryTables {
    pub(crate) endpoints: &'static [Endpoint],
    /// Words and where they occur, sorted by word: what `search` of `toolwright-inspect` reads.
    #[cfg_attr(not(feature = "discovery"), allow(dead_code))]
    pub(crate) words: &'static [(&'static str, &'static str)],
}

impl Discovery {
    /// What a document has in its member `discovery`. The names of the three tools begin with `prefix`, unless the server
    /// says otherwise: `cms` for `cms_endpoint_lister`.
    pub const fn from_document(prefix: &'static str, document: &'static Document) -> Self {
        Self {
            prefix,
            document,
            schema_format: SchemaFormat::Nested,
            read: OnceLock::new(),
        }
    }

    /// With a schema provider that describes operations in this form, unless the server or a call says otherwise.
    ///
    /// ```
    /// use toolwright::discovery::SchemaFormat;
    /// use toolwright::generated::{Discovery, Document};
    ///
    /// static DOCUMENT: Document = Document::new(r#"{"fingerprint": "1f"}"#, "1f");
    /// static SHOP: Discovery = Discovery::from_document("shop", &DOCUMENT).with_format(SchemaFormat::Full);
    /// assert_eq!(SHOP.schema_format(), SchemaFormat::Full);
    /// ```
    #[must_use]
    pub const fn with_format(mut self, format: SchemaFormat) -> Self {
        self.schema_format = format;
        self
    }

    /// How the schema provider describes operations by default.
    pub const fn schema_format(&self) -> SchemaFormat {
        self.schema_format
    }

    /// What the names of the three tools begin with, unless the server says otherwise.
    pub const fn prefix(&self) -> &'static str {
        self.prefix
    }

    /// What the tables are read from.
    #[cfg(feature = "discovery")]
    pub(crate) const fn document(&self) -> &'static Document {
        self.document
    }

    /// What there is to say of each of an API's tools, in the same order.
    pub fn endpoints(&self, tools: &'static [Tool]) -> &'static [Endpoint] {
        self.tables(tools).endpoints
    }

    pub(crate) fn tables(&self, tools: &'static [Tool]) -> DiscoveryTables {
        *self
            .read
            .get_or_init(|| DiscoveryTables::read(self.document, tools))
    }
}

/// What discovery says of one tool.
///
/// ```
/// # mod shop { toolwright::tools!("tests/doc/pets.yaml", name = "shop", discovery = true); }
/// // There is none without the feature `discovery`.
/// if let Some(discovery) = shop::API.discovery {
///     let endpoints = discovery.endpoints(shop::API.tools);
///     assert_eq!(endpoints[1].signature, "list_pets(limit?: integer)");
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Endpoint {
    /// The tags of the operation.
    pub tags: &'static [&'static str],
    /// The group that it is listed in.
    pub category: &'static str,
    /// The tool in one line: `get_page(id: string, locale?: string)`.
    pub signature: &'static str,
    /// How many parameters it has.
    pub parameters: u16,
    /// What the schema provider answers, as it stands in the document.
    #[cfg_attr(not(feature = "discovery"), allow(dead_code))]
    pub(crate) answer: &'static str,
}

/// The discovery of an API: `Some` if the feature `discovery` is on, `None` if it is off.
///
/// ```
/// use toolwright::generated::{Discovery, Document, discovery};
///
/// static DOCUMENT: Document = Document::new("{\"fingerprint\":\"1f\"}", "1f");
/// static SHOP: Option<&Discovery> = discovery!("shop", DOCUMENT);
/// assert_eq!(SHOP.map(|discovery| discovery.prefix()), Some("shop"));
/// ```
#[cfg(feature = "discovery")]
#[macro_export]
macro_rules! discovery {
    ($prefix:expr, $document:ident) => {{
        static DISCOVERY: $crate::discovery::Discovery =
            $crate::discovery::Discovery::from_document($prefix, &$document);
        Some(&DISCOVERY)
    }};
    ($prefix:expr, $document:ident, $format:ident) => {{
        static DISCOVERY: $crate::discovery::Discovery =
            $crate::discovery::Discovery::from_document($prefix, &$document)
                .with_format($crate::discovery::SchemaFormat::$format);
        Some(&DISCOVERY)
    }};
}

/// The discovery of an API: `Some` if the feature `discovery` is on, `None` if it is off.
///
/// ```
/// use toolwright::generated::{Discovery, Document, discovery};
///
/// static DOCUMENT: Document = Document::new("{\"fingerprint\":\"1f\"}", "1f");
/// static SHOP: Option<&Discovery> = discovery!("shop", DOCUMENT);
/// assert!(SHOP.is_none());
/// ```
#[cfg(not(feature = "discovery"))]
#[macro_export]
macro_rules! discovery {
    ($($discovery:tt)*) => {
        None
    };
}
