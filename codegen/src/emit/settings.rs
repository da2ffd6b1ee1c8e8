use crate::bridge::Bridge;
use crate::discovery::PlannedDiscovery;
use crate::setting::SchemaFormat;

/// What the generated file contains.
///
/// ```
/// use toolwright_codegen::emit::EmitSettings;
///
/// let settings = EmitSettings {
///     answers: false,
///     ..EmitSettings::default()
/// };
/// assert_eq!(settings.derives, ["Debug"]);
/// ```
#[derive(Clone, Debug)]
pub struct EmitSettings {
    /// Derives of every struct and enum, as paths.
    pub derives: Vec<String>,
    /// Whether arguments must have the `format` that their schema names.
    pub assert_formats: bool,
    /// Whether the built-in upstream has answers.
    pub answers: bool,
    /// How its discovery describes operations, if it has one.
    pub discovery: Option<PlannedDiscovery>,
    /// How its schema provider describes an operation by default, if that is set.
    pub discovery_format: Option<SchemaFormat>,
    /// What its REST bridge says, if that is made at build time.
    pub bridge: Option<Bridge>,
    /// File name of the spec, for the head of the file.
    pub spec: String,
    /// The line of the head that says with which options the file was generated, with its line
    /// feed; empty where there are none.
    pub options: String,
    /// Version of toolwright, for the head of the file.
    pub version: String,
}

impl Default for EmitSettings {
    fn default() -> Self {
        Self {
            derives: vec!["Debug".to_owned()],
            assert_formats: false,
            answers: true,
            discovery: None,
            discovery_format: None,
            bridge: None,
            spec: "the spec".to_owned(),
            options: String::new(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}
