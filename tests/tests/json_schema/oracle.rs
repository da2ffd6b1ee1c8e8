//! Real schemas, with values made for them, against the `jsonschema` crate.

use std::collections::BTreeSet;

use serde_json::Value;
use toolwright::schema::Schema;

use crate::definitions::{Definitions, table};
use crate::{read_json, shared};
use toolwright_tests::values::{Generator, Random};

/// How many schemas of one spec are tried, and how many values for each.
const SCHEMAS: usize = 40;
const VALUES: usize = 40;
/// Larger closures make the oracle slow.
const LARGEST: usize = 60;

#[test]
#[ignore = "needs ../shared"]
fn real_schemas_agree_with_the_oracle() {
    let directory = shared("specs/dev");
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    files.sort();
    let mut counts = Counts::default();
    for file in &files {
        let document = read_json(file);
        let all = ["/definitions", "/components/schemas"]
            .iter()
            .find_map(|place| document.pointer(place)?.as_object());
        let Some(all) = all else {
            continue;
        };
        let step = (all.len() / SCHEMAS).max(1);
        for (name, schema) in all.iter().step_by(step) {
            let place = format!("{}: {name}", file.display());
            compare(&place, schema, &document, &mut counts);
        }
    }
    eprintln!("{counts:?}");
    assert!(counts.schemas > 300, "{counts:?}");
    assert!(counts.valid > 2000 && counts.invalid > 2000, "{counts:?}");
}

#[derive(Debug, Default)]
struct Counts {
    schemas: usize,
    not_for_the_oracle: usize,
    valid: usize,
    invalid: usize,
}

fn compare(place: &str, schema: &Value, document: &Value, counts: &mut Counts) {
    let Some((schema, definitions)) = Definitions::of(schema, document) else {
        return;
    };
    if definitions.schemas.len() > LARGEST {
        return;
    }
    // Raw specs are not all JSON Schema 2020-12; normalisation makes them so.
    let Ok(oracle) = jsonschema::draft202012::new(&definitions.document(&schema)) else {
        counts.not_for_the_oracle += 1;
        return;
    };
    let table = table(&schema, &definitions);
    counts.schemas += 1;
    let mut generator = Generator {
        definitions: &definitions.schemas,
        random: Random::seeded(0x9e37_79b9_7f4a_7c15),
    };
    for _ in 0..VALUES {
        let value = generator.value(&schema, 5);
        let theirs: BTreeSet<String> = oracle
            .iter_errors(&value)
            .map(|error| error.instance_path().to_string())
            .collect();
        let ours = pointers(table, &value);
        assert_eq!(
            ours,
            theirs,
            "{place}\n{value}\n{:?}",
            table.violations(&value)
        );
        assert_eq!(
            table.is_valid(&value),
            theirs.is_empty(),
            "{place}\n{value}"
        );
        if theirs.is_empty() {
            counts.valid += 1;
        } else {
            counts.invalid += 1;
        }
    }
}

fn pointers(table: &Schema, value: &Value) -> BTreeSet<String> {
    let violations = table.violations(value).into_iter();
    violations.map(|violation| violation.pointer).collect()
}
