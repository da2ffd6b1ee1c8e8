//! What a server with discovery says of its tools instead of listing them: for each operation, how it is
//! found and all that the schema provider answers, made once and for all.

mod answer;
mod category;
#[cfg(test)]
mod corpus;
mod example;
mod instructions;
mod method;
mod parameters;
mod path;
mod pieces;
mod prefix;
mod schemas;
mod shown;
mod template;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use toolwright_inspect::format_compact;
use toolwright_inspect::search::{Document, build};

use crate::model::{Api, Operation};
use crate::schema::text::SchemaTexts;

pub use prefix::{Prefix, PrefixError};
pub use schemas::{Extracted, normalized};

use example::Examples;
use parameters::Parameters;
use pieces::Pool;

/// Mirrors the runtime's `Discovery`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discovery {
    /// What the names of the three tools begin with.
    pub prefix: String,
    /// One for each operation, in the order of the model.
    pub endpoints: Vec<Endpoint>,
    /// JSON that several answers hold, or pieces after it.
    pub pieces: Vec<String>,
    /// Words and where they occur, sorted by word.
    pub words: Vec<(String, String)>,
}

/// Mirrors the runtime's `Endpoint`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The tags of the operation.
    pub tags: Vec<String>,
    /// The group that it is listed in.
    pub category: String,
    /// The tool in one line.
    pub signature: String,
    /// How many parameters it has.
    pub parameters: u16,
    /// What the schema provider answers: JSON, in which `{"$piece":3}` stands for a value of
    /// [`pieces`](Discovery::pieces) and `"$executor"` for the name of the tool that executes.
    pub answer: String,
}

/// What discovery is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscoverySettings {
    /// What the names of the three tools begin with.
    pub prefix: Prefix,
    /// Whether arguments must have the `format` of their schema, and so examples.
    pub assert_formats: bool,
}

/// What discovery says of an API, whose schemas have these texts, with those of outputs.
pub fn discover(api: &Api, texts: &SchemaTexts, settings: &DiscoverySettings) -> Discovery {
    let mut pool = Pool::default();
    let mut endpoints: Vec<Endpoint> = Vec::with_capacity(api.operations.len());
    let mut names: Vec<Vec<String>> = Vec::with_capacity(api.operations.len());
    for (index, operation) in api.operations.iter().enumerate() {
        let schemas = Extracted::of(texts, index);
        let parameters = Parameters::of(operation, &schemas.input);
        let examples = Examples::new(api, operation, &parameters, settings.assert_formats);
        pool.add(answer::answer(operation, &schemas, &parameters, &examples));
        names.push(parameters.names());
        endpoints.push(Endpoint {
            tags: operation.tags.clone(),
            category: category::category(&operation.tags, &operation.path),
            signature: format_compact(&operation.tool, &schemas.input),
            parameters: u16::try_from(parameters.count).unwrap_or(u16::MAX),
            answer: String::new(),
        });
    }
    let texts = pool.finish();
    for (endpoint, answer) in endpoints.iter_mut().zip(texts.answers) {
        endpoint.answer = answer;
    }
    Discovery {
        prefix: settings.prefix.as_str().to_owned(),
        words: words(&api.operations, &names),
        endpoints,
        pieces: texts.pieces,
    }
}

/// The words of all operations, by which a server finds them. `names` are those of their parameters.
fn words<'a>(operations: &'a [Operation], names: &'a [Vec<String>]) -> Vec<(String, String)> {
    let borrowed = |texts: &'a [String]| texts.iter().map(String::as_str).collect();
    let texts = operations.iter().zip(names);
    let texts: Vec<(Vec<&str>, Vec<&str>, String)> = texts
        .map(|(it, names)| (borrowed(&it.tags), borrowed(names), it.method.to_string()))
        .collect();
    let documents = operations.iter().zip(&texts);
    let documents = documents.map(|(operation, (tags, parameters, method))| Document {
        name: &operation.tool,
        title: &operation.title,
        description: &operation.description,
        method,
        path: &operation.path,
        tags,
        parameters,
    });
    build(&documents.collect::<Vec<_>>())
}
