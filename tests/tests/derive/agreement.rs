//! Values that are mostly valid, held to four judges.

use std::fmt::Debug;

use indexmap::IndexMap;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use toolwright::value::{Cursor, Decode, Encode, Encoder, Fields, Violation};
use toolwright::{ToolInput, ToolOutput};
use toolwright_tests::values::{Generator, Random};

use crate::zoo::*;

trait Both: ToolInput + ToolOutput + Serialize + DeserializeOwned + PartialEq + Debug {}
impl<T: ToolInput + ToolOutput + Serialize + DeserializeOwned + PartialEq + Debug> Both for T {}

/// The value as a type, decoded as an argument is.
fn decoded<T: Decode>(value: &Value) -> Result<T, Vec<Violation>> {
    let mut cursor = Cursor::new();
    let members = [("value".to_owned(), value.clone())];
    let mut fields = Fields::new(members, &mut cursor);
    let decoded = fields.take("value");
    fields.close();
    match cursor.into_violations() {
        wrong if wrong.is_empty() => Ok(decoded),
        wrong => Err(wrong),
    }
}

fn encoded(value: &impl Encode) -> Value {
    let mut out = Encoder::new();
    value.encode(&mut out);
    let text = out.into_text();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Equal but for numbers that are written differently.
fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(name, value)| other.get(name).is_some_and(|other| same(value, other)))
        }
        _ => one == other,
    }
}

/// Floats without a fraction as integers: JSON Schema calls both the same, serde does not.
fn whole(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => match number.as_f64() {
            Some(float) if float.fract() == 0.0 && (i64::MIN as f64..0.0).contains(&float) => {
                json!(float as i64)
            }
            Some(float) if float.fract() == 0.0 && (0.0..u64::MAX as f64).contains(&float) => {
                json!(float as u64)
            }
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(whole).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), whole(value)))
            .collect(),
        other => other.clone(),
    }
}

/// Where serde takes what the schema does not say: a list for a struct, a number for the name of a
/// variant, an object for a variant without contents, the same item of a set twice, and what is infinite
/// as an `f32`.
fn is_peculiar(given: &Value, meant: &Value) -> bool {
    match (given, meant) {
        (Value::Array(_), Value::Object(_))
        | (Value::Number(_) | Value::Object(_), Value::String(_))
        | (Value::Number(_), Value::Null) => true,
        (Value::Array(given), Value::Array(meant)) => {
            given.len() != meant.len()
                || given
                    .iter()
                    .zip(meant)
                    .any(|(given, meant)| is_peculiar(given, meant))
        }
        (Value::Object(given), Value::Object(meant)) => given.iter().any(|(name, given)| {
            meant
                .get(name)
                .is_some_and(|meant| is_peculiar(given, meant))
        }),
        _ => false,
    }
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.iter().any(has_null),
        Value::Object(members) => members.values().any(has_null),
        _ => false,
    }
}

struct Judges {
    faithful: jsonschema::Validator,
    listed: jsonschema::Validator,
    output: [jsonschema::Validator; 2],
}

fn judges<T: Both>() -> Judges {
    let (input, output) = (<T as ToolInput>::schema(), <T as ToolOutput>::schema());
    let whole = |schema: Value| jsonschema::draft202012::new(&schema).unwrap();
    Judges {
        faithful: whole(input.faithful()),
        listed: whole(input.listed()),
        output: [whole(output.faithful()), whole(output.listed())],
    }
}

fn judged<T: Both>(value: &Value, judges: &Judges) {
    let valid = T::check().is_valid(value);
    assert_eq!(
        valid,
        judges.faithful.is_valid(value),
        "the schema on {value}"
    );
    let by_serde = serde_json::from_value::<T>(value.clone());
    let by_serde = by_serde.or_else(|_| serde_json::from_value(whole(value)));
    match &by_serde {
        Err(error) => assert!(!valid, "serde refuses {value}: {error}"),
        Ok(meant) if !valid => {
            let meant = serde_json::to_value(meant).unwrap();
            assert!(
                is_peculiar(value, &meant),
                "the table refuses {value}: {:?}",
                T::check().violations(value)
            );
        }
        Ok(_) => {}
    }
    if !valid {
        return;
    }
    if !has_null(value) {
        assert!(
            judges.listed.is_valid(value),
            "what is listed refuses {value}"
        );
    }
    let ours = match decoded::<T>(value) {
        Ok(ours) => ours,
        Err(wrong) => {
            let inexact = wrong
                .iter()
                .all(|wrong| wrong.message.contains("cannot be sent exactly"));
            assert!(inexact, "{value}: {wrong:?}");
            return;
        }
    };
    assert_eq!(Ok(&ours), by_serde.as_ref().map_err(|_| ()), "{value}");
    round_trip(&ours, judges);
}

/// What is encoded is what serde writes, fits the schemas, and is decoded as what it was.
fn round_trip<T: Both>(value: &T, judges: &Judges) {
    let written = encoded(value);
    let by_serde = serde_json::to_value(value).unwrap();
    assert!(same(&written, &by_serde), "{written} is {by_serde}");
    for output in &judges.output {
        assert!(output.is_valid(&written), "the output {written}");
    }
    let wrong = T::check().violations(&written);
    assert!(wrong.is_empty(), "{written}: {wrong:?}");
    let again = decoded::<T>(&written);
    let expected = serde_json::from_value::<T>(by_serde).unwrap();
    assert_eq!(again.as_ref(), Ok(&expected), "{written}");
}

fn agrees<T: Both>(seed: u64) {
    let judges = judges::<T>();
    let schema = <T as ToolInput>::schema().faithful();
    let definitions: IndexMap<String, Value> = schema
        .get("$defs")
        .and_then(Value::as_object)
        .map(|all| {
            all.iter()
                .map(|(name, schema)| (name.clone(), schema.clone()))
                .collect()
        })
        .unwrap_or_default();
    let mut generator = Generator {
        definitions: &definitions,
        random: Random::seeded(seed),
    };
    for _ in 0..20 {
        let mut value = generator.value(&schema, 6);
        judged::<T>(&value, &judges);
        generator.mutate(&mut value);
        judged::<T>(&value, &judges);
    }
}

macro_rules! agreements {
    ($($name:ident: $type:ty;)*) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(64))]
            $(#[test] fn $name(seed in 1_u64..) { agrees::<$type>(seed); })*
        }
    };
}

agreements! {
    numbers: Numbers;
    small: Small;
    scalars: Scalars;
    options: Options;
    collections: Collections;
    closed: Closed;
    renamed: Renamed;
    pair: Pair;
    wrapped: Wrapped;
    transparent: Transparent;
    unit: Unit;
    empty: Empty;
    size: Size;
    defaults: Defaults;
    based: Based;
    recursive: Node;
    mutually_recursive: Leaf;
    external: External;
    internal: Internal;
    closed_internal: ClosedInternal;
    adjacent: Adjacent;
    untagged: Untagged;
    flat: Flat;
    rest: Rest;
    flat_rest: FlatRest;
    everything: Everything;
}
