//! The parameters that a spec declares for an operation, in every version: those of the path item and its own, with
//! references followed. How each of them is read is up to the version.

use indexmap::IndexMap;
use indexmap::map::Entry;
use serde_json::{Map, Value};

use super::context::{Context, Located};
use super::fields;
use super::place::Place;
use super::spelling;
use super::version::Version;

/// A parameter as the spec has it.
pub(super) struct DeclaredParameter<'a> {
    pub(super) name: String,
    pub(super) location: DeclaredLocation,
    pub(super) located: Located<'a>,
}

impl DeclaredParameter<'_> {
    /// Reads what a parameter says in the same way in every version.
    pub(super) fn read_head(&self, cx: &mut Context<'_>) -> Map<String, Value> {
        let object = self.located.object;
        let at = Place::At(&self.located.pointer);
        let mut out = Map::new();
        out.insert("name".into(), self.name.clone().into());
        out.insert("in".into(), self.location.key().into());
        fields::copy_texts(cx, object, &mut out, &["description"], &at);
        fields::copy_flags(cx, object, &mut out, &["required", "deprecated"], &at);
        match self.location {
            DeclaredLocation::Query => {
                fields::copy_flags(cx, object, &mut out, &["allowEmptyValue"], &at);
            }
            // OpenAPI 3.0.3, "Parameter Object", `required`: in a path it must be there and true.
            DeclaredLocation::Path if out.get("required") != Some(&Value::Bool(true)) => {
                let message = format!(
                    "the path parameter `{}` must have `required: true`; it is treated as \
                    required",
                    self.name
                );
                cx.warn(&at, message);
                out.insert("required".into(), true.into());
            }
            _ => {}
        }
        out
    }
}

/// `in` of a parameter, of all versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum DeclaredLocation {
    Path,
    Query,
    QueryString,
    Header,
    Cookie,
    Body,
    FormData,
}

impl DeclaredLocation {
    const ALL: [Self; 7] = [
        Self::Path,
        Self::Query,
        Self::QueryString,
        Self::Header,
        Self::Cookie,
        Self::Body,
        Self::FormData,
    ];

    pub(super) const fn key(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::QueryString => "querystring",
            Self::Header => "header",
            Self::Cookie => "cookie",
            Self::Body => "body",
            Self::FormData => "formData",
        }
    }
}

/// A list of parameters and its place.
pub(super) struct ParameterList<'a, 'p> {
    pub(super) values: &'a [Value],
    pub(super) at: Place<'p>,
    pub(super) shared: bool,
}

/// Joins lists of parameters; a later list replaces what an earlier one has of the same name and
/// location.
pub(super) fn join_parameters<'a>(
    cx: &mut Context<'a>,
    lists: &[ParameterList<'a, '_>],
) -> Vec<DeclaredParameter<'a>> {
    let mut joined: IndexMap<(String, DeclaredLocation), (usize, DeclaredParameter<'a>)> =
        IndexMap::new();
    for (number, list) in lists.iter().enumerate() {
        for (index, value) in list.values.iter().enumerate() {
            let at = list.at.index(index);
            let Some(parameter) = read_parameter(cx, value, &at, list.shared) else {
                continue;
            };
            // A parameter of the operation overrides that of the path item (OpenAPI 3.0.3, "Path Item Object",
            // `parameters`).
            match joined.entry((parameter.name.clone(), parameter.location)) {
                Entry::Vacant(entry) => {
                    entry.insert((number, parameter));
                }
                Entry::Occupied(mut entry) => {
                    if entry.get().0 == number {
                        let (name, location) = entry.key();
                        let message = format!(
                            "the {} parameter `{name}` is declared twice; the last declaration is used",
                            location.key()
                        );
                        cx.warn(&at, message);
                    }
                    entry.insert((number, parameter));
                }
            }
        }
    }
    joined
        .into_values()
        .map(|(_, parameter)| parameter)
        .collect()
}

fn read_parameter<'a>(
    cx: &mut Context<'a>,
    value: &'a Value,
    at: &Place<'_>,
    shared: bool,
) -> Option<DeclaredParameter<'a>> {
    let mut located = match cx.follow_reference(value, at) {
        Ok(located) => located,
        Err(unreadable) => {
            cx.warn(at, format!("the parameter {unreadable}; it is ignored"));
            return None;
        }
    };
    located.referenced |= shared;
    let place = Place::At(&located.pointer);
    spelling::check_keys(cx, located.object, spelling::PARAMETER, &place);
    let name = fields::read_text(cx, located.object, "name", &place);
    let Some(name) = name.filter(|name| !name.is_empty()) else {
        cx.warn(&place, "the parameter has no `name`; it is ignored");
        return None;
    };
    let location = read_location(cx, located.object.get("in"), &name, &place)?;
    Some(DeclaredParameter {
        name,
        location,
        located,
    })
}

fn read_location(
    cx: &mut Context<'_>,
    value: Option<&Value>,
    name: &str,
    at: &Place<'_>,
) -> Option<DeclaredLocation> {
    let text = value.and_then(Value::as_str).unwrap_or_default();
    let has_query_string = cx.version == Version::OpenApi32;
    let mut all = DeclaredLocation::ALL
        .into_iter()
        .filter(|it| *it != DeclaredLocation::QueryString || has_query_string);
    if let Some(location) = all.clone().find(|it| it.key() == text) {
        return Some(location);
    }
    // The values are case-sensitive, but some specs write `Query` or `HEADER`.
    let like = all.find(|location| location.key().eq_ignore_ascii_case(text));
    let message = match like {
        Some(location) => format!(
            "the parameter `{name}` is `in: {text}`; it is read as `{}`",
            location.key()
        ),
        None if value.is_none() => format!("the parameter `{name}` has no `in`; it is ignored"),
        None => format!("the parameter `{name}` has an unknown `in`; it is ignored"),
    };
    cx.warn(at, message);
    like
}
