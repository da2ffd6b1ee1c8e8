//! What the keywords of a schema say together, across its references and compositions.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::forms::{Form, expand_forms};
use crate::json_type;

/// A schema within the whole in which its references lead somewhere.
#[derive(Clone)]
pub(crate) struct Reader<'s> {
    root: &'s Value,
    /// The forms of its values, but for null.
    forms: Vec<Form<'s>>,
    /// Whether one of the alternatives is null and nothing else.
    has_null_form: bool,
}

impl<'s> Reader<'s> {
    pub(crate) fn new(root: &'s Value) -> Self {
        Self::for_forms(root, expand_forms(root, &[root]))
    }

    fn for_forms(root: &'s Value, forms: Vec<Form<'s>>) -> Self {
        // A schema that is null alone has no other form.
        let all = forms.len();
        let other = |form: &Form<'_>| !is_null_form(form);
        let others: Vec<Form<'_>> = forms.iter().filter(|form| other(form)).cloned().collect();
        let has_null_form = !others.is_empty() && others.len() < all;
        Self {
            root,
            forms: if others.is_empty() { forms } else { others },
            has_null_form,
        }
    }

    /// The forms of its values, but for null.
    pub(crate) fn list_forms(&self) -> &[Form<'s>] {
        &self.forms
    }

    /// The only value that a property has in one of the forms, if there is just one.
    pub(crate) fn only_value_in(&self, form: &Form<'s>, name: &str) -> Option<Value> {
        let written = form.iter();
        let written = written.filter_map(|schema| schema.get("properties")?.get(name));
        let written: Vec<&Value> = written.collect();
        let property = Self::for_forms(self.root, expand_forms(self.root, &written));
        match property.values()?.as_slice() {
            [only] => Some((*only).clone()),
            _ => None,
        }
    }

    /// The value of a keyword: that of the outermost schema that has it. What only some of several
    /// alternatives say is not said of the whole.
    pub(crate) fn keyword(&self, name: &str) -> Option<&'s Value> {
        let (first, others) = self.forms.split_first()?;
        let mut schemas = first.iter().filter(|schema| {
            let is_here = |form: &Form<'_>| form.iter().any(|it| std::ptr::eq(*it, **schema));
            others.iter().all(is_here)
        });
        schemas.find_map(|schema| schema.get(name))
    }

    /// The types that values may have, in the schema's order; none if it does not say.
    pub(crate) fn types(&self) -> Vec<&'s str> {
        let mut types: Vec<&str> = Vec::new();
        for form in &self.forms {
            let of_form = form_types(form);
            if of_form.is_empty() {
                return Vec::new();
            }
            let new: Vec<&str> = of_form
                .into_iter()
                .filter(|it| !types.contains(it))
                .collect();
            types.extend(new);
        }
        if self.has_null_form && !types.contains(&"null") {
            types.push("null");
        }
        types
    }

    /// The type of each alternative, where these differ; otherwise the one that stands for all.
    pub(crate) fn type_labels(&self) -> Vec<&'s str> {
        let mut labels: Vec<&str> = Vec::new();
        for form in &self.forms {
            match type_label(&form_types(form)) {
                "any" => return vec!["any"],
                label if labels.contains(&label) => {}
                label => labels.push(label),
            }
        }
        labels
    }

    /// The only values that there may be, if the schema lists them.
    pub(crate) fn values(&self) -> Option<Vec<&'s Value>> {
        let mut values: Vec<&Value> = Vec::new();
        for form in &self.forms {
            let of_form = form_values(form)?;
            // Two alternatives may have the same values; those of one enumeration stay as they are.
            let earlier = values.len();
            for value in of_form {
                if !values[..earlier].contains(&value) {
                    values.push(value);
                }
            }
        }
        if self.has_null_form && !values.contains(&&Value::Null) {
            values.push(&Value::Null);
        }
        Some(values)
    }

    /// The names of the first properties of an object, in the schema's order: those of all alternatives.
    pub(crate) fn property_names(&self, limit: usize) -> Vec<&'s str> {
        let mut known = HashSet::new();
        let schemas = self.forms.iter().flatten();
        let properties = schemas.filter_map(|schema| schema.get("properties")?.as_object());
        let names = properties.flat_map(Map::keys).map(String::as_str);
        names
            .filter(|name| known.insert(*name))
            .take(limit)
            .collect()
    }

    /// The schema of a property.
    pub(crate) fn property(&self, name: &str) -> Option<Self> {
        self.at_member(|schema| schema.get("properties")?.get(name))
    }

    /// The names of properties that have to be there, in the schema's order: by all alternatives.
    pub(crate) fn required(&self) -> Vec<&'s str> {
        let Some((first, others)) = self.forms.split_first() else {
            return Vec::new();
        };
        let others: Vec<HashSet<&str>> = others
            .iter()
            .map(|it| required_names(it).collect())
            .collect();
        let mut known = HashSet::new();
        let names = required_names(first);
        let names = names.filter(|name| others.iter().all(|required| required.contains(name)));
        names.filter(|name| known.insert(*name)).collect()
    }

    /// The schema of an array's items.
    pub(crate) fn items(&self) -> Option<Self> {
        self.at_member(|schema| schema.get("items"))
    }

    /// The schema of the values under other names than those of the properties, if it says something.
    pub(crate) fn other_values(&self) -> Option<Self> {
        self.at_member(|schema| {
            let values = schema.get("additionalProperties")?;
            let says_something = values.as_object().is_some_and(|it| !it.is_empty());
            says_something.then_some(values)
        })
    }

    /// Whether names beside the properties are known.
    pub(crate) fn allows_other_properties(&self) -> bool {
        self.forms.iter().any(|form| {
            let others = form.iter().find_map(|it| it.get("additionalProperties"));
            match others {
                Some(Value::Bool(others)) => *others,
                Some(_) => true,
                None => form.iter().any(|it| it.get("patternProperties").is_some()),
            }
        })
    }

    /// What tells the schemas that say `keyword` from others where references come back to them.
    pub(crate) fn schemas_with(&self, keyword: &str) -> Vec<*const Value> {
        let schemas = self.forms.iter().flatten();
        let schemas = schemas.filter(|schema| schema.get(keyword).is_some());
        schemas.map(|schema| std::ptr::from_ref(*schema)).collect()
    }

    /// What the schemas say of a member: those of a form together, those of several as alternatives.
    fn at_member(&self, find: impl Fn(&'s Value) -> Option<&'s Value>) -> Option<Self> {
        let mut forms: Vec<Form<'_>> = Vec::new();
        let mut known: Vec<Vec<*const Value>> = Vec::new();
        for form in &self.forms {
            let written: Vec<&Value> = form.iter().filter_map(|it| find(it)).collect();
            let identity: Vec<*const Value> =
                written.iter().map(|it| std::ptr::from_ref(*it)).collect();
            // What stands beside a union is part of each of its forms.
            if !written.is_empty() && !known.contains(&identity) {
                known.push(identity);
                forms.extend(expand_forms(self.root, &written));
            }
        }
        (!forms.is_empty()).then(|| Self::for_forms(self.root, forms))
    }
}

/// The type that stands for all of them: the first that is not `null`; `any` if there is none.
pub(crate) fn type_label<'s>(types: &[&'s str]) -> &'s str {
    let first = types.iter().find(|name| **name != "null");
    first.or(types.first()).copied().unwrap_or("any")
}

fn is_null_form(form: &Form<'_>) -> bool {
    let is_null = |value: &Value| match value.get("const") {
        Some(value) => value.is_null(),
        None => value
            .get("enum")
            .is_some_and(|it| *it == Value::Array(vec![Value::Null])),
    };
    form_types(form) == ["null"] || form.iter().any(|it| is_null(it))
}

/// The types that all schemas of a form allow, in the order of the first that says.
fn form_types<'s>(form: &Form<'s>) -> Vec<&'s str> {
    let mut stated = form
        .iter()
        .map(|it| schema_types(it))
        .filter(|it| !it.is_empty());
    let first = stated.next().unwrap_or_default();
    stated.fold(first, |types, further| {
        let is_allowed = |name: &&str| {
            further.contains(name) || (*name == "integer" && further.contains(&"number"))
        };
        let both: Vec<&str> = types.iter().copied().filter(is_allowed).collect();
        if both.is_empty() { types } else { both }
    })
}

fn schema_types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    }
}

/// The values that all schemas of a form allow, in the order of the first that lists them.
fn form_values<'s>(form: &Form<'s>) -> Option<Vec<&'s Value>> {
    let mut listed = form.iter().filter_map(|it| schema_values(it));
    let first = listed.next()?;
    Some(listed.fold(first, |values, further| {
        let is_allowed = |value: &&Value| further.iter().any(|it| json_type::are_equal(it, value));
        values.into_iter().filter(is_allowed).collect()
    }))
}

fn schema_values(schema: &Value) -> Option<Vec<&Value>> {
    match schema.get("const") {
        Some(only) => Some(vec![only]),
        None => Some(schema.get("enum")?.as_array()?.iter().collect()),
    }
}

/// The names that the schemas of a form require.
pub(crate) fn required_names<'s>(form: &Form<'s>) -> impl Iterator<Item = &'s str> {
    let lists = form.iter().filter_map(|it| it.get("required")?.as_array());
    lists.flatten().filter_map(Value::as_str)
}
