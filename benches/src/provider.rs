//! How long the schema provider's answers are beside the schemas that they describe. Answers are written by the function
//! that a server uses, from a spec that is compiled to the model alone.

use std::path::Path;

use toolwright_inspect::search::Index;
use toolwright_inspect::{BriefOperation, ToolSchema};

use crate::Error;
use crate::compiled_discovery::{CompiledDiscovery, borrow_words};
use crate::specs::github_spec;

/// What a server calls an operation by, with the prefix `github`.
const CALL: &str = "github_endpoint_executor with this method and endpoint_path, and the parameters in request_data";

/// As long as answers may be by default.
const MAX_BYTES: usize = 40_000;

/// The lengths of one operation's texts, in bytes.
#[derive(Clone, Debug)]
pub struct AnswerLength {
    /// The name of its tool.
    pub tool: String,
    /// The schema of its arguments.
    pub schema: usize,
    /// The answer in the default form.
    pub nested: usize,
    /// The answer with the signature alone.
    pub compact: usize,
    /// The answer with everything.
    pub full: usize,
}

impl AnswerLength {
    /// How many times as long as the schema the default answer is.
    pub fn ratio_to_schema(&self) -> f64 {
        self.nested as f64 / self.schema.max(1) as f64
    }
}

/// The lengths of the answers for all operations of a spec.
pub fn measure_answers(spec: &Path) -> Result<Vec<AnswerLength>, Error> {
    let CompiledDiscovery {
        modelled,
        texts,
        discovery,
    } = CompiledDiscovery::read_spec(spec, "github")?;
    let operations = modelled.api().operations_by_tool();
    let words = borrow_words(&discovery.words);
    let index = Index::new(&words, operations.len());
    let mut lengths = Vec::with_capacity(operations.len());
    for (document, ((position, operation), endpoint)) in
        operations.iter().zip(&discovery.endpoints).enumerate()
    {
        let mut origins = index.origins_of(document);
        origins.dedup_by(|next, first| next.argument == first.argument);
        let needs = origins.iter().map(|origin| {
            let producer = operations[origin.producer].1;
            (origin.argument, producer.tool.as_str())
        });
        let method = operation.method.to_string();
        let brief = BriefOperation {
            schema: &ToolSchema::parse(&operation.tool, "", &texts.faithful_input(*position)),
            method: &method,
            path: &operation.path,
            summary: &operation.title,
            needs: needs.collect(),
            call: CALL,
            output: None,
        };
        let full = endpoint.answer.with_executor("github_endpoint_executor");
        lengths.push(AnswerLength {
            tool: operation.tool.clone(),
            schema: texts.portable_input_text(*position).len(),
            nested: brief.write_nested(MAX_BYTES).len(),
            compact: brief.write_compact(MAX_BYTES).len(),
            full: full.to_string().len(),
        });
    }
    Ok(lengths)
}

/// The median of how many times as long as their schemas the default answers are.
pub fn median_ratio(lengths: &[AnswerLength]) -> f64 {
    let mut ratios: Vec<f64> = lengths.iter().map(AnswerLength::ratio_to_schema).collect();
    ratios.sort_by(f64::total_cmp);
    ratios.get(ratios.len() / 2).copied().unwrap_or_default()
}

/// Prints the medians for the operations of a spec: by default GitHub's.
pub fn run(arguments: &[String]) -> Result<(), Error> {
    let spec = arguments
        .first()
        .map_or_else(github_spec, |spec| Ok(spec.into()))?;
    let lengths = measure_answers(&spec)?;
    println!("{} operations; medians in bytes:", lengths.len());
    type Figure = fn(&AnswerLength) -> usize;
    let figures: [(&str, Figure); 4] = [
        ("input schema", |it| it.schema),
        ("nested, the default", |it| it.nested),
        ("compact", |it| it.compact),
        ("full", |it| it.full),
    ];
    for (name, figure) in figures {
        let mut bytes: Vec<usize> = lengths.iter().map(figure).collect();
        bytes.sort_unstable();
        let median = bytes.get(bytes.len() / 2).copied().unwrap_or_default();
        let most = bytes.last().copied().unwrap_or_default();
        println!("  {name}: {median}, at most {most}");
    }
    println!(
        "  nested beside the schema, median: {:.2} times",
        median_ratio(&lengths)
    );
    if let Some(repos_get) = lengths.iter().find(|it| it.tool == "repos_get") {
        println!("  {repos_get:?}");
    }
    Ok(())
}
