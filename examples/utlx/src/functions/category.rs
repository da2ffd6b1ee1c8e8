//! The eight categories of the tool, of which the registry knows other ones.

use super::registry::Function;
use crate::api::types::FunctionCategory;
use toolwright::generated::StringEnum as _;

/// Functions over objects that the registry has elsewhere.
const OBJECT_FUNCTIONS: [&str; 30] = [
    "containsKey",
    "containsValue",
    "countEntries",
    "deepClone",
    "deepMerge",
    "deepMergeAll",
    "divideBy",
    "entries",
    "everyEntry",
    "filterEntries",
    "fromEntries",
    "getPath",
    "hasKey",
    "invert",
    "keys",
    "mapEntries",
    "mapKeys",
    "mapTree",
    "mapValues",
    "merge",
    "omit",
    "pick",
    "reduceEntries",
    "setPath",
    "someEntry",
    "values",
    "treeMap",
    "treeFilter",
    "treeFind",
    "treePaths",
];

/// Beginnings of names that read or write a format.
const SERIALIZATION_NAMES: [&str; 7] = [
    "parseJson",
    "parseXml",
    "parseYaml",
    "parseCsv",
    "render",
    "prettyPrint",
    "udmTo",
];

/// Parts of names of cryptographic functions that the registry has under `Encoding`.
const CRYPTO_NAMES: [&str; 8] = [
    "hash",
    "hmac",
    "md5",
    "sha",
    "encrypt",
    "decrypt",
    "generateIV",
    "generateKey",
];

/// The categories of a function: none, one, or two where a function converts a format.
pub(crate) fn categories_of(function: &Function) -> Vec<FunctionCategory> {
    let name = function.name.as_str();
    let mut categories = Vec::new();
    let lower = name.to_lowercase();
    if SERIALIZATION_NAMES.iter().any(|it| name.starts_with(it))
        || ["compactJSON", "compactXML", "compactCSV", "parse"].contains(&name)
    {
        categories.push(FunctionCategory::Serialization);
    }
    if OBJECT_FUNCTIONS.contains(&name) {
        categories.push(FunctionCategory::Object);
    }
    let own = match function.category.to_lowercase().as_str() {
        "string" => Some(FunctionCategory::String),
        "array" => Some(FunctionCategory::Array),
        "math" | "financial" => Some(FunctionCategory::Math),
        "date" => Some(FunctionCategory::Date),
        "object" => Some(FunctionCategory::Object),
        "type" => Some(FunctionCategory::Type),
        "json" | "xml" | "csv" | "yaml" | "serialization" => Some(FunctionCategory::Serialization),
        "security" | "crypto" => Some(FunctionCategory::Crypto),
        "encoding"
            if CRYPTO_NAMES
                .iter()
                .any(|it| lower.contains(&it.to_lowercase())) =>
        {
            Some(FunctionCategory::Crypto)
        }
        _ => None,
    };
    // The category of the registry comes last: what the name says is more exact.
    categories.extend(own.filter(|own| !categories.contains(own)));
    categories
}

/// The category that a function is shown with: the one that was asked for, its first, or the registry's.
pub(crate) fn shown_category(function: &Function, asked: Option<FunctionCategory>) -> String {
    let first = asked.or_else(|| categories_of(function).into_iter().next());
    match first {
        Some(category) => category.name().to_owned(),
        None => function.category.to_lowercase(),
    }
}
