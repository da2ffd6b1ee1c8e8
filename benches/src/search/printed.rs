//! The endpoint lister of an API whose code is not compiled: the runtime's own, over tables that are made of the model. What it
//! prints is what a model reads, so benchmarks count that and not the hits of the index.

use serde_json::{Map, Value, json};
use toolwright::discovery::{Discovery, Endpoints};
use toolwright::generated::Document;
use toolwright::{Api, Method, Tool};
use toolwright_inspect::evaluation::PrintedPage;

use crate::Error;
use crate::compiled_discovery::CompiledDiscovery;

/// A lister, to be searched.
#[derive(Debug)]
pub struct PrintedSearch {
    endpoints: Endpoints,
}

impl PrintedSearch {
    /// The lister of an API. Its tables are leaked, as those of a server are constants.
    pub(crate) fn new(compiled: &CompiledDiscovery) -> Self {
        let document = document_text(compiled).to_string();
        let document = Box::leak(Box::new(Document::new(leak_text(&document), "0")));
        let discovery = Discovery::from_document("searched", document);
        let operations = compiled.modelled.api().operations_by_tool();
        let tools = operations.iter().map(|(_, operation)| {
            let name = leak_text(&operation.tool);
            let method = parse_method(&operation.method.to_string());
            Tool::new(name, method, leak_text(&operation.path))
                .title(leak_text(&operation.title))
                .description(leak_text(&operation.description))
        });
        let tools: Box<[Tool]> = tools.collect();
        let api = Api::new("searched")
            .version("1")
            .tools(Box::leak(tools))
            .discovery(Some(Box::leak(Box::new(discovery))));
        let api: &'static Api = Box::leak(Box::new(api));
        Self {
            endpoints: Endpoints::from_tools(api),
        }
    }

    /// The first page of what a search prints.
    pub fn print_page(&self, query: &str) -> Result<PrintedPage, Error> {
        let arguments = Map::from_iter([("search_term".to_owned(), Value::from(query))]);
        let answer = self.endpoints.list_endpoints(&arguments)?;
        let page = PrintedPage::parse(&answer);
        page.ok_or_else(|| format!("{query:?} is answered with {answer}").into())
    }
}

/// The part of the second file of generated code that a lister reads, in the order of the tools' names.
fn document_text(compiled: &CompiledDiscovery) -> Value {
    let operations = compiled.modelled.api().operations_by_tool();
    let endpoints = operations.iter().zip(&compiled.discovery.endpoints);
    let endpoints = endpoints.map(|((_, operation), endpoint)| {
        let described = json!({
            "tags": endpoint.tags,
            "category": endpoint.category,
            "signature": endpoint.signature,
            "parameters": endpoint.parameters,
            "answer": null,
        });
        (operation.tool.clone(), described)
    });
    let endpoints: Map<String, Value> = endpoints.collect();
    let words = compiled.discovery.words.iter();
    let words = words.map(|(word, postings)| (word.clone(), Value::from(postings.as_str())));
    let words: Map<String, Value> = words.collect();
    json!({"fingerprint": "0", "discovery": {"endpoints": endpoints, "words": words}})
}

fn parse_method(method: &str) -> Method {
    match method {
        "GET" => Method::Get,
        "PUT" => Method::Put,
        "POST" => Method::Post,
        "DELETE" => Method::Delete,
        "OPTIONS" => Method::Options,
        "HEAD" => Method::Head,
        "PATCH" => Method::Patch,
        "TRACE" => Method::Trace,
        "QUERY" => Method::Query,
        other => Method::Other(leak_text(other)),
    }
}

fn leak_text(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}
