//! The normalised document to the typed model, one operation at a time.
//!
//! An operation that cannot be honoured is left out with a diagnostic; the others go on.

mod accept;
mod api_version;
mod arguments;
mod body;
mod call;
mod copies;
mod credentials;
mod definitions;
mod describe;
mod empty_path;
mod inherited_alternatives;
mod links;
mod look_alikes;
mod merge_patch;
mod naming;
mod operation;
mod origins;
mod pages;
mod parameter_examples;
mod presets;
mod query_string;
mod reachable;
mod response;
mod response_headers;
mod response_place;
mod response_types;
mod returned;
mod security;
mod settings;
mod split_read_write;
mod stream;
mod types;
mod undeclared;
mod xml;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::{Map, Value};

use crate::diagnostics::{Diagnostics, Shortened, truncated_descriptions};
use crate::html::to_markdown;
use crate::model::{Api, DataFlow, Operation, ReturnedSchemas};
use crate::names::{NameLock, Scope};
use crate::normalize::{Document, Info};
use crate::schema::direction::{without_read_only, without_write_only};
use crate::schema::{
    Schema, SchemaId, Schemas, add_discriminator_property, list_read_only_places,
    widen_alternatives, write_discriminator_values,
};
use crate::setting::Setting;

pub use settings::LowerSettings;

use body::WithheldProperties;
use copies::Copies;
use definitions::Definitions;
use links::Links;
use naming::Names;
use origins::{OperationNames, PendingOrigin, resolve_origins};
use presets::AllowedVariables;
use response::MockResponses;
use response_headers::Preconditions;
use returned::Returned;
use security::Security;
use types::Types;
use xml::Tables;

/// Names of checks that generated modules have beside those of operations and definitions.
const RESERVED_CONSTANTS: &str = "ANY NEVER STRING INTEGER NUMBER BOOLEAN OBJECT ARRAY NULL";

const SAME_ALTERNATIVES: &str = "several alternatives of a `oneOf` in this schema allow the same values, so \
    no value would be valid; the `oneOf` is read as `anyOf`";

/// The model of a document, and the names in it.
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
/// let lowered = lower(&mut document, &LowerSettings::default(), &mut diagnostics);
/// assert_eq!(lowered.api.operations[1].tool, "add_pet");
/// assert!(!lowered.is_contested, "no two operations want the same name");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The model, without the data flow.
    pub api: Api,
    /// What its operations return.
    pub returned: ReturnedSchemas,
    /// The names of tools, and of the types whose names do not follow from their places alone.
    pub names: NameLock,
    /// Whether any of the names had to be made unique, or is that of a type that several places share.
    pub is_contested: bool,
}

/// Makes the model of a document. The schemas are moved out of the document: of a large spec, one copy of them is enough.
///
/// ```
/// use std::path::Path;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::lower::{LowerSettings, lower};
/// use toolwright_codegen::normalize::normalize_sources;
/// use toolwright_codegen::source::Sources;
///
/// let sources = Sources::load(Path::new("tests/doc/shop.yaml"), None)?;
/// let mut diagnostics = Diagnostics::new();
/// let mut document = normalize_sources(&sources, &mut diagnostics)?;
/// let api = lower(&mut document, &LowerSettings::default(), &mut diagnostics).api;
/// assert_eq!((api.title.as_str(), api.operations.len()), ("Shop", 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lower(
    document: &mut Document,
    settings: &LowerSettings,
    diagnostics: &mut Diagnostics,
) -> Lowered {
    let mut constants = Scope::reserving(RESERVED_CONSTANTS.split_whitespace());
    let mut requests = derive_request_schemas(document, diagnostics);
    let responses = without_write_only(&document.schemas, &document.received_schemas);
    let is_manual = document.operations.iter().any(|raw| raw.x_mcp.manual);
    // A handler may send requests of any operation, and get what comes back.
    let has_responses = settings.responses || is_manual;
    let join_settings = JoinSettings {
        joins_responses: settings.output_schemas || has_responses,
        assert_formats: settings.assert_formats,
    };
    let first_result = join_results(
        document,
        join_settings,
        &mut requests,
        &responses,
        diagnostics,
    );
    let copies = Copies::for_schemas(&document.schemas);
    let read_only = list_read_only_places(&document.schemas, &document.sent_schemas);
    document.schemas = Schemas::default();
    let document = &*document;
    let lifted = std::mem::take(&mut requests.lifted);
    let (lifted_requests, lifted_results) = lifted.split_at(first_result);
    let request_definitions = Definitions::from_schemas(requests.definitions, &mut constants);
    let response_definitions =
        Definitions::from_schemas(responses.definitions, &mut Scope::default());
    let mut lowering = Lowering {
        settings,
        document,
        request_names: Scope::default(),
        is_manual,
        has_responses,
        constants,
        types: Types::new(&request_definitions.by_key, &lifted, &settings.lock),
        withheld: WithheldProperties::new(&request_definitions.by_key),
        xml: Tables::new(&request_definitions.by_key),
        lifted_requests,
        read_only,
        lifted_results,
        lifted_responses: &responses.lifted,
        answers: MockResponses::new(
            &responses.lifted,
            &response_definitions.by_key,
            document.operations.len(),
        ),
        origins: Vec::new(),
        returned: Returned::new(&responses.lifted, &response_definitions.by_key),
        copies,
        preconditions: Preconditions::for_document(document),
        security: Security::for_document(document, &settings.name),
        variables: AllowedVariables::for_server(&settings.name, &settings.allowed_variables),
        matched_rules: HashSet::new(),
        reported: HashSet::new(),
        truncated: Vec::new(),
        diagnostics,
    };
    // All names first, so that none of them depends on which operations can be lowered.
    let mut named = lowering.choose_names();
    let (mut operations, places) = lowering.lower_operations(named.operations);
    lowering.remark_on_operations(&operations);
    let (security, default_security) = lowering.security.into_requirements();
    let returned = lowering.returned.schemas;
    let origins = lowering.origins;
    let xml = lowering.xml.into_tables();
    let made = lowering.types.finish_types(&mut operations);
    warn_of_widened_types(made.widened, lowering.diagnostics);
    // Types were made for what is left out by now, too; only what an operation holds is written.
    let types = reachable::reachable_types(made.all, &operations);
    for definition in &types {
        let name = &definition.ident;
        for place in made.contested.get(name).into_iter().flatten() {
            named.is_contested = true;
            named.lock.add_type(&place.address, &place.wanted, name);
        }
    }
    let definitions =
        reachable::reachable_definitions(&request_definitions.by_key, &operations, &types);
    let returned = ReturnedSchemas {
        schemas: returned,
        definitions: response_definitions.by_key,
    };
    let names = OperationNames::new(document, &places, &operations);
    resolve_origins(&origins, &names, &mut operations, &returned, diagnostics);
    let mut links = Links {
        names: &names,
        returned: &returned,
        diagnostics,
    };
    links.resolve_links(document, &places, &mut operations);
    let api = Api {
        name: settings.name.clone(),
        title: document.info.title.clone(),
        version: document.info.version.clone(),
        description: to_markdown(&document.info.description).into_owned(),
        contact: contact_object(&document.info),
        tags: document.tags.clone(),
        servers: document.servers.clone(),
        security,
        default_security,
        operations,
        types,
        definitions,
        xml,
        flow: DataFlow::default(),
    };
    Lowered {
        api,
        returned,
        names: named.lock,
        is_contested: named.is_contested,
    }
}

/// The schemas as requests have them.
fn derive_request_schemas(document: &Document, diagnostics: &mut Diagnostics) -> Schemas {
    let mut requests = without_read_only(&document.schemas, &document.sent_schemas);
    let sent: Vec<usize> = document.sent_schemas.iter().map(|id| id.index()).collect();
    // First, since patches consist of descendants as well.
    inherited_alternatives::list_descendants(&mut requests, document);
    // Before definitions are divided between requests and responses: a patch may need its own copy
    // of a definition.
    merge_patch::admit_removals(&mut requests, document);
    let reach = |schemas: &Schemas| split_read_write::reachable_from_lifted(&sent, schemas);
    for (pointer, remark) in add_discriminator_property(&mut requests, &sent, reach) {
        diagnostics.warning(pointer, remark);
    }
    requests
}

fn warn_of_widened_types(pointers: Vec<String>, diagnostics: &mut Diagnostics) {
    for pointer in pointers {
        diagnostics.warning(
            pointer,
            "these schemas are composed of too many others for Rust types; from here on they are any JSON \
             value in Rust, but they are still validated",
        );
    }
}

/// A Contact Object, if there is anything to put into it.
fn contact_object(info: &Info) -> Option<Value> {
    let texts = info.contact.iter().cloned();
    let members: Map<String, Value> = texts
        .map(|(key, text)| (key.to_owned(), text.into()))
        .collect();
    (!members.is_empty()).then_some(Value::Object(members))
}

/// What [`join_results`] does.
#[derive(Clone, Copy)]
struct JoinSettings {
    /// Whether the schemas of responses are needed.
    joins_responses: bool,
    /// Whether values must have the `format` of their schemas.
    assert_formats: bool,
}

/// Puts the schemas of responses beside those of requests where they are asked for, and makes all of
/// them say what their types need. Gives the index of the first lifted schema of responses.
fn join_results(
    document: &Document,
    settings: JoinSettings,
    requests: &mut Schemas,
    responses: &Schemas,
    diagnostics: &mut Diagnostics,
) -> usize {
    let sent = document.sent_schemas.iter();
    let mut roots: Vec<usize> = sent.map(|id| id.index()).collect();
    let mut known = Cow::Borrowed(&document.schemas);
    let mut first_result = requests.lifted.len();
    if settings.joins_responses {
        first_result = split_read_write::join_responses(requests, responses, &roots);
        let received = document.received_schemas.iter();
        roots.extend(received.map(|id| first_result + id.index()));
    }
    let joined = requests.definitions.iter();
    let joined = joined.filter(|(key, _)| !document.schemas.definitions.contains_key(*key));
    for (key, schema) in joined {
        let definitions = &mut known.to_mut().definitions;
        definitions.insert(key.clone(), schema.clone());
    }
    for (pointer, remark) in write_discriminator_values(requests, || roots) {
        diagnostics.warning(pointer, remark);
    }
    for pointer in widen_alternatives(requests, &known, settings.assert_formats) {
        diagnostics.warning(pointer, SAME_ALTERNATIVES);
    }
    first_result
}

/// What is shared by the operations of one document while they are lowered.
struct Lowering<'a> {
    settings: &'a LowerSettings,
    document: &'a Document,
    /// What is called at the root of the generated file, but for constants.
    request_names: Scope,
    /// Whether any operation is run by hand.
    is_manual: bool,
    /// Whether callers in Rust get typed responses.
    has_responses: bool,
    constants: Scope,
    types: Types<'a>,
    withheld: WithheldProperties<'a>,
    xml: Tables<'a>,
    lifted_requests: &'a [Schema],
    /// The properties that the schemas of requests have lost.
    read_only: BTreeMap<SchemaId, BTreeSet<String>>,
    /// The schemas of responses, if they are described or have types.
    lifted_results: &'a [Schema],
    /// The schemas of responses as the spec has them.
    lifted_responses: &'a [Schema],
    answers: MockResponses<'a>,
    returned: Returned<'a>,
    /// What is stated of where arguments come from.
    origins: Vec<PendingOrigin>,
    copies: Copies,
    preconditions: Preconditions<'a>,
    security: Security<'a>,
    /// The environment variables that the spec may name.
    variables: AllowedVariables,
    /// The settings of arguments that some operation has.
    matched_rules: HashSet<String>,
    /// The headers and places that a remark was made on, which is made once.
    reported: HashSet<String>,
    /// The descriptions of tools that were cut.
    truncated: Vec<Shortened>,
    diagnostics: &'a mut Diagnostics,
}

impl Lowering<'_> {
    /// The operations that can be lowered, and for each operation of the document its index among them.
    fn lower_operations(&mut self, names: Vec<Names>) -> (Vec<Operation>, Vec<Option<usize>>) {
        let count = self.document.operations.len();
        let (mut operations, mut places) = (Vec::with_capacity(count), Vec::with_capacity(count));
        for (raw, names) in self.document.operations.iter().zip(names) {
            let operation = self.lower_operation(raw, names);
            places.push(operation.is_some().then_some(operations.len()));
            operations.extend(operation);
        }
        (operations, places)
    }

    /// What is to be said when all operations are known.
    fn remark_on_operations(&mut self, operations: &[Operation]) {
        self.remark_on_arguments();
        self.remark_on_unused_variables();
        self.remark_on_empty_answers();
        let truncated = truncated_descriptions("tool", &self.truncated);
        self.diagnostics.extend(truncated);
        self.remark_on_look_alikes(operations);
        self.security.remark_on_unused(self.diagnostics);
    }

    /// The settings `allow_env` that allow what nothing asks for: a permission that is left from before
    /// would be there for the next version of the spec.
    fn remark_on_unused_variables(&mut self) {
        for variable in self.variables.unused_variables() {
            let message = format!(
                "allow_env = {variable:?} has no effect: no operation that becomes a tool names this \
                 variable in `x-mcp`"
            );
            let setting = Setting::AllowEnv(variable.to_owned());
            self.diagnostics.warning_of_setting(setting, message);
        }
    }

    /// The operations that the built-in upstream answers with nothing.
    fn remark_on_empty_answers(&mut self) {
        let empty = self.answers.without_body();
        if empty > 0 {
            let message = format!(
                "the examples of responses are so long that the built-in upstream (`--upstream builtin`) \
                 responds to {empty} operations without a body; calls of the real API are not affected"
            );
            self.diagnostics.warning("/paths", message);
        }
    }

    /// The settings of arguments whose patterns fit operations that have no such argument.
    fn remark_on_arguments(&mut self) {
        let operations = self.document.operations.iter();
        for rule in operations.flat_map(|operation| &operation.x_mcp.arguments) {
            let written = format!("{} = {:?}", rule.kind().name(), rule.to_written());
            if self.matched_rules.insert(written.clone()) {
                let message = format!(
                    "{written} has no effect: no operation that it matches has an argument `{}`",
                    rule.argument
                );
                let setting = Setting::Argument(rule.clone());
                self.diagnostics.warning_of_setting(setting, message);
            }
        }
    }
}
