//! The property that identifies the objects of a collection, guessed from a path parameter and an example: `petId`
//! stands for `id`. It makes and parses values of that property.

use serde_json::Map as JsonMap;

use crate::value::Json;

/// The property that tells the objects of a collection apart, and what its values look like.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ItemKey {
    pub(super) name: String,
    kind: KeyKind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum KeyKind {
    Integer,
    Uuid,
    Text,
}

impl ItemKey {
    /// The property of `example` that the path parameter `parameter` stands for: the one of the
    /// same name (`username`), or of its end (`petId` is the `id`, `issue_number` the `number`).
    pub(super) fn for_parameter(parameter: &str, example: Option<&Json>) -> Self {
        let parameter = normalize_name(parameter);
        let example = example.and_then(Json::as_object);
        let found = example.and_then(|example| {
            find_key_property(&parameter, example)
                .or_else(|| find_key_property(&parameter, single_object(example)?))
        });
        match found {
            Some((name, value)) => Self {
                name: name.clone(),
                kind: KeyKind::from_value(value),
            },
            None => Self {
                name: "id".to_owned(),
                kind: KeyKind::Integer,
            },
        }
    }

    /// `answer` with `change` made to the object in it that has this property: the answer itself,
    /// or the one member of it. An answer without such an object stays as it is.
    pub(super) fn change_in_body(&self, answer: &Json, change: impl Fn(&Json) -> Json) -> Json {
        if answer.get(&self.name).is_some() {
            return change(answer);
        }
        let mut answer = answer.clone();
        let member = answer.as_object_mut().and_then(|members| {
            members
                .values_mut()
                .find(|member| member.get(&self.name).is_some())
        });
        if let Some(member) = member {
            *member = change(member);
        }
        answer
    }

    /// The value that a path segment stands for, where it can be one.
    pub(super) fn parse_segment(&self, segment: &str) -> Option<Json> {
        match self.kind {
            KeyKind::Integer => segment.parse::<i64>().ok().map(Json::from),
            KeyKind::Uuid | KeyKind::Text => Some(Json::from(segment)),
        }
    }

    /// The value number `number`.
    pub(super) fn make_value(&self, number: u64) -> Json {
        match self.kind {
            KeyKind::Integer => Json::from(number),
            KeyKind::Uuid => Json::from(format!("00000000-0000-4000-8000-{number:012x}")),
            KeyKind::Text => Json::from(number.to_string()),
        }
    }

    /// The value of `object`, as it stands in a path.
    pub(super) fn path_segment(&self, object: &Json) -> Option<String> {
        match object.get(&self.name)? {
            Json::String(text) if !text.is_empty() => Some(text.clone()),
            Json::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }
}

impl KeyKind {
    fn from_value(value: &Json) -> Self {
        match value {
            Json::Number(_) => Self::Integer,
            Json::String(text) if is_uuid(text) => Self::Uuid,
            _ => Self::Text,
        }
    }
}

fn find_key_property<'a>(
    parameter: &str,
    example: &'a JsonMap<String, Json>,
) -> Option<(&'a String, &'a Json)> {
    example
        .iter()
        .filter(|(_, value)| value.is_string() || value.is_number())
        .filter(|(name, _)| !name.is_empty() && parameter.ends_with(&normalize_name(name)))
        .max_by_key(|(name, _)| name.len())
}

/// What `{"pet": {…}}` wraps.
fn single_object(example: &JsonMap<String, Json>) -> Option<&JsonMap<String, Json>> {
    let mut objects = example.values().filter_map(Json::as_object);
    objects.next().filter(|_| objects.next().is_none())
}

fn normalize_name(name: &str) -> String {
    name.chars()
        .filter(|character| character.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.char_indices().all(|(at, character)| match at {
            8 | 13 | 18 | 23 => character == '-',
            _ => character.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn is_found_by_the_end_of_the_parameter() {
        let issue = json!({"id": 1, "number": 7, "title": "t"});
        assert_eq!(
            ItemKey::for_parameter("issue_number", Some(&issue)).name,
            "number"
        );
        assert_eq!(ItemKey::for_parameter("issueId", Some(&issue)).name, "id");
        let user = json!({"id": 1, "name": "n", "username": "u"});
        assert_eq!(
            ItemKey::for_parameter("username", Some(&user)).name,
            "username"
        );
        assert_eq!(ItemKey::for_parameter("slug", Some(&user)).name, "id");
        assert_eq!(ItemKey::for_parameter("slug", None).name, "id");
    }

    #[test]
    fn is_found_in_an_envelope() {
        let droplet = json!({"droplet": {"id": 3, "name": "a"}, "links": []});
        let key = ItemKey::for_parameter("droplet_id", Some(&droplet));
        assert_eq!(key.name, "id");
        assert_eq!(
            key.change_in_body(&droplet, |_| json!({"id": 4})),
            json!({"droplet": {"id": 4}, "links": []})
        );
        assert_eq!(key.change_in_body(&json!("ok"), |_| json!(1)), "ok");
    }

    #[test]
    fn makes_values_of_the_examples_kind() {
        let uuid = json!({"id": "3fa85f64-5717-4562-b3fc-2c963f66afa6"});
        let made = ItemKey::for_parameter("id", Some(&uuid)).make_value(255);
        assert_eq!(made, "00000000-0000-4000-8000-0000000000ff");
        assert_eq!(
            ItemKey::for_parameter("id", Some(&json!({"id": "x"}))).make_value(3),
            "3"
        );
        let number = ItemKey::for_parameter("id", Some(&json!({"id": 1})));
        assert_eq!(number.make_value(3), 3);
        assert_eq!(number.parse_segment("12"), Some(json!(12)));
        assert_eq!(number.parse_segment("twelve"), None);
    }
}
