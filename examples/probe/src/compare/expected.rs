//! A file with the tools that a server should have: a spec, a recorded list, or the JSON of `tools/list`.

use std::path::Path;

use serde_json::Value;
use toolwright_codegen::Builder;
use toolwright_codegen::history::RecordedList;
use toolwright_codegen::source::Source;

use super::advertised::{record_advertised, without_operations};

/// What kind of file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExpectedKind {
    Spec,
    RecordedList,
    ToolsList,
}

/// The tools of a file.
#[derive(Debug)]
pub(crate) struct Expected {
    pub(crate) kind: ExpectedKind,
    pub(crate) version: Option<String>,
    pub(crate) list: RecordedList,
}

/// Reads a file, whichever kind it is of. A spec becomes the tools that `toolwright` makes of it, with a prefix if one
/// is given, and with output schemas if the server has some.
///
/// # Errors
///
/// In words: the file cannot be read, or is of no kind that is known.
pub(crate) fn read_expected(
    file: &Path,
    prefix: Option<&str>,
    has_output_schemas: bool,
) -> Result<Expected, String> {
    let source = Source::load(file).map_err(|error| error.to_string())?;
    let root = source.root();
    if root.get("openapi").is_some() || root.get("swagger").is_some() {
        return compile(file, prefix, has_output_schemas);
    }
    if prefix.is_some() {
        return Err("`prefix` is for specs, and the file is a list of tools".to_owned());
    }
    if root.get("recorded").is_some() {
        let list = RecordedList::read_file(file).map_err(|error| error.to_string())?;
        return Ok(Expected {
            kind: ExpectedKind::RecordedList,
            version: Some(list.version.clone()),
            list: without_operations(list),
        });
    }
    let tools = tools_of(root).ok_or_else(|| {
        format!(
            "{} is neither an OpenAPI or Swagger spec, nor a list recorded by `toolwright record`, nor the result of \
             tools/list (an object with an array `tools`)",
            file.display()
        )
    })?;
    if let Some(index) = tools.iter().position(|tool| tool.get("name").is_none()) {
        return Err(format!(
            "{}: tool {} has no `name`",
            file.display(),
            index + 1
        ));
    }
    Ok(Expected {
        kind: ExpectedKind::ToolsList,
        version: None,
        list: record_advertised(tools),
    })
}

/// The tools of a result, of a whole response, or of a bare list.
fn tools_of(root: &Value) -> Option<&Vec<Value>> {
    let result = root.get("result").unwrap_or(root);
    let tools = result.get("tools").unwrap_or(result).as_array()?;
    tools.iter().all(Value::is_object).then_some(tools)
}

fn compile(
    file: &Path,
    prefix: Option<&str>,
    has_output_schemas: bool,
) -> Result<Expected, String> {
    let mut builder = Builder::new(file).output_schemas(has_output_schemas);
    if let Some(prefix) = prefix {
        builder = builder.prefix(prefix);
    }
    let compiled = builder.compile().map_err(|error| error.to_string())?;
    let version = compiled.api().version.clone();
    let list = RecordedList::from_report(&compiled.report(), version.as_str(), "");
    Ok(Expected {
        kind: ExpectedKind::Spec,
        version: Some(version),
        list: without_operations(list),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_list_may_stand_in_a_result_or_a_response() {
        let tools = json!([{"name": "a"}]);
        for root in [
            tools.clone(),
            json!({"tools": tools}),
            json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}}),
        ] {
            assert_eq!(tools_of(&root).map(Vec::len), Some(1), "{root}");
        }
        assert_eq!(tools_of(&json!({"tools": "many"})), None);
        assert_eq!(tools_of(&json!([1])), None);
    }
}
