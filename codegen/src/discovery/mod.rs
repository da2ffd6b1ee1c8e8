//! What a server with discovery says of its tools instead of listing them: for each operation, how it is
//! found and all that the schema provider answers, made once and for all.

mod answer;
mod category;
#[cfg(test)]
mod corpus;
mod example;
mod instructions;
mod method;
mod parameters;
mod path;
mod schemas;
mod shown;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use serde_json::Value;
use toolwright_inspect::format_compact;
use toolwright_inspect::search::{Document, Origin, build};

use crate::model::{Api, DataFlow, Operation};
use crate::schema_texts::{OutputText, SchemaTexts, TextSettings, plan_portable};

pub use crate::interned::Template;
pub use crate::setting::{Prefix, PrefixError};
pub use schemas::{Extracted, normalized};

pub(crate) use answer::{Answer, AnswerPart};

use example::Examples;
use instructions::instructions;
use parameters::Parameters;

/// What discovery says of an API.
///
/// ```
/// # use toolwright_codegen::Builder;
/// use toolwright_codegen::discovery::{DiscoverySettings, Prefix, discover};
/// # use toolwright_codegen::schema_texts::TextSettings;
///
/// # let modelled = Builder::new("tests/doc/shop.yaml").output_schemas(true).model()?;
/// # let texts = TextSettings::default().for_schema_provider();
/// let settings = DiscoverySettings { prefix: Prefix::of_server("shop"), assert_formats: false, texts };
/// let discovery = discover(modelled.api(), &settings);
/// assert_eq!((discovery.prefix.as_str(), discovery.endpoints.len()), ("shop", 4));
/// assert!(discovery.words.iter().any(|(word, _)| word == "photo"));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Discovery {
    /// What the names of the three tools begin with.
    pub prefix: String,
    /// One for each operation, sorted by the names of tools.
    pub endpoints: Vec<Endpoint>,
    /// Words and where they occur, sorted by word.
    pub words: Vec<(String, String)>,
}

/// What discovery says of one tool; mirrors the runtime's `Endpoint`.
///
/// ```
/// # use toolwright_codegen::Builder;
/// use toolwright_codegen::discovery::{DiscoverySettings, Prefix, discover};
/// # use toolwright_codegen::schema_texts::TextSettings;
///
/// # let modelled = Builder::new("tests/doc/shop.yaml").output_schemas(true).model()?;
/// # let texts = TextSettings::default().for_schema_provider();
/// let settings = DiscoverySettings { prefix: Prefix::of_server("shop"), assert_formats: false, texts };
/// let discovery = discover(modelled.api(), &settings);
/// let list_pets = &discovery.endpoints[1]; // sorted by name: add_pet, list_pets, …
/// assert_eq!((list_pets.category.as_str(), list_pets.parameters), ("pets", 3));
/// assert!(list_pets.signature.starts_with("list_pets(limit?: integer"));
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Endpoint {
    /// The tags of the operation.
    pub tags: Vec<String>,
    /// The group that it is listed in.
    pub category: String,
    /// The tool in one line.
    pub signature: String,
    /// How many parameters it has.
    pub parameters: u16,
    /// What the schema provider answers.
    pub answer: Template,
}

/// What discovery is asked for.
///
/// ```
/// # use toolwright_codegen::Builder;
/// use toolwright_codegen::discovery::{DiscoverySettings, Prefix, discover};
/// # use toolwright_codegen::schema_texts::TextSettings;
///
/// # let modelled = Builder::new("tests/doc/shop.yaml").output_schemas(true).model()?;
/// # let texts = TextSettings::default().for_schema_provider();
/// let settings = DiscoverySettings { prefix: Prefix::of_server("shop"), assert_formats: false, texts };
/// let discovery = discover(modelled.api(), &settings);
/// assert_eq!(discovery.prefix, "shop");
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscoverySettings {
    /// What the names of the three tools begin with.
    pub prefix: Prefix,
    /// Whether arguments must have the `format` of their schema, and so examples.
    pub assert_formats: bool,
    /// What the schemas that are described look like. Outputs are described if these have them.
    pub texts: TextSettings,
}

/// What discovery says of an API.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::discovery::{DiscoverySettings, Prefix, discover};
/// use toolwright_codegen::schema_texts::TextSettings;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").output_schemas(true).model()?;
/// let texts = TextSettings::default().for_schema_provider();
/// let settings = DiscoverySettings { prefix: Prefix::of_server("shop"), assert_formats: false, texts };
/// let discovery = discover(modelled.api(), &settings);
/// assert_eq!(discovery.endpoints.len(), modelled.api().operations.len());
/// let answer = discovery.endpoints[0].answer.with_executor("shop_endpoint_executor");
/// assert_eq!(answer["execution_instructions"]["next_tool"], "shop_endpoint_executor");
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
pub fn discover(api: &Api, settings: &DiscoverySettings) -> Discovery {
    let planned = PlannedDiscovery::new(api, settings.clone());
    let describer = Describer::new(api, &planned);
    let (mut endpoints, mut parameters) = (Vec::new(), Vec::new());
    for (index, operation) in api.operations_by_tool() {
        let described = describer.describe(index, operation);
        let answer = described
            .answer
            .write_members(operation, |part| match part {
                AnswerPart::Own(template) => template,
                AnswerPart::OutputSchema => describer.describe_output(index).into(),
            });
        endpoints.push(Endpoint {
            tags: operation.tags.clone(),
            category: described.category,
            signature: described.signature,
            parameters: described.parameter_count,
            answer: Template::object(answer),
        });
        parameters.push(described.parameters);
    }
    Discovery {
        prefix: settings.prefix.as_str().to_owned(),
        words: collect_words(api, &parameters),
        endpoints,
    }
}

/// Discovery whose schemas are texts already. Planning these takes as long as for the list of tools, so that both are done side by
/// side.
///
/// ```
/// use toolwright_codegen::Builder;
/// use toolwright_codegen::discovery::{DiscoverySettings, PlannedDiscovery, Prefix};
/// use toolwright_codegen::schema_texts::TextSettings;
///
/// let modelled = Builder::new("tests/doc/shop.yaml").output_schemas(true).model()?;
/// let texts = TextSettings::default().for_schema_provider();
/// let settings = DiscoverySettings { prefix: Prefix::of_server("shop"), assert_formats: false, texts };
/// let planned = PlannedDiscovery::new(modelled.api(), settings);
/// assert_eq!(planned.name_prefix().as_str(), "shop");
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlannedDiscovery {
    settings: DiscoverySettings,
    texts: SchemaTexts,
}

impl PlannedDiscovery {
    /// Plans the schemas of all operations.
    pub fn new(api: &Api, settings: DiscoverySettings) -> Self {
        Self {
            texts: plan_portable(api, &settings.texts),
            settings,
        }
    }

    /// What the names of the three tools begin with.
    pub fn name_prefix(&self) -> &Prefix {
        &self.settings.prefix
    }
}

/// Describes single operations: all answers of a large API take many times the memory of its spec.
pub(crate) struct Describer<'a> {
    api: &'a Api,
    texts: &'a SchemaTexts,
    assert_formats: bool,
}

/// What there is to say of an operation, but for the schema of its output.
pub(crate) struct Described {
    /// The group that it is listed in.
    pub(crate) category: String,
    /// The tool in one line.
    pub(crate) signature: String,
    /// How many parameters it has.
    pub(crate) parameter_count: u16,
    /// The names of its parameters.
    pub(crate) parameters: Vec<String>,
    /// What the schema provider answers.
    pub(crate) answer: Answer,
}

impl<'a> Describer<'a> {
    pub(crate) fn new(api: &'a Api, planned: &'a PlannedDiscovery) -> Self {
        Self {
            api,
            texts: &planned.texts,
            assert_formats: planned.settings.assert_formats,
        }
    }

    /// Describes the operation of that index in the model.
    pub(crate) fn describe(&self, index: usize, operation: &Operation) -> Described {
        let input = schemas::describe_input(self.texts.portable_input(index));
        let parameters = Parameters::from_operation(operation, &input);
        let examples = Examples::new(self.api, operation, &parameters, self.assert_formats);
        let parameter_info = parameters.info(operation);
        let instructions = instructions(operation, &parameters, &examples);
        Described {
            category: category::category(&operation.tags, &operation.path),
            signature: format_compact(&operation.tool, &input),
            parameter_count: u16::try_from(parameters.count).unwrap_or(u16::MAX),
            parameters: parameters.names(),
            answer: Answer {
                input_schema: input,
                parameter_info,
                instructions,
            },
        }
    }

    /// The schema of the success response of the operation of that index.
    pub(crate) fn describe_output(&self, index: usize) -> Value {
        schemas::describe_output(schemas::unwrapped(self.texts, index))
    }

    /// What [`describe_output`](Self::describe_output) depends on, if there is a schema.
    pub(crate) fn output_text(&self, index: usize) -> Option<&OutputText> {
        self.texts.outputs.get(index).and_then(Option::as_ref)
    }
}

/// What the search is told of an operation beside what the model has.
struct Texts<'a> {
    tags: Vec<&'a str>,
    parameters: Vec<&'a str>,
    method: String,
    returned: Vec<&'a str>,
    origins: Vec<Origin<'a>>,
}

/// Where the arguments of an operation come from, by documents instead of operations.
fn origins_of<'a>(
    flow: &'a DataFlow,
    index: usize,
    documents_by_operation: &[Option<usize>],
) -> Vec<Origin<'a>> {
    let needs = flow.needs.get(index).into_iter().flatten();
    let origins = needs.flat_map(|need| {
        need.producers.iter().filter_map(|producer| {
            let document = documents_by_operation
                .get(producer.operation)
                .copied()
                .flatten();
            Some(Origin {
                argument: &need.argument,
                producer: document?,
                place: &producer.place,
            })
        })
    });
    origins.collect()
}

/// The words of all operations, by which a server finds them. `names` are those of their parameters, in the order of the
/// tools' names.
pub(crate) fn collect_words<'a>(api: &'a Api, names: &'a [Vec<String>]) -> Vec<(String, String)> {
    let operations = api.operations_by_tool();
    let flow = &api.flow;
    let borrowed = |texts: &'a [String]| texts.iter().map(String::as_str).collect();
    // The flow has the order of the model, and documents have that of the tools' names.
    let mut documents_by_operation = vec![None; flow.needs.len()];
    for (document, (index, _)) in operations.iter().enumerate() {
        if let Some(place) = documents_by_operation.get_mut(*index) {
            *place = Some(document);
        }
    }
    let texts = operations.iter().zip(names);
    let texts: Vec<Texts<'_>> = texts
        .map(|((index, it), names)| Texts {
            tags: borrowed(&it.tags),
            parameters: borrowed(names),
            method: it.method.to_string(),
            returned: flow
                .returned
                .get(*index)
                .map_or(Vec::new(), |names| borrowed(names)),
            origins: origins_of(flow, *index, &documents_by_operation),
        })
        .collect();
    let documents = operations.iter().zip(&texts);
    let documents = documents.map(|((_, operation), texts)| Document {
        name: &operation.tool,
        title: &operation.title,
        // One that is made of the title would count the title's words twice.
        description: match operation.has_own_description() {
            true => &operation.description,
            false => "",
        },
        method: &texts.method,
        path: &operation.path,
        tags: &texts.tags,
        parameters: &texts.parameters,
        returned: &texts.returned,
        origins: &texts.origins,
    });
    build(&documents.collect::<Vec<_>>())
}
