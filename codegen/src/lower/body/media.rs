//! Media types of request bodies: the form that each asks for, and which of several is preferred. Takes the name of the
//! media type and what its schema says, and knows nothing of operations.

use indexmap::IndexMap;
use serde_json::Value;

use super::super::types::{Kind as Class, classify};
use super::files;
use crate::model::{Definition, Sequence, Type, is_json_media_type, is_token};
use crate::schema::keyword::declared_types;
use crate::schema::resolve_reference;

/// The form in which a body of some media type is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Json,
    Form,
    Multipart,
    /// A list in multipart.
    Parts,
    Sequence(Sequence),
    Xml,
    Text,
    Binary,
}

/// What a schema says about the form of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Unstated,
    File,
    Text,
    List,
    /// Anything else but a string.
    Structured,
}

/// A media type or range of a spec; one that is not legal is `*/*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Media {
    /// As it is written, trimmed.
    pub(super) written: String,
    /// Type and subtype in lower case.
    pub(super) essence: String,
}

impl Media {
    pub(super) fn parse_media_type(name: &str) -> Self {
        let written = name.trim();
        let essence = written.split(';').next().unwrap_or_default().trim();
        if is_legal(essence) && written.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            Self {
                written: written.to_owned(),
                essence: essence.to_ascii_lowercase(),
            }
        } else {
            Self {
                // An illegal media type cannot be sent as a header, so the form follows from the
                // schema alone.
                written: "*/*".to_owned(),
                essence: "*/*".to_owned(),
            }
        }
    }

    pub(super) fn is_range(&self) -> bool {
        self.essence.contains('*')
    }

    /// The form that the media type asks for; where it asks for none, that of the schema: a string
    /// is text, a file or nothing at all is bytes, anything else is JSON.
    pub(super) fn body_kind(&self, content: Content) -> Kind {
        let essence = self.essence.as_str();
        let is_structured = matches!(content, Content::List | Content::Structured);
        if content == Content::List
            && let Some(sequence) = Sequence::from_essence(essence)
        {
            return Kind::Sequence(sequence);
        }
        match (essence, content) {
            ("application/x-www-form-urlencoded", _) => Kind::Form,
            _ if essence.starts_with("multipart/") => {
                if content == Content::List && essence != "multipart/form-data" {
                    Kind::Parts
                } else {
                    Kind::Multipart
                }
            }
            // A file is sent as its own bytes, whatever its media type (OpenAPI 3.0.4, "Working with Binary
            // Data").
            (_, Content::File) if self.is_json() => Kind::Binary,
            _ if self.is_json() => Kind::Json,
            _ if is_xml(essence) && is_structured => Kind::Xml,
            (_, Content::File) if is_xml(essence) => Kind::Binary,
            _ if is_xml(essence) || is_text(essence) => Kind::Text,
            _ if is_structured => Kind::Json,
            // Nothing is known of the body, and JSON is what most APIs mean by that.
            ("*/*" | "application/*", Content::Unstated) => Kind::Json,
            (_, Content::Text) if !is_bytes(essence) => Kind::Text,
            _ => Kind::Binary,
        }
    }

    /// How much the media type is preferred in that form, less is better: JSON, forms, XML, what
    /// only its schema makes JSON, text, bytes. `has_file`: its schema has or is a file, which is
    /// neither JSON nor text.
    pub(super) fn preference_rank(&self, kind: Kind, has_file: bool) -> u8 {
        match kind {
            Kind::Json | Kind::Text if has_file => 45,
            Kind::Binary if has_file => 35 + u8::from(self.is_json()),
            Kind::Json => match self.essence.as_str() {
                "application/json" => 0,
                "application/merge-patch+json" => 1,
                name if name.ends_with("+json") && !self.is_range() => 2,
                _ if self.is_json() => 3,
                "*/*" | "application/*" => 4,
                _ => 30,
            },
            Kind::Sequence(_) => 5,
            Kind::Multipart | Kind::Parts if has_file => 10,
            Kind::Form => 11,
            Kind::Multipart | Kind::Parts => 12,
            Kind::Xml => 20,
            Kind::Text => 40,
            Kind::Binary => 50,
        }
    }

    /// JSON, or a kind of JSON.
    pub(super) fn is_json(&self) -> bool {
        is_json_media_type(&self.essence)
    }

    /// One of the ways to say what changes (RFC 6902, RFC 7396, Kubernetes).
    pub(super) fn is_patch(&self) -> bool {
        self.essence.ends_with("patch+json")
    }

    /// The media type to send JSON as.
    pub(super) fn for_json(&self) -> String {
        self.concrete_or("application/json")
    }

    /// The media type to send a multipart body as, `usual` where any will do: the boundary follows.
    pub(super) fn for_multipart(&self, usual: &str) -> String {
        if self.is_range() {
            // A boundary must follow, and a range cannot have one.
            return usual.to_owned();
        }
        let parameters = self.written.split(';').skip(1).map(str::trim);
        let kept = parameters.filter(|parameter| {
            let name = parameter.split('=').next().unwrap_or_default();
            // The executor chooses a boundary that does not occur in the parts.
            !name.is_empty() && !name.eq_ignore_ascii_case("boundary")
        });
        kept.fold(self.essence.clone(), |name, parameter| {
            format!("{name}; {parameter}")
        })
    }

    /// The media type to send text as, which is UTF-8; as the spec writes it where it says so.
    pub(super) fn for_text(&self) -> String {
        let name = self.concrete_or("text/plain");
        if !name.to_ascii_lowercase().starts_with("text/") {
            return name;
        }
        let is_charset = |part: &&str| part.trim().to_ascii_lowercase().starts_with("charset=");
        if name
            .split(';')
            .any(|part| part.trim().eq_ignore_ascii_case("charset=utf-8"))
        {
            return name;
        }
        let mut parts: Vec<&str> = name.split(';').filter(|part| !is_charset(part)).collect();
        // Arguments are Unicode. Another charset in the spec is replaced, because the bytes that
        // are sent are UTF-8.
        parts.push(" charset=utf-8");
        parts.join(";")
    }

    /// The media type to send items in a row as.
    pub(super) fn for_sequence(&self, sequence: Sequence) -> String {
        self.concrete_or(match sequence {
            Sequence::JsonLines => "application/jsonl",
            Sequence::JsonRecords => "application/json-seq",
            Sequence::Events => "text/event-stream",
        })
    }

    /// The media type to send XML as.
    pub(super) fn for_xml(&self) -> String {
        self.concrete_or("application/xml")
    }

    fn concrete_or(&self, concrete: &str) -> String {
        if self.is_range() {
            concrete.to_owned()
        } else {
            self.written.clone()
        }
    }
}

impl Content {
    pub(super) fn from_schema(
        schema: Option<&Value>,
        definitions: &IndexMap<String, Definition>,
    ) -> Self {
        let Some(schema) = schema.map(|schema| resolve_reference(schema, definitions)) else {
            return Self::Unstated;
        };
        if files::file_from_schema(schema, definitions).is_some() && !is_array(schema) {
            return Self::File;
        }
        if is_list(schema) {
            return Self::List;
        }
        match without_null(classify(schema, definitions)) {
            Class::List(_) => Self::List,
            Class::Symbols(_) | Class::Scalar(Type::String) => Self::Text,
            Class::Scalar(Type::Json) => Self::Unstated,
            Class::Alias(inner) if inner != *schema => Self::from_schema(Some(&inner), definitions),
            _ => Self::Structured,
        }
    }
}

fn without_null(class: Class) -> Class {
    match class {
        Class::Nullable(inner) => *inner,
        other => other,
    }
}

/// Whether a schema says itself that its values are lists.
fn is_list(schema: &Value) -> bool {
    let types = schema.as_object().map(declared_types).unwrap_or_default();
    let mut others = types.into_iter().filter(|name| *name != "null");
    others.next() == Some("array") && others.next().is_none()
}

fn is_array(schema: &Value) -> bool {
    schema
        .as_object()
        .is_some_and(|object| declared_types(object).contains(&"array"))
}

/// A media type or range (RFC 9110, 8.3.1).
pub(in crate::lower) fn is_legal(essence: &str) -> bool {
    essence
        .split_once('/')
        .is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

pub(super) fn is_xml(essence: &str) -> bool {
    essence.ends_with("/xml") || essence.ends_with("+xml")
}

/// Formats that people write.
pub(super) fn is_text(essence: &str) -> bool {
    const SUBTYPES: [&str; 16] = [
        "yaml",
        "x-yaml",
        "vnd.yaml",
        "toml",
        "graphql",
        "javascript",
        "x-javascript",
        "ecmascript",
        "sql",
        "jsonl",
        "ndjson",
        "x-ndjson",
        "x-jsonlines",
        "json-seq",
        "jwt",
        "sdp",
    ];
    let subtype = essence.split_once('/').map_or("", |(_, subtype)| subtype);
    essence.starts_with("text/") || subtype.ends_with("+yaml") || SUBTYPES.contains(&subtype)
}

/// Formats that nobody writes by hand, whatever the schema calls a string.
fn is_bytes(essence: &str) -> bool {
    const TYPES: [&str; 5] = ["image/", "audio/", "video/", "font/", "model/"];
    const SUBTYPES: [&str; 11] = [
        "octet-stream",
        "pdf",
        "zip",
        "gzip",
        "x-gzip",
        "x-tar",
        "x-7z-compressed",
        "cbor",
        "msgpack",
        "protobuf",
        "x-protobuf",
    ];
    let subtype = essence.split_once('/').map_or("", |(_, subtype)| subtype);
    TYPES.iter().any(|kind| essence.starts_with(kind))
        || subtype.ends_with("+zip")
        || SUBTYPES.contains(&subtype)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(name: &str, content: Content) -> Kind {
        Media::parse_media_type(name).body_kind(content)
    }

    #[test]
    fn names_decide_whatever_their_case_and_parameters() {
        use Content::{File, Structured, Text, Unstated};
        assert_eq!(kind("Application/JSON; charset=utf-8", Text), Kind::Json);
        assert_eq!(kind("application/vnd.api+json", Structured), Kind::Json);
        assert_eq!(
            kind("application/x-www-form-urlencoded;charset=UTF-8", Unstated),
            Kind::Form
        );
        assert_eq!(kind("multipart/mixed", File), Kind::Multipart);
        assert_eq!(kind("application/atom+xml", Structured), Kind::Xml);
        assert_eq!(kind("application/xml", Text), Kind::Text);
        assert_eq!(kind("text/csv", File), Kind::Text);
        // OpenAPI 3.0.4, "Working with Binary Data": the file's own bytes.
        assert_eq!(kind("application/json", File), Kind::Binary);
        assert_eq!(kind("image/png", Text), Kind::Binary);
        assert_eq!(kind("application/x-ndjson", Text), Kind::Text);
        assert_eq!(kind("application/x-ndjson", Structured), Kind::Text);
    }

    #[test]
    fn lists_are_sent_in_a_row() {
        use Content::List;
        for (name, sequence) in [
            ("application/jsonl", Sequence::JsonLines),
            ("application/x-ndjson", Sequence::JsonLines),
            ("application/json-seq", Sequence::JsonRecords),
            ("Application/Geo+JSON-Seq", Sequence::JsonRecords),
            ("text/event-stream; charset=utf-8", Sequence::Events),
        ] {
            assert_eq!(kind(name, List), Kind::Sequence(sequence), "{name}");
        }
        assert_eq!(kind("multipart/mixed", List), Kind::Parts);
        assert_eq!(kind("multipart/form-data", List), Kind::Multipart);
        assert_eq!(kind("application/json", List), Kind::Json);
        assert_eq!(kind("application/xml", List), Kind::Xml);
        assert_eq!(kind("application/vnd.x", List), Kind::Json);
    }

    #[test]
    fn schemas_decide_where_names_do_not() {
        use Content::{File, Structured, Text, Unstated};
        for name in ["application/vnd.x", "foo/bar"] {
            assert_eq!(kind(name, Structured), Kind::Json);
            assert_eq!(kind(name, Text), Kind::Text);
            assert_eq!(kind(name, File), Kind::Binary);
            assert_eq!(kind(name, Unstated), Kind::Binary);
        }
        for name in ["*/*", "application/*", "json", "a\r\nb/c", ""] {
            assert_eq!(kind(name, Structured), Kind::Json, "{name}");
            assert_eq!(kind(name, Unstated), Kind::Json, "{name}");
            assert_eq!(kind(name, Text), Kind::Text, "{name}");
            assert_eq!(kind(name, File), Kind::Binary, "{name}");
        }
    }

    #[test]
    fn what_is_sent_is_no_range() {
        assert_eq!(
            Media::parse_media_type("*/*").for_json(),
            "application/json"
        );
        assert_eq!(
            Media::parse_media_type("application/*+json").for_json(),
            "application/json"
        );
        assert_eq!(
            Media::parse_media_type("text/*").for_text(),
            "text/plain; charset=utf-8"
        );
        assert_eq!(
            Media::parse_media_type("text/csv; header=present; charset=latin1").for_text(),
            "text/csv; header=present; charset=utf-8"
        );
        assert_eq!(
            Media::parse_media_type("text/plain;charset=UTF-8").for_text(),
            "text/plain;charset=UTF-8"
        );
        assert_eq!(
            Media::parse_media_type("application/yaml").for_text(),
            "application/yaml"
        );
        assert_eq!(
            Media::parse_media_type("Multipart/Form-Data; boundary=x")
                .for_multipart("multipart/form-data"),
            "multipart/form-data"
        );
        assert_eq!(
            Media::parse_media_type("multipart/related; type=text/xml; Boundary=x; start=a")
                .for_multipart(""),
            "multipart/related; type=text/xml; start=a"
        );
        assert_eq!(
            Media::parse_media_type("multipart/*").for_multipart("multipart/mixed"),
            "multipart/mixed"
        );
        assert_eq!(
            Media::parse_media_type("application/*+json-seq").for_sequence(Sequence::JsonRecords),
            "application/json-seq"
        );
    }
}
