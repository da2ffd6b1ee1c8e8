//! A body as a field of the request struct and as arguments of the tool.

use serde_json::{Value, json};

use super::super::arguments::Arguments;
use super::super::operation::with_description;
use super::super::types::{Context, is_extended, object_of, reference_key, required_names};
use super::super::xml::UNNAMED_ROOT;
use super::super::{Lowering, Names};
use super::required::requires_members;
use super::{RawBody, RawFormat, Schemas, choose_form};
use crate::model::{Body, BodyFormat, BodyPlace, Field, Type};
use crate::names::{Scope, field_name};
use crate::normalize::{ArgumentOverride, Operation};
use crate::schema::keyword::is_annotation_keyword;
use crate::source::pointer::escape;

const TOO_DEEP: &str =
    "`x-mcp` is only for parameters and the top-level properties of a body; it is ignored";

const ONE_ARGUMENT: &str =
    "the whole body is one argument `body`, so its properties are not arguments";

const NO_ROOT: &str = "the spec does not name the root element of this XML body, so it is sent as `root`; \
    set `xml: {name: …}` in its schema";

const ANY_BODY: &str = "the schema allows any value, so the body is not validated";

impl Lowering<'_> {
    /// Chooses the form of an operation's body.
    pub(in crate::lower) fn choose_body_form<'o>(
        &self,
        operation: &'o Operation,
    ) -> Option<RawBody<'o>>
    where
        Self: 'o,
    {
        let request_body = operation.body.as_ref()?;
        let schemas = Schemas {
            lifted: self.lifted_requests,
            definitions: self.types.definitions(),
            untyped_parts_are_files: self.document.has_json_schema,
        };
        choose_form(request_body, &operation.method, schemas)
    }

    pub(in crate::lower) fn lower_body(
        &mut self,
        raw: RawBody<'_>,
        operation: &Operation,
        names: &Names,
        arguments: &mut Arguments,
        idents: &mut Scope,
    ) -> Body {
        let mut overrides = self.property_overrides(&raw, operation);
        // What is always sent is sent in a body.
        let whole = object_of(&raw.schema, self.types.definitions()).unwrap_or_default();
        let required = required_names(&whole);
        let is_sent = |(name, stated): &(String, ArgumentOverride)| {
            stated.is_sent(required.contains(&name.as_str()))
        };
        let is_sent = overrides.iter().any(is_sent);
        let raw = RawBody {
            required: raw.required || is_sent || self.means_required(operation, &raw.schema),
            ..raw
        };
        let place = format!("{}/requestBody", operation.pointer);
        let context = Context {
            owner: &names.request,
            name: "body",
            pointer: raw.pointer.as_deref().unwrap_or(&place),
        };
        overrides.extend(self.find_unapplied_override(&raw.schema, context.pointer, &overrides));
        self.remark_on_undeclared("body", &raw.schema, context.pointer);
        let ty = match &raw.component {
            Some(key) => self.with_files(key, &raw),
            None => self
                .types
                .lower_place(&raw.schema, context, &operation.pointer),
        };
        let context = Context {
            pointer: &place,
            ..context
        };
        self.remark_on_other_notation(&raw.format, &raw.schema, context.pointer);
        let format = self.lower_format(raw.format, &raw.schema, names, context, arguments, idents);
        let object = object_of(&raw.schema, self.types.definitions())
            // A body is flattened into arguments only if nothing is lost by that: it has a struct,
            // nothing beside the reference narrows it, and its names are free.
            .filter(|_| matches!(ty, Type::Named(_)) && !is_narrowed(&raw.schema))
            .filter(|object| arguments.admits_body(object, raw.required))
            .filter(|object| self.affords_copy(object, ONE_ARGUMENT, context.pointer));
        let (wire, place) = match object {
            Some(object) => {
                let members = object.get("properties").and_then(Value::as_object);
                for member in members.into_iter().flat_map(serde_json::Map::keys) {
                    // What a setting presets does not come from callers, so it is no credential
                    // that a model would have to know.
                    if overrides.iter().all(|(name, _)| name != member) {
                        self.remark_on_credential(member, "body", operation);
                    }
                }
                arguments.merge_body(&object, raw.required, is_extended(&object));
                for (name, stated) in overrides {
                    arguments.add_override(vec![name], stated);
                }
                ("body".to_owned(), BodyPlace::Merged)
            }
            None => {
                let place = match format {
                    BodyFormat::Json(_) | BodyFormat::JsonEither(..) => "json",
                    _ => "content",
                };
                let wire = arguments.claim_name("body", place);
                let schema = match self.affords_copy(&raw.schema, ANY_BODY, context.pointer) {
                    true => raw.schema,
                    false => json!({}),
                };
                let described = with_description(schema, raw.description, false);
                arguments.add_argument(&wire, described, raw.required);
                for (name, stated) in overrides {
                    arguments.add_override(vec![wire.clone(), name], stated);
                }
                (wire, BodyPlace::Property)
            }
        };
        Body {
            field: Field {
                ident: idents.claim(["body".to_owned(), "json_body".to_owned()]),
                wire,
                ty,
                required: raw.required,
                doc: raw.description.trim().to_owned(),
            },
            place,
            format,
        }
    }

    /// Whether a body is required although the spec does not say so: there is none without members.
    fn means_required(&self, operation: &Operation, schema: &Value) -> bool {
        operation
            .body
            .as_ref()
            // `required: false` is a statement; a missing `required` is mostly an oversight.
            .is_some_and(|body| body.is_required.is_none())
            && !self.settings.optional_bodies
            && requires_members(schema, self.types.definitions())
    }

    /// What `x-mcp` says of the properties of a body.
    fn property_overrides(
        &mut self,
        raw: &RawBody<'_>,
        operation: &Operation,
    ) -> Vec<(String, ArgumentOverride)> {
        let definitions = self.types.definitions();
        let pointer = reference_key(&raw.schema)
            .and_then(|key| Some(definitions.get(key)?.pointer.as_str()))
            .or(raw.pointer.as_deref())
            .unwrap_or_default();
        let object = object_of(&raw.schema, definitions);
        let mut deep = Vec::new();
        deep_x_mcp(object.as_ref().unwrap_or(&raw.schema), pointer, &mut deep);
        for place in deep {
            if self.reported.insert(place.clone()) {
                self.diagnostics.warning(place, TOO_DEEP);
            }
        }
        let properties = object.as_ref().and_then(|object| object.get("properties"));
        let properties = properties.and_then(Value::as_object).into_iter().flatten();
        properties
            .filter_map(|(name, property)| {
                let place = format!("{pointer}/properties/{}/x-mcp", escape(name));
                let stated = property.get("x-mcp");
                let stated = stated.map(|stated| ArgumentOverride::from_x_mcp(stated, &place));
                let stated = ArgumentOverride::with_settings(
                    stated,
                    name,
                    &operation.x_mcp.arguments,
                    &operation.pointer,
                    &mut self.matched_rules,
                )?;
                Some((name.clone(), stated))
            })
            .collect()
    }

    /// A flaw, if `x-mcp` withholds a property of what the body may be, and none of the overrides is for it.
    fn find_unapplied_override(
        &self,
        schema: &Value,
        pointer: &str,
        overrides: &[(String, ArgumentOverride)],
    ) -> Option<(String, ArgumentOverride)> {
        let applied = |name: &str| overrides.iter().any(|(known, _)| known == name);
        let definitions = self.types.definitions();
        let found = self
            .withheld
            .find_unapplied(schema, pointer, applied, definitions)?;
        let reason = format!(
            "the property `{}` cannot be fixed or hidden here, because only some of the schemas that the body may have \
             have it, and callers would choose its value; fix or hide it in the schema of the body itself",
            found.name
        );
        let mut flawed = ArgumentOverride::default();
        flawed.flaw = Some((found.pointer, reason));
        Some((found.name, flawed))
    }

    /// The type of a component some of whose properties are files in a multipart body. In JSON
    /// they would be strings, so it is a type of its own, and the same for the same files.
    fn with_files(&mut self, key: &str, raw: &RawBody<'_>) -> Type {
        let files: Vec<&str> = match &raw.format {
            RawFormat::Multipart(_, encodings) => encodings
                .iter()
                .filter(|(_, encoding)| encoding.is_file)
                .map(|(name, _)| name.as_str())
                .collect(),
            _ => Vec::new(),
        };
        let definition = self.types.definitions().get(key);
        let pointer = definition.map_or("", |definition| definition.pointer.as_str());
        let pointer = format!("{pointer}#{}", files.join(","));
        self.types.lower_form(&raw.schema, key, &pointer)
    }

    fn lower_format(
        &mut self,
        raw: RawFormat,
        schema: &Value,
        names: &Names,
        context: Context<'_>,
        arguments: &mut Arguments,
        idents: &mut Scope,
    ) -> BodyFormat {
        match raw {
            RawFormat::Json(mut kinds) if kinds.len() == 1 => {
                BodyFormat::Json(kinds.pop().unwrap_or_default())
            }
            RawFormat::Json(kinds) => {
                let field = self.add_content_type(&kinds, context, arguments, idents);
                BodyFormat::JsonEither(field, kinds)
            }
            RawFormat::Form(encodings) => BodyFormat::Form(encodings),
            RawFormat::Multipart(name, encodings) => BodyFormat::Multipart(name, encodings),
            RawFormat::Parts(name, parts) => BodyFormat::Parts(name, parts.first, parts.rest),
            RawFormat::Sequence(sequence, name) => BodyFormat::Sequence(sequence, name),
            RawFormat::Xml(name) => {
                let root = self.xml.add_body(schema, &names.constant);
                if root.name == UNNAMED_ROOT {
                    self.diagnostics.warning(context.pointer, NO_ROOT);
                }
                BodyFormat::Xml(name, root)
            }
            RawFormat::Text(name) => BodyFormat::Text(name),
            RawFormat::Binary(kinds) => BodyFormat::Binary(kinds),
        }
    }

    /// The argument that chooses one of several media types.
    fn add_content_type(
        &mut self,
        names: &[String],
        context: Context<'_>,
        arguments: &mut Arguments,
        idents: &mut Scope,
    ) -> Field {
        let doc = format!("Media type of the body; `{}` by default.", names[0]);
        let schema = json!({"type": "string", "enum": names, "description": doc});
        let wire = arguments.claim_name("content_type", "body");
        let pointer = format!("{}#content_type", context.pointer);
        let context = Context {
            name: "content type",
            pointer: &pointer,
            ..context
        };
        let ty = self.types.lower_schema(&schema, context);
        arguments.add_argument(&wire, schema, false);
        Field {
            ident: idents.claim([field_name(&wire)]),
            wire,
            ty,
            required: false,
            doc,
        }
    }
}

/// The places of `x-mcp` below the properties of a body, in what stands in its own schema.
fn deep_x_mcp(schema: &Value, pointer: &str, found: &mut Vec<String>) {
    let mut inner = Vec::new();
    let members = schema.as_object().into_iter().flatten();
    for (keyword, value) in members {
        let place = format!("{pointer}/{keyword}");
        match (keyword.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                let properties = properties.iter();
                inner.extend(
                    properties.map(|(name, value)| (value, format!("{place}/{}", escape(name)))),
                );
            }
            ("items" | "additionalProperties", value) => inner.push((value, place)),
            _ => {}
        }
    }
    for (value, place) in inner {
        let holds = value.get("properties").and_then(Value::as_object);
        for (name, property) in holds.into_iter().flatten() {
            if property.get("x-mcp").is_some() {
                found.push(format!("{place}/properties/{}/x-mcp", escape(name)));
            }
        }
        deep_x_mcp(value, &place, found);
    }
}

/// Whether something beside a reference restricts what it refers to: that has no place among the
/// arguments where the properties stand there.
fn is_narrowed(schema: &Value) -> bool {
    let mut keywords = schema.as_object().into_iter().flatten();
    reference_key(schema).is_some()
        && keywords.any(|(keyword, _)| {
            !matches!(keyword.as_str(), "$ref" | "type") && !is_annotation_keyword(keyword)
        })
}
