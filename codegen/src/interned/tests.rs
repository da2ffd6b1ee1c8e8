use serde_json::json;

use super::*;

fn uses<'a>(ids: &[Id]) -> Vec<Use<'a>> {
    let one = |id: &Id| Use {
        id: *id,
        name: "value",
        is_schema: true,
    };
    ids.iter().map(one).collect()
}

#[test]
fn what_occurs_twice_and_is_long_is_shared() {
    let long = json!({"description": "x".repeat(200), "deep": [{"description": "y".repeat(200)}]});
    let mut interner = Interner::default();
    let ids = [
        interner.intern(&json!({"a": long, "short": [1]})),
        interner.intern(&json!({"b": long, "c": long["deep"], "short": [1]})),
    ];
    let sharing = Sharing::new(&interner, &uses(&ids));
    let names: Vec<&str> = sharing
        .list_shared(true)
        .into_iter()
        .map(|it| it.0)
        .collect();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(
        names[0].starts_with("a-") && names[1].starts_with("deep-"),
        "{names:?}"
    );
    assert!(sharing.list_shared(false).is_empty());
    let deep = interner.intern(&long["deep"]);
    let expected = format!("{{\"$ref\":\"#/shared/{}\"}}", names[1]);
    assert_eq!(sharing.write_reference(deep), Some(expected));
    assert_eq!(sharing.write_reference(ids[0]), None);
}

#[test]
fn a_name_depends_on_the_value_alone() {
    let long = json!({"description": "x".repeat(200)});
    let name = |others: &[Value]| {
        let mut interner = Interner::default();
        let mut ids: Vec<Id> = others.iter().map(|value| interner.intern(value)).collect();
        ids.push(interner.intern(&json!({"a": long, "b": long})));
        let sharing = Sharing::new(&interner, &uses(&ids));
        let long = interner.intern(&long);
        sharing.write_reference(long)
    };
    assert!(name(&[]).is_some());
    assert_eq!(name(&[]), name(&[json!([1, 2]), json!({"x": {"y": 1}})]));
}

#[test]
fn a_reference_from_outside_is_not_followed() {
    let mut interner = Interner::default();
    let key = |value: &Value, interner: &mut Interner| {
        let id = interner.intern(value);
        let Node::Object(members) = interner.node(id) else {
            panic!("{value}");
        };
        match interner.node(members[0].0) {
            Node::Leaf(text) => text.clone(),
            _ => panic!("{value}"),
        }
    };
    for target in [
        "#/shared/limit",
        "#/more/x",
        "#/discovery/executor",
        "#/descriptions/1f/owner",
    ] {
        let text = key(&json!({"$ref": target}), &mut interner);
        assert_eq!(text, "\"\\u0024ref\"");
    }
    for value in [
        json!({"$ref": "#/$defs/Pet"}),
        json!({"$ref": ["#/shared/x"]}),
    ] {
        assert_eq!(key(&value, &mut interner), "\"$ref\"");
    }
}
