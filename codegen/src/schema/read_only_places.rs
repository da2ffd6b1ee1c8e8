//! Where the `readOnly` properties of a body would be, at any depth: errors name them to callers that have sent one. Takes the
//! schemas as the spec has them, and gives JSON pointers into the body, in which `*` stands for any item or member.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use serde_json::Value;

use super::direction::MarkedPropertyFilter;
use super::keyword::{child_schemas, referenced_key};
use crate::schema::{SchemaId, Schemas};
use crate::source::pointer;

/// So many places are named of one body. The nearest to its root come first.
const MAX_PLACES: usize = 50;

/// So many schemas are looked into for one body: definitions fan out, and each place that refers to one counts.
const MAX_SCHEMAS: usize = 300;

/// So many names and items deep a place is at most.
const MAX_LEVELS: usize = 8;

/// Any item of a list, and any member of a map.
const ANY: &str = "*";

/// The places of the `readOnly` properties of each schema that is sent, if it has some.
pub(crate) fn list_read_only_places(
    schemas: &Schemas,
    sent: &[SchemaId],
) -> BTreeMap<SchemaId, BTreeSet<String>> {
    let mut all = schemas.definitions.values().chain(&schemas.lifted);
    // Most specs have no such property, and large ones have thousands of bodies.
    if !all.any(|schema| has_read_only(&schema.value)) {
        return BTreeMap::new();
    }
    let filter = MarkedPropertyFilter::new(&schemas.definitions, "readOnly");
    let found = sent.iter().filter_map(|id| {
        let schema = &id.find_in(&schemas.lifted)?.value;
        let places = find_places(&filter, schemas, schema);
        (!places.is_empty()).then_some((*id, places))
    });
    found.collect()
}

fn has_read_only(schema: &Value) -> bool {
    let mut open = vec![schema];
    while let Some(schema) = open.pop() {
        if schema.get("readOnly") == Some(&Value::Bool(true)) {
            return true;
        }
        open.extend(child_schemas(schema));
    }
    false
}

/// A schema at a place, and what is known of the value from the schemas around it.
struct Visit<'a> {
    schema: &'a Value,
    place: String,
    level: usize,
    /// The names of its properties that are marked.
    lost: HashSet<String>,
    /// The definitions that led here. One that contains itself would have places at any depth.
    through: Vec<&'a str>,
}

fn find_places<'a>(
    filter: &MarkedPropertyFilter<'a>,
    schemas: &'a Schemas,
    schema: &'a Value,
) -> BTreeSet<String> {
    let mut places = BTreeSet::new();
    let mut visited = 0;
    let root = Visit {
        schema,
        place: String::new(),
        level: 0,
        lost: HashSet::new(),
        through: Vec::new(),
    };
    // Breadth first, so that what is left out beyond a limit is the deepest.
    let mut open = VecDeque::from([root]);
    while let Some(mut visit) = open.pop_front()
        && visited < MAX_SCHEMAS
        && places.len() < MAX_PLACES
    {
        visited += 1;
        filter.collect_marked_names(visit.schema, &mut visit.lost);
        let mut names: Vec<&String> = visit.lost.iter().collect();
        // A set has no order, and the output must have one.
        names.sort_unstable();
        let room = MAX_PLACES - places.len();
        places.extend(
            names
                .into_iter()
                .take(room)
                .map(|name| pointer::join(&visit.place, name)),
        );
        open.extend(parts_of_value(&visit, schemas));
        if visit.level < MAX_LEVELS {
            open.extend(values_inside(&visit));
        }
    }
    places
}

/// The other schemas of the same value.
fn parts_of_value<'a>(visit: &Visit<'a>, schemas: &'a Schemas) -> Vec<Visit<'a>> {
    let part = |schema: &'a Value, key: Option<&'a str>| Visit {
        schema,
        place: visit.place.clone(),
        level: visit.level,
        lost: visit.lost.clone(),
        through: visit.through.iter().copied().chain(key).collect(),
    };
    let key = referenced_key(visit.schema).filter(|key| !visit.through.contains(key));
    let target = key.and_then(|key| {
        let definition = schemas.definitions.get(key)?;
        Some(part(&definition.value, Some(key)))
    });
    let members = ["allOf", "anyOf", "oneOf"]
        .into_iter()
        .filter_map(|keyword| visit.schema.get(keyword)?.as_array())
        .flatten();
    target
        .into_iter()
        .chain(members.map(|member| part(member, None)))
        .collect()
}

/// The schemas of what is in the value: properties that remain, items, and other members.
fn values_inside<'a>(visit: &Visit<'a>) -> Vec<Visit<'a>> {
    let inside = |schema: &'a Value, name: &str| Visit {
        schema,
        place: pointer::join(&visit.place, name),
        level: visit.level + 1,
        lost: HashSet::new(),
        through: visit.through.clone(),
    };
    let properties = visit.schema.get("properties").and_then(Value::as_object);
    let properties = properties.into_iter().flatten();
    let remaining = properties.filter(|(name, _)| !visit.lost.contains(*name));
    let others = ["items", "additionalProperties"].into_iter();
    let others = others.filter_map(|keyword| visit.schema.get(keyword));
    remaining
        .map(|(name, schema)| inside(schema, name))
        .chain(others.map(|schema| inside(schema, ANY)))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::testing::schemas_from_json;

    fn list_places(definitions: Value, body: Value) -> Vec<String> {
        let schemas = schemas_from_json(definitions, body);
        let mut found = list_read_only_places(&schemas, &schemas.lifted_ids()).into_values();
        found.next().into_iter().flatten().collect()
    }

    #[test]
    fn properties_are_found_at_any_depth() {
        let id = json!({"type": "integer", "readOnly": true});
        let user = json!({"properties": {"id": id, "name": {}}});
        let body = json!({
            "allOf": [{"$ref": "#/$defs/User"}, {"properties": {"made": {"readOnly": true}}}],
            "properties": {
                "owner": {"$ref": "#/$defs/User"},
                "pets": {"items": {"properties": {"a/b": id}}},
                "by_name": {"additionalProperties": {"oneOf": [{"$ref": "#/$defs/User"}]}},
            },
        });
        assert_eq!(
            list_places(json!({ "User": user }), body),
            ["/by_name/*/id", "/id", "/made", "/owner/id", "/pets/*/a~1b"]
        );
    }

    #[test]
    fn definitions_that_contain_themselves_end() {
        let tree = json!({"properties": {
            "id": {"readOnly": true},
            "left": {"$ref": "#/$defs/Tree"},
            "right": {"$ref": "#/$defs/Tree"},
        }});
        let root = json!({"$ref": "#/$defs/Tree"});
        assert_eq!(
            list_places(json!({ "Tree": tree }), root),
            ["/id", "/left/id", "/right/id"]
        );
    }

    #[test]
    fn the_nearest_places_are_named() {
        let deep = (0..200).fold(json!({}), |inner, index| {
            json!({"properties": {"in": inner, format!("id{index}"): {"readOnly": true}}})
        });
        let found = list_places(json!({}), deep);
        assert_eq!(found.len(), MAX_LEVELS + 1);
        assert!(found.contains(&"/id199".to_owned()), "{found:?}");
    }
}
