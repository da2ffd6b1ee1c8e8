//! `from`: which operations return the value of an argument, as `x-mcp` or a setting states it.
//!
//! Takes the JSON or the text and keeps names as they are written. Which operations and fields they mean is decided when
//! all operations are known.

use serde_json::{Map, Value};

use super::fields::json_kind;
use crate::selection::ArgumentRule;

/// The member of `x-mcp`.
pub(crate) const FROM: &str = "from";
/// The members of an operation in it.
const MEMBERS: [&str; 2] = ["operation", "field"];
/// What a setting says instead of `false`.
const NOTHING: &str = "false";

/// Where the value of an argument comes from, by the word of `x-mcp` or a setting.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::diagnostics::Diagnostics;
/// use toolwright_codegen::normalize::normalize;
///
/// let spec = json!({
///     "openapi": "3.0.3",
///     "info": {"title": "Pets", "version": "1"},
///     "paths": {"/pets/{id}": {"get": {"x-mcp": {"from": {"id": "listPets"}}, "responses": {}}}},
/// });
/// let x_mcp = &normalize(&spec, &mut Diagnostics::new())?.operations[0].x_mcp;
/// assert_eq!((x_mcp.from[0].0.as_str(), x_mcp.from[0].1.count()), ("id", 1));
/// # Ok::<(), toolwright_codegen::normalize::NormalizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ValueOrigin {
    /// JSON pointer of the place: that of the operation, if a setting states it.
    pub(crate) pointer: String,
    /// The setting that states it.
    pub(crate) setting: Option<ArgumentRule>,
    /// The operations, the likeliest first; none if no operation returns the value.
    pub(crate) operations: Vec<StatedProducer>,
}

/// An operation that returns a value, as it is written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StatedProducer {
    /// JSON pointer of the place.
    pub(crate) pointer: String,
    /// An operationId, a method and path, or the name of a tool; `#` and a field may follow.
    pub(crate) operation: String,
    /// Where the response has the value, if that is stated on its own.
    pub(crate) field: Option<String>,
}

/// What is odd about a `from`, by the pointer of its place.
pub(super) type Remarks = Vec<(String, String)>;

impl ValueOrigin {
    /// How many operations are stated.
    pub fn count(&self) -> usize {
        self.operations.len()
    }

    /// Reads `from` of `x-mcp`; `None` if nothing of it can be read.
    pub(super) fn from_x_mcp(value: &Value, pointer: &str, remarks: &mut Remarks) -> Option<Self> {
        let listed = match value {
            Value::Null | Value::Bool(false) => return Some(Self::stated_at(pointer, Vec::new())),
            Value::Array(items) => items
                .iter()
                .enumerate()
                .filter_map(|(index, item)| {
                    read_producer(item, &format!("{pointer}/{index}"), remarks)
                })
                .collect(),
            value => Vec::from_iter(read_producer(value, pointer, remarks)),
        };
        if matches!(value, Value::Array(items) if items.is_empty()) {
            let message = "`from` has no operations; it is ignored (write `false` if no operation returns the value)";
            remarks.push((pointer.to_owned(), message.to_owned()));
        }
        (!listed.is_empty()).then(|| Self::stated_at(pointer, listed))
    }

    /// What the setting `from_operation` says of an argument of the operation at `pointer`.
    pub(super) fn from_setting(rule: &ArgumentRule, text: &str, pointer: &str) -> Self {
        let operations = match text {
            NOTHING => Vec::new(),
            text => vec![StatedProducer {
                pointer: pointer.to_owned(),
                operation: text.to_owned(),
                field: None,
            }],
        };
        Self {
            setting: Some(rule.clone()),
            ..Self::stated_at(pointer, operations)
        }
    }

    fn stated_at(pointer: &str, operations: Vec<StatedProducer>) -> Self {
        Self {
            pointer: pointer.to_owned(),
            setting: None,
            operations,
        }
    }
}

/// Reads an operation: its name, or an object with its name and a field.
fn read_producer(value: &Value, pointer: &str, remarks: &mut Remarks) -> Option<StatedProducer> {
    let producer = |operation: &str, field: Option<&str>| StatedProducer {
        pointer: pointer.to_owned(),
        operation: operation.trim().to_owned(),
        field: field.map(|field| field.trim().to_owned()),
    };
    match value {
        Value::String(name) if !name.trim().is_empty() => Some(producer(name, None)),
        Value::Object(members) => {
            remark_on_unknown(members, pointer, remarks);
            let operation = text_of(members, "operation");
            if operation.is_none() {
                let message = "`operation` must be a non-empty string, the operation that returns the value; this \
                               is ignored";
                remarks.push((pointer.to_owned(), message.to_owned()));
            }
            let field = text_of(members, "field");
            if field.is_none() && members.contains_key("field") {
                let message = "`field` must be a place in the response, such as `results[].id`; it is ignored";
                remarks.push((format!("{pointer}/field"), message.to_owned()));
            }
            Some(producer(operation?, field))
        }
        other => {
            let kind = match other {
                Value::String(_) => "an empty string",
                other => json_kind(other),
            };
            let message = format!(
                "`from` must be the name of an operation, an object with `operation` and `field`, a list of these, \
                 or `false`, not {kind}; it is ignored"
            );
            remarks.push((pointer.to_owned(), message));
            None
        }
    }
}

fn remark_on_unknown(members: &Map<String, Value>, pointer: &str, remarks: &mut Remarks) {
    let unknown = members
        .keys()
        .filter(|key| !MEMBERS.contains(&key.as_str()));
    for key in unknown {
        let known = MEMBERS.join("`, `");
        let message = format!("`from` has no key `{key}`; the keys are `{known}`");
        remarks.push((format!("{pointer}/{key}"), message));
    }
}

fn text_of<'v>(members: &'v Map<String, Value>, key: &str) -> Option<&'v str> {
    let text = members.get(key)?.as_str()?;
    (!text.trim().is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(value: Value) -> (Option<Vec<String>>, Vec<String>) {
        let mut remarks = Remarks::new();
        let origin = ValueOrigin::from_x_mcp(&value, "/from", &mut remarks);
        let written = |it: StatedProducer| match it.field {
            Some(field) => format!("{} {field} {}", it.operation, it.pointer),
            None => format!("{} {}", it.operation, it.pointer),
        };
        let read = origin.map(|origin| origin.operations.into_iter().map(written).collect());
        let remarks = remarks.into_iter();
        (
            read,
            remarks.map(|(at, text)| format!("{at}: {text}")).collect(),
        )
    }

    #[test]
    fn operations_are_read_in_each_form() {
        let several = json!(["a", {"operation": "GET /b", "field": "[].id"}]);
        for (value, expected) in [
            (json!("listPets"), vec!["listPets /from"]),
            (json!({"operation": "a"}), vec!["a /from"]),
            (several, vec!["a /from/0", "GET /b [].id /from/1"]),
            (json!(false), vec![]),
            (json!(null), vec![]),
        ] {
            let expected = Some(expected.into_iter().map(str::to_owned).collect());
            assert_eq!(read(value), (expected, Vec::new()));
        }
    }

    #[test]
    fn what_cannot_be_read_is_reported_and_the_rest_counts() {
        let (_, empty) = read(json!([]));
        let (none, wrong) = read(json!(7));
        let mixed = json!([" ", {"operation": "a", "field": 1, "place": "x"}, {"field": "id"}]);
        let (some, mixed) = read(mixed);
        assert_eq!((none, some), (None, Some(vec!["a /from/1".to_owned()])));
        insta::assert_snapshot!([empty, wrong, mixed].concat().join("\n"));
    }
}
