//! The parameters that a path template names, against those that are declared.

use serde_json::json;

use super::context::Context;
use super::declared_parameters::{DeclaredLocation, DeclaredParameter};
use super::lift;
use super::operation::{Parameter, ParameterLocation};
use super::place::Place;
use crate::model::{Escaping, ParameterStyle};
use crate::schema::Schema;

/// The names in braces, each once.
pub(super) fn template_names(path: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut rest = path;
    while let Some((_, after)) = rest.split_once('{') {
        let Some((name, after)) = after.split_once('}') else {
            break;
        };
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
        rest = after;
    }
    names
}

/// Remarks on braces that name no parameter, and on names that are there twice.
pub(super) fn check_template(cx: &mut Context<'_>, path: &str, at: &Place<'_>) {
    let mut seen = Vec::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('{') {
        check_unopened_brace(cx, before, at);
        let name = after
            .split_once('}')
            // `{a{b}` opens twice: the inner brace would otherwise be a part of a name.
            .filter(|(name, _)| !name.contains('{'));
        let Some((name, after)) = name else {
            let start: String = after.chars().take(40).collect();
            let message = format!("the `{{` before `{start}` in the path has no closing `}}`");
            return cx.warn(at, message);
        };
        if seen.contains(&name) {
            let message = format!("the path contains `{{{name}}}` twice; both get the same value");
            cx.warn(at, message);
        }
        seen.push(name);
        rest = after;
    }
    check_unopened_brace(cx, rest, at);
}

fn check_unopened_brace(cx: &mut Context<'_>, text: &str, at: &Place<'_>) {
    if let Some((before, _)) = text.split_once('}') {
        let start: String = before.chars().rev().take(40).collect();
        let end: String = start.chars().rev().collect();
        cx.warn(
            at,
            format!("the `}}` after `{end}` in the path has no opening `{{`"),
        );
    }
}

/// The path as a server sees it: two that are equal so are the same one.
pub(super) fn erase_names(path: &str) -> String {
    let mut plain = String::with_capacity(path.len());
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((_, after)) = after.split_once('}') else {
            break;
        };
        plain.push_str(before);
        plain.push_str("{}");
        rest = after;
    }
    plain.push_str(rest);
    plain
}

/// Drops path parameters that the template does not have.
pub(super) fn drop_unknown_path_parameters(
    cx: &mut Context<'_>,
    names: &[&str],
    parameters: &mut Vec<DeclaredParameter<'_>>,
) {
    parameters.retain(|parameter| {
        // A value without a place in the path would be dropped silently when a call is sent.
        let stranger = parameter.location == DeclaredLocation::Path
            && !names.contains(&parameter.name.as_str());
        if stranger {
            cx.warn(
                &Place::At(&parameter.located.pointer),
                format!(
                    "the path does not contain `{{{0}}}`, so the path parameter `{0}` is ignored",
                    parameter.name
                ),
            );
        }
        !stranger
    });
}

/// The names that no parameter is declared for.
pub(super) fn undeclared_names<'n>(
    names: &[&'n str],
    parameters: &[DeclaredParameter<'_>],
) -> Vec<&'n str> {
    names
        .iter()
        .copied()
        .filter(|name| {
            !parameters.iter().any(|parameter| {
                parameter.location == DeclaredLocation::Path && parameter.name == *name
            })
        })
        .collect()
}

/// A parameter for a name in the template that nobody declared.
pub(super) fn make_undeclared(cx: &mut Context<'_>, name: &str, at: &Place<'_>) -> Parameter {
    cx.warn(
        at,
        format!("the path parameter `{name}` is not declared; it is treated as a required string"),
    );
    let pointer = at.to_pointer();
    let schema = Schema {
        pointer: pointer.clone(),
        value: json!({"type": "string"}),
    };
    Parameter {
        pointer,
        name: name.to_owned(),
        location: ParameterLocation::Path,
        style: ParameterStyle::Simple,
        escaping: Escaping::Full,
        is_required: true,
        allows_empty: false,
        is_deprecated: false,
        description: String::new(),
        schema: Some(lift::add_schema(cx, schema)),
        examples: Vec::new(),
        x_mcp: None,
    }
}

#[cfg(test)]
mod tests {
    use super::template_names;

    #[test]
    fn finds_each_name_once() {
        assert_eq!(template_names("/a/{b}/c{d}.{e}/{b}"), ["b", "d", "e"]);
        assert_eq!(template_names("/a/{}/{b"), Vec::<&str>::new());
    }
}
