//! `infer_output_schema`.

use toolwright::{Call, ToolError};

use super::validate::to_json_schema;
use crate::Assistant;
use crate::api::types::{
    InferOutputSchemaBody, InferOutputSchemaResponse, InferredOutput, InferredOutputConfidence,
    SchemaNode,
};
use crate::api::{self, handlers};
use crate::failure::{Failure, FailureCode};
use crate::json_map::{from_value, to_value};
use crate::schema::json_schema::read_schema;
use crate::schema::levels::{MAX_LEVELS, count_levels};
use crate::schema::summary::summarize_output;

impl handlers::InferOutputSchema for Assistant {
    async fn infer_output_schema(
        &self,
        request: api::InferOutputSchema,
        _: &Call<'_>,
    ) -> Result<InferOutputSchemaResponse, ToolError> {
        let data = self.infer_output(request.body).await?;
        Ok(InferOutputSchemaResponse {
            success: true,
            data,
        })
    }
}

impl Assistant {
    async fn infer_output(&self, call: InferOutputSchemaBody) -> Result<InferredOutput, Failure> {
        let input_schema = to_json_schema(to_value(call.input_schema));
        let inferred = self
            .daemon
            .infer_output(call.transformation.clone(), input_schema)
            .await;
        let inferred = match inferred {
            Ok(inferred) => inferred,
            Err(failure) => return Err(self.advise(failure, &call.transformation).await),
        };
        let levels = count_levels(&inferred.schema);
        if levels > MAX_LEVELS {
            return Err(Failure::internal(format!(
                "The schema that the daemon inferred has {levels} levels, and clients can read {MAX_LEVELS}. \
                 Infer a part of the transformation."
            )));
        }
        let node = read_schema(&inferred.schema);
        let uncertain = inferred
            .uncertain_fields
            .unwrap_or_else(|| find_uncertain_fields(&node));
        Ok(InferredOutput {
            confidence: match inferred.confidence {
                confidence if confidence >= 0.8 => InferredOutputConfidence::High,
                confidence if confidence >= 0.5 => InferredOutputConfidence::Medium,
                _ => InferredOutputConfidence::Low,
            },
            uncertain_fields: (!uncertain.is_empty()).then_some(uncertain),
            summary: summarize_output(&node),
            output_schema: from_value(inferred.schema),
        })
    }

    /// Adds advice to the failure of a transformation that is not valid.
    async fn advise(&self, failure: Failure, transformation: &str) -> Failure {
        if failure.code != FailureCode::Validation {
            return failure;
        }
        let mistakes = self.find_mistakes_of_body(transformation).await;
        let Some(advice) = mistakes.first() else {
            return failure;
        };
        let message = format!("{} Line {}: {}", failure.message, advice.line, advice.text);
        Failure { message, ..failure }
    }
}

/// Fields whose type the schema leaves open, and objects whose names depend on the data.
fn find_uncertain_fields(node: &SchemaNode) -> Vec<String> {
    let mut found = Vec::new();
    collect_uncertain(node, "", &mut found);
    found
}

fn collect_uncertain(node: &SchemaNode, path: &str, found: &mut Vec<String>) {
    let is_open =
        node.r#type == "any" || node.any_of.is_some() || node.additional_properties.is_some();
    if is_open {
        found.push(if path.is_empty() {
            "$".to_owned()
        } else {
            path.to_owned()
        });
    }
    for (name, child) in node.properties.iter().flatten() {
        let path = match path {
            "" => name.clone(),
            path => format!("{path}.{name}"),
        };
        collect_uncertain(child, &path, found);
    }
    if let Some(items) = &node.items {
        collect_uncertain(items, &format!("{path}[]"), found);
    }
}
