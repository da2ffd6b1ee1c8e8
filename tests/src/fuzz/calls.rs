//! Arguments to the requests that were compiled from the specs.

use std::sync::LazyLock;

use indexmap::IndexMap;
use serde_json::{Map, Value};
use toolwright::Tool;
use toolwright::schema::check_arguments;
use toolwright_codegen::Builder;
use toolwright_codegen::schema::make_example;

use super::validation;
use crate::compiled;
use crate::round_trip::{Fault, round_trip};
use crate::values::{Generator, Random};

/// How deep the arguments are.
const DEPTH: usize = 5;

/// Calls a tool of the compiled specs with arguments that the bytes decide. What is valid is
/// decoded and encoded, and that is the same when it is decoded again.
///
/// # Panics
///
/// When the runtime breaks a promise.
pub fn call(bytes: &[u8]) {
    let mut random = Random::of_bytes(bytes);
    let callable = random.pick(&CALLABLE);
    let arguments = callable.arguments(random);
    let (name, check) = (callable.tool.name, callable.tool.input.check);
    validation::hold(check, &Value::Object(arguments.clone()));
    let mut checked = arguments.clone();
    if check_arguments(check, &mut checked).is_err() {
        return;
    }
    match round_trip(callable.tool, &checked) {
        Ok(()) => {}
        Err(Fault::Refused(violations)) => validation::proper(&violations, &Value::Object(checked)),
        Err(Fault::Changed(problem)) => panic!("{name} {checked:?}: {problem}"),
    }
}

struct Callable {
    tool: &'static Tool,
    input: Value,
    example: Value,
    definitions: IndexMap<String, Value>,
}

static CALLABLE: LazyLock<Vec<Callable>> = LazyLock::new(|| {
    let apis = compiled::ALL.iter();
    apis.flat_map(|api| callables(api)).collect()
});

fn callables(api: &'static toolwright::Api) -> Vec<Callable> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/specs");
    let spec = format!("{folder}/{}.yaml", api.name);
    let compiled = Builder::new(spec).compile().expect("the spec compiles");
    let model = compiled.api();
    let schemas = model.definitions.iter();
    let definitions: IndexMap<_, _> = schemas
        .map(|(key, definition)| (key.clone(), definition.schema.clone()))
        .collect();
    let operations = api.tools.iter().zip(&model.operations);
    // What is preset is sent, and was not given.
    operations
        .filter(|(tool, _)| tool.call.presets.is_empty() && tool.call.renamed.is_empty())
        .map(|(tool, operation)| Callable {
            tool,
            input: operation.input.clone(),
            example: make_example(&operation.input, &model.definitions),
            definitions: definitions.clone(),
        })
        .collect()
}

impl Callable {
    fn arguments(&self, random: Random) -> Map<String, Value> {
        let mut generator = Generator {
            definitions: &self.definitions,
            random,
        };
        let mut value = match generator.random.below(3) {
            0 => self.example.clone(),
            _ => generator.value(&self.input, DEPTH),
        };
        for _ in 0..generator.random.below(5) {
            generator.mutate(&mut value);
        }
        match value {
            Value::Object(arguments) => arguments,
            _ => Map::new(),
        }
    }
}
