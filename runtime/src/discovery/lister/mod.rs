//! The tool that lists endpoints.

mod filter;
mod page;
mod query;

use std::collections::BTreeSet;

use serde_json::{Map, json};

use super::catalogue::Catalogue;
use super::catch_panic::catch_panic;
use super::instructions::{call_instructions, search_instructions};
use crate::outcome::Outcome;
use crate::tools::DiscoveryNames;
use crate::value::Json;
use page::Page;
pub(super) use page::summary_of;
use query::{Invalid, Query};

/// The longest answer by default: a model has other things to read.
const DEFAULT_MAX_TOKENS: usize = 10_000;

/// Bytes that a token is counted as; English and JSON have about four characters in one.
const BYTES_PER_TOKEN: usize = 4;

/// The answer to a call with these arguments, which is no longer than so many bytes as far as one
/// endpoint is not.
pub(crate) fn list_endpoints(
    catalogue: &Catalogue,
    names: &DiscoveryNames,
    arguments: &Map<String, Json>,
    limit: usize,
) -> Outcome {
    if catalogue.endpoints().is_empty() {
        return Outcome::failure(not_loaded().to_string());
    }
    match catch_panic(|| list_page(catalogue, names, arguments, limit)) {
        Ok(Ok(list)) => Outcome::success(list.to_string()),
        Ok(Err(message)) => Outcome::failure(invalid_input(catalogue, &message).to_string()),
        Err(fault) => {
            let arguments = Json::Object(arguments.clone()).to_string();
            tracing::error!(?fault, arguments, "the endpoint lister has failed");
            Outcome::failure(internal_failure().to_string())
        }
    }
}

fn list_page(
    catalogue: &Catalogue,
    names: &DiscoveryNames,
    arguments: &Map<String, Json>,
    limit: usize,
) -> Result<Json, Invalid> {
    let query = Query::from_arguments(catalogue, arguments)?;
    let max_tokens = query.max_tokens.unwrap_or(DEFAULT_MAX_TOKENS);
    let max_bytes = max_tokens.saturating_mul(BYTES_PER_TOKEN);
    let instructions = match query.term {
        None => call_instructions(names),
        Some(_) => search_instructions(names),
    };
    let page = Page {
        catalogue,
        query: &query,
        instructions: &instructions,
        limit: max_bytes.min(limit),
    };
    let found = filter::matching_endpoints(catalogue, &query);
    let mut list = page.render_page(&found);
    if found.endpoints.is_empty() {
        list["available_filters"] = available_filters(catalogue);
    }
    Ok(list)
}

fn available_filters(catalogue: &Catalogue) -> Json {
    let endpoints = catalogue.endpoints().iter();
    let categories: BTreeSet<&str> = endpoints
        .map(|known| known.read_table_entry().category)
        .collect();
    json!({"methods": catalogue.methods(), "categories": categories})
}

fn invalid_input(catalogue: &Catalogue, message: &str) -> Json {
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

fn internal_failure() -> Json {
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
        assert_eq!(internal_failure(), expected);
    }
}
