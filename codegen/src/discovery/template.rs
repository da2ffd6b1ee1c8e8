use serde_json::Value;

/// JSON in which the name of a tool is open until it runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Template {
    /// JSON.
    Data(Value),
    /// The name of the tool that executes.
    Executor,
    /// An object of such.
    Object(Vec<(&'static str, Template)>),
}

impl Template {
    pub(super) fn object<const N: usize>(members: [(&'static str, Self); N]) -> Self {
        Self::Object(members.into())
    }
}

impl From<Value> for Template {
    fn from(value: Value) -> Self {
        Self::Data(value)
    }
}
