use serde_json::Map as JsonMap;

use crate::value::Json;

/// The property that tells the objects of a collection apart, and what its values look like.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Key {
    pub(super) name: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Integer,
    Uuid,
    Text,
}

impl Key {
    /// The property of `example` that the path parameter `parameter` stands for: the one of the
    /// same name (`username`), or of its end (`petId` is the `id`, `issue_number` the `number`).
    pub(super) fn of(parameter: &str, example: Option<&Json>) -> Self {
        let parameter = letters(parameter);
        let example = example.and_then(Json::as_object);
        let found = example.and_then(|example| {
            property(&parameter, example).or_else(|| property(&parameter, wrapped(example)?))
        });
        match found {
            Some((name, value)) => Self {
                name: name.clone(),
                kind: Kind::of(value),
            },
            None => Self {
                name: "id".to_owned(),
                kind: Kind::Integer,
            },
        }
    }

    /// `answer` with `change` made to the object in it that has this property: the answer itself,
    /// or the one member of it. An answer without such an object stays as it is.
    pub(super) fn in_answer(&self, answer: &Json, change: impl Fn(&Json) -> Json) -> Json {
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
    pub(super) fn parse(&self, segment: &str) -> Option<Json> {
        match self.kind {
            Kind::Integer => segment.parse::<i64>().ok().map(Json::from),
            Kind::Uuid | Kind::Text => Some(Json::from(segment)),
        }
    }

    /// The value number `number`.
    pub(super) fn make(&self, number: u64) -> Json {
        match self.kind {
            Kind::Integer => Json::from(number),
            Kind::Uuid => Json::from(format!("00000000-0000-4000-8000-{number:012x}")),
            Kind::Text => Json::from(number.to_string()),
        }
    }

    /// The value of `object`, as it stands in a path.
    pub(super) fn segment_of(&self, object: &Json) -> Option<String> {
        match object.get(&self.name)? {
            Json::String(text) if !text.is_empty() => Some(text.clone()),
            Json::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }
}

impl Kind {
    fn of(value: &Json) -> Self {
        match value {
            Json::Number(_) => Self::Integer,
            Json::String(text) if is_uuid(text) => Self::Uuid,
            _ => Self::Text,
        }
    }
}

fn property<'a>(
    parameter: &str,
    example: &'a JsonMap<String, Json>,
) -> Option<(&'a String, &'a Json)> {
    example
        .iter()
        .filter(|(_, value)| value.is_string() || value.is_number())
        .filter(|(name, _)| !name.is_empty() && parameter.ends_with(&letters(name)))
        .max_by_key(|(name, _)| name.len())
}

/// What `{"pet": {…}}` wraps.
fn wrapped(example: &JsonMap<String, Json>) -> Option<&JsonMap<String, Json>> {
    let mut objects = example.values().filter_map(Json::as_object);
    objects.next().filter(|_| objects.next().is_none())
}

fn letters(name: &str) -> String {
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
        assert_eq!(Key::of("issue_number", Some(&issue)).name, "number");
        assert_eq!(Key::of("issueId", Some(&issue)).name, "id");
        let user = json!({"id": 1, "name": "n", "username": "u"});
        assert_eq!(Key::of("username", Some(&user)).name, "username");
        assert_eq!(Key::of("slug", Some(&user)).name, "id");
        assert_eq!(Key::of("slug", None).name, "id");
    }

    #[test]
    fn is_found_in_an_envelope() {
        let droplet = json!({"droplet": {"id": 3, "name": "a"}, "links": []});
        let key = Key::of("droplet_id", Some(&droplet));
        assert_eq!(key.name, "id");
        assert_eq!(
            key.in_answer(&droplet, |_| json!({"id": 4})),
            json!({"droplet": {"id": 4}, "links": []})
        );
        assert_eq!(key.in_answer(&json!("ok"), |_| json!(1)), "ok");
    }

    #[test]
    fn makes_values_of_the_examples_kind() {
        let uuid = json!({"id": "3fa85f64-5717-4562-b3fc-2c963f66afa6"});
        let made = Key::of("id", Some(&uuid)).make(255);
        assert_eq!(made, "00000000-0000-4000-8000-0000000000ff");
        assert_eq!(Key::of("id", Some(&json!({"id": "x"}))).make(3), "3");
        let number = Key::of("id", Some(&json!({"id": 1})));
        assert_eq!(number.make(3), 3);
        assert_eq!(number.parse("12"), Some(json!(12)));
        assert_eq!(number.parse("twelve"), None);
    }
}
