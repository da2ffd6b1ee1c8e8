use serde_json::{Value, json};

use crate::interned::Template;
use crate::model::Operation;

/// What the schema provider says of an operation, without the schema of its output: many operations have the same one.
pub(crate) struct Answer {
    pub(super) input_schema: Value,
    pub(super) parameter_info: Value,
    pub(super) instructions: Template,
}

/// A member of an answer.
pub(crate) enum AnswerPart {
    Own(Template),
    /// The schema of the output.
    OutputSchema,
}

impl Answer {
    /// All members, in their order, as what `write` makes of them.
    pub(crate) fn write_members<T>(
        self,
        operation: &Operation,
        mut write: impl FnMut(AnswerPart) -> T,
    ) -> [(&'static str, T); 6] {
        let info = json!({
            "tool_name": operation.tool,
            "method": operation.method.to_string(),
            "endpoint_path": operation.path,
            "description": operation.description,
        });
        [
            ("success", AnswerPart::Own(Value::Bool(true).into())),
            ("endpoint_info", AnswerPart::Own(info.into())),
            ("input_schema", AnswerPart::Own(self.input_schema.into())),
            ("output_schema", AnswerPart::OutputSchema),
            (
                "parameter_info",
                AnswerPart::Own(self.parameter_info.into()),
            ),
            ("execution_instructions", AnswerPart::Own(self.instructions)),
        ]
        .map(|(key, part)| (key, write(part)))
    }
}
