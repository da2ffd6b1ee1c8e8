use crate::call_options::CallOptions;
use crate::request::Method;
use crate::text::Schemas;
use crate::tool::{Annotations, InputSchema, OutputSchema, Tool};

/// What a server knows about a tool, whether a spec describes it or the program wrote it by hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToolInfo {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) annotations: Annotations,
    pub(crate) call: &'static CallOptions,
    pub(crate) input: &'static InputSchema,
    pub(crate) output: Option<&'static OutputSchema>,
    /// The definitions that its schema texts share with other tools.
    pub(crate) schemas: &'static Schemas,
    /// The upstream operation that a call waits for; `None` if a handler runs the tool.
    pub(crate) upstream_operation: Option<(Method, &'static str)>,
}

impl ToolInfo {
    /// The description, or else the title or the name: some clients reject a tool without a description.
    pub(crate) fn description_or_name(&self) -> &'static str {
        let texts = [self.description, self.title];
        let mut texts = texts.into_iter().filter(|text| !text.is_empty());
        texts.next().unwrap_or(self.name)
    }
}

impl Tool {
    /// What a server knows about this tool of an API; `schemas` are the API's shared definitions.
    pub(crate) fn tool_info(&'static self, schemas: &'static Schemas) -> ToolInfo {
        ToolInfo {
            name: self.name,
            title: self.title,
            // The path says more than the name.
            description: match (self.description, self.title) {
                ("", "") => self.path,
                (description, _) => description,
            },
            annotations: self.annotations,
            call: &self.call,
            input: &self.input,
            output: self.output.as_ref(),
            schemas,
            upstream_operation: (!self.handler.is_manual()).then_some((self.method, self.path)),
        }
    }
}
