//! Random resources with dynamic anchors, against the `jsonschema` crate.

use serde_json::{Map, Value, json};
use toolwright::schema::Schema;
use toolwright_codegen::diagnostics::Diagnostics;
use toolwright_codegen::normalize::normalize;
use toolwright_codegen::schema::resources::Resources;

use crate::definitions::{Definitions, table};
use toolwright_tests::values::Random;

const DOCUMENTS: usize = 800;
const VALUES: usize = 12;
const RESOURCES: [&str; 4] = ["one", "two", "three", "four"];
const ANCHORS: [&str; 2] = ["item", "other"];

#[test]
fn random_resources_agree_with_the_oracle() {
    let mut make = Make(Random::seeded(0x1234_5678_9abc_def1));
    let (mut valid, mut invalid, mut copies) = (0, 0, 0);
    for _ in 0..DOCUMENTS {
        let document = make.document();
        let oracle = jsonschema::draft202012::new(&document).unwrap();
        let bundle = Resources::default().bundle("", &document);
        assert!(bundle.unresolved.is_empty(), "{document}");
        copies += bundle.definitions.len();
        let table = table(&bundle.schema, &Definitions::of_bundle(&bundle));
        let within_spec = within_spec(&document).unwrap();
        for _ in 0..VALUES {
            let value = make.value(4);
            let expected = oracle.is_valid(&value);
            assert_eq!(table.is_valid(&value), expected, "{document:#}\n{value}");
            let ours = within_spec.is_valid(&value);
            assert_eq!(ours, expected, "in a spec: {document:#}\n{value}");
            *if expected { &mut valid } else { &mut invalid } += 1;
        }
    }
    eprintln!("{valid} valid, {invalid} invalid, {copies} definitions");
    assert!(valid > 1000 && invalid > 1000);
}

/// The table of a schema that is a component of a spec, if it is read without a remark.
pub(crate) fn within_spec(schema: &Value) -> Option<&'static Schema> {
    let root = json!({
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1"},
        "paths": {},
        "components": {"schemas": {"Main": schema}},
    });
    let mut diagnostics = Diagnostics::new();
    let spec = normalize(&root, &mut diagnostics).unwrap();
    let main = json!({"$ref": "#/$defs/Main"});
    let is_read = diagnostics.iter().next().is_none();
    is_read.then(|| table(&main, &Definitions::of_spec(&spec)))
}

struct Make(Random);

impl Make {
    fn document(&mut self) -> Value {
        let mut definitions: Map<String, Value> = RESOURCES
            .iter()
            .map(|name| ((*name).to_owned(), self.resource(name)))
            .collect();
        definitions.insert("root".to_owned(), self.resource("root"));
        json!({"$id": "https://example.com/main", "$ref": "one", "$defs": definitions})
    }

    fn resource(&mut self, name: &str) -> Value {
        let mut resource = self.members();
        resource.insert("$id".to_owned(), json!(name));
        let definitions: Map<String, Value> = ANCHORS
            .iter()
            .map(|anchor| ((*anchor).to_owned(), self.anchored(anchor)))
            .collect();
        resource.insert("$defs".to_owned(), Value::Object(definitions));
        Value::Object(resource)
    }

    fn anchored(&mut self, anchor: &str) -> Value {
        let mut schema = match self.0.below(3) {
            0 => self.members(),
            _ => Map::new(),
        };
        let kind = ["string", "integer", "null"][self.0.below(3)];
        schema.insert("type".to_owned(), json!([kind, "object"]));
        let keyword = if self.0.one_in(3) {
            "$anchor"
        } else {
            "$dynamicAnchor"
        };
        schema.insert(keyword.to_owned(), json!(anchor));
        Value::Object(schema)
    }

    /// Every reference is a step into the value, so that none is endless.
    fn members(&mut self) -> Map<String, Value> {
        let properties = json!({"a": self.reference(), "b": self.reference()});
        let mut members = Map::new();
        members.insert("properties".to_owned(), properties);
        members
    }

    /// No `$ref` to a dynamic anchor: the oracle takes it for a dynamic reference.
    fn reference(&mut self) -> Value {
        let resource = RESOURCES[self.0.below(RESOURCES.len())];
        let anchor = ANCHORS[self.0.below(ANCHORS.len())];
        match self.0.below(6) {
            0 => json!({"$ref": resource}),
            1 => json!({"$ref": format!("{resource}#/$defs/{anchor}")}),
            2 => json!({"$dynamicRef": format!("{resource}#{anchor}")}),
            _ => json!({"$dynamicRef": format!("#{anchor}")}),
        }
    }

    fn value(&mut self, depth: usize) -> Value {
        if depth == 0 || self.0.one_in(6) {
            return [json!(1), json!("s")][self.0.below(2)].clone();
        }
        let mut members = Map::new();
        for name in ["a", "b"] {
            if !self.0.one_in(3) {
                members.insert(name.to_owned(), self.value(depth - 1));
            }
        }
        Value::Object(members)
    }
}
