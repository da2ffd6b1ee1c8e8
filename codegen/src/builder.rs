//! The one way into the compiler: a builder with a method for each setting, which build scripts,
//! the macro and the command line all use. This file holds the settings; `builder/settings_list` reads
//! and lists them as data, and `builder/compiling` runs the stages.

mod comparing;
mod compiling;
mod configured;
mod error;
mod selecting;
mod settings_list;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::config::Config;
use crate::emit::EmitSettings;
use crate::names::snake_name;
use crate::policy::Policy;
use crate::schema_texts::TextSettings;
use crate::selection::Selection;
use crate::setting::{Client, SchemaFormat, Setting, SettingPlaces};

pub use error::BuildError;

/// Compiles a spec to Rust. Build scripts, the macros and the command line all use it.
///
/// In a `build.rs`:
///
/// ```no_run
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     toolwright_codegen::Builder::new("api.yaml").build()?;
///     Ok(())
/// }
/// ```
///
/// and in the crate, `mod api { toolwright::include_tools!("api"); }`.
///
/// Anything else gets the text without a file:
///
/// ```
/// use toolwright_codegen::{Builder, Client, source::Source};
///
/// let source = Source::from_text("pets.yaml", "\
/// openapi: 3.0.3
/// info: {title: Pets, version: '1'}
/// paths:
///   /pets: {get: {operationId: listPets, tags: [pets], responses: {}}}
///   /admin: {delete: {operationId: deleteAll, responses: {}}}
/// ".to_owned())?;
/// let builder = Builder::new("pets.yaml")
///     .include_tag("pets")
///     .prefix("shop")
///     .output_schemas(true)
///     .client(Client::Gemini);
/// assert_eq!(builder.server_name(), "pets");
/// let compiled = builder.compile_source(source, &mut |_| {})?;
/// assert_eq!(compiled.api().operations[0].tool, "shop_list_pets");
/// assert_eq!(compiled.left_out().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Builder {
    spec: PathBuf,
    /// What is compiled instead of the file at that path.
    spec_bytes: Option<Arc<[u8]>>,
    /// What `ref_dir`, `ref_root`, `overlays` and `history` are relative to.
    root: PathBuf,
    name: Option<String>,
    out_dir: Option<PathBuf>,
    ref_dir: Option<PathBuf>,
    ref_root: Option<PathBuf>,
    overlays: Vec<PathBuf>,
    selection: Selection,
    prefix: Option<String>,
    allowed_variables: Vec<String>,
    locked: bool,
    write_names: bool,
    field_selection: bool,
    optional_bodies: bool,
    describe_needs: bool,
    discovery: bool,
    bridge: bool,
    history: Option<PathBuf>,
    discovery_prefix: Option<String>,
    responses: bool,
    texts: TextSettings,
    emit: EmitSettings,
    policy: Policy,
    written_at: Option<SettingPlaces>,
    /// The settings that the head of the output repeats, if not the builder's own.
    stated: Option<Vec<Setting>>,
}

impl Builder {
    /// A compilation of the spec at `spec`, JSON or YAML; relative to the current directory, which
    /// for a build script is the crate's.
    pub fn new(spec: impl AsRef<Path>) -> Self {
        Self {
            spec: spec.as_ref().to_owned(),
            spec_bytes: None,
            root: PathBuf::new(),
            name: None,
            out_dir: None,
            ref_dir: None,
            ref_root: None,
            overlays: Vec::new(),
            selection: Selection::default(),
            prefix: None,
            allowed_variables: Vec::new(),
            locked: false,
            write_names: false,
            field_selection: false,
            optional_bodies: false,
            describe_needs: false,
            discovery: false,
            bridge: false,
            history: None,
            discovery_prefix: None,
            responses: false,
            texts: TextSettings::default(),
            emit: EmitSettings::default(),
            policy: Policy::default(),
            written_at: None,
            stated: None,
        }
    }

    /// A compilation of the one server of a configuration file. [`Config::build`] compiles several.
    ///
    /// In a `build.rs`:
    ///
    /// ```no_run
    /// fn main() -> Result<(), toolwright_codegen::BuildError> {
    ///     toolwright_codegen::Builder::from_config("toolwright.toml")?.build()
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Config::load`], and when the file has several servers.
    pub fn from_config(path: impl AsRef<Path>) -> Result<Self, BuildError> {
        Ok(Config::load(path)?.only()?)
    }

    /// Names the directory that `ref_dir`, `ref_root`, `overlay` and `history` are relative to, if not the current one. The
    /// output repeats them as they are given.
    #[must_use]
    pub fn relative_to(mut self, directory: impl Into<PathBuf>) -> Self {
        self.root = directory.into();
        self
    }

    /// Says where settings are written, so that remarks about them are told there and not of the spec:
    /// [`ConfiguredServer::places`](crate::config::ConfiguredServer::places). [`Config::builder`] does it.
    #[must_use]
    pub fn written_at(mut self, places: SettingPlaces) -> Self {
        self.written_at = Some(places);
        self
    }

    /// Names the server, and with it the generated file and the environment variables; the spec's
    /// file name by default.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// Writes to this directory instead of `OUT_DIR`.
    #[must_use]
    pub fn out_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(directory.into());
        self
    }

    /// Names a directory with copies of what the spec refers to by URL: `https://example.com/a.yaml`
    /// is read from `example.com/a.yaml` in it, or from `https/example.com/a.yaml`. The network is
    /// never used.
    #[must_use]
    pub fn ref_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.ref_dir = Some(directory.into());
        self
    }

    /// Lets references lead to files below this directory, too. Without it they lead to files below
    /// the spec's own directory only, so that a spec cannot read the rest of the machine that builds it.
    #[must_use]
    pub fn ref_root(mut self, directory: impl Into<PathBuf>) -> Self {
        self.ref_root = Some(directory.into());
        self
    }

    /// Applies an [OpenAPI Overlay](https://spec.openapis.org/overlay/latest.html) (1.0 or 1.1, JSON
    /// or YAML) to the spec before it is compiled; may be called for several, which are applied in
    /// that order. Only the spec's own file is changed, not those that it refers to.
    #[must_use]
    pub fn overlay(mut self, file: impl Into<PathBuf>) -> Self {
        self.overlays.push(file.into());
        self
    }

    /// Starts all tool names with this, for example `pets_list_pets`, so that several specs can be one
    /// server. Names that the compiler makes are shortened so that they fit with the prefix, by the words
    /// that distinguish nothing; only if the prefix leaves less than 16 characters, one that is too long
    /// ends in a hash. A name that `x-mcp` or [`rename`](Self::rename) gives is not shortened:
    /// if it is too long with the prefix, it is ignored with a warning.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = Some(prefix.into());
        self
    }

    /// Whether it is an error that the file of names beside the spec (`pets.names`) lacks a name or
    /// has another, and that there is none though a name does not follow from its place alone; off by default.
    #[must_use]
    pub fn locked(mut self, on: bool) -> Self {
        self.locked = on;
        self
    }

    /// Whether [`build`](Self::build) writes the file of names beside the spec; off by default, since
    /// build scripts should not write into the source tree. It is read in any case.
    #[must_use]
    pub fn write_names(mut self, on: bool) -> Self {
        self.write_names = on;
        self
    }

    /// Whether tools advertise output schemas; off by default, because real APIs break their own
    /// specs and a validating client then fails the call.
    #[must_use]
    pub fn output_schemas(mut self, on: bool) -> Self {
        self.texts.outputs = on;
        self
    }

    /// Whether callers in Rust get [typed responses](https://docs.rs/toolwright/latest/toolwright/trait.Operation.html)
    /// of all operations: types for what is sent back, and a `HttpExecutor::send` that decodes it. Off by
    /// default, because tools need none and types cost compile time.
    #[must_use]
    pub fn responses(mut self, on: bool) -> Self {
        self.responses = on;
        self
    }

    /// Whether tools whose results are JSON have an argument, `fields`, by which a model selects the
    /// members of the result that it needs; off by default, because it costs some 40 tokens for each
    /// tool. Advertised output schemas then require no members.
    #[must_use]
    pub fn field_selection(mut self, on: bool) -> Self {
        self.field_selection = on;
        self
    }

    /// Whether a body may be left out that has required members and no `required` of its own. That is what
    /// the standard says, where `requestBody.required` is `false` by default; but few who leave it out mean
    /// it, and a model that sees nothing required calls with nothing. Off by default: such a body is
    /// required, unless the spec says `required: false`.
    #[must_use]
    pub fn optional_bodies(mut self, on: bool) -> Self {
        self.optional_bodies = on;
        self
    }

    /// Whether descriptions of tools say which tools return what their required arguments take: "Needs `petId`, from
    /// `list_pets`." Off by default. A list says it once for each argument and tool, in at most a hundredth of its bytes.
    /// With [`discovery`](Self::discovery) it has no effect, since the tools of discovery say so.
    #[must_use]
    pub fn describe_needs(mut self, on: bool) -> Self {
        self.describe_needs = on;
        self
    }

    /// Whether `tools/list` gives a description of an argument or a property that repeats once, in the first tool that has it;
    /// other places say, for example, "See `owner` of `repos_get`." Off by default, because a client that shows models only some of the
    /// tools may leave out the one that has the text. What is about a single tool always has all texts.
    #[must_use]
    pub fn share_descriptions(mut self, on: bool) -> Self {
        self.texts.share_descriptions = on;
        self
    }

    /// Whether arguments must have the `format` that their schema names, as far as JSON Schema
    /// defines it; off by default, because `format` annotates and real APIs use it loosely.
    #[must_use]
    pub fn assert_formats(mut self, on: bool) -> Self {
        self.emit.assert_formats = on;
        self
    }

    /// Whether a server can show the tools as three: one that lists endpoints, one that says how an
    /// endpoint is called, and one that calls it. What the second answers is generated; off by default,
    /// because few APIs are so large that a model cannot read the list of tools.
    #[must_use]
    pub fn discovery(mut self, on: bool) -> Self {
        self.discovery = on;
        self.texts.has_schema_provider = on;
        self
    }

    /// Whether what the REST bridge of a server says of the tools in OpenAPI is generated; off by default. A server
    /// without it makes the same when it is first asked.
    #[must_use]
    pub fn bridge(mut self, on: bool) -> Self {
        self.bridge = on;
        self
    }

    /// Names the directory of the tool lists that `toolwright record` wrote: the REST bridge then tells how each tool
    /// changed between them. What [`bridge`](Self::bridge) generates is generated, too.
    #[must_use]
    pub fn history(mut self, directory: impl Into<PathBuf>) -> Self {
        self.history = Some(directory.into());
        self
    }

    /// What the names of the tools of [`discovery`](Self::discovery) begin with, `cms` for
    /// `cms_endpoint_lister`: up to 46 ASCII letters, digits, `_` and `-`; the name of the server by
    /// default.
    #[must_use]
    pub fn discovery_prefix(mut self, prefix: impl Into<String>) -> Self {
        self.discovery_prefix = Some(prefix.into());
        self
    }

    /// How the schema provider of [`discovery`](Self::discovery) describes an operation, unless the server's options or a
    /// call say otherwise; a line for each parameter by default.
    ///
    /// ```
    /// use toolwright_codegen::{Builder, SchemaFormat};
    ///
    /// let builder = Builder::new("tests/doc/shop.yaml").discovery(true).discovery_format(SchemaFormat::Full);
    /// assert!(builder.compile()?.rust().contains(", DOCUMENT, Full)"));
    /// # Ok::<(), toolwright_codegen::BuildError>(())
    /// ```
    #[must_use]
    pub fn discovery_format(mut self, format: SchemaFormat) -> Self {
        self.emit.discovery_format = Some(format);
        self
    }

    /// The traits that generated structs and enums derive, `Debug` alone by default: each one costs
    /// compile time for every type.
    #[must_use]
    pub fn derives<I: IntoIterator<Item = S>, S: Into<String>>(mut self, traits: I) -> Self {
        self.emit.derives = traits.into_iter().map(Into::into).collect();
        self
    }

    /// Whether the answers of the built-in upstream are generated; on by default.
    #[must_use]
    pub fn builtin_upstream(mut self, on: bool) -> Self {
        self.emit.answers = on;
        self
    }

    /// How many characters of a description models are shown: 800 of a tool's and 1,000 of an argument's or
    /// a property's by default. A longer one is cut at the end of a sentence, which `lint` tells.
    #[must_use]
    pub fn max_description(mut self, characters: usize) -> Self {
        self.texts.max_description = Some(characters);
        self
    }

    /// How many levels of properties the schema of a tool lists, from 1; all by default. Below, an object is
    /// described by the names of its properties. Arguments are validated at every level all the same.
    ///
    /// For schemas that no model can take: the compiler warns of those of more than 64 KB.
    #[must_use]
    pub fn schema_depth(mut self, levels: usize) -> Self {
        self.texts.schema_depth = Some(levels.max(1));
        self
    }

    /// Warns when the list of tools takes more tokens than that, as estimated by
    /// [`Cost::tokens`](crate::report::Cost::tokens).
    #[must_use]
    pub fn max_tokens(mut self, tokens: usize) -> Self {
        self.policy.max_tokens = Some(tokens);
        self
    }

    /// Whether any warning, and any operation that is skipped, is an error; off by default.
    #[must_use]
    pub fn strict(mut self, on: bool) -> Self {
        self.policy.strict = on;
        self
    }

    /// Writes tool names and schemas so that this client accepts them, and warns of what it still
    /// does not; may be called for several clients. Arguments are validated against the spec's own
    /// schemas all the same.
    #[must_use]
    pub fn client(mut self, client: Client) -> Self {
        self.texts.clients = self.texts.clients.with(client);
        self
    }

    /// Compiles these bytes, as if they were in the file at the builder's path: for a spec that is in no file. What it
    /// refers to is still looked up from that path.
    ///
    /// ```
    /// use toolwright_codegen::Builder;
    ///
    /// let spec = br#"{"swagger": "2.0", "info": {"title": "Pets", "version": "1"}, "paths": {}}"#;
    /// let compiled = Builder::new("pets.json").spec_bytes(spec.as_slice()).compile()?;
    /// assert_eq!(compiled.api().title, "Pets");
    /// # Ok::<(), toolwright_codegen::BuildError>(())
    /// ```
    #[must_use]
    pub fn spec_bytes(mut self, bytes: impl Into<Arc<[u8]>>) -> Self {
        self.spec_bytes = Some(bytes.into());
        self
    }

    /// The directory of recorded tool lists, if one is [named](Self::history).
    pub fn history_directory(&self) -> Option<PathBuf> {
        let directory = self.history.as_ref();
        directory.map(|directory| self.root.join(directory))
    }

    /// The name of the server, in snake_case.
    pub fn server_name(&self) -> String {
        let wanted = self.name.clone().unwrap_or_else(|| {
            let stem = self.spec.file_stem().unwrap_or_default();
            stem.to_string_lossy().into_owned()
        });
        let name = snake_name(&wanted);
        // A file may be called `-.yaml`, which has no character that a name can begin with.
        if name.is_empty() {
            "api".to_owned()
        } else {
            name
        }
    }
}
