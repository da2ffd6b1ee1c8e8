use crate::call_options::CallOptions;
use crate::text::Schemas;
use crate::tool::{Annotations, InputSchema, Method, OutputSchema, Tool};

/// What a server has to know of a tool, whatever it comes from and whoever runs it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) description: &'static str,
    pub(crate) annotations: Annotations,
    pub(crate) call: &'static CallOptions,
    pub(crate) input: &'static InputSchema,
    pub(crate) output: Option<&'static OutputSchema>,
    /// What the texts of its schemas have in common with others.
    pub(crate) schemas: &'static Schemas,
    /// The operation that a call waits for, unless it is run by hand.
    pub(crate) waits_for: Option<(Method, &'static str)>,
}

impl Face {
    /// Some clients refuse a tool without a description.
    pub(crate) fn described(&self) -> &'static str {
        let texts = [self.description, self.title];
        let mut texts = texts.into_iter().filter(|text| !text.is_empty());
        texts.next().unwrap_or(self.name)
    }
}

impl Tool {
    /// The tool of an API with these schemas.
    pub(crate) fn face(&'static self, schemas: &'static Schemas) -> Face {
        Face {
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
            waits_for: (!self.handler.is_manual()).then_some((self.method, self.path)),
        }
    }
}
