//! Selecting members of results: which paths are understood, what is kept, and what is said of paths without a
//! match.

use proptest::prelude::*;
use serde_json::json;

use super::*;

fn selection(paths: &[&str]) -> Result<Option<FieldSelection>, Vec<Violation>> {
    let mut arguments = Map::from_iter([("fields".to_owned(), json!(paths))]);
    let taken = FieldSelection::take_from_arguments("fields", &mut arguments);
    assert!(arguments.is_empty(), "it goes no further");
    taken
}

/// What is kept, and what is said.
fn selected(paths: &[&str], mut value: Json) -> (Json, String) {
    let selection = selection(paths).expect("are paths").expect("are some");
    let note = selection.apply_to(&mut value);
    (value, note.unwrap_or_default())
}

fn kept(paths: &[&str], value: Json) -> Json {
    let (value, note) = selected(paths, value);
    assert_eq!(note, "");
    value
}

fn pets() -> Json {
    json!({
        "total": 2,
        "pets": [
            {"id": 1, "name": "Rex", "owner": {"name": "Ada", "street": "High"}, "a.b": {"c": 1}},
            {"id": 2, "name": "Mia", "owner": null},
        ],
        "empty": [],
    })
}

#[test]
fn what_is_around_the_selected_members_stays() {
    assert_eq!(kept(&["total"], pets()), json!({"total": 2}));
    assert_eq!(
        kept(&["pets.id", "pets.owner.name"], pets()),
        json!({"pets": [{"id": 1, "owner": {"name": "Ada"}}, {"id": 2, "owner": null}]})
    );
    assert_eq!(
        kept(&["pets.a.b.c"], pets()),
        json!({"pets": [{"a.b": {"c": 1}}, {}]})
    );
    assert_eq!(kept(&["pets", "pets.id"], pets())["pets"], pets()["pets"]);
    assert_eq!(kept(&["empty.id"], pets()), json!({"empty": []}));
    let by_name = json!({"a": {"id": 1, "x": 1}, "b": {"id": 2}});
    assert_eq!(
        kept(&["*.id"], by_name),
        json!({"a": {"id": 1}, "b": {"id": 2}})
    );
}

#[test]
fn other_ways_to_write_a_path_are_understood() {
    let expected = json!({"total": 2, "pets": [{"id": 1}, {"id": 2}]});
    for paths in [
        &["total,pets.id"][..],
        &[" total ", "pets[].id"],
        &["$.total", "$.pets[*].id"],
        &["/total", "/pets/id"],
    ] {
        assert_eq!(kept(paths, pets()), expected);
    }
    let list = json!([{"id": 1, "name": "Rex"}]);
    assert_eq!(kept(&["result.id"], list.clone()), json!([{"id": 1}]));
    assert_eq!(kept(&["result"], list.clone()), list);
}

#[test]
fn a_path_that_leads_nowhere_is_told() {
    let (value, note) = selected(&["total", "pets.nme"], pets());
    assert_eq!(value, json!({"total": 2, "pets": [{}, {}]}));
    assert_eq!(
        note,
        "`fields`: the result has nothing at `pets.nme`. It has `total`, `pets`, `empty`."
    );
    let (value, note) = selected(&["nme"], json!([{"name": "Rex"}]));
    assert_eq!(value, json!([{"name": "Rex"}]));
    assert_eq!(
        note,
        "`fields`: the result has nothing at `nme`. It has `name`. The whole result follows."
    );
}

#[test]
fn what_is_no_path_is_a_violation() {
    assert_eq!(selection(&[]), Ok(None));
    for wrong in ["", "a..b", "items(id,name)", "a[0]", "a | b", "."] {
        let violations = selection(&["id", wrong]).expect_err(wrong);
        assert_eq!(violations[0].pointer, "/fields/1");
    }
    let violations = selection(&vec!["a"; 101]).expect_err("too many");
    assert_eq!(
        violations[0].to_string(),
        "/fields: has more than 100 paths"
    );
}

fn value() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![Just(Json::Null), any::<u8>().prop_map(Json::from)];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::vec(("[a-d]", inner), 0..4)
                .prop_map(|members| members.into_iter().collect::<Json>()),
        ]
    })
}

/// Whether a value is another one without some members of its objects and some items.
fn is_part(part: &Json, whole: &Json) -> bool {
    match (part, whole) {
        (Json::Object(part), Json::Object(whole)) => part
            .iter()
            .all(|(name, value)| whole.get(name).is_some_and(|whole| is_part(value, whole))),
        (Json::Array(part), Json::Array(whole)) => {
            let mut rest = whole.iter();
            part.iter()
                .all(|item| rest.any(|whole| is_part(item, whole)))
        }
        (part, whole) => part == whole,
    }
}

proptest! {
    #[test]
    fn nothing_is_made_up(value in value(), paths in prop::collection::vec("[a-d*](\\.[a-d*]){0,3}", 1..5)) {
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let (kept, _) = selected(&paths, value.clone());
        prop_assert!(is_part(&kept, &value), "{kept} of {value}");
        // What was selected once is selected again.
        prop_assert_eq!(selected(&paths, kept.clone()).0, kept);
    }

    #[test]
    fn any_text_is_a_path_or_refused(text in ".{0,20}", value in value()) {
        if let Ok(Some(selection)) = selection(&[&text]) {
            selection.apply_to(&mut value.clone());
        }
    }
}
