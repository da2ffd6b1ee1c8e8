use crate::clients::Clients;
use crate::names::NameLock;

/// What lowering is asked for beyond the spec.
///
/// ```
/// # use std::path::Path;
/// # use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::lower::{LowerSettings, lower};
/// # use toolwright_codegen::normalize::normalize_sources;
/// # use toolwright_codegen::source::Sources;
/// # let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// # let mut diagnostics = Diagnostics::new();
/// # let mut document = normalize_sources(&sources, &mut diagnostics)?;
///
/// let settings = LowerSettings { prefix: "shop".to_owned(), ..LowerSettings::default() };
/// let lowered = lower(&mut document, &settings, &mut diagnostics);
/// assert_eq!(lowered.api.operations[0].tool, "shop_list_pets");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LowerSettings {
    /// Name of the server in snake_case.
    pub name: String,
    /// Whether operations get output schemas.
    pub output_schemas: bool,
    /// Whether callers are shown what discovery says of the schemas.
    pub discovery: bool,
    /// Whether callers in Rust get typed responses.
    pub responses: bool,
    /// Whether tools with JSON for a result have an argument that selects members of it.
    pub field_selection: bool,
    /// Whether a body that has required members may be left out where the spec does not say.
    pub optional_bodies: bool,
    /// Whether `format` is asserted, and so tells alternatives apart.
    pub assert_formats: bool,
    /// The clients that tool names are fitted to.
    pub clients: Clients,
    /// What all tool names start with, in snake_case; may be empty.
    pub prefix: String,
    /// The environment variables that the spec may send beside those of the server's own prefix.
    pub allowed_variables: Vec<String>,
    /// Characters of a tool's description, if not [the default](crate::Builder::max_description).
    pub max_description: Option<usize>,
    /// The names that were given before.
    pub lock: NameLock,
}

impl LowerSettings {
    /// A tool's name with the prefix.
    pub(super) fn with_prefix(&self, name: &str) -> String {
        match self.prefix.as_str() {
            "" => name.to_owned(),
            prefix => format!("{prefix}_{name}"),
        }
    }
}
