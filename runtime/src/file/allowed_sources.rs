//! The ways to name a file in arguments (a path, a URI) that the operator has allowed, as schemas show them.
//!
//! The compiler cannot know what an operator allows: the schemas of `tools/list` have neither way, and those that arguments are
//! validated against have both.

use serde_json::json;

use crate::value::Json;

/// The ways to name a file instead of sending it that the operator allows, each with its description.
#[derive(Debug, Default)]
pub(crate) struct AllowedSources {
    pub(crate) path: Option<String>,
    pub(crate) uri: Option<String>,
}

/// The properties by which the compiler shows a file to clients.
const FILE: [&str; 4] = ["content", "text", "filename", "mediaType"];

/// The properties of a file in the schema that arguments are validated against.
#[cfg(feature = "discovery")]
const FILE_WITH_SOURCES: [&str; 6] = ["content", "text", "path", "uri", "filename", "mediaType"];

impl AllowedSources {
    pub(crate) const fn none() -> Self {
        Self {
            path: None,
            uri: None,
        }
    }

    /// Whether no way is allowed.
    pub(crate) fn is_empty(&self) -> bool {
        self.path.is_none() && self.uri.is_none()
    }

    /// Adds them wherever a schema has a file.
    pub(crate) fn add_to(&self, schema: &mut serde_json::Map<String, Json>) {
        if self.is_empty() {
            return;
        }
        if let Some(Json::Object(properties)) = schema.get_mut("properties")
            && properties.keys().eq(FILE)
        {
            for (name, way) in [("path", &self.path), ("uri", &self.uri)] {
                if let Some(says) = way {
                    let shown = json!({"type": "string", "description": says});
                    properties.insert(name.to_owned(), shown);
                }
            }
            return;
        }
        schema.values_mut().for_each(|value| self.add_within(value));
    }

    /// Leaves only them where a schema that arguments are validated against has a file.
    #[cfg(feature = "discovery")]
    pub(crate) fn restrict_in(&self, schema: &mut Json) {
        match schema {
            Json::Object(object) => {
                if let Some(Json::Object(properties)) = object.get_mut("properties")
                    && properties.len() == FILE_WITH_SOURCES.len()
                    && FILE_WITH_SOURCES
                        .iter()
                        .all(|name| properties.contains_key(*name))
                {
                    properties.retain(|name, _| FILE.contains(&name.as_str()));
                    let content = json!({"type": "string", "description": "base64; or use text"});
                    properties.insert("content".to_owned(), content);
                    self.add_to(object);
                    return;
                }
                object
                    .values_mut()
                    .for_each(|value| self.restrict_in(value));
            }
            Json::Array(items) => items.iter_mut().for_each(|item| self.restrict_in(item)),
            _ => {}
        }
    }

    fn add_within(&self, value: &mut Json) {
        match value {
            Json::Object(object) => self.add_to(object),
            Json::Array(items) => items.iter_mut().for_each(|item| self.add_within(item)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_shown_where_they_are_open() {
        let file = json!({"type": "object", "properties": {
            "content": {"type": "string"}, "text": {}, "filename": {}, "mediaType": {},
        }});
        let schema = json!({"properties": {"photos": {"items": file}, "content": {}}});
        let shown = |ways: AllowedSources| {
            let mut schema = schema.as_object().cloned().unwrap_or_default();
            ways.add_to(&mut schema);
            Json::Object(schema)
        };
        assert_eq!(shown(AllowedSources::default()), schema);
        let shown = shown(AllowedSources {
            path: Some("a file in /srv".to_owned()),
            uri: None,
        });
        let file = &shown["properties"]["photos"]["items"]["properties"];
        assert_eq!(file["path"]["description"], "a file in /srv");
        assert!(file.get("uri").is_none());
        assert_eq!(shown["properties"]["content"], json!({}));
    }

    #[test]
    #[cfg(feature = "discovery")]
    fn only_allowed_ones_stay() {
        let text = || json!({"type": "string"});
        let file = json!({"type": ["string", "object"], "properties": {
            "content": text(), "text": text(), "path": text(), "uri": text(), "filename": text(), "mediaType": text(),
        }});
        let restricted = |sources: AllowedSources| {
            let mut schema = json!({"properties": {"photo": file, "path": text()}});
            sources.restrict_in(&mut schema);
            schema
        };
        let none = restricted(AllowedSources::none());
        let names = |schema: &Json| {
            let properties = schema["properties"]["photo"]["properties"].as_object();
            let properties = properties.cloned().unwrap_or_default();
            properties.keys().cloned().collect::<Vec<_>>()
        };
        assert_eq!(names(&none), FILE);
        assert_eq!(none["properties"]["path"], text());
        let one = restricted(AllowedSources {
            path: None,
            uri: Some("an https URL".to_owned()),
        });
        assert_eq!(
            names(&one),
            ["content", "text", "filename", "mediaType", "uri"]
        );
    }
}
