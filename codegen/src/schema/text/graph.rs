use indexmap::IndexMap;

use super::PartPlan;

/// How large texts are, and which definitions they name.
pub(super) struct Graph<'a> {
    index: IndexMap<&'a str, Node>,
    shared: &'a IndexMap<String, String>,
}

/// One text.
pub(super) struct Node {
    /// Bytes of its own.
    pub(super) own: usize,
    /// Bytes of its first part.
    pub(super) opening: usize,
    /// The definitions that it names.
    pub(super) uses: Vec<Use>,
}

/// A definition named by a text.
#[derive(Clone, Copy)]
pub(super) struct Use {
    /// Index of the definition.
    pub(super) definition: usize,
    /// Whether the definition's opening is replaced.
    pub(super) annotated: bool,
}

impl<'a> Graph<'a> {
    pub(super) fn new(
        definitions: &'a IndexMap<String, Vec<PartPlan>>,
        shared: &'a IndexMap<String, String>,
    ) -> Self {
        let find = |key: &str| definitions.get_index_of(key);
        Self {
            index: definitions
                .iter()
                .map(|(key, parts)| (key.as_str(), Node::new(parts, &find, shared)))
                .collect(),
            shared,
        }
    }

    /// The text of a root, whose uses are definitions of this graph.
    pub(super) fn root(&self, parts: &[PartPlan]) -> Node {
        Node::new(parts, &|key| self.index.get_index_of(key), self.shared)
    }

    pub(super) fn len(&self) -> usize {
        self.index.len()
    }

    pub(super) fn key(&self, definition: usize) -> &'a str {
        self.index.get_index(definition).map_or("", |(key, _)| *key)
    }

    pub(super) fn node(&self, definition: usize) -> &Node {
        &self.index[definition]
    }
}

impl Node {
    fn new(
        parts: &[PartPlan],
        find: &dyn Fn(&str) -> Option<usize>,
        shared: &IndexMap<String, String>,
    ) -> Self {
        let mut node = Self {
            own: 0,
            opening: 0,
            uses: Vec::new(),
        };
        let mut name = |key: &str, annotated: bool| {
            node.uses.extend(find(key).map(|definition| Use {
                definition,
                annotated,
            }));
        };
        for part in parts {
            match part {
                PartPlan::Text(text) => node.own += text.len(),
                PartPlan::Shared(key) => node.own += shared.get(key).map_or(0, String::len),
                PartPlan::Inline(key) => name(key, false),
                PartPlan::Annotated(text, key) => {
                    node.own += text.len();
                    name(key, true);
                }
            }
        }
        if let Some(PartPlan::Text(text)) = parts.first() {
            node.opening = text.len();
        }
        node
    }
}
