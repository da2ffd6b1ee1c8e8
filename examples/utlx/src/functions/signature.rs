//! Signatures in UTL-X: `upper(str: String): String`. The registry has phrases for types (`String to convert`) and
//! mostly `Any` for results, so types are read from phrases, names and examples; what none of them says is `Any`.

use super::registry::{Function, Parameter};
use crate::api::types::FunctionParameter;

/// What the registry says of parameters and results that it knows nothing of.
const PLACEHOLDERS: [&str; 4] = [
    "Input array to process",
    "Result of the operation",
    "Boolean indicating the result",
    "New array with filtered elements",
];

/// `upper(str: String): String`; optional parameters have a question mark.
pub(crate) fn format_signature(function: &Function) -> String {
    let parameters = describe_parameters(function);
    let parameters = parameters.iter().map(|it| {
        let mark = if it.optional { "?" } else { "" };
        format!("{}{mark}: {}", it.name, it.r#type)
    });
    let parameters = parameters.collect::<Vec<_>>().join(", ");
    format!("{}({parameters}): {}", function.name, return_type(function))
}

/// The parameters; those behind the least number of arguments are optional.
pub(crate) fn describe_parameters(function: &Function) -> Vec<FunctionParameter> {
    let parameters = function.parameters.iter().enumerate();
    let described = parameters.map(|(index, parameter)| {
        let least = usize::try_from(function.min_args).unwrap_or(usize::MAX);
        FunctionParameter {
            name: parameter.name.clone(),
            r#type: parameter_type(function, parameter),
            optional: index >= least,
            description: describe_parameter(parameter),
        }
    });
    described.collect()
}

/// The description, or the phrase that the registry has for a type.
fn describe_parameter(parameter: &Parameter) -> String {
    let phrase = parameter.kind.as_str();
    let is_name_again = phrase.to_lowercase() == format!("{} value", parameter.name.to_lowercase());
    match (
        parameter.description.as_str(),
        is_type_name(phrase) || is_name_again,
    ) {
        ("", true) => String::new(),
        ("", false) => phrase.to_owned(),
        (description, _) => description.to_owned(),
    }
}

/// Whether this is a type of UTL-X: `String`, `Array<Number>`.
fn is_type_name(text: &str) -> bool {
    let base = text.split('<').next().unwrap_or(text);
    let known = [
        "String", "Number", "Integer", "Boolean", "Array", "Object", "Date", "DateTime", "Time",
        "Function", "Binary", "Null", "Any",
    ];
    known.contains(&base)
}

fn parameter_type(function: &Function, parameter: &Parameter) -> String {
    let phrase = parameter.kind.as_str();
    if is_type_name(phrase) {
        return phrase.to_owned();
    }
    // The phrase for an unknown parameter is believed where arrays are what functions are about.
    if PLACEHOLDERS.contains(&phrase) {
        let is_array = ["Array", "Core"].contains(&function.category.as_str());
        return if is_array { "Array" } else { "Any" }.to_owned();
    }
    let phrase = phrase.to_lowercase();
    let starts = [
        ("function", "Function"),
        ("lambda", "Function"),
        ("array", "Array"),
        ("input array", "Array"),
        ("list", "Array"),
        ("object", "Object"),
        ("string", "String"),
        ("text", "String"),
        ("number", "Number"),
        ("numeric", "Number"),
        ("integer", "Number"),
        ("boolean", "Boolean"),
        ("date", "Date"),
    ];
    let by_phrase = starts.iter().find(|(start, _)| phrase.starts_with(start));
    let by_name = || type_by_name(&parameter.name.to_lowercase());
    by_phrase
        .map(|(_, name)| *name)
        .or_else(by_name)
        .unwrap_or("Any")
        .to_owned()
}

/// What parameters of these names are everywhere in the registry.
fn type_by_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "str" | "string" | "text" | "pattern" | "search" | "replacement" | "delimiter"
        | "separator" | "prefix" | "suffix" | "format" | "xml" | "json" | "csv" | "yaml"
        | "url" | "token" | "encoding" | "tzid" | "datestr" | "word" | "columnname" | "path"
        | "query" | "padchar" | "locale" | "currency" | "unit" => "String",
        "array" | "arr" | "list" | "items" => "Array",
        "predicate" | "fn" | "mapper" | "reducer" | "comparator" | "leftkeyfn" | "rightkeyfn"
        | "keyfn" | "callback" => "Function",
        "index" | "count" | "length" | "start" | "end" | "n" | "num" | "number" | "size"
        | "rate" | "amount" | "days" | "months" | "years" | "hours" | "minutes" | "seconds"
        | "decimals" | "precision" | "lat1" | "lon1" | "lat2" | "lon2" => "Number",
        "obj" | "object" | "map" => "Object",
        "date" | "date1" | "date2" | "datetime" => "Date",
        "flag" | "enabled" | "condition" => "Boolean",
        "key" => "String",
        _ => return None,
    })
}

/// The type of the result: the registry's, else that of the results in examples, else by its description.
pub(crate) fn return_type(function: &Function) -> String {
    let returns = function.returns.as_ref();
    let declared = returns.map(|returns| returns.kind.as_str());
    if let Some(declared) = declared.filter(|it| is_type_name(it) && *it != "Any") {
        return declared.to_owned();
    }
    // `first([7, 8]) => 7` does not say that elements are numbers.
    if description_names_element(returns.map_or("", |returns| returns.description.as_str())) {
        return "Any".to_owned();
    }
    let by_example = function.examples.iter().find_map(|it| type_of_example(it));
    let description = returns.map(|returns| returns.description.as_str());
    let by_description = || type_by_description(description?);
    by_example
        .or_else(by_description)
        .unwrap_or("Any")
        .to_owned()
}

fn description_names_element(description: &str) -> bool {
    let lower = description.to_lowercase();
    [
        "the element",
        "first element",
        "last element",
        "element at",
        "matching element",
    ]
    .iter()
    .any(|words| lower.contains(words))
}

/// The type of what stands behind `=>` in `upper("hello") => "HELLO"`.
fn type_of_example(example: &str) -> Option<&'static str> {
    let line = example.lines().next()?;
    let close = line.rfind(") =>")?;
    let result = line[close + 4..].trim();
    let first = result.chars().next()?;
    Some(match first {
        '"' => "String",
        '[' => "Array",
        '{' => "Object",
        '-' | '0'..='9' if result.parse::<f64>().is_ok() => "Number",
        _ if result.starts_with("true") || result.starts_with("false") => "Boolean",
        _ => return None,
    })
}

fn type_by_description(description: &str) -> Option<&'static str> {
    if PLACEHOLDERS.contains(&description) {
        return None;
    }
    let lower = description.to_lowercase();
    let words = [
        ("boolean", "Boolean"),
        ("true if", "Boolean"),
        ("array of", "Array"),
        ("new array", "Array"),
        ("array", "Array"),
        ("string", "String"),
        ("object", "Object"),
        ("number of", "Number"),
        ("number", "Number"),
        ("count", "Number"),
        ("date", "Date"),
    ];
    let first = words
        .iter()
        .filter_map(|(word, name)| Some((lower.find(word)?, *name)))
        .min();
    first.map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(json: serde_json::Value) -> Function {
        serde_json::from_value(json).expect("is a function")
    }

    #[test]
    fn phrases_of_the_registry_become_types() {
        let upper = function(serde_json::json!({
            "name": "upper", "category": "String", "minArgs": 1,
            "parameters": [{"name": "str", "type": "String to convert"}],
            "returns": {"type": "Any", "description": "Uppercased string"},
        }));
        assert_eq!(format_signature(&upper), "upper(str: String): String");
        assert_eq!(
            describe_parameters(&upper)[0].description,
            "String to convert"
        );
        let replace = function(serde_json::json!({
            "name": "replace", "category": "String", "minArgs": 2,
            "parameters": [
                {"name": "str", "type": "String value"},
                {"name": "search", "type": "Search value (string) OR replacements map (object)"},
                {"name": "replacement", "type": "Replacement value"},
            ],
            "returns": {"type": "Any"},
            "examples": ["replace(\"a\", \"a\", \"b\") => \"b\""],
        }));
        let signature = "replace(str: String, search: String, replacement?: String): String";
        assert_eq!(format_signature(&replace), signature);
        let sha = function(serde_json::json!({
            "name": "sha256", "category": "Encoding", "minArgs": 1,
            "parameters": [{"name": "array", "type": "Input array to process"}],
            "returns": {"type": "hexadecimal string representation of the SHA", "description": "256 hash."},
            "examples": ["sha256(...) => result"],
        }));
        assert_eq!(format_signature(&sha), "sha256(array: Any): Any");
        let sum = function(serde_json::json!({
            "name": "sum", "category": "Array", "minArgs": -1,
            "parameters": [{"name": "array", "type": "Array<Number>"}],
            "returns": {"type": "Number"},
        }));
        assert_eq!(format_signature(&sum), "sum(array: Array<Number>): Number");
    }
}
