//! A spec is not different from itself, nor from itself in another order.

use super::*;
use crate::shared::specs::corpus_specs;

#[test]
fn a_spec_does_not_differ_from_itself() {
    let base = base();
    assert_eq!(diff(&base, &base).entries, []);
}

#[test]
fn order_does_not_matter_to_a_model() {
    let base = base();
    let diff = diff(&base, &reordered(&base));
    let found: Vec<&Entry> = diff.entries(Audience::Model).collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// The spec with the members of every object the other way round.
fn reordered(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let members = members.iter().rev();
            members
                .map(|(key, value)| (key.clone(), reordered(value)))
                .collect()
        }
        Value::Array(items) => items.iter().map(reordered).collect(),
        other => other.clone(),
    }
}

#[test]
#[ignore = "needs ../shared"]
fn no_spec_of_the_corpus_differs_from_itself() {
    for path in corpus_specs() {
        let builder = Builder::new(&path).output_schemas(true);
        let Ok(modelled) = builder.model() else {
            continue;
        };
        let diff = Diff::from_models(&modelled, &modelled);
        assert_eq!(diff.entries, [], "{}", path.display());
    }
}
