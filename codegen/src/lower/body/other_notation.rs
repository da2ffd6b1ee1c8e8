//! Bodies and parts whose media type asks for a notation that the runtime does not write, such as CSV, or XML in a part of a
//! multipart body. They are sent as JSON, which the spec's author should know before the API says so.

use indexmap::IndexMap;
use serde_json::Value;

use super::super::Lowering;
use super::super::types::object_of;
use super::media::{Content, is_text, is_xml};
use super::{RawFormat, parts};
use crate::diagnostics::{Diagnostic, Mark, Severity};
use crate::model::{Definition, PropertyEncoding};
use crate::schema::resolve_reference;

const HELP: &str =
    "describe it as a string, so that callers write the text themselves, or offer JSON as well";

const FORM_HELP: &str =
    "write `multipart/form-data`, or `application/x-www-form-urlencoded` if there are no files";

impl Lowering<'_> {
    /// Warns of what is sent as JSON although its media type is another one.
    pub(super) fn remark_on_other_notation(
        &mut self,
        format: &RawFormat,
        schema: &Value,
        pointer: &str,
    ) {
        let definitions = self.types.definitions();
        let mut help = HELP;
        let found: Vec<String> = match format {
            RawFormat::Json(names) => {
                help = FORM_HELP;
                let forms = names.iter().filter(|name| is_named_like_a_form(name));
                forms.map(|name| describe_form_as_json(name)).collect()
            }
            RawFormat::Text(name) if is_in_other_notation(name, schema, definitions) => {
                vec![describe_stand_in("the body", name)]
            }
            RawFormat::Multipart(_, encodings) => {
                find_parts_in_other_notation(encodings, schema, definitions)
            }
            RawFormat::Parts(_, encodings) => {
                find_items_in_other_notation(encodings, schema, definitions)
            }
            _ => Vec::new(),
        };
        for message in found {
            self.diagnostics.push(Diagnostic {
                severity: Severity::Warning,
                message,
                pointer: pointer.to_owned(),
                mark: Mark::Value,
                help: Some(help.to_owned()),
                operation: None,
            });
        }
    }
}

/// Whether a media type is none of those of forms, but was meant to be one: `application/form-data`.
fn is_named_like_a_form(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    let subtype = essence.rsplit('/').next().unwrap_or_default();
    let names = ["form-data", "x-www-form-urlencoded", "www-form-urlencoded"];
    names.iter().any(|name| subtype.eq_ignore_ascii_case(name))
}

fn describe_form_as_json(media_type: &str) -> String {
    format!("the body is sent as JSON, because `{media_type}` is no media type of forms")
}

fn find_parts_in_other_notation(
    encodings: &[(String, PropertyEncoding)],
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> Vec<String> {
    let object = object_of(schema, definitions).unwrap_or_default();
    let properties = object.get("properties").and_then(Value::as_object);
    let parts = encodings
        .iter()
        .filter(|(_, encoding)| !encoding.is_file && encoding.style.is_none());
    let parts = parts.filter(|(name, encoding)| {
        let property = properties.and_then(|properties| properties.get(name));
        property.is_some_and(|property| {
            // Each item of a list is a part.
            let property = resolve_reference(property, definitions);
            let part = property.get("items").unwrap_or(property);
            is_in_other_notation(&encoding.content_type, part, definitions)
        })
    });
    parts
        .map(|(name, encoding)| {
            describe_stand_in(&format!("the part `{name}`"), &encoding.content_type)
        })
        .collect()
}

fn find_items_in_other_notation(
    encodings: &parts::Encodings,
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> Vec<String> {
    let schema = resolve_reference(schema, definitions);
    let items = schema.get("items");
    let first = schema.get("prefixItems").and_then(Value::as_array);
    let of_item = |index: usize| first.and_then(|first| first.get(index)).or(items);
    let parts = encodings.first.iter().enumerate();
    let parts = parts.map(|(index, encoding)| (format!("item {index}"), encoding, of_item(index)));
    let rest = ("each other item".to_owned(), &encodings.rest, items);
    let parts = parts.chain([rest]).filter(|(_, encoding, item)| {
        let item = item.filter(|_| !encoding.is_file);
        item.is_some_and(|item| is_in_other_notation(&encoding.content_type, item, definitions))
    });
    parts
        .map(|(what, encoding, _)| describe_stand_in(&what, &encoding.content_type))
        .collect()
}

fn describe_stand_in(what: &str, media_type: &str) -> String {
    format!(
        "{what} is sent as JSON, because its schema is not a string, and lists and objects are not written as \
         `{media_type}` there"
    )
}

/// Whether values of a schema have to be written in a notation of their own, of which JSON is no part.
fn is_in_other_notation(
    media_type: &str,
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> bool {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    let essence = essence.to_ascii_lowercase();
    let content = Content::from_schema(Some(schema), definitions);
    let is_structured = matches!(content, Content::List | Content::Structured);
    is_structured && (is_xml(&essence) || is_text(&essence) && !can_be_json(&essence))
}

/// Text that says nothing of its notation, and languages in which JSON is an expression.
fn can_be_json(essence: &str) -> bool {
    const PARTS: [&str; 4] = ["yaml", "script", "json", "/plain"];
    PARTS.iter().any(|part| essence.contains(part))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::describe_stand_in;
    use crate::Builder;
    use crate::source::Source;

    /// The warnings about a body of that content.
    fn list_warnings(content: &Value) -> Vec<String> {
        warnings_of_version("3.1.0", content)
    }

    fn warnings_of_version(version: &str, content: &Value) -> Vec<String> {
        let spec = json!({"openapi": version, "info": {"title": "Pets", "version": "1"}, "paths": {"/pets": {
            "post": {"operationId": "add", "requestBody": {"content": content}, "responses": {"204": {"description": "Done."}}},
        }}});
        let source = Source::from_text("pets.json", spec.to_string()).expect("is JSON");
        let compiled = Builder::new("pets.json").compile_source(source, &mut |_| {});
        let compiled = compiled.expect("is a spec");
        let diagnostics = compiled.diagnostics().iter();
        diagnostics.map(|one| one.message.clone()).collect()
    }

    #[test]
    fn lists_and_objects_in_text_are_told() {
        let list = json!({"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string"}}}});
        assert_eq!(
            list_warnings(&json!({"text/csv": {"schema": list}})),
            [
                "the body is sent as JSON, because its schema is not a string, and lists and objects are not written as \
                 `text/csv; charset=utf-8` there"
            ]
        );
        for other in [
            "application/yaml",
            "text/plain",
            "application/json",
            "application/xml",
        ] {
            let named = json!({"type": "array", "items": {"type": "string"}, "xml": {"name": "all", "wrapped": true}});
            assert!(
                list_warnings(&json!({other: {"schema": named}})).is_empty(),
                "{other}"
            );
        }
        assert!(list_warnings(&json!({"text/csv": {"schema": {"type": "string"}}})).is_empty());
        let both = json!({"text/csv": {"schema": list}, "application/json": {"schema": list}});
        assert!(list_warnings(&both).is_empty());
    }

    #[test]
    fn names_that_were_meant_for_forms_are_told() {
        let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
        assert_eq!(
            list_warnings(&json!({"application/form-data": {"schema": schema}})),
            ["the body is sent as JSON, because `application/form-data` is no media type of forms"]
        );
        for form in [
            "multipart/form-data",
            "application/x-www-form-urlencoded",
            "application/json",
        ] {
            assert!(
                list_warnings(&json!({form: {"schema": schema}})).is_empty(),
                "{form}"
            );
        }
    }

    #[test]
    fn parts_in_xml_are_told() {
        let object = json!({"type": "object", "properties": {"a": {"type": "string"}}});
        let schema = json!({"type": "object", "properties": {
            "meta": object, "more": {"type": "array", "items": object}, "note": {"type": "string"}, "plain": object,
        }});
        let xml = json!({"contentType": "application/xml"});
        let encoding = json!({"meta": xml, "more": xml, "note": xml, "plain": {"contentType": "application/json"}});
        let told = list_warnings(
            &json!({"multipart/form-data": {"schema": schema, "encoding": encoding}}),
        );
        let expected = ["meta", "more"].map(|name| {
            format!(
                "the part `{name}` is sent as JSON, because its schema is not a string, and lists and objects are not \
                 written as `application/xml` there"
            )
        });
        assert_eq!(told, expected);
        let list = json!({"type": "array", "items": object});
        let content = json!({"multipart/mixed": {"schema": list, "itemEncoding": xml}});
        let expected = describe_stand_in("each other item", "application/xml");
        assert_eq!(warnings_of_version("3.2.0", &content), [expected]);
    }
}
