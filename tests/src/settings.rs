use std::fs;
use std::path::Path;

use toolwright_codegen::{Builder, Setting, Written};

/// The compilation of a spec with the settings in its first line, as in
/// `# Settings: output_schemas, derives=Debug+Default`.
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
            let (name, written) = match name.split_once('=') {
                None => (name, Written::Flag(true)),
                Some((name, values)) => {
                    let values = values.split('+').map(str::to_owned);
                    (name, Written::List(values.collect()))
                }
            };
            let setting = Setting::read(name, written);
            builder.with(setting.expect("there is such a setting"))
        })
}
