//! The normalised document to the typed model, one operation at a time.
//!
//! An operation that cannot be honoured is left out with a diagnostic; the others go on.

mod accept;
mod arguments;
mod body;
mod call;
mod definitions;
mod describe;
mod empty_path;
mod fork;
mod given;
mod operation;
mod pages;
mod parameter;
mod presets;
mod query_string;
mod reach;
mod received;
mod response;
mod roots;
mod security;
mod settings;
mod stream;
mod types;
mod xml;

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::diagnostics::Diagnostics;
use crate::model::{Api, Handler, Method, Operation};
use crate::names::{Scope, ToolNames, field_name, pascal_name, screaming_name, snake_name};
use crate::normalize::{Document, RawOperation, Schemas};
use crate::schema::direction::{for_requests, for_responses};
use crate::schema::{put_tags, widen_alternatives};

pub use settings::LowerSettings;

use definitions::Definitions;
use response::Answers;
use security::Security;
use types::Types;
use xml::Tables;

/// Names of checks that generated modules have beside those of operations and definitions.
const RESERVED_CONSTANTS: &str = "ANY NEVER STRING INTEGER NUMBER BOOLEAN OBJECT ARRAY NULL";

const SAME_ALTERNATIVES: &str = "alternatives of a `oneOf` in this schema allow the same values, \
    so that no value would be valid; the `oneOf` is read as `anyOf`";

/// Names at the root of a generated file that are not those of requests.
fn reserved_requests(is_manual: bool) -> impl Iterator<Item = &'static str> {
    let of_handlers = is_manual.then_some("Handlers ByHand").into_iter();
    let reserved = [types::RESERVED_TYPES].into_iter().chain(of_handlers);
    reserved.flat_map(str::split_whitespace)
}

/// Makes the model of a document.
pub fn lower(document: &Document, settings: &LowerSettings, diagnostics: &mut Diagnostics) -> Api {
    let mut constants = Scope::reserving(RESERVED_CONSTANTS.split_whitespace());
    let mut requests = for_requests(&document.schemas);
    let responses = for_responses(&document.schemas);
    let is_manual = document.operations.iter().any(|raw| raw.x_mcp.manual);
    // A handler may send requests of any operation, and get what comes back.
    let has_responses = settings.responses || is_manual;
    let joins = settings.output_schemas || has_responses;
    let assert_formats = settings.assert_formats;
    let first_result = join_results(
        document,
        (joins, assert_formats),
        (&mut requests, &responses),
        diagnostics,
    );
    let lifted = std::mem::take(&mut requests.lifted);
    let (lifted_requests, lifted_results) = lifted.split_at(first_result);
    let request_definitions = Definitions::of(requests.definitions, &mut constants);
    let response_definitions = Definitions::of(responses.definitions, &mut Scope::default());
    let mut lowering = Lowering {
        settings,
        document,
        given: HashMap::new(),
        operation_ids: HashSet::new(),
        tool_names: match settings.clients.longest_tool_name(&settings.name) {
            Some(longest) => ToolNames::of_at_most(longest),
            None => ToolNames::new(),
        },
        request_names: Scope::reserving(reserved_requests(is_manual)),
        methods: Scope::default(),
        has_responses,
        constants,
        types: Types::new(&request_definitions.by_key),
        xml: Tables::new(&request_definitions.by_key),
        lifted_requests,
        lifted_results,
        answers: Answers::new(&responses.lifted, &response_definitions.by_key),
        security: Security::of(document, &settings.name),
        diagnostics,
    };
    lowering.give_names();
    let operations: Vec<Operation> = document
        .operations
        .iter()
        .filter_map(|raw| lowering.operation(raw))
        .collect();
    let (security, default_security) = lowering.security.finish();
    let xml = lowering.xml.finish();
    let received = operations.iter().flat_map(Operation::received);
    let types = lowering.types.finish(received);
    let types = reach::types(types, &operations);
    let definitions = reach::definitions(&request_definitions.by_key, &operations, &types);
    Api {
        name: settings.name.clone(),
        title: document.info.title.clone(),
        version: document.info.version.clone(),
        description: document.info.description.clone(),
        servers: document.servers.clone(),
        security,
        default_security,
        operations,
        types,
        definitions,
        xml,
    }
}

/// Puts the schemas of responses beside those of requests where they are asked for, and makes all of
/// them say what their types need. Gives the index of the first lifted schema of responses.
fn join_results(
    document: &Document,
    (joins, assert_formats): (bool, bool),
    (requests, responses): (&mut Schemas, &Schemas),
    diagnostics: &mut Diagnostics,
) -> usize {
    let mut roots = roots::of_requests(document);
    let mut known = Cow::Borrowed(&document.schemas);
    let mut first_result = requests.lifted.len();
    if joins {
        first_result = fork::join(requests, responses, &roots);
        let received = roots::of_responses(document).into_iter();
        roots.extend(received.map(|index| first_result + index));
        let joined = requests.definitions.iter();
        let joined = joined.filter(|(key, _)| !document.schemas.definitions.contains_key(*key));
        let joined = joined.map(|(key, schema)| (key.clone(), schema.clone()));
        known.to_mut().definitions.extend(joined);
    }
    for (pointer, remark) in put_tags(requests, || roots) {
        diagnostics.warning(pointer, remark);
    }
    for pointer in widen_alternatives(requests, &known, assert_formats) {
        diagnostics.warning(pointer, SAME_ALTERNATIVES);
    }
    first_result
}

/// What is shared by the operations of one document while they are lowered.
struct Lowering<'a> {
    settings: &'a LowerSettings,
    document: &'a Document,
    /// The names of tools that the spec or a setting gives, by method and path.
    given: HashMap<(Method, String), String>,
    tool_names: ToolNames,
    operation_ids: HashSet<String>,
    request_names: Scope,
    /// The methods of handlers that are written by hand.
    methods: Scope,
    /// Whether callers in Rust get typed responses.
    has_responses: bool,
    constants: Scope,
    types: Types<'a>,
    xml: Tables<'a>,
    lifted_requests: &'a [crate::normalize::Schema],
    /// The schemas of responses, if they are described or have types.
    lifted_results: &'a [crate::normalize::Schema],
    answers: Answers<'a>,
    security: Security<'a>,
    diagnostics: &'a mut Diagnostics,
}

/// The names of one operation.
struct Names {
    tool: String,
    request: String,
    constant: String,
    handler: Handler,
}

impl Lowering<'_> {
    fn names(&mut self, operation_id: Option<&str>, raw: &RawOperation) -> Names {
        let place = (raw.method.clone(), raw.path.clone());
        let tool = match self.given.get(&place) {
            Some(given) => given.clone(),
            None => self.tool_names.choose(operation_id, &raw.method, &raw.path),
        };
        if let Some(id) = operation_id
            && !self.operation_ids.insert(id.to_owned())
        {
            self.diagnostics.warning(
                raw.pointer.as_str(),
                format!(
                    "an earlier operation has the operationId `{id}`, too; this one becomes \
                     the tool `{tool}`"
                ),
            );
        }
        let plain = pascal_name(&tool);
        let request = self
            .request_names
            .claim([plain.clone(), format!("{plain}Request")]);
        let constant = screaming_name(&snake_name(&tool));
        let constant = self
            .constants
            .claim([constant.clone(), format!("{constant}_TOOL")]);
        let handler = match raw.x_mcp.manual {
            true => Handler::Manual {
                method: self.methods.claim([field_name(&tool)]),
            },
            false => Handler::Upstream,
        };
        Names {
            handler,
            tool: self.settings.clients.accepted_tool_name(tool),
            request,
            constant,
        }
    }
}
