//! Lowers `oneOf` and `anyOf` to Rust enums. What stands beside the alternatives holds for each of them, so it is
//! merged into each, up to a limit.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use super::branch_name::{branch_names, is_anonymous_list};
use super::classify::{Kind, by_type};
use super::scalars::is_null;
use super::union::merge_constant_branches;
use super::{Context, Known, Types, doc_of, reference_key, wanted_name};
use crate::lower::split_read_write;
use crate::model::{Definition, Shape, Tag, Type, Variant};
use crate::names::Scope;
use crate::schema::expansion_budget::value_weight;
use crate::schema::{DiscriminatedUnion, DiscriminatorValues, UNEVALUATED, merge_all_of};

/// How many values may be repeated in alternatives since they stand beside all of them.
const MOST_REPEATED: usize = 100_000;

/// Reads `oneOf` and `anyOf`.
pub(super) fn choice_alternatives(
    schema: &Value,
    definitions: &IndexMap<String, Definition>,
) -> Option<Kind> {
    let keyword = ["oneOf", "anyOf"]
        .into_iter()
        .find(|keyword| schema.get(keyword).is_some_and(Value::is_array))?;
    let all = schema.get(keyword)?.as_array()?;
    // `anyOf: [{required: [a]}, {required: [b]}]` is a condition on one object. A Rust enum of it
    // would have variants that are all the same.
    if all.iter().all(only_constrains) {
        return Some(by_type(schema));
    }
    let (nulls, branches): (Vec<&Value>, Vec<&Value>) =
        all.iter().partition(|branch| is_null(branch));
    let base = base_of(schema, keyword);
    // What stands beside the alternatives would have to be merged into each of them.
    if base.is_none()
        && branches.len() > 1
        && let Some(kind) = merge_constant_branches(&branches, schema, definitions)
    {
        return Some(if nulls.is_empty() {
            kind
        } else {
            Kind::Nullable(Box::new(kind))
        });
    }
    let repeated = base.as_ref().map_or(0, value_weight) * branches.len();
    if repeated > MOST_REPEATED {
        return Some(Kind::TooLarge);
    }
    let merged: Option<Vec<Value>> = branches
        .iter()
        .map(|branch| with_base(base.as_ref(), branch, keyword, definitions))
        .collect();
    let kind = match merged {
        None => Kind::Scalar(Type::Json),
        Some(branches) => match branches.as_slice() {
            [] => Kind::Scalar(Type::Json),
            [only] => Kind::Alias(only.clone()),
            _ => Kind::Choice(schema.clone(), branches),
        },
    };
    Some(if nulls.is_empty() {
        kind
    } else {
        Kind::Nullable(Box::new(kind))
    })
}

/// Whether a branch says nothing about what the value is, as `{required: [a]}`.
fn only_constrains(branch: &Value) -> bool {
    branch.as_object().is_some_and(|members| {
        members
            .keys()
            .all(|key| matches!(key.as_str(), "required" | "not" | "title" | "description"))
    })
}

/// What stands beside the alternatives and holds for each of them.
fn base_of(schema: &Value, keyword: &str) -> Option<Value> {
    const SHARED: [&str; 5] = [
        "properties",
        "required",
        "additionalProperties",
        UNEVALUATED,
        "items",
    ];
    let object = schema.as_object()?;
    if !SHARED.iter().any(|key| object.contains_key(*key)) {
        return None;
    }
    let kept: Map<String, Value> = object
        .iter()
        .filter(|(key, _)| {
            !matches!(
                key.as_str(),
                "discriminator" | "description" | "title" | "default" | "examples"
            ) && *key != keyword
                && !key.starts_with("x-")
        })
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    Some(Value::Object(kept))
}

fn with_base(
    base: Option<&Value>,
    branch: &Value,
    keyword: &str,
    definitions: &IndexMap<String, Definition>,
) -> Option<Value> {
    let Some(base) = base else {
        return Some(branch.clone());
    };
    let mut both = json!({ "allOf": [base, branch] });
    // What is beside `oneOf` and its one valid alternative say together is what is evaluated.
    if let Some(rest) = base.get(UNEVALUATED) {
        if keyword == "anyOf" {
            return None;
        }
        both[UNEVALUATED] = rest.clone();
        both["allOf"][0].as_object_mut()?.shift_remove(UNEVALUATED);
    }
    merge_all_of(&both, definitions)
}

impl Types<'_> {
    pub(super) fn lower_choice(
        &mut self,
        schema: &Value,
        branches: &[Value],
        context: Context<'_>,
        known: Known<'_>,
    ) -> Type {
        let ident = self.claim_name(context);
        self.announce_type(known, &ident);
        let property = schema.pointer("/discriminator/propertyName");
        let property = property.and_then(Value::as_str);
        let variants = self.choice_variants(branches, property, &ident, context.pointer);
        if let Some(ty) = same_type(&variants) {
            return ty;
        }
        let shape = Shape::Choice {
            variants,
            tag: tag_of(schema, branches, self.definitions()),
            fallback: 0,
            other: None,
        };
        self.add_type(ident.clone(), schema, context, shape);
        Type::Named(ident)
    }

    fn choice_variants(
        &mut self,
        branches: &[Value],
        property: Option<&str>,
        owner: &str,
        pointer: &str,
    ) -> Vec<Variant> {
        let mut scope = Scope::default();
        branches
            .iter()
            .enumerate()
            .map(|(index, branch)| {
                let names =
                    branch_names(&shared_fields(branch, self.definitions()), property, index);
                let place = format!("{pointer}/oneOf/{index}");
                let whole = format!("{}{}", wanted_name(owner), names[0]);
                let (owner, name) = match is_anonymous_list(branch) {
                    true => ("", &whole),
                    false => (owner, &names[0]),
                };
                let context = Context {
                    owner,
                    name,
                    pointer: &place,
                };
                Variant {
                    ty: self.lower_schema(&untagged_choice(branch, property), context),
                    ident: scope.claim(names),
                    schema: branch.clone(),
                    doc: doc_of(branch),
                }
            })
            .collect()
    }
}

/// An alternative as requests have it: what a response has otherwise is called the same.
fn shared_fields(branch: &Value, definitions: &IndexMap<String, Definition>) -> Value {
    let mut branch = branch.clone();
    let base = reference_key(&branch).and_then(|key| {
        let base = split_read_write::request_key(key)?;
        let place = |key: &str| definitions.get(key).map(|definition| &definition.pointer);
        (place(base) == place(key)).then(|| base.to_owned())
    });
    if let (Some(base), Value::Object(object)) = (base, &mut branch) {
        object.insert("$ref".to_owned(), json!(format!("#/$defs/{base}")));
    }
    branch
}

/// The type that all variants have, if it is one; `Json` if one of them is that.
fn same_type(variants: &[Variant]) -> Option<Type> {
    if variants.iter().any(|variant| variant.ty == Type::Json) {
        return Some(Type::Json);
    }
    let (first, rest) = variants.split_first()?;
    rest.iter()
        .all(|variant| variant.ty == first.ty)
        .then(|| first.ty.clone())
}

/// The discriminator, when every branch is a reference.
fn tag_of(
    schema: &Value,
    branches: &[Value],
    definitions: &IndexMap<String, Definition>,
) -> Option<Tag> {
    let tagged = DiscriminatedUnion::from_schema(schema.as_object()?, definitions)?;
    let values: Option<Vec<Vec<String>>> = branches
        .iter()
        .map(|branch| reference_key(branch).map(|_| values_of(&tagged, branch)))
        .collect();
    Some(Tag {
        property: tagged.property_name().to_owned(),
        values: values?,
        default: branches
            .iter()
            .position(|branch| tagged.is_default_alternative(branch)),
    })
}

fn values_of(tagged: &DiscriminatedUnion<'_>, branch: &Value) -> Vec<String> {
    match tagged.values_for_alternative(branch) {
        DiscriminatorValues::Open => tagged.discriminator_names(branch),
        DiscriminatorValues::Only(own) | DiscriminatorValues::Contradicted { own, .. } => {
            let values = own.iter().filter_map(Value::as_str);
            values.map(str::to_owned).collect()
        }
    }
}

/// An alternative without what is written beside its reference of the discriminator's property: that
/// narrows a value which has a place in the definition's type. Where the property is required there as well,
/// it was added, and the definition has no place for it.
fn untagged_choice(branch: &Value, property: Option<&str>) -> Value {
    let is_tag = |properties: &Map<String, Value>| {
        properties.len() == 1 && properties.keys().next().map(String::as_str) == property
    };
    let mut branch = branch.clone();
    if let Value::Object(object) = &mut branch
        && object.contains_key("$ref")
        // A tag that is required there was added by an earlier step, and the definition does not
        // have it.
        && !object.contains_key("required")
        && object
            .get("properties")
            .and_then(Value::as_object)
            .is_some_and(is_tag)
    {
        object.shift_remove("properties");
    }
    branch
}
