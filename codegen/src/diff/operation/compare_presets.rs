//! What stands for the arguments that callers do not give, or need not: `x-mcp` in a spec sets it, so
//! another version of the spec can have something else sent, or sent to somebody else, without any
//! change that a caller sees.

use super::OperationPair;
use crate::diff::change_rules::{ENVIRONMENT_CHANGED, PRESET_CHANGED, Rule};
use crate::diff::entry::{Change, ChangeText, Side};
use crate::model::{Operation, Preset, PresetValue};

impl OperationPair<'_> {
    /// The changes of what is preset, an argument after the other.
    pub(super) fn compare_presets(self) -> Vec<Change> {
        let (was, is) = (&self.old.call.presets.all, &self.new.call.presets.all);
        let gone = was
            .iter()
            .filter(|old| find_preset(is, &old.path).is_none());
        let gone = gone.map(|old| (Some(old), None));
        let there = is
            .iter()
            .map(|new| (find_preset(was, &new.path), Some(new)));
        let differing = there
            .chain(gone)
            .filter(|(old, new)| old.map(|old| &old.value) != new.map(|new| &new.value));
        differing
            .map(|(old, new)| {
                let path = new.or(old).map(|preset| preset.path.join("."));
                let text = ChangeText {
                    was: describe_preset(old),
                    is: describe_preset(new),
                };
                Change {
                    side: Some(Side::Arguments),
                    subject: path.unwrap_or_default(),
                    ..self.new_change(preset_rule([old, new]), "", text)
                }
            })
            .collect()
    }
}

/// What a new tool sends of the environment.
pub(in crate::diff) fn environment_presets_of_new_tool(operation: &Operation) -> Vec<Change> {
    let presets = operation.call.presets.all.iter();
    let of_environment = presets.filter(|preset| reads_environment(preset));
    of_environment
        .map(|preset| {
            let text = ChangeText {
                was: None,
                is: describe_preset(Some(preset)),
            };
            Change {
                side: Some(Side::Arguments),
                subject: preset.path.join("."),
                new_at: Some(operation.pointer.clone()),
                ..Change::new(&ENVIRONMENT_CHANGED, text)
            }
        })
        .collect()
}

fn find_preset<'p>(presets: &'p [Preset], path: &[String]) -> Option<&'p Preset> {
    presets.iter().find(|preset| preset.path == path)
}

fn preset_rule(presets: [Option<&Preset>; 2]) -> &'static Rule {
    match presets.into_iter().flatten().any(reads_environment) {
        true => &ENVIRONMENT_CHANGED,
        false => &PRESET_CHANGED,
    }
}

fn reads_environment(preset: &Preset) -> bool {
    matches!(preset.value, PresetValue::Environment(_))
}

fn describe_preset(preset: Option<&Preset>) -> Option<String> {
    Some(match &preset?.value {
        PresetValue::Hidden => "hidden, never sent".to_owned(),
        PresetValue::Constant(value) => format!("hidden, always {value}"),
        PresetValue::Environment(variable) => format!("hidden, from the environment: {variable}"),
        PresetValue::Default(value) | PresetValue::NullableDefault(value) => {
            format!("{value} by default")
        }
    })
}
