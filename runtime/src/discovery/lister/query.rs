//! The arguments of the listing tool, parsed and validated.

use serde_json::Map;

use crate::discovery::catalogue::Catalogue;
use crate::discovery::count_argument::parse_count;
use crate::value::Json;

/// What a call wants to see of the endpoints.
#[derive(Debug, PartialEq)]
pub(super) struct Query {
    /// A part of a tag, or a category, in small letters.
    pub(super) category: Option<String>,
    pub(super) method: Option<&'static str>,
    /// Words, as they were written: a capital letter begins a name.
    pub(super) term: Option<String>,
    pub(super) form: Form,
    pub(super) max_tokens: Option<usize>,
    /// How many of the endpoints were listed before, where the call goes on with a list.
    pub(super) cursor: Option<usize>,
}

/// How an endpoint is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// As an object.
    Plain,
    /// As an object with what there is to choose by beside.
    Detailed,
    /// As a line: method, path and signature.
    Compact,
}

/// What is wrong with arguments.
pub(super) type Invalid = String;

impl Query {
    pub(super) fn from_arguments(
        catalogue: &Catalogue,
        arguments: &Map<String, Json>,
    ) -> Result<Self, Invalid> {
        let given = |name: &str| arguments.get(name).filter(|value| !value.is_null());
        let written = |name: &str| -> Result<Option<String>, Invalid> {
            match given(name) {
                None => Ok(None),
                Some(Json::String(text)) => {
                    let text = text.trim();
                    Ok((!text.is_empty()).then(|| text.to_owned()))
                }
                Some(_) => Err(format!("{name} must be a string")),
            }
        };
        let text = |name: &str| -> Result<Option<String>, Invalid> {
            Ok(written(name)?.map(|text| text.to_lowercase()))
        };
        let category = text("category_filter")?;
        let method = match given("method_filter") {
            None => None,
            Some(Json::String(raw)) if raw.is_empty() => None,
            Some(raw) => Some(parse_method(catalogue, raw)?),
        };
        let term = written("search_term")?;
        if term.as_ref().is_some_and(|term| term.chars().count() < 2) {
            return Err("Search term must be at least 2 characters".to_owned());
        }
        let form = match text("format")?.as_deref() {
            None | Some("full") if given("include_details") == Some(&Json::Bool(true)) => {
                Form::Detailed
            }
            None | Some("full") => Form::Plain,
            Some("compact") => Form::Compact,
            Some(_) => return Err("format must be \"full\" or \"compact\"".to_owned()),
        };
        let max_tokens = match given("max_tokens") {
            None => None,
            Some(number) => match parse_count(number) {
                Some(0) | None => return Err("max_tokens must be a positive integer".to_owned()),
                some => some,
            },
        };
        let cursor = match given("cursor") {
            None => None,
            Some(cursor) => Some(
                parse_count(cursor)
                    .ok_or("cursor is not one of this list: leave it out for the first page")?,
            ),
        };
        Ok(Self {
            category,
            method,
            term,
            form,
            max_tokens,
            cursor,
        })
    }

    /// Whether the call looks for something, rather than around.
    pub(super) fn is_narrow(&self) -> bool {
        self.category.is_some() || self.term.is_some()
    }
}

fn parse_method(catalogue: &Catalogue, raw: &Json) -> Result<&'static str, Invalid> {
    let method = raw
        .as_str()
        .and_then(|method| catalogue.find_method(method));
    method.ok_or_else(|| match raw {
        Json::String(raw) => format!("Invalid method filter: {raw}"),
        raw => format!("Invalid method filter: {raw}"),
    })
}
