use std::fs;
use std::path::Path;

use toolwright_codegen::{Builder, Setting, Written};

/// The compilation of a spec with the settings that its first line switches on, as in
/// `# Settings: output_schemas, field_selection`.
///
/// # Panics
///
/// When there is no such setting, or the spec is not there.
pub fn builder(spec: &Path) -> Builder {
    let text = fs::read_to_string(spec).expect("the spec is there");
    let names = text.lines().next().unwrap_or_default();
    let names = names.strip_prefix("# Settings: ").unwrap_or_default();
    names
        .split(", ")
        .filter(|name| !name.is_empty())
        .fold(Builder::new(spec), |builder, name| {
            let setting = Setting::read(name, Written::Flag(true));
            builder.with(setting.expect("is a flag"))
        })
}
