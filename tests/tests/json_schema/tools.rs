//! Every tool of the corpus against the `jsonschema` crate, with arguments made for it, most of them
//! changed in one place.
//!
//! The quick form takes some tools of the smaller specs, `TOOLWRIGHT_FULL=1` all tools.

use std::path::Path;

use indexmap::IndexMap;
use serde_json::Value;
use toolwright::schema::Schema;
use toolwright_codegen::Builder;
use toolwright_codegen::emit::checks::Checks;
use toolwright_codegen::model::Api;
use toolwright_tests::interpret::Module;
use toolwright_tests::oracle::oracle;
use toolwright_tests::values::{Generator, Random};
use toolwright_tests::{Form, corpus};

const TOOLS_IN_QUICK_FORM: usize = 6;
const VALUES_IN_QUICK_FORM: usize = 20;
const VALUES_IN_FULL: usize = 48;
/// Deeper than the values that are made.
const DEPTH: usize = 14;
const VALUE_DEPTH: usize = 4;

#[test]
#[ignore = "needs ../shared"]
fn every_tool_agrees_with_the_oracle() {
    let form = Form::chosen();
    let specs = corpus(form);
    let mut counts = Counts::default();
    for file in specs {
        let Ok(compiled) = Builder::new(&file).compile() else {
            continue;
        };
        compare_tools(&file, compiled.api(), form, &mut counts);
    }
    eprintln!("{counts:?}");
    let problems = counts.problems.join("\n");
    assert!(counts.problems.is_empty(), "{problems}");
    assert!(counts.valid > 500 && counts.invalid > 500, "{counts:?}");
    assert!(counts.not_for_the_oracle <= 3, "{counts:?}");
    if form == Form::Full {
        assert!(counts.valid + counts.invalid >= 100_000, "{counts:?}");
    }
}

#[derive(Debug, Default)]
struct Counts {
    specs: usize,
    tools: usize,
    not_for_the_oracle: usize,
    valid: usize,
    invalid: usize,
    problems: Vec<String>,
}

fn compare_tools(file: &Path, api: &Api, form: Form, counts: &mut Counts) {
    let mut checks = Checks::new(&api.definitions);
    for operation in &api.operations {
        checks.declare_schema(&operation.constant, &operation.input);
    }
    let module = Module::new(checks.into_module());
    let schemas: IndexMap<String, Value> = api
        .definitions
        .iter()
        .map(|(key, definition)| (key.clone(), definition.schema.clone()))
        .collect();
    let (step, values) = match form {
        Form::Full => (1, VALUES_IN_FULL),
        Form::Quick => {
            let step = api.operations.len().div_ceil(TOOLS_IN_QUICK_FORM);
            (step.max(1), VALUES_IN_QUICK_FORM)
        }
    };
    counts.specs += 1;
    for (index, operation) in api.operations.iter().enumerate().step_by(step) {
        let place = format!("{}: {}", file.display(), operation.tool);
        let table = module.schema_within(&operation.constant, DEPTH);
        let mut generator = Generator {
            definitions: &schemas,
            random: Random::seeded(0x9e37_79b9_7f4a_7c15 ^ (index as u64 + 1)),
        };
        counts.tools += 1;
        let result = compare(table, &operation.input, &mut generator, values, counts);
        counts
            .problems
            .extend(result.err().map(|problem| format!("{place}: {problem}")));
    }
}

fn compare(
    table: &Schema,
    input: &Value,
    generator: &mut Generator<'_>,
    values: usize,
    counts: &mut Counts,
) -> Result<(), String> {
    let Some(oracle) = oracle(input, generator.definitions)? else {
        counts.not_for_the_oracle += 1;
        return Ok(());
    };
    for number in 0..values {
        let mut value = generator.value(input, VALUE_DEPTH);
        for _ in 0..number % 3 {
            generator.mutate(&mut value);
        }
        let theirs = oracle.is_valid(&value);
        let ours = table.is_valid(&value);
        let violations = table.violations(&value);
        if ours != theirs || violations.is_empty() != theirs {
            return Err(format!("{value}: {ours}, but {theirs}: {violations:?}"));
        }
        *if theirs {
            &mut counts.valid
        } else {
            &mut counts.invalid
        } += 1;
    }
    Ok(())
}
