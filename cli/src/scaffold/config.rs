//! Writes the `toolwright.toml` of a new crate. The settings are taken from the head of the
//! generated source, which lists those that the output depends on, and not from the command line:
//! policies such as `--strict` stay out of the file.

use clap::{Arg, CommandFactory as _};
use std::path::Path;
use toolwright_codegen::{recorded_options, write_portable_path};

use crate::args::Args;
use crate::dependency::toml_string;

/// `toolwright.toml` for a spec and the settings in the head of its source.
pub(super) fn config_text(spec: &Path, out: Option<&str>, rust: &str) -> String {
    let mut text = format!("spec = {}\n", toml_string(&write_portable_path(spec)));
    if let Some(out) = out {
        text.push_str(&format!("out = {}\n", toml_string(out)));
    }
    for (key, value) in config_entries(&recorded_options(rust)) {
        text.push_str(&format!("{key} = {value}\n"));
    }
    text
}

/// The keys and values that say what these words of the command line do.
fn config_entries(words: &[String]) -> Vec<(String, String)> {
    let mut command = Args::command();
    // Until it is built, clap has not propagated global options and derived actions.
    command.build();
    let options: Vec<&Arg> = match command.find_subcommand("generate") {
        Some(generate) => generate.get_arguments().collect(),
        None => Vec::new(),
    };
    let mut keys: Vec<(String, Vec<String>, bool)> = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let name = word.trim_start_matches("--");
        let option = options
            .iter()
            .find(|option| option.get_long() == Some(name));
        let Some(option) = option else { continue };
        let key = name.replace('-', "_");
        // The only option whose setting has another name: a flag can only be given, and the
        // upstream is on by default.
        if name == "no-upstream" {
            keys.push((
                "builtin_upstream".to_owned(),
                vec!["false".to_owned()],
                false,
            ));
        } else if !option.get_action().takes_values() {
            keys.push((key, vec!["true".to_owned()], false));
        } else {
            let value = words.next().map_or("", String::as_str);
            let delimiter = option.get_value_delimiter();
            let values: Vec<String> = match delimiter {
                Some(delimiter) => value.split(delimiter).map(toml_string).collect(),
                None => vec![toml_string(value)],
            };
            match keys.iter_mut().find(|(known, ..)| *known == key) {
                Some((_, known, is_list)) => {
                    known.extend(values);
                    *is_list = true;
                }
                None => keys.push((key, values, delimiter.is_some())),
            }
        }
    }
    let written = keys.into_iter().map(|(key, values, is_list)| {
        let values = values.join(", ");
        (
            key,
            if is_list {
                format!("[{values}]")
            } else {
                values
            },
        )
    });
    written.collect()
}

#[cfg(test)]
mod tests {
    use toolwright_codegen::{Builder, Client, Config, Setting, Written};

    use super::*;

    #[test]
    fn settings_are_those_of_the_head() {
        let spec = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../generated/petstore/petstore.yaml"
        );
        let read = |name, text: &str| Setting::read(name, Written::Text(text.to_owned()));
        let settings = [
            Setting::Name("my \"pets\"".to_owned()),
            read("include_tag", "--odd").expect("is one"),
            read("exclude", "a*").expect("is one"),
            read("exclude", "b*").expect("is one"),
            Setting::OutputSchemas(true),
            Setting::BuiltinUpstream(false),
            Setting::Derives(vec!["Clone".to_owned()]),
            Setting::Client(Client::Gemini),
            read("rename", "listPets=pets").expect("is one"),
        ];
        let builder = settings
            .iter()
            .cloned()
            .fold(Builder::new(spec), Builder::with);
        let compiled = builder.compile().expect("a spec");
        let text = config_text(Path::new("a.yaml"), Some("src/api.rs"), compiled.rust());
        let config = Config::from_text("toolwright.toml", &text).expect(&text);
        assert_eq!(config.servers()[0].settings, settings, "{text}");
        assert!(
            text.starts_with("spec = \"a.yaml\"\nout = \"src/api.rs\"\n"),
            "{text}"
        );
    }
}
