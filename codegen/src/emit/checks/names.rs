//! Names the shared validation tables after what they check, such as `STRING_MAX_255`, so that
//! generated code can be read and its diffs stay small. Takes nodes and the names that are taken; a
//! number makes a name unique. The names have no meaning for the runtime.

use indexmap::{IndexMap, IndexSet};

use super::Known;
use super::node::{Keyword, Link, Node};

/// Longest name made from what a schema says.
const LONGEST: usize = 48;

/// The names of shared nodes, made from what they say: `STRING_MAX_255`.
#[derive(Debug)]
pub(super) struct Names {
    taken: IndexSet<String>,
    given: IndexMap<usize, String>,
}

impl Names {
    pub(super) fn new<'a>(taken: impl Iterator<Item = &'a String>) -> Self {
        Self {
            taken: taken.cloned().collect(),
            given: IndexMap::new(),
        }
    }

    pub(super) fn get(&self, node: usize) -> Option<&str> {
        self.given.get(&node).map(String::as_str)
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = usize> {
        self.given.keys().copied()
    }

    /// The name of a pattern.
    pub(super) fn pattern(&mut self) -> String {
        self.free("PATTERN")
    }

    fn free(&mut self, base: &str) -> String {
        let mut name = base.to_owned();
        let mut number = 1;
        while !self.taken.insert(name.clone()) {
            number += 1;
            name = format!("{base}_{number}");
        }
        name
    }

    pub(super) fn give(
        &mut self,
        node: usize,
        nodes: &IndexSet<Node>,
        definitions: &IndexMap<String, Known>,
    ) {
        if self.given.contains_key(&node) {
            return;
        }
        // Two levels tell enough. Schemas may refer to themselves, so there must be a limit.
        let name = node_name(Link::Node(node), nodes, definitions, 2);
        let name: String = name.chars().take(LONGEST).collect();
        let name = self.free(name.trim_end_matches('_'));
        self.given.insert(node, name);
    }
}

fn node_name(
    link: Link,
    nodes: &IndexSet<Node>,
    definitions: &IndexMap<String, Known>,
    depth: usize,
) -> String {
    let node = match link {
        Link::Constant(name) => return name.to_owned(),
        Link::Definition(index) => return definitions[index].definition.constant.clone(),
        Link::Type(_) => return "TYPE".to_owned(),
        Link::Node(index) => &nodes[index],
    };
    let mut name = node.types.constant().unwrap_or_else(|| "MIXED".to_owned());
    if depth == 0 {
        return name;
    }
    let within = |link: Link| node_name(link, nodes, definitions, depth - 1);
    for keyword in &node.keywords {
        match keyword {
            Keyword::EnumOfStrings(values) => return words("ENUM", values.iter().take(3)),
            Keyword::Items(link) => name = format!("ARRAY_OF_{}", within(*link)),
            Keyword::Map(link) => name = format!("MAP_OF_{}", within(*link)),
            Keyword::Count(variant, count) => {
                let side = if variant.starts_with("Min") {
                    "MIN"
                } else {
                    "MAX"
                };
                name = format!("{name}_{side}_{count}");
            }
            Keyword::Bound(variant, bound) => {
                let side = match *variant {
                    "Minimum" => "FROM",
                    "Maximum" => "TO",
                    "ExclusiveMinimum" => "ABOVE",
                    "ExclusiveMaximum" => "BELOW",
                    _ => "MULTIPLE_OF",
                };
                name = words(
                    &name,
                    [side.to_owned(), bound.to_string().replace('-', "minus_")].iter(),
                );
            }
            Keyword::Object(all)
            | Keyword::ClosedObject(all)
            | Keyword::Members {
                properties: all, ..
            } => {
                name = words("OBJECT", all.iter().map(|property| &property.name).take(3));
            }
            Keyword::Combined(variant, links) => {
                let variant = match *variant {
                    "AllOf" => "ALL_OF",
                    "AnyOf" => "ANY_OF",
                    _ => "ONE_OF",
                };
                let links: Vec<String> = links.iter().take(2).map(|link| within(*link)).collect();
                name = words(variant, links.iter());
            }
            Keyword::Unevaluated { beside, .. } => name = within(*beside),
            Keyword::Ref(link) => name = format!("{name}_{}", within(*link)),
            Keyword::Pattern(_) => name.push_str("_PATTERN"),
            Keyword::Format(constant) => name = format!("{name}_{constant}"),
            Keyword::UniqueItems => name.push_str("_UNIQUE"),
            _ => {}
        }
    }
    name
}

fn words<'a>(first: &str, more: impl Iterator<Item = &'a String>) -> String {
    let mut name = first.to_owned();
    for word in more {
        name.push('_');
        for c in word.chars().take(24) {
            let c = c.to_ascii_uppercase();
            let c = if c.is_ascii_alphanumeric() { c } else { '_' };
            if c != '_' || !name.ends_with('_') {
                name.push(c);
            }
        }
    }
    name
}
