//! Output schemas as they are advertised: what a result still satisfies when it was cut, or when
//! members of it were selected.

use rmcp::model::JsonObject;
use toolwright_inspect::OutputRelaxation;

use crate::tool::OutputSchema;
use crate::tool_info::ToolInfo;

/// Relaxes the output schema of a tool as far as its results may be less than the upstream's.
pub(super) fn relax_output_schema(tool: &ToolInfo, output: &OutputSchema, schema: &mut JsonObject) {
    let relaxation = OutputRelaxation {
        is_wrapped: output.wrapped,
        selects_members: !tool.call.fields.is_empty(),
    };
    relaxation.relax(schema);
}

#[cfg(test)]
mod tests;
