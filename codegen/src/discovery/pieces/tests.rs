use proptest::prelude::*;
use serde_json::{Map, json};

use super::*;
use crate::discovery::testing::joined;

fn texts(values: &[Value]) -> Texts {
    let mut pool = Pool::default();
    for value in values {
        pool.add(value.clone().into());
    }
    pool.finish()
}

fn any_json() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        "[a$\\\\\"]{0,3}(\\$piece|\\$executor)?\"?",
        Just("$piece".to_owned()),
        Just("{\"$piece\":0}".to_owned()),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..4_u8).prop_map(Value::from),
        text.clone().prop_map(Value::from),
        Just(Value::from("long enough to be worth a piece".repeat(4))),
    ];
    leaf.prop_recursive(5, 64, 4, move |inner| {
        let members = prop::collection::vec((text.clone(), inner.clone()), 0..4);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Value::from),
            members.prop_map(|members| Value::from(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

proptest! {
    #[test]
    fn joining_gives_the_values_back(values in prop::collection::vec(any_json(), 1..5)) {
        // Every value twice, so that there are pieces.
        let values: Vec<Value> = values.iter().chain(&values).cloned().collect();
        let texts = texts(&values);
        for (value, text) in values.iter().zip(&texts.answers) {
            let joined = joined(text, &texts.pieces);
            let read: Value = serde_json::from_str(&joined).expect("is JSON");
            prop_assert_eq!(&read, value);
            prop_assert!(!joined.contains("\"$executor\""));
            prop_assert_eq!(joined.replace("\\u0024", "$"), value.to_string());
        }
    }
}

#[test]
fn what_occurs_twice_and_is_long_is_a_piece() {
    let long = json!({"description": "x".repeat(100), "deep": [{"description": "y".repeat(100)}]});
    let values = [
        json!({"a": long, "short": [1]}),
        json!({"b": long, "c": long["deep"], "short": [1]}),
    ];
    let texts = texts(&values);
    let [deep, whole] = texts.pieces.as_slice() else {
        panic!("{texts:?}");
    };
    assert!(deep.starts_with("[{\"description\":\"yyy"), "{deep}");
    assert!(whole.ends_with(",\"deep\":{\"$piece\":0}}"), "{whole}");
    assert_eq!(
        texts.answers,
        [
            r#"{"a":{"$piece":1},"short":[1]}"#,
            r#"{"b":{"$piece":1},"c":{"$piece":0},"short":[1]}"#,
        ]
    );
}

#[test]
fn the_executor_is_a_mark_and_data_is_not() {
    let mut pool = Pool::default();
    pool.add(Template::object([
        ("next_tool", Template::Executor),
        ("description", json!("not $executor").into()),
        ("$piece", json!(["$piece", "\"$executor"]).into()),
    ]));
    assert_eq!(
        pool.finish().answers,
        [
            r#"{"next_tool":"$executor","description":"not \u0024executor","\u0024piece":["\u0024piece","\"\u0024executor"]}"#
        ]
    );
}
