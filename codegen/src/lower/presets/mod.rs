//! What `x-mcp` says of arguments: which the caller does not give, and what others are called.
//!
//! Arguments are validated with all that is preset, against a schema that the caller is not shown.

mod allowed_variables;
mod object;
#[cfg(test)]
mod tests;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::arguments::PlacedOverride;
use super::types::{object_of, required_names};
use crate::model::{Definition, Preset, PresetValue, Presets};
use crate::names::argument_name;
use crate::normalize::{ArgumentOverride, ArgumentSource, ValueOrigin};
use crate::schema::{conforms_to_schema, resolve_reference};
pub(super) use allowed_variables::AllowedVariables;
use object::{drop_constraints, hide_property, is_constrained, rename_property};

/// The schemas and presets that overrides of arguments lead to.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// The schema that callers are shown.
    pub(super) shown: Value,
    pub(super) presets: Presets,
    /// What is stated of where arguments come from, by their names.
    pub(super) origins: Vec<(String, ValueOrigin)>,
    /// What is odd, by the pointer of its place.
    pub(super) remarks: Vec<(String, String)>,
    /// Why there can be no tool: what was to be fixed would be the caller's to choose.
    pub(super) flaw: Option<(String, String)>,
}

/// Applies overrides to the schema of all arguments. A variable of the environment that the spec may not name
/// leaves no tool.
pub(super) fn apply_overrides(
    schema: Value,
    overrides: Vec<PlacedOverride>,
    definitions: &IndexMap<String, Definition>,
    variables: &mut AllowedVariables,
) -> Outcome {
    let mut all = schema;
    let mut outcome = Outcome::default();
    let mut all_placed = Vec::new();
    for mut placed in overrides {
        outcome.remarks.append(&mut placed.argument.remarks);
        if let Some(flaw) = placed.argument.flaw.take() {
            outcome.flaw.get_or_insert(flaw);
        }
        if let Some(flaw) = variables.reject_variable(&placed) {
            outcome.flaw.get_or_insert(flaw);
        }
        if let Some(name) = placed.argument.name.take() {
            outcome.rename_argument(&mut all, &mut placed, name);
        }
        if let Some(origin) = placed.argument.from.take() {
            outcome.add_origin(&placed.path, origin);
        }
        all_placed.push(placed);
    }
    outcome.shown = all.clone();
    for placed in &all_placed {
        outcome.apply_override(&all, placed, definitions);
    }
    if outcome.presets.all.is_empty() {
        // Nothing but texts and names differs, which no validation looks at.
        return outcome;
    }
    outcome.presets.schema = Some(all);
    outcome
}

impl Outcome {
    /// Renames the property of a body that stands beside the parameters.
    fn rename_argument(&mut self, all: &mut Value, placed: &mut PlacedOverride, name: String) {
        let at = format!("{}/name", placed.argument.pointer);
        let [property] = placed.path.as_slice() else {
            let message =
                "`name` is ignored: the body is one argument, and its properties keep their names";
            return self.remarks.push((at, message.to_owned()));
        };
        let taken = all.pointer("/properties").and_then(|all| all.get(&name));
        let why = if argument_name(&name) != name {
            "a name must have only letters, digits, `_`, `.` and `-`, at most 64"
        } else if taken.is_some() {
            "another argument has this name"
        } else if is_constrained(all, property) {
            "the schema of the body restricts which properties can be combined"
        } else {
            rename_property(all, property, &name);
            self.presets.renamed.push((name.clone(), property.clone()));
            placed.path = vec![name];
            return;
        };
        let message = format!("an argument cannot be named `{name}`: {why}; this name is ignored");
        self.remarks.push((at, message));
    }

    /// Notes where an argument comes from.
    fn add_origin(&mut self, path: &[String], origin: ValueOrigin) {
        match path {
            [argument] => self.origins.push((argument.clone(), origin)),
            // A setting matches bodies of every form.
            _ if origin.setting.is_some() => {}
            _ => {
                let message =
                    "`from` is ignored: the body is one argument, and its properties are none";
                self.remarks.push((origin.pointer, message.to_owned()));
            }
        }
    }

    fn apply_override(
        &mut self,
        all: &Value,
        placed: &PlacedOverride,
        definitions: &IndexMap<String, Definition>,
    ) {
        let Some((name, around)) = placed.path.split_last() else {
            return;
        };
        let whole = around.iter().try_fold(all.clone(), |schema, step| {
            object_of(schema.get("properties")?.get(step)?, definitions)
        });
        let Some(whole) = whole else {
            return;
        };
        let property = whole.get("properties").and_then(|all| all.get(name));
        let property = property.cloned().unwrap_or_default();
        let is_required = required_names(&whole).contains(&name.as_str());
        let value = match preset_value(&placed.argument, &property, is_required, definitions) {
            Ok(value) => value,
            Err((pointer, reason)) => {
                self.flaw
                    .get_or_insert((pointer, format!("the argument `{name}` {reason}")));
                return;
            }
        };
        let creates = value
            .as_ref()
            .is_some_and(|value| *value != PresetValue::Hidden);
        if let Some(shown) = holding_object(&mut self.shown, around, definitions) {
            show_argument(shown, name, &value, &placed.argument);
            let needs_nothing = required_names(&Value::Object(shown.clone())).is_empty();
            if let ([body], true, true) = (around, creates, needs_nothing) {
                object::make_optional(&mut self.shown, body);
            }
        }
        self.presets.all.extend(value.map(|value| Preset {
            path: placed.path.clone(),
            value,
        }));
    }
}

/// The object that an argument, or a member of one, is a property of; put in place where it is a
/// reference.
fn holding_object<'s>(
    shown: &'s mut Value,
    around: &[String],
    definitions: &IndexMap<String, Definition>,
) -> Option<&'s mut Map<String, Value>> {
    let mut holder = shown;
    for step in around {
        let inner = holder.get_mut("properties")?.get_mut(step)?;
        let mut object = object_of(inner, definitions)?;
        if let (Some(description), Some(object)) =
            (inner.get("description"), object.as_object_mut())
        {
            object.insert("description".to_owned(), description.clone());
        }
        *inner = object;
        holder = inner;
    }
    holder.as_object_mut()
}

/// Changes what callers see of an argument.
fn show_argument(
    holder: &mut Map<String, Value>,
    name: &str,
    value: &Option<PresetValue>,
    stated: &ArgumentOverride,
) {
    match value {
        None => {}
        Some(PresetValue::Default(default) | PresetValue::NullableDefault(default)) => {
            object::set_keyword(holder, name, "default", default.clone());
            object::not_required(holder, name);
            drop_constraints(holder, name);
        }
        Some(_) => return hide_property(holder, name),
    }
    for (keyword, text) in [
        ("title", &stated.title),
        ("description", &stated.description),
    ] {
        if let Some(text) = text {
            object::set_keyword(holder, name, keyword, Value::String(text.clone()));
        }
    }
}

/// What is preset of an argument of a schema.
fn preset_value(
    stated: &ArgumentOverride,
    schema: &Value,
    is_required: bool,
    definitions: &IndexMap<String, Definition>,
) -> Result<Option<PresetValue>, (String, String)> {
    let fitting =
        |key: &'static str, value: &Value| match conforms_to_schema(value, schema, definitions) {
            true => Ok(value.clone()),
            false => {
                let (at, key) = stated.place_and_word(key);
                Err((
                    at,
                    format!(
                        "cannot be {value} (`{key}`), because its schema does not allow this value"
                    ),
                ))
            }
        };
    Ok(Some(match &stated.source {
        Some(ArgumentSource::Value(value)) => PresetValue::Constant(fitting("value", value)?),
        Some(ArgumentSource::Environment { variable, .. }) => {
            PresetValue::Environment(variable.clone())
        }
        Some(ArgumentSource::Default(value)) if stated.hidden => {
            PresetValue::Constant(fitting("default", value)?)
        }
        Some(ArgumentSource::Default(value)) => {
            let value = fitting("default", value)?;
            match conforms_to_schema(&Value::Null, schema, definitions) {
                true => PresetValue::NullableDefault(value),
                false => PresetValue::Default(value),
            }
        }
        None if !stated.hidden => return Ok(None),
        None if !is_required => PresetValue::Hidden,
        None => {
            let schema = resolve_reference(schema, definitions);
            let only = match schema
                .get("enum")
                .and_then(Value::as_array)
                .map(Vec::as_slice)
            {
                Some([only]) => Some(only),
                _ => None,
            };
            let fallback = ["const", "default"]
                .into_iter()
                .find_map(|key| schema.get(key));
            match fallback.or(only) {
                Some(value) => PresetValue::Constant(value.clone()),
                None => {
                    let (at, _) = stated.place_and_word("hidden");
                    let reason = format!(
                        "is required and has no default, so it can only be hidden with a value: give it {}",
                        stated.possible_sources()
                    );
                    return Err((at, reason));
                }
            }
        }
    }))
}
