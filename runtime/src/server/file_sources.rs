//! The ways to name a file in arguments (a path, a URI) that the operator has allowed, added to the schemas of `tools/list`.
//!
//! The compiler writes the schemas without them, since it cannot know what an operator allows.

use serde_json::json;

use crate::http::HttpExecutor;
use crate::value::Json;

/// The ways to name a file instead of sending it, which the operator allows or not.
#[derive(Debug, Default)]
pub(super) struct FileSources {
    path: Option<String>,
    uri: Option<String>,
}

/// The properties by which the compiler shows a file.
const FILE: [&str; 4] = ["content", "text", "filename", "mediaType"];

impl FileSources {
    pub(super) const fn none() -> Self {
        Self {
            path: None,
            uri: None,
        }
    }

    /// Whether no way is allowed.
    pub(super) fn is_empty(&self) -> bool {
        self.path.is_none() && self.uri.is_none()
    }

    pub(super) fn from_executor(executor: &HttpExecutor) -> Self {
        let (path, uri) = executor.allowed_files();
        Self { path, uri }
    }

    /// Adds them wherever a schema has a file.
    pub(super) fn add_to(&self, schema: &mut serde_json::Map<String, Json>) {
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
        let shown = |ways: FileSources| {
            let mut schema = schema.as_object().cloned().unwrap_or_default();
            ways.add_to(&mut schema);
            Json::Object(schema)
        };
        assert_eq!(shown(FileSources::default()), schema);
        let shown = shown(FileSources {
            path: Some("a file in /srv".to_owned()),
            uri: None,
        });
        let file = &shown["properties"]["photos"]["items"]["properties"];
        assert_eq!(file["path"]["description"], "a file in /srv");
        assert!(file.get("uri").is_none());
        assert_eq!(shown["properties"]["content"], json!({}));
    }
}
