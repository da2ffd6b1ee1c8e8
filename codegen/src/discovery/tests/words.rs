use serde_json::json;

use crate::discovery::testing::{discovered, model};

#[test]
fn a_hash_is_no_word() {
    let operation = json!({"get": {"responses": {"200": {"description": "Done."}}}});
    let path = "/servers/{id}/groups-of-words/and-further-words/status";
    let model = model(&json!({ path: operation }), &json!({}));
    let api = model.api();
    let (_, hash) = api.operations[0].tool.rsplit_once('_').expect("was cut");
    assert_eq!(hash.len(), 6);
    let (discovery, _) = discovered(api);
    let words: Vec<&str> = discovery
        .words
        .iter()
        .map(|(word, _)| word.as_str())
        .collect();
    assert!(
        words.contains(&"server") && words.contains(&"status"),
        "{words:?}"
    );
    assert!(!words.iter().any(|word| hash.contains(word)), "{words:?}");
}
