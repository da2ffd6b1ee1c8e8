//! What tests need to read answers as the runtime does.

use serde_json::{Value, json};

use super::{Discovery, DiscoverySettings, Prefix, discover};
use crate::model::Api;
use crate::schema_texts::{SchemaTexts, TextSettings, plan};
use crate::source::Source;
use crate::{Builder, Modelled};

/// The answer of the endpoint of that index, for the server `cms`.
pub(super) fn answer(discovery: &Discovery, index: usize) -> Value {
    let answer = &discovery.endpoints[index].answer;
    answer.with_executor("cms_endpoint_executor")
}

/// A model's discovery and the texts that it was made of.
pub(super) fn discovered(api: &Api) -> (Discovery, SchemaTexts) {
    let texts = TextSettings::default().for_schema_provider();
    let settings = DiscoverySettings {
        prefix: Prefix::of_server("cms"),
        assert_formats: false,
        texts,
    };
    (discover(api, &settings), plan(api, &texts))
}

/// The answers of a Swagger 2.0 spec with these paths and definitions.
pub(super) fn answers(paths: &Value, definitions: &Value) -> Vec<Value> {
    let model = model(paths, definitions);
    let (discovery, _) = discovered(model.api());
    let all = 0..discovery.endpoints.len();
    all.map(|index| answer(&discovery, index)).collect()
}

/// The model of a Swagger 2.0 spec with these paths and definitions.
pub(super) fn model(paths: &Value, definitions: &Value) -> Modelled {
    let spec = json!({
        "swagger": "2.0",
        "info": {"title": "CMS", "version": "1"},
        "paths": paths,
        "definitions": definitions,
    });
    let source = Source::from_text("cms.json", spec.to_string()).expect("is JSON");
    let model = Builder::new("cms.json")
        .discovery(true)
        .model_source(source);
    model.expect("is a spec")
}

/// The answer of an operation of that method and path.
pub(super) fn answer_of(method: &str, path: &str, operation: Value) -> Value {
    let paths = json!({ path: { method: operation } });
    let mut answers = answers(&paths, &json!({}));
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}
