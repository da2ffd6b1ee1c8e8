use serde_json::json;
use toolwright_inspect::{ToolSchema, format_compact};

use super::{of, read_file};

#[test]
fn r10_a_block_is_that_of_the_requirements() {
    let tool = ToolSchema::parse("read_file", "Read contents of a file", &read_file());
    assert_eq!(
        tool.format_for_llm(),
        "\
Tool: read_file
Description: Read contents of a file

Parameters:
- path (string, required): File path to read
- encoding (string, optional): File encoding. Default: utf-8. Values: utf-8, ascii, latin-1"
    );
}

#[test]
fn r10_what_is_not_there_is_left_out() {
    let none = ToolSchema::parse("ping", "", &json!({"type": "object"}));
    assert_eq!(none.format_for_llm(), "Tool: ping\n\nParameters: None");
    let tool = of(json!({
        "limit": {"type": "integer", "default": 20},
        "all": {"type": "boolean", "default": false, "description": "Everything"},
        "mode": {"enum": [1, null, "x"], "default": null},
    }));
    let block = tool.format_for_llm();
    let lines: Vec<&str> = block.lines().skip(3).collect();
    assert_eq!(
        lines,
        [
            "- limit (integer, optional). Default: 20",
            "- all (boolean, optional): Everything. Default: false",
            "- mode (any, optional). Values: 1, null, x",
        ]
    );
}

#[test]
fn r10_a_sentence_has_one_full_stop() {
    let tool = of(json!({
        "limit": {"type": "integer", "description": "How many. ", "default": 20},
        "all": {"type": "boolean", "description": "Really all?", "default": false},
    }));
    let block = tool.format_for_llm();
    let lines: Vec<&str> = block.lines().skip(3).collect();
    assert_eq!(
        lines,
        [
            "- limit (integer, optional): How many. Default: 20",
            "- all (boolean, optional): Really all? Default: false",
        ]
    );
}

#[test]
fn r10_lines_of_a_description_are_below_their_parameter() {
    let list = "- `lo`: Low.\n- `hi`: High.";
    let tool = of(json!({
        "grade": {"type": "string", "description": list, "enum": ["lo", "hi"], "default": "lo"},
        "at": {"type": "object", "description": format!("Where.\r\n\r\n{list}\n"), "properties": {
            "end": {"type": "string", "description": format!("Which one.\n\n{list}"), "enum": ["lo", "hi"]},
        }},
        "last": {"type": "string"},
    }));
    assert_eq!(
        tool.format_nested().lines().skip(2).collect::<Vec<_>>(),
        [
            "Parameters:",
            "- grade (string, optional):",
            "    - `lo`: Low.",
            "    - `hi`: High.",
            "    Default: lo. Values: lo, hi",
            "- at (object, optional): Where.",
            "    - `lo`: Low.",
            "    - `hi`: High.",
            "  - end (string, optional): Which one.",
            "      - `lo`: Low.",
            "      - `hi`: High.",
            "      Values: lo, hi",
            "- last (string, optional)",
        ]
    );
}

#[test]
fn r10_members_are_shown_where_they_are_asked_for() {
    let schema = json!({"type": "object", "properties": {
        "address": {"type": "object", "description": "Where to", "properties": {
            "city": {"type": "string"},
            "geo": {"type": "object", "properties": {"lat": {"type": "number"}}},
        }, "required": ["city"]},
        "rows": {"type": "array", "items": {"type": "array", "items": {"type": "object", "properties": {
            "cell": {"type": "string", "default": ""},
        }}}},
    }});
    let tool = ToolSchema::parse("send", "Sends it", &schema);
    assert_eq!(
        tool.format_nested(),
        "\
Tool: send
Description: Sends it

Parameters:
- address (object, optional): Where to
  - city (string, required)
  - geo (object, optional)
    - lat (number, optional)
- rows (array of array of object, optional)
  - cell (string, optional). Default: "
    );
}

#[test]
fn r11_a_signature_is_that_of_the_requirements() {
    let signature = "read_file(path: string, encoding?: string)";
    let tool = ToolSchema::parse("read_file", "", &read_file());
    assert_eq!(tool.format_compact(), signature);
    assert_eq!(format_compact("read_file", &read_file()), signature);
    assert_eq!(format_compact("ping", &json!({"type": "object"})), "ping()");
}

#[test]
fn r12_a_signature_is_a_fraction_of_the_schema() {
    let signature = format_compact("read_file", &read_file());
    assert!(signature.len() * 4 < read_file().to_string().len());
}
