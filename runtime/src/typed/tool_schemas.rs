//! The schemas of tools of one's own: those of their Rust types.

use super::{Form, ToolInput, ToolOutput};
use crate::text::SchemaText;
use crate::tool::{InputSchema, OutputSchema};
use crate::value::Json;

impl InputSchema {
    /// The schema of a type. Its text is made here and kept for good, so this is to be called once.
    ///
    /// ```
    /// use toolwright::{InputSchema, ToolInput};
    ///
    /// #[derive(ToolInput)]
    /// struct Order {
    ///     count: u8,
    /// }
    ///
    /// let input = InputSchema::of::<Order>();
    /// assert!(input.faithful.0.contains(r#""required":["count"]"#));
    /// assert!(input.check.is_valid(&serde_json::json!({"count": 3})));
    /// ```
    pub fn of<T: ToolInput>() -> Self {
        let listed = Json::Object(T::schema().input());
        Self {
            faithful: leak_text(&T::schema().faithful()),
            portable: Some(leak_text(&listed)),
            check: T::check(),
        }
    }
}

impl OutputSchema {
    /// The schema of a type. Its text is made here and kept for good, so this is to be called once.
    ///
    /// ```
    /// use toolwright::OutputSchema;
    ///
    /// let output = OutputSchema::of::<Vec<bool>>();
    /// assert!(output.wrapped);
    /// assert!(output.portable.0.contains(r#""required":["result"]"#));
    /// ```
    pub fn of<T: ToolOutput>() -> Self {
        let wrapped = T::FORM == Form::Other;
        let listed = match wrapped {
            true => wrap_in_result(T::schema().listed()),
            false => Json::Object(T::schema().output()),
        };
        Self {
            portable: leak_text(&listed),
            wrapped,
        }
    }
}

/// What is no object becomes the property `result` of one; definitions stay at the root.
fn wrap_in_result(schema: Json) -> Json {
    let mut inner = schema;
    let definitions = inner
        .as_object_mut()
        .and_then(|inner| inner.remove("$defs"));
    let mut wrapped = serde_json::json!({
        "type": "object",
        "properties": {"result": inner},
        "required": ["result"],
    });
    if let (Json::Object(root), Some(definitions)) = (&mut wrapped, definitions) {
        root.insert("$defs".to_owned(), definitions);
    }
    wrapped
}

fn leak_text(schema: &Json) -> SchemaText {
    SchemaText(Box::leak(schema.to_string().into_boxed_str()))
}
