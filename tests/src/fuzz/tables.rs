//! The tables that arguments are validated against, of any schema that a spec may have.

use indexmap::IndexMap;
use serde_json::{Map, Value};
use toolwright::schema::check_arguments;
use toolwright_codegen::Compiled;
use toolwright_codegen::emit::checks::Checks;

use super::compile::compiled;
use super::mutate::mutated;
use super::stack::with_room;
use super::validation;
use crate::interpret::Module;
use crate::oracle::oracle;
use crate::values::{Generator, Random};

/// How many values are made for a schema.
const VALUES: usize = 4;
const VALUE_DEPTH: usize = 4;
/// How deep a recursive table goes: deeper than the values.
const TABLE_DEPTH: usize = 14;

/// Changes a spec as the bytes decide, and validates values against the table of one of its tools;
/// the `jsonschema` crate must agree.
///
/// # Panics
///
/// When the compiler or the runtime breaks a promise.
pub fn tables(bytes: &[u8]) {
    let (spec, random) = mutated(bytes);
    if let Some(compiled) = compiled(&spec) {
        with_room(|| hold(&compiled, random));
    }
}

fn hold(compiled: &Compiled, mut random: Random) {
    let api = compiled.api();
    if api.operations.is_empty() {
        return;
    }
    let operation = random.pick(&api.operations);
    let mut checks = Checks::new(&api.definitions);
    checks.declare_schema(&operation.constant, operation.checked());
    let is_whole = checks.problems().is_empty();
    let module = Module::new(checks.into_module());
    let table = module.schema_within(&operation.constant, TABLE_DEPTH);
    let schemas = api.definitions.iter();
    let definitions: IndexMap<String, Value> = schemas
        .map(|(key, definition)| (key.clone(), definition.schema.clone()))
        .collect();
    let oracle = match oracle(operation.checked(), &definitions) {
        Ok(oracle) => oracle.filter(|_| is_whole),
        Err(error) => panic!("{} is no schema: {error}", operation.input),
    };
    let mut generator = Generator {
        definitions: &definitions,
        random,
    };
    for number in 0..VALUES {
        let mut value = generator.value(operation.checked(), VALUE_DEPTH);
        for _ in 0..number {
            generator.mutate(&mut value);
        }
        let valid = validation::hold(table, &value);
        if let Some(oracle) = &oracle {
            let (theirs, input) = (oracle.is_valid(&value), operation.checked());
            assert_eq!(valid, theirs, "{value} under {input} with {definitions:?}");
        }
        if let Value::Object(arguments) = value {
            hold_arguments(table, arguments);
        }
    }
}

/// Arguments that pass, as they are or after a second chance, are valid and pass again unchanged.
fn hold_arguments(table: &'static toolwright::schema::Schema, mut arguments: Map<String, Value>) {
    let given = arguments.clone();
    match check_arguments(table, &mut arguments) {
        Ok(()) => {
            assert!(
                table.is_valid(&Value::Object(arguments.clone())),
                "{given:?}"
            );
            let mut again = arguments.clone();
            assert_eq!(check_arguments(table, &mut again), Ok(()), "{given:?}");
            assert_eq!(again, arguments, "{given:?}");
        }
        Err(violations) => validation::proper(&violations, &Value::Object(arguments)),
    }
}
