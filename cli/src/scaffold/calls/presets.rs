use serde_json::{Map, Value};
use toolwright_codegen::model::{Api, Operation, PresetValue};
use toolwright_codegen::schema::make_example;

/// Arguments with all that the caller does not give.
pub(super) struct Filled {
    pub(super) arguments: Map<String, Value>,
    /// The variables that some of it comes from.
    pub(super) environment: Map<String, Value>,
}

pub(super) fn apply_presets(api: &Api, operation: &Operation, given: Map<String, Value>) -> Filled {
    let mut filled = Filled {
        arguments: given,
        environment: Map::new(),
    };
    if operation.call.presets.all.is_empty() {
        return filled;
    }
    // The input schema has no hidden arguments, so an example for them can only come from the
    // schema that arguments are validated against.
    let whole = make_example(operation.checked(), &api.definitions);
    for preset in &operation.call.presets.all {
        match &preset.value {
            PresetValue::Hidden => {}
            PresetValue::Constant(value) => {
                set_at_path(&mut filled.arguments, &preset.path, value, true)
            }
            PresetValue::Default(value) | PresetValue::NullableDefault(value) => {
                set_at_path(&mut filled.arguments, &preset.path, value, false);
            }
            PresetValue::Environment(name) => {
                let pointer: String = preset.path.iter().map(|step| format!("/{step}")).collect();
                let value = whole
                    .pointer(&pointer)
                    .cloned()
                    .unwrap_or_else(|| "text".into());
                let text = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                set_at_path(&mut filled.arguments, &preset.path, &value, true);
                filled.environment.insert(name.clone(), text.into());
            }
        }
    }
    filled
}

fn set_at_path(arguments: &mut Map<String, Value>, path: &[String], value: &Value, always: bool) {
    let [steps @ .., last] = path else { return };
    let mut place = arguments;
    for step in steps {
        let inner = place.entry(step).or_insert_with(|| Map::new().into());
        let Value::Object(inner) = inner else { return };
        place = inner;
    }
    if always || !place.contains_key(last) {
        place.insert(last.clone(), value.clone());
    }
}
