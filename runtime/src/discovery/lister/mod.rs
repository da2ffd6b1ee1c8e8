//! The tool that lists endpoints.

mod filter;
mod page;
mod query;
mod ranking;
mod tokens;

use std::collections::BTreeSet;

use serde_json::{Map, json};

use super::catalogue::Catalogue;
use super::caught::caught;
use super::instructions::instructions;
use super::names::Names;
use crate::outcome::Outcome;
use crate::value::Json;
use page::Page;
use query::{Invalid, Query};

/// How long an answer is at most where nothing is said: a model has other things to read.
const USUAL_TOKENS: usize = 10_000;

/// The answer to a call with these arguments, which is no longer than so many bytes as far as one
/// endpoint is not.
pub(crate) fn list(
    catalogue: &Catalogue,
    names: &Names,
    arguments: &Map<String, Json>,
    limit: usize,
) -> Outcome {
    if catalogue.endpoints().is_empty() {
        return Outcome::failure(not_loaded().to_string());
    }
    match caught(|| listed(catalogue, names, arguments, limit)) {
        Ok(Ok(list)) => Outcome::success(list.to_string()),
        Ok(Err(message)) => Outcome::failure(invalid(catalogue, &message).to_string()),
        Err(fault) => {
            let arguments = Json::Object(arguments.clone()).to_string();
            tracing::error!(?fault, arguments, "the endpoint lister has failed");
            Outcome::failure(failed().to_string())
        }
    }
}

fn listed(
    catalogue: &Catalogue,
    names: &Names,
    arguments: &Map<String, Json>,
    limit: usize,
) -> Result<Json, Invalid> {
    let query = Query::read(catalogue, arguments)?;
    let wanted = tokens::bytes(query.max_tokens.unwrap_or(USUAL_TOKENS));
    let page = Page {
        catalogue,
        query: &query,
        instructions: &instructions(names),
        limit: wanted.min(limit),
    };
    let found = filter::matching(catalogue, &query);
    let mut list = page.of(&found);
    if found.is_empty() {
        list["available_filters"] = available_filters(catalogue);
    }
    Ok(list)
}

fn available_filters(catalogue: &Catalogue) -> Json {
    let endpoints = catalogue.endpoints().iter();
    let categories: BTreeSet<&str> = endpoints.map(|known| known.endpoint.category).collect();
    json!({"methods": catalogue.methods(), "categories": categories})
}

fn invalid(catalogue: &Catalogue, message: &str) -> Json {
    json!({
        "success": false,
        "error": "Invalid input",
        "message": message,
        "available_filters": available_filters(catalogue),
    })
}

fn not_loaded() -> Json {
    json!({
        "success": false,
        "error": "Failed to load endpoints",
        "message": "This server has no endpoints",
        "suggestion": "Compile its API with the setting `discovery`",
    })
}

fn failed() -> Json {
    json!({
        "success": false,
        "error": "Listing failed",
        "message": "Unable to list the endpoints",
        "suggestion": "Please try again or contact support",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cl8_a_fault_of_the_server_has_its_form() {
        let expected = json!({
            "success": false,
            "error": "Listing failed",
            "message": "Unable to list the endpoints",
            "suggestion": "Please try again or contact support",
        });
        assert_eq!(failed(), expected);
    }
}
