//! The endpoints of a server's APIs, as they are looked up.

use std::ops::Range;
use std::sync::OnceLock;

use serde_json::json;
use toolwright_inspect::search::Index;

use super::path_order;
use crate::api::Api;
use crate::discovery_table::{Discovery, DiscoveryTables, Endpoint};
use crate::document::BrokenDocument;
use crate::preset::{Preset, PresetValue};
use crate::tool::Tool;
use crate::tools::Tools;
use crate::value::Json;
use crate::value_source::describe_source;

/// The methods that every server knows, in the order in which endpoints are listed.
const METHODS: [&str; 5] = ["GET", "POST", "PUT", "DELETE", "PATCH"];

/// An endpoint: a tool, and what discovery says of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownEndpoint {
    pub(crate) tool: &'static Tool,
    /// Where its signature, its category and its answer are.
    discovery: &'static Discovery,
    /// All tools of its API.
    tools: &'static [Tool],
    pub(crate) description: &'static str,
    /// Its index among the endpoints of its API, which are more where the operator has narrowed them.
    document: usize,
}

impl KnownEndpoint {
    /// What the tables of discovery say of it. They are read when they are first asked for, so that a client that only connects
    /// does not wait for those of a large API.
    pub(crate) fn read_table_entry(&self) -> &'static Endpoint {
        const UNKNOWN: &Endpoint = &Endpoint::UNKNOWN;
        let endpoints = self.discovery.endpoints(self.tools);
        endpoints.get(self.document).unwrap_or(UNKNOWN)
    }

    /// Whether calling it changes nothing.
    pub(crate) fn is_read_only(&self) -> bool {
        self.tool.annotations.read_only
    }

    pub(crate) fn name(&self) -> &'static str {
        self.tool.name
    }

    /// The name for people: the spec's summary, if it has one.
    pub(crate) fn title(&self) -> &'static str {
        self.tool.title
    }

    pub(crate) fn method(&self) -> &'static str {
        self.tool.method.as_str()
    }

    pub(crate) fn path(&self) -> &'static str {
        self.tool.path
    }

    pub(crate) fn has_method(&self, method: &str) -> bool {
        self.method().eq_ignore_ascii_case(method)
    }

    /// What models are told to put into a body.
    pub(crate) fn requires_body(&self) -> bool {
        ["POST", "PUT", "PATCH"].contains(&self.method())
    }

    /// Whether callers can give an argument of that name.
    pub(crate) fn accepts_argument(&self, argument: &str) -> bool {
        let is_preset = |preset: &Preset| {
            let is_default = matches!(
                preset.value,
                PresetValue::Default(_) | PresetValue::NullableDefault(_)
            );
            preset.path == [argument] && !is_default
        };
        let properties = self.tool.input.check.properties();
        properties.is_none_or(|all| all.iter().any(|it| it.name() == argument))
            && !self.tool.call.presets.iter().any(is_preset)
    }

    /// What it is called by.
    pub(crate) fn identification(&self) -> Json {
        json!({
            "tool_name": self.name(),
            "method": self.method(),
            "endpoint_path": self.path(),
            "description": self.description,
        })
    }
}

/// An endpoint that returns what an argument takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ValueSource<'c> {
    pub(crate) argument: &'c str,
    /// The index of the endpoint.
    pub(crate) producer: usize,
    /// The name of its tool.
    pub(crate) tool: &'c str,
    /// Where in its response the value is.
    pub(crate) place: &'c str,
}

impl ValueSource<'_> {
    /// Where to get a value, for models.
    pub(crate) fn to_sentence(self) -> String {
        describe_source(self.argument, self.tool, self.place)
    }
}

/// What a search finds.
#[derive(Debug, Default)]
pub(crate) struct FoundEndpoints {
    /// Endpoints by index, and how well each fits.
    pub(crate) scores: Vec<(usize, f32)>,
    /// Whether one of them has the things that the search speaks of.
    pub(crate) is_likely: bool,
}

/// The endpoints of one API.
#[derive(Debug)]
struct ApiEndpoints {
    api: &'static Api,
    discovery: &'static Discovery,
    /// The indices of its endpoints.
    range: Range<usize>,
}

/// All endpoints of a server, API by API, sorted by the names of their tools.
#[derive(Debug)]
pub(crate) struct Catalogue {
    homes: Vec<ApiEndpoints>,
    endpoints: Vec<KnownEndpoint>,
    /// Indices of endpoints, sorted by path.
    by_path: Vec<usize>,
    /// Indices of endpoints as they are listed, once that was asked for.
    in_order: OnceLock<Vec<usize>>,
    answers: Vec<OnceLock<Box<str>>>,
    methods: Vec<&'static str>,
}

impl Catalogue {
    /// The endpoints of those of the APIs that were compiled for discovery, as far as their tools are
    /// served. An operation that was excluded is as unknown here as one that the spec does not have.
    pub(crate) fn from_tools(tools: &Tools) -> Self {
        Self::from_served(tools.apis(), |api, tool| tools.is_served(api, tool))
    }

    fn from_served(
        apis: impl Iterator<Item = &'static Api>,
        is_served: impl Fn(&'static Api, &str) -> bool,
    ) -> Self {
        let mut homes = Vec::new();
        let mut endpoints: Vec<KnownEndpoint> = Vec::new();
        for api in apis {
            let Some(discovery) = api.discovery else {
                continue;
            };
            let first = endpoints.len();
            let known = api.tools.iter().enumerate();
            let known = known.filter(|(_, tool)| is_served(api, tool.name));
            endpoints.extend(known.map(|(document, tool)| KnownEndpoint {
                tool,
                discovery,
                tools: api.tools,
                description: tool.tool_info(api.schemas).description_or_name(),
                document,
            }));
            homes.push(ApiEndpoints {
                api,
                discovery,
                range: first..endpoints.len(),
            });
        }
        let mut by_path: Vec<usize> = (0..endpoints.len()).collect();
        // A stable sort: endpoints with one path stay sorted by name.
        by_path.sort_by_key(|&index| endpoints[index].path());
        let mut methods = METHODS.to_vec();
        for known in &endpoints {
            if !methods.contains(&known.method()) {
                methods.push(known.method());
            }
        }
        Self {
            answers: endpoints.iter().map(|_| OnceLock::new()).collect(),
            homes,
            endpoints,
            by_path,
            in_order: OnceLock::new(),
            methods,
        }
    }

    pub(crate) fn endpoints(&self) -> &[KnownEndpoint] {
        &self.endpoints
    }

    pub(crate) fn endpoint_at(&self, index: usize) -> Option<&KnownEndpoint> {
        self.endpoints.get(index)
    }

    /// The five that every server knows, and those that endpoints have beside.
    pub(crate) fn methods(&self) -> &[&'static str] {
        &self.methods
    }

    /// One of the methods, however it is written.
    pub(crate) fn find_method(&self, text: &str) -> Option<&'static str> {
        let mut methods = self.methods.iter().copied();
        methods.find(|method| method.eq_ignore_ascii_case(text))
    }

    /// The endpoint of the tool of that name.
    pub(crate) fn find_by_tool(&self, tool: &str) -> Option<usize> {
        self.homes.iter().find_map(|home| {
            let document = home.api.tool_index(tool)?;
            self.index_of_document(home, document)
        })
    }

    /// The endpoint of that index in its API, if it is served.
    fn index_of_document(&self, home: &ApiEndpoints, document: usize) -> Option<usize> {
        let endpoints = self.endpoints.get(home.range.clone())?;
        let found = endpoints.binary_search_by_key(&document, |known| known.document);
        Some(home.range.start + found.ok()?)
    }

    /// The endpoints of that very path.
    pub(crate) fn find_by_path<'a>(&'a self, path: &'a str) -> impl Iterator<Item = usize> + 'a {
        let path_of = |index: usize| self.endpoints[index].path();
        let from = self.by_path.partition_point(|&index| path_of(index) < path);
        let from = self.by_path.iter().skip(from).copied();
        from.take_while(move |&index| path_of(index) == path)
    }

    /// Whether a path and a method are those of several endpoints.
    pub(crate) fn is_ambiguous(&self) -> bool {
        self.by_path.windows(2).any(|pair| {
            let [one, other] = [pair[0], pair[1]].map(|index| &self.endpoints[index]);
            let methods = || {
                self.find_by_path(one.path())
                    .map(|index| self.endpoints[index].method())
            };
            one.path() == other.path()
                && methods().any(|method| methods().filter(|it| *it == method).count() > 1)
        })
    }

    /// What the provider answers for an endpoint. It is put together when it is first asked for.
    pub(crate) fn provider_answer(
        &self,
        index: usize,
        executor: &str,
    ) -> Result<&str, BrokenDocument> {
        let (Some(kept), Some(known)) = (self.answers.get(index), self.endpoints.get(index)) else {
            return Err(BrokenDocument::new("discovery"));
        };
        if let Some(answer) = kept.get() {
            return Ok(answer);
        }
        let home = self.api_of_endpoint(index);
        let home = home.ok_or_else(|| BrokenDocument::new("discovery"))?;
        let answer = known.read_table_entry().answer;
        if answer.is_empty() {
            return Err(BrokenDocument::new(known.tool.name));
        }
        let answer = home.discovery.document().expand(answer, executor)?;
        Ok(kept.get_or_init(|| answer.into_boxed_str()))
    }

    /// The text of the whole schema of an endpoint's arguments: no description is cut, and every level is there.
    pub(crate) fn input_schema(&self, index: usize) -> Result<String, BrokenDocument> {
        let found = self.endpoints.get(index).zip(self.api_of_endpoint(index));
        let (known, home) = found.ok_or_else(|| BrokenDocument::new("discovery"))?;
        let tool = known.tool;
        Ok(tool.input.full_text(home.api.schemas, tool.name))
    }

    /// What the APIs' indices find for words among the endpoints of these indices.
    pub(crate) fn search_among(&self, words: &str, among: &[usize]) -> FoundEndpoints {
        let mut is_among = vec![false; self.endpoints.len()];
        for &index in among {
            is_among[index] = true;
        }
        let mut found = FoundEndpoints::default();
        for home in &self.homes {
            let DiscoveryTables {
                words: table,
                endpoints,
            } = home.discovery.tables(home.api.tools);
            let index = Index::new(table, endpoints.len());
            let of_api = index.search_among(words, |document| {
                let position = self.index_of_document(home, document);
                position.is_some_and(|index| is_among[index])
            });
            found.is_likely |= of_api.is_likely;
            found.scores.extend(of_api.hits.iter().filter_map(|hit| {
                let index = self.index_of_document(home, hit.document)?;
                Some((index, hit.score))
            }));
        }
        found
    }

    /// Where the values of an endpoint's arguments come from, for each argument the likeliest first; those alone that
    /// are served.
    pub(crate) fn sources_of(&self, index: usize) -> Vec<ValueSource<'_>> {
        let (Some(known), Some(home)) = (self.endpoints.get(index), self.api_of_endpoint(index))
        else {
            return Vec::new();
        };
        let DiscoveryTables { words, endpoints } = home.discovery.tables(home.api.tools);
        let origins = Index::new(words, endpoints.len()).origins_of(known.document);
        let sources = origins.into_iter().filter_map(|origin| {
            let producer = self.index_of_document(home, origin.producer)?;
            Some(ValueSource {
                argument: origin.argument,
                producer,
                tool: self.endpoints.get(producer)?.name(),
                place: origin.place,
            })
        });
        sources.collect()
    }

    fn api_of_endpoint(&self, index: usize) -> Option<&ApiEndpoints> {
        self.homes.iter().find(|home| home.range.contains(&index))
    }

    /// The endpoints in the order in which they are listed: by method, then by path.
    pub(crate) fn in_order(&self) -> &[usize] {
        self.in_order.get_or_init(|| {
            let place = |method: &str| self.methods.iter().position(|known| *known == method);
            let mut indices: Vec<usize> = (0..self.endpoints.len()).collect();
            indices.sort_by_cached_key(|&index| {
                let known = &self.endpoints[index];
                (place(known.method()), path_order::sort_key(known.path()))
            });
            indices
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;
    use crate::request::Method;

    static TOOLS: [Tool; 2] = [
        Tool::new("a", Method::Trace, "/b"),
        Tool::new("b", Method::Get, "/b"),
    ];

    static DOCUMENT: Document = Document::new(
        r##"{
            "fingerprint": "1",
            "discovery": {
                "endpoints": {
                    "a": {"tags": [], "category": "b", "signature": "", "parameters": 0, "answer": 2},
                    "b": {
                        "tags": [], "category": "b", "signature": "", "parameters": 0,
                        "answer": {"$ref": "#/discovery/executor"}
                    }
                }
            }
        }"##,
        "1",
    );
    static DISCOVERY: Discovery = Discovery::from_document("b", &DOCUMENT);

    const fn api(name: &'static str, discovery: Option<&'static Discovery>) -> Api {
        Api::new(name)
            .version("1")
            .tools(&TOOLS)
            .discovery(discovery)
    }

    static KNOWN: Api = api("known", Some(&DISCOVERY));
    static UNKNOWN: Api = api("unknown", None);

    fn whole<const N: usize>(apis: [&'static Api; N]) -> Catalogue {
        Catalogue::from_served(apis.into_iter(), |_, _| true)
    }

    #[test]
    fn an_endpoint_that_is_not_served_is_unknown_and_moves_no_other() {
        let catalogue = Catalogue::from_served([&KNOWN].into_iter(), |_, tool| tool == "b");
        assert_eq!(catalogue.endpoints().len(), 1);
        assert_eq!(
            (catalogue.find_by_tool("b"), catalogue.find_by_tool("a")),
            (Some(0), None)
        );
        assert_eq!(catalogue.find_by_path("/b").collect::<Vec<_>>(), [0]);
        // The answer is that of the second endpoint of the API.
        assert_eq!(
            catalogue.provider_answer(0, "executor"),
            Ok(r#""executor""#)
        );
        assert!(catalogue.provider_answer(1, "executor").is_err());
    }

    #[test]
    fn endpoints_are_found_by_tool_and_path() {
        let catalogue = whole([&UNKNOWN, &KNOWN]);
        assert_eq!(catalogue.endpoints().len(), 2);
        assert_eq!(
            (catalogue.find_by_tool("b"), catalogue.find_by_tool("a")),
            (Some(1), Some(0))
        );
        assert_eq!(catalogue.find_by_tool("c"), None);
        assert_eq!(catalogue.find_by_path("/b").collect::<Vec<_>>(), [0, 1]);
        assert_eq!(
            catalogue
                .find_by_path("/a")
                .chain(catalogue.find_by_path("/c"))
                .count(),
            0
        );
        assert_eq!(catalogue.methods().last(), Some(&"TRACE"));
        assert!(!catalogue.is_ambiguous());
        assert!(whole([&KNOWN, &KNOWN]).is_ambiguous());
    }

    #[test]
    fn c44_an_answer_is_put_together_once() {
        let catalogue = whole([&KNOWN]);
        let first = catalogue.provider_answer(1, "executor").expect("is whole");
        assert_eq!(first, r#""executor""#);
        let again = catalogue.provider_answer(1, "executor").expect("is whole");
        assert!(std::ptr::eq(first, again));
        assert!(catalogue.provider_answer(2, "executor").is_err());
    }
}
