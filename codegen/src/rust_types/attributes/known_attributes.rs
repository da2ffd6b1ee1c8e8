//! The attributes that are understood, and where.

use proc_macro2::Span;
use serde_json::Value;
use toolwright_inspect::suggest::{did_you_mean, suggest_name};

use super::Direction;
use crate::schema::ecma_regex;

/// Where an attribute stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum AttributePlace {
    Struct,
    Enum,
    Field,
    Variant,
}

impl AttributePlace {
    fn with_article(self) -> &'static str {
        match self {
            Self::Struct => "a struct",
            Self::Enum => "an enum",
            Self::Field => "a field",
            Self::Variant => "a variant",
        }
    }
}

use AttributePlace::{Enum, Field, Struct, Variant};

/// What both serde and toolwright know.
const SHARED_ATTRIBUTES: [(&str, &[AttributePlace]); 15] = [
    ("rename", &[Struct, Enum, Field, Variant]),
    ("rename_all", &[Struct, Enum, Variant]),
    ("rename_all_fields", &[Enum]),
    ("default", &[Struct, Field]),
    ("skip", &[Field, Variant]),
    ("skip_serializing", &[Field, Variant]),
    ("skip_deserializing", &[Field, Variant]),
    ("skip_serializing_if", &[Field]),
    ("flatten", &[Field]),
    ("transparent", &[Struct]),
    ("deny_unknown_fields", &[Struct, Enum]),
    ("untagged", &[Enum]),
    ("tag", &[Enum]),
    ("content", &[Enum]),
    ("expecting", &[Struct, Enum]),
];

/// What only toolwright knows, beside the keywords.
const ANNOTATIONS: [(&str, &[AttributePlace]); 3] = [
    ("title", &[Struct, Enum, Field, Variant]),
    ("description", &[Struct, Enum, Field, Variant]),
    ("examples", &[Struct, Enum, Field]),
];

/// Keywords of JSON Schema by the names of the attributes; all stand at fields.
const KEYWORDS: [(&str, &str); 12] = [
    ("minimum", "minimum"),
    ("maximum", "maximum"),
    ("exclusive_minimum", "exclusiveMinimum"),
    ("exclusive_maximum", "exclusiveMaximum"),
    ("multiple_of", "multipleOf"),
    ("min_length", "minLength"),
    ("max_length", "maxLength"),
    ("pattern", "pattern"),
    ("format", "format"),
    ("min_items", "minItems"),
    ("max_items", "maxItems"),
    ("unique_items", "uniqueItems"),
];

/// What serde says to itself, and nothing of the JSON.
const IGNORED_SERDE_ATTRIBUTES: [&str; 3] = ["bound", "crate", "expecting"];

const NEWTYPE: &str = "give the field a type of its own that derives or implements the trait";

/// What serde knows and has no schema, the direction that it is about, and what to write instead.
const UNSUPPORTED_BY_SCHEMA: [(&str, Option<Direction>, &str); 11] = [
    ("with", None, NEWTYPE),
    ("serialize_with", Some(Direction::Output), NEWTYPE),
    ("deserialize_with", Some(Direction::Input), NEWTYPE),
    ("getter", None, NEWTYPE),
    ("remote", None, "derive it for a type of your own"),
    (
        "from",
        Some(Direction::Input),
        "derive it for the other type, and convert it in the tool",
    ),
    (
        "try_from",
        Some(Direction::Input),
        "derive it for the other type, and convert it in the tool",
    ),
    (
        "into",
        Some(Direction::Output),
        "derive it for the other type, and convert it in the tool",
    ),
    (
        "alias",
        Some(Direction::Input),
        "a schema has one name for each property; choose it with `rename`",
    ),
    (
        "other",
        Some(Direction::Input),
        "an enum in a schema lists all values; use a `String` to accept any",
    ),
    ("borrow", None, "a tool owns its values: write `String`"),
];

/// The keyword of JSON Schema that an attribute stands for.
pub(super) fn schema_keyword(name: &str) -> Option<&'static str> {
    let (_, keyword) = KEYWORDS.iter().find(|(known, _)| *known == name)?;
    Some(keyword)
}

/// Whether an attribute says something that has to be read.
pub(super) fn is_attribute_relevant(
    name: &str,
    span: Span,
    is_tool: bool,
    place: AttributePlace,
    direction: Direction,
) -> syn::Result<bool> {
    let error = |message: String| Err(syn::Error::new(span, message));
    if !is_tool && IGNORED_SERDE_ATTRIBUTES.contains(&name) {
        return Ok(false);
    }
    if let Some((_, about, advice)) = UNSUPPORTED_BY_SCHEMA
        .iter()
        .find(|(known, ..)| *known == name)
    {
        return match about {
            // `alias` changes what is read and nothing of what is written, so it does not matter
            // for outputs.
            Some(about) if *about != direction => Ok(false),
            _ => error(format!(
                "`{name}` cannot be expressed in a schema: {advice}"
            )),
        };
    }
    let annotation = ANNOTATIONS.iter().find(|(known, _)| *known == name);
    let places = match (
        SHARED_ATTRIBUTES
            .iter()
            .chain(annotation)
            .find(|(known, _)| *known == name),
        schema_keyword(name),
    ) {
        (Some((_, places)), _) => *places,
        (None, Some(_)) => &[Field][..],
        (None, None) => return error(describe_unknown(name, is_tool, place)),
    };
    if !is_tool && (annotation.is_some() || schema_keyword(name).is_some()) {
        return error(format!(
            "`{name}` is not an attribute of serde: write `#[tool({name} = …)]`"
        ));
    }
    if !places.contains(&place) {
        let places: Vec<&str> = places.iter().map(|place| place.with_article()).collect();
        return error(format!(
            "`{name}` is for {}, not for {}",
            places.join(" or "),
            place.with_article()
        ));
    }
    Ok(match name {
        "skip_serializing" | "skip_serializing_if" => direction == Direction::Output,
        "skip_deserializing" | "default" => direction == Direction::Input,
        _ => true,
    })
}

fn describe_unknown(name: &str, is_tool: bool, place: AttributePlace) -> String {
    let annotated = SHARED_ATTRIBUTES.iter().chain(&ANNOTATIONS);
    let annotated = annotated.filter(|(known, places)| {
        places.contains(&place) && !IGNORED_SERDE_ATTRIBUTES.contains(known)
    });
    let keywords = KEYWORDS.iter().filter(|_| place == Field);
    let all: Vec<&str> = annotated
        .map(|(name, _)| *name)
        .chain(keywords.map(|(name, _)| *name))
        .collect();
    let whose = if is_tool { "" } else { " of serde" };
    match did_you_mean(suggest_name(name, all.iter().copied())) {
        Some(question) => format!("`{name}`{whose} is unknown; {question}"),
        None => format!(
            "`{name}`{whose} is unknown here; {} can have {}",
            place.with_article(),
            all.join(", ")
        ),
    }
}

/// Whether a keyword can have that value.
pub(super) fn check_value(name: &str, value: &Value) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("`{name}` must be {what}"));
    match name {
        "minimum" | "maximum" | "exclusive_minimum" | "exclusive_maximum" if !value.is_number() => {
            wrong("a number: write it without quotation marks")
        }
        "multiple_of" if value.as_f64().is_none_or(|divisor| divisor <= 0.0) => {
            wrong("a number above 0")
        }
        "min_length" | "max_length" | "min_items" | "max_items" if !value.is_u64() => {
            wrong("a number of characters or items, at least 0")
        }
        "pattern" | "format" if !value.is_string() => {
            wrong("a string: write it in quotation marks")
        }
        "pattern" => match ecma_regex::translate_checked(value.as_str().unwrap_or_default()) {
            Err(why) => Err(format!("the pattern is not a regular expression: {why}")),
            Ok(_) => Ok(()),
        },
        _ => Ok(()),
    }
}
