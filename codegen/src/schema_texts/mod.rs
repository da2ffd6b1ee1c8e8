//! The texts of the schemas of an API, in parts, and what goes under `$defs`. Takes the model and gives full and client
//! schemas. What a server stores once for several tools is decided when the document is written.

mod faithful;
mod graph;
mod join;
mod select;
mod shared_descriptions;
mod write;

use indexmap::IndexMap;
use serde_json::Value;

use crate::clients::{Clients, Fitter, LARGEST_SCHEMA, unroll_recursion};
use crate::model::Api;
use crate::schema::{Simplifier, TruncatedDescription, split_type_lists};
use faithful::Reach;
use graph::Graph;
pub(crate) use join::parse_schema_text;
pub(crate) use shared_descriptions::{
    AmbiguousProperties, ListedDescriptions, SharedDescriptions, inner_property,
};
use write::Writer;

/// A schema as text.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::schema_texts::{TextSettings, plan};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let texts = plan(modelled.api(), &TextSettings::default());
/// let add_pet = &texts.inputs[1].faithful;
/// assert_eq!(add_pet.definitions, ["House", "Aquarium"]);
/// assert!(!add_pet.parts.is_empty());
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextPlan {
    /// The schema, to be joined in order.
    pub parts: Vec<PartPlan>,
    /// Keys of the definitions that go under `$defs`: parts that name one of them become a
    /// reference to it.
    pub definitions: Vec<String>,
}

/// A piece of a [`TextPlan`].
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::schema_texts::{PartPlan, TextSettings, plan};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let texts = plan(modelled.api(), &TextSettings::default());
/// let PartPlan::Text(first) = &texts.inputs[0].portable.parts[0] else { panic!("{texts:?}") };
/// assert!(first.starts_with('{'));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PartPlan {
    /// JSON text.
    Text(String),
    /// The definition of that key: its text in this place, or a reference if the tool has it under
    /// `$defs`.
    Inline(String),
    /// The definition of the key `1` under other annotations: the text `0`, which ends in `{` or
    /// `,`, takes the place of the definition's first part.
    Annotated(String, String),
}

/// The texts of a tool's input schema.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::schema_texts::{TextSettings, plan};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let texts = plan(modelled.api(), &TextSettings::default());
/// // A client gets a schema that stands for itself.
/// let add_pet = &texts.inputs[1];
/// assert!(add_pet.portable.definitions.is_empty());
/// assert!(!add_pet.faithful.definitions.is_empty());
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputTexts {
    /// The spec's own schema; references are `#/$defs/{key}`.
    pub faithful: TextPlan,
    /// What `tools/list` shows.
    pub portable: TextPlan,
}

/// The text of a tool's output schema.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::schema_texts::{TextSettings, plan};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").output_schemas(true).model()?;
/// let settings = TextSettings { outputs: true, ..TextSettings::default() };
/// let texts = plan(modelled.api(), &settings);
/// let list_pets = texts.outputs[0].as_ref().expect("it gives JSON");
/// assert!(list_pets.wrapped, "a list is no object");
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OutputText {
    /// What `tools/list` shows.
    pub portable: TextPlan,
    /// Whether results are wrapped as `{"result": …}`.
    pub wrapped: bool,
}

/// All texts of an API.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::schema_texts::{TextSettings, plan};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let texts = plan(modelled.api(), &TextSettings::default());
/// assert_eq!(texts.portable_input(0)["properties"]["limit"]["type"], "integer");
/// assert_eq!(texts.faithful_input(0)["type"], "object");
/// assert!(texts.portable_input_text(0).starts_with('{'));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemaTexts {
    /// The definitions that faithful texts refer to, by key. All that a tool reaches are among its
    /// `definitions`, so these parts only ever name each other: where they equal those of
    /// `portable_definitions`, either may be stored for both.
    pub faithful_definitions: IndexMap<String, Vec<PartPlan>>,
    /// The definitions that portable texts refer to, by key. The first part of each is a
    /// [`PartPlan::Text`] of its opening brace and its annotations.
    pub portable_definitions: IndexMap<String, Vec<PartPlan>>,
    /// For each operation.
    pub inputs: Vec<InputTexts>,
    /// For each operation; `None` without a JSON response, or unless [`TextSettings::outputs`].
    pub outputs: Vec<Option<OutputText>>,
    /// The descriptions of arguments and properties of which models are shown the beginning.
    pub truncated: Vec<TruncatedDescription>,
    /// What a list gives once: nothing unless [`TextSettings::share_descriptions`].
    pub(crate) shared_descriptions: SharedDescriptions,
}

/// What the texts look like.
///
/// ```
/// use toolwright_codegen::schema_texts::{DefinitionsMode, TextSettings};
///
/// let settings = TextSettings { outputs: true, ..TextSettings::default() };
/// # assert!(settings.outputs && !TextSettings::default().outputs);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextSettings {
    /// Bytes of a tool's portable schema above which repeated definitions go under `$defs`.
    pub inline_budget: usize,
    /// Who reads the portable schemas.
    pub reader: SchemaReader,
    /// Where definitions stand.
    pub definitions: DefinitionsMode,
    /// Whether output schemas are advertised.
    pub outputs: bool,
    /// The clients that portable schemas are fitted to. If there are any, all definitions stand in
    /// place, and what contains itself is cut.
    pub clients: Clients,
    /// Characters of a description, if not [the default](crate::Builder::max_description).
    pub max_description: Option<usize>,
    /// Levels of properties that are listed, if not all.
    pub schema_depth: Option<usize>,
    /// Whether the server has the tool that answers with parts of schemas, which descriptions then name.
    pub has_schema_provider: bool,
    /// Whether a list of tools gives a description that repeats once, and points to it in other places.
    pub share_descriptions: bool,
}

impl Default for TextSettings {
    fn default() -> Self {
        Self {
            inline_budget: LARGEST_SCHEMA,
            reader: SchemaReader::Clients,
            definitions: DefinitionsMode::Auto,
            outputs: false,
            clients: Clients::default(),
            max_description: None,
            schema_depth: None,
            has_schema_provider: false,
            share_descriptions: false,
        }
    }
}

impl TextSettings {
    /// The same for what the schema provider describes, which need not be listed.
    ///
    /// ```
    /// use toolwright_codegen::schema_texts::{SchemaReader, TextSettings};
    ///
    /// let settings = TextSettings::default().for_schema_provider();
    /// assert!(settings.outputs);
    /// assert_eq!(settings.reader, SchemaReader::SchemaProvider);
    /// ```
    pub fn for_schema_provider(self) -> Self {
        Self {
            outputs: true,
            reader: SchemaReader::SchemaProvider,
            // It describes one operation at a time.
            share_descriptions: false,
            ..self
        }
    }
}

/// Who reads portable schemas.
///
/// ```
/// use toolwright_codegen::schema_texts::{SchemaReader, TextSettings};
///
/// assert_eq!(TextSettings::default().reader, SchemaReader::Clients);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SchemaReader {
    /// Clients, in a list of tools. Each `type` is one type, and what contains itself is written once and outlined
    /// there, unless the schema gets too large.
    #[default]
    Clients,
    /// The schema provider of discovery. It answers in lines of its own, which name several types and follow references.
    SchemaProvider,
}

/// Where the definitions of a portable schema stand. What contains itself is under `$defs` if it cannot be outlined.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::schema_texts::{DefinitionsMode, TextSettings, plan};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").model()?;
/// let settings = TextSettings { definitions: DefinitionsMode::Defs, ..TextSettings::default() };
/// let texts = plan(modelled.api(), &settings);
/// assert!(texts.portable_input(1)["$defs"]["House"].is_object());
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DefinitionsMode {
    /// In place, unless the tool's schema gets larger than its budget and `$defs` make it smaller.
    #[default]
    Auto,
    /// In place; `$defs` only where the schema would be larger than 256 KiB.
    Inline,
    /// Under `$defs`.
    Defs,
}

/// Plans the texts of all input and output schemas.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::schema_texts::{TextSettings, plan};
///
/// let modelled = Builder::new("tests/doc/shop.yaml").output_schemas(true).model()?;
/// let texts = plan(modelled.api(), &TextSettings { outputs: true, ..TextSettings::default() });
/// assert_eq!(texts.inputs.len(), modelled.api().operations.len());
/// assert_eq!(texts.portable_output(0)["type"], "object");
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
pub fn plan(api: &Api, settings: &TextSettings) -> SchemaTexts {
    let mut texts = plan_portable(api, settings);
    texts.add_full_inputs(api);
    texts
}

/// Plans the texts without the full input schemas, which take half of the time and which the schema provider does not describe.
pub(crate) fn plan_portable(api: &Api, settings: &TextSettings) -> SchemaTexts {
    let mut simplifier = Simplifier::for_api(api, settings.max_description);
    let mut inputs: Vec<Value> = api
        .operations
        .iter()
        .map(|operation| {
            simplifier.set_pointer(&operation.pointer);
            simplifier.simplify_input(&operation.input)
        })
        .collect();
    let mut outputs: Vec<Option<(Value, bool)>> = api
        .operations
        .iter()
        .map(|operation| {
            let output = operation.output.as_ref().filter(|_| settings.outputs)?;
            simplifier.set_pointer(&operation.pointer);
            Some(simplifier.simplify_output(output))
        })
        .collect();
    let roots = inputs
        .iter()
        .chain(outputs.iter().flatten().map(|(schema, _)| schema));
    let mut simplified = write::reachable(&mut simplifier, roots, &api.definitions);
    if settings.reader == SchemaReader::Clients {
        let outputs = outputs.iter_mut().flatten().map(|(schema, _)| schema);
        let schemas = inputs.iter_mut().chain(outputs);
        schemas
            .chain(simplified.values_mut())
            .for_each(split_type_lists);
    }
    if !settings.clients.is_empty() || settings.schema_depth.is_some() {
        let fitter = Fitter::new(settings.clients, &simplified)
            .with_depth(settings.schema_depth, settings.has_schema_provider);
        let outputs = outputs.iter_mut().flatten().map(|(schema, _)| schema);
        for schema in inputs.iter_mut().chain(outputs) {
            *schema = fitter.fit_schema(schema);
        }
        simplified.clear();
    }
    let portable = Writer::portable(&simplified);
    let portable_definitions = portable.write_definitions();
    let graph = Graph::new(&portable_definitions);
    let unrolls =
        settings.reader == SchemaReader::Clients && settings.definitions != DefinitionsMode::Defs;
    let listed = |schema: &Value| {
        let parts = portable.write_root(schema);
        let definitions = select::under_defs(&graph, &parts, settings);
        if unrolls
            && !definitions.is_empty()
            && let Some(unrolled) = unroll_recursion(schema, &simplified, settings.inline_budget)
        {
            let parts = portable.write_root(&unrolled);
            if select::is_readable(&graph, &parts) {
                return TextPlan {
                    parts,
                    definitions: Vec::new(),
                };
            }
        }
        TextPlan { parts, definitions }
    };
    let inputs = inputs.iter().map(|input| InputTexts {
        faithful: TextPlan::default(),
        portable: listed(input),
    });
    let outputs = outputs.iter().map(|output| {
        let (schema, wrapped) = output.as_ref()?;
        Some(OutputText {
            portable: listed(schema),
            wrapped: *wrapped,
        })
    });
    let mut texts = SchemaTexts {
        inputs: inputs.collect(),
        outputs: outputs.collect(),
        faithful_definitions: IndexMap::new(),
        truncated: simplifier.into_truncated(),
        portable_definitions,
        shared_descriptions: SharedDescriptions::default(),
    };
    if settings.share_descriptions {
        let schemas = (0..texts.inputs.len()).map(|index| texts.portable_input(index));
        texts.shared_descriptions = SharedDescriptions::find_repeated(schemas);
    }
    texts
}

impl SchemaTexts {
    /// Adds the spec's own schemas.
    fn add_full_inputs(&mut self, api: &Api) {
        let reach = Reach::new(&api.definitions);
        let cleaned = reach.definitions(api);
        let faithful = Writer::faithful(&cleaned);
        self.faithful_definitions = faithful.write_definitions();
        for (operation, input) in api.operations.iter().zip(&mut self.inputs) {
            input.faithful = TextPlan {
                parts: faithful.write_root(&reach.cleaned(&operation.input)),
                definitions: reach.keys(&operation.input),
            };
        }
    }
}

#[cfg(test)]
mod tests;
