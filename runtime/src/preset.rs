//! Presets of arguments: values that callers cannot give because they are hidden, fixed, taken from
//! the environment or filled in by default. They are applied before validation, so that the spec's
//! own schema holds for the whole. What a caller sends in such a place is removed and reported as
//! an unknown argument.

use serde_json::Map;

use crate::json::{Json, push_escaped};
use crate::json_scan::{MAX_VALUES_IN_STRINGS, parse_bounded};
#[cfg(any(feature = "server", feature = "inspection"))]
use crate::schema::Schema;
use crate::schema::{Quoting, quote_property};
use crate::violation::{Description, Violation};

/// An argument that the caller does not give, or need not.
///
/// ```
/// use toolwright::{CallOptions, Preset, PresetValue};
///
/// static PRESETS: &[Preset] = &[
///     Preset::hidden(&["debug"]),
///     Preset::constant(&["filter", "kind"], "\"dog\""),
///     Preset::environment(&["tenant"], "PETS_TENANT"),
///     Preset::default(&["limit"], "10"),
///     Preset::nullable_default(&["owner"], "7"),
/// ];
/// const CALL: CallOptions = CallOptions::DEFAULT.presets(PRESETS);
/// assert_eq!(CALL.presets[3].value, PresetValue::Default("10"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The way to it: the argument, or an argument and a member of it.
    pub path: &'static [&'static str],
    /// What it is.
    pub value: PresetValue,
}

/// What an argument is that the caller does not give.
///
/// ```
/// use toolwright::{Preset, PresetValue};
///
/// const LIMIT: Preset = Preset::default(&["limit"], "10");
/// assert_eq!(LIMIT, Preset { path: &["limit"], value: PresetValue::Default("10") });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PresetValue {
    /// Nothing: it is never sent.
    Hidden,
    /// Always this JSON.
    Constant(&'static str),
    /// Always the value of this environment variable: a text, or JSON where the schema wants that.
    Environment(&'static str),
    /// This JSON, unless the caller gives another value.
    Default(&'static str),
    /// The same where `null` is another value.
    NullableDefault(&'static str),
}

impl Preset {
    /// An argument that is never sent.
    pub const fn hidden(path: &'static [&'static str]) -> Self {
        let value = PresetValue::Hidden;
        Self { path, value }
    }

    /// An argument that is always this JSON.
    pub const fn constant(path: &'static [&'static str], json: &'static str) -> Self {
        let value = PresetValue::Constant(json);
        Self { path, value }
    }

    /// An argument that is always the value of this environment variable.
    pub const fn environment(path: &'static [&'static str], variable: &'static str) -> Self {
        let value = PresetValue::Environment(variable);
        Self { path, value }
    }

    /// An argument that is this JSON where the caller does not give it.
    pub const fn default(path: &'static [&'static str], json: &'static str) -> Self {
        let value = PresetValue::Default(json);
        Self { path, value }
    }

    /// An argument that is this JSON where the caller does not give it, and that may be `null`.
    pub const fn nullable_default(path: &'static [&'static str], json: &'static str) -> Self {
        let value = PresetValue::NullableDefault(json);
        Self { path, value }
    }
}

fn argument_pointer(path: &[&str]) -> String {
    let mut pointer = String::new();
    for step in path {
        pointer.push('/');
        push_escaped(&mut pointer, step);
    }
    pointer
}

/// Applies what a tool has preset to the arguments; `variable` looks up variables of the environment. A violation is an argument
/// that the caller cannot give, and gave, and a variable that is not set.
pub(crate) fn apply_presets(
    presets: &[Preset],
    arguments: &mut Map<String, Json>,
    variable: &dyn Fn(&str) -> Option<String>,
    quoting: Quoting,
) -> Vec<Violation> {
    let mut wrong = Vec::new();
    for preset in presets {
        let creates = preset.value != PresetValue::Hidden;
        let Some((holder, name)) = find_holder(arguments, preset.path, creates) else {
            continue;
        };
        let given = match preset.value {
            PresetValue::Default(_) | PresetValue::NullableDefault(_) => None,
            _ => holder.remove(name),
        };
        if given.is_some() {
            let around = preset
                .path
                .split_last()
                .map_or(&[][..], |(_, around)| around);
            // Worded as for any unknown name: a caller must not learn that a hidden argument exists.
            let description = Description::of_unexpected_properties(
                [name],
                format!(
                    "Additional properties are not allowed ({} was unexpected)",
                    quote_property(quoting, name)
                ),
            );
            wrong.push(Violation::from_description(
                argument_pointer(around),
                description,
            ));
        }
        let value = match preset.value {
            PresetValue::Hidden => continue,
            PresetValue::Constant(json) => parse_constant(json),
            // Null counts as not given. If the schema allows null, the compiler writes
            // `NullableDefault` instead.
            PresetValue::Default(json) if holder.get(name).is_none_or(Json::is_null) => {
                parse_constant(json)
            }
            PresetValue::NullableDefault(json) if !holder.contains_key(name) => {
                parse_constant(json)
            }
            PresetValue::Default(_) | PresetValue::NullableDefault(_) => continue,
            PresetValue::Environment(name) => match variable(name) {
                // Always text: validation converts it if the schema wants a number or a boolean.
                Some(text) => Json::String(text),
                None => {
                    wrong.push(unset_variable(preset, name));
                    continue;
                }
            },
        };
        holder.insert((*name).to_owned(), value);
    }
    wrong
}

/// Whether arguments are valid with what is preset, as far as that needs no variables.
#[cfg(feature = "server")]
pub(crate) fn is_valid_with_presets(
    presets: &[Preset],
    check: &Schema,
    mut arguments: Json,
) -> bool {
    let members = arguments.as_object_mut();
    let is_whole = members
        .is_none_or(|members| apply_presets(presets, members, &|_| None, Quoting::Json).is_empty());
    is_whole && check.is_valid(&arguments)
}

/// All that is wrong with arguments, with what is preset put in. What comes from variables of the
/// environment is not known here, and counts as valid.
#[cfg(feature = "inspection")]
pub(crate) fn violations_with_presets(
    presets: &[Preset],
    check: &Schema,
    mut arguments: Json,
) -> Vec<Violation> {
    let members = arguments.as_object_mut();
    let mut wrong = members.map_or_else(Vec::new, |members| {
        apply_presets(presets, members, &|_| None, Quoting::Json)
    });
    wrong.extend(attribute_violations(
        presets,
        check.first_violations(&arguments),
    ));
    let of_environment = presets.iter();
    let of_environment =
        of_environment.filter(|preset| matches!(preset.value, PresetValue::Environment(_)));
    let unknown: Vec<String> = of_environment
        .map(|preset| argument_pointer(preset.path))
        .collect();
    wrong.retain(|violation| !unknown.contains(&violation.pointer));
    wrong
}

/// The violations of arguments with what is preset: the value of a variable is not told.
pub(crate) fn attribute_violations(
    presets: &[Preset],
    mut violations: Vec<Violation>,
) -> Vec<Violation> {
    for preset in presets {
        let PresetValue::Environment(variable) = preset.value else {
            continue;
        };
        let pointer = argument_pointer(preset.path);
        let Some((name, around)) = preset.path.split_last() else {
            continue;
        };
        let around = argument_pointer(around);
        // One that is not set was told already.
        violations
            .retain(|one| one.missing_required_property() != Some(*name) || one.pointer != around);
        for violation in &mut violations {
            let within = violation.pointer.strip_prefix(&pointer);
            if within.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
                let message = format!(
                    "comes from the environment variable `{variable}`, whose value is not allowed here: the \
                     operator of this server must correct it"
                );
                *violation = Violation::new(std::mem::take(&mut violation.pointer), message);
            }
        }
    }
    violations
}

/// Gives the members of a body their own names, by which the request is decoded.
pub(crate) fn rename_arguments(renamed: &[(&str, &str)], arguments: &mut Map<String, Json>) {
    // All are taken out first: one argument may have the name that another property has.
    let taken: Vec<_> = renamed
        .iter()
        .filter_map(|(argument, property)| Some((*property, arguments.remove(*argument)?)))
        .collect();
    for (property, value) in taken {
        arguments.insert(property.to_owned(), value);
    }
}

/// The object that the last step leads into; it is made where it is to be and is not there.
fn find_holder<'a>(
    arguments: &'a mut Map<String, Json>,
    path: &'static [&'static str],
    creates: bool,
) -> Option<(&'a mut Map<String, Json>, &'static str)> {
    let (name, around) = path.split_last()?;
    let mut holder = arguments;
    for step in around {
        if holder.get(*step).is_none_or(Json::is_null) {
            if !creates {
                return None;
            }
            holder.insert((*step).to_owned(), Json::Object(Map::new()));
        }
        let inner = holder.get_mut(*step)?;
        // A client that sent it as a string of JSON meant the object.
        let parse = |text: &str| parse_bounded(text, MAX_VALUES_IN_STRINGS);
        if let Some(object @ Json::Object(_)) = inner.as_str().and_then(parse) {
            *inner = object;
        }
        holder = inner.as_object_mut()?;
    }
    Some((holder, name))
}

fn unset_variable(preset: &Preset, variable: &str) -> Violation {
    Violation::new(
        argument_pointer(preset.path),
        format!(
            "comes from the environment variable `{variable}`, which is not set: the operator of this server \
             must set it"
        ),
    )
}

/// The compiler wrote it, so it is JSON.
fn parse_constant(json: &str) -> Json {
    serde_json::from_str(json).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::rename_arguments;

    #[test]
    fn an_argument_may_have_the_name_of_another_property() {
        let mut arguments = serde_json::Map::new();
        arguments.insert("c".to_owned(), json!(1));
        arguments.insert("a".to_owned(), json!(2));
        rename_arguments(&[("c", "a"), ("a", "b")], &mut arguments);
        assert_eq!(json!(arguments), json!({"a": 1, "b": 2}));
    }
}
