use serde_json::json;

use super::layout::Layout;
use crate::discovery::{Discovery, Endpoint};
use crate::interned::Interner;
use crate::model::Api;

/// What discovery says of each tool, and the words by which tools are found. In `"34:5,7-9"` a word counts 34 for the
/// tools 5 and 7 to 9.
pub(super) fn lay_out_discovery(
    api: &Api,
    discovery: &Discovery,
    interner: &mut Interner,
) -> Layout {
    let executor = json!(format!("{}_endpoint_executor", discovery.prefix));
    let executor = Layout::Value(interner.intern(&executor));
    let endpoints = api
        .operations_by_tool()
        .into_iter()
        .zip(&discovery.endpoints);
    let endpoints = endpoints.map(|((_, operation), endpoint)| {
        (operation.tool.clone(), endpoint_layout(endpoint, interner))
    });
    let endpoints = Layout::Object(endpoints.collect());
    let words = discovery.words.iter();
    let words =
        words.map(|(word, places)| (word.clone(), Layout::Value(interner.intern(&json!(places)))));
    let words = Layout::Object(words.collect());
    Layout::Object(vec![
        ("executor".to_owned(), executor),
        ("endpoints".to_owned(), endpoints),
        ("words".to_owned(), words),
    ])
}

fn endpoint_layout(endpoint: &Endpoint, interner: &mut Interner) -> Layout {
    let members = [
        ("tags", json!(endpoint.tags)),
        ("category", json!(endpoint.category)),
        ("signature", json!(endpoint.signature)),
        ("parameters", json!(endpoint.parameters)),
    ];
    let members = members.map(|(key, value)| (key.to_owned(), interner.intern(&value)));
    let answer = interner.intern_template(&endpoint.answer);
    let members = members.into_iter().chain([("answer".to_owned(), answer)]);
    Layout::Object(members.map(|(key, id)| (key, Layout::Value(id))).collect())
}
