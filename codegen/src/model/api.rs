//! The API as a whole: what all of its tools have in common.

use indexmap::IndexMap;
use serde_json::Value;

use super::{BaseUrl, DataFlow, Handler, Operation, Requirement, SecurityScheme, TypeDef, Xml};

/// One spec, ready to be written as Rust.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let api = modelled.api();
/// assert_eq!((api.name.as_str(), api.title.as_str()), ("shop", "Shop"));
/// assert!(api.types.iter().any(|definition| definition.ident == "Pet"));
/// let manual: Vec<_> = api.manual().map(|(operation, method)| (&*operation.tool, method)).collect();
/// assert_eq!(manual, [("place_order", "place_order")]);
/// assert!(api.sent_types().contains("Pet"));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Api {
    /// Name of the server in snake_case, `petstore`.
    pub name: String,
    /// `info.title`
    pub title: String,
    /// `info.version`
    pub version: String,
    /// `info.description`, empty when there is none.
    pub description: String,
    /// `info.contact`: a Contact Object with the texts that the spec has.
    pub contact: Option<Value>,
    /// The tags that the spec describes, in its order.
    pub tags: Vec<TagDescription>,
    /// Where the API is, in the order of the spec.
    pub servers: Vec<BaseUrl>,
    /// The security schemes that operations use, in the order of first use.
    pub security: Vec<SecurityScheme>,
    /// How the operations authenticate for which the spec says nothing else.
    pub default_security: Vec<Requirement>,
    /// The operations in the order of the spec.
    pub operations: Vec<Operation>,
    /// Every named type that an operation reaches, sorted by identifier.
    pub types: Vec<TypeDef>,
    /// Schemas that `$ref: #/$defs/{key}` in an operation's `input` or `output`, or in another
    /// definition, refers to. Only what is reachable.
    pub definitions: IndexMap<String, Definition>,
    /// How bodies are written as XML, by the names of the tables' constants.
    pub xml: IndexMap<String, Xml>,
    /// Where the arguments of the operations come from.
    pub flow: DataFlow,
}

impl Api {
    /// The operations sorted by the names of their tools, each with its index: the order of `TOOLS` and
    /// of the tables beside it, in which a new operation moves no other.
    pub fn operations_by_tool(&self) -> Vec<(usize, &Operation)> {
        let mut operations: Vec<(usize, &Operation)> = self.operations.iter().enumerate().collect();
        operations.sort_by_key(|(_, operation)| &operation.tool);
        operations
    }

    /// The operations that are run by hand, each with its method.
    pub fn manual(&self) -> impl Iterator<Item = (&Operation, &str)> {
        let operations = self.operations.iter();
        operations.filter_map(|operation| match &operation.handler {
            Handler::Manual { method } => Some((operation, method.as_str())),
            Handler::Upstream => None,
        })
    }
}

/// What a spec says of a tag.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// assert!(modelled.api().tags.is_empty());
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagDescription {
    /// Its name.
    pub name: String,
    /// What it says of its operations; may be empty.
    pub description: String,
}

/// A named JSON Schema 2020-12.
///
/// ```
/// use toolwright_codegen::Builder;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let house = &modelled.api().definitions["House"];
/// assert_eq!(house.constant, "HOUSE");
/// assert_eq!(house.pointer, "/components/schemas/House");
/// assert_eq!(house.schema["required"][0], "type");
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The constant of its check, in SCREAMING_SNAKE_CASE; unique among all checks.
    pub constant: String,
    /// JSON pointer of the place in the spec.
    pub pointer: String,
    /// The schema; references are `#/$defs/{key}`.
    pub schema: Value,
}
