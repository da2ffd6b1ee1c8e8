//! Lowers one operation: its parameters and body become fields of the request struct and arguments of the tool. An
//! operation that cannot be honoured is left out with a diagnostic.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::arguments::Arguments;
use super::call::ToolArguments;
use super::empty_path::may_be_empty;
use super::parameter_examples::with_example;
use super::security::DeclaredKey;
use super::types::{Context, with_known_values, with_range};
use super::{Lowering, Names, accept, describe, presets, query_string, response};
use crate::model::{
    Body, BodyPlace, CallOptions, Escaping, Field, Handler, Location, Operation, Parameter,
    ParameterStyle, Type,
};
use crate::names::{Scope, field_name};
use crate::normalize::{self, ArgumentOverride, LocatedText, ParameterLocation, describe_encoding};
use crate::schema::{SchemaId, resolve_reference};
use crate::source::pointer;

const NO_OUTPUT: &str = "the tool has no output schema";

/// A parameter, its operation, and the request struct that it becomes a field of.
#[derive(Clone, Copy)]
struct ParameterSite<'s> {
    parameter: &'s normalize::Parameter,
    operation: &'s normalize::Operation,
    owner: &'s str,
}

impl<'a> Lowering<'a> {
    /// The model of one operation; `None` when it is left out, which is noted.
    pub(super) fn lower_operation(
        &mut self,
        raw: &normalize::Operation,
        names: Names,
    ) -> Option<Operation> {
        let raw_body = self.choose_body_form(raw);
        let mut arguments = Arguments::new(self.settings.clients);
        let mut idents = Scope::default();
        let (parameters, keys) =
            self.lower_parameters(raw, &names.request, &mut arguments, &mut idents);
        let body =
            raw_body.map(|body| self.lower_body(body, raw, &names, &mut arguments, &mut idents));
        let security = self
            .security
            .resolve_requirements(raw, &keys, self.diagnostics);
        let output = self
            .settings
            .output_schemas
            .then(|| {
                let definitions = self.types.definitions();
                response::result_schema(raw, self.lifted_results, definitions)
            })
            .flatten();
        let choices = match names.handler {
            Handler::Upstream => accept::media_type_choices(raw, self.lifted_responses),
            // A handler chooses the form of its result itself.
            Handler::Manual { .. } => Vec::new(),
        };
        // Of a result whose form is chosen, nothing is known.
        let is_chosen = !choices.is_empty();
        let output = output.filter(|_| !is_chosen);
        let output = output.filter(|output| self.affords_copy(output, NO_OUTPUT, &raw.pointer));
        if let Some(output) = &output {
            self.remark_on_undeclared("response", output, &raw.pointer);
            self.remark_on_cut("response", output, &raw.pointer);
        }
        let response = self
            .has_responses
            .then(|| self.lower_response(raw, &names.request));
        let answer = self.answers.make_answer(raw);
        let selects = self.settings.field_selection && response::is_json(raw);
        let fields = selects.then(|| arguments.add_selection());
        let accept_argument = (!choices.is_empty()).then(|| arguments.add_accept(&choices));
        let overrides = arguments.take_overrides();
        let definitions = self.types.definitions();
        let preset = presets::apply_overrides(
            arguments.into_schema(),
            overrides,
            definitions,
            &mut self.variables,
        );
        for (pointer, remark) in preset.remarks {
            self.diagnostics.warning(pointer, remark);
        }
        if let Some((pointer, reason)) = preset.flaw {
            self.diagnostics
                .skipped(&raw.method, &raw.path, pointer, reason);
            return None;
        }
        let origins = preset.origins;
        let (input, presets) = (preset.shown, preset.presets);
        let given = ToolArguments {
            parameters: &parameters,
            input: &input,
            renamed: &presets.renamed.clone(),
        };
        let read_only = self.read_only_properties(raw, body.as_ref(), &input);
        self.note_origins(raw, &names.tool, given, origins);
        let call = CallOptions {
            fields,
            accept_argument,
            ..self.lower_call_options(raw, given, presets)
        };
        self.returned.add_operation(raw, is_chosen);
        let own_title = text_of(&raw.x_mcp.title).or_else(|| describe::operation_title(raw));
        let has_own_title = own_title.is_some();
        let title = own_title.unwrap_or(names.title);
        let description = text_of(&raw.x_mcp.description);
        let description =
            description.unwrap_or_else(|| self.describe_tool(raw, &title, &names.tool));
        Some(Operation {
            description,
            has_own_title,
            title,
            doc: describe::request_doc(raw),
            tags: raw.tags.clone(),
            deprecated: raw.is_deprecated,
            hints: raw.x_mcp.hints,
            tool: names.tool,
            request: names.request,
            constant: names.constant,
            method: raw.method.clone(),
            path: raw.path.clone(),
            handler: names.handler,
            call,
            parameters,
            body,
            input,
            output,
            response,
            security,
            answer,
            // They are resolved when all operations are known.
            origins: Vec::new(),
            links: Vec::new(),
            read_only,
            pointer: raw.pointer.clone(),
        })
    }

    /// The parameters that are arguments, and the API keys that the others are.
    fn lower_parameters(
        &mut self,
        operation: &normalize::Operation,
        owner: &str,
        arguments: &mut Arguments,
        idents: &mut Scope,
    ) -> (Vec<Parameter>, Vec<DeclaredKey<'a>>) {
        let (mut parameters, mut keys) = (Vec::new(), Vec::new());
        for parameter in &operation.parameters {
            match self.declared_key(parameter, operation) {
                Some(key) => keys.push(key),
                None => {
                    let site = ParameterSite {
                        parameter,
                        operation,
                        owner,
                    };
                    parameters.push(self.lower_parameter(site, arguments, idents));
                }
            }
        }
        (parameters, keys)
    }

    /// The override of a parameter by `x-mcp` or a setting.
    pub(super) fn override_parameter(
        &mut self,
        parameter: &normalize::Parameter,
        operation: &normalize::Operation,
    ) -> Option<ArgumentOverride> {
        ArgumentOverride::with_settings(
            parameter.x_mcp.clone(),
            &parameter.name,
            &operation.x_mcp.arguments,
            &operation.pointer,
            &mut self.matched_rules,
        )
    }

    fn lower_parameter(
        &mut self,
        site: ParameterSite<'_>,
        arguments: &mut Arguments,
        idents: &mut Scope,
    ) -> Parameter {
        let ParameterSite {
            parameter: raw,
            operation,
            owner,
        } = site;
        let name = &raw.name;
        let (place, location) = match &raw.location {
            ParameterLocation::Path => ("path", Location::Path),
            ParameterLocation::Query => ("query", Location::Query),
            ParameterLocation::Header => ("header", Location::Header),
            ParameterLocation::Cookie => ("cookie", Location::Cookie),
            ParameterLocation::QueryString(media_type, encoding) => {
                let (schema, _) = self.lifted_schema(raw.schema);
                let definitions = self.types.definitions();
                let written =
                    query_string::read_query_string(media_type, encoding, &schema, definitions);
                ("query", Location::QueryString(written))
            }
        };
        let mut stated = self.override_parameter(raw, operation);
        if stated.is_none()
            && let Some(version) = self.only_version(raw)
        {
            stated = Some(ArgumentOverride::for_value(version, &operation.pointer));
        }
        // Nobody sends credentials in a path; identifiers there are often called `key` or `token`.
        if stated.is_none() && place != "path" {
            self.remark_on_credential(name, place, operation);
        }
        let wanted = stated.as_ref().and_then(|stated| stated.name.as_deref());
        let wire = arguments.claim_name(wanted.unwrap_or(name), place);
        if let Some(stated) = &mut stated {
            stated.settle_name(&wire);
        }
        let (schema, pointer) = self.lifted_schema(raw.schema);
        let context = Context {
            owner,
            name,
            pointer: &pointer,
        };
        let ty = self.types.lower_place(&schema, context, &operation.pointer);
        let resolved = resolve_reference(&schema, self.types.definitions());
        let may_be_empty = match location {
            Location::Path => {
                raw.style == ParameterStyle::Simple
                    && may_be_empty(resolved, name, operation, self.document)
            }
            // An empty string is sent as `name=` in any case; without this, an empty list is not sent at all.
            Location::Query => raw.allows_empty && is_list(&ty) && raw.escaping == Escaping::Full,
            _ => false,
        };
        let doc = raw.description.as_str();
        let field_doc = with_known_values(doc.trim().to_owned(), &schema, self.types.definitions());
        let field_doc = with_range(field_doc, &schema, self.types.definitions());
        let example = self.find_fitting_example(raw, &schema);
        let described = with_description(schema, doc, raw.is_deprecated);
        let described = with_example(described, example);
        arguments.add_argument(&wire, described, raw.is_required);
        if let Some(stated) = stated {
            arguments.add_override(vec![wire.clone()], stated);
        }
        Parameter {
            field: Field {
                ident: idents.claim([field_name(&wire)]),
                wire,
                ty,
                required: raw.is_required,
                doc: field_doc,
            },
            name: name.clone(),
            location,
            style: raw.style,
            escaping: raw.escaping,
            may_be_empty,
        }
    }

    /// Where the `readOnly` properties of a body would be in the arguments, but for those that other arguments have
    /// the names of.
    fn read_only_properties(
        &self,
        raw: &normalize::Operation,
        body: Option<&Body>,
        input: &Value,
    ) -> Vec<String> {
        let around = match body {
            Some(body) if body.place == BodyPlace::Property => pointer::join("", &body.field.wire),
            _ => String::new(),
        };
        let contents = raw.body.iter().flat_map(|body| body.content.values());
        let found = contents.filter_map(|media| self.read_only.get(&media.schema?));
        let places: BTreeSet<String> = found
            .flatten()
            .map(|place| format!("{around}{place}"))
            .collect();
        let is_argument = |place: &String| {
            let argument = format!("/properties{place}");
            place.matches('/').count() == 1 && input.pointer(&argument).is_some()
        };
        places
            .into_iter()
            .filter(|place| !is_argument(place))
            .collect()
    }

    /// A lifted schema and its pointer; any value where the spec has none.
    pub(super) fn lifted_schema(&self, id: Option<SchemaId>) -> (Value, String) {
        id.and_then(|id| id.find_in(self.lifted_requests))
            .map(|schema| (schema.value.clone(), schema.pointer.clone()))
            .unwrap_or_else(|| (json!({}), String::new()))
    }
}

fn is_list(ty: &Type) -> bool {
    match ty {
        Type::List(_) => true,
        Type::Nullable(inner) => is_list(inner),
        _ => false,
    }
}

/// A text that stands in for the spec's own.
fn text_of(text: &Option<LocatedText>) -> Option<String> {
    text.as_ref().map(|text| text.text.clone())
}

/// A schema with the description of the place it stands in, which says more.
pub(super) fn with_description(schema: Value, description: &str, deprecated: bool) -> Value {
    let mut members = match schema {
        Value::Object(members) => members,
        Value::Bool(false) => return Value::Bool(false),
        _ => serde_json::Map::new(),
    };
    if !description.trim().is_empty() {
        members.insert("description".to_owned(), json!(description.trim()));
        describe_encoding(&mut members);
    }
    if deprecated {
        members.insert("deprecated".to_owned(), Value::Bool(true));
    }
    Value::Object(members)
}
