use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use super::{Tagged, Tags, property};
use crate::normalize::Schemas;
use crate::schema::keyword::{Object, annotates, children, held_mut, reference};

/// Writes into the alternatives of discriminators which values lead to them, as far as they do not
/// say so themselves. `roots` are the lifted schemas that matter. Gives what is to be said of
/// contradictions, each with the pointer of its schema.
///
/// It is written into the definition where that is nothing but an alternative, so that it costs a
/// client next to nothing, and else beside the reference to it.
pub(crate) fn put_tags(schemas: &mut Schemas, roots: &[usize]) -> Vec<(String, String)> {
    let reached = Reached::from(schemas, roots);
    if reached.tagged.is_empty() {
        return Vec::new();
    }
    let inside = reached.inside(schemas);
    let mut remarks = Vec::new();
    let mut changed = Vec::new();
    for &(place, has_tags) in &reached.places {
        let schema = place.of(schemas).filter(|_| has_tags);
        if let Some(schema) = schema {
            let mut value = schema.value.clone();
            let mut said = Vec::new();
            put_beside(&mut value, schemas, &inside, &mut said);
            remarks.extend(said.into_iter().map(|said| (schema.pointer.clone(), said)));
            changed.push((place.owned(), value));
        }
    }
    let inside: Vec<(String, Tag)> = inside
        .into_iter()
        .map(|(key, tag)| (key.to_owned(), tag))
        .collect();
    for (place, value) in changed {
        let schema = match place {
            OwnedPlace::Definition(key) => schemas.definitions.get_mut(&key),
            OwnedPlace::Lifted(index) => schemas.lifted.get_mut(index),
        };
        if let Some(schema) = schema {
            schema.value = value;
        }
    }
    for (key, tag) in inside {
        let schema = schemas.definitions.get_mut(&key);
        if let Some(object) = schema.and_then(|schema| schema.value.as_object_mut()) {
            tag.put(object);
        }
    }
    remarks
}

/// A property and the values that it may have.
#[derive(Clone, Debug, PartialEq)]
struct Tag {
    property: String,
    values: Vec<Value>,
}

impl Tag {
    /// What an alternative does not say of its tags.
    fn missing(tagged: &Tagged<'_>, branch: &Value) -> Option<Self> {
        let Tags::Only(values) = tagged.tags(branch) else {
            return None;
        };
        let property = tagged.property();
        property::untouched(branch, property)?;
        let stated = tagged.stated(branch)?;
        (stated.values.as_ref() != Some(&values)).then(|| Self {
            property: property.to_owned(),
            values,
        })
    }

    /// Narrows the property of an object's schema.
    fn put(&self, object: &mut Object) {
        let properties = object
            .entry("properties")
            .or_insert_with(|| Value::Object(Map::new()));
        let Some(properties) = properties.as_object_mut() else {
            return;
        };
        let property = properties
            .entry(self.property.clone())
            .or_insert_with(|| Value::Object(Map::new()));
        let Value::Object(property) = property else {
            return;
        };
        property.shift_remove("const");
        property.insert("enum".to_owned(), self.values.clone().into());
    }
}

/// A schema of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place<'a> {
    Definition(&'a str),
    Lifted(usize),
}

enum OwnedPlace {
    Definition(String),
    Lifted(usize),
}

impl Place<'_> {
    fn of<'s>(&self, schemas: &'s Schemas) -> Option<&'s crate::normalize::Schema> {
        match self {
            Self::Definition(key) => schemas.definitions.get(*key),
            Self::Lifted(index) => schemas.lifted.get(*index),
        }
    }

    fn owned(self) -> OwnedPlace {
        match self {
            Self::Definition(key) => OwnedPlace::Definition(key.to_owned()),
            Self::Lifted(index) => OwnedPlace::Lifted(index),
        }
    }
}

/// What the roots lead to.
#[derive(Default)]
struct Reached<'a> {
    /// The schemas, and whether there are discriminators in them.
    places: Vec<(Place<'a>, bool)>,
    /// How often each definition is referred to.
    references: HashMap<&'a str, usize>,
    /// What alternatives do not say of their tags, by the definitions that they refer to.
    tagged: HashMap<&'a str, Vec<Option<Tag>>>,
}

impl<'a> Reached<'a> {
    fn from(schemas: &'a Schemas, roots: &[usize]) -> Self {
        let mut reached = Self::default();
        let mut open: Vec<Place<'a>> = roots
            .iter()
            .rev()
            .map(|root| Place::Lifted(*root))
            .collect();
        let mut seen: HashSet<Place<'a>> = open.iter().copied().collect();
        while let Some(place) = open.pop() {
            let Some(schema) = place_value(place, schemas) else {
                continue;
            };
            let mut found = Vec::new();
            let has_tags = reached.look(schema, schemas, &mut found);
            reached.places.push((place, has_tags));
            for key in found {
                *reached.references.entry(key).or_default() += 1;
                let place = Place::Definition(key);
                if seen.insert(place) {
                    open.push(place);
                }
            }
        }
        reached
    }

    /// Notes the tags in a schema, and lists what it refers to.
    fn look(&mut self, schema: &'a Value, schemas: &'a Schemas, found: &mut Vec<&'a str>) -> bool {
        let mut has_tags = false;
        if let Some(object) = schema.as_object()
            && let Some(tagged) = Tagged::of(object, &schemas.definitions)
        {
            has_tags = true;
            for branch in tagged.branches() {
                if let Some(key) = lone(branch) {
                    let tag = Tag::missing(&tagged, branch);
                    self.tagged.entry(key).or_default().push(tag);
                }
            }
        }
        found.extend(reference(schema));
        for inner in children(schema) {
            has_tags |= self.look(inner, schemas, found);
        }
        has_tags
    }

    /// The definitions that are nothing but alternatives with the same tags everywhere.
    fn inside(&self, schemas: &Schemas) -> HashMap<&'a str, Tag> {
        let mut inside = HashMap::new();
        for (key, tags) in &self.tagged {
            let Some(Some(first)) = tags.first() else {
                continue;
            };
            let is_all = self.references.get(key) == Some(&tags.len());
            let is_same = tags.iter().all(|tag| tag.as_ref() == Some(first));
            let has_place = schemas.definitions.get(*key).is_some_and(|definition| {
                let says = |keyword: &str| definition.value.get(keyword).is_some();
                let closed = says("additionalProperties") || says("unevaluatedProperties");
                let own = definition.value.get("properties");
                let own = own.and_then(|own| own.get(&first.property));
                let names = |schema| property::names(schema, &first.property, &schemas.definitions);
                own.map_or(!closed && names(&definition.value), Value::is_object)
            });
            if is_all && is_same && has_place {
                inside.insert(*key, first.clone());
            }
        }
        inside
    }
}

fn place_value<'a>(place: Place<'a>, schemas: &'a Schemas) -> Option<&'a Value> {
    place.of(schemas).map(|schema| &schema.value)
}

/// The key of an alternative that is a reference under annotations.
fn lone(branch: &Value) -> Option<&str> {
    let mut keywords = branch.as_object()?.keys();
    let key = reference(branch)?;
    keywords
        .all(|keyword| keyword == "$ref" || annotates(keyword))
        .then_some(key)
}

/// Writes tags beside the references of alternatives, where their definitions have none.
fn put_beside(
    schema: &mut Value,
    schemas: &Schemas,
    inside: &HashMap<&str, Tag>,
    said: &mut Vec<String>,
) {
    let Value::Object(object) = schema else {
        return;
    };
    let missing: Vec<Option<Tag>> = match Tagged::of(object, &schemas.definitions) {
        None => Vec::new(),
        Some(tagged) => {
            said.extend(contradictions(&tagged));
            if tagged.is_of_no_use() {
                said.push(format!(
                    "none of the alternatives has the property `{}` of their discriminator; it is \
                     ignored",
                    tagged.property()
                ));
            }
            let branches = tagged.branches().iter();
            let missing = |branch| {
                let key = lone(branch)?;
                Tag::missing(&tagged, branch).filter(|_| !inside.contains_key(key))
            };
            branches.map(missing).collect()
        }
    };
    let list = match object.contains_key("oneOf") {
        true => "oneOf",
        false => "anyOf",
    };
    let branches = object.get_mut(list).and_then(Value::as_array_mut);
    for (branch, tag) in branches.into_iter().flatten().zip(missing) {
        if let (Value::Object(branch), Some(tag)) = (branch, tag) {
            tag.put(branch);
        }
    }
    for (keyword, value) in object.iter_mut() {
        for inner in held_mut(keyword, value) {
            put_beside(inner, schemas, inside, said);
        }
    }
}

fn contradictions(tagged: &Tagged<'_>) -> Vec<String> {
    let property = tagged.property();
    let of_branch = |branch: &Value| {
        let Tags::Contradicted { mapped, own } = tagged.tags(branch) else {
            return None;
        };
        let (mapped, own) = (listed(&json!(mapped)), listed(&json!(own)));
        Some(format!(
            "the discriminator `{property}` maps {mapped} to `{}`, whose own `{property}` can only \
             be {own}; the mapping is ignored there",
            reference(branch).unwrap_or_default(),
        ))
    };
    tagged.branches().iter().filter_map(of_branch).collect()
}

/// Values for people, not too many of them.
fn listed(values: &Value) -> String {
    const MOST: usize = 5;
    let values = values.as_array().map_or(&[][..], Vec::as_slice);
    let shown: Vec<String> = values
        .iter()
        .take(MOST)
        .map(|value| format!("`{value}`"))
        .collect();
    let more = match values.len() > MOST {
        true => ", …",
        false => "",
    };
    format!("{}{more}", shown.join(", "))
}
