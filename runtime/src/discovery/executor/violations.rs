//! What is wrong with the parameters of a call, in the executor's words.

use serde_json::Map;

use super::rejected_call::{Reason, RejectedCall};
use crate::discovery::catalogue::{Catalogue, KnownEndpoint};
use crate::json::{Json, unescape_token};
use crate::read_only::ReadOnlyProperties;
use crate::tools::DiscoveryNames;
use crate::violation::Violation;
use toolwright_inspect::suggest::{did_you_mean, suggest_names};

/// So many parameters are described.
const MOST_DESCRIBED: usize = 5;

/// So many names stand for all.
const MOST_NAMED: usize = 20;

/// A refusal that says what is wrong, and what the provider says of each parameter that is.
pub(crate) fn reject_violations(
    catalogue: &Catalogue,
    names: &DiscoveryNames,
    known: &KnownEndpoint,
    read_only: &ReadOnlyProperties,
    violations: &[Violation],
) -> RejectedCall {
    let mut said = ViolationReport::default();
    for violation in violations {
        said.add_violation(violation);
    }
    let mut lines = Vec::new();
    if !said.missing.is_empty() {
        let missing = said.missing.join(", ");
        lines.push(format!("Missing required parameters: {missing}"));
    }
    lines.extend(said.lines);
    let mut text = format!("Parameter validation failed\nErrors: {}", lines.join("; "));
    let wrong = said.missing.iter().chain(&said.wrong);
    let guidance = parameter_guidance(catalogue, names, known);
    let sources = catalogue.find_by_tool(known.name());
    let sources = sources.map_or(Vec::new(), |index| catalogue.sources_of(index));
    for name in wrong.take(MOST_DESCRIBED) {
        if let Some(says) = guidance.iter().find(|says| says["name"] == **name) {
            text.push_str(&format!("\n`{name}`: {says}"));
        }
        if let Some(source) = sources.iter().find(|source| source.argument == name) {
            text.push_str(&format!("\n{}", source.to_sentence()));
        }
    }
    for hint in read_only.explain_violations(violations) {
        text.push_str(&format!("\n{hint}"));
    }
    let unknown = said.unknown.iter();
    let unknown = unknown.filter(|name| !read_only.contains_property("", name));
    for name in unknown.take(MOST_DESCRIBED) {
        text.push_str(&suggest_parameter(name, &guidance));
    }
    RejectedCall::new(Reason::Parameters, text)
}

/// Where the values of an endpoint's path come from, for a call that found nothing by that name.
pub(crate) fn path_sources(catalogue: &Catalogue, known: &KnownEndpoint) -> String {
    let index = catalogue.find_by_tool(known.name());
    let sources = index.map_or(Vec::new(), |index| catalogue.sources_of(index));
    let in_path = |argument: &str| known.path().contains(&format!("{{{argument}}}"));
    let of_arguments = sources.chunk_by(|one, other| one.argument == other.argument);
    let likeliest = of_arguments
        .filter_map(<[_]>::first)
        .filter(|source| in_path(source.argument));
    likeliest
        .map(|source| format!(" {}", source.to_sentence()))
        .collect()
}

#[derive(Default)]
struct ViolationReport {
    missing: Vec<String>,
    lines: Vec<String>,
    /// Parameters whose values are wrong.
    wrong: Vec<String>,
    /// Parameters that there are not.
    unknown: Vec<String>,
}

impl ViolationReport {
    fn add_violation(&mut self, violation: &Violation) {
        let (pointer, message) = (&violation.pointer, &violation.message);
        let mut steps = pointer.split('/').skip(1);
        let Some(first) = steps.next() else {
            return self.add_whole_violation(violation);
        };
        let name = unescape_token(first);
        let is_whole = steps.next().is_none();
        match message.rsplit_once(" is not of type ") {
            _ if is_whole && message == "is required" => return self.missing.push(name),
            Some((_, types)) if is_whole => {
                self.lines
                    .push(format!("{name} must be {}", describe_types(types)));
            }
            _ if is_whole => self.lines.push(format!("{name}: {message}")),
            _ => {
                let place = pointer.trim_start_matches('/');
                self.lines.push(format!("{place}: {message}"));
            }
        }
        if !self.wrong.contains(&name) {
            self.wrong.push(name);
        }
    }

    /// What is wrong with the parameters as a whole.
    fn add_whole_violation(&mut self, violation: &Violation) {
        if let Some(name) = violation.missing_required_property() {
            return self.missing.push(name.to_owned());
        }
        match violation.unexpected_properties() {
            [] => self.lines.push(violation.message.clone()),
            names => names.iter().for_each(|name| self.add_unknown(name)),
        }
    }

    /// Several schemas may refuse the same parameter.
    fn add_unknown(&mut self, name: &str) {
        if !self.unknown.iter().any(|known| known == name) {
            self.lines.push(format!("Unknown parameter: {name}"));
            self.unknown.push(name.to_owned());
        }
    }
}

/// What may have been meant by the name of a parameter that there is not: the nearest, or any.
fn suggest_parameter(name: &str, guidance: &[Json]) -> String {
    let known = || guidance.iter().filter_map(|says| says["name"].as_str());
    if let Some(question) = did_you_mean(suggest_names(name, known())) {
        return format!("\n`{name}`: {question}");
    }
    let some: Vec<&str> = known().take(MOST_NAMED).collect();
    match some.is_empty() {
        true => format!("\n`{name}`: the endpoint has no parameters"),
        false => format!("\n`{name}`: the parameters are {}", some.join(", ")),
    }
}

/// What is expected, as it is said of a value: `an integer`, `a string or null`.
fn describe_types(types: &str) -> String {
    let types = types.split(", ").map(strip_quotes).map(|kind| match kind {
        "null" => kind.to_owned(),
        kind if kind.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {kind}"),
        kind => format!("a {kind}"),
    });
    types.collect::<Vec<_>>().join(" or ")
}

fn strip_quotes(text: &str) -> &str {
    text.trim_matches(|c| c == '\'' || c == '"')
}

/// What the provider says of the parameters.
fn parameter_guidance(
    catalogue: &Catalogue,
    names: &DiscoveryNames,
    known: &KnownEndpoint,
) -> Vec<Json> {
    let answer = catalogue.find_by_tool(known.name());
    let answer = answer.and_then(|index| {
        catalogue
            .provider_answer(index, names.executor_for(known.is_read_only()))
            .ok()
    });
    let answer: Option<Map<String, Json>> =
        answer.and_then(|answer| serde_json::from_str(answer).ok());
    let Some(mut answer) = answer else {
        return Vec::new();
    };
    let mut says = Vec::new();
    if let Some(instructions) = answer.get_mut("execution_instructions") {
        for kind in ["required", "optional"] {
            if let Json::Array(parameters) = instructions["parameter_guidance"][kind].take() {
                says.extend(parameters);
            }
        }
    }
    says
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::violation::Description;

    #[test]
    fn a_parameter_that_several_schemas_refuse_is_told_once() {
        let unexpected = |names: &[&'static str]| {
            Description::of_unexpected_properties(names.iter().copied(), String::new())
        };
        let mut said = ViolationReport::default();
        for description in [
            unexpected(&["size"]),
            unexpected(&["colour", "size"]),
            "is not valid".to_owned().into(),
        ] {
            said.add_violation(&Violation::from_description(String::new(), description));
        }
        assert_eq!(
            said.lines,
            [
                "Unknown parameter: size",
                "Unknown parameter: colour",
                "is not valid"
            ]
        );
    }
}
