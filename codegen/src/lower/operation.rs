use openapiv3::ReferenceOr;
use serde_json::{Value, json};

use super::arguments::Arguments;
use super::call::Given;
use super::empty_path::may_be_empty;
use super::parameter::RawParameter;
use super::presets::Stated;
use super::security::DeclaredKey;
use super::types::{Context, with_known_values};
use super::{Lowering, Names, accept, describe, parameter, presets, query_string, response};
use crate::model::{CallOptions, Field, Handler, Location, Operation, Parameter, ParameterStyle};
use crate::names::{Scope, field_name};
use crate::normalize::describe_encoding;
use crate::normalize::{RawOperation, StatedText};
use crate::schema::resolve;

const NO_OUTPUT: &str = "the tool has no output schema";

impl<'a> Lowering<'a> {
    /// The model of one operation; `None` when it is left out, which is noted.
    pub(super) fn operation(&mut self, raw: &RawOperation, names: Names) -> Option<Operation> {
        let operation = match raw.read() {
            Ok(operation) => operation,
            Err((place, reason)) => {
                self.diagnostics
                    .skipped(&raw.method, &raw.path, place, reason);
                return None;
            }
        };
        let raw_body = self.raw_body(&operation, raw);
        let mut arguments = Arguments::new(self.settings.clients);
        let mut idents = Scope::default();
        let (parameters, keys) = self.parameters(
            (&operation, raw),
            &names.request,
            &mut arguments,
            &mut idents,
        );
        let body = raw_body.map(|body| self.body(body, raw, &names, &mut arguments, &mut idents));
        let security = self.security.requirements(raw, &keys, self.diagnostics);
        let output = self
            .settings
            .output_schemas
            .then(|| {
                let definitions = self.types.definitions();
                response::result(&operation, self.lifted_results, definitions)
            })
            .flatten();
        let choices = match names.handler {
            Handler::Upstream => accept::choices(&operation, &self.document.schemas.lifted),
            Handler::Manual { .. } => Vec::new(),
        };
        // Of a result whose form is chosen, nothing is known.
        let output = output.filter(|_| choices.is_empty());
        let output = output.filter(|output| self.affords_copy(output, NO_OUTPUT, &raw.pointer));
        if let Some(output) = &output {
            self.remark_on_undeclared("response", output, &raw.pointer);
            self.remark_on_cut("response", output, &raw.pointer);
        }
        let response = self
            .has_responses
            .then(|| self.response(&operation, raw, &names.request));
        let answer = self.answers.of(&operation);
        let selects = self.settings.field_selection && response::is_json(&operation);
        let fields = selects.then(|| arguments.add_selection());
        let accept_argument = (!choices.is_empty()).then(|| arguments.add_accept(&choices));
        let wishes = arguments.take_wishes();
        let definitions = self.types.definitions();
        let preset = presets::apply(
            arguments.into_schema(),
            wishes,
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
        let (input, presets) = (preset.shown, preset.presets);
        let given = Given {
            parameters: &parameters,
            input: &input,
            renamed: &presets.renamed.clone(),
        };
        let call = CallOptions {
            fields,
            accept_argument,
            ..self.call(raw, &operation, given, presets)
        };
        let own_title = stated(&raw.x_mcp.title).or_else(|| describe::title(&operation));
        let has_own_title = own_title.is_some();
        let title = own_title.unwrap_or(names.title);
        let description = stated(&raw.x_mcp.description);
        let description =
            description.unwrap_or_else(|| self.describe(&operation, raw, (&title, &names.tool)));
        Some(Operation {
            description,
            has_own_title,
            title,
            doc: describe::doc(&operation),
            tags: operation.tags,
            deprecated: operation.deprecated,
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
            pointer: raw.pointer.clone(),
        })
    }

    /// The parameters that are arguments, and the API keys that the others are.
    fn parameters(
        &mut self,
        (operation, place): (&openapiv3::Operation, &RawOperation),
        owner: &str,
        arguments: &mut Arguments,
        idents: &mut Scope,
    ) -> (Vec<Parameter>, Vec<DeclaredKey<'a>>) {
        let (mut parameters, mut keys) = (Vec::new(), Vec::new());
        for parameter in &operation.parameters {
            let ReferenceOr::Item(parameter) = parameter else {
                continue;
            };
            let raw = parameter::read(parameter);
            match self.declared_key(&raw, place) {
                Some(key) => keys.push(key),
                None => parameters.push(self.parameter((&raw, place), owner, arguments, idents)),
            }
        }
        (parameters, keys)
    }

    /// What `x-mcp` or a setting says of a parameter.
    pub(super) fn stated_of_parameter(
        &mut self,
        raw: &RawParameter<'_>,
        operation: &RawOperation,
    ) -> Option<Stated> {
        let extension = |key: &str| raw.data.extensions.get(key);
        let stated = extension("x-mcp").map(|stated| {
            let at = extension("x-pointer").and_then(Value::as_str);
            Stated::read(stated, &format!("{}/x-mcp", at.unwrap_or_default()))
        });
        let rules = (
            operation.x_mcp.arguments.as_slice(),
            operation.pointer.as_str(),
        );
        Stated::with_settings(stated, &raw.data.name, rules, &mut self.heeded)
    }

    fn parameter(
        &mut self,
        (raw, operation): (&RawParameter<'_>, &RawOperation),
        owner: &str,
        arguments: &mut Arguments,
        idents: &mut Scope,
    ) -> Parameter {
        let name = &raw.data.name;
        let place = match raw.location {
            Location::Path => "path",
            Location::Query | Location::QueryString(_) => "query",
            Location::Header => "header",
            Location::Cookie => "cookie",
        };
        let mut stated = self.stated_of_parameter(raw, operation);
        if stated.is_none()
            && let Some(version) = self.only_version(raw)
        {
            stated = Some(Stated::of_value(version, &operation.pointer));
        }
        if stated.is_none() && place != "path" {
            self.remark_on_credential(name, place, operation);
        }
        let wanted = stated.as_ref().and_then(|stated| stated.name.as_deref());
        let wire = arguments.claim(wanted.unwrap_or(name), place);
        if let Some(stated) = &mut stated {
            stated.is_named(&wire);
        }
        let required = raw.data.required || raw.location == Location::Path;
        let (schema, pointer) = self.lifted(raw.schema);
        let context = Context {
            owner,
            name,
            pointer: &pointer,
        };
        let ty = self.types.of_place(&schema, context, &operation.pointer);
        let resolved = resolve(&schema, self.types.definitions());
        let may_be_empty = raw.location == Location::Path
            && raw.style == ParameterStyle::Simple
            && may_be_empty(resolved, name, operation, self.document);
        let location = match raw.query_string {
            Some(media) => {
                let definitions = self.types.definitions();
                Location::QueryString(query_string::read(media, &schema, definitions))
            }
            None => raw.location.clone(),
        };
        let doc = raw.data.description.as_deref().unwrap_or_default();
        let field_doc = with_known_values(doc.trim().to_owned(), &schema, self.types.definitions());
        arguments.add(
            &wire,
            described(schema, doc, raw.data.deprecated == Some(true)),
            required,
        );
        if let Some(stated) = stated {
            arguments.wish(vec![wire.clone()], stated);
        }
        Parameter {
            field: Field {
                ident: idents.claim([field_name(&wire)]),
                wire,
                ty,
                required,
                doc: field_doc,
            },
            name: name.clone(),
            location,
            style: raw.style,
            escaping: raw.escaping,
            may_be_empty,
        }
    }

    /// A lifted schema and its pointer; any value where the spec has none.
    pub(super) fn lifted(&self, index: Option<usize>) -> (Value, String) {
        index
            .and_then(|index| self.lifted_requests.get(index))
            .map(|schema| (schema.value.clone(), schema.pointer.clone()))
            .unwrap_or_else(|| (json!({}), String::new()))
    }
}

/// A text that stands in for the spec's own.
fn stated(text: &Option<StatedText>) -> Option<String> {
    text.as_ref().map(|text| text.text.clone())
}

/// A schema with the description of the place it stands in, which says more.
pub(super) fn described(schema: Value, description: &str, deprecated: bool) -> Value {
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
