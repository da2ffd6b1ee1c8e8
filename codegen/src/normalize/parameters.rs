//! The parameters of an operation, whatever the version: path item's and own, references followed.

use indexmap::IndexMap;
use indexmap::map::Entry;
use serde_json::Value;

use super::context::{Context, Located};
use super::fields;
use super::place::Place;
use super::spelling;
use super::version::Version;

/// A parameter as the spec has it.
pub(super) struct Parameter<'a> {
    pub(super) name: String,
    pub(super) location: Location,
    pub(super) located: Located<'a>,
    /// Whether other operations have the very same one.
    pub(super) shared: bool,
}

/// `in` of a parameter, of all versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Location {
    Path,
    Query,
    QueryString,
    Header,
    Cookie,
    Body,
    FormData,
}

impl Location {
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
pub(super) struct List<'a, 'p> {
    pub(super) values: &'a [Value],
    pub(super) at: Place<'p>,
    pub(super) shared: bool,
}

/// Joins lists of parameters; a later list replaces what an earlier one has of the same name and
/// location.
pub(super) fn join<'a>(cx: &mut Context<'a>, lists: &[List<'a, '_>]) -> Vec<Parameter<'a>> {
    let mut joined: IndexMap<(String, Location), (usize, Parameter<'a>)> = IndexMap::new();
    for (number, list) in lists.iter().enumerate() {
        for (index, value) in list.values.iter().enumerate() {
            let at = list.at.index(index);
            let Some(parameter) = read(cx, value, &at, list.shared) else {
                continue;
            };
            match joined.entry((parameter.name.clone(), parameter.location)) {
                Entry::Vacant(entry) => {
                    entry.insert((number, parameter));
                }
                Entry::Occupied(mut entry) => {
                    if entry.get().0 == number {
                        let (name, location) = entry.key();
                        let message = format!(
                            "the {} parameter `{name}` is declared twice; the last one counts",
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

fn read<'a>(
    cx: &mut Context<'a>,
    value: &'a Value,
    at: &Place<'_>,
    shared: bool,
) -> Option<Parameter<'a>> {
    let located = match cx.follow(value, at) {
        Ok(located) => located,
        Err(unreadable) => {
            cx.warn(at, format!("the parameter {unreadable}; it is ignored"));
            return None;
        }
    };
    let place = Place::At(&located.pointer);
    spelling::check(cx, located.object, spelling::PARAMETER, &place);
    let name = fields::text(cx, located.object, "name", &place);
    let Some(name) = name.filter(|name| !name.is_empty()) else {
        cx.warn(&place, "a parameter without a name is ignored");
        return None;
    };
    let location = location(cx, located.object.get("in"), &name, &place)?;
    Some(Parameter {
        name,
        location,
        shared: shared || located.referenced,
        located,
    })
}

fn location(
    cx: &mut Context<'_>,
    value: Option<&Value>,
    name: &str,
    at: &Place<'_>,
) -> Option<Location> {
    let text = value.and_then(Value::as_str).unwrap_or_default();
    let has_query_string = cx.version == Version::OpenApi32;
    let mut all = Location::ALL
        .into_iter()
        .filter(|it| *it != Location::QueryString || has_query_string);
    if let Some(location) = all.clone().find(|it| it.key() == text) {
        return Some(location);
    }
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
