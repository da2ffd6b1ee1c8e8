//! Tools that no spec describes: a table of [`OwnTool`]s that share a state.

use std::fmt;
use std::sync::Arc;

use crate::call_options::CallOptions;
use crate::handlers::{Call, RunningHandler};
use crate::text::Schemas;
use crate::tool::{Annotations, InputSchema, OutputSchema};
use crate::tool_info::ToolInfo;
use crate::value::Fields;

/// A tool that no spec describes, of a state `S`: what it is listed as, and what runs it.
///
/// What `#[tool]` makes of a method:
///
/// ```
/// use std::sync::{Arc, OnceLock};
/// use toolwright::generated::*;
/// use toolwright::{ToolInput, Tools};
///
/// struct Dice {
///     sides: u32,
/// }
///
/// #[derive(ToolInput)]
/// struct Roll {
///     times: u32,
/// }
///
/// fn input() -> &'static InputSchema {
///     static INPUT: OnceLock<InputSchema> = OnceLock::new();
///     INPUT.get_or_init(InputSchema::of::<Roll>)
/// }
///
/// static TOOLS: &[OwnTool<Dice>] = &[OwnTool {
///     name: "roll",
///     title: "",
///     description: "Rolls a die that is not quite fair.",
///     annotations: Annotations::of(Method::Get),
///     input,
///     output: None,
///     start: |dice, fields, _| {
///         start_own_tool(fields, move |roll: Roll| async move { Ok(vec![dice.sides; roll.times as usize]) })
///     },
/// }];
///
/// let tools = Tools::new("dice", "1.0.0").and_own(Arc::new(Dice { sides: 6 }), TOOLS);
/// assert!(toolwright::tool_list(tools).contains("not quite fair"));
/// ```
pub struct OwnTool<S: 'static> {
    /// Name, `^[a-zA-Z0-9_-]{1,64}$`, unique in its server.
    pub name: &'static str,
    /// Name for people; may be empty.
    pub title: &'static str,
    /// What the tool does, for models.
    pub description: &'static str,
    /// Hints for the client.
    pub annotations: Annotations,
    /// What the tool accepts: an object. Its text has no markers of
    /// [`SchemaText`](crate::SchemaText).
    pub input: fn() -> &'static InputSchema,
    /// What the tool returns, where that is advertised.
    pub output: Option<fn() -> &'static OutputSchema>,
    /// Decodes the arguments and starts the tool; `None` if they do not fit, which the fields say.
    /// [`start_own_tool`](crate::generated::start_own_tool) does that.
    pub start: for<'a> fn(&'a S, &mut Fields<'_>, &'a Call<'a>) -> Option<RunningHandler<'a>>,
}

impl<S> OwnTool<S> {
    fn tool_info(&'static self) -> ToolInfo {
        static CALL: CallOptions = CallOptions::DEFAULT;
        ToolInfo {
            name: self.name,
            title: self.title,
            description: self.description,
            annotations: self.annotations,
            call: &CALL,
            input: (self.input)(),
            output: self.output.map(|output| output()),
            schemas: &Schemas::NONE,
            upstream_operation: None,
        }
    }
}

impl<S> fmt::Debug for OwnTool<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnTool")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Tools of one state, whatever that is.
pub(crate) trait OwnTools: Send + Sync {
    /// The index of the tool of that name.
    fn tool_index(&self, name: &str) -> Option<usize>;

    /// The names of all.
    fn tool_names(&self) -> Vec<&'static str>;

    /// The annotations of all, in the same order.
    fn annotations(&self) -> Vec<Annotations>;

    /// The tool of that index.
    fn tool_info(&self, index: usize) -> Option<ToolInfo>;

    /// Starts the tool of that index.
    fn start_tool<'a>(
        &'a self,
        index: usize,
        fields: &mut Fields<'_>,
        call: &'a Call<'a>,
    ) -> Option<RunningHandler<'a>>;
}

/// Tools and their state.
pub(super) struct StatefulTools<S: 'static> {
    state: Arc<S>,
    tools: &'static [OwnTool<S>],
    /// Indices into `tools`, sorted by name.
    by_name: Vec<usize>,
}

impl<S> StatefulTools<S> {
    pub(super) fn new(state: Arc<S>, tools: &'static [OwnTool<S>]) -> Self {
        // Sorted once, as the tools of an API are by the compiler, so that a call is a binary search.
        let mut by_name: Vec<usize> = (0..tools.len()).collect();
        by_name.sort_by_key(|&index| tools[index].name);
        Self {
            state,
            tools,
            by_name,
        }
    }
}

impl<S: Send + Sync> OwnTools for StatefulTools<S> {
    fn tool_index(&self, name: &str) -> Option<usize> {
        let found = self
            .by_name
            .binary_search_by(|&index| self.tools[index].name.cmp(name));
        found.ok().map(|position| self.by_name[position])
    }

    fn tool_names(&self) -> Vec<&'static str> {
        self.tools.iter().map(|tool| tool.name).collect()
    }

    fn annotations(&self) -> Vec<Annotations> {
        self.tools.iter().map(|tool| tool.annotations).collect()
    }

    fn tool_info(&self, index: usize) -> Option<ToolInfo> {
        self.tools.get(index).map(OwnTool::tool_info)
    }

    fn start_tool<'a>(
        &'a self,
        index: usize,
        fields: &mut Fields<'_>,
        call: &'a Call<'a>,
    ) -> Option<RunningHandler<'a>> {
        let tool = self.tools.get(index)?;
        (tool.start)(&self.state, fields, call)
    }
}
