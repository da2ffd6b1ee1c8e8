//! Random schemas that ask what was evaluated, against the `jsonschema` crate.

use serde_json::{Map, Value, json};

use crate::definitions::{Definitions, table};
use toolwright_tests::values::Random;

const SCHEMAS: usize = 1500;
const VALUES: usize = 24;
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

#[test]
fn random_schemas_agree_with_the_oracle() {
    let mut make = Make(Random::seeded(0x2545_f491_4f6c_dd1d));
    let (mut valid, mut invalid) = (0, 0);
    for _ in 0..SCHEMAS {
        let mut schema = make.schema(3);
        schema["$defs"] = json!({"x": make.schema(2), "y": make.schema(1)});
        let oracle = jsonschema::draft202012::new(&schema).unwrap();
        let (rewritten, definitions) = Definitions::of(&schema, &schema).unwrap();
        let table = table(&rewritten, &definitions);
        for _ in 0..VALUES {
            let value = make.value();
            let expected = oracle.is_valid(&value);
            assert_eq!(table.is_valid(&value), expected, "{schema}\n{value}");
            assert_eq!(
                table.violations(&value).is_empty(),
                expected,
                "{schema}\n{value}"
            );
            *if expected { &mut valid } else { &mut invalid } += 1;
        }
    }
    eprintln!("{valid} valid, {invalid} invalid");
    assert!(valid > 3000 && invalid > 3000);
}

struct Make(Random);

impl Make {
    /// A schema whose references lead to schemas with less depth left.
    fn schema(&mut self, depth: usize) -> Value {
        let mut schema = Map::new();
        for _ in 0..=self.0.below(3) {
            let (keyword, value) = self.keyword(depth);
            schema.insert(keyword.to_owned(), value);
        }
        for keyword in ["unevaluatedProperties", "unevaluatedItems"] {
            if self.0.one_in(2) {
                schema.insert(keyword.to_owned(), self.leaf());
            }
        }
        Value::Object(schema)
    }

    fn keyword(&mut self, depth: usize) -> (&'static str, Value) {
        let inner = depth.saturating_sub(1);
        let choice = if depth == 0 {
            self.0.below(9)
        } else {
            self.0.below(16)
        };
        match choice {
            0 | 1 => (
                "properties",
                json!({self.name(): self.leaf(), self.name(): self.leaf()}),
            ),
            2 => ("patternProperties", json!({"^[ab]": self.leaf()})),
            3 => ("additionalProperties", self.leaf()),
            4 => ("required", json!([self.name()])),
            5 => ("prefixItems", json!([self.leaf()])),
            6 => ("items", self.leaf()),
            7 => ("contains", json!({"const": self.0.below(3)})),
            8 => ("propertyNames", json!({"enum": ["a", "b", "c"]})),
            9 => ("allOf", json!([self.schema(inner), self.schema(inner)])),
            10 => ("anyOf", json!([self.schema(inner), self.schema(inner)])),
            11 => ("oneOf", json!([self.schema(inner), self.schema(inner)])),
            12 => ("not", self.schema(inner)),
            13 => ("dependentSchemas", json!({self.name(): self.schema(inner)})),
            14 if depth == 3 => ("$ref", json!("#/$defs/x")),
            14 if depth == 2 => ("$ref", json!("#/$defs/y")),
            _ => {
                let condition = self.schema(inner);
                let branches = [self.schema(inner), self.schema(inner)];
                let [then, otherwise] = branches;
                (
                    "allOf",
                    json!([{"if": condition, "then": then, "else": otherwise}]),
                )
            }
        }
    }

    fn leaf(&mut self) -> Value {
        match self.0.below(5) {
            0 => json!(true),
            1 => json!({}),
            2 => json!({"type": "string"}),
            3 => json!({"minimum": 1}),
            _ => json!(false),
        }
    }

    fn name(&mut self) -> &'static str {
        NAMES[self.0.below(NAMES.len())]
    }

    fn value(&mut self) -> Value {
        let scalars = [json!(0), json!(1), json!(2), json!("s")];
        if self.0.one_in(3) {
            return (0..self.0.below(4))
                .map(|_| self.0.pick(&scalars).clone())
                .collect();
        }
        let mut members = Map::new();
        for name in NAMES {
            if self.0.one_in(2) {
                members.insert(name.to_owned(), self.0.pick(&scalars).clone());
            }
        }
        Value::Object(members)
    }
}
