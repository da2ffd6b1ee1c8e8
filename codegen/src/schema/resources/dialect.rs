//! Tells what a keyword means in a draft of JSON Schema, in terms of draft 2020-12. It takes the name of a
//! keyword and the schema around it, and knows nothing of documents or references.

use serde_json::Value;

use super::declared_dialect::is_validation_keyword;
use crate::schema::keyword::{KeywordContent, Object, keyword_content};

/// A version of JSON Schema.
///
/// ```
/// use serde_json::json;
/// use toolwright_codegen::schema::resources::{Draft, Resources};
///
/// let pair = json!({"items": [{"type": "string"}, {"type": "integer"}]});
/// let bundle = Resources::new(Draft::Seven).bundle("", &pair);
/// assert_eq!(bundle.schema, json!({"prefixItems": [{"type": "string"}, {"type": "integer"}]}));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Draft {
    /// Draft 4, which Swagger 2.0 and OpenAPI 3.0 have some of.
    Four,
    /// Drafts 6 and 7.
    Seven,
    /// Draft 2019-09.
    V2019,
    /// Draft 2020-12, which OpenAPI 3.1 has.
    #[default]
    V2020,
}

impl Draft {
    /// Its name, for people.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Four => "draft 4 of JSON Schema",
            Self::Seven => "draft 7 of JSON Schema",
            Self::V2019 => "JSON Schema 2019-09",
            Self::V2020 => "JSON Schema 2020-12",
        }
    }

    /// Whether `$ref` hides what stands beside it.
    pub(crate) fn references_stand_alone(self) -> bool {
        self <= Self::Seven
    }

    /// The draft whose metaschema has that URI.
    pub(crate) fn from_metaschema_uri(uri: &str) -> Option<Self> {
        if uri.starts_with("https://spec.openapis.org/oas/3.") && uri.contains("/dialect/") {
            return Some(Self::V2020);
        }
        let (_, rest) = uri.split_once("://json-schema.org/")?;
        match rest.trim_end_matches('#') {
            "draft-03/schema" | "draft-04/schema" => Some(Self::Four),
            "draft-06/schema" | "draft-07/schema" => Some(Self::Seven),
            "draft/2019-09/schema" => Some(Self::V2019),
            "draft/2020-12/schema" => Some(Self::V2020),
            _ => None,
        }
    }
}

/// What the keywords of a schema mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Dialect {
    pub(super) draft: Draft,
    /// Whether its metaschema has the validation vocabulary.
    pub(super) validation: bool,
}

/// What a keyword is in draft 2020-12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeywordReading {
    /// Nothing, or a name for the schema.
    Nothing,
    /// A keyword of that name which holds schemas or data.
    Keyword(&'static str, KeywordContent),
    /// A keyword of the same name which holds data.
    Data,
    /// Schemas that nothing is held to, by name.
    Definitions,
    /// `dependentRequired` and `dependentSchemas` in one.
    Dependencies,
    Reference,
    DynamicReference,
}

impl Dialect {
    /// Whether `$ref` hides what stands beside it.
    pub(super) fn references_stand_alone(self) -> bool {
        self.draft.references_stand_alone()
    }

    /// The keyword that gives a schema its URI.
    pub(super) fn id_keyword(self) -> &'static str {
        if self.draft == Draft::Four {
            "id"
        } else {
            "$id"
        }
    }

    /// What a keyword of `schema` is.
    pub(super) fn read_keyword(self, keyword: &str, schema: &Object) -> KeywordReading {
        match keyword {
            "$ref" => return KeywordReading::Reference,
            "$defs" | "definitions" => return KeywordReading::Definitions,
            "dependencies" => return KeywordReading::Dependencies,
            // 2019-09 has `$recursiveRef` in its place, which is resolved elsewhere.
            "$dynamicRef" if self.draft == Draft::V2020 => return KeywordReading::DynamicReference,
            "id" if self.draft == Draft::Four => return KeywordReading::Nothing,
            "$id" | "$schema" | "$anchor" | "$dynamicAnchor" | "$dynamicRef" | "$vocabulary"
            | "$recursiveRef" | "$recursiveAnchor" => return KeywordReading::Nothing,
            _ => {}
        }
        if !self.validation && is_validation_keyword(keyword) || self.is_from_later_draft(keyword) {
            return KeywordReading::Nothing;
        }
        if self.draft < Draft::V2020 {
            let is_tuple = schema.get("items").is_some_and(Value::is_array);
            match keyword {
                "items" if is_tuple => {
                    return KeywordReading::Keyword("prefixItems", KeywordContent::List);
                }
                "additionalItems" if is_tuple => {
                    return KeywordReading::Keyword("items", KeywordContent::Schema);
                }
                _ => {}
            }
        }
        read_known_keyword(keyword)
    }

    /// Whether a keyword came with a later draft.
    fn is_from_later_draft(self, keyword: &str) -> bool {
        let since = match keyword {
            "const" | "contains" | "propertyNames" | "if" | "then" | "else" => Draft::Seven,
            "dependentRequired"
            | "dependentSchemas"
            | "unevaluatedProperties"
            | "unevaluatedItems"
            | "minContains"
            | "maxContains" => Draft::V2019,
            "prefixItems" => Draft::V2020,
            _ => Draft::Four,
        };
        self.draft < since
    }
}

fn read_known_keyword(keyword: &str) -> KeywordReading {
    const APPLICATORS: [&str; 18] = [
        "items",
        "additionalProperties",
        "not",
        "if",
        "then",
        "else",
        "contains",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
        "contentSchema",
        "allOf",
        "anyOf",
        "oneOf",
        "prefixItems",
        "properties",
        "patternProperties",
        "dependentSchemas",
    ];
    APPLICATORS
        .into_iter()
        .find(|known| *known == keyword)
        .map_or(KeywordReading::Data, |known| {
            KeywordReading::Keyword(known, keyword_content(known))
        })
}
