use serde_json::Value;

use super::layout::Layout;
use crate::interned::Interner;
use crate::model::Api;

/// What the built-in upstream answers, by tool. A body that is JSON is `json`, any other is `text`.
pub(super) fn lay_out_responses(api: &Api, interner: &mut Interner) -> Layout {
    let responses = api.operations_by_tool().into_iter().map(|(_, operation)| {
        let answer = &operation.answer;
        let mut members = vec![("status", Value::from(answer.status))];
        if !answer.content_type.is_empty() {
            members.push(("content_type", answer.content_type.as_str().into()));
        }
        // As JSON only if the server then sends the same bytes.
        let json = serde_json::from_str::<Value>(&answer.body).ok();
        let written = json.as_ref().map(Value::to_string);
        match json {
            Some(json) if written.as_ref() == Some(&answer.body) => members.push(("json", json)),
            _ if answer.body.is_empty() => {}
            _ => members.push(("text", answer.body.as_str().into())),
        }
        let members = members.into_iter();
        let members =
            members.map(|(key, value)| (key.to_owned(), Layout::Value(interner.intern(&value))));
        (operation.tool.clone(), Layout::Object(members.collect()))
    });
    Layout::Object(responses.collect())
}
