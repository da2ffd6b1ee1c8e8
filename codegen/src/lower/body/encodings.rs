//! The `encoding` of forms and multipart bodies, as far as it is not the default.

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::super::types::{Kind, classify, object_of};
use super::files::{self, File};
use super::media::is_legal;
use crate::model::{
    Definition, ParameterStyle, PropertyEncoding, Type, is_json_media_type, is_token,
};
use crate::normalize::{Encoding, MediaType};
use crate::schema::resolve_reference;
use crate::schema::{Schema, SchemaId};

/// The encodings of a form.
pub(in crate::lower) fn form_encodings(
    encodings: &IndexMap<String, Encoding>,
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> Vec<(String, PropertyEncoding)> {
    let object = object_of(schema, definitions).unwrap_or_default();
    let properties = object.get("properties").and_then(Value::as_object);
    let of_property = |(name, encoding): (&String, &Encoding)| {
        let property = properties.and_then(|properties| properties.get(name));
        let is_flat = property.is_some_and(|schema| is_flat(schema, definitions));
        (name.clone(), form_property(encoding, is_flat))
    };
    let found = encodings.iter().map(of_property).collect();
    keep_needed_entries(found, properties)
}

/// The entries that the generated table needs. Defaults cost an entry and say nothing, unless a property spreads its
/// members: no member may be sent as another property, not even as one that is hidden from callers.
fn keep_needed_entries(
    mut found: IndexMap<String, PropertyEncoding>,
    properties: Option<&Map<String, Value>>,
) -> Vec<(String, PropertyEncoding)> {
    let spreads = |encoding: &PropertyEncoding| {
        matches!(
            encoding.style,
            Some(ParameterStyle::FormExploded | ParameterStyle::DeepObject)
        )
    };
    if found.values().any(spreads) {
        for name in properties.into_iter().flat_map(Map::keys) {
            found.entry(name.clone()).or_default();
        }
    } else {
        found.retain(|_, encoding| *encoding != PropertyEncoding::default());
    }
    found.into_iter().collect()
}

fn form_property(encoding: &Encoding, is_flat: bool) -> PropertyEncoding {
    let is_json = encoding
        .content_type
        .as_deref()
        .is_some_and(is_json_media_type);
    PropertyEncoding {
        style: match encoding.style {
            None if is_json => Some(ParameterStyle::Json),
            // It is the default for scalars and lists, and a default costs no entry in the
            // generated table.
            Some(ParameterStyle::FormExploded) if is_flat => None,
            style => style,
        },
        allow_reserved: encoding.allow_reserved,
        ..PropertyEncoding::default()
    }
}

/// Whether a schema has values whose default style is `form` with explode: all but objects.
fn is_flat(schema: &Value, definitions: &IndexMap<String, Definition>) -> bool {
    match classify(resolve_reference(schema, definitions), definitions) {
        Kind::List(_) | Kind::Symbols(_) | Kind::Codes(_) => true,
        Kind::Scalar(ty) => ty != Type::Json,
        _ => false,
    }
}

/// How the parts of a multipart body are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// By the names of properties.
    Property,
    /// Not at all, unless a header does.
    Position,
}

/// What the encodings of a multipart body are made from.
pub(super) struct Multipart<'a> {
    pub(super) media: &'a MediaType,
    pub(super) definitions: &'a IndexMap<String, Definition>,
    pub(super) schemas: &'a [Schema],
    pub(super) untyped_parts_are_files: bool,
    /// Whether `style` counts, which it does in forms alone (OpenAPI 3.1.1, "Encoding Object").
    pub(super) has_styles: bool,
}

impl Multipart<'_> {
    /// The encodings, and the schema of the arguments.
    pub(super) fn read_properties(
        &self,
        schema: &Value,
    ) -> (Value, Vec<(String, PropertyEncoding)>) {
        let mut found = Vec::new();
        let argument = match files::file_from_schema(schema, self.definitions) {
            Some(file) => {
                let argument = file.argument.clone();
                found.push(("file".to_owned(), file));
                argument
            }
            None => files::replace_file_properties(
                schema,
                self.definitions,
                &|name, property| self.file_of_property(self.media.encoding.get(name), property),
                &mut found,
            ),
        };
        let mut encodings: IndexMap<String, PropertyEncoding> = found
            .into_iter()
            .map(|(name, file)| {
                let encoding = PropertyEncoding {
                    content_type: file.media_type,
                    is_file: true,
                    ..PropertyEncoding::default()
                };
                (name, encoding)
            })
            .collect();
        let object = object_of(schema, self.definitions).unwrap_or_default();
        let properties = object.get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            if let Some(content_type) = self.encoded_text(property) {
                encodings.entry(name.clone()).or_default().content_type = content_type;
            }
        }
        for (name, stated) in &self.media.encoding {
            let encoding = encodings.entry(name.clone()).or_default();
            self.apply_stated(stated, encoding, Naming::Property);
            let property = properties.and_then(|properties| properties.get(name));
            let is_flat = property.is_some_and(|schema| is_flat(schema, self.definitions));
            // Files and lists are parts of their own by default.
            if encoding.is_file || is_flat && encoding.style == Some(ParameterStyle::FormExploded) {
                encoding.style = None;
            }
        }
        (argument, keep_needed_entries(encodings, properties))
    }

    pub(super) fn apply_stated(
        &self,
        stated: &Encoding,
        encoding: &mut PropertyEncoding,
        naming: Naming,
    ) {
        let content_types = stated.content_type.as_deref().unwrap_or_default();
        let content_type = if encoding.is_file {
            accepted_types(content_types)
        } else {
            first_concrete(content_types).unwrap_or_default().to_owned()
        };
        if !content_type.is_empty() {
            encoding.content_type = content_type;
        }
        encoding.style = stated.style.filter(|_| self.has_styles);
        encoding.headers = self.fixed_headers(stated, naming);
    }

    /// A property is a file by its schema; or, where it has no schema to speak of, by its content type
    /// (OpenAPI 3.1.0, "Considerations for File Uploads") or since none is stated (3.1.1, "Encoding
    /// Object", `contentType`).
    pub(super) fn file_of_property(
        &self,
        stated: Option<&Encoding>,
        property: &Value,
    ) -> Option<File> {
        if let Some(file) = files::file_from_schema(property, self.definitions) {
            return Some(file);
        }
        let stated = stated.and_then(|stated| stated.content_type.as_deref());
        let is_file = match stated {
            None => self.untyped_parts_are_files,
            Some(stated) => {
                // `contentType` may be a list of accepted types; the first is the one that is meant
                // to be sent.
                let first = stated.split(',').next().unwrap_or_default().trim();
                !is_json_media_type(first) && !first.starts_with("text/")
            }
        };
        is_file.then(|| self.untyped_file(property)).flatten()
    }

    /// The file that a property without a type is, or the files that its items are.
    fn untyped_file(&self, property: &Value) -> Option<File> {
        let resolved = resolve_reference(property, self.definitions);
        if let (Some("array"), Some(items)) = (
            resolved.get("type").and_then(Value::as_str),
            resolved.get("items"),
        ) {
            let file = self.untyped_file(items)?;
            let mut argument = resolved.clone();
            argument["items"] = file.argument;
            return Some(File { argument, ..file });
        }
        let is_open = resolved.get("type").is_none()
            && matches!(
                classify(resolved, self.definitions),
                Kind::Scalar(Type::Json)
            );
        is_open.then(|| files::undescribed_file(resolved))
    }

    /// The content type of a property that is text for bytes, if nothing else is stated (OpenAPI 3.1.1,
    /// "Encoding Object", `contentType`).
    fn encoded_text(&self, property: &Value) -> Option<String> {
        let mut resolved = resolve_reference(property, self.definitions);
        if let Some(items) = resolved.get("items") {
            resolved = resolve_reference(items, self.definitions);
        }
        let is_encoded = resolved.get("contentEncoding").is_some();
        let media_type = resolved.get("contentMediaType").and_then(Value::as_str);
        let media_type = media_type.filter(|name| is_legal(name));
        (is_encoded && !crate::schema::file_argument::is_file_argument(resolved.as_object()?))
            .then(|| media_type.unwrap_or("application/octet-stream").to_owned())
    }

    /// Headers whose value the spec itself gives: no argument could.
    fn fixed_headers(&self, stated: &Encoding, naming: Naming) -> Vec<(String, String)> {
        stated
            .headers
            .iter()
            .filter(|(name, _)| !is_ours(name, naming))
            .filter_map(|(name, schema)| Some((name.clone(), self.fixed_value(name, (*schema)?)?)))
            .collect()
    }

    fn fixed_value(&self, name: &str, schema: SchemaId) -> Option<String> {
        let schema = &schema.find_in(self.schemas)?.value;
        let schema = resolve_reference(schema, self.definitions);
        let only = match schema
            .get("enum")
            .and_then(Value::as_array)
            .map(Vec::as_slice)
        {
            Some([only]) => Some(only),
            _ => None,
        };
        let value = schema.get("const").or(only).or(schema.get("default"))?;
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(_) | Value::Bool(_) => value.to_string(),
            _ => return None,
        };
        // A line break in a value would begin another header (RFC 9110, section 5.5).
        (is_token(name) && !text.contains(char::is_control)).then_some(text)
    }
}

/// The headers that the body writes itself.
fn is_ours(name: &str, naming: Naming) -> bool {
    name.eq_ignore_ascii_case("content-type")
        || (naming == Naming::Property && name.eq_ignore_ascii_case("content-disposition"))
}

/// The first of a list of media types that is no range.
fn first_concrete(content_types: &str) -> Option<&str> {
    legal_types(content_types).find(|name| !name.contains('*'))
}

/// The media types and ranges of a list, among which a file's own may be.
fn accepted_types(content_types: &str) -> String {
    legal_types(content_types).collect::<Vec<_>>().join(", ")
}

fn legal_types(content_types: &str) -> impl Iterator<Item = &str> {
    content_types.split(',').map(str::trim).filter(|name| {
        let essence = name.split(';').next().unwrap_or_default().trim();
        is_legal(essence) && !name.contains(char::is_control)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::Builder;
    use crate::model::{BodyFormat, ParameterStyle};
    use crate::source::Source;

    /// The style of the list `l` in a body of that media type.
    fn style_in(media_type: &str) -> Option<ParameterStyle> {
        let schema = json!({"type": "object", "properties": {
            "l": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "integer"}}}},
        }});
        let encoding =
            json!({"l": {"style": "form", "explode": false, "contentType": "application/json"}});
        let content = json!({media_type: {"schema": schema, "encoding": encoding}});
        let spec = json!({"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "paths": {"/pets": {
            "post": {"operationId": "add", "requestBody": {"content": content}, "responses": {}},
        }}});
        let source = Source::from_text("pets.json", spec.to_string()).expect("is JSON");
        let compiled = Builder::new("pets.json").compile_source(source, &mut |_| {});
        let compiled = compiled.expect("is a spec");
        let body = compiled.api().operations[0].body.as_ref().expect("has one");
        let BodyFormat::Multipart(_, encodings) = &body.format else {
            panic!("{:?}", body.format);
        };
        encodings[0].1.style
    }

    #[test]
    fn a_style_counts_in_forms_alone() {
        assert_eq!(style_in("multipart/form-data"), Some(ParameterStyle::Form));
        assert_eq!(style_in("multipart/mixed"), None);
    }
}
