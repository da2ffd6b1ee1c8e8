//! JSON values of which equal ones are kept once ([hash consing](https://en.wikipedia.org/wiki/Hash_consing)), and the
//! decision which of them a document has once. It knows values and references to them, and nothing of what they mean.

mod json_string;
mod sharing;
mod template;
#[cfg(test)]
mod tests;

use foldhash::HashMap;
use foldhash::fast::RandomState;
use indexmap::IndexSet;
use serde_json::Value;

pub(crate) use json_string::json_string;
pub(crate) use sharing::{Sharing, Use};
pub use template::Template;

/// What begins the targets of references that are ours: no value from outside may look like one.
const OUR_TARGETS: [&str; 4] = [
    "\"#/shared/",
    "\"#/more/",
    "\"#/discovery/",
    "\"#/descriptions/",
];

/// A value; equal values have the same. Values come after those that they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Id(usize);

#[derive(PartialEq, Eq, Hash)]
pub(crate) enum Node {
    /// JSON text of what has no members.
    Leaf(String),
    Array(Vec<Id>),
    /// Keys and values.
    Object(Vec<(Id, Id)>),
}

/// Values, each different one of which is kept once.
///
/// They are hashed with foldhash, which is faster than std's hasher for values as short as these. Its seed is one of this run, so no
/// spec has values that collide on every run.
#[derive(Default)]
pub(crate) struct Interner {
    nodes: IndexSet<Node, RandomState>,
    /// The strings among them. Most names occur in many places.
    texts: HashMap<String, Id>,
}

impl Interner {
    /// Adds JSON in which the name of a tool may be open.
    pub(crate) fn intern_template(&mut self, template: &Template) -> Id {
        match template {
            Template::Data(value) => self.intern(value),
            Template::Executor => self.intern_reference("#/discovery/executor"),
            Template::Object(members) => {
                let members = members.iter();
                let members = members.map(|(key, value)| (*key, self.intern_template(value)));
                let members: Vec<_> = members.collect();
                self.intern_object(members)
            }
        }
    }

    /// Adds an object whose values were added.
    pub(crate) fn intern_object(
        &mut self,
        members: impl IntoIterator<Item = (&'static str, Id)>,
    ) -> Id {
        let members = members.into_iter();
        let members = members.map(|(key, value)| (self.intern_text(key), value));
        let members = members.collect();
        self.intern_members(members)
    }

    /// Adds a reference of ours, which is replaced when the document is read.
    pub(crate) fn intern_reference(&mut self, target: &str) -> Id {
        let target = json_string(target);
        self.intern_node(Node::Leaf(format!("{{\"$ref\":{target}}}")))
    }

    /// Adds a list of what was added.
    pub(crate) fn intern_array(&mut self, items: Vec<Id>) -> Id {
        self.intern_node(Node::Array(items))
    }

    /// Adds an object of members that were added.
    pub(crate) fn intern_members(&mut self, members: Vec<(Id, Id)>) -> Id {
        self.intern_node(Node::Object(members))
    }

    /// Adds JSON.
    pub(crate) fn intern(&mut self, value: &Value) -> Id {
        let node = match value {
            Value::Array(items) => {
                Node::Array(items.iter().map(|item| self.intern(item)).collect())
            }
            Value::Object(members) => {
                let members = members.iter();
                let members = members.map(|(key, value)| self.intern_member(key, value));
                Node::Object(members.collect())
            }
            Value::String(text) => return self.intern_text(text),
            scalar => Node::Leaf(scalar.to_string()),
        };
        self.intern_node(node)
    }

    /// A `$ref` from outside that reads like one of ours gets an escape, with which it means the same and is not followed.
    pub(crate) fn intern_member(&mut self, key: &str, value: &Value) -> (Id, Id) {
        let value = self.intern(value);
        let is_ours = |text: &String| OUR_TARGETS.iter().any(|target| text.starts_with(target));
        let key = match self.node(value) {
            Node::Leaf(text) if key == "$ref" && is_ours(text) => {
                self.intern_node(Node::Leaf("\"\\u0024ref\"".to_owned()))
            }
            _ => self.intern_text(key),
        };
        (key, value)
    }

    pub(crate) fn intern_text(&mut self, text: &str) -> Id {
        if let Some(id) = self.texts.get(text) {
            return *id;
        }
        let id = self.intern_node(Node::Leaf(json_string(text)));
        self.texts.insert(text.to_owned(), id);
        id
    }

    fn intern_node(&mut self, node: Node) -> Id {
        Id(self.nodes.insert_full(node).0)
    }

    /// Frees what only additions need: all texts are there once more to be found. They are added anew after that.
    pub(crate) fn forget_texts(&mut self) {
        self.texts = HashMap::default();
    }

    pub(crate) fn node(&self, id: Id) -> &Node {
        &self.nodes[id.0]
    }

    fn iter_nodes(&self) -> impl DoubleEndedIterator<Item = (Id, &Node)> {
        self.nodes
            .iter()
            .enumerate()
            .map(|(at, node)| (Id(at), node))
    }
}

impl Node {
    fn is_container(&self) -> bool {
        !matches!(self, Self::Leaf(_))
    }

    fn visit_children(&self, mut visit: impl FnMut(Id)) {
        match self {
            Self::Leaf(_) => {}
            Self::Array(items) => items.iter().copied().for_each(visit),
            Self::Object(members) => members.iter().for_each(|(key, value)| {
                visit(*key);
                visit(*value);
            }),
        }
    }
}
