use serde_json::Value;

/// JSON in which the name of a tool is open until a server runs.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::discovery::Template;
///
/// let call = Template::Object(vec![
///     ("next_tool", Template::Executor),
///     ("arguments", json!({"limit": 10}).into()),
/// ]);
/// assert_eq!(
///     call.with_executor("pets_endpoint_executor").to_string(),
///     r#"{"next_tool":"pets_endpoint_executor","arguments":{"limit":10}}"#
/// );
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Template {
    /// JSON.
    Data(Value),
    /// The name of the tool that executes.
    Executor,
    /// An object of such.
    Object(Vec<(&'static str, Template)>),
}

impl Template {
    pub(crate) fn object<const N: usize>(members: [(&'static str, Self); N]) -> Self {
        Self::Object(members.into())
    }

    /// The JSON for a server whose executing tool has that name.
    pub fn with_executor(&self, executor: &str) -> Value {
        match self {
            Self::Data(value) => value.clone(),
            Self::Executor => executor.into(),
            Self::Object(members) => {
                let members = members.iter();
                members
                    .map(|(key, value)| ((*key).to_owned(), value.with_executor(executor)))
                    .collect::<serde_json::Map<_, _>>()
                    .into()
            }
        }
    }
}

impl From<Value> for Template {
    fn from(value: Value) -> Self {
        Self::Data(value)
    }
}
