//! How to get the next page, in words.

use reqwest::Url;
use reqwest::header::{HeaderMap, LINK};

use crate::call_options::{Counted, Pagination};
use crate::http::upstream_response::{link_header, shown_headers};
use crate::request::ResponseOptions;
use crate::schema::{Property, Types};
use crate::tool::Tool;
use crate::value::Json;

/// What the next page is asked for with: arguments and their values. Of the pages that a URL leads
/// to there may be no argument that asks for them.
type NextArguments = Vec<(String, Json)>;

/// What to say about the next page of an answer to a call of `tool`, where there is one. `page` is where
/// the answer came from.
pub(super) fn describe_next_page(
    tool: &Tool,
    wanted: &ResponseOptions,
    value: Option<&Json>,
    headers: &HeaderMap,
    page: &Url,
) -> Option<String> {
    let stated = tool
        .call
        .pagination
        .and_then(|pagination| match pagination {
            Pagination::Header { argument, header } => {
                let cursor = Json::from(shown_headers::page_cursor(headers, header)?);
                arguments_from_cursor(tool, argument, &cursor, wanted, page)
            }
            Pagination::Cursor { argument, next } => {
                arguments_from_cursor(tool, argument, value?.pointer(next)?, wanted, page)
            }
            Pagination::Page { argument, counted } => {
                let number = current_position(wanted, counted);
                let size = page_size(wanted, counted);
                let items = page_items(counted, value?)?.len() as u64;
                let goes_on = match total_items(counted, value?) {
                    Some(total) => {
                        let before = number.saturating_sub(counted.first);
                        items > 0 && count_items_so_far(before, items, size, total) < total
                    }
                    None => is_full(items, size),
                };
                goes_on.then(|| vec![(argument.to_owned(), number.saturating_add(1).into())])
            }
            Pagination::Offset { argument, counted } => {
                let items = page_items(counted, value?)?.len() as u64;
                let next = current_position(wanted, counted).saturating_add(items);
                let goes_on = match total_items(counted, value?) {
                    Some(total) => items > 0 && next < total,
                    None => is_full(items, page_size(wanted, counted)),
                };
                goes_on.then(|| vec![(argument.to_owned(), next.into())])
            }
        });
    let links = headers.get_all(LINK).iter();
    let links: Vec<&str> = links.filter_map(|link| link.to_str().ok()).collect();
    // What the spec says of pages comes first; the `Link` header is the fallback.
    let next = stated.or_else(|| {
        Some(arguments_from_query(
            tool,
            link_header::find_next_page_parameters(&links, page)?,
        ))
    })?;
    Some(format_next_page(&next))
}

/// What to say about the next page of a result that no upstream has sent.
#[cfg(feature = "server")]
pub(crate) fn describe_next_page_of_value(
    tool: &Tool,
    wanted: &ResponseOptions,
    value: &Json,
) -> Option<String> {
    // A cursor that is a relative URL needs one to be relative to.
    let nowhere = Url::parse("http://localhost/").ok()?;
    describe_next_page(tool, wanted, Some(value), &HeaderMap::new(), &nowhere)
}

fn arguments_from_cursor(
    tool: &Tool,
    argument: &str,
    cursor: &Json,
    wanted: &ResponseOptions,
    page: &Url,
) -> Option<NextArguments> {
    let is_one = match cursor {
        Json::String(text) => !text.is_empty(),
        // APIs with numeric cursors send 0 or -1 on the last page.
        Json::Number(number) => number.as_f64().is_some_and(|number| number > 0.0),
        _ => false,
    };
    if !is_one || wanted.position.as_ref() == Some(cursor) {
        return None;
    }
    let is_url = |text: &&str| {
        ["https://", "http://", "/", "?"]
            .iter()
            .any(|start| text.starts_with(start))
    };
    let url = cursor.as_str().filter(is_url);
    match url.and_then(|url| link_header::find_differing_parameters(url, page)) {
        Some(parameters) => Some(arguments_from_query(tool, parameters)),
        None => Some(vec![(
            argument.to_owned(),
            fit_cursor_to_argument(tool, argument, cursor),
        )]),
    }
}

/// The cursor in the type that the argument has.
fn fit_cursor_to_argument(tool: &Tool, argument: &str, cursor: &Json) -> Json {
    let mut properties = tool.input.check.properties().into_iter().flatten();
    let Some(property) = properties.find(|property| property.name() == argument) else {
        return cursor.clone();
    };
    let types = property.schema().0;
    match cursor {
        Json::String(text) => parse_as_type(types, text.clone()),
        number if types == Types::STRING => number.to_string().into(),
        other => other.clone(),
    }
}

/// The argument of this page.
fn current_position(wanted: &ResponseOptions, counted: &Counted) -> u64 {
    let given = wanted.position.as_ref().and_then(Json::as_u64);
    given.unwrap_or(counted.first)
}

fn page_size(wanted: &ResponseOptions, counted: &Counted) -> Option<u64> {
    let usual = (counted.size > 0).then_some(counted.size);
    wanted.limit.or(usual)
}

/// Whether a page of so many items may be followed by another.
fn is_full(items: u64, size: Option<u64>) -> bool {
    items > 0 && size.is_none_or(|size| items >= size)
}

/// How many items this page and the `pages` before it have, of `total`. Many APIs send fewer items than were asked for, and then
/// each page has as many as this one.
fn count_items_so_far(pages: u64, items: u64, size: Option<u64>, total: u64) -> u64 {
    let expected = |size: u64| total.saturating_sub(pages.saturating_mul(size)).min(size);
    let size = size.filter(|size| expected(*size) == items);
    pages
        .saturating_mul(size.unwrap_or(items))
        .saturating_add(items)
}

fn total_items(counted: &Counted, value: &Json) -> Option<u64> {
    let total = (!counted.total.is_empty()).then(|| value.pointer(counted.total))?;
    total?.as_u64()
}

fn page_items<'v>(counted: &Counted, value: &'v Json) -> Option<&'v Vec<Json>> {
    if !counted.items.is_empty() {
        return value.pointer(counted.items)?.as_array();
    }
    match value {
        Json::Array(items) => Some(items),
        Json::Object(members) => members.values().find_map(Json::as_array),
        _ => None,
    }
}

/// The arguments of `tool` that stand for query parameters.
fn arguments_from_query(tool: &Tool, parameters: Vec<(String, String)>) -> NextArguments {
    let properties = tool.input.check.properties();
    let typed = |(name, value): (String, String)| {
        let Some(properties) = properties else {
            return Some((name, Json::from(value)));
        };
        let property = properties
            .iter()
            .find(|property| property.name() == name)
            .or_else(|| {
                properties
                    .iter()
                    .find(|property| is_argument_for(property, &name))
            })?;
        Some((
            property.name().to_owned(),
            parse_as_type(property.schema().0, value),
        ))
    };
    parameters.into_iter().filter_map(typed).collect()
}

/// Whether an argument has the name of a parameter but for what clients do not accept in names.
fn is_argument_for(property: &Property, parameter: &str) -> bool {
    let (argument, parameter) = (normalize_name(property.name()), normalize_name(parameter));
    let rest = argument.strip_prefix(&parameter);
    rest.is_some_and(|rest| rest.is_empty() || rest == "query") && !parameter.is_empty()
}

fn normalize_name(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

fn parse_as_type(types: Types, text: String) -> Json {
    let is_text = types.0 & Types::STRING.0 != 0;
    let scalar = |value: &Json| value.is_number() || value.is_boolean();
    let read = serde_json::from_str(&text).ok().filter(scalar);
    match read {
        Some(value) if !is_text => value,
        _ => Json::from(text),
    }
}

fn format_next_page(next: &NextArguments) -> String {
    if next.is_empty() {
        return "There are more results, but this tool has no argument that requests the next page."
            .to_owned();
    }
    let next: Vec<String> = next
        .iter()
        .map(|(name, value)| format!("`{name}`: {value}"))
        .collect();
    format!(
        "There is more: for the next page, call again with {}.",
        next.join(", ")
    )
}

#[cfg(test)]
mod tests;
