//! The lines that describe parameters in brief: a line for each, those of its members indented below it. Takes parameters
//! and how much to leave out. Members that were listed before are referred to by where they were listed.

use crate::facts;
use crate::format::{object_forms_line, parameter_facts, value_facts};
use crate::parameter::Parameter;

/// So many characters of a parameter's description are shown: the first sentences, in nearly all specs.
const LONGEST_DESCRIPTION: usize = 200;

/// Fewer members are shorter than a reference to where they were listed.
const FEWEST_REFERENCED: usize = 3;

/// What an answer leaves out. Each level includes those before it.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(crate) enum Omission {
    Nothing,
    Output,
    OptionalDescriptions,
    /// Members, values and bounds of optional parameters: these have a name and a type.
    OptionalDetails,
    Optional,
    /// Members and descriptions of required parameters, whose names and types are always there.
    RequiredDetails,
}

impl Omission {
    /// What is left out, in this order.
    pub(crate) const STEPS: [Self; 5] = [
        Self::Output,
        Self::OptionalDescriptions,
        Self::OptionalDetails,
        Self::Optional,
        Self::RequiredDetails,
    ];

    pub(crate) fn description(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Output => "the output schema",
            Self::OptionalDescriptions => "descriptions of optional parameters",
            Self::OptionalDetails => "details of optional parameters",
            Self::Optional => "optional parameters",
            Self::RequiredDetails => "details of required parameters",
        }
    }
}

/// The lines of a schema's parameters.
pub(crate) fn list_parameters(parameters: &[Parameter], omission: Omission) -> Vec<String> {
    let mut lines = ParameterLines {
        omission,
        lines: Vec::new(),
        listed: Vec::new(),
    };
    let place = Place {
        indent: "",
        path: "",
        is_required: true,
    };
    lines.add_parameters(parameters, &place);
    lines.lines
}

/// Where parameters are listed.
struct Place<'p> {
    indent: &'p str,
    /// The names of the parameters that they are in, each with a dot.
    path: &'p str,
    /// Whether all of these are required.
    is_required: bool,
}

/// The lines of parameters, and what they list so far.
struct ParameterLines<'s> {
    omission: Omission,
    lines: Vec<String>,
    listed: Vec<ListedMembers<'s>>,
}

/// Members that were listed.
struct ListedMembers<'s> {
    members: &'s [Parameter],
    /// The name of what they are in.
    path: String,
    /// Whether that is required.
    is_required: bool,
}

impl<'s> ParameterLines<'s> {
    fn add_parameters(&mut self, parameters: &'s [Parameter], place: &Place<'_>) {
        for parameter in parameters {
            let is_required = place.is_required && parameter.required;
            if is_required || self.omission < Omission::Optional {
                self.add_parameter(parameter, &parameter.name, place, is_required);
            }
        }
    }

    fn add_parameter(
        &mut self,
        parameter: &'s Parameter,
        name: &str,
        place: &Place<'_>,
        is_required: bool,
    ) {
        let head = format!(
            "{}- {name} ({}, {})",
            place.indent,
            describe_kind(parameter),
            describe_need(parameter)
        );
        let has_description = match is_required {
            true => self.omission < Omission::RequiredDetails,
            false => self.omission < Omission::OptionalDescriptions,
        };
        let has_members = match is_required {
            true => self.omission < Omission::RequiredDetails,
            false => self.omission < Omission::OptionalDetails,
        };
        let description = match has_description {
            true => shorten_description(&parameter.description),
            false => String::new(),
        };
        // Which values a required parameter may have decides whether a call is correct.
        let facts = match is_required || has_members {
            true => list_facts(parameter),
            false => String::new(),
        };
        self.lines
            .extend(facts::append_facts(head, &description, &facts));
        if has_members {
            self.add_members(parameter, name, place, is_required);
        }
    }

    fn add_members(
        &mut self,
        parameter: &'s Parameter,
        name: &str,
        place: &Place<'_>,
        is_required: bool,
    ) {
        let path = format!("{}{name}", place.path);
        // Alternatives may be an object and a list of objects.
        let mut level = Some(parameter);
        let indent = format!("{}  ", place.indent);
        while let Some(parameter) = level {
            self.lines.extend(object_forms_line(parameter, &indent));
            let members = parameter.properties.as_slice();
            let is_long = members.len() >= FEWEST_REFERENCED;
            let before = self.find_listed(members, is_required);
            match before.filter(|_| is_long) {
                Some(before) => self.lines.push(format!("{indent}(as in {before})")),
                None => {
                    if is_long {
                        self.listed.push(ListedMembers {
                            members,
                            path: path.clone(),
                            is_required,
                        });
                    }
                    let place = Place {
                        indent: &indent,
                        path: &format!("{path}."),
                        is_required,
                    };
                    self.add_parameters(members, &place);
                    self.add_other_names(parameter, &place);
                }
            }
            if parameter.has_unread {
                self.lines
                    .push(format!("{indent}(members: ask with schema_pointer)"));
            }
            level = parameter.items.as_deref().or(map_values(parameter));
        }
    }

    /// What an object with members has under all other names.
    fn add_other_names(&mut self, parameter: &'s Parameter, place: &Place<'_>) {
        let values = parameter.map_values.as_deref();
        let values = values.filter(|_| !parameter.properties.is_empty());
        if let Some(values) = values.filter(|_| self.omission < Omission::Optional) {
            self.add_parameter(values, "any other name", place, false);
        }
    }

    /// Where the same members were listed, with as much of them as is to be said here.
    fn find_listed(&self, members: &[Parameter], is_required: bool) -> Option<&str> {
        let has_all = |listed: &&ListedMembers<'_>| {
            // Descriptions of optional ones are left out first.
            let is_described = listed.is_required || self.omission < Omission::OptionalDescriptions;
            listed.members == members && (is_described || !is_required)
        };
        let listed = self.listed.iter().find(has_all);
        listed.map(|listed| listed.path.as_str())
    }
}

fn describe_need(parameter: &Parameter) -> &'static str {
    match (parameter.required, parameter.is_deprecated) {
        (true, false) => "required",
        (true, true) => "required, deprecated",
        (false, false) => "optional",
        (false, true) => "optional, deprecated",
    }
}

/// The type, or those of the alternatives: `array of string`, `map of integer or null`.
fn describe_kind(parameter: &Parameter) -> String {
    let kinds = match parameter.alternatives.as_slice() {
        [] | [_] => std::slice::from_ref(&parameter.kind),
        several => several,
    };
    let kinds = kinds.iter().map(|kind| match kind.as_str() {
        "array" => describe_content(kind, parameter.items.as_deref()),
        "object" => match map_values(parameter) {
            Some(values) => describe_content("map", Some(values)),
            None => kind.clone(),
        },
        _ => kind.clone(),
    });
    let mut kinds: Vec<String> = kinds.collect();
    let is_null = |kind: &String| kind == "null";
    if parameter.types.iter().any(is_null) && !kinds.iter().any(is_null) {
        kinds.push("null".to_owned());
    }
    kinds.join(" or ")
}

fn describe_content(kind: &str, content: Option<&Parameter>) -> String {
    content.map_or_else(
        || kind.to_owned(),
        |content| format!("{kind} of {}", describe_kind(content)),
    )
}

/// The values of an object that has no members with names of their own.
fn map_values(parameter: &Parameter) -> Option<&Parameter> {
    let values = parameter.map_values.as_deref();
    values.filter(|_| parameter.properties.is_empty())
}

/// Default, values and bounds, after the format of a text. That of a number only says how many bits it has.
fn list_facts(parameter: &Parameter) -> String {
    let of_values = map_values(parameter).map(|values| value_facts(values, " of values"));
    let facts = std::iter::once(parameter_facts(parameter)).chain(of_values.into_iter().flatten());
    let facts: Vec<String> = facts.filter(|fact| !fact.is_empty()).collect();
    let facts = facts.join(". ");
    match parameter.format.as_deref() {
        Some(format) if parameter.kind == "string" && facts.is_empty() => {
            format!("Format: {format}")
        }
        Some(format) if parameter.kind == "string" => format!("Format: {format}. {facts}"),
        _ => facts,
    }
}

/// The first paragraph in one line, with `…` if there is more.
fn shorten_description(description: &str) -> String {
    let mut lines = description.trim().lines().map(str::trim);
    let paragraph = lines.by_ref().take_while(|line| !line.is_empty());
    let text = paragraph.collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONGEST_DESCRIPTION) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
        None if lines.next().is_some() => format!("{text} …"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_says_that_it_goes_on() {
        let long = "x".repeat(LONGEST_DESCRIPTION + 1);
        for (description, expected) in [
            ("", String::new()),
            (" One\n  line. \n\n", "One line.".to_owned()),
            ("One.\n\nTwo.", "One. …".to_owned()),
            (&long, format!("{}…", "x".repeat(LONGEST_DESCRIPTION))),
        ] {
            assert_eq!(shorten_description(description), expected);
        }
    }
}
