//! JSON as the YAML that people keep specs in.

use serde_json::Value;

/// A document in block style; strings are quoted.
pub fn to_yaml(value: &Value) -> String {
    let mut text = String::new();
    write(value, 0, &mut text);
    text
}

fn write(value: &Value, indent: usize, text: &mut String) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (key, member) in members {
                line(indent, text);
                text.push_str(&Value::from(key.as_str()).to_string());
                text.push_str(": ");
                write(member, indent + 2, text);
            }
        }
        Value::Array(items) if !items.is_empty() => {
            for item in items {
                line(indent, text);
                text.push_str("- ");
                write(item, indent + 2, text);
            }
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}

fn line(indent: usize, text: &mut String) {
    text.push('\n');
    text.push_str(&" ".repeat(indent));
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use toolwright_codegen::source::Source;

    use super::*;

    #[test]
    fn the_yaml_is_the_json() {
        let value = json!({
            "a: b": [1, [], {"c": {"d": null}, "e": "x\n- \"y\" # é"}, [["z", 2.5]]],
            "": {},
            "200": [{"f": [true]}],
        });
        let text = to_yaml(&value);
        assert!(text.contains("\n  - \n"), "block style: {text}");
        let source = Source::from_text("a.yaml", text).unwrap();
        assert_eq!(source.root(), &value);
    }
}
