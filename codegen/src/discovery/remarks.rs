use crate::diagnostics::Diagnostics;
use crate::model::Api;
use crate::schema::undeclared;

/// Warns of schemas that require what they have no property of: readers are told of a parameter of which
/// nothing but the name is known.
pub fn remark(api: &Api, diagnostics: &mut Diagnostics) {
    for operation in &api.operations {
        let input = Some(("arguments", &operation.input));
        let output = operation.output.as_ref().map(|output| ("response", output));
        for (what, schema) in input.into_iter().chain(output) {
            for name in undeclared(schema, &api.definitions) {
                let message = format!(
                    "the schema of the {what} requires `{name}` and has no property of that name; \
                     discovery shows it as one of any type"
                );
                diagnostics.warning(operation.pointer.as_str(), message);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::testing;

    #[test]
    fn c22_required_names_without_a_property_are_warned_of() {
        let input = json!({
            "type": "object",
            "properties": {"a": {}},
            "required": ["a", "b"],
            "allOf": [{"required": ["c"], "properties": {"c": {}}}, {"$ref": "#/$defs/D"}],
        });
        let api = testing::api(&[input], json!({"D": {"required": ["d"]}, "Node": {}}));
        let mut diagnostics = Diagnostics::default();
        remark(&api, &mut diagnostics);
        let messages = diagnostics.iter().map(|it| it.message.as_str());
        let messages: Vec<&str> = messages.collect();
        assert_eq!(messages.len(), 2, "{messages:?}");
        assert!(messages[0].contains("requires `b`") && messages[1].contains("requires `d`"));
    }
}
