//! Overlays change a spec, and values keep the place where they were written.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// A pet shop with two paths, its actions in YAML.
const SPEC: &str = "openapi: 3.1.0
info: {title: Pets, version: '1'}
tags: [{name: cats}, {name: dogs}, {name: birds}]
paths:
  /pets:
    get:
      x-traits: [paged]
      parameters:
        - {name: kind, in: query}
        - {name: debug, in: query}
        - {name: limit, in: query}
    post: {description: add a pet}
  /owners:
    get: {description: all owners}
";

struct Applied {
    spec: Source,
    overlaid: Overlaid,
    warnings: Vec<String>,
}

fn source(name: &str, text: &str) -> Source {
    Source::from_text(name, text.to_owned()).expect("is YAML")
}

fn overlays(version: &str, actions: &[&str]) -> Vec<Source> {
    let overlay = |(index, actions): (usize, &&str)| {
        let head = format!("overlay: {version}\ninfo: {{title: Test, version: '1'}}\nactions:\n");
        source(&format!("o{index}.yaml"), &format!("{head}{actions}"))
    };
    actions.iter().enumerate().map(overlay).collect()
}

fn applied(version: &str, actions: &[&str]) -> Result<Applied, String> {
    let mut spec = source("api.yaml", SPEC);
    let mut diagnostics = Diagnostics::new();
    let overlaid = apply_overlays(&mut spec, overlays(version, actions), &mut diagnostics)
        .map_err(|error| error.to_string())?;
    let warnings = diagnostics
        .iter()
        .map(|one| format!("{}: {}", one.pointer, one.message))
        .collect();
    Ok(Applied {
        spec,
        overlaid,
        warnings,
    })
}

/// The value that actions in YAML leave at a JSON pointer.
fn left(actions: &str, pointer: &str) -> Value {
    let applied = applied("1.1.0", &[actions]).expect("can be applied");
    assert_eq!(applied.warnings, [""; 0]);
    let found = applied.spec.root().pointer(pointer);
    found.cloned().unwrap_or_default()
}

#[test]
fn an_update_may_mirror_the_spec() {
    let actions = "
- target: $
  update:
    info: {x-done: true}
    paths:
      /pets:
        get: {summary: All pets}
        post: {description: a new one}
      /shops: {get: {}}
    components:
    tags:
";
    assert_eq!(
        left(actions, "/info"),
        json!({"title": "Pets", "version": "1", "x-done": true})
    );
    assert_eq!(left(actions, "/paths/~1pets/get/summary"), "All pets");
    assert_eq!(
        left(actions, "/paths/~1pets/post"),
        json!({"description": "a new one"})
    );
    assert_eq!(left(actions, "/paths/~1shops"), json!({"get": {}}));
    assert_eq!(left(actions, "/tags/2/name"), "birds");
}

#[test]
fn an_update_may_have_many_targets() {
    let actions = "
- target: $.paths.*.get
  update: {x-safe: true}
- target: $.paths.*.get.parameters[?@.name=='limit' && @.in=='query']
  update: {schema: {type: integer}}
";
    assert_eq!(left(actions, "/paths/~1pets/get/x-safe"), true);
    assert_eq!(left(actions, "/paths/~1owners/get/x-safe"), true);
    assert_eq!(
        left(actions, "/paths/~1pets/get/parameters/2/schema/type"),
        "integer"
    );
    assert_eq!(
        left(actions, "/paths/~1pets/get/parameters/1/schema"),
        Value::Null
    );
}

#[test]
fn traits_say_where() {
    let actions = "
- target: $.paths[?@.get['x-traits'][?@ == 'paged']].get
  update: {parameters: [{name: skip, in: query}]}
";
    assert_eq!(left(actions, "/paths/~1pets/get/parameters/3/name"), "skip");
    assert_eq!(left(actions, "/paths/~1owners/get/parameters"), Value::Null);
}

#[test]
fn lists_are_appended_to() {
    let one = "- {target: $.tags, update: {name: fish}}";
    assert_eq!(left(one, "/tags/3/name"), "fish");
    let several = "- {target: $.tags, update: [{name: fish}, {name: mice}]}";
    assert_eq!(left(several, "/tags/4/name"), "mice");
    let words = "- {target: \"$.paths['/pets'].get['x-traits']\", update: slow}";
    assert_eq!(
        left(words, "/paths/~1pets/get/x-traits"),
        json!(["paged", "slow"])
    );
}

#[test]
fn scalars_are_replaced() {
    let actions = "- {target: '$.paths.*.*.description', update: same}";
    assert_eq!(left(actions, "/paths/~1owners/get/description"), "same");
    assert_eq!(left(actions, "/paths/~1pets/post/description"), "same");
}

#[test]
fn what_is_removed_is_gone() {
    let actions = "
- {target: \"$.paths['/pets'].get.parameters[?@.name == 'debug']\", remove: true, update: {a: b}}
- {target: '$..[?@ == \"paged\"]', remove: true}
- {target: '$.tags[0,2]', remove: true}
- {target: '$.paths[\"/owners\", \"/owners\"]', remove: true}
";
    let names = left(actions, "/paths/~1pets/get/parameters");
    assert_eq!(
        names,
        json!([{"name": "kind", "in": "query"}, {"name": "limit", "in": "query"}])
    );
    assert_eq!(left(actions, "/paths/~1pets/get/x-traits"), json!([]));
    assert_eq!(left(actions, "/tags"), json!([{"name": "dogs"}]));
    assert_eq!(left(actions, "/paths/~1owners"), Value::Null);
}

#[test]
fn removing_what_is_in_each_other_removes_both() {
    let actions = "- {target: \"$.paths['/pets'].get..*\", remove: true}";
    assert_eq!(left(actions, "/paths/~1pets/get"), json!({}));
}

#[test]
fn copies_are_of_the_result_so_far() {
    let actions = "
- {target: $.paths, update: {/cats: {}}}
- {target: \"$.paths['/pets'].get\", update: {summary: All}}
- {target: \"$.paths['/cats']\", copy: \"$.paths['/pets']\"}
";
    assert_eq!(left(actions, "/paths/~1cats/get/summary"), "All");
    assert_eq!(left(actions, "/paths/~1cats/post/description"), "add a pet");
}

#[test]
fn overlays_are_applied_in_order() {
    let both = [
        "- {target: $.info, update: {title: first, x-a: 1}}",
        "- {target: $.info, update: {title: second}}",
    ];
    let applied = applied("1.0.0", &both).expect("can be applied");
    let info = &applied.spec.root()["info"];
    assert_eq!(*info, json!({"title": "second", "version": "1", "x-a": 1}));
    let origin = |pointer| applied.overlaid.trail.origin_address(pointer);
    assert_eq!(origin("/info/title"), "o1.yaml#/actions/0/update/title");
    assert_eq!(origin("/info/x-a"), "o0.yaml#/actions/0/update/x-a");
    assert_eq!(origin("/info/version"), "/info/version");
}

#[test]
fn a_target_that_is_not_there_is_a_warning() {
    let actions = "- {target: $.paths.nowhere, update: {a: b}}";
    let applied = applied("1.0.0", &[actions]).expect("can be applied");
    assert_eq!(
        applied.warnings,
        ["o0.yaml#/actions/0/target: `$.paths.nowhere` does not match anything in the spec"]
    );
    assert_eq!(applied.spec.root(), source("api.yaml", SPEC).root());
}

#[test]
fn all_that_is_wrong_is_told_at_once() {
    let told = |version, actions| applied(version, &[actions]).err().unwrap_or_default();
    insta::assert_snapshot!(told(
        "1.1.0",
        "
- {target: 'paths.*', remove: true}
- {target: '$.paths[', update: {}}
- {update: {}}
- 5
- {target: $, remove: maybe}
- {target: $, update: {}, copy: $.info}
- {target: $, copy: '$$'}
"
    ));
    insta::assert_snapshot!(told("1.0.0", "- {target: $, copy: $.info}"));
    insta::assert_snapshot!(told("2.0.0", "- {target: $, update: {}}"));
    insta::assert_snapshot!(told(
        "1.1.0",
        "
- {target: $, remove: true}
- {target: $, update: 5}
- {target: $.info, update: text}
- {target: $.paths, update: {/pets: {get: {parameters: {name: x}}}}}
- {target: $.info, copy: $.paths.*}
"
    ));
}

#[test]
fn what_is_odd_is_a_warning() {
    let text =
        "overlay: 1.0.0\nextends: other.yaml\nacions: []\nactions:\n- {target: $, x-note: a}\n";
    let mut spec = source("api.yaml", SPEC);
    let mut diagnostics = Diagnostics::new();
    let overlay = source("o.yaml", text);
    apply_overlays(&mut spec, vec![overlay], &mut diagnostics).expect("can be applied");
    let told: Vec<_> = diagnostics
        .iter()
        .map(|one| format!("{}: {}", one.pointer, one.message))
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn no_overlay_bursts_a_spec() {
    let many = "1, ".repeat(1000);
    let doubled = "- {target: \"$['x-a']\", copy: \"$['x-a']\"}\n".repeat(30);
    let actions = format!("- {{target: $, update: {{x-a: [[{many}]]}}}}\n{doubled}");
    let error = applied("1.1.0", &[&actions]).err().unwrap_or_default();
    assert!(error.contains("more than 2000000 values"), "{error}");
}

#[test]
fn no_overlay_nests_a_spec_too_deep() {
    let deeper = "- {target: '$..[?!@.x && !@[0]]', update: {x: {}}}\n".repeat(300);
    let actions = format!(
        "- {{target: $, update: {{x-a: {{}}}}}}\n- {{target: $.paths, remove: true}}\n- {{target: $.tags, remove: true}}\n- {{target: $.info, remove: true}}\n- {{target: $.openapi, remove: true}}\n{deeper}"
    );
    let error = applied("1.1.0", &[&actions]).err().unwrap_or_default();
    assert!(error.contains("more than 256 levels"), "{error}");
}

/// Objects, lists and scalars with few names, so that selections meet.
fn documents() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<u8>().prop_map(Value::from),
        "[a-c]".prop_map(Value::from)
    ];
    let inner = leaf.prop_recursive(4, 40, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-d~/]", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    });
    prop::collection::btree_map("[a-d]", inner, 0..4)
        .prop_map(|members| Value::Object(members.into_iter().collect()))
}

fn actions() -> impl Strategy<Value = Value> {
    let target = prop_oneof![
        Just("$"),
        Just("$.*"),
        Just("$..a"),
        Just("$.b"),
        Just("$..c"),
        Just("$.*[0]"),
        Just("$..[1,3]"),
        Just("$.a.b"),
        Just("$..*[?@ == 'a']"),
        Just("$..d.*"),
    ];
    let action = (target, documents(), any::<bool>()).prop_map(|(target, update, removes)| {
        match removes && target != "$" {
            true => json!({"target": target, "remove": true}),
            false => json!({"target": target, "update": update}),
        }
    });
    prop::collection::vec(action, 1..5).prop_map(Value::from)
}

fn json_source(name: &str, value: &Value) -> Source {
    source(name, &value.to_string())
}

fn leaves(value: &Value, pointer: String, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| {
            leaves(value, crate::source::pointer::join(&pointer, key), found);
        }),
        Value::Array(items) => items.iter().enumerate().for_each(|(index, value)| {
            leaves(value, format!("{pointer}/{index}"), found);
        }),
        scalar => found.push((pointer, scalar.clone())),
    }
}

proptest! {
    #[test]
    fn an_empty_overlay_changes_nothing(document in documents()) {
        let mut spec = json_source("a.json", &document);
        let overlay = json!({"overlay": "1.0.0", "info": {}, "actions": [{"target": "$", "update": {}}]});
        let overlaid = apply_overlays(&mut spec, vec![json_source("o.json", &overlay)], &mut Diagnostics::new());
        let overlaid = overlaid.expect("can be applied");
        prop_assert_eq!(spec.root(), &document);
        let mut found = Vec::new();
        leaves(&document, String::new(), &mut found);
        for (pointer, _) in found {
            prop_assert_eq!(overlaid.trail.origin_address(&pointer), pointer);
        }
    }

    #[test]
    fn every_value_is_where_it_is_said_to_come_from(document in documents(), actions in actions()) {
        let mut spec = json_source("a.json", &document);
        let overlay = json!({"overlay": "1.1.0", "info": {}, "actions": actions});
        let overlays = vec![json_source("o.json", &overlay)];
        if let Ok(overlaid) = apply_overlays(&mut spec, overlays, &mut Diagnostics::new()) {
            let mut found = Vec::new();
            leaves(spec.root(), String::new(), &mut found);
            for (pointer, value) in found {
                let origin = overlaid.trail.origin_address(&pointer);
                let (name, place) = address::split(&origin);
                let holder = if name.is_empty() { &document } else { &overlay };
                prop_assert_eq!(holder.pointer(place), Some(&value), "{} from {}", pointer, origin);
            }
        }
    }
}
