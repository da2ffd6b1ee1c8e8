//! A builder's settings as data: one is applied as the method of its name does, and those that the output depends on are
//! listed, because the head of a generated file repeats them.

use std::path::Path;

use super::Builder;
use crate::emit::EmitSettings;
use crate::portable_path::write_portable_path;
use crate::setting::Setting;

impl Builder {
    /// Repeats these settings in the head of the output instead of the builder's own: for output in another folder, from
    /// which other paths lead to the same files.
    ///
    /// ```
    /// use toolwright_codegen::{Builder, Setting};
    ///
    /// let there = [Setting::Overlay("../shop-overlay.yaml".into())];
    /// let builder = Builder::new("tests/doc/shop.yaml").with_stated_settings(there);
    /// assert!(builder.compile()?.rust().contains("// Options: --overlay ../shop-overlay.yaml"));
    /// # Ok::<(), toolwright_codegen::BuildError>(())
    /// ```
    #[must_use]
    pub fn with_stated_settings(mut self, settings: impl IntoIterator<Item = Setting>) -> Self {
        let other = settings.into_iter().fold(Self::new(&self.spec), Self::with);
        self.stated = Some(other.list_settings());
        self
    }

    /// Applies a setting, as the method of its name does.
    #[must_use]
    pub fn with(self, setting: Setting) -> Self {
        match setting {
            Setting::Name(name) => self.name(name),
            Setting::RefDir(directory) => self.ref_dir(directory),
            Setting::RefRoot(directory) => self.ref_root(directory),
            Setting::Overlay(file) => self.overlay(file),
            Setting::Rule(kind, pattern) => self.selecting(kind, &pattern),
            Setting::ReadOnly(on) => self.read_only(on),
            Setting::Rewrite(rewrite) => self.rewriting(rewrite),
            Setting::Argument(rule) => self.arguing(rule),
            Setting::AllowEnv(variable) => self.allow_env(variable),
            Setting::Prefix(prefix) => self.prefix(prefix),
            Setting::Locked(on) => self.locked(on),
            Setting::OutputSchemas(on) => self.output_schemas(on),
            Setting::Responses(on) => self.responses(on),
            Setting::FieldSelection(on) => self.field_selection(on),
            Setting::OptionalBodies(on) => self.optional_bodies(on),
            Setting::DescribeNeeds(on) => self.describe_needs(on),
            Setting::ShareDescriptions(on) => self.share_descriptions(on),
            Setting::AssertFormats(on) => self.assert_formats(on),
            Setting::Discovery(on) => self.discovery(on),
            Setting::Bridge(on) => self.bridge(on),
            Setting::History(directory) => self.history(directory),
            Setting::DiscoveryPrefix(prefix) => self.discovery_prefix(prefix),
            Setting::DiscoveryFormat(format) => self.discovery_format(format),
            Setting::BuiltinUpstream(on) => self.builtin_upstream(on),
            Setting::Derives(traits) => self.derives(traits),
            Setting::Client(client) => self.client(client),
            Setting::MaxDescription(characters) => self.max_description(characters),
            Setting::SchemaDepth(levels) => self.schema_depth(levels),
            Setting::MaxTokens(tokens) => self.max_tokens(tokens),
            Setting::Strict(on) => self.strict(on),
        }
    }

    /// The words of a shell that run `toolwright lint` on the same spec with the same settings, from where this process
    /// runs.
    pub(super) fn lint_command(&self) -> String {
        // If the spec was given as bytes, the path is only what messages call it.
        let spec = match self.spec_bytes {
            Some(_) => "SPEC".to_owned(),
            None => write_portable_path(&self.spec),
        };
        let mut words = vec!["toolwright".to_owned(), "lint".to_owned(), spec];
        for setting in self.list_all_settings() {
            // In the builder, they are relative to its root.
            let setting = setting.map_path(|path| self.root.join(path));
            words.extend(setting.command_line_words());
        }
        // Only NUL cannot be quoted, and no file has it in its name.
        shlex::try_join(words.iter().map(String::as_str))
            .unwrap_or_else(|_| "toolwright lint".to_owned())
    }

    /// The settings that the output depends on, as far as they are not the default. The output must not say where on
    /// this machine it was made, so settings with absolute paths are not among them.
    pub(super) fn list_settings(&self) -> Vec<Setting> {
        let mut settings = self.list_all_settings();
        settings.retain(|setting| setting.file_path().is_none_or(Path::is_relative));
        settings
    }

    fn list_all_settings(&self) -> Vec<Setting> {
        let EmitSettings {
            derives,
            assert_formats,
            answers,
            ..
        } = &self.emit;
        let name = self.name.clone().map(Setting::Name);
        let ref_dir = self.ref_dir.clone().map(Setting::RefDir);
        let ref_root = self.ref_root.clone().map(Setting::RefRoot);
        let history = self.history.clone().map(Setting::History);
        let overlays = self.overlays.iter().cloned().map(Setting::Overlay);
        let other_derives = *derives != EmitSettings::default().derives;
        let derives = other_derives.then(|| Setting::Derives(derives.clone()));
        // Policies (`strict`, `max_tokens`, `locked`) are not listed: they decide whether a
        // compilation fails, and change nothing of its output.
        let flags = [
            Setting::ReadOnly(self.selection.is_read_only()),
            Setting::OutputSchemas(self.texts.outputs),
            Setting::Responses(self.responses),
            Setting::FieldSelection(self.field_selection),
            Setting::OptionalBodies(self.optional_bodies),
            Setting::DescribeNeeds(self.describe_needs),
            Setting::ShareDescriptions(self.texts.share_descriptions),
            Setting::AssertFormats(*assert_formats),
            Setting::Discovery(self.discovery),
            Setting::Bridge(self.bridge),
            Setting::BuiltinUpstream(*answers),
        ];
        let rules = self.selection.rules();
        let rules = rules.map(|(kind, pattern)| Setting::Rule(kind, pattern.to_owned()));
        let rewrites = self.selection.rewrites().iter().cloned();
        let rewrites = rewrites.map(Setting::Rewrite);
        let arguments = self.selection.arguments().iter().cloned();
        let arguments = arguments.map(Setting::Argument);
        let clients = self.texts.clients.iter().map(Setting::Client);
        let prefix = self.prefix.clone().map(Setting::Prefix);
        let variables = self.allowed_variables.iter().cloned();
        let variables = variables.map(Setting::AllowEnv);
        let discovery_prefix = self.discovery_prefix.clone().map(Setting::DiscoveryPrefix);
        let discovery_format = self.emit.discovery_format.map(Setting::DiscoveryFormat);
        let max_description = self.texts.max_description.map(Setting::MaxDescription);
        let schema_depth = self.texts.schema_depth.map(Setting::SchemaDepth);
        // The order is part of the output: another one would change the head of every generated
        // file.
        name.into_iter()
            .chain(prefix)
            .chain(ref_dir)
            .chain(ref_root)
            .chain(overlays)
            .chain(rules)
            .chain(flags)
            .chain(history)
            .chain(discovery_prefix)
            .chain(discovery_format)
            .chain(derives)
            .chain(clients)
            .chain(max_description)
            .chain(schema_depth)
            .chain(rewrites)
            .chain(arguments)
            .chain(variables)
            .collect()
    }
}
