//! A part of an endpoint's input schema, found by a JSON pointer (RFC 6901). It is for schemas that are too large
//! to be read at once, and for levels that a tool does not list.
//!
//! The part is read from the text of the schema when a caller asks for it, so that no endpoint costs more to
//! compile. This has nothing to do with validation, which uses static tables: no call parses a schema.

use serde_json::{Map, json};

use crate::json::{Json, push_escaped, unescape_token};

/// Bytes of a part, about 4,000 tokens. What does not fit is described, with the pointer that asks for it.
const MAX_PART_BYTES: usize = 16 * 1024;

/// Levels of properties, tried in turn until the part is small enough.
const LEVELS: [usize; 7] = [8, 5, 4, 3, 2, 1, 0];

/// Levels of JSON in a part. The writer is recursive, and a chain of definitions may be as long as the spec.
const MAX_DEPTH: usize = 100;

/// References in a row that are followed.
const MAX_REFERENCES: usize = 32;

/// Schemas that are looked into for one token of a pointer.
const MAX_BRANCHES: usize = 1_000;

/// Names that an error or a description lists.
const MAX_NAMES: usize = 200;

/// Characters of a caller's token that an error repeats.
const MAX_TOKEN: usize = 100;

/// Keywords whose values are data: a member `$ref` in them is not a reference.
const DATA: [&str; 4] = ["enum", "const", "default", "examples"];

/// Keywords whose schemas describe the same value as the schema that they stand in.
const COMPOSITIONS: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// The part of a schema at a pointer, or what is wrong with the pointer.
///
/// The pointer leads through references and through the members of `allOf`, `anyOf` and `oneOf` as if they were
/// not there: callers may know the schema in its listed form, in which these are merged. If several members of a
/// composition have what the pointer names, the answer is a list of them.
pub(super) fn read_part(root: &Json, pointer: &str) -> Result<Json, String> {
    let found = follow_pointer(root, pointer)?;
    for levels in LEVELS {
        let mut writer = PartWriter {
            root,
            open: Vec::new(),
            pointer: pointer.to_owned(),
            room: MAX_PART_BYTES,
            depth: 0,
        };
        let mut parts: Vec<Json> = found
            .iter()
            .map(|part| writer.write_value(part, levels))
            .collect();
        if writer.room > 0 {
            let only = if parts.len() == 1 { parts.pop() } else { None };
            return Ok(only.unwrap_or(Json::Array(parts)));
        }
    }
    // It is not properties that make the part large, but thousands of alternatives or values.
    Ok(json!({"schema_pointer": pointer, "members": list_members(&found)}))
}

/// All that a pointer leads to, which is at least one value.
fn follow_pointer<'r>(root: &'r Json, pointer: &str) -> Result<Vec<&'r Json>, String> {
    let mut found = vec![root];
    if pointer.is_empty() {
        return Ok(found);
    }
    let Some(tokens) = pointer.strip_prefix('/') else {
        return Err("schema_pointer must be empty or start with '/'".to_owned());
    };
    let mut done = String::new();
    for token in tokens.split('/') {
        let name = unescape_token(token);
        let next = follow_token(root, &found, &name);
        if next.is_empty() {
            let place = if done.is_empty() { "the schema" } else { &done };
            let members = list_members(&composed_schemas(root, &found));
            return Err(format!(
                "{place} has no \"{name:.MAX_TOKEN$}\"; it has {members}"
            ));
        }
        found = next;
        done.push('/');
        done.push_str(token);
    }
    Ok(found)
}

/// What has that name in the values themselves, in what they refer to, or else in the schemas that compose them.
fn follow_token<'r>(root: &'r Json, values: &[&'r Json], name: &str) -> Vec<&'r Json> {
    // An object's properties may be spread over a composition and the object beside it.
    if name != "properties" {
        // What stands beside a reference replaces what it leads to, and `$defs` are beside the root's.
        let own = members_of_name(values, name);
        if !own.is_empty() {
            return own;
        }
        let resolved: Vec<&Json> = values
            .iter()
            .map(|value| resolve_references(root, value))
            .collect();
        let referred = members_of_name(&resolved, name);
        if !referred.is_empty() {
            return referred;
        }
    }
    members_of_name(&composed_schemas(root, values), name)
}

fn members_of_name<'r>(values: &[&'r Json], name: &str) -> Vec<&'r Json> {
    let members = values.iter().filter_map(|value| match value {
        Json::Object(object) => object.get(name),
        Json::Array(items) => items.get(name.parse::<usize>().ok()?),
        _ => None,
    });
    members.collect()
}

/// The values, what they refer to, and the schemas that compose them.
fn composed_schemas<'r>(root: &'r Json, values: &[&'r Json]) -> Vec<&'r Json> {
    let mut found: Vec<&Json> = Vec::new();
    let mut open: Vec<&Json> = values.iter().rev().copied().collect();
    while let Some(value) = open.pop() {
        if found.len() >= MAX_BRANCHES || found.iter().any(|known| std::ptr::eq(*known, value)) {
            continue;
        }
        found.push(value);
        open.push(resolve_references(root, value));
        for keyword in COMPOSITIONS.iter().rev() {
            let schemas = value.get(keyword).and_then(Json::as_array);
            open.extend(schemas.into_iter().flatten().rev().take(MAX_BRANCHES));
        }
    }
    found
}

/// The schema that references lead to; anything else is itself.
fn resolve_references<'r>(root: &'r Json, schema: &'r Json) -> &'r Json {
    let mut found = schema;
    for _ in 0..MAX_REFERENCES {
        let reference = found.get("$ref").and_then(Json::as_str);
        let target = reference.and_then(|reference| root.pointer(reference.strip_prefix('#')?));
        match target {
            Some(target) => found = target,
            None => break,
        }
    }
    found
}

/// What a pointer to these values may go on with, in words.
fn list_members(values: &[&Json]) -> String {
    let mut names: Vec<&str> = Vec::new();
    for value in values {
        match value {
            Json::Object(object) => {
                let keys = object.keys().map(String::as_str);
                names.extend(keys.filter(|key| *key != "$ref"));
            }
            Json::Array(items) if !items.is_empty() => {
                return format!("the items 0 to {}", items.len() - 1);
            }
            _ => {}
        }
    }
    names.sort_unstable();
    names.dedup();
    let further = names.len().saturating_sub(MAX_NAMES);
    names.truncate(MAX_NAMES);
    match (names.is_empty(), further) {
        (true, _) => "no members".to_owned(),
        (false, 0) => names.join(", "),
        (false, _) => format!("{} and {further} more", names.join(", ")),
    }
}

/// Writes a part with definitions in the place of references.
struct PartWriter<'r> {
    root: &'r Json,
    /// The definitions that are being written.
    open: Vec<&'r Json>,
    /// Where the writer is.
    pointer: String,
    /// Bytes that may still be written.
    room: usize,
    depth: usize,
}

impl<'r> PartWriter<'r> {
    /// A schema, or a list or map of schemas, with so many levels of properties.
    fn write_value(&mut self, value: &'r Json, levels: usize) -> Json {
        if self.room == 0 {
            return Json::Null;
        }
        match value {
            Json::Object(object) => self.write_object(object, levels),
            Json::Array(items) => {
                let items = items.iter().enumerate();
                items
                    .map(|(index, item)| self.write_member(&index.to_string(), item, levels))
                    .collect()
            }
            data => self.write_data(data),
        }
    }

    fn write_object(&mut self, object: &'r Map<String, Json>, levels: usize) -> Json {
        let Some(reference) = object.get("$ref").filter(|value| value.is_string()) else {
            return self.write_members(object, levels);
        };
        let target = resolve_references(self.root, self.root_of(reference));
        let is_open = self.open.iter().any(|open| std::ptr::eq(*open, target));
        let Json::Object(definition) = target else {
            return self.write_data(target);
        };
        let mut written = if is_open {
            self.describe_schema(definition)
        } else {
            self.open.push(target);
            let written = self.write_members(definition, levels);
            self.open.pop();
            written
        };
        // Annotations beside a reference replace the definition's own.
        if let Json::Object(written) = &mut written {
            for (keyword, value) in object.iter().filter(|(keyword, _)| *keyword != "$ref") {
                let value = self.write_member(keyword, value, levels);
                written.insert(keyword.clone(), value);
            }
        }
        written
    }

    /// What a reference leads to, and itself if it leads nowhere.
    fn root_of(&self, reference: &'r Json) -> &'r Json {
        let pointer = reference.as_str().and_then(|text| text.strip_prefix('#'));
        pointer
            .and_then(|pointer| self.root.pointer(pointer))
            .unwrap_or(reference)
    }

    fn write_members(&mut self, object: &'r Map<String, Json>, levels: usize) -> Json {
        let has_properties = object.get("properties").is_some_and(Json::is_object);
        if self.depth >= MAX_DEPTH || (levels == 0 && has_properties) {
            return self.describe_schema(object);
        }
        let mut written = Map::new();
        // `$defs` is left out: definitions stand in the place of references.
        for (keyword, value) in object.iter().filter(|(keyword, _)| *keyword != "$defs") {
            let value = match value {
                data if DATA.contains(&keyword.as_str()) => self.write_data(data),
                Json::Object(_) if keyword == "properties" => {
                    self.write_member(keyword, value, levels.saturating_sub(1))
                }
                value => self.write_member(keyword, value, levels),
            };
            written.insert(keyword.clone(), value);
        }
        Json::Object(written)
    }

    fn write_member(&mut self, name: &str, value: &'r Json, levels: usize) -> Json {
        // Quotes, a colon and a comma.
        self.use_bytes(name.len() + 4);
        let length = self.pointer.len();
        self.pointer.push('/');
        push_escaped(&mut self.pointer, name);
        self.depth += 1;
        let written = self.write_value(value, levels);
        self.depth -= 1;
        self.pointer.truncate(length);
        written
    }

    /// A schema without what it holds: the names of its properties, and the pointer that asks for it.
    fn describe_schema(&mut self, object: &Map<String, Json>) -> Json {
        let mut described = Map::new();
        for keyword in ["type", "title", "description"] {
            if let Some(value) = object.get(keyword) {
                described.insert(keyword.to_owned(), value.clone());
            }
        }
        if let Some(Json::Object(properties)) = object.get("properties") {
            let names: Vec<&String> = properties.keys().take(MAX_NAMES).collect();
            described.insert("property_names".to_owned(), json!(names));
            described.insert("property_count".to_owned(), json!(properties.len()));
        }
        described.insert("schema_pointer".to_owned(), json!(self.pointer));
        let described = Json::Object(described);
        self.use_bytes(described.to_string().len());
        described
    }

    fn write_data(&mut self, data: &Json) -> Json {
        let bytes = data.to_string().len();
        self.use_bytes(bytes);
        // A value that does not fit is not copied: the part will be written again with fewer levels.
        if self.room == 0 {
            Json::Null
        } else {
            data.clone()
        }
    }

    fn use_bytes(&mut self, bytes: usize) {
        self.room = self.room.saturating_sub(bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMA: &str = r##"{
        "type": "object",
        "properties": {
            "owner": {"$ref": "#/$defs/Owner", "description": "Whose it is."},
            "a/b~c": {"type": "string", "default": {"$ref": "data"}},
            "kind": {"allOf": [
                {"$ref": "#/$defs/Named"},
                {"type": "object", "properties": {"size": {"type": "integer"}}}
            ]}
        },
        "$defs": {
            "Owner": {"type": "object", "description": "A person.", "properties": {
                "name": {"type": "string"},
                "friends": {"type": "array", "items": {"$ref": "#/$defs/Owner"}}
            }},
            "Named": {"type": "object", "properties": {"name": {"type": "string"}}}
        }
    }"##;

    fn parse(schema: &str) -> Json {
        serde_json::from_str(schema).expect("is JSON")
    }

    fn read(pointer: &str) -> Json {
        read_part(&parse(SCHEMA), pointer).expect("is a part")
    }

    fn find_problem(schema: &str, pointer: &str) -> String {
        read_part(&parse(schema), pointer).expect_err("leads nowhere")
    }

    #[test]
    fn a_pointer_leads_through_references() {
        let name = json!({"type": "string"});
        assert_eq!(read("/properties/owner/properties/name"), name);
        assert_eq!(read("/$defs/Owner/properties/name"), name);
        let friend = "/properties/owner/properties/friends/items/properties/friends/items";
        assert_eq!(read(friend)["properties"]["name"], name);
        assert_eq!(
            read("/properties/a~1b~0c"),
            json!({"type": "string", "default": {"$ref": "data"}})
        );
    }

    #[test]
    fn a_pointer_leads_through_compositions() {
        assert_eq!(read("/properties/kind/properties/size/type"), "integer");
        assert_eq!(read("/properties/kind/properties/name/type"), "string");
        assert_eq!(
            read("/properties/kind/allOf/1/properties/size/type"),
            "integer"
        );
        assert_eq!(
            read("/properties/kind/properties"),
            json!([{"name": {"type": "string"}}, {"size": {"type": "integer"}}])
        );
    }

    #[test]
    fn a_definition_within_itself_says_how_to_ask_for_it() {
        let owner = read("/properties/owner");
        assert_eq!(owner["description"], "Whose it is.");
        let friends = &owner["properties"]["friends"]["items"];
        assert_eq!(friends["property_names"], json!(["name", "friends"]));
        let pointer = friends["schema_pointer"].as_str().expect("has one");
        assert_eq!(pointer, "/properties/owner/properties/friends/items");
        assert_eq!(read(pointer)["properties"]["name"]["type"], "string");
        assert!(read("").get("$defs").is_none());
    }

    #[test]
    fn a_wrong_pointer_says_what_there_is() {
        assert_eq!(
            find_problem(SCHEMA, "/properties/owner/properties/nam"),
            "/properties/owner/properties has no \"nam\"; it has friends, name"
        );
        assert_eq!(
            find_problem(SCHEMA, "/propertie"),
            "the schema has no \"propertie\"; it has $defs, properties, type"
        );
        assert_eq!(
            find_problem(SCHEMA, "/properties/kind/allOf/2"),
            "/properties/kind/allOf has no \"2\"; it has the items 0 to 1"
        );
        assert!(find_problem(SCHEMA, "properties").contains("start with '/'"));
        assert!(find_problem(SCHEMA, "/type/x").ends_with("it has no members"));
        assert!(find_problem(SCHEMA, &format!("/{}", "x".repeat(10_000))).len() < 1_000);
        assert!(find_problem("true", "/x").ends_with("it has no members"));
    }

    #[test]
    fn a_part_is_bounded() {
        let leaf: Map<String, Json> = (0..50)
            .map(|index| {
                (
                    format!("leaf{index}"),
                    json!({"type": "string", "maxLength": 9}),
                )
            })
            .collect();
        let mut schema = json!({"type": "object", "properties": leaf});
        for _ in 0..3 {
            let inner: Map<String, Json> = (0..8)
                .map(|index| (format!("node{index}"), schema.clone()))
                .collect();
            schema = json!({"type": "object", "properties": inner});
        }
        let part = read_part(&schema, "").expect("is a part");
        assert!(part.to_string().len() <= MAX_PART_BYTES);
        let node = &part["properties"]["node3"];
        let node = node
            .get("schema_pointer")
            .unwrap_or(&node["properties"]["node0"]["schema_pointer"]);
        let pointer = node.as_str().expect("says how to ask for it");
        assert!(read_part(&schema, pointer).is_ok());

        let values: Vec<String> = (0..9_000).map(|index| format!("value {index}")).collect();
        let wide = json!({"type": "string", "enum": values});
        let part = read_part(&wide, "").expect("is a part");
        assert_eq!(part["members"], "enum, type");
    }

    #[test]
    fn references_that_lead_to_themselves_or_nowhere_end() {
        let schema = r##"{"$ref": "#/$defs/A", "$defs": {
            "A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"},
            "Lost": {"$ref": "#/$defs/None"},
            "Lists": {"anyOf": [{"$ref": "#/$defs/Lists"}, {"items": {"$ref": "#/$defs/Lists"}}]}
        }}"##;
        for pointer in ["", "/$defs/A", "/$defs/Lost", "/$defs/Lists"] {
            let part = read_part(&parse(schema), pointer).expect("is a part");
            assert!(part.to_string().len() < 1_000, "{part}");
        }
        find_problem(schema, "/$defs/Lists/none");
        find_problem(schema, "/$defs/A/none");
    }

    #[test]
    fn a_long_chain_of_definitions_ends() {
        let definitions: Map<String, Json> = (0..5_000)
            .map(|index| {
                let next = format!("#/$defs/d{}", index + 1);
                (format!("d{index}"), json!({"items": {"$ref": next}}))
            })
            .collect();
        let schema = json!({"$ref": "#/$defs/d0", "$defs": definitions});
        let part = read_part(&schema, "").expect("is a part");
        assert!(part.to_string().contains("schema_pointer"));
    }
}
