//! The settings that say which operations become tools, and what these are called.

use super::Builder;
use crate::model::StatedHints;
use crate::selection::{ArgumentPreset, ArgumentRule, Rewrite, RewriteKind, RuleKind};
use serde_json::Value;

impl Builder {
    /// Makes tools of those operations alone whose operationId fits, with `*` for any text and `?` for
    /// any character; `GET /pets/**` means method and path. May be called for several patterns.
    ///
    /// Each kind of pattern narrows what the others leave: of `include`, `include_tag`,
    /// `include_path` and `method`, as far as they are given, one pattern each has to fit an
    /// operation. What any of `exclude`, `exclude_tag` and `exclude_path` fits is left out, whatever
    /// includes it, and so is what `x-mcp` switches off. A pattern that fits no operation is a
    /// warning.
    #[must_use]
    pub fn include(self, pattern: impl AsRef<str>) -> Self {
        self.selecting(RuleKind::Include, pattern.as_ref())
    }

    /// Leaves out the operations whose operationId, or method and path, fits; see
    /// [`include`](Self::include).
    #[must_use]
    pub fn exclude(self, pattern: impl AsRef<str>) -> Self {
        self.selecting(RuleKind::Exclude, pattern.as_ref())
    }

    /// Makes tools of those operations alone that have a tag which fits; see
    /// [`include`](Self::include).
    #[must_use]
    pub fn include_tag(self, pattern: impl AsRef<str>) -> Self {
        self.selecting(RuleKind::IncludeTag, pattern.as_ref())
    }

    /// Leaves out the operations that have a tag which fits; see [`include`](Self::include).
    #[must_use]
    pub fn exclude_tag(self, pattern: impl AsRef<str>) -> Self {
        self.selecting(RuleKind::ExcludeTag, pattern.as_ref())
    }

    /// Makes tools of those operations alone whose path fits: `*` is any text within a segment, `**`
    /// any segments, and `/pets/**` fits `/pets`, too; see [`include`](Self::include).
    #[must_use]
    pub fn include_path(self, pattern: impl AsRef<str>) -> Self {
        self.selecting(RuleKind::IncludePath, pattern.as_ref())
    }

    /// Leaves out the operations whose path fits, as for [`include_path`](Self::include_path).
    #[must_use]
    pub fn exclude_path(self, pattern: impl AsRef<str>) -> Self {
        self.selecting(RuleKind::ExcludePath, pattern.as_ref())
    }

    /// Makes tools of the operations of this method alone; may be called for several. See
    /// [`include`](Self::include).
    #[must_use]
    pub fn method(self, method: impl AsRef<str>) -> Self {
        self.selecting(RuleKind::Method, method.as_ref())
    }

    /// Whether tools are made of those operations alone that change nothing, by their method: `GET`,
    /// `HEAD`, `OPTIONS`, `TRACE` and `QUERY`.
    #[must_use]
    pub fn read_only(mut self, on: bool) -> Self {
        self.selection.read_only(on);
        self
    }

    /// Has the operations run by hand whose operationId, or method and path, fits, as for
    /// [`include`](Self::include); `x-mcp: {handler: manual}` says the same in a spec. They become
    /// methods of the generated trait `Handlers`, and the generated function `tools` takes what
    /// implements it.
    #[must_use]
    pub fn manual(self, pattern: impl AsRef<str>) -> Self {
        self.selecting(RuleKind::Manual, pattern.as_ref())
    }

    /// Names the tool of an operation, which is meant by its operationId, or method and path
    /// (`GET /pets`); stands in for what `x-mcp` says.
    #[must_use]
    pub fn rename(self, operation: impl AsRef<str>, name: impl AsRef<str>) -> Self {
        self.rewritten(RewriteKind::Name, operation.as_ref(), name.as_ref())
    }

    /// Gives a tool another title, as [`rename`](Self::rename) does a name.
    #[must_use]
    pub fn retitle(self, operation: impl AsRef<str>, title: impl AsRef<str>) -> Self {
        self.rewritten(RewriteKind::Title, operation.as_ref(), title.as_ref())
    }

    /// Gives a tool another description, as [`rename`](Self::rename) does a name. It is written on
    /// one line.
    #[must_use]
    pub fn describe(self, operation: impl AsRef<str>, text: impl AsRef<str>) -> Self {
        self.rewritten(RewriteKind::Description, operation.as_ref(), text.as_ref())
    }

    /// States hints of a tool, `read_only` or `destructive=false, idempotent`, as
    /// [`rename`](Self::rename) does a name. What is not stated follows from the method.
    ///
    /// ```
    /// use toolwright_codegen::Builder;
    /// use toolwright_codegen::model::StatedHints;
    ///
    /// let builder = Builder::new("tests/doc/shop.yaml").read_only(true);
    /// let compiled = builder.hint("POST /pets", StatedHints::READ_ONLY).compile()?;
    /// assert!(compiled.left_out().iter().all(|operation| operation.path != "/pets"));
    /// # Ok::<(), toolwright_codegen::BuildError>(())
    /// ```
    #[must_use]
    pub fn hint(self, operation: impl AsRef<str>, hints: StatedHints) -> Self {
        self.rewritten(RewriteKind::Hints, operation.as_ref(), &hints.to_string())
    }

    /// Hides an argument of the operations that fit: callers neither see nor give it, and it is not
    /// sent; if the spec requires it, it is what its schema leaves no choice of, or its default.
    ///
    /// An operation is meant as in [`include`](Self::include), by a tag as `tag:pets`, and `*` means all;
    /// the argument by its name in the spec, of a parameter or a property of the body. It stands in for
    /// what `x-mcp` says. An operation whose argument cannot be hidden or fixed is skipped, and a
    /// setting that fits no argument is a warning.
    #[must_use]
    pub fn hide(self, operation: impl Into<String>, argument: impl Into<String>) -> Self {
        self.presetting(operation, argument, ArgumentPreset::Hidden)
    }

    /// Fixes an argument to a value: callers neither see nor give it. See [`hide`](Self::hide).
    #[must_use]
    pub fn fix(
        self,
        operation: impl Into<String>,
        argument: impl Into<String>,
        value: impl Into<Value>,
    ) -> Self {
        self.presetting(operation, argument, ArgumentPreset::Fixed(value.into()))
    }

    /// Fixes an argument to the value of an environment variable, which the server reads when it
    /// starts. See [`hide`](Self::hide).
    #[must_use]
    pub fn from_environment(
        self,
        operation: impl Into<String>,
        argument: impl Into<String>,
        variable: impl Into<String>,
    ) -> Self {
        let preset = ArgumentPreset::Environment(variable.into());
        self.presetting(operation, argument, preset)
    }

    /// Lets the spec, or an overlay, send the value of this environment variable in the place of an
    /// argument (`x-mcp: {env: NAME}`).
    ///
    /// Variables that begin with the name of the server (`PETS_`) need no permission, except
    /// `PETS_ACCESS_…`, which hold the tokens of clients. An operation that names any other variable is
    /// skipped, because a spec chooses both the variable and the host that its value is sent to.
    /// [`from_environment`](Self::from_environment) needs no permission: you write it yourself.
    ///
    /// ```
    /// use toolwright_codegen::Builder;
    /// use toolwright_codegen::source::Source;
    ///
    /// let spec = r#"{"openapi": "3.0.3", "info": {"title": "Pets", "version": "1"}, "paths": {
    ///     "/pets": {"get": {"operationId": "listPets", "parameters": [
    ///         {"name": "tenant", "in": "query", "x-mcp": {"env": "TENANT"}}
    ///     ]}}
    /// }}"#;
    /// let tools = |builder: Builder| {
    ///     let source = Source::from_text("pets.json", spec.to_owned()).expect("is JSON");
    ///     let compiled = builder.compile_source(source, &mut |_| {});
    ///     compiled.map(|compiled| compiled.report().tools.len())
    /// };
    /// assert_eq!(tools(Builder::new("pets.json"))?, 0);
    /// assert_eq!(tools(Builder::new("pets.json").allow_env("TENANT"))?, 1);
    /// # Ok::<(), toolwright_codegen::BuildError>(())
    /// ```
    #[must_use]
    pub fn allow_env(mut self, variable: impl Into<String>) -> Self {
        self.allowed_variables.push(variable.into());
        self
    }

    /// Gives an argument a default, which callers are shown, and which is sent where they give none.
    /// See [`hide`](Self::hide).
    #[must_use]
    pub fn default_value(
        self,
        operation: impl Into<String>,
        argument: impl Into<String>,
        value: impl Into<Value>,
    ) -> Self {
        self.presetting(operation, argument, ArgumentPreset::Default(value.into()))
    }

    /// States which operation returns the value of an argument: its operationId, its method and path, or the name of its
    /// tool, and if need be behind `#` where the response has the value: `searchPets#results[].id`. With `false`, no
    /// operation does. It overrides what `x-mcp`, `links` and the compiler say. See [`hide`](Self::hide).
    #[must_use]
    pub fn from_operation(
        self,
        operation: impl Into<String>,
        argument: impl Into<String>,
        producer: impl Into<String>,
    ) -> Self {
        let preset = ArgumentPreset::Operation(producer.into());
        self.presetting(operation, argument, preset)
    }

    fn presetting(
        self,
        operation: impl Into<String>,
        argument: impl Into<String>,
        preset: ArgumentPreset,
    ) -> Self {
        self.arguing(ArgumentRule {
            operation: operation.into(),
            argument: argument.into(),
            preset,
        })
    }

    pub(super) fn arguing(mut self, rule: ArgumentRule) -> Self {
        self.selection.add_argument_rule(rule);
        self
    }

    pub(super) fn selecting(mut self, kind: RuleKind, pattern: &str) -> Self {
        self.selection.add_rule(kind, pattern);
        self
    }

    fn rewritten(self, kind: RewriteKind, operation: &str, text: &str) -> Self {
        match Rewrite::read(kind, &format!("{operation}={text}")) {
            Some(rewrite) => self.rewriting(rewrite),
            None => self,
        }
    }

    pub(super) fn rewriting(mut self, rewrite: Rewrite) -> Self {
        self.selection.add_rewrite(rewrite);
        self
    }
}
