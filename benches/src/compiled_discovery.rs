//! A spec, compiled as far as discovery needs it.

use std::path::Path;

use toolwright_codegen::discovery::{Discovery, DiscoverySettings, Prefix, discover};
use toolwright_codegen::schema_texts::{SchemaTexts, TextSettings, plan};
use toolwright_codegen::{Builder, Modelled};

use crate::Error;

/// The model of a spec, the texts of its schemas, and what discovery says of it.
pub(crate) struct CompiledDiscovery {
    pub(crate) modelled: Modelled,
    pub(crate) texts: SchemaTexts,
    pub(crate) discovery: Discovery,
}

impl CompiledDiscovery {
    /// Reads a spec. The names of the three tools begin with the name of the server.
    pub(crate) fn read_spec(spec: &Path, server: &str) -> Result<Self, Error> {
        let modelled = Builder::new(spec).output_schemas(true).model()?;
        let texts = TextSettings::default().for_schema_provider();
        let settings = DiscoverySettings {
            prefix: Prefix::of_server(server),
            assert_formats: false,
            texts,
        };
        let discovery = discover(modelled.api(), &settings);
        Ok(Self {
            texts: plan(modelled.api(), &texts),
            modelled,
            discovery,
        })
    }
}

/// A table of words as a server has it.
pub(crate) fn borrow_words(words: &[(String, String)]) -> Vec<(&str, &str)> {
    words
        .iter()
        .map(|(word, postings)| (word.as_str(), postings.as_str()))
        .collect()
}
