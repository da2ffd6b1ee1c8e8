//! The version of the API as a parameter: what it can only be is no question to a model.

use serde_json::Value;

use super::Lowering;
use super::parameter::RawParameter;
use crate::model::Location;
use crate::names::compact_name;
use crate::schema::resolve;

impl Lowering<'_> {
    /// The one value that a parameter for the version of the API can have: the only one of its schema, or, of a
    /// required `api-version` of which nothing is said, the version of the spec (as Azure has it).
    pub(super) fn only_version(&self, raw: &RawParameter<'_>) -> Option<Value> {
        if compact_name(&raw.data.name) != "apiversion" || matches!(raw.location, Location::Cookie)
        {
            return None;
        }
        let (schema, _) = self.lifted(raw.schema);
        let schema = resolve(&schema, self.types.definitions());
        let values = schema.get("enum").and_then(Value::as_array);
        match (schema.get("const"), values.map(Vec::as_slice)) {
            (Some(only), _) | (None, Some([only])) => return Some(only.clone()),
            (None, Some(_)) => return None,
            (None, None) => {}
        }
        let is_open = schema.get("default").is_none()
            && schema.get("pattern").is_none()
            && schema.get("type").is_some_and(|name| name == "string");
        let version = self.document.info.version.as_str();
        let is_azure = raw.data.name.eq_ignore_ascii_case("api-version")
            && raw.location == Location::Query
            && raw.data.required;
        (is_open && is_azure && !version.is_empty()).then(|| version.into())
    }
}
