//! One operation of a spec, read for the comparison of tool lists: which required arguments and
//! credentials its author declared. It reads the JSON of the spec by itself, because the compiler
//! is what it judges.

use std::collections::BTreeSet;

use serde_json::Value;

/// How many references in a row, and how many `allOf` within each other, are followed.
const MOST_STEPS: usize = 20;

/// An operation as the spec writes it.
pub(super) struct Operation<'s> {
    spec: &'s Value,
    path_item: &'s Value,
    written: &'s Value,
}

impl<'s> Operation<'s> {
    /// The operation that a tool calls.
    pub(super) fn find(spec: &'s Value, tool: &Value) -> Option<Self> {
        let path_item = spec["paths"].get(tool["path"].as_str()?)?;
        // A path item may be a reference to a file or another path.
        let path_item = resolve(spec, path_item);
        let method = tool["method"].as_str()?.to_lowercase();
        Some(Self {
            spec,
            path_item,
            written: path_item.get(method)?,
        })
    }

    /// Whether its body has required members, nothing says that it may be left out, and the listed schema requires
    /// neither the body nor these.
    pub(super) fn loses_required(&self, input: &Value) -> bool {
        let mut required = BTreeSet::new();
        if let Some(schema) = self.body_that_may_be_required() {
            collect_required_members(self.spec, schema, MOST_STEPS, &mut required);
        }
        let listed: Vec<&str> = names(&input["required"]).collect();
        let properties = &input["properties"];
        // The body is one argument, or a member of it has that name.
        let has_body = properties.get("body").is_some();
        required.retain(|name| has_body || properties.get(*name).is_some());
        let is_whole = required.iter().all(|name| listed.contains(name));
        !is_whole && !listed.contains(&"body")
    }

    /// Whether an argument is what a security scheme declares.
    pub(super) fn asks_for_credentials(&self, input: &Value) -> bool {
        let schemes = [
            &self.spec["securityDefinitions"],
            &self.spec["components"]["securitySchemes"],
        ];
        let schemes = schemes
            .into_iter()
            .flat_map(|schemes| schemes.as_object().into_iter().flatten());
        let keys: Vec<(&Value, String)> = schemes
            .map(|(_, scheme)| resolve(self.spec, scheme))
            .filter(|scheme| scheme["type"] == "apiKey")
            .map(|scheme| (&scheme["in"], lower(&scheme["name"])))
            .collect();
        self.parameters().any(|parameter| {
            let place = (&parameter["in"], lower(&parameter["name"]));
            let name = parameter["name"].as_str().unwrap_or_default();
            // The argument may be another parameter of that name.
            let is_only = self
                .parameters()
                .all(|other| other["name"] != name || other["in"] == parameter["in"]);
            is_only && keys.contains(&place) && input["properties"].get(name).is_some()
        })
    }

    /// The texts of the operation and its parameters, with what is shown of each.
    pub(super) fn texts<'t>(&self, tool: &'t Value) -> Vec<(&'s str, &'t str)> {
        let own = ["description", "summary"].map(|key| &self.written[key]);
        // The compiler takes the description before the summary, and so must its check.
        let own = own.into_iter().find(|text| text.is_string());
        let properties = &tool["inputSchema"]["properties"];
        let parameters = self.parameters().map(|parameter| {
            let name = parameter["name"].as_str().unwrap_or_default();
            (&parameter["description"], &properties[name]["description"])
        });
        own.map(|own| (own, &tool["description"]))
            .into_iter()
            .chain(parameters)
            .filter_map(|(whole, shown)| Some((whole.as_str()?, shown.as_str()?)))
            .collect()
    }

    /// The schema of its body, unless the spec says that the body is not required.
    fn body_that_may_be_required(&self) -> Option<&'s Value> {
        let may_be_required = |body: &Value| body.get("required") != Some(&Value::Bool(false));
        if let Some(body) = self.written.get("requestBody") {
            let body = resolve(self.spec, body);
            let json = &body["content"]["application/json"];
            return json.get("schema").filter(|_| may_be_required(body));
        }
        self.parameters()
            .find(|parameter| parameter["in"] == "body" && may_be_required(parameter))?
            .get("schema")
    }

    fn parameters(&self) -> impl Iterator<Item = &'s Value> {
        [self.written, self.path_item]
            .into_iter()
            .filter_map(|of| of["parameters"].as_array())
            .flatten()
            .map(|parameter| resolve(self.spec, parameter))
    }
}

/// The names of members that a schema requires and that a caller may write, through `allOf`.
fn collect_required_members<'s>(
    spec: &'s Value,
    schema: &'s Value,
    steps: usize,
    found: &mut BTreeSet<&'s str>,
) {
    let schema = resolve(spec, schema);
    let is_written = |name: &&str| {
        let property = resolve(spec, &schema["properties"][*name]);
        property["readOnly"] != true
    };
    found.extend(names(&schema["required"]).filter(is_written));
    if steps > 0 {
        for part in schema["allOf"].as_array().into_iter().flatten() {
            collect_required_members(spec, part, steps - 1, found);
        }
    }
}

/// What references lead to.
fn resolve<'s>(spec: &'s Value, value: &'s Value) -> &'s Value {
    let mut found = value;
    for _ in 0..MOST_STEPS {
        let pointer = found["$ref"].as_str().and_then(|it| it.strip_prefix('#'));
        match pointer.and_then(|pointer| spec.pointer(pointer)) {
            Some(target) => found = target,
            None => break,
        }
    }
    found
}

fn names(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

fn lower(name: &Value) -> String {
    name.as_str().unwrap_or_default().to_lowercase()
}
