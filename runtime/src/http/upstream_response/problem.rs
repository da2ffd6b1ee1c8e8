//! Reads what an API says is wrong from the body of an error, in the forms that APIs use: problem details (RFC
//! 9457), OAuth errors, and those of the large web frameworks. Depth, number and length are bounded.

use crate::value::Json;

/// What an upstream says is wrong.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Problem {
    /// In one sentence or two.
    pub(super) message: Option<String>,
    /// For single values: where, and what is wrong there.
    pub(super) faults: Vec<(String, String)>,
}

/// Members that hold a message for people, the best first: RFC 9457, OAuth 2.0 (RFC 6749, section
/// 5.2), and what the large frameworks send.
const MESSAGES: [&str; 9] = [
    "detail",
    "message",
    "error_description",
    "error_message",
    "errorMessage",
    "msg",
    "title",
    "reason",
    "error",
];

/// Members that hold a problem of their own.
const INNER: [&str; 4] = ["error", "fault", "Fault", "problem"];

/// Members that list what is wrong with single values.
const LISTS: [&str; 7] = [
    "errors",
    "detail",
    "details",
    "violations",
    "invalid-params",
    "invalidParams",
    "invalid_params",
];

/// Members of an entry of such a list that say where it is.
const PLACES: [&str; 10] = [
    "pointer",
    "loc",
    "field",
    "path",
    "property",
    "param",
    "parameter",
    "name",
    "location",
    "target",
];

// Errors nest two or three levels; the bound keeps a hostile body from costing stack.
const DEEPEST: usize = 4;
const MOST_FAULTS: usize = 20;
/// Longest message in bytes.
const LONGEST: usize = 4096;

impl Problem {
    /// Reads the body of a refusal, as far as it has a form that is known. `truncate` gives the beginning of a text,
    /// at most so many bytes of it.
    pub(super) fn from_error_body(body: &Json, truncate: &dyn Fn(&str, usize) -> String) -> Self {
        let mut problem = Self::default();
        problem.collect_from_value(body, DEEPEST);
        problem.faults.truncate(MOST_FAULTS);
        let faults = problem.faults.iter_mut();
        let texts = faults.flat_map(|(place, message)| [place, message]);
        // Only here, since half of a credential at the end of a text would not be masked.
        for text in texts.chain(&mut problem.message) {
            if text.len() > LONGEST {
                *text = format!("{}…", truncate(text, LONGEST));
            }
        }
        problem
    }

    fn collect_from_value(&mut self, value: &Json, depth: usize) {
        match value {
            Json::Object(members) if depth > 0 => {
                for name in INNER {
                    if let Some(inner @ Json::Object(_)) = members.get(name) {
                        self.collect_from_value(inner, depth - 1);
                    }
                }
                if self.message.is_none() {
                    self.message = MESSAGES
                        .iter()
                        .find_map(|name| text_value(members.get(*name)?));
                }
                for name in LISTS {
                    match members.get(name) {
                        Some(Json::Array(entries)) => self.collect_from_list(entries, depth - 1),
                        Some(Json::Object(by_name)) => self.collect_from_map(by_name),
                        _ => {}
                    }
                }
            }
            Json::Array(entries) if depth > 0 => self.collect_from_list(entries, depth - 1),
            Json::String(message) if self.message.is_none() => {
                self.message = collapse_to_line(message)
            }
            _ => {}
        }
    }

    fn collect_from_list(&mut self, entries: &[Json], depth: usize) {
        for entry in entries {
            if self.faults.len() >= MOST_FAULTS {
                return;
            }
            match entry {
                Json::Object(members) => {
                    let message = MESSAGES
                        .iter()
                        .find_map(|name| text_value(members.get(*name)?));
                    let place = PLACES
                        .iter()
                        .find_map(|name| format_location(members.get(*name)?));
                    match (place, message) {
                        (Some(place), Some(message)) => self.faults.push((place, message)),
                        (None, Some(message)) if self.message.is_none() => {
                            self.message = Some(message);
                        }
                        (None, Some(message)) => self.faults.push((String::new(), message)),
                        (_, None) => self.collect_from_value(entry, depth),
                    }
                }
                Json::String(message) => match self.message {
                    None => self.message = collapse_to_line(message),
                    Some(_) => {
                        let message = collapse_to_line(message);
                        self.faults
                            .extend(message.map(|text| (String::new(), text)));
                    }
                },
                _ => {}
            }
        }
    }

    /// Rails, Laravel, ASP.NET and Django: `{"name": ["can't be blank"]}`.
    fn collect_from_map(&mut self, by_name: &serde_json::Map<String, Json>) {
        for (name, said) in by_name.iter().take(MOST_FAULTS) {
            // The name stands before each message, and is not truncated yet.
            let most = match name.len() > LONGEST {
                true => 1,
                false => MOST_FAULTS,
            };
            let messages = match said {
                Json::Array(all) => all.iter().filter_map(text_value).take(most).collect(),
                one => text_value(one).into_iter().collect::<Vec<_>>(),
            };
            let faults = messages.into_iter().map(|text| (name.clone(), text));
            self.faults.extend(faults);
        }
    }
}

fn text_value(value: &Json) -> Option<String> {
    collapse_to_line(value.as_str()?)
}

fn collapse_to_line(text: &str) -> Option<String> {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    (!line.is_empty()).then_some(line)
}

/// A place as text; FastAPI has a list, `["body", "items", 0]`.
fn format_location(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => collapse_to_line(text),
        Json::Array(steps) => {
            let steps: Vec<String> = steps
                .iter()
                .take(MOST_FAULTS)
                .filter_map(|step| match step {
                    Json::String(text) => collapse_to_line(text),
                    Json::Number(number) => Some(number.to_string()),
                    _ => None,
                })
                .collect();
            (!steps.is_empty()).then(|| steps.join("/"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn problem_of(body: &Json) -> Problem {
        Problem::from_error_body(body, &|text, limit| text.chars().take(limit).collect())
    }

    #[test]
    fn what_is_long_is_truncated_by_the_function_that_masks() {
        let long = "no pet ".repeat(LONGEST);
        let body = json!({"message": long, "errors": {"age": [long]}, "detail": [{"loc": long, "msg": "x"}]});
        let masked = |_: &str, _: usize| "***".to_owned();
        let problem = Problem::from_error_body(&body, &masked);
        let faults = [("age", "***…"), ("***…", "x")];
        assert_eq!(problem.message.as_deref(), Some("***…"));
        assert_eq!(
            problem.faults,
            faults.map(|(place, message)| (place.to_owned(), message.to_owned()))
        );
    }

    /// The name stands before each of the messages, so that it would be copied twenty times.
    #[test]
    fn a_long_name_is_not_repeated_for_each_of_its_messages() {
        let long = "a".repeat(LONGEST + 1);
        let body = json!({"errors": {long.clone(): ["x", "y"], "age": ["x", "y"]}});
        let places = problem_of(&body).faults;
        let places: Vec<(usize, &str)> = places
            .iter()
            .map(|(place, message)| (place.chars().count(), message.as_str()))
            .collect();
        assert_eq!(places, [(LONGEST + 1, "x"), (3, "x"), (3, "y")]);
    }

    #[test]
    fn finds_the_message_in_the_common_forms() {
        let no = || Some("No such pet".to_owned());
        for body in [
            json!({"type": "about:blank", "title": "Not Found", "detail": "No such pet"}),
            json!({"message": "No such pet", "documentation_url": "https://x"}),
            json!({"error": {"code": 404, "message": "No  such\npet", "status": "NOT_FOUND"}}),
            json!({"error": "invalid_request", "error_description": "No such pet"}),
            json!({"errors": [{"message": "No such pet"}]}),
            json!({"errors": ["No such pet"]}),
            json!({"fault": {"faultstring": "x", "message": "No such pet"}}),
            json!([{"message": "No such pet"}]),
            json!("No such pet"),
        ] {
            assert_eq!(problem_of(&body).message, no(), "{body}");
        }
        assert_eq!(problem_of(&json!({"a": 1})), Problem::default());
        assert_eq!(problem_of(&json!({"message": " "})), Problem::default());
    }

    #[test]
    fn finds_what_is_wrong_with_single_values() {
        for (body, place) in [
            (
                json!({"title": "Invalid", "invalid-params": [{"name": "age", "reason": "is negative"}]}),
                "age",
            ),
            (
                json!({"detail": [{"loc": ["body", "pets", 0, "age"], "msg": "is negative"}]}),
                "body/pets/0/age",
            ),
            (
                json!({"message": "Invalid", "errors": [{"field": "age", "message": "is negative"}]}),
                "age",
            ),
            (json!({"errors": {"age": ["is negative"]}}), "age"),
            (
                json!({"error": {"message": "Invalid", "details": [
                    {"target": "age", "message": "is negative"}]}}),
                "age",
            ),
            (
                json!({"title": "x", "errors": [{"pointer": "#/age", "detail": "is negative"}]}),
                "#/age",
            ),
        ] {
            let faults = problem_of(&body).faults;
            assert_eq!(
                faults,
                [(place.to_owned(), "is negative".to_owned())],
                "{body}"
            );
        }
    }

    #[test]
    fn what_is_deep_or_long_is_bounded() {
        let mut deep = json!({"message": "at the end"});
        for _ in 0..100 {
            deep = json!({"error": deep});
        }
        assert_eq!(problem_of(&deep).message, None);
        let many: Vec<Json> = (0..100)
            .map(|n| json!({"field": n.to_string(), "message": "no"}))
            .collect();
        assert_eq!(
            problem_of(&json!({"errors": many})).faults.len(),
            MOST_FAULTS
        );
    }
}
