//! Handlers as `rustfmt` lays them out, so that a new crate is as its formatter would have it.

use minijinja::{Value, context};
use toolwright_codegen::emit::HandlerMethod;

/// The width of a line.
const WIDTH: usize = 100;
/// The longest `Result<…>` that has its `{` behind it, and the longest in one line: as rustfmt counts,
/// neither is what fits in [`WIDTH`].
const RESULT_BEFORE_BRACE: usize = 85;
const RESULT_IN_LINE: usize = 93;

pub(super) fn to_context(method: &HandlerMethod) -> Value {
    context! { signature => format_signature(method), body => format_body(method) }
}

/// The method as far as its `{`. What it is given has names that say that it is not used yet.
fn format_signature(method: &HandlerMethod) -> String {
    let HandlerMethod {
        name,
        request,
        response,
        ..
    } = method;
    let result = format!("Result<{response}, ToolError>");
    let line =
        format!("    async fn {name}(&self, _request: {request}, _call: &Call<'_>) -> {result} {{");
    if line.len() <= WIDTH {
        return line;
    }
    let head = format!(
        "    async fn {name}(\n        &self,\n        _request: {request},\n        _call: &Call<'_>,\n"
    );
    let result = if result.len() <= RESULT_BEFORE_BRACE {
        format!("{result} {{")
    } else if result.len() <= RESULT_IN_LINE {
        format!("{result}\n    {{")
    } else {
        let response = break_type(response, 8);
        format!("Result<\n        {response},\n        ToolError,\n    > {{")
    };
    format!("{head}    ) -> {result}")
}

/// A type that stands alone in a line, with a comma behind it.
fn break_type(ty: &str, indent: usize) -> String {
    let parts = ty.strip_suffix('>').and_then(|ty| ty.split_once('<'));
    match parts {
        Some((outer, inner)) if indent + ty.len() + 1 > WIDTH => {
            let (within, margin) = (" ".repeat(indent + 4), " ".repeat(indent));
            let inner = break_type(inner, indent + 4);
            format!("{outer}<\n{within}{inner},\n{margin}>")
        }
        _ => ty.to_owned(),
    }
}

fn format_body(method: &HandlerMethod) -> String {
    let operation = format!("{:?}", method.operation);
    let line = format!("        not_written({operation})");
    if line.chars().count() <= WIDTH {
        line
    } else {
        format!("        not_written(\n            {operation},\n        )")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(response: &str) -> HandlerMethod {
        HandlerMethod {
            operation: "GET /a".to_owned(),
            name: "get_a".to_owned(),
            request: "api::GetA".to_owned(),
            response: response.to_owned(),
        }
    }

    /// Each of these is as `rustfmt` has it.
    #[test]
    fn methods_are_formatted() {
        let short = "    async fn get_a(&self, _request: api::GetA, _call: &Call<'_>) -> Result<(), ToolError> {";
        assert_eq!(format_signature(&method("()")), short);
        let head = "    async fn get_a(\n        &self,\n        _request: api::GetA,\n        _call: &Call<'_>,\n    ) -> ";
        let name = |length| "T".repeat(length);
        for (response, result) in [
            (name(66), format!("Result<{}, ToolError> {{", name(66))),
            (name(67), format!("Result<{}, ToolError>\n    {{", name(67))),
            (name(74), format!("Result<{}, ToolError>\n    {{", name(74))),
            (
                name(75),
                format!(
                    "Result<\n        {},\n        ToolError,\n    > {{",
                    name(75)
                ),
            ),
            (
                format!("Vec<{}>", name(87)),
                format!(
                    "Result<\n        Vec<\n            {},\n        >,\n        ToolError,\n    > {{",
                    name(87)
                ),
            ),
        ] {
            assert_eq!(
                format_signature(&method(&response)),
                format!("{head}{result}")
            );
        }
    }

    #[test]
    fn an_operation_is_a_literal() {
        let mut get = method("()");
        get.operation = "GET /\"/\\".to_owned();
        assert_eq!(format_body(&get), r#"        not_written("GET /\"/\\")"#);
        get.operation = format!("GET /{}", "a".repeat(73));
        assert!(format_body(&get).starts_with("        not_written(\n            \"GET /a"));
    }
}
