use crate::clients::Clients;

/// What lowering is asked for beyond the spec.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LowerSettings {
    /// Name of the server in snake_case.
    pub name: String,
    /// Whether tools get output schemas.
    pub output_schemas: bool,
    /// Whether callers in Rust get typed responses.
    pub responses: bool,
    /// Whether tools with JSON for a result have an argument that selects members of it.
    pub field_selection: bool,
    /// Whether `format` is asserted, and so tells alternatives apart.
    pub assert_formats: bool,
    /// The clients that tool names are fitted to.
    pub clients: Clients,
}
