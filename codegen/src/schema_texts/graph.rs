//! Measures the texts of definitions: their bytes, how deep their JSON is, and which definitions
//! they name and where. Takes texts in parts and gives a graph by which `select` decides what is
//! put in place and what goes under `$defs`. It writes nothing.

use indexmap::IndexMap;

use super::PartPlan;

/// How large texts are, and which definitions they name.
pub(super) struct Graph<'a> {
    index: IndexMap<&'a str, Node>,
}

/// One text.
pub(super) struct Node {
    /// Bytes of its own.
    pub(super) own: usize,
    /// Bytes of its first part.
    pub(super) opening: usize,
    /// How deep its own JSON is.
    pub(super) depth: usize,
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
    /// How deep it stands in the text.
    pub(super) at: usize,
}

impl<'a> Graph<'a> {
    pub(super) fn new(definitions: &'a IndexMap<String, Vec<PartPlan>>) -> Self {
        let find = |key: &str| definitions.get_index_of(key);
        Self {
            index: definitions
                .iter()
                .map(|(key, parts)| (key.as_str(), Node::new(parts, &find)))
                .collect(),
        }
    }

    /// The text of a root, whose uses are definitions of this graph.
    pub(super) fn root(&self, parts: &[PartPlan]) -> Node {
        Node::new(parts, &|key| self.index.get_index_of(key))
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
    fn new(parts: &[PartPlan], find: &dyn Fn(&str) -> Option<usize>) -> Self {
        let mut node = Self {
            own: 0,
            opening: 0,
            depth: 0,
            uses: Vec::new(),
        };
        let mut depth = Depth::default();
        let mut name = |key: &str, annotated: bool, at: usize| {
            node.uses.extend(find(key).map(|definition| Use {
                definition,
                annotated,
                at,
            }));
        };
        for part in parts {
            match part {
                PartPlan::Text(text) => {
                    node.own += text.len();
                    depth.read(text);
                }
                PartPlan::Inline(key) => name(key, false, depth.now),
                PartPlan::Annotated(text, key) => {
                    node.own += text.len();
                    name(key, true, depth.now);
                }
            }
        }
        node.depth = depth.most;
        if let Some(PartPlan::Text(text)) = parts.first() {
            node.opening = text.len();
        }
        node
    }
}

/// How deep JSON text is, read piece by piece; the pieces are cut between tokens.
#[derive(Default)]
struct Depth {
    now: usize,
    most: usize,
}

impl Depth {
    fn read(&mut self, text: &str) {
        let mut in_string = false;
        let mut escaped = false;
        for byte in text.bytes() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = in_string,
                b'"' => in_string = !in_string,
                b'{' | b'[' if !in_string => {
                    self.now += 1;
                    self.most = self.most.max(self.now);
                }
                b'}' | b']' if !in_string => self.now = self.now.saturating_sub(1),
                _ => {}
            }
        }
    }
}
