//! What MCP clients do not accept of the tools of a compiled spec, with the places of the operations,
//! and the same grouped by limit for people.

use std::collections::{BTreeSet, HashMap};

use indexmap::IndexMap;

use super::Compiled;
use crate::clients::{CheckedTool, Client, Clients, Finding, check};
use crate::diagnostics::{Place, count_noun, make_visible};

/// A finding, and the operation it is about.
///
/// ```
/// use toolwright_codegen::{Builder, Lint};
///
/// let lint = Lint::from_compiled(&Builder::new("tests/doc/shop.yaml").compile()?);
/// for remark in &lint.remarks {
///     println!("{}:{}", remark.place.file, remark.place.line);
/// }
/// # Ok::<(), toolwright_codegen::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PlacedFinding {
    /// What is found.
    pub finding: Finding,
    /// JSON pointer of the operation in the spec, empty where the whole list is meant.
    pub operation: String,
    /// Where in the file that is.
    pub place: Place,
}

impl Compiled {
    /// What the clients that a spec was compiled for do not accept of its tools; all clients, where it
    /// was compiled for none.
    pub(crate) fn placed_findings(&self) -> Vec<PlacedFinding> {
        let clients = match self.clients() {
            none if none.is_empty() => Clients::all(),
            some => some,
        };
        let operations: HashMap<&str, String> = self
            .api()
            .operations
            .iter()
            .map(|operation| (operation.tool.as_str(), self.origin(&operation.pointer)))
            .collect();
        let mut places: HashMap<&str, Place> = HashMap::new();
        let mut placed = Vec::new();
        for finding in check_tools(self, clients) {
            let tool = finding.tool.as_deref().unwrap_or_default();
            let operation = operations.get(tool).map_or("", String::as_str);
            let place = places.entry(operation).or_insert_with(|| {
                self.source_of_address(operation)
                    .place_of_address(operation)
            });
            placed.push(PlacedFinding {
                operation: operation.to_owned(),
                place: place.clone(),
                finding,
            });
        }
        placed
    }

    /// A line for each limit of the chosen clients which the tools still break.
    pub fn portability_lines(&self) -> Vec<String> {
        match self.clients() {
            none if none.is_empty() => Vec::new(),
            _ => Group::group_by_limit(&self.placed_findings())
                .iter()
                .map(Group::to_line)
                .collect(),
        }
    }
}

fn check_tools(compiled: &Compiled, clients: Clients) -> Vec<Finding> {
    let report = compiled.full_report();
    let tools: Vec<CheckedTool> = report
        .tools
        .iter()
        .map(|tool| CheckedTool {
            title: &tool.title,
            ..CheckedTool::new(&tool.name, &tool.description, &tool.input_schema)
        })
        .collect();
    let server = &compiled.api().name;
    let found = |client: Client| check(client, server, &tools);
    clients.iter().flat_map(found).collect()
}

/// What breaks the same limit of the same client.
pub(crate) struct Group<'a> {
    example: &'a PlacedFinding,
    places: usize,
    tools: BTreeSet<&'a str>,
}

impl<'a> Group<'a> {
    pub(crate) fn group_by_limit(portability: &'a [PlacedFinding]) -> Vec<Self> {
        let mut groups: IndexMap<(Client, &str), Self> = IndexMap::new();
        for found in portability {
            let finding = &found.finding;
            let group = groups
                .entry((finding.client, finding.limit.id))
                .or_insert_with(|| Self {
                    example: found,
                    places: 0,
                    tools: BTreeSet::new(),
                });
            group.places += 1;
            group.tools.extend(finding.tool.as_deref());
        }
        groups.into_values().collect()
    }

    pub(crate) fn to_text(&self) -> String {
        let finding = &self.example.finding;
        format!(
            "portability: {}\n --> {}\n  = for example: {}\n  = source: {}\n\n",
            self.heading_line(),
            self.example.place,
            show_finding(finding),
            finding.limit.source,
        )
    }

    fn to_line(&self) -> String {
        let (place, title) = (&self.example.place, self.heading_line());
        let example = show_finding(&self.example.finding);
        format!("{place}: warning: not portable to {title}, for example {example}")
    }

    fn heading_line(&self) -> String {
        let finding = &self.example.finding;
        let count = match self.tools.len() {
            0 => String::new(),
            tools => {
                let places = count_noun(self.places, "place");
                format!(" ({places} in {})", count_noun(tools, "tool"))
            }
        };
        format!("{}: {}{count}", finding.client, finding.limit.says)
    }
}

/// A finding with its place in the tool's schema; names may hold anything that a spec may.
pub(crate) fn show_finding(finding: &Finding) -> String {
    let Finding {
        message, pointer, ..
    } = finding;
    make_visible(&match &finding.tool {
        None => message.clone(),
        Some(tool) if pointer.is_empty() => format!("{tool}: {message}"),
        Some(tool) => format!("{tool} at #{pointer}: {message}"),
    })
}
